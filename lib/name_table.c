/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "name_table.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM  64
#define CLEAR_KEEPS 1024 /* names, so that clearing often costs little */

/* FNV-1a */
static uint32_t hash_of(const char *name)
{
	uint32_t hash = 2166136261u;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 16777619u;
	return hash;
}

static struct name_entry *slot_of(struct name_entry *entries, size_t room, const char *name,
				  uint32_t hash)
{
	size_t i = hash & (room - 1);

	while (entries[i].name && (entries[i].hash != hash || strcmp(entries[i].name, name) != 0))
		i = (i + 1) & (room - 1);
	return &entries[i];
}

struct name_entry *name_table_find(const struct name_table *t, const char *name)
{
	struct name_entry *e;

	if (t->count == 0)
		return NULL;
	e = slot_of(t->entries, t->room, name, hash_of(name));
	return e->name ? e : NULL;
}

/* At most two thirds full, so that a search ends soon. */
static int make_room(struct name_table *t)
{
	size_t i, room = t->room ? t->room * 2 : FIRST_ROOM;
	struct name_entry *entries;

	if ((t->count + 1) * 3 <= t->room * 2)
		return 0;
	entries = calloc(room, sizeof(*entries));
	if (!entries)
		return -1;
	for (i = 0; i < t->room; i++) {
		const struct name_entry *e = &t->entries[i];

		if (e->name)
			*slot_of(entries, room, e->name, e->hash) = *e;
	}
	free(t->entries);
	t->entries = entries;
	t->room = room;
	return 0;
}

struct name_entry *name_table_add(struct name_table *t, const char *name)
{
	uint32_t hash = hash_of(name);
	struct name_entry *e;
	const char *copy;

	if (make_room(t) < 0)
		return NULL;
	e = slot_of(t->entries, t->room, name, hash);
	if (e->name)
		return e;
	copy = arena_string(&t->names, name);
	if (!copy)
		return NULL;
	e->name = copy;
	e->hash = hash;
	t->count++;
	return e;
}

int name_table_index(const struct name_table *t, const char *name)
{
	const struct name_entry *e = name_table_find(t, name);

	return e && e->generation == t->generation ? e->ifindex : 0;
}

void name_table_learn(struct name_table *t, const char *name, int ifindex)
{
	struct name_entry *e = name_table_add(t, name);

	if (!e)
		return;
	e->ifindex = ifindex;
	e->generation = t->generation;
}

void name_table_forget(struct name_table *t, const char *name)
{
	struct name_entry *e;

	if (!name) {
		t->generation++;
		return;
	}
	e = name_table_find(t, name);
	if (e)
		e->ifindex = 0;
}

void name_table_clear(struct name_table *t)
{
	if (t->count > CLEAR_KEEPS)
		name_table_free(t);
	else
		t->generation++;
}

void name_table_free(struct name_table *t)
{
	free(t->entries);
	arena_free(&t->names);
	memset(t, 0, sizeof(*t));
}
