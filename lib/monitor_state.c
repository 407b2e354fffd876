/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "monitor.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include <arpa/inet.h>
#include <linux/if_addr.h>
#include <linux/net_namespace.h>
#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "addr_info.h"
#include "link_merge.h"
#include "netns_id.h"
#include "parse.h"

/* A message on its way into the table of its kind. */
struct arrival {
	struct netcfg_monitor *m;
	const struct nlmsghdr *h;
	enum monitor_kind kind;
	bool removes;
	bool listed;
	struct entry_key key;
	struct entry *entry; /* what has the key, or NULL */
};

/*
 * Is it known better already? A part of a list may have been filled before a
 * change and be queued behind the change's event (kernels list addresses without
 * the RTNL), so what an event has told during a list, the list cannot change. Nor
 * can the list's second try its first.
 */
static bool is_stale(const struct arrival *a)
{
	return a->listed && a->entry && a->entry->seen == a->m->list_number;
}

static int find_or_add(struct arrival *a)
{
	if (!a->entry)
		a->entry = table_add(&a->m->tables[a->kind], &a->key);
	if (!a->entry)
		return -ENOMEM;
	a->entry->seen = a->m->list_number;
	return 0;
}

/*
 * Something is removed: true if it was there. During a list a mark is left, for
 * a part of it that is stale. What nobody has heard of is no event (B103).
 */
static int take_removal(struct arrival *a, bool *ret_was_there)
{
	int err;

	*ret_was_there = a->entry && !a->entry->gone;
	if (!a->entry && !a->m->listing)
		return 0;
	err = find_or_add(a);
	if (!err)
		a->entry->gone = true;
	return err;
}

/* The kernel tells where a link has gone since 4.15, and its index there since 5.1 (B101). */
static void read_move(const struct nlmsghdr *h, struct link_entry *e)
{
	struct nlattr *tb[IFLA_MAX + 1];

	parse_message(h, sizeof(struct ifinfomsg), tb, IFLA_MAX);
	e->moved = tb[IFLA_NEW_NETNSID] != NULL;
	e->new_nsid = parse_s32(tb[IFLA_NEW_NETNSID], -1);
	e->new_ifindex = parse_s32(tb[IFLA_NEW_IFINDEX], 0);
}

static int update_link(struct arrival *a, const struct netcfg_link_info *info)
{
	struct link_entry *e;
	bool known = a->entry && !a->entry->gone;
	int err = find_or_add(a);

	if (err)
		return err;
	e = (struct link_entry *)a->entry;
	if (!known || memcmp(&e->info, info, sizeof(*info)) != 0)
		e->head.different = true;
	e->head.gone = false;
	e->moved = false;
	e->info = *info;
	return 0;
}

static int take_link(struct arrival *a, bool *ret_news)
{
	const struct ifinfomsg *ifi = nlmsg_data(a->h);
	const struct link_entry *known;
	struct netcfg_link_info info;
	int err;

	/* Bridges tell of their ports in messages of the same type (B36, B98, B105). */
	if (!nlmsg_valid_hdr(a->h, sizeof(*ifi)) || ifi->ifi_family != AF_UNSPEC ||
	    ifi->ifi_index <= 0)
		return 0;
	a->key.id = ifi->ifi_index;
	a->entry = table_find(&a->m->tables[MONITOR_LINK], &a->key);
	if (is_stale(a))
		return 0;
	if (a->removes) {
		err = take_removal(a, ret_news);
		if (*ret_news)
			read_move(a->h, (struct link_entry *)a->entry);
		return err;
	}
	known = a->entry && !a->entry->gone ? (const struct link_entry *)a->entry : NULL;
	if (link_info_merge(a->h, known ? &known->info : NULL, &info) < 0)
		return 0;
	*ret_news = true;
	return update_link(a, &info);
}

static void make_addr_key(const struct netcfg_addr_info *info, struct entry_key *key)
{
	const int family = (int)info->family;

	key->id = info->ifindex;
	key->family = (uint8_t)family;
	inet_pton(family, info->address, key->address);
	/* An IPv6 address is on a link once, whatever its length (case B70). */
	if (family == AF_INET6)
		return;
	key->prefix_length = (uint8_t)info->prefix_length;
	inet_pton(family, info->peer, key->peer);
}

static bool has_end(uint32_t lifetime)
{
	return lifetime != NETCFG_ADDR_FOREVER;
}

/* Seconds that went by make no difference. */
static bool same_addr(const struct netcfg_addr_info *a, const struct netcfg_addr_info *b)
{
	struct netcfg_addr_info x = *a;

	if (has_end(a->valid_lifetime) && has_end(b->valid_lifetime))
		x.valid_lifetime = b->valid_lifetime;
	if (has_end(a->preferred_lifetime) && has_end(b->preferred_lifetime))
		x.preferred_lifetime = b->preferred_lifetime;
	return memcmp(&x, b, sizeof(x)) == 0;
}

