/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L2: what is known of link names: the handle's cache, and a batch's view of its own links. */
#ifndef NAME_TABLE_H
#define NAME_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"

enum name_state {
	NAME_PLAIN,   /* as the kernel has it */
	NAME_PENDING, /* made by a request that is not answered yet */
	NAME_FAILED   /* a request that was to make it failed: whoever has it is someone else */
};

struct name_entry {
	const char *name;
	uint32_t hash;
	int ifindex; /* valid in this generation only */
	uint32_t generation;
	enum name_state state;
	bool made; /* by a request of this batch, in this generation: */
	uint32_t made_generation;
};

struct name_table {
	struct name_entry *entries; /* open addressing; name NULL: free */
	size_t room;                /* a power of two, or 0 */
	size_t count;
	uint32_t generation;
	struct arena names;
};

struct name_entry *name_table_find(const struct name_table *t, const char *name);

/* Find or add; NULL when memory is out. Earlier pointers become invalid. */
struct name_entry *name_table_add(struct name_table *t, const char *name);

/* The ifindex, or 0 if it is not known. */
int name_table_index(const struct name_table *t, const char *name);

/* Remember one. Out of memory: it is not remembered, which is no failure. */
void name_table_learn(struct name_table *t, const char *name, int ifindex);

/* Forget the ifindex of one name, or with NULL of all. States are kept. */
void name_table_forget(struct name_table *t, const char *name);

/* Forget all, states too, and give back memory that has become much. */
void name_table_clear(struct name_table *t);

void name_table_free(struct name_table *t);

#endif
