/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What each verb does to routes that are there or not, and how it fails. */
#include <sys/socket.h>

#include "support/routes.h"
#include "support/test.h"

#define TO "10.1.0.0/16"
#define SIX "2001:db8:1::/48"

static void adding(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	routes_links_make();
	assert_cost(nc, netcfg_route_add(nc, TO, ROUTE_CONFIG(.via = "192.0.2.1")), 1, 0);
	assert_route(TO, "gateway", "\"192.0.2.1\"");
	assert_route(TO, "dev", "\"v0\"");
	assert_route(TO, "protocol", "\"boot\"");
	assert_errno(nc, netcfg_route_add(nc, TO, ROUTE_CONFIG(.via = "192.0.2.1")), -EEXIST);
	assert_errno(nc, netcfg_route_add(nc, TO, ROUTE_CONFIG(.via = "192.0.2.2")), -EEXIST);
	assert_message_has(nc, "add route \"" TO "\" via \"192.0.2.2\"");
	/* Another metric, tos, length or table is another route. */
	assert_ok(nc, netcfg_route_add(nc, TO, ROUTE_CONFIG(.via = "192.0.2.2", .metric = 1)));
	assert_ok(nc, netcfg_route_add(nc, TO, ROUTE_CONFIG(.via = "192.0.2.2", .tos = 16)));
	assert_ok(nc, netcfg_route_add(nc, TO, ROUTE_CONFIG(.via = "192.0.2.2", .table = 1000)));
	assert_ok(nc, netcfg_route_add(nc, "10.1.0.0/17", ROUTE_CONFIG(.via = "192.0.2.2")));
	assert_cost(nc, netcfg_route_add(nc, SIX, ROUTE_CONFIG(.via = "fe80::1", .dev = "v1")), 1,
		    1);
	assert_route(SIX, "gateway", "\"fe80::1\"");
	assert_route(SIX, "metric", "1024");
	assert_errno(nc, netcfg_route_add(nc, SIX, ROUTE_CONFIG(.via = "2001:db8::1")), -EEXIST);
}

/* The first that it fits goes, whatever it has that was not asked for. */
static void deleting(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	routes_links_make();
	assert_errno(nc, netcfg_route_delete(nc, TO, NULL), -ESRCH);
	assert_message_has(nc, "no such route");
	assert_errno(nc, netcfg_route_delete(nc, SIX, NULL), -ESRCH);
	sh_ok("ip route add " TO " via 192.0.2.1 metric 7 proto static");
	sh_ok("ip route add " TO " via 192.0.2.2 metric 5 proto 77 src 192.0.2.10");
	assert_errno(nc, netcfg_route_delete(nc, TO, ROUTE_CONFIG(.metric = 6)), -ESRCH);
	assert_errno(nc, netcfg_route_delete(nc, TO, ROUTE_CONFIG(.via = "192.0.2.3")), -ESRCH);
	assert_errno(nc, netcfg_route_delete(nc, TO, ROUTE_CONFIG(.dev = "v1")), -ESRCH);
	assert_errno(nc, netcfg_route_delete(nc, TO, ROUTE_CONFIG(.protocol = 78)), -ESRCH);
	assert_errno(nc, netcfg_route_delete(nc, TO, ROUTE_CONFIG(.table = 7)), -ESRCH);
	assert_errno(nc, netcfg_route_delete(nc, "10.1.0.0/17", NULL), -ESRCH);
	assert_cost(nc, netcfg_route_delete(nc, TO, NULL), 1, 0);
	assert_route(TO, "metric", "7"); /* the other one is left */
	assert_ok(nc, netcfg_route_delete(nc, TO, ROUTE_CONFIG(.via = "192.0.2.1", .dev = "v0")));
	assert_no_route(TO);

	sh_ok("ip route add " SIX " via 2001:db8::1 metric 7 && "
	      "ip route add " SIX " via 2001:db8::2 metric 9");
	assert_ok(nc, netcfg_route_delete(nc, SIX, ROUTE_CONFIG(.metric = 9)));
	assert_route(SIX, "metric", "7");
	assert_ok(nc, netcfg_route_delete(nc, SIX, NULL));
	assert_no_route(SIX);
	/* A link-local gateway tells enough without its link. */
	sh_ok("ip route add " SIX " via fe80::5 dev v1");
	assert_ok(nc, netcfg_route_delete(nc, SIX, ROUTE_CONFIG(.via = "fe80::5")));
	assert_no_route(SIX);
}

