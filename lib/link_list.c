/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: listing links. */
#include <netcfg/link.h>

#include <errno.h>
#include <net/if.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "config.h"
#include "handle.h"
#include "link_info.h"
#include "list.h"
#include "names.h"
#include "request.h"

/* A filter, checked, and where what passes it goes. */
struct collector {
	struct netcfg_link_filter filter;
	int master; /* ifindex; 0: any */
	struct list *links;
};

static int check_filter(struct netcfg *nc, struct collector *c,
			const struct netcfg_link_filter *filter)
{
	const uint32_t unknown = ~(uint32_t)NETCFG_LINK_FILTER_UP;
	struct error *e = &nc->error;
	int err = config_copy_in(nc, "filter", &c->filter, sizeof(c->filter),
				 SIZE_UP_TO(struct netcfg_link_filter, reserved), filter);

	if (err)
		return err;
	if (c->filter.flags & unknown)
		return error_detail(e, -EINVAL, "filter.flags has unknown bits 0x%x",
				    c->filter.flags & unknown);
	if (c->filter.reserved)
		return error_detail(e, -EINVAL, "filter.reserved is not 0");
	if (c->filter.kind && (!*c->filter.kind || strnlen(c->filter.kind, NETCFG_LINK_KIND_SIZE) ==
							   NETCFG_LINK_KIND_SIZE))
		return error_detail(e, -EINVAL, "filter.kind is empty or longer than %d bytes",
				    NETCFG_LINK_KIND_SIZE - 1);
	return c->filter.master ? name_check(nc, "filter.master", c->filter.master) : 0;
}

/* Again in the library: a kernel may ignore what it was asked to filter by (B96). */
static bool passes(const struct collector *c, const struct netcfg_link_info *info)
{
	if (c->filter.kind && strcmp(info->kind, c->filter.kind) != 0)
		return false;
	if (c->master && info->master != c->master)
		return false;
	return !(c->filter.flags & NETCFG_LINK_FILTER_UP) || (info->flags & IFF_UP);
}

static int add_link(const struct nlmsghdr *h, void *arg)
{
	struct collector *c = arg;
	struct netcfg_link_info info, *item;
	int err = link_info_parse(h, &info);

	if (err)
		return err;
	/* A bridge port has a second message, of family AF_BRIDGE, with less in it (B98). */
	if (((const struct ifinfomsg *)nlmsg_data(h))->ifi_family != AF_UNSPEC || !passes(c, &info))
		return 0;
	item = list_add(c->links);
	if (!item)
		return -ENOMEM;
	*item = info;
	return 0;
}

static void forget_links(void *arg)
{
	struct collector *c = arg;

	list_clear(c->links);
}

static int dump(struct netcfg *nc, struct collector *c)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };
	const struct request_sink sink = { .add = add_link, .reset = forget_links, .arg = c };
	struct request r;
	struct nlattr *nest;

	request_begin(&r, nc, RTM_GETLINK, 0, &ifi, sizeof(ifi));
	request_put_u32(&r, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
	if (c->master)
		request_put_u32(&r, IFLA_MASTER, (uint32_t)c->master);
	if (c->filter.kind) {
		nest = request_nest(&r, IFLA_LINKINFO);
		request_put_string(&r, IFLA_INFO_KIND, c->filter.kind);
		request_nest_end(&r, nest);
	}
	return request_dump(&r, &nc->socket, &sink);
}

static int by_ifindex(const void *a, const void *b)
{
	const struct netcfg_link_info *x = a, *y = b;

	return (x->ifindex > y->ifindex) - (x->ifindex < y->ifindex);
}

/* As a kernel gives them that keeps its links by their index (6.9); sorting 20,000 takes 10 ms. */
static bool is_in_order(const struct netcfg_link_info *info, size_t count)
{
	size_t i;

	for (i = 1; i < count; i++) {
		if (info[i - 1].ifindex >= info[i].ifindex)
			return false;
	}
	return true;
}

/* One entry for each ifindex, whatever order the kernel keeps them in and however it changed. */
static void sort_and_unite(struct list *links)
{
	struct netcfg_link_info *info;
	size_t i, kept = 0;

	if (links->count == 0)
		return;
	info = list_at(links, 0);
	if (is_in_order(info, links->count))
		return;
	qsort(info, links->count, sizeof(*info), by_ifindex);
	for (i = 1; i < links->count; i++) {
		if (info[i].ifindex != info[kept].ifindex)
			kept++;
		if (kept != i)
			info[kept] = info[i];
	}
	links->count = kept + 1;
}

static int list_links(struct netcfg *nc, const struct netcfg_link_filter *filter,
		      struct list *links)
{
	struct collector c = { .links = links };
	int err = check_filter(nc, &c, filter);

	if (err)
		return err;
	if (c.filter.master) {
		c.master = name_to_index(nc, "filter.master", c.filter.master);
		if (c.master < 0)
			return c.master;
	}
	err = dump(nc, &c);
	if (err >= 0)
		sort_and_unite(links);
	return err;
}

int netcfg_link_list(struct netcfg *nc, const struct netcfg_link_filter *filter,
		     struct netcfg_link_list **ret_list)
{
	struct list *links = NULL;
	int err = call_begin(nc, "list links", NULL, NULL, NULL);

	if (err)
		return err;
	err = list_new(nc, ret_list, sizeof(struct netcfg_link_info), &links);
	if (!err)
		err = list_links(nc, filter, links);
	if (err < 0)
		list_destroy(links);
	else
		*ret_list = (struct netcfg_link_list *)links;
	return call_end(nc, err);
}

int netcfg_link_list_next(struct netcfg_link_list *list, struct netcfg_link_info *ret_info)
{
	return list_next((struct list *)list, ret_info, LINK_INFO_FIRST_SIZE);
}

void netcfg_link_list_free(struct netcfg_link_list *list)
{
	list_destroy((struct list *)list);
}
