/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: listing ids of namespaces, with the names that go with them. */
#include <netcfg/netns.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/net_namespace.h>
#include <linux/rtnetlink.h>

#include "config.h"
#include "handle.h"
#include "netns_file.h"
#include "netns_id.h"
#include "netns_list.h"
#include "request.h"

static int add_id(const struct nlmsghdr *h, void *arg)
{
	struct netcfg_netns_id_info *info;
	int32_t id;
	int err = netns_id_parse(h, &id);

	if (err)
		return err;
	info = list_add(arg);
	if (!info)
		return -ENOMEM;
	info->size = sizeof(*info);
	info->id = id;
	return 0;
}

static void forget_ids(void *arg)
{
	list_clear(arg);
}

static int by_id(const void *a, const void *b)
{
	const struct netcfg_netns_id_info *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

static int read_ids(struct netcfg *nc, struct list *ids)
{
	const struct request_sink sink = { .add = add_id, .reset = forget_ids, .arg = ids };
	const struct rtgenmsg gen = { .rtgen_family = AF_UNSPEC };
	struct request r;
	int err;

	request_begin(&r, nc, RTM_GETNSID, 0, &gen, sizeof(gen));
	err = request_dump(&r, &nc->socket, &sink);
	if (err >= 0 && ids->count)
		qsort(list_at(ids, 0), ids->count, ids->item_size, by_id);
	return err;
}

/* A name that is no namespace, or gone by now, names no id. */
static int name_one(struct netcfg *nc, const char *name, struct list *ids)
{
	struct netcfg_netns_id_info key = { 0 }, *info;
	char path[NETNS_PATH_SIZE];
	int fd, err;

	netns_path(nc, name, path);
	fd = netns_open_path(path);
	if (fd < 0)
		return fd == -EMFILE || fd == -ENFILE || fd == -ENOMEM ? fd : 0;
	err = netns_id_read(nc, fd, &key.id);
	close(fd);
	if (err || key.id == NETNS_ID_NONE || ids->count == 0)
		return err;
	info = bsearch(&key, list_at(ids, 0), ids->count, ids->item_size, by_id);
	if (info && !info->name[0])
		strcpy(info->name, name);
	return 0;
}

static int name_all(struct netcfg *nc, struct list *ids)
{
	struct list names;
	size_t i;
	int err;

	list_init(&names, sizeof(struct netcfg_netns_info));
	err = netns_list_read(nc, &names);
	for (i = 0; !err && i < names.count; i++) {
		const struct netcfg_netns_info *info = list_at(&names, i);

		if (info->valid)
			err = name_one(nc, info->name, ids);
	}
	list_free(&names);
	return err;
}

/* By ascending id. What interrupted the dump is given on: the names make no difference to it. */
static int list_ids(struct netcfg *nc, struct list *ids)
{
	int err, interrupted = read_ids(nc, ids);

	if (interrupted < 0)
		return interrupted;
	err = name_all(nc, ids);
	return err < 0 ? err : interrupted;
}

int netcfg_netns_list_ids(struct netcfg *nc, struct netcfg_netns_id_list **ret_list)
{
	struct list *ids = NULL;
	int err = call_begin(nc, "list namespace ids", NULL, NULL, NULL);

	if (err)
		return err;
	err = list_new(nc, ret_list, sizeof(struct netcfg_netns_id_info), &ids);
	if (!err)
		err = list_ids(nc, ids);
	if (err < 0)
		list_destroy(ids);
	else
		*ret_list = (struct netcfg_netns_id_list *)ids;
	return call_end(nc, err);
}

int netcfg_netns_id_list_next(struct netcfg_netns_id_list *list,
			      struct netcfg_netns_id_info *ret_info)
{
	return list_next((struct list *)list, ret_info,
			 SIZE_UP_TO(struct netcfg_netns_id_info, reserved));
}

void netcfg_netns_id_list_free(struct netcfg_netns_id_list *list)
{
	list_destroy((struct list *)list);
}