static void replacing(void **state)
{
	static const char *const to[] = { TO, SIX }, *const via[] = { "192.0.2.1", "2001:db8::1" },
				 *const other[] = { "192.0.2.2", "2001:db8::2" },
				 *const shown[] = { "\"192.0.2.2\"", "\"2001:db8::2\"" };
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_route_info info;

	routes_links_make();
	for (size_t i = 0; i < ARRAY_SIZE(to); i++) {
		const uint32_t length = i ? 48 : 16;
		const char *name = i ? "2001:db8:1::" : "10.1.0.0";

		assert_errno(nc, netcfg_route_change(nc, to[i], ROUTE_CONFIG(.via = via[i])),
			     -ENOENT);
		assert_message_has(nc, "no such route");
		assert_no_route(to[i]);
		assert_ok(nc, netcfg_route_replace(nc, to[i], ROUTE_CONFIG(.via = via[i])));
		assert_ok(nc, netcfg_route_replace(nc, to[i], ROUTE_CONFIG(.via = other[i])));
		assert_route(to[i], "gateway", shown[i]);
		assert_int_equal(route_get(nc, name, length, NULL).hop_count, 1);
		assert_ok(nc, netcfg_route_change(nc, to[i],
						  ROUTE_CONFIG(.dev = "v1", .mtu = 1300)));
		info = route_get(nc, name, length, NULL);
		assert_string_equal(info.via, "");
		assert_int_equal(info.ifindex, link_index_here("v1"));
		assert_int_equal(info.mtu, 1300);
		/* Of another metric there is none to be changed. */
		assert_errno(nc, netcfg_route_change(nc, to[i],
						     ROUTE_CONFIG(.dev = "v1", .metric = 5)),
			     -ENOENT);
	}
}

static void appending(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_route_hop_info hops[8];
	struct netcfg_route_info info;

	routes_links_make();
	assert_ok(nc, netcfg_route_append(nc, TO, ROUTE_CONFIG(.via = "192.0.2.1")));
	assert_ok(nc, netcfg_route_append(nc, TO, ROUTE_CONFIG(.via = "192.0.2.2")));
	assert_errno(nc, netcfg_route_append(nc, TO, ROUTE_CONFIG(.via = "192.0.2.2")), -EEXIST);
	assert_true(route_find(nc, "10.1.0.0", 16, 0, &info, NULL));
	assert_string_equal(info.via, "192.0.2.1");
	assert_true(route_find(nc, "10.1.0.0", 16, 1, &info, NULL));
	assert_string_equal(info.via, "192.0.2.2");
	assert_ok(nc, netcfg_route_prepend(nc, TO, ROUTE_CONFIG(.via = "192.0.2.3")));
	assert_errno(nc, netcfg_route_prepend(nc, TO, ROUTE_CONFIG(.via = "192.0.2.3")), -EEXIST);
	assert_true(route_find(nc, "10.1.0.0", 16, 0, &info, NULL));
	assert_string_equal(info.via, "192.0.2.3");
	assert_ok(nc, netcfg_route_delete(nc, TO, ROUTE_CONFIG(.via = "192.0.2.3")));
	/* Two routes of IPv4, two hops of one route of IPv6. */
	assert_ok(nc, netcfg_route_append(nc, SIX, ROUTE_CONFIG(.via = "2001:db8::1")));
	assert_ok(nc, netcfg_route_append(nc, SIX, ROUTE_CONFIG(.via = "fe80::2", .dev = "v1")));
	info = route_get(nc, "2001:db8:1::", 48, hops);
	assert_int_equal(info.hop_count, 2);
	assert_string_equal(info.via, "");
	assert_int_equal(info.ifindex, 0);
	assert_string_equal(hops[0].via, "2001:db8::1");
	assert_int_equal(hops[0].ifindex, link_index_here("v0"));
	assert_string_equal(hops[1].via, "fe80::2");
	assert_int_equal(hops[1].ifindex, link_index_here("v1"));
	assert_int_equal(hops[1].weight, 1);
	/* One of the two is deleted by its gateway, the whole by the destination alone. */
	assert_ok(nc, netcfg_route_delete(nc, SIX, ROUTE_CONFIG(.via = "2001:db8::1")));
	info = route_get(nc, "2001:db8:1::", 48, NULL);
	assert_string_equal(info.via, "fe80::2");
	assert_ok(nc, netcfg_route_append(nc, SIX, ROUTE_CONFIG(.via = "2001:db8::1")));
	assert_ok(nc, netcfg_route_delete(nc, SIX, NULL));
	assert_no_route(SIX);
}

