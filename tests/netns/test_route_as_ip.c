/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The same route as `ip route` makes for the same words, in everything that `ip` shows of it. */
#include <stdlib.h>
#include <sys/socket.h>

#include "support/routes.h"
#include "support/test.h"

struct row {
	const char *destination; /* as both take it */
	const char *ip;          /* what stands behind "ip route add" */
	struct netcfg_route_config config;
};

#define CONFIG(...) { .size = sizeof(struct netcfg_route_config), __VA_ARGS__ }

static const struct netcfg_route_hop two4[] = {
	{ .via = "192.0.2.1", .dev = "v0", .weight = 3 },
	{ .via = "198.51.100.1", .weight = 256 },
};

static const struct netcfg_route_hop three4[] = {
	{ .dev = "v0" },
	{ .via = "10.9.9.9", .dev = "v1", .flags = NETCFG_ROUTE_ONLINK },
	{ .via = "fe80::7", .dev = "v1", .weight = 2 },
};

static const struct netcfg_route_hop one4[] = { { .via = "192.0.2.1", .weight = 9 } };

static const struct row rows4[] = {
	{ "default", "default via 192.0.2.1 dev v0 metric 100",
	  CONFIG(.via = "192.0.2.1", .dev = "v0", .metric = 100) },
	{ "default", "default via 198.51.100.1", CONFIG(.via = "198.51.100.1") },
	{ "default", "default dev v0", CONFIG(.family = AF_INET, .dev = "v0") },
	{ "default", "default via inet6 fe80::1 dev v0",
	  CONFIG(.family = AF_INET, .via = "fe80::1", .dev = "v0") },
	{ "default", "unreachable default metric 4278198272",
	  CONFIG(.family = AF_INET, .type = NETCFG_ROUTE_UNREACHABLE, .metric = 4278198272) },
	{ "0.0.0.0/1", "0.0.0.0/1 via 192.0.2.1", CONFIG(.via = "192.0.2.1") },
	{ "203.0.113.7", "203.0.113.7 dev v0", CONFIG(.dev = "v0") },
	{ "203.0.113.0/24", "203.0.113.0/24 via 10.120.0.1 dev v1 onlink",
	  CONFIG(.via = "10.120.0.1", .dev = "v1", .flags = NETCFG_ROUTE_ONLINK) },
	{ "10.1.0.0/16", "10.1.0.0/16 via 192.0.2.1 src 192.0.2.10",
	  CONFIG(.via = "192.0.2.1", .source = "192.0.2.10") },
	{ "10.1.0.0/16", "10.1.0.0/16 via 192.0.2.1 mtu lock 1400 advmss 1360",
	  CONFIG(.via = "192.0.2.1", .mtu = 1400, .advmss = 1360,
		 .flags = NETCFG_ROUTE_MTU_LOCK) },
	{ "10.1.0.0/16", "10.1.0.0/16 via 192.0.2.1 mtu 1300",
	  CONFIG(.via = "192.0.2.1", .mtu = 1300) },
	{ "10.1.0.0/16", "10.1.0.0/16 dev v0 proto static scope link",
	  CONFIG(.dev = "v0", .protocol = NETCFG_ROUTE_PROTOCOL_STATIC,
		 .scope = 253, .flags = NETCFG_ROUTE_SCOPE) },
	{ "10.1.0.0/16", "10.1.0.0/16 dev v0 scope host",
	  CONFIG(.dev = "v0", .scope = NETCFG_SCOPE_HOST, .flags = NETCFG_ROUTE_SCOPE) },
	{ "10.1.0.0/16", "10.1.0.0/16 dev v0 proto 201", CONFIG(.dev = "v0", .protocol = 201) },
	{ "10.1.0.0/16", "10.1.0.0/16 via 198.51.100.1 table 100",
	  CONFIG(.via = "198.51.100.1", .table = 100) },
	{ "10.1.0.0/16", "10.1.0.0/16 dev v1 table 4294967295",
	  CONFIG(.dev = "v1", .table = UINT32_MAX) },
	{ "10.1.0.0/16", "10.1.0.0/16 dev v1 table local",
	  CONFIG(.dev = "v1", .table = NETCFG_ROUTE_TABLE_LOCAL) },
	{ "10.1.0.0/16", "10.1.0.0/16 via 192.0.2.1 tos 0x10",
	  CONFIG(.via = "192.0.2.1", .tos = 0x10) },
	{ "10.1.0.0/16", "local 10.1.0.0/16 dev lo",
	  CONFIG(.dev = "lo", .type = NETCFG_ROUTE_LOCAL) },
	{ "10.1.0.255", "broadcast 10.1.0.255 dev v0",
	  CONFIG(.dev = "v0", .type = NETCFG_ROUTE_BROADCAST) },
	{ "239.0.0.0/8", "multicast 239.0.0.0/8 dev v0",
	  CONFIG(.dev = "v0", .type = NETCFG_ROUTE_MULTICAST) },
	{ "10.1.0.0/16", "blackhole 10.1.0.0/16 metric 5",
	  CONFIG(.type = NETCFG_ROUTE_BLACKHOLE, .metric = 5) },
	{ "10.1.0.0/16", "unreachable 10.1.0.0/16", CONFIG(.type = NETCFG_ROUTE_UNREACHABLE) },
	{ "10.1.0.0/16", "prohibit 10.1.0.0/16", CONFIG(.type = NETCFG_ROUTE_PROHIBIT) },
	{ "10.1.0.0/16", "throw 10.1.0.0/16 table 5",
	  CONFIG(.type = NETCFG_ROUTE_THROW, .table = 5) },
	{ "10.1.0.0/16",
	  "10.1.0.0/16 nexthop via 192.0.2.1 dev v0 weight 3 nexthop via 198.51.100.1 weight 256",
	  CONFIG(.hops = two4, .hop_count = 2) },
	{ "10.1.0.0/16",
	  "10.1.0.0/16 src 192.0.2.10 metric 7 nexthop dev v0 nexthop via 10.9.9.9 dev v1 onlink "
	  "nexthop via inet6 fe80::7 dev v1 weight 2",
	  CONFIG(.hops = three4, .hop_count = 3, .source = "192.0.2.10", .metric = 7) },
	{ "10.1.0.0/16", "10.1.0.0/16 nexthop via 192.0.2.1 weight 9",
	  CONFIG(.hops = one4, .hop_count = 1) },
};

