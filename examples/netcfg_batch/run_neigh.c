/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Neighbours. */
#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

#include "run.h"

static int list_find(struct netcfg *nc, const struct neigh_command *n, bool *ret_found)
{
	struct netcfg_neigh_info info = { .size = sizeof(info) };
	struct netcfg_neigh_list *list;
	const int family = strchr(n->address, ':') ? AF_INET6 : AF_INET;
	int err =
		netcfg_neigh_list(nc, n->link, family, n->config.flags & NETCFG_NEIGH_PROXY, &list);

	if (err < 0)
		return err;
	*ret_found = false;
	while (!*ret_found && netcfg_neigh_list_next(list, &info) > 0)
		*ret_found = strcmp(info.address, n->address) == 0;
	netcfg_neigh_list_free(list);
	return 0;
}

/* The library replaces, which makes what is not there. */
static int change(struct netcfg *nc, const struct neigh_command *n, struct failure *f)
{
	bool found;
	int err = list_find(nc, n, &found);

	if (err)
		return err;
	if (found)
		return netcfg_neigh_replace(nc, n->link, n->address, &n->config);
	refuse(f, "%s has no neighbour %s to be changed", n->link, n->address);
	return -ENOENT;
}

static bool matches(const struct neigh_filter *f, const struct netcfg_neigh_info *info)
{
	const uint32_t state = info->state ? info->state : NEIGH_FILTER_NO_STATE;
	uint8_t bytes[16];

	/* As ip has it: those that someone else has learned go in any state. */
	if (!(f->states & state) && !(info->flags & NETCFG_NEIGH_EXTERN_LEARN))
		return false;
	if (!f->has_to)
		return true;
	return (int)info->family == f->to.family &&
	       inet_pton(f->to.family, info->address, bytes) == 1 && prefix_contains(&f->to, bytes);
}

static int flush(struct netcfg *nc, const struct neigh_filter *f)
{
	struct netcfg_neigh_info info = { .size = sizeof(info) };
	struct link_names names = { 0 };
	struct netcfg_neigh_list *list;
	int err = netcfg_neigh_list(nc, f->link, f->family, 0, &list);

	if (err < 0)
		return err;
	err = 0;
	while (!err && netcfg_neigh_list_next(list, &info) > 0) {
		const char *link;

		if (!matches(f, &info))
			continue;
		link = link_name_of(nc, &names, info.ifindex);
		if (*link)
			err = netcfg_neigh_delete(nc, link, info.address, NULL);
		if (err == -ENOENT || err == -ENODEV)
			err = 0;
	}
	netcfg_neigh_list_free(list);
	return err;
}

int run_neigh(struct netcfg *nc, struct command *c, struct failure *f)
{
	const struct neigh_command *n = &c->u.neigh;

	switch (c->verb) {
	case NEIGH_ADD:
		return netcfg_neigh_add(nc, n->link, n->address, &n->config);
	case NEIGH_REPLACE:
		return netcfg_neigh_replace(nc, n->link, n->address, &n->config);
	case NEIGH_CHANGE:
		return change(nc, n, f);
	case NEIGH_DELETE:
		return netcfg_neigh_delete(nc, n->link, n->address, &n->config);
	case NEIGH_FLUSH:
		return flush(nc, &c->u.neighs);
	default:
		return -EINVAL;
	}
}
