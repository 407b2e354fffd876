/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* B112 for all verbs: a signal each millisecond, without SA_RESTART, changes no result. */
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/configs.h"
#include "support/events.h"
#include "support/side.h"
#include "support/signals.h"
#include "support/test.h"
#include "support/verbs.h"

/* So many signals must have come in the middle of it, and so many rounds are enough. */
#define SIGNALS    200
#define ROUNDS_MAX 2000

/* Each with arguments that are good, on what is not there: the same errno as in peace. */
static void b112_what_is_not_there(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	int *quiet = calloc(verbs_count, sizeof(*quiet));

	assert_non_null(quiet);
	for (size_t i = 0; i < verbs_count; i++)
		quiet[i] = verbs[i].call(nc);
	signals_start(NULL);
	for (int round = 0; round < ROUNDS_MAX && (signals_count() < SIGNALS || round < 10);
	     round++) {
		for (size_t i = 0; i < verbs_count; i++) {
			const int result = verbs[i].call(nc);

			if (result != quiet[i])
				fail_msg("%s: %d, and without signals %d", verbs[i].name, result,
					 quiet[i]);
		}
	}
	signals_stop();
	assert_true(signals_count() >= SIGNALS);
	free(quiet);
}

/* Every kind of link that this kernel has, made, changed and deleted with others. */

static int make_vlan(struct netcfg *nc)
{
	return netcfg_vlan_create(nc, "new", "p0", 5, NULL, NULL);
}

static int make_dummy(struct netcfg *nc)
{
	return netcfg_dummy_create(nc, "new", LINK_CONFIG(.alias = "a"));
}

static int make_ifb(struct netcfg *nc)
{
	return netcfg_ifb_create(nc, "new", NULL);
}

static int make_bridge(struct netcfg *nc)
{
	const int err = netcfg_bridge_create(nc, "new", NULL, NULL);

	return err ? err
		   : netcfg_bridge_set(
			     nc, "new",
			     BRIDGE_CONFIG(.flags = NETCFG_BRIDGE_AGEING_TIME, .ageing_time = 100));
}

static int make_macvlan(struct netcfg *nc)
{
	return netcfg_macvlan_create(nc, "new", "p0", NULL, NULL);
}

static int make_ipvlan(struct netcfg *nc)
{
	return netcfg_ipvlan_create(nc, "new", "p0", NULL, NULL);
}

static int make_vxlan(struct netcfg *nc)
{
	return netcfg_vxlan_create(nc, "new", 7, NULL, NULL);
}

static int make_vrf(struct netcfg *nc)
{
	return netcfg_vrf_create(nc, "new", 77, NULL);
}

static int make_bond(struct netcfg *nc)
{
	return netcfg_bond_create(nc, "new", NULL, NULL);
}

static struct {
	const char *kind;
	int (*make)(struct netcfg *nc);
	bool here;
} kinds[] = {
	{ "vlan", make_vlan, false },       { "dummy", make_dummy, false },
	{ "ifb", make_ifb, false },         { "bridge", make_bridge, false },
	{ "macvlan", make_macvlan, false }, { "ipvlan", make_ipvlan, false },
	{ "vxlan", make_vxlan, false },     { "vrf", make_vrf, false },
	{ "bond", make_bond, false },
};

static bool have_bridge, have_vlan_filtering;

/* Before there are signals: that starts processes. */
static void look_for_kinds(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		kinds[i].here = have_kind(kinds[i].kind);
	have_bridge = have_kind("bridge");
	have_vlan_filtering = have_kind("vlan_filtering");
}

static void use_kinds(struct netcfg *nc)
{
	const char *const names[] = { "new", "w0" };
	int errors[ARRAY_SIZE(names)];

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!kinds[i].here)
			continue;
		assert_ok(nc, kinds[i].make(nc));
		assert_ok(nc, netcfg_veth_create(nc, "w0", "w1", NULL, NULL));
		assert_ok(nc, netcfg_link_delete_many(nc, names, ARRAY_SIZE(names), errors));
		assert_errno(nc, netcfg_link_delete(nc, "new"), -ENODEV);
	}
	assert_ok(nc, netcfg_veth_create(nc, "w0", "w1", NULL, NULL));
	assert_ok(nc, netcfg_link_set(nc, "w0",
				      LINK_CONFIG(.group = 4711, .flags = NETCFG_LINK_GROUP)));
	assert_ok(nc, netcfg_link_delete_group(nc, 4711));
	assert_errno(nc, netcfg_link_index(nc, "w1"), -ENODEV);
}

static void use_altnames(struct netcfg *nc)
{
	struct netcfg_altname_list *list;
	const char *name;

	assert_ok(nc, netcfg_link_add_altname(nc, "p0", "another-name-of-the-port"));
	assert_ok(nc, netcfg_altname_list(nc, "p0", &list));
	assert_int_equal(netcfg_altname_list_next(list, &name), 1);
	assert_string_equal(name, "another-name-of-the-port");
	netcfg_altname_list_free(list);
	assert_ok(nc, netcfg_link_delete_altname(nc, "p0", "another-name-of-the-port"));
}

