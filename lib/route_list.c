/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: listing routes. */
#include <netcfg/route.h>

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>

#include "config.h"
#include "handle.h"
#include "list.h"
#include "names.h"
#include "request.h"
#include "route_info.h"

struct netcfg_route_list {
	struct list routes; /* of struct netcfg_route_info */
	struct list hops;   /* of struct netcfg_route_hop_info: those of routes with several */
	size_t first_hop;   /* in hops, of the route that was taken last */
};

/* A filter, checked, and where what passes it goes. */
struct collector {
	struct netcfg_route_filter filter;
	int ifindex; /* of filter.dev; 0: any */
	struct netcfg_route_list *list;
};

static int check_filter(struct netcfg *nc, struct netcfg_route_filter *f,
			const struct netcfg_route_filter *filter)
{
	struct error *e = &nc->error;
	int err = config_copy_in(nc, "filter", f, sizeof(*f),
				 SIZE_UP_TO(struct netcfg_route_filter, reserved), filter);

	if (err)
		return err;
	if (f->flags)
		return error_detail(e, -EINVAL, "filter.flags has unknown bits 0x%x", f->flags);
	if (f->reserved)
		return error_detail(e, -EINVAL, "filter.reserved is not 0");
	if (f->family && f->family != AF_INET && f->family != AF_INET6)
		return error_detail(e, -EINVAL, "filter.family %u is not AF_INET or AF_INET6",
				    f->family);
	if (f->protocol > 255)
		return error_detail(e, -ERANGE, "filter.protocol %u is above 255", f->protocol);
	if (f->type > NETCFG_ROUTE_THROW)
		return error_detail(e, -ERANGE, "filter.type %u is above %d", f->type,
				    NETCFG_ROUTE_THROW);
	return f->dev ? name_check(nc, "filter.dev", f->dev) : 0;
}

/* Through the link, also as one of several ways; those of the route begin at first_hop. */
static bool leads_through(const struct collector *c, const struct netcfg_route_info *info,
			  size_t first_hop)
{
	const struct list *hops = &c->list->hops;
	size_t i;

	if (info->ifindex == c->ifindex)
		return true;
	for (i = first_hop; i < hops->count; i++) {
		const struct netcfg_route_hop_info *hop = list_at(hops, i);

		if (hop->ifindex == c->ifindex)
			return true;
	}
	return false;
}

/* In the library too: a kernel without strict checking gives all routes (kernel-facts 4). */
static bool passes(const struct collector *c, const struct netcfg_route_info *info,
		   size_t first_hop)
{
	const struct netcfg_route_filter *f = &c->filter;

	if ((f->family && info->family != f->family) || (f->table && info->table != f->table))
		return false;
	if ((f->protocol && info->protocol != f->protocol) || (f->type && info->type != f->type))
		return false;
	return !c->ifindex || leads_through(c, info, first_hop);
}

static int add_route(const struct nlmsghdr *h, void *arg)
{
	struct collector *c = arg;
	struct list *hops = &c->list->hops;
	const size_t first_hop = hops->count;
	struct netcfg_route_info info, *item;
	int err;

	if (h->nlmsg_type != RTM_NEWROUTE)
		return -EBADMSG;
	err = route_info_is_route(h);
	if (err <= 0)
		return err;
	err = route_info_parse(h, &info, hops);
	if (err)
		return err;
	if (!passes(c, &info, first_hop)) {
		hops->count = first_hop;
		return 0;
	}
	item = list_add(&c->list->routes);
	if (!item)
		return -ENOMEM;
	*item = info;
	return 0;
}

static void forget_routes(void *arg)
{
	struct collector *c = arg;

	list_clear(&c->list->routes);
	list_clear(&c->list->hops);
}

