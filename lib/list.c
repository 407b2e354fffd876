/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "list.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "handle.h"

void list_init(struct list *list, size_t item_size)
{
	memset(list, 0, sizeof(*list));
	list->item_size = item_size;
}

static int grow(struct list *list)
{
	size_t room = list->room ? list->room * 2 : 16;
	char *items;

	if (room < list->room || room > SIZE_MAX / list->item_size)
		return -1;
	items = realloc(list->items, room * list->item_size);
	if (!items)
		return -1;
	list->items = items;
	list->room = room;
	return 0;
}

void *list_add(struct list *list)
{
	void *item;

	if (list->count == list->room && grow(list) < 0)
		return NULL;
	item = list->items + list->count * list->item_size;
	list->count++;
	return memset(item, 0, list->item_size);
}

void *list_at(const struct list *list, size_t position)
{
	return list->items + position * list->item_size;
}

int list_next(struct list *list, void *ret_info, size_t first_size)
{
	if (!list || !config_out_fits(ret_info, first_size))
		return -EINVAL;
	if (list->next == list->count)
		return 0;
	config_copy_out(ret_info, list_at(list, list->next++), list->item_size);
	return 1;
}

void list_clear(struct list *list)
{
	list->count = 0;
	list->next = 0;
}

void list_free(struct list *list)
{
	free(list->items);
	list_init(list, list->item_size);
}

int list_new(struct netcfg *nc, const void *ret_list, size_t item_size, struct list **ret_new)
{
	struct list *list;

	if (!ret_list)
		return error_detail(&nc->error, -EINVAL, "ret_list is NULL");
	list = malloc(sizeof(*list));
	if (!list)
		return -ENOMEM;
	list_init(list, item_size);
	*ret_new = list;
	return 0;
}

void list_destroy(struct list *list)
{
	if (!list)
		return;
	list_free(list);
	free(list);
}
