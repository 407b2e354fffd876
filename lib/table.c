/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 16

struct table_slot {
	uint32_t hash;
	uint32_t next; /* position + 1 of the next in the chain of its head, or of removed ones */
	bool taken;
};

void table_init(struct table *t, size_t item_size, size_t key_size)
{
	memset(t, 0, sizeof(*t));
	t->item_size = item_size;
	t->key_size = key_size;
}

/* FNV-1a, whose upper bits are the better ones. */
static uint32_t hash_of(const struct table *t, const void *key)
{
	const unsigned char *bytes = key;
	uint32_t hash = 2166136261u;
	size_t i;

	for (i = 0; i < t->key_size; i++)
		hash = (hash ^ bytes[i]) * 16777619u;
	return hash ^ hash >> 16;
}

static void *item_at(const struct table *t, uint32_t position)
{
	return t->items + position * t->item_size;
}

void *table_find(const struct table *t, const void *key)
{
	uint32_t hash, link;

	if (t->count == 0)
		return NULL;
	hash = hash_of(t, key);
	for (link = t->heads[hash & (t->room - 1)]; link; link = t->slots[link - 1].next) {
		if (t->slots[link - 1].hash == hash &&
		    memcmp(item_at(t, link - 1), key, t->key_size) == 0)
			return item_at(t, link - 1);
	}
	return NULL;
}

static void chain(struct table *t, uint32_t position)
{
	uint32_t *head = &t->heads[t->slots[position].hash & (t->room - 1)];

	t->slots[position].next = *head;
	*head = position + 1;
}

/* Each array grows by itself, so that a failure half-way leaves the table as it was. */
static int grow(struct table *t)
{
	const uint32_t room = t->room ? t->room * 2 : FIRST_ROOM;
	struct table_slot *slots;
	uint32_t *heads, i;
	char *items;

	if (room < t->room || room > SIZE_MAX / t->item_size)
		return -1;
	items = realloc(t->items, room * t->item_size);
	if (!items)
		return -1;
	t->items = items;
	slots = realloc(t->slots, room * sizeof(*slots));
	if (!slots)
		return -1;
	t->slots = slots;
	heads = calloc(room, sizeof(*heads));
	if (!heads)
		return -1;
	free(t->heads);
	t->heads = heads;
	t->room = room;
	for (i = 0; i < t->used; i++) /* all are taken, or there would be no need to grow */
		chain(t, i);
	return 0;
}

void *table_add(struct table *t, const void *key)
{
	uint32_t position;
	void *item;

	if (!t->free && t->used == t->room && grow(t) < 0)
		return NULL;
	if (t->free) {
		position = t->free - 1;
		t->free = t->slots[position].next;
	} else {
		position = t->used++;
	}
	t->slots[position].hash = hash_of(t, key);
	t->slots[position].taken = true;
	chain(t, position);
	t->count++;
	item = memset(item_at(t, position), 0, t->item_size);
	return memcpy(item, key, t->key_size);
}

void table_remove(struct table *t, void *item)
{
	const uint32_t position = (uint32_t)((size_t)((char *)item - t->items) / t->item_size);
	struct table_slot *slot = &t->slots[position];
	uint32_t *link = &t->heads[slot->hash & (t->room - 1)];

	while (*link != position + 1)
		link = &t->slots[*link - 1].next;
	*link = slot->next;
	slot->taken = false;
	slot->next = t->free;
	t->free = position + 1;
	t->count--;
}

void *table_at(const struct table *t, uint32_t position)
{
	return t->slots[position].taken ? item_at(t, position) : NULL;
}

void table_free(struct table *t)
{
	free(t->items);
	free(t->slots);
	free(t->heads);
	table_init(t, t->item_size, t->key_size);
}