static int dump(struct netcfg *nc, struct collector *c)
{
	const struct netcfg_route_filter *f = &c->filter;
	const struct request_sink sink = { .add = add_route, .reset = forget_routes, .arg = c };
	const struct rtmsg rtm = {
		.rtm_family = (uint8_t)f->family,
		.rtm_table = f->table < 256 ? (uint8_t)f->table : RT_TABLE_UNSPEC,
		.rtm_protocol = (uint8_t)f->protocol,
		.rtm_type = (uint8_t)f->type,
	};
	struct request r;
	int err;

	request_begin(&r, nc, RTM_GETROUTE, 0, &rtm, sizeof(rtm));
	if (f->table > 255)
		request_put_u32(&r, RTA_TABLE, f->table);
	if (c->ifindex)
		request_put_s32(&r, RTA_OIF, c->ifindex);
	err = request_dump(&r, &nc->socket, &sink);
	/* The kernel makes a table when a route comes into it, and refuses to list it before. */
	if (err == -ENOENT && f->table) {
		forget_routes(c);
		return 0;
	}
	return err;
}

static int list_routes(struct netcfg *nc, const struct netcfg_route_filter *filter,
		       struct netcfg_route_list *list)
{
	struct collector c = { .list = list };
	int err = check_filter(nc, &c.filter, filter);

	if (err)
		return err;
	if (c.filter.dev) {
		c.ifindex = name_to_index(nc, "filter.dev", c.filter.dev);
		if (c.ifindex < 0)
			return c.ifindex;
	}
	return dump(nc, &c);
}

static int make_list(struct netcfg *nc, const struct netcfg_route_filter *filter,
		     struct netcfg_route_list **ret_list)
{
	struct netcfg_route_list *list;
	int err;

	if (!ret_list)
		return error_detail(&nc->error, -EINVAL, "ret_list is NULL");
	list = calloc(1, sizeof(*list));
	if (!list)
		return -ENOMEM;
	list_init(&list->routes, sizeof(struct netcfg_route_info));
	list_init(&list->hops, sizeof(struct netcfg_route_hop_info));
	err = list_routes(nc, filter, list);
	if (err < 0)
		netcfg_route_list_free(list);
	else
		*ret_list = list;
	return err;
}

int netcfg_route_list(struct netcfg *nc, const struct netcfg_route_filter *filter,
		      struct netcfg_route_list **ret_list)
{
	int err = call_begin(nc, "list routes", NULL, NULL, NULL);

	return err ? err : call_end(nc, make_list(nc, filter, ret_list));
}

/* The route that was taken last, or NULL. */
static const struct netcfg_route_info *current(const struct netcfg_route_list *list)
{
	return list->routes.next ? list_at(&list->routes, list->routes.next - 1) : NULL;
}

int netcfg_route_list_next(struct netcfg_route_list *list, struct netcfg_route_info *ret_info)
{
	const struct netcfg_route_info *last;
	int result;

	if (!list)
		return -EINVAL;
	last = current(list);
	result = list_next(&list->routes, ret_info, ROUTE_INFO_FIRST_SIZE);
	if (result == 1 && last && last->hop_count > 1)
		list->first_hop += last->hop_count;
	return result;
}

int netcfg_route_list_hop(const struct netcfg_route_list *list, uint32_t position,
			  struct netcfg_route_hop_info *ret_hop)
{
	const struct netcfg_route_info *info;
	struct netcfg_route_hop_info only;

	if (!list || !config_out_fits(ret_hop, ROUTE_HOP_INFO_FIRST_SIZE))
		return -EINVAL;
	info = current(list);
	if (!info || position >= info->hop_count)
		return 0;
	if (info->hop_count == 1) {
		route_info_only_hop(info, &only);
		config_copy_out(ret_hop, &only, sizeof(only));
	} else {
		config_copy_out(ret_hop, list_at(&list->hops, list->first_hop + position),
				sizeof(only));
	}
	return 1;
}

void netcfg_route_list_free(struct netcfg_route_list *list)
{
	if (!list)
		return;
	list_free(&list->routes);
	list_free(&list->hops);
	free(list);
}
