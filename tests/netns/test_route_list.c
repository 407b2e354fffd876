/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lists of routes: true to what is there, filtered by the kernel, and what they cost. */
#include <stdlib.h>
#include <sys/socket.h>

#include "support/routes.h"
#include "support/side.h"
#include "support/test.h"

#define MANY 10000

/* The number of lines that `ip` shows. */
static size_t lines_of(const char *what)
{
	char *text = sh_output("ip -o %s", what);
	size_t lines = 0;

	for (const char *at = text; *at; at++)
		lines += *at == '\n';
	free(text);
	return lines;
}

/* As many as `ip` sees, in all tables and each by itself. */
static void as_many_as_ip_sees(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const size_t before = stats_now(nc).dumps;

	routes_links_make();
	sh_ok("ip route add default via 192.0.2.1 && ip route add blackhole 10.0.0.0/8 table 1000");
	sh_ok("ip -6 route add default via fe80::1 dev v0 table 1000");
	assert_int_equal(route_count(nc, NULL), lines_of("route show table all"));
	assert_int_equal(stats_now(nc).dumps, before + 1);
	assert_int_equal(route_count(nc, ROUTE_FILTER(.family = AF_INET)),
			 lines_of("-4 route show table all"));
	assert_int_equal(route_count(nc, ROUTE_FILTER(.family = AF_INET6)),
			 lines_of("-6 route show table all"));
	assert_int_equal(route_count(nc, ROUTE_FILTER(.table = NETCFG_ROUTE_TABLE_LOCAL,
						      .family = AF_INET)),
			 lines_of("-4 route show table local"));
	assert_int_equal(route_count(nc, ROUTE_FILTER(.table = NETCFG_ROUTE_TABLE_LOCAL)),
			 lines_of("-4 route show table local") +
				 lines_of("-6 route show table local"));
	assert_int_equal(route_count(nc, ROUTE_FILTER(.table = 1000)), 2);
	assert_int_equal(route_count(nc, ROUTE_FILTER(.table = 1000, .family = AF_INET6)), 1);
	assert_int_equal(route_count(nc, ROUTE_FILTER(.type = NETCFG_ROUTE_BLACKHOLE)), 1);
	assert_int_equal(route_count(nc, ROUTE_FILTER(.dev = "v1")),
			 lines_of("-4 route show table all dev v1") +
				 lines_of("-6 route show table all dev v1"));
	assert_int_equal(route_count(nc, ROUTE_FILTER(.protocol = NETCFG_ROUTE_PROTOCOL_BOOT)), 3);
	assert_int_equal(route_count(nc, ROUTE_FILTER(.protocol = 99)), 0);
}

/* The kernel makes tables as routes come, and refuses to list one before. */
static void tables_without_routes(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	routes_links_make();
	for (int i = 0; i < 2; i++) {
		assert_int_equal(route_count(nc, ROUTE_FILTER(.table = 77)), 0);
		assert_int_equal(route_count(nc, ROUTE_FILTER(.table = 77, .family = AF_INET)), 0);
		assert_int_equal(route_count(nc, ROUTE_FILTER(.table = 77, .family = AF_INET6)), 0);
		assert_int_equal(route_count(nc, ROUTE_FILTER(.table = UINT32_MAX)), 0);
		assert_string_equal(netcfg_error_message(nc), "");
		sh_ok("ip -6 route add default dev v0 table 77 && ip -6 route del default table 77");
		sh_ok("ip route add default dev v0 table 77 && ip route del default table 77");
	}
}

static void with_several_hops(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_route_hop_info hops[8];
	struct netcfg_route_info info;
	const int v0 = (routes_links_make(), link_index_here("v0")), v1 = link_index_here("v1");

	sh_ok("ip route add 10.1.0.0/16 nexthop via 192.0.2.1 weight 3 "
	      "nexthop via 10.9.9.9 dev v1 onlink weight 256");
	sh_ok("ip -6 route add 2001:db8:1::/48 nexthop via 2001:db8::1 weight 5 "
	      "nexthop via fe80::2 dev v1 nexthop via 2001:db8::3");
	info = route_get(nc, "10.1.0.0", 16, hops);
	assert_int_equal(info.hop_count, 2);
	assert_string_equal(info.via, "");
	assert_int_equal(info.ifindex, 0);
	assert_string_equal(hops[0].via, "192.0.2.1");
	assert_int_equal(hops[0].ifindex, v0);
	assert_int_equal(hops[0].weight, 3);
	assert_string_equal(hops[1].via, "10.9.9.9");
	assert_int_equal(hops[1].ifindex, v1);
	assert_int_equal(hops[1].weight, 256);
	assert_int_equal(hops[1].flags, NETCFG_ROUTE_STATE_ONLINK);

	info = route_get(nc, "2001:db8:1::", 48, hops);
	assert_int_equal(info.hop_count, 3);
	assert_string_equal(hops[0].via, "2001:db8::1");
	assert_int_equal(hops[0].weight, 5);
	assert_string_equal(hops[1].via, "fe80::2");
	assert_int_equal(hops[1].ifindex, v1);
	assert_string_equal(hops[2].via, "2001:db8::3");
	assert_int_equal(hops[2].ifindex, v0);
	/* Either link finds both. */
	assert_int_equal(route_count(nc, ROUTE_FILTER(.dev = "v0", .protocol = 3)), 2);
	assert_int_equal(route_count(nc, ROUTE_FILTER(.dev = "v1", .protocol = 3)), 2);
	assert_int_equal(route_count(nc, ROUTE_FILTER(.dev = "lo", .protocol = 3)), 0);
}