/* Links that are absent or down, gateways that are nowhere, sources that are not ours. */
static void refused(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_route_hop hops[] = { { .via = "192.0.2.1" }, { .dev = "no1" } };

	routes_links_make();
	assert_errno(nc, netcfg_route_add(nc, TO, ROUTE_CONFIG(.dev = "no0")), -ENODEV);
	assert_message_has(nc, "config.dev \"no0\" does not exist");
	assert_errno(nc, netcfg_route_delete(nc, TO, ROUTE_CONFIG(.dev = "no0")), -ENODEV);
	assert_errno(nc, netcfg_route_add(nc, TO, ROUTE_CONFIG(.hops = hops, .hop_count = 2)),
		     -ENODEV);
	assert_message_has(nc, "config.hops[1].dev \"no1\"");
	assert_errno(nc, netcfg_route_add(nc, TO, ROUTE_CONFIG(.via = "10.77.0.1")), -ENETUNREACH);
	assert_errno(nc, netcfg_route_add(nc, TO, ROUTE_CONFIG(.via = "10.77.0.1", .dev = "v0")),
		     -ENETUNREACH);
	assert_errno(nc, netcfg_route_add(nc, SIX, ROUTE_CONFIG(.via = "2001:db8:77::1")),
		     -EHOSTUNREACH);
	assert_errno(nc, netcfg_route_add(nc, SIX, ROUTE_CONFIG(.via = "192.0.2.1")), -EINVAL);
	assert_errno(nc,
		     netcfg_route_add(nc, TO, ROUTE_CONFIG(.dev = "v0", .source = "192.0.2.99")),
		     -EINVAL);
	sh_ok("ip link set v0 down");
	assert_errno(nc, netcfg_route_add(nc, TO, ROUTE_CONFIG(.dev = "v0")), -ENETDOWN);
	assert_no_route(TO);
	assert_no_route(SIX);
}

/* The kernel would mask those of IPv6, so that 2001:db8::1/64 deletes what is 2001:db8::/64. */
static void host_bits(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_route_config *c = ROUTE_CONFIG(.dev = "v0");

	routes_links_make();
	assert_ok(nc, netcfg_route_add(nc, SIX, c));
	assert_unsent(nc, netcfg_route_add(nc, "10.1.0.1/16", c), -EINVAL);
	assert_message_has(nc, "destination \"10.1.0.1/16\"");
	assert_unsent(nc, netcfg_route_delete(nc, "2001:db8:1::1/48", c), -EINVAL);
	assert_message_has(nc, "destination \"2001:db8:1::1/48\"");
	assert_unsent(nc, netcfg_route_replace(nc, "2001:db8:1::1/48", c), -EINVAL);
	assert_unsent(nc, netcfg_route_add(nc, "default", c), -EINVAL);
	assert_route(SIX, "dev", "\"v0\"");
	sh_ok("ip -6 route del 2001:db8:1::1/48"); /* as said */
	assert_no_route(SIX);
}

/* A config of another version than ours. */
static void config_sizes(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct {
		struct netcfg_route_config config;
		uint32_t tail[2];
	} later = { .config = { .size = sizeof(later), .dev = "v0" } };

	routes_links_make();
	assert_ok(nc, netcfg_route_add(nc, TO, &later.config));
	later.tail[1] = 1;
	assert_unsent(nc, netcfg_route_delete(nc, TO, &later.config), -E2BIG);
	later.config.size = sizeof(later.config) - 1;
	assert_unsent(nc, netcfg_route_delete(nc, TO, &later.config), -EINVAL);
	later.config.size = sizeof(later.config);
	assert_ok(nc, netcfg_route_delete(nc, TO, &later.config));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(adding),	 sandbox_test(deleting), sandbox_test(replacing),
		sandbox_test(appending), sandbox_test(refused),	 sandbox_test(host_bits),
		sandbox_test(config_sizes),
	};

	return sandbox_main(tests);
}