static const struct netcfg_route_hop two6[] = {
	{ .via = "2001:db8::1", .weight = 3 },
	{ .via = "fe80::1", .dev = "v1" },
};

static const struct row rows6[] = {
	{ "default", "default via 2001:db8::1", CONFIG(.via = "2001:db8::1") },
	{ "default", "default via fe80::1 dev v0 metric 5",
	  CONFIG(.via = "fe80::1", .dev = "v0", .metric = 5) },
	{ "default", "default dev v0", CONFIG(.family = AF_INET6, .dev = "v0") },
	{ "::/1", "::/1 via 2001:db8::1", CONFIG(.via = "2001:db8::1") },
	{ "2001:db8:1::1", "2001:db8:1::1 dev v0", CONFIG(.dev = "v0") },
	{ "2001:db8:1::/48", "2001:db8:1::/48 via 2001:db8:7::1 dev v0 onlink",
	  CONFIG(.via = "2001:db8:7::1", .dev = "v0", .flags = NETCFG_ROUTE_ONLINK) },
	{ "2001:db8:1::/48", "2001:db8:1::/48 via 2001:db8::1 src 2001:db8::10 pref high",
	  CONFIG(.via = "2001:db8::1", .source = "2001:db8::10", .flags = NETCFG_ROUTE_PREFERENCE,
		 .preference = NETCFG_ROUTE_PREFERENCE_HIGH) },
	{ "2001:db8:1::/48", "2001:db8:1::/48 via 2001:db8::1 pref low mtu lock 1400 advmss 1300",
	  CONFIG(.via = "2001:db8::1", .mtu = 1400, .advmss = 1300,
		 .flags = NETCFG_ROUTE_PREFERENCE | NETCFG_ROUTE_MTU_LOCK,
		 .preference = NETCFG_ROUTE_PREFERENCE_LOW) },
	{ "2001:db8:1::/48", "2001:db8:1::/48 dev v0 table 1000 proto static",
	  CONFIG(.dev = "v0", .table = 1000, .protocol = NETCFG_ROUTE_PROTOCOL_STATIC) },
	{ "2001:db8:1::/48", "local 2001:db8:1::/48 dev lo",
	  CONFIG(.dev = "lo", .type = NETCFG_ROUTE_LOCAL) },
	{ "2001:db8:1::1", "anycast 2001:db8:1::1 dev v0",
	  CONFIG(.dev = "v0", .type = NETCFG_ROUTE_ANYCAST) },
	{ "2001:db8:1::/48", "blackhole 2001:db8:1::/48",
	  CONFIG(.type = NETCFG_ROUTE_BLACKHOLE) },
	{ "2001:db8:1::/48", "unreachable 2001:db8:1::/48 metric 9",
	  CONFIG(.type = NETCFG_ROUTE_UNREACHABLE, .metric = 9) },
	{ "2001:db8:1::/48", "prohibit 2001:db8:1::/48 dev lo",
	  CONFIG(.dev = "lo", .type = NETCFG_ROUTE_PROHIBIT) },
	{ "2001:db8:1::/48", "throw 2001:db8:1::/48", CONFIG(.type = NETCFG_ROUTE_THROW) },
	{ "2001:db8:1::/48",
	  "2001:db8:1::/48 nexthop via 2001:db8::1 weight 3 nexthop via fe80::1 dev v1",
	  CONFIG(.hops = two6, .hop_count = 2) },
};

