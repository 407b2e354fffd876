/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Routes as a monitor tells them. */
#include <sys/socket.h>

#include "support/addrs.h"
#include "support/events.h"
#include "support/test.h"

#define ROUTES NETCFG_MONITOR_ROUTES
#define LIST   NETCFG_MONITOR_LIST
#define SMALL  1 /* byte of receive buffer: the least there is */

static void prepare(void)
{
	pair_make();
	pair_up();
	sh_ok("ip addr add 192.0.2.1/24 dev v0");
}

/* Take the list: how many of it are of the main table and IPv4. */
static size_t take_list(struct netcfg_monitor *monitor)
{
	struct seen seen;
	size_t count = 0;

	for (;;) {
		assert_true(events_next(monitor, &seen));
		if (seen.event.type == NETCFG_EVENT_LISTED)
			return count;
		if (seen.event.type != NETCFG_EVENT_ADDED)
			continue;
		assert_int_equal(seen.event.object, NETCFG_OBJECT_ROUTE);
		count += seen.route.family == AF_INET && seen.route.table == 254;
	}
}

static void list_then_follow(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_route_hop_info hop = { .size = sizeof(hop) };
	struct netcfg_monitor *monitor;
	struct seen seen;

	prepare();
	sh_ok("ip route add 198.51.100.0/24 via 192.0.2.2 metric 5");
	monitor = events_open(box->nc, ROUTES | LIST, 0);
	assert_true(events_readable(monitor));
	assert_int_equal(take_list(monitor), 2);
	events_drain(monitor); /* of IPv6, which becomes ready */
	sh_ok("ip route add 203.0.113.0/24 via 192.0.2.3");
	seen = events_skip_to(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_ROUTE);
	assert_string_equal(seen.route.destination, "203.0.113.0");
	assert_int_equal(seen.route.prefix_length, 24);
	assert_string_equal(seen.route.via, "192.0.2.3");
	assert_int_equal(seen.event.ifindex, link_index_here("v0"));
	assert_int_equal(netcfg_monitor_route_hop(monitor, 0, &hop), 1);
	assert_string_equal(hop.via, "192.0.2.3");
	assert_int_equal(netcfg_monitor_route_hop(monitor, 1, &hop), 0);
	sh_ok("ip route replace 203.0.113.0/24 nexthop via 192.0.2.4 nexthop via 192.0.2.5 weight 3");
	seen = events_skip_to(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_ROUTE);
	assert_int_equal(seen.route.hop_count, 2);
	assert_int_equal(seen.event.ifindex, 0);
	assert_int_equal(netcfg_monitor_route_hop(monitor, 1, &hop), 1);
	assert_string_equal(hop.via, "192.0.2.5");
	assert_int_equal(hop.weight, 3);
	assert_int_equal(netcfg_monitor_route_hop(monitor, 2, &hop), 0);
	sh_ok("ip route del 203.0.113.0/24");
	seen = events_skip_to(monitor, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_ROUTE);
	assert_string_equal(seen.route.destination, "203.0.113.0");
	events_drain(monitor);
	assert_int_equal(netcfg_monitor_route_hop(NULL, 0, &hop), -EINVAL);
	hop.size = 1;
	assert_int_equal(netcfg_monitor_route_hop(monitor, 0, &hop), -EINVAL);
	netcfg_monitor_close(monitor);
}

/* Many, so that the list has many parts; and all again after a loss (B99). */
static void b99_many_and_a_loss(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor;

	prepare();
	sh_ok("for i in $(seq 0 999); do"
	      " echo route add 10.$((i / 256)).$((i %% 256)).0/24 via 192.0.2.2; done |"
	      " ip -batch -");
	monitor = events_open(box->nc, ROUTES | LIST, SMALL);
	assert_int_equal(take_list(monitor), 1001);
	events_drain(monitor);
	sh_ok("for i in $(seq 0 899); do"
	      " echo route del 10.$((i / 256)).$((i %% 256)).0/24 via 192.0.2.2; done |"
	      " ip -batch -");
	events_skip_to(monitor, NETCFG_EVENT_OVERRUN, NETCFG_OBJECT_NONE);
	assert_int_equal(take_list(monitor), 101);
	events_none(monitor);
	sh_ok("ip route del 10.3.231.0/24");
	events_skip_to(monitor, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_ROUTE);
	netcfg_monitor_close(monitor);
}

/* As the header has it: the kernel tells of IPv6 routes that go with a link, not of IPv4 ones. */
static void gone_with_the_link(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor;
	struct seen seen;
	bool six = false;

	prepare();
	sh_ok("ip route add 198.51.100.0/24 via 192.0.2.2");
	sh_ok("ip -6 route add fd01::/64 dev v0");
	monitor = events_open(box->nc, ROUTES, 0);
	sh_ok("ip link set v0 down");
	while (events_next(monitor, &seen)) {
		if (seen.event.type != NETCFG_EVENT_REMOVED)
			continue;
		assert_string_not_equal(seen.route.destination, "198.51.100.0");
		six |= strcmp(seen.route.destination, "fd01::") == 0;
	}
	assert_true(six);
	assert_false(route_here("v0", "198.51.100.0/24"));
	netcfg_monitor_close(monitor);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(list_then_follow),
		sandbox_test(b99_many_and_a_loss),
		sandbox_test(gone_with_the_link),
	};

	return sandbox_main(tests);
}
