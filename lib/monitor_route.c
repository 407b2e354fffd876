/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "monitor.h"

#include <errno.h>
#include <string.h>

#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "config.h"
#include "parse.h"
#include "route_info.h"

/* What makes a route the one it is; what does not apply is zero. */
struct route_key {
	char destination[NETCFG_ROUTE_TEXT_SIZE];
	char via[NETCFG_ROUTE_TEXT_SIZE];
	uint32_t family;
	uint32_t prefix_length;
	uint32_t table;
	uint32_t metric;
	uint32_t tos;
	uint32_t type;
	int32_t ifindex;
	uint32_t nexthop_id;
};

void monitor_route_init(struct netcfg_monitor *m)
{
	table_init(&m->routes.removed, sizeof(struct route_key), sizeof(struct route_key));
	list_init(&m->hops, sizeof(struct netcfg_route_hop_info));
}

void monitor_route_free(struct netcfg_monitor *m)
{
	table_free(&m->routes.removed);
	list_free(&m->hops);
}

static void make_key(const struct netcfg_route_info *info, struct route_key *key)
{
	memcpy(key->destination, info->destination, sizeof(key->destination));
	memcpy(key->via, info->via, sizeof(key->via));
	key->family = info->family;
	key->prefix_length = info->prefix_length;
	key->table = info->table;
	key->metric = info->metric;
	key->tos = info->tos;
	key->type = info->type;
	key->ifindex = info->ifindex;
	key->nexthop_id = info->nexthop_id;
}

/*
 * While the list is being made: a part of it may be older than an event that came
 * before it, as with links, so what was removed meanwhile is remembered.
 */
static int remember_removed(struct netcfg_monitor *m, const struct route_key *key)
{
	if (m->phase != MONITOR_ROUTES || table_find(&m->routes.removed, key))
		return 0;
	return table_add(&m->routes.removed, key) ? 0 : -ENOMEM;
}

static int tell_route(struct netcfg_monitor *m, enum netcfg_event_type type, uint32_t flags)
{
	monitor_tell_mark(m, type, flags);
	m->event.object = NETCFG_OBJECT_ROUTE;
	m->event.ifindex = m->route.ifindex;
	m->event.route = &m->route;
	return 1;
}

/* Damaged ones are passed over, as with links: the kernel sends none. */
static int read_route(struct netcfg_monitor *m, const struct nlmsghdr *h)
{
	int err;

	if (route_info_is_route(h) <= 0)
		return 0;
	list_clear(&m->hops);
	err = route_info_parse(h, &m->route, &m->hops);
	if (err == -ENOMEM)
		return err;
	return err ? 0 : 1;
}

static int take_event(struct netcfg_monitor *m, const struct nlmsghdr *h)
{
	struct route_key key = { 0 };
	int r = read_route(m, h);

	if (r <= 0)
		return r;
	if (h->nlmsg_type == RTM_NEWROUTE)
		return tell_route(m,
				  h->nlmsg_flags & NLM_F_REPLACE ? NETCFG_EVENT_CHANGED
								 : NETCFG_EVENT_ADDED,
				  0);
	make_key(&m->route, &key);
	r = remember_removed(m, &key);
	return r ? r : tell_route(m, NETCFG_EVENT_REMOVED, 0);
}

static void take_end(struct netcfg_monitor *m, int err)
{
	struct route_listing *l = &m->routes;

	l->asked = false;
	l->err = err;
	l->failed = err != 0;
}

static int take_answer(struct netcfg_monitor *m, const struct nlmsghdr *h)
{
	struct route_listing *l = &m->routes;
	struct route_key key = { 0 };
	int r;

	if (h->nlmsg_flags & NLM_F_DUMP_INTR)
		l->interrupted = true;
	if (h->nlmsg_type == NLMSG_DONE || h->nlmsg_type == NLMSG_ERROR) {
		take_end(m, h->nlmsg_type == NLMSG_DONE ? parse_done(h) : parse_error(h));
		return 0;
	}
	if (h->nlmsg_type != RTM_NEWROUTE)
		return 0;
	r = read_route(m, h);
	if (r <= 0)
		return r;
	make_key(&m->route, &key);
	if (table_find(&l->removed, &key))
		return 0;
	return tell_route(m, NETCFG_EVENT_ADDED, NETCFG_EVENT_FROM_LIST);
}

int monitor_route_take(struct netcfg_monitor *m, const struct nlmsghdr *h)
{
	if (m->routes.asked && h->nlmsg_seq == m->routes.seq && h->nlmsg_pid == m->socket.portid)
		return take_answer(m, h);
	if (!(m->flags & NETCFG_MONITOR_ROUTES))
		return 0;
	if (h->nlmsg_type != RTM_NEWROUTE && h->nlmsg_type != RTM_DELROUTE)
		return 0;
	return take_event(m, h);
}

void monitor_route_begin(struct netcfg_monitor *m)
{
	struct route_listing *l = &m->routes;

	table_free(&l->removed);
	l->asked = false;
	l->failed = false;
	l->interrupted = false;
	l->tries = 0;
	m->phase = MONITOR_ROUTES;
}

/* Once more, or the first time? */
static bool must_ask(const struct netcfg_monitor *m)
{
	const uint32_t both = NETCFG_MONITOR_ROUTES | NETCFG_MONITOR_LIST;
	const struct route_listing *l = &m->routes;

	if ((m->flags & both) != both)
		return false;
	return l->tries == 0 || l->failed || (l->interrupted && l->tries < MONITOR_LIST_TRIES);
}

int monitor_route_go_on(struct netcfg_monitor *m)
{
	struct route_listing *l = &m->routes;
	int err;

	if (l->asked)
		return 0;
	if (l->failed && l->err) { /* said once; the next call tries again */
		err = l->err;
		l->err = 0;
		return err;
	}
	if (must_ask(m)) {
		err = monitor_ask(m, RTM_GETROUTE, sizeof(struct rtmsg), &l->seq);
		if (err)
			return err;
		l->asked = true;
		l->failed = false;
		l->interrupted = false;
		l->tries++;
		return 0;
	}
	table_free(&l->removed);
	m->phase = MONITOR_FOLLOW;
	monitor_tell_mark(m, NETCFG_EVENT_LISTED,
			  m->incomplete || l->interrupted ? NETCFG_EVENT_INCOMPLETE : 0);
	return 1;
}

int netcfg_monitor_route_hop(const struct netcfg_monitor *monitor, uint32_t position,
			     struct netcfg_route_hop_info *ret_hop)
{
	struct netcfg_route_hop_info only;

	if (!monitor || !config_out_fits(ret_hop, ROUTE_HOP_INFO_FIRST_SIZE))
		return -EINVAL;
	if (!monitor->event.route || position >= monitor->route.hop_count)
		return 0;
	if (monitor->route.hop_count > 1) {
		config_copy_out(ret_hop, list_at(&monitor->hops, position), sizeof(only));
		return 1;
	}
	route_info_only_hop(&monitor->route, &only);
	config_copy_out(ret_hop, &only, sizeof(only));
	return 1;
}
