/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Every function of the library that takes a handle and gives a result: a new
 * one belongs in this table, and is then tried with NULL and after a fork().
 */
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>

#include "support/verb_creates.h"
#include "support/verbs.h"

/* No kernel object has this name; nothing is made if a call gets through. */
#define ABSENT "verb-absent"

/* What an output holds before the call. */
#define PATTERN 0x5a

static bool untouched(const void *output, size_t size)
{
	const unsigned char *bytes = output;

	for (size_t i = 0; i < size; i++)
		if (bytes[i] != PATTERN)
			return false;
	return true;
}

/* A verb that gives an object, which is freed at once. */
#define GIVING_VERB(name, type, call, free_object)                                                 \
	static int name(struct netcfg *nc)                                                         \
	{                                                                                          \
		struct type *object;                                                               \
		int r;                                                                             \
                                                                                                   \
		memset(&object, PATTERN, sizeof(object));                                          \
		r = call;                                                                          \
		if (r < 0)                                                                         \
			return untouched(&object, sizeof(object)) ? r : VERB_TOUCHED;              \
		free_object(object);                                                               \
		return r;                                                                          \
	}

static int set_timeout(struct netcfg *nc)
{
	return netcfg_set_timeout(nc, 30000);
}

static int set_netns_dir(struct netcfg *nc)
{
	return netcfg_set_netns_dir(nc, NULL);
}

static int link_set(struct netcfg *nc)
{
	const struct netcfg_link_config changes = { .size = sizeof(changes), .mtu = 1400 };

	return netcfg_link_set(nc, ABSENT, &changes);
}

static int link_set_by_index(struct netcfg *nc)
{
	const struct netcfg_link_config changes = { .size = sizeof(changes), .mtu = 1400 };

	return netcfg_link_set_by_index(nc, INT_MAX, &changes);
}

static int link_set_up(struct netcfg *nc)
{
	return netcfg_link_set_up(nc, ABSENT);
}

static int link_set_down(struct netcfg *nc)
{
	return netcfg_link_set_down(nc, ABSENT);
}

static int link_set_mtu(struct netcfg *nc)
{
	return netcfg_link_set_mtu(nc, ABSENT, 1400);
}

static int link_set_mac(struct netcfg *nc)
{
	return netcfg_link_set_mac(nc, ABSENT, "02:00:00:00:00:01");
}

static int link_set_master(struct netcfg *nc)
{
	return netcfg_link_set_master(nc, ABSENT, NULL);
}

static int link_rename(struct netcfg *nc)
{
	return netcfg_link_rename(nc, ABSENT, "verb-other");
}

static int link_move(struct netcfg *nc)
{
	return netcfg_link_move(nc, ABSENT, 0, NULL);
}

static int link_delete(struct netcfg *nc)
{
	return netcfg_link_delete(nc, ABSENT);
}

static int link_delete_by_index(struct netcfg *nc)
{
	return netcfg_link_delete_by_index(nc, INT_MAX);
}

static int link_delete_many(struct netcfg *nc)
{
	const char *const names[] = { ABSENT };
	static int errors[1]; /* in a batch they are written to by the commit */
	int r;

	memset(errors, PATTERN, sizeof(errors));
	r = netcfg_link_delete_many(nc, names, 1, errors);
	if (r < 0)
		/* If something was tried it has what is known of each. */
		return untouched(errors, sizeof(errors)) || errors[0] <= 0 ? r : VERB_TOUCHED;
	return errors[0];
}

static int link_delete_group(struct netcfg *nc)
{
	return netcfg_link_delete_group(nc, 0x12345678);
}

static int link_index(struct netcfg *nc)
{
	return netcfg_link_index(nc, ABSENT);
}

static int link_get(struct netcfg *nc)
{
	struct netcfg_link_info info;
	int r;

	memset(&info, PATTERN, sizeof(info));
	info.size = sizeof(info);
	r = netcfg_link_get(nc, ABSENT, &info);
	if (r < 0 && !untouched(info.name, sizeof(info) - offsetof(struct netcfg_link_info, name)))
		return VERB_TOUCHED;
	return r;
}

static int link_get_by_index(struct netcfg *nc)
{
	struct netcfg_link_info info;
	int r;

	memset(&info, PATTERN, sizeof(info));
	info.size = sizeof(info);
	r = netcfg_link_get_by_index(nc, INT_MAX, &info);
	if (r < 0 && !untouched(info.name, sizeof(info) - offsetof(struct netcfg_link_info, name)))
		return VERB_TOUCHED;
	return r;
}

