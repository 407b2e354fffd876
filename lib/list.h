/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: a growing array of structs that is then read once: what every list of the API is. */
#ifndef LIST_H
#define LIST_H

#include <stddef.h>

struct netcfg;

struct list {
	char *items;
	size_t item_size;
	size_t count;
	size_t room;
	size_t next; /* the item that list_next() gives */
};

void list_init(struct list *list, size_t item_size);

/* A zeroed new item at the end, or NULL when memory is out. Earlier pointers become invalid. */
void *list_add(struct list *list);

void *list_at(const struct list *list, size_t position);

/* Fill a caller's struct from the next item: 1, 0 at the end, -EINVAL: no list or a bad struct. */
int list_next(struct list *list, void *ret_info, size_t first_size);

/* Keep the memory, forget the items. */
void list_clear(struct list *list);

void list_free(struct list *list);

/*
 * What a caller has is a struct list too: struct netcfg_link_list and its like
 * are never defined, a pointer to one is a pointer to what list_new() made.
 * -EINVAL if the caller gave no place for it, -ENOMEM.
 */
int list_new(struct netcfg *nc, const void *ret_list, size_t item_size, struct list **ret_new);

/* Undo list_new(). NULL is fine. */
void list_destroy(struct list *list);

#endif
