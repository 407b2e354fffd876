/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * L2: things that are found by a key, kept in one growing array.
 *
 * An item begins with its key, of key_size bytes that are compared as they are.
 * Finding one, and adding one where another was removed, allocates nothing.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>
#include <stdint.h>

struct table {
	char *items;
	struct table_slot *slots; /* what belongs to the item of the same position */
	uint32_t *heads;          /* of chains of positions + 1; as many as there is room */
	size_t item_size;
	size_t key_size;
	uint32_t room; /* a power of two, or 0 */
	uint32_t used; /* positions from here on were never taken */
	uint32_t free; /* chain of removed ones */
	uint32_t count;
};

void table_init(struct table *t, size_t item_size, size_t key_size);

/* The item with a key, or NULL. */
void *table_find(const struct table *t, const void *key);

/*
 * A new item that is zero but for its key, which is not in the table; NULL when
 * memory is out. Earlier pointers to items become invalid.
 */
void *table_add(struct table *t, const void *key);

void table_remove(struct table *t, void *item);

/* The item at a position below used, or NULL where none is. */
void *table_at(const struct table *t, uint32_t position);

void table_free(struct table *t);

#endif