GIVING_VERB(link_list, netcfg_link_list, netcfg_link_list(nc, NULL, &object), netcfg_link_list_free)

static int link_add_altname(struct netcfg *nc)
{
	return netcfg_link_add_altname(nc, ABSENT, "verb-altname");
}

static int link_delete_altname(struct netcfg *nc)
{
	return netcfg_link_delete_altname(nc, ABSENT, "verb-altname");
}

GIVING_VERB(altname_list, netcfg_altname_list, netcfg_altname_list(nc, ABSENT, &object),
	    netcfg_altname_list_free)

static int addr_add(struct netcfg *nc)
{
	return netcfg_addr_add(nc, ABSENT, "192.0.2.1/24", NULL);
}

static int addr_replace(struct netcfg *nc)
{
	return netcfg_addr_replace(nc, ABSENT, "192.0.2.1/24", NULL);
}

static int addr_delete(struct netcfg *nc)
{
	return netcfg_addr_delete(nc, ABSENT, "192.0.2.1/24", NULL);
}

static int addr_flush(struct netcfg *nc)
{
	return netcfg_addr_flush(nc, ABSENT, AF_UNSPEC);
}

GIVING_VERB(addr_list, netcfg_addr_list, netcfg_addr_list(nc, ABSENT, AF_UNSPEC, &object),
	    netcfg_addr_list_free)

/* Nothing goes there, should a call get through: the table is no one's. */
static const struct netcfg_route_config to_nowhere = {
	.size = sizeof(to_nowhere),
	.dev = ABSENT,
	.table = 0x12345678,
};

static int route_add(struct netcfg *nc)
{
	return netcfg_route_add(nc, "192.0.2.0/24", &to_nowhere);
}

static int route_replace(struct netcfg *nc)
{
	return netcfg_route_replace(nc, "192.0.2.0/24", &to_nowhere);
}

static int route_append(struct netcfg *nc)
{
	return netcfg_route_append(nc, "192.0.2.0/24", &to_nowhere);
}

static int route_prepend(struct netcfg *nc)
{
	return netcfg_route_prepend(nc, "192.0.2.0/24", &to_nowhere);
}

static int route_change(struct netcfg *nc)
{
	return netcfg_route_change(nc, "192.0.2.0/24", &to_nowhere);
}

static int route_delete(struct netcfg *nc)
{
	return netcfg_route_delete(nc, "192.0.2.0/24", &to_nowhere);
}

static int route_list(struct netcfg *nc)
{
	const struct netcfg_route_filter filter = { .size = sizeof(filter), .dev = ABSENT };
	struct netcfg_route_list *list;
	int r;

	memset(&list, PATTERN, sizeof(list));
	r = netcfg_route_list(nc, &filter, &list);
	if (r < 0)
		return untouched(&list, sizeof(list)) ? r : VERB_TOUCHED;
	netcfg_route_list_free(list);
	return r;
}

static int bridge_port_set(struct netcfg *nc)
{
	return netcfg_bridge_port_set(nc, ABSENT, NULL);
}

static int bridge_vlan_add(struct netcfg *nc)
{
	return netcfg_bridge_vlan_add(nc, ABSENT, 5, NETCFG_BRIDGE_VLAN_UNTAGGED);
}

static int bridge_vlan_delete(struct netcfg *nc)
{
	return netcfg_bridge_vlan_delete(nc, ABSENT, 5);
}

static const struct netcfg_neigh_config with_mac = {
	.size = sizeof(with_mac),
	.mac = "02:00:00:00:00:01",
};

static int neigh_add(struct netcfg *nc)
{
	return netcfg_neigh_add(nc, ABSENT, "192.0.2.1", &with_mac);
}

static int neigh_replace(struct netcfg *nc)
{
	return netcfg_neigh_replace(nc, ABSENT, "2001:db8::1", &with_mac);
}

static int neigh_delete(struct netcfg *nc)
{
	return netcfg_neigh_delete(nc, ABSENT, "192.0.2.1", NULL);
}

GIVING_VERB(neigh_list, netcfg_neigh_list, netcfg_neigh_list(nc, ABSENT, AF_UNSPEC, 0, &object),
	    netcfg_neigh_list_free)

static int netns_create(struct netcfg *nc)
{
	return netcfg_netns_create(nc, "..");
}

static int netns_attach(struct netcfg *nc)
{
	return netcfg_netns_attach(nc, ABSENT, -1);
}

static int netns_delete(struct netcfg *nc)
{
	return netcfg_netns_delete(nc, ABSENT);
}

static int netns_delete_links(struct netcfg *nc)
{
	return netcfg_netns_delete_links(nc, ABSENT);
}