/* Their hops are elsewhere: the route has a number, and what the kernel tells of the object. */
static void with_nexthop_objects(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_route_hop_info hops[8];
	struct netcfg_route_info info;
	const int v0 = (routes_links_make(), link_index_here("v0"));

	sh_ok("ip nexthop add id 7 via 192.0.2.1 dev v0 && ip nexthop add id 8 via 192.0.2.2 dev v0");
	sh_ok("ip nexthop add id 9 group 7,2/8,3 && ip nexthop add id 10 blackhole");
	sh_ok("ip nexthop add id 11 via fe80::1 dev v0");
	sh_ok("ip route add 10.1.0.0/16 nhid 7 && ip route add 10.2.0.0/16 nhid 9 && "
	      "ip route add 10.3.0.0/16 nhid 10 && ip route add 10.4.0.0/16 nhid 11 && "
	      "ip route add 10.5.0.0/16 via 192.0.2.1");
	sh_ok("ip -6 route add 2001:db8:1::/48 nhid 11");
	info = route_get(nc, "10.1.0.0", 16, NULL);
	assert_int_equal(info.nexthop_id, 7);
	assert_string_equal(info.via, "192.0.2.1");
	assert_int_equal(info.ifindex, v0);
	info = route_get(nc, "10.2.0.0", 16, hops);
	assert_int_equal(info.nexthop_id, 9);
	assert_int_equal(info.hop_count, 2);
	assert_int_equal(hops[0].weight, 2);
	assert_string_equal(hops[1].via, "192.0.2.2");
	assert_int_equal(hops[1].weight, 3);
	assert_int_equal(route_get(nc, "10.3.0.0", 16, NULL).nexthop_id, 10);
	info = route_get(nc, "10.4.0.0", 16, NULL);
	assert_int_equal(info.nexthop_id, 11);
	assert_string_equal(info.via, "fe80::1");
	assert_int_equal(info.via_family, AF_INET6);
	assert_int_equal(route_get(nc, "10.5.0.0", 16, NULL).nexthop_id, 0);
	info = route_get(nc, "2001:db8:1::", 48, NULL);
	assert_int_equal(info.nexthop_id, 11);
	assert_string_equal(info.via, "fe80::1");
	/* The object stays when its route goes. */
	assert_ok(nc, netcfg_route_delete(nc, "10.1.0.0/16", NULL));
	assert_no_route("10.1.0.0/16");
	sh_ok("ip nexthop show id 7 | grep -q 192.0.2.1");
}

/* 10.(64 + i / 256).(i % 256).0/24 */
static void add_many(struct netcfg *nc)
{
	char destination[32];

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (unsigned int i = 0; i < MANY; i++) {
		snprintf(destination, sizeof(destination), "10.%u.%u.0/24", 64 + i / 256, i % 256);
		assert_ok(nc, netcfg_route_add(nc, destination,
					       ROUTE_CONFIG(.dev = "v0", .table = 1000)));
	}
	assert_ok(nc, netcfg_batch_commit(nc));
}

static void check_many(struct netcfg_route_list *list)
{
	static bool seen[MANY];
	struct netcfg_route_info info = { .size = sizeof(info) };
	unsigned int high, low;
	size_t count = 0;

	memset(seen, 0, sizeof(seen));
	while (netcfg_route_list_next(list, &info) == 1) {
		if (info.table != 1000)
			continue;
		assert_int_equal(sscanf(info.destination, "10.%u.%u.0", &high, &low), 2);
		assert_in_range((high - 64) * 256 + low, 0, MANY - 1);
		assert_false(seen[(high - 64) * 256 + low]);
		seen[(high - 64) * 256 + low] = true;
		assert_int_equal(info.prefix_length, 24);
		count++;
	}
	assert_int_equal(count, MANY);
}

