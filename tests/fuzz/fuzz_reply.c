/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernel's answers to a verb, which the first byte chooses. Our port is 1000, the first
 * sequence number 1. */
#include <limits.h>
#include <string.h>
#include <sys/socket.h>

#include <netcfg/netcfg.h>

#include "fuzz.h"
#include "input.h"

static void list_links(struct netcfg *nc)
{
	const struct netcfg_link_filter filter = { .size = sizeof(filter), .kind = "veth" };
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;
	int last = 0;

	if (netcfg_link_list(nc, &filter, &list) < 0)
		return;
	while (netcfg_link_list_next(list, &info) == 1) {
		must(info.ifindex > last);
		must(strcmp(info.kind, "veth") == 0);
		last = info.ifindex;
	}
	netcfg_link_list_free(list);
}

static void list_all_links(struct netcfg *nc)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;

	if (netcfg_link_list(nc, NULL, &list) < 0)
		return;
	while (netcfg_link_list_next(list, &info) == 1)
		must(memchr(info.name, '\0', sizeof(info.name)));
	netcfg_link_list_free(list);
}

static void get_link(struct netcfg *nc)
{
	struct netcfg_link_info info = { .size = sizeof(info) };

	if (netcfg_link_get(nc, "name", &info) == 0)
		must(info.ifindex > 0);
}

static void list_addrs(struct netcfg *nc)
{
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct netcfg_addr_list *list;

	if (netcfg_addr_list(nc, NULL, AF_UNSPEC, &list) < 0)
		return;
	while (netcfg_addr_list_next(list, &info) == 1) {
		must(info.family == AF_INET || info.family == AF_INET6);
		must(memchr(info.address, '\0', sizeof(info.address)));
		must(memchr(info.peer, '\0', sizeof(info.peer)));
		must(memchr(info.label, '\0', sizeof(info.label)));
	}
	netcfg_addr_list_free(list);
}

static void list_routes(struct netcfg *nc)
{
	struct netcfg_route_info info = { .size = sizeof(info) };
	struct netcfg_route_hop_info hop = { .size = sizeof(hop) };
	struct netcfg_route_list *list;
	uint32_t i;

	if (netcfg_route_list(nc, NULL, &list) < 0)
		return;
	while (netcfg_route_list_next(list, &info) == 1) {
		for (i = 0; netcfg_route_list_hop(list, i, &hop) == 1; i++)
			must(memchr(hop.via, '\0', sizeof(hop.via)));
		must(i == info.hop_count);
	}
	netcfg_route_list_free(list);
}

static void list_altnames(struct netcfg *nc)
{
	struct netcfg_altname_list *list;
	const char *name;

	if (netcfg_altname_list(nc, "name", &list) < 0)
		return;
	while (netcfg_altname_list_next(list, &name) == 1)
		must(strlen(name) > 0);
	netcfg_altname_list_free(list);
}

static void list_ids(struct netcfg *nc)
{
	struct netcfg_netns_id_info info = { .size = sizeof(info) };
	struct netcfg_netns_id_list *list;

	if (netcfg_set_netns_dir(nc, "/nonexistent") < 0 || netcfg_netns_list_ids(nc, &list) < 0)
		return;
	while (netcfg_netns_id_list_next(list, &info) == 1)
		;
	netcfg_netns_id_list_free(list);
}

static void change(struct netcfg *nc)
{
	netcfg_link_set_up(nc, "name");
	netcfg_link_rename(nc, "name", "other");
}

/* Answers with an echo, and a look which name is taken. */
static void create(struct netcfg *nc)
{
	netcfg_cache_enable(nc);
	netcfg_veth_create(nc, "name", "other", NULL, NULL);
}

static void commit(struct netcfg *nc)
{
	int i, failed;

	netcfg_batch_begin(nc, 0);
	for (i = 0; i < 4; i++)
		netcfg_addr_add(nc, "name", "192.0.2.1/24", NULL);
	netcfg_veth_create(nc, "v0", "v1", NULL, NULL);
	netcfg_link_set_mtu(nc, "v0", 1400);
	failed = netcfg_batch_commit(nc);
	must(failed <= 6);
	for (i = 0; i < 6; i++)
		must(netcfg_batch_error(nc, i) <= 0);
}

static void delete_many(struct netcfg *nc)
{
	const char *const names[] = { "a", "b", "c" };
	int errors[3] = { 1, 1, 1 };
	int i, failed = netcfg_link_delete_many(nc, names, 3, errors);

	for (i = 0; i < 3; i++)
		must(errors[i] <= 0 || (failed < 0 && errors[i] == 1));
}

static void flush(struct netcfg *nc)
{
	netcfg_addr_flush(nc, "name", AF_UNSPEC);
}

static void list_neighs(struct netcfg *nc)
{
	struct netcfg_neigh_info info = { .size = sizeof(info) };
	struct netcfg_neigh_list *list;

	if (netcfg_neigh_list(nc, NULL, AF_UNSPEC, 0, &list) < 0)
		return;
	while (netcfg_neigh_list_next(list, &info) == 1) {
		must(info.family == AF_INET || info.family == AF_INET6);
		must(memchr(info.address, '\0', sizeof(info.address)));
		must(memchr(info.mac, '\0', sizeof(info.mac)));
	}
	netcfg_neigh_list_free(list);
}

static void check_event(struct netcfg_monitor *monitor, const struct netcfg_event *event)
{
	struct netcfg_route_hop_info hop = { .size = sizeof(hop) };
	uint32_t i;

	must(event->type >= NETCFG_EVENT_ADDED && event->type <= NETCFG_EVENT_LISTED);
	must(!event->link == (event->object != NETCFG_OBJECT_LINK));
	must(!event->addr == (event->object != NETCFG_OBJECT_ADDR));
	must(!event->route == (event->object != NETCFG_OBJECT_ROUTE));
	must(memchr(event->old_name, '\0', sizeof(event->old_name)));
	for (i = 0; event->route && i < event->route->hop_count; i++)
		must(netcfg_monitor_route_hop(monitor, i, &hop) == 1);
}

/* The lists come through the socket of the events. */
static void watch(struct netcfg *nc)
{
	const struct netcfg_monitor_config config = { .size = sizeof(config),
						      .flags = NETCFG_MONITOR_LIST };
	struct netcfg_event event = { .size = sizeof(event) };
	struct netcfg_monitor *monitor;

	if (netcfg_monitor_open(&monitor, nc, &config) < 0)
		return;
	while (netcfg_monitor_next(monitor, &event) == 1)
		check_event(monitor, &event);
	netcfg_monitor_close(monitor);
}

/* New ones at the end: the corpus knows them by their number. */
static void (*const verbs[])(struct netcfg *nc) = {
	list_links, list_all_links, get_link, list_addrs, list_routes, list_altnames,
	list_ids,   change,         create,   commit,     delete_many, flush,
	list_neighs, watch,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct netcfg *nc;

	if (size < 1)
		return 0;
	input = (struct input){ .data = data + 1, .size = size - 1 };
	must(netcfg_open(&nc) == 0);
	verbs[data[0] % (sizeof(verbs) / sizeof(verbs[0]))](nc);
	must(!strchr(netcfg_error_message(nc), '\n'));
	netcfg_close(nc);
	return 0;
}