/* Both make it, the library takes both away by what it was made of. */
static void compare(struct netcfg *nc, int family, const struct row *row)
{
	char *ours, *theirs;

	assert_ok(nc, netcfg_route_add(nc, row->destination, &row->config));
	ours = route_json(family, row->destination);
	if (!strstr(ours, "\"dst\""))
		fail_msg("%s: not there", row->ip);
	assert_ok(nc, netcfg_route_delete(nc, row->destination, &row->config));
	theirs = route_json(family, row->destination);
	if (strstr(theirs, "\"dst\""))
		fail_msg("%s: still there", row->ip);
	free(theirs);

	sh_ok("ip -%c route add %s", family == AF_INET6 ? '6' : '4', row->ip);
	theirs = route_json(family, row->destination);
	assert_string_equal(ours, theirs);
	assert_ok(nc, netcfg_route_delete(nc, row->destination, &row->config));
	assert_errno(nc, netcfg_route_delete(nc, row->destination, &row->config), -ESRCH);
	free(theirs);
	free(ours);
}

static void as_ip_4(void **state)
{
	const struct sandbox *box = *state;

	routes_links_make();
	for (size_t i = 0; i < ARRAY_SIZE(rows4); i++)
		compare(box->nc, AF_INET, &rows4[i]);
}

static void as_ip_6(void **state)
{
	const struct sandbox *box = *state;

	routes_links_make();
	for (size_t i = 0; i < ARRAY_SIZE(rows6); i++)
		compare(box->nc, AF_INET6, &rows6[i]);
}

/* Seconds pass between the two, so not with the others. */
static void expiry(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_route_info info;

	routes_links_make();
	assert_ok(nc, netcfg_route_add(nc, "2001:db8:1::/48",
				       ROUTE_CONFIG(.dev = "v0", .expires = 10000)));
	info = route_get(nc, "2001:db8:1::", 48, NULL);
	assert_in_range(info.expires, 9000, 10000);
	sh_ok("ip -6 route add 2001:db8:2::/48 dev v0 expires 10000");
	info = route_get(nc, "2001:db8:2::", 48, NULL);
	assert_in_range(info.expires, 9000, 10000);
	assert_ok(nc, netcfg_route_replace(nc, "2001:db8:1::/48", ROUTE_CONFIG(.dev = "v0")));
	assert_int_equal(route_get(nc, "2001:db8:1::", 48, NULL).expires, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(as_ip_4),
		sandbox_test(as_ip_6),
		sandbox_test(expiry),
	};

	return sandbox_main(tests);
}