static void ten_thousand(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_stats before, cost;
	struct netcfg_route_list *list;

	routes_links_make();
	before = stats_now(nc);
	add_many(nc);
	cost = stats_since(nc, &before);
	assert_int_equal(cost.requests, MANY);
	assert_int_equal(cost.lookups, 1);
	assert_in_range(cost.sends, MANY / 256, MANY / 50);

	before = stats_now(nc);
	assert_ok(nc, netcfg_route_list(nc, NULL, &list));
	cost = stats_since(nc, &before);
	check_many(list);
	netcfg_route_list_free(list);
	assert_int_equal(cost.dumps, 1);
	assert_int_equal(cost.requests, 1);
	assert_int_equal(cost.lookups, 0);
	assert_true(cost.replies > MANY);

	/* What is filtered by the kernel does not even arrive. */
	before = stats_now(nc);
	assert_int_equal(route_count(nc, ROUTE_FILTER(.table = 254, .family = AF_INET)), 2);
	assert_int_equal(route_count(nc, ROUTE_FILTER(.type = NETCFG_ROUTE_PROHIBIT)), 0);
	assert_int_equal(route_count(nc, ROUTE_FILTER(.dev = "lo", .table = 254)), 0);
	assert_int_equal(route_count(nc, ROUTE_FILTER(.protocol = 99)), 0);
	cost = stats_since(nc, &before);
	assert_int_equal(cost.dumps, 4);
	assert_in_range(cost.replies, 6, 12); /* with the ends of four dumps */
}

/* In a child: adds and deletes a route until it is told to end. */
static int flap(struct side *self, void *arg)
{
	struct netcfg *nc;

	(void)arg;
	side_check(netcfg_open(&nc) == 0);
	side_check(side_tell(self));
	for (int i = 0; i < 3000; i++) {
		side_check(netcfg_route_add(nc, "172.16.0.0/12", ROUTE_CONFIG(.dev = "v1")) == 0);
		side_check(netcfg_route_delete(nc, "172.16.0.0/12", NULL) == 0);
	}
	netcfg_close(nc);
	return 0;
}

static void b92_while_routes_change(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_route_list *list;
	struct side flapping;

	routes_links_make();
	add_many(nc);
	side_start(&flapping, flap, NULL);
	assert_true(side_await(&flapping));
	for (int i = 0; i < 15; i++) {
		assert_in_range(netcfg_route_list(nc, ROUTE_FILTER(.family = AF_INET), &list), 0, 1);
		assert_string_equal(netcfg_error_message(nc), "");
		check_many(list);
		netcfg_route_list_free(list);
	}
	assert_int_equal(side_end(&flapping), 0);
}

static void info_size(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct {
		struct netcfg_route_info info;
		unsigned char tail[40];
	} later;
	struct netcfg_route_list *list;
	char zero[sizeof(later.tail)] = { 0 };

	routes_links_make();
	assert_ok(nc, netcfg_route_list(nc, ROUTE_FILTER(.dev = "v1", .table = 254), &list));
	memset(&later, 0x5a, sizeof(later));
	later.info.size = sizeof(later.info) - 1;
	assert_int_equal(netcfg_route_list_next(list, &later.info), -EINVAL);
	assert_int_equal(later.info.destination[0], 0x5a);
	assert_int_equal(netcfg_route_list_next(list, NULL), -EINVAL);
	later.info.size = sizeof(later);
	assert_int_equal(netcfg_route_list_next(list, &later.info), 1);
	assert_string_equal(later.info.destination, "198.51.100.0");
	assert_string_equal(later.info.source, "198.51.100.10");
	assert_int_equal(later.info.protocol, NETCFG_ROUTE_PROTOCOL_KERNEL);
	assert_memory_equal(later.tail, zero, sizeof(zero));
	netcfg_route_list_free(list);
}

/* Of IPv6 the kernel says that they lead to lo. */
static void test_that_lead_nowhere(void **state)
{
	static const char *const types[] = { "blackhole", "unreachable", "prohibit", "throw" };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_route_info info = { .size = sizeof(info) };
	struct netcfg_route_hop_info hop = { .size = sizeof(hop) };
	struct netcfg_route_list *list;
	int count = 0;

	sh_ok("ip link set dev lo up");
	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		sh_ok("ip route add %s 10.%zu.0.0/16 table 77", types[i], i);
		sh_ok("ip route add %s 2001:db8:%zu::/48 table 77", types[i], i);
	}
	assert_ok(nc, netcfg_route_list(nc, ROUTE_FILTER(.table = 77), &list));
	while (netcfg_route_list_next(list, &info) == 1) {
		count++;
		assert_int_equal(info.hop_count, 0);
		assert_string_equal(info.via, "");
		assert_int_equal(netcfg_route_list_hop(list, 0, &hop), 0);
	}
	netcfg_route_list_free(list);
	assert_int_equal(count, 2 * ARRAY_SIZE(types));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(as_many_as_ip_sees),    sandbox_test(tables_without_routes),
		sandbox_test(with_several_hops),     sandbox_test(with_nexthop_objects),
		sandbox_test(ten_thousand),	     sandbox_test(b92_while_routes_change),
		sandbox_test(info_size),
		sandbox_test(test_that_lead_nowhere),
	};

	return sandbox_main(tests);
}