static int netns_open(struct netcfg *nc)
{
	return netcfg_netns_open(nc, ABSENT);
}

GIVING_VERB(netns_list, netcfg_netns_list, netcfg_netns_list(nc, &object), netcfg_netns_list_free)

static int netns_set_id(struct netcfg *nc)
{
	return netcfg_netns_set_id(nc, ABSENT, 5);
}

static int netns_get_id(struct netcfg *nc)
{
	int32_t id;
	int r;

	memset(&id, PATTERN, sizeof(id));
	r = netcfg_netns_get_id(nc, ABSENT, &id);
	return r < 0 && !untouched(&id, sizeof(id)) ? VERB_TOUCHED : r;
}

GIVING_VERB(netns_list_ids, netcfg_netns_id_list, netcfg_netns_list_ids(nc, &object),
	    netcfg_netns_id_list_free)

/* These two are refused by a handle that is good, too: no batch is left open. */
static int batch_begin(struct netcfg *nc)
{
	return netcfg_batch_begin(nc, 1U << 31);
}

static int batch_commit(struct netcfg *nc)
{
	return netcfg_batch_commit(nc);
}

GIVING_VERB(monitor_open, netcfg_monitor, netcfg_monitor_open(&object, nc, NULL),
	    netcfg_monitor_close)

static int cache_enable(struct netcfg *nc)
{
	const int r = netcfg_cache_enable(nc);

	if (r == 0)
		netcfg_cache_disable(nc);
	return r;
}

const struct verb verbs[] = {
	{ "set_timeout", set_timeout },
	{ "set_netns_dir", set_netns_dir },
	{ "link_set", link_set },
	{ "link_set_by_index", link_set_by_index },
	{ "link_set_up", link_set_up },
	{ "link_set_down", link_set_down },
	{ "link_set_mtu", link_set_mtu },
	{ "link_set_mac", link_set_mac },
	{ "link_set_master", link_set_master },
	{ "link_rename", link_rename },
	{ "link_move", link_move },
	{ "link_delete", link_delete },
	{ "link_delete_by_index", link_delete_by_index },
	{ "link_delete_many", link_delete_many },
	{ "link_delete_group", link_delete_group },
	{ "link_index", link_index },
	{ "link_get", link_get },
	{ "link_get_by_index", link_get_by_index },
	{ "link_list", link_list },
	{ "link_add_altname", link_add_altname },
	{ "link_delete_altname", link_delete_altname },
	{ "altname_list", altname_list },
	{ "dummy_create", verb_dummy_create },
	{ "ifb_create", verb_ifb_create },
	{ "veth_create", verb_veth_create },
	{ "vlan_create", verb_vlan_create },
	{ "bridge_create", verb_bridge_create },
	{ "bridge_set", verb_bridge_set },
	{ "macvlan_create", verb_macvlan_create },
	{ "vxlan_create", verb_vxlan_create },
	{ "ipvlan_create", verb_ipvlan_create },
	{ "vrf_create", verb_vrf_create },
	{ "bond_create", verb_bond_create },
	{ "addr_add", addr_add },
	{ "addr_replace", addr_replace },
	{ "addr_delete", addr_delete },
	{ "addr_flush", addr_flush },
	{ "addr_list", addr_list },
	{ "route_add", route_add },
	{ "route_replace", route_replace },
	{ "route_append", route_append },
	{ "route_prepend", route_prepend },
	{ "route_change", route_change },
	{ "route_delete", route_delete },
	{ "route_list", route_list },
	{ "bridge_port_set", bridge_port_set },
	{ "bridge_vlan_add", bridge_vlan_add },
	{ "bridge_vlan_delete", bridge_vlan_delete },
	{ "neigh_add", neigh_add },
	{ "neigh_replace", neigh_replace },
	{ "neigh_delete", neigh_delete },
	{ "neigh_list", neigh_list },
	{ "netns_create", netns_create },
	{ "netns_attach", netns_attach },
	{ "netns_delete", netns_delete },
	{ "netns_delete_links", netns_delete_links },
	{ "netns_open", netns_open },
	{ "netns_list", netns_list },
	{ "netns_set_id", netns_set_id },
	{ "netns_get_id", netns_get_id },
	{ "netns_list_ids", netns_list_ids },
	{ "batch_begin", batch_begin },
	{ "batch_commit", batch_commit },
	{ "monitor_open", monitor_open },
	{ "cache_enable", cache_enable },
};

const size_t verbs_count = sizeof(verbs) / sizeof(verbs[0]);
