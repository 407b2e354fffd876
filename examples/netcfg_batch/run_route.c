/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Routes. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>

#include "run.h"

/* Deletes of a flush that are sent together. */
#define CHUNK 512

static bool is_in(const struct prefix *p, const char *address, uint32_t family)
{
	uint8_t bytes[16];

	return (int)family == p->family && inet_pton(p->family, address, bytes) == 1 &&
	       prefix_contains(p, bytes);
}

/* With a word for a prefix, "default", only lengths are compared. */
static bool has_destination(const struct route_filter *f, const struct netcfg_route_info *info)
{
	struct prefix own = { .family = (int)info->family, .length = info->prefix_length };
	char text[INET6_ADDRSTRLEN];

	if (f->has_root &&
	    (f->root.length > own.length ||
	     (!f->root.is_word && !is_in(&f->root, info->destination, info->family))))
		return false;
	if (!f->has_match)
		return true;
	if (f->match.length < own.length)
		return false;
	if (f->match.is_word)
		return true;
	if (f->match.family != own.family ||
	    inet_pton(own.family, info->destination, own.bytes) != 1)
		return false;
	inet_ntop(f->match.family, f->match.bytes, text, sizeof(text));
	return is_in(&own, text, (uint32_t)f->match.family);
}

static bool matches(const struct route_filter *f, const struct netcfg_route_info *info)
{
	/* As ip has it: a route of several hops has no link. */
	if (f->link && info->hop_count > 1)
		return false;
	if (f->has_scope && f->scope != info->scope)
		return false;
	if (f->has_via && !is_in(&f->via, info->via, info->via_family))
		return false;
	if (f->has_source && !is_in(&f->source, info->source, info->family))
		return false;
	return has_destination(f, info);
}

static int delete_listed(struct netcfg *nc, const struct netcfg_route_info *info, const char *link)
{
	char destination[NETCFG_ROUTE_TEXT_SIZE + 8];
	struct netcfg_route_config config = {
		.size = sizeof(config),
		.family = info->family,
		.metric = info->metric,
		.table = info->table,
		.protocol = info->protocol,
		.type = info->type,
		.tos = info->tos,
	};

	/* Of several hops: all, for which no single one may be given. */
	if (info->hop_count <= 1) {
		config.via = info->via[0] ? info->via : NULL;
		config.dev = *link ? link : NULL;
	}
	if (info->family == AF_INET) {
		config.flags |= NETCFG_ROUTE_SCOPE;
		config.scope = info->scope;
	}
	snprintf(destination, sizeof(destination), "%s/%u", info->destination, info->prefix_length);
	return netcfg_route_delete(nc, destination, &config);
}

/* One that went with another one, or by someone else's hand, is as good as deleted. */
static int end_chunk(struct netcfg *nc)
{
	int result = netcfg_batch_commit(nc);

	if (result <= 0)
		return result;
	for (int i = 0; i < netcfg_batch_count(nc); i++) {
		const int err = netcfg_batch_error(nc, i);

		if (err && err != -ESRCH && err != -ENODEV)
			return err;
	}
	return 0;
}

struct chosen {
	struct netcfg_route_info info;
	char link[NETCFG_LINK_NAME_SIZE];
};

/* Names are looked up before the batch, in which nothing can be read. */
static int delete_chunk(struct netcfg *nc, const struct chosen *routes, int count)
{
	int err = netcfg_batch_begin(nc, 0);

	for (int i = 0; !err && i < count; i++) {
		err = delete_listed(nc, &routes[i].info, routes[i].link);
		if (err)
			netcfg_batch_abort(nc);
	}
	return err ? err : end_chunk(nc);
}

static int flush_list(struct netcfg *nc, struct netcfg_route_list *list,
		      const struct route_filter *f)
{
	static struct chosen routes[CHUNK];
	struct netcfg_route_info info = { .size = sizeof(info) };
	struct link_names names = { 0 };
	int err = 0, count = 0;

	while (!err && netcfg_route_list_next(list, &info) > 0) {
		if (!matches(f, &info))
			continue;
		routes[count].info = info;
		snprintf(routes[count].link, sizeof(routes[count].link), "%s",
			 info.ifindex ? link_name_of(nc, &names, info.ifindex) : "");
		if (++count == CHUNK) {
			err = delete_chunk(nc, routes, count);
			count = 0;
		}
	}
	return err || !count ? err : delete_chunk(nc, routes, count);
}

static int flush(struct netcfg *nc, const struct route_filter *f)
{
	const struct netcfg_route_filter filter = {
		.size = sizeof(filter),
		.dev = f->link,
		.family = (uint32_t)f->family,
		.table = f->table,
		.protocol = f->protocol,
		.type = f->type,
	};
	struct netcfg_route_list *list;
	int err;

	/* The kernel has had no cache of routes since 3.6. */
	if (f->cache)
		return 0;
	err = netcfg_route_list(nc, &filter, &list);
	if (err < 0)
		return err;
	err = flush_list(nc, list, f);
	netcfg_route_list_free(list);
	return err;
}

int run_route(struct netcfg *nc, struct command *c, struct failure *f)
{
	const struct route_command *r = &c->u.route;

	(void)f;
	switch (c->verb) {
	case ROUTE_ADD:
		return netcfg_route_add(nc, r->destination, &r->config);
	case ROUTE_REPLACE:
		return netcfg_route_replace(nc, r->destination, &r->config);
	case ROUTE_APPEND:
		return netcfg_route_append(nc, r->destination, &r->config);
	case ROUTE_CHANGE:
		return netcfg_route_change(nc, r->destination, &r->config);
	case ROUTE_DELETE:
		return netcfg_route_delete(nc, r->destination, &r->config);
	case ROUTE_FLUSH:
		return flush(nc, &c->u.routes);
	case ROUTE_PREPEND:
		return netcfg_route_prepend(nc, r->destination, &r->config);
	default:
		return -EINVAL;
	}
}
