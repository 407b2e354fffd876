/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L5: deleting what is in a namespace, through a handle of its own there. */
#include <netcfg/netcfg.h>

#include <errno.h>
#include <stdbool.h>
#include <unistd.h>

#include "handle.h"
#include "name_table.h"
#include "netns_file.h"

/* Links may come while others go, and lists be interrupted by it. */
#define ROUNDS_MAX 5

/* What is done in the namespace counts on the caller's handle. */
static void add_stats(struct netcfg_stats *to, const struct netcfg_stats *from)
{
	to->sends += from->sends;
	to->requests += from->requests;
	to->replies += from->replies;
	to->lookups += from->lookups;
	to->cache_hits += from->cache_hits;
	to->dumps += from->dumps;
}

/* Those that have a kind: loopback cannot be deleted, and hardware goes back by itself. */
static int queue_all(struct netcfg *there, struct netcfg_link_list *list)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	int err = 0;

	while (!err && netcfg_link_list_next(list, &info) == 1) {
		if (info.kind[0])
			err = netcfg_link_delete_by_index(there, info.ifindex);
	}
	return err;
}

/* The number of links deleted, or the errno of the first that could not be. */
static int outcome(const struct netcfg *there)
{
	int i, err, deleted = 0;

	for (i = 0; i < netcfg_batch_count(there); i++) {
		err = netcfg_batch_error(there, i);
		if (err &&
		    err != -ENODEV) /* gone since the list was made, by someone else's hand */
			return err;
		deleted += err == 0;
	}
	return deleted;
}

static int delete_round(struct netcfg *there, bool *ret_interrupted)
{
	struct netcfg_link_list *list;
	int failed, err = netcfg_link_list(there, NULL, &list);

	if (err < 0)
		return err;
	*ret_interrupted = err > 0;
	err = netcfg_batch_begin(there, 0);
	if (!err)
		err = queue_all(there, list);
	netcfg_link_list_free(list);
	if (err)
		return err;
	failed = netcfg_batch_commit(there);
	if (failed < 0)
		return failed;
	return outcome(there);
}

/* What an interrupted list may have left out is looked for again. */
static int delete_all(struct netcfg *nc, struct netcfg *there)
{
	int round, n, deleted = 0;
	bool interrupted = true;

	for (round = 0; round < ROUNDS_MAX && interrupted; round++) {
		n = delete_round(there, &interrupted);
		if (n < 0)
			return error_detail(&nc->error, n, "%s", netcfg_error_message(there));
		deleted += n;
	}
	if (interrupted)
		return error_detail(&nc->error, -EBUSY, "links keep coming and going in it");
	return deleted;
}

static int delete_links(struct netcfg *nc, const char *name)
{
	struct netcfg *there;
	int err, fd = netns_open_name(nc, "name", name);

	if (fd < 0)
		return fd;
	err = netcfg_open_netns_fd(&there, fd);
	close(fd);
	if (err)
		return error_detail(&nc->error, err, "entering it");
	there->timeout_ms = nc->timeout_ms;
	err = delete_all(nc, there);
	if (nc->names) /* the other ends of pairs may have been here */
		name_table_clear(nc->names);
	add_stats(&nc->stats, &there->stats);
	netcfg_close(there);
	return err;
}

int netcfg_netns_delete_links(struct netcfg *nc, const char *name)
{
	int err = call_begin(nc, "delete links of namespace", name, NULL, NULL);

	return err ? err : call_end(nc, delete_links(nc, name));
}