static void use_routes(struct netcfg *nc)
{
	const struct netcfg_route_config *c = ROUTE_CONFIG(.dev = "p0", .metric = 5);
	struct netcfg_route_info info = { .size = sizeof(info) };
	struct netcfg_route_list *list;
	int count = 0;

	assert_ok(nc, netcfg_route_add(nc, "203.0.113.0/24", c));
	assert_errno(nc, netcfg_route_add(nc, "203.0.113.0/24", c), -EEXIST);
	assert_ok(nc, netcfg_route_replace(nc, "203.0.113.0/24", c));
	assert_ok(nc, netcfg_route_change(nc, "203.0.113.0/24", c));
	assert_ok(nc, netcfg_route_append(nc, "203.0.113.0/24",
					  ROUTE_CONFIG(.via = "192.0.2.2", .metric = 5)));
	assert_ok(nc, netcfg_route_prepend(nc, "203.0.113.0/24",
					   ROUTE_CONFIG(.via = "192.0.2.3", .metric = 5)));
	assert_ok(nc, netcfg_route_list(nc, ROUTE_FILTER(.dev = "p0", .protocol = 3), &list));
	while (netcfg_route_list_next(list, &info) == 1)
		count++;
	netcfg_route_list_free(list);
	assert_int_equal(count, 3);
	for (; count > 0; count--)
		assert_ok(nc, netcfg_route_delete(nc, "203.0.113.0/24", NULL));
	assert_errno(nc, netcfg_route_delete(nc, "203.0.113.0/24", NULL), -ESRCH);
}

static void use_neighbours(struct netcfg *nc)
{
	const struct netcfg_neigh_config *c = NEIGH_CONFIG(.mac = "02:00:00:00:00:01");
	struct netcfg_neigh_info info = { .size = sizeof(info) };
	struct netcfg_neigh_list *list;

	assert_ok(nc, netcfg_neigh_add(nc, "p0", "192.0.2.9", c));
	assert_ok(nc, netcfg_neigh_replace(nc, "p0", "192.0.2.9", c));
	assert_ok(nc, netcfg_neigh_list(nc, "p0", AF_INET, 0, &list));
	assert_int_equal(netcfg_neigh_list_next(list, &info), 1);
	assert_string_equal(info.address, "192.0.2.9");
	netcfg_neigh_list_free(list);
	assert_ok(nc, netcfg_neigh_delete(nc, "p0", "192.0.2.9", NULL));
}

static void use_ports(struct netcfg *nc)
{
	if (!have_bridge)
		return;
	assert_ok(nc, netcfg_bridge_create(nc, "br0", NULL, NULL));
	assert_ok(nc, netcfg_link_set_master(nc, "p1", "br0"));
	assert_ok(nc, netcfg_bridge_port_set(nc, "p1",
					     PORT_CONFIG(.flags = NETCFG_BRIDGE_PORT_HAIRPIN)));
	if (have_vlan_filtering) {
		assert_ok(nc, netcfg_bridge_vlan_add(nc, "p1", 5, NETCFG_BRIDGE_VLAN_UNTAGGED));
		assert_ok(nc, netcfg_bridge_vlan_delete(nc, "p1", 5));
	}
	assert_ok(nc, netcfg_link_set_master(nc, "p1", NULL));
	assert_ok(nc, netcfg_link_delete(nc, "br0"));
}

/* With handles elsewhere, and with the cache. */
static void use_namespaces(struct netcfg *nc)
{
	const struct netcfg_link_config *far = LINK_CONFIG(.netns = "x", .flags = NETCFG_LINK_UP);
	struct netcfg *in;
	int fd;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	assert_ok(nc, netcfg_cache_enable(nc));
	assert_ok(nc, netcfg_veth_create(nc, "y0", "y1", NULL, far));
	assert_ok(nc, netcfg_veth_create(nc, "z0", "z1", NULL, far));
	assert_ok(nc, netcfg_addr_add(nc, "y0", "198.51.100.1/24", NULL));
	netcfg_cache_disable(nc);
	fd = netcfg_netns_open(nc, "x");
	assert_true(fd >= 0);
	assert_ok(NULL, netcfg_open_netns_fd(&in, fd));
	assert_true(netcfg_link_index(in, "y1") > 0);
	netcfg_close(in);
	close(fd);
	assert_errno(nc, netcfg_netns_delete_links(nc, "x"), 2);
	assert_errno(nc, netcfg_link_index(nc, "y0"), -ENODEV);
	assert_ok(nc, netcfg_netns_delete(nc, "x"));
}

/* All that there is, and then what happens, told once and in order. */
static void use_monitor(struct netcfg *nc)
{
	struct netcfg_monitor *monitor =
		events_open(nc,
			    NETCFG_MONITOR_LINKS | NETCFG_MONITOR_ADDRS | NETCFG_MONITOR_ROUTES |
				    NETCFG_MONITOR_LIST,
			    0);
	struct seen seen;

	seen = events_skip_to(monitor, NETCFG_EVENT_LISTED, NETCFG_OBJECT_NONE);
	assert_int_equal(seen.event.flags, 0);
	assert_ok(nc, netcfg_link_set_mtu(nc, "p0", 1300));
	assert_ok(nc, netcfg_link_set_mtu(nc, "p0", 1500));
	do
		events_await(monitor, &seen);
	while (seen.event.object != NETCFG_OBJECT_LINK || seen.link.mtu != 1500);
	netcfg_monitor_close(monitor);
}

static void b112_what_is_there(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	int round;

	sh_ok("ip link add p0 type veth peer name p1 && ip link set p0 up && ip link set p1 up");
	sh_ok("ip addr add 192.0.2.1/24 dev p0");
	look_for_kinds();
	signals_start(NULL);
	for (round = 0; round < ROUNDS_MAX && (signals_count() < SIGNALS || round < 3); round++) {
		use_kinds(nc);
		use_altnames(nc);
		use_routes(nc);
		use_neighbours(nc);
		use_ports(nc);
		use_namespaces(nc);
		use_monitor(nc);
	}
	signals_stop();
	assert_true(signals_count() >= SIGNALS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b112_what_is_not_there),
		sandbox_test(b112_what_is_there),
	};

	return side_main(tests);
}
