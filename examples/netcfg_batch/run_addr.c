/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Addresses. */
#include <arpa/inet.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "run.h"

/* Addresses may come while others go: a secondary that is promoted, someone else's. */
#define ROUNDS_MAX 10

/* An address as it is listed, to be deleted exactly. */
struct exact {
	struct netcfg_addr_config config;
	char address[NETCFG_ADDR_TEXT_SIZE + 8], peer[NETCFG_ADDR_TEXT_SIZE + 8];
};

static int delete_listed(struct netcfg *nc, const char *link, const struct netcfg_addr_info *info,
			 struct exact *e)
{
	e->config = (struct netcfg_addr_config){ .size = sizeof(e->config) };
	snprintf(e->address, sizeof(e->address), "%s/%u", info->address, info->prefix_length);
	if (info->peer[0]) {
		snprintf(e->address, sizeof(e->address), "%s", info->address);
		snprintf(e->peer, sizeof(e->peer), "%s/%u", info->peer, info->prefix_length);
		e->config.peer = e->peer;
	}
	return netcfg_addr_delete(nc, link, e->address, &e->config);
}

/* ip sends no length then, and the kernel takes the first address that fits. */
static int delete_any_length(struct netcfg *nc, const struct addr_command *a)
{
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct netcfg_addr_list *list;
	struct exact e;
	int err = netcfg_addr_list(nc, a->link, AF_INET, &list);
	char text[INET_ADDRSTRLEN];
	bool found = false;

	if (err < 0)
		return err;
	inet_ntop(AF_INET, a->local.bytes, text, sizeof(text));
	while (!found && netcfg_addr_list_next(list, &info) > 0)
		found = strcmp(info.address, text) == 0 &&
			(!a->config.label || strcmp(a->config.label, info.label) == 0);
	netcfg_addr_list_free(list);
	if (!found)
		return netcfg_addr_delete(nc, a->link, a->address, &a->config);
	return delete_listed(nc, a->link, &info, &e);
}

static bool has_label(const struct addr_filter *f, const struct netcfg_addr_info *info,
		      const char *link)
{
	return !f->label || fnmatch(f->label, info->label[0] ? info->label : link, 0) == 0;
}

static bool is_inside(const struct addr_filter *f, const struct netcfg_addr_info *info)
{
	uint8_t bytes[16];

	if (!f->has_to)
		return true;
	return (int)info->family == f->to.family &&
	       inet_pton(f->to.family, info->address, bytes) == 1 && prefix_contains(&f->to, bytes);
}

static bool matches(const struct addr_filter *f, const struct netcfg_addr_info *info,
		    const char *link)
{
	return is_inside(f, info) && has_label(f, info, link) &&
	       (!f->has_scope || f->scope == info->scope) &&
	       (info->flags & f->flag_mask) == f->flags;
}

/* The number that were there, or -errno. One that goes with another one is as good as deleted. */
static int flush_round(struct netcfg *nc, const struct addr_filter *f)
{
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct netcfg_addr_list *list;
	struct link_names names = { 0 };
	int err = netcfg_addr_list(nc, f->link, f->family, &list);
	int count = 0;

	if (err < 0)
		return err;
	err = 0;
	while (!err && netcfg_addr_list_next(list, &info) > 0) {
		const char *link = link_name_of(nc, &names, info.ifindex);
		struct exact e;

		if (!*link || !matches(f, &info, link))
			continue;
		err = delete_listed(nc, link, &info, &e);
		if (err == -EADDRNOTAVAIL || err == -ENODEV)
			err = 0;
		count++;
	}
	netcfg_addr_list_free(list);
	return err ? err : count;
}

static int flush_some(struct netcfg *nc, const struct addr_filter *f, struct failure *failure)
{
	for (int i = 0; i < ROUNDS_MAX; i++) {
		int count = flush_round(nc, f);

		if (count <= 0)
			return count;
	}
	refuse(failure, "addresses keep being added");
	return -EBUSY;
}

static int flush(struct netcfg *nc, const struct addr_filter *f)
{
	int removed = netcfg_addr_flush(nc, f->link, f->family);

	return removed < 0 ? removed : 0;
}

int run_addr(struct netcfg *nc, struct command *c, struct failure *f)
{
	const struct addr_command *a = &c->u.addr;

	switch (c->verb) {
	case ADDR_ADD:
		return netcfg_addr_add(nc, a->link, a->address, &a->config);
	case ADDR_REPLACE:
		return netcfg_addr_replace(nc, a->link, a->address, &a->config);
	case ADDR_DELETE:
		return netcfg_addr_delete(nc, a->link, a->address, &a->config);
	case ADDR_DELETE_ANY_LENGTH:
		return delete_any_length(nc, a);
	case ADDR_FLUSH:
		return flush(nc, &c->u.addrs);
	case ADDR_FLUSH_SOME:
		return flush_some(nc, &c->u.addrs, f);
	default:
		return -EINVAL;
	}
}
