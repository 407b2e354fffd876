/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lxc_net/made.h"
#include "lxc_net/queue.h"

static void keep_first(int *first, int err)
{
	if (!*first)
		*first = err;
}

/* The index is its own, whatever its name is by now. */
static bool is_there(const struct made *made, struct netcfg *host, const struct say *say)
{
	struct netcfg_link_info info = { .size = sizeof(info) };

	if (made->kind != MADE_VETH)
		return false;
	if (netcfg_link_get_by_index(host, made->index, &info) == 0 &&
	    strcmp(info.kind, "veth") == 0)
		return true;
	if (netcfg_link_index(host, made->name) > 0)
		note(say, made->line, "\"%s\" is another link by now and left alone", made->name);
	return false;
}

/* All host ends at once: a delete is waiting for most of its time, whatever it deletes. */
static int delete_veths(const struct made *made, size_t count, struct netcfg *host,
			const struct say *say)
{
	const struct made **found = calloc(count + 1, sizeof(*found));
	struct queue queue;
	size_t n = 0;

	if (!found) {
		refuse(say, 0, "out of memory");
		return -ENOMEM;
	}
	for (size_t i = 0; i < count; i++) {
		if (is_there(&made[i], host, say))
			found[n++] = &made[i];
	}
	queue_begin(&queue, host, say);
	for (size_t i = 0; i < n; i++)
		QUEUE(&queue, found[i]->line, netcfg_link_delete_by_index(host, found[i]->index));
	free(found);
	return queue_commit(&queue);
}

/* In the container it may have another name by now; the index is its own. */
static int delete_inside(const struct made *made, size_t count, struct netcfg *inside,
			 const struct say *say)
{
	int first = 0;

	for (size_t i = 0; i < count; i++) {
		int err;

		if (made[i].kind != MADE_INSIDE)
			continue;
		err = netcfg_link_delete_by_index(inside, made[i].index);
		if (err && err != -ENODEV)
			keep_first(&first, say_failure(say, made[i].line, inside, err));
	}
	return first;
}

static int give_back(const struct made *made, struct netcfg *inside, const struct say *say)
{
	/* This process is in the host's namespace. */
	const struct netcfg_link_config back = {
		.size = sizeof(back),
		.flags = NETCFG_LINK_NETNS_PID,
		.netns_pid = getpid(),
		.name = made->name,
		.mtu = made->old_mtu,
		.mac = *made->old_mac ? made->old_mac : NULL,
	};
	int err = netcfg_link_set_by_index(inside, made->index, &back);

	return err ? say_failure(say, made->line, inside, err) : 0;
}

static int give_all_back(const struct made *made, size_t count, struct netcfg *inside,
			 const struct say *say)
{
	int first = 0;

	for (size_t i = 0; i < count; i++) {
		if (made[i].kind != MADE_PHYS)
			continue;
		if (inside) {
			keep_first(&first, give_back(&made[i], inside, say));
			continue;
		}
		refuse(say, made[i].line,
		       "\"%s\" was in a namespace that is gone: the kernel has put it into the "
		       "initial one",
		       made[i].name);
		keep_first(&first, -ENOENT);
	}
	return first;
}

int made_undo(const struct made *made, size_t count, struct netcfg *host, struct netcfg *inside,
	      const struct say *say)
{
	int first = give_all_back(made, count, inside, say);

	if (inside)
		keep_first(&first, delete_inside(made, count, inside, say));
	keep_first(&first, delete_veths(made, count, host, say));
	return first;
}