static int update_addr(struct arrival *a, const struct netcfg_addr_info *info)
{
	struct addr_entry *e;
	int err = find_or_add(a);

	if (err)
		return err;
	e = (struct addr_entry *)a->entry;
	if (!same_addr(&e->info, info))
		e->head.different = true;
	e->head.gone = false;
	e->info = *info;
	return 0;
}

static int take_addr(struct arrival *a, bool *ret_news)
{
	struct netcfg_addr_info info;

	if (addr_info_parse(a->h, &info) != 0 || !info.address[0] || info.ifindex <= 0)
		return 0;
	make_addr_key(&info, &a->key);
	a->entry = table_find(&a->m->tables[MONITOR_ADDR], &a->key);
	if (is_stale(a))
		return 0;
	if (a->removes)
		return take_removal(a, ret_news);
	*ret_news = true;
	return update_addr(a, &info);
}

static int take_nsid(struct arrival *a, bool *ret_news)
{
	struct nlattr *tb[NETNSA_MAX + 1];

	if (parse_message(a->h, sizeof(struct rtgenmsg), tb, NETNSA_MAX) < 0)
		return 0;
	a->key.id = parse_s32(tb[NETNSA_NSID], NETNS_ID_NONE);
	if (a->key.id < 0)
		return 0;
	a->entry = table_find(&a->m->tables[MONITOR_NSID], &a->key);
	if (is_stale(a))
		return 0;
	if (a->removes)
		return take_removal(a, ret_news);
	*ret_news = true;
	if (a->entry)
		a->entry->gone = false;
	return find_or_add(a);
}

int monitor_take(struct netcfg_monitor *m, const struct nlmsghdr *h, bool listed,
		 enum monitor_kind *ret_kind, struct entry **ret_entry)
{
	static const struct {
		uint16_t added, removed;
		int (*take)(struct arrival *a, bool *ret_news);
	} kinds[MONITOR_KINDS] = {
		[MONITOR_LINK] = { RTM_NEWLINK, RTM_DELLINK, take_link },
		[MONITOR_ADDR] = { RTM_NEWADDR, RTM_DELADDR, take_addr },
		[MONITOR_NSID] = { RTM_NEWNSID, RTM_DELNSID, take_nsid },
	};
	struct arrival a = { .m = m, .h = h, .listed = listed };
	bool news = false;
	int i, err = 0;

	for (i = 0; i < MONITOR_KINDS; i++) {
		if (h->nlmsg_type != kinds[i].added && h->nlmsg_type != kinds[i].removed)
			continue;
		a.kind = (enum monitor_kind)i;
		a.removes = h->nlmsg_type == kinds[i].removed;
		if (monitor_wants(m, a.kind))
			err = kinds[i].take(&a, &news);
		break;
	}
	*ret_kind = a.kind;
	*ret_entry = !err && news ? a.entry : NULL;
	return err;
}

static void tell_link(struct netcfg_monitor *m, struct link_entry *e)
{
	struct netcfg_event *event = &m->event;

	event->object = NETCFG_OBJECT_LINK;
	event->ifindex = e->head.key.id;
	if (e->head.gone && e->moved) {
		event->type = NETCFG_EVENT_MOVED;
		event->nsid = e->new_nsid;
		event->new_ifindex = e->new_ifindex;
	} else if (event->type == NETCFG_EVENT_CHANGED && strcmp(e->told_name, e->info.name) != 0) {
		event->type = NETCFG_EVENT_RENAMED;
		memcpy(event->old_name, e->told_name, sizeof(event->old_name));
	}
	memcpy(e->told_name, e->info.name, sizeof(e->told_name));
	m->link = e->info;
	event->link = &m->link;
}

static void tell_addr(struct netcfg_monitor *m, const struct addr_entry *e)
{
	m->event.object = NETCFG_OBJECT_ADDR;
	m->event.ifindex = e->head.key.id;
	m->addr = e->info;
	m->event.addr = &m->addr;
}

void monitor_tell_mark(struct netcfg_monitor *m, enum netcfg_event_type type, uint32_t flags)
{
	memset(&m->event, 0, sizeof(m->event));
	m->event.size = sizeof(m->event);
	m->event.type = type;
	m->event.flags = flags;
	m->event.nsid = NETNS_ID_NONE;
}

void monitor_tell(struct netcfg_monitor *m, enum monitor_kind kind, struct entry *e, uint32_t flags)
{
	const enum netcfg_event_type type = e->gone   ? NETCFG_EVENT_REMOVED
					    : e->told ? NETCFG_EVENT_CHANGED
						      : NETCFG_EVENT_ADDED;

	monitor_tell_mark(m, type, flags);
	if (kind == MONITOR_LINK) {
		tell_link(m, (struct link_entry *)e);
	} else if (kind == MONITOR_ADDR) {
		tell_addr(m, (const struct addr_entry *)e);
	} else {
		m->event.object = NETCFG_OBJECT_NSID;
		m->event.nsid = e->key.id;
	}
	e->told = true;
	e->different = false;
	if (e->gone)
		table_remove(&m->tables[kind], e);
}
