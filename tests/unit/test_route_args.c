/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Destinations and configs of routes: what is refused before anything is sent, and in which words. */
#include "unit/support/unit.h"

/* All six, since each could look at its arguments by itself. */
static int (*const verbs[])(struct netcfg *nc, const char *destination,
			    const struct netcfg_route_config *config) = {
	netcfg_route_add,    netcfg_route_replace, netcfg_route_append,
	netcfg_route_change, netcfg_route_prepend, netcfg_route_delete,
};

static void destinations(void **state)
{
	static const char *const refused[] = {
		"", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10/8", "10.0.0/24", "0/0", "0", "all",
		"any", "Default", "default ", " default", "default/0", "10.0.0.0/08",
		"10.0.0.0/255.0.0.0", "010.0.0.0/8", "2001:db8::/129", "fe80::1%d0", "::/ 0",
		/* Bits behind the length. */
		"10.0.0.1/8", "10.0.0.1/31", "10.128.0.0/8", "0.0.0.1/0", "128.0.0.0/0",
		"2001:db8::1/64", "2001:db9::/31", "::1/0", "8000::/0", "::1/127", "fe80::/8",
	};
	static const char *const taken[] = {
		"10.0.0.0/8", "10.0.0.1", "10.0.0.1/32", "255.255.255.254/31", "0.0.0.0/0",
		"128.0.0.0/1", "::/0", "::1", "::1/128", "2001:db8::/32", "fe80::/10", "8000::/1",
		"2001:db8::fffe/127",
	};
	size_t i, v;

	for (i = 0; i < ARRAY_SIZE(refused); i++) {
		for (v = 0; v < ARRAY_SIZE(verbs); v++) {
			if (verbs[v](*state, refused[i], ROUTE_CONFIG(.family = 0)) != -EINVAL)
				fail_msg("\"%s\" is taken for a destination", refused[i]);
			assert_says(*state, "destination \"");
		}
	}
	for (v = 0; v < ARRAY_SIZE(verbs); v++) {
		assert_int_equal(verbs[v](*state, NULL, NULL), -EINVAL);
		assert_says(*state, "destination is NULL");
		assert_int_equal(verbs[v](*state, "default", NULL), -EINVAL);
		assert_says(*state, "destination is \"default\"");
	}
	assert_nothing_sent();
	for (i = 0; i < ARRAY_SIZE(taken); i++) {
		for (v = 0; v < ARRAY_SIZE(verbs); v++)
			assert_int_equal(verbs[v](*state, taken[i], NULL), 0);
	}
}

#define CONFIG(...) { __VA_ARGS__ }

static void configs(void **state)
{
	static const struct {
		const char *destination, *says;
		struct netcfg_route_config config;
		int err;
	} table[] = {
		{ "10.0.0.0/8", "config.flags", CONFIG(.flags = 1u << 4), -EINVAL },
		{ "10.0.0.0/8", "config.flags", CONFIG(.flags = 1u << 31), -EINVAL },
		{ "10.0.0.0/8", "config.mtu", CONFIG(.flags = NETCFG_ROUTE_MTU_LOCK), -EINVAL },
		{ "10.0.0.0/8", "config.reserved", CONFIG(.reserved = 1), -EINVAL },
		{ "10.0.0.0/8", "config.family", CONFIG(.family = 3), -EINVAL },
		{ "10.0.0.0/8", "config.family", CONFIG(.family = AF_INET6), -EINVAL },
		{ "::/0", "config.family", CONFIG(.family = AF_INET), -EINVAL },
		{ "10.0.0.0/8", "config.protocol", CONFIG(.protocol = 256), -ERANGE },
		{ "10.0.0.0/8", "config.protocol", CONFIG(.protocol = UINT32_MAX), -ERANGE },
		{ "10.0.0.0/8", "config.scope",
		  CONFIG(.flags = NETCFG_ROUTE_SCOPE, .scope = 256), -ERANGE },
		{ "10.0.0.0/8", "config.type", CONFIG(.type = 10), -ERANGE },
		{ "10.0.0.0/8", "config.type", CONFIG(.type = 257), -ERANGE },
		{ "10.0.0.0/8", "config.tos", CONFIG(.tos = 256), -ERANGE },
		{ "::/0", "config.tos", CONFIG(.tos = 4), -EINVAL },
		{ "::/0", "config.preference",
		  CONFIG(.flags = NETCFG_ROUTE_PREFERENCE, .preference = 2), -EINVAL },
		{ "::/0", "config.preference",
		  CONFIG(.flags = NETCFG_ROUTE_PREFERENCE, .preference = 257), -EINVAL },
		{ "10.0.0.0/8", "config.preference", CONFIG(.flags = NETCFG_ROUTE_PREFERENCE),
		  -EINVAL },
		{ "10.0.0.0/8", "config.expires", CONFIG(.expires = 1), -EINVAL },
		{ "10.0.0.0/8", "config.via", CONFIG(.via = ""), -EINVAL },
		{ "10.0.0.0/8", "config.via", CONFIG(.via = "10.0.0.1/32"), -EINVAL },
		{ "10.0.0.0/8", "config.via", CONFIG(.via = "default"), -EINVAL },
		{ "10.0.0.0/8", "config.dev", CONFIG(.dev = ""), -EINVAL },
		{ "10.0.0.0/8", "config.dev", CONFIG(.dev = "a/b"), -EINVAL },
		{ "10.0.0.0/8", "config.source", CONFIG(.source = "10.0.0.1/32"), -EINVAL },
		{ "10.0.0.0/8", "config.source", CONFIG(.source = "::1"), -EINVAL },
		{ "10.0.0.0/8", "config.source", CONFIG(.source = ""), -EINVAL },
		{ "10.0.0.0/8", "config.hops", CONFIG(.hop_count = 1), -EINVAL },
	};
	size_t i, v;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		struct netcfg_route_config config = table[i].config;

		config.size = sizeof(config);
		for (v = 0; v < ARRAY_SIZE(verbs); v++) {
			assert_int_equal(verbs[v](*state, table[i].destination, &config),
					 table[i].err);
			assert_says(*state, table[i].says);
		}
	}
	assert_nothing_sent();
}

/* What is needed to add a route, but not to find one that is to go. */
static void only_to_add(void **state)
{
	static const struct {
		const char *says;
		struct netcfg_route_config config;
	} table[] = {
		{ "link-local", CONFIG(.via = "fe80::1") },
		{ "link-local", CONFIG(.via = "febf::1") },
		{ "ONLINK", CONFIG(.flags = NETCFG_ROUTE_ONLINK) },
		{ "ONLINK", CONFIG(.flags = NETCFG_ROUTE_ONLINK, .via = "2001:db8::1") },
		{ "ONLINK", CONFIG(.flags = NETCFG_ROUTE_ONLINK, .dev = "d0") },
	};
	size_t i, v;

	fake_link("d0", 3);
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		struct netcfg_route_config config = table[i].config;

		config.size = sizeof(config);
		for (v = 0; v < ARRAY_SIZE(verbs) - 1; v++) {
			assert_int_equal(verbs[v](*state, "::/0", &config), -EINVAL);
			assert_says(*state, table[i].says);
		}
		assert_nothing_sent();
	}
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		struct netcfg_route_config config = table[i].config;

		config.size = sizeof(config);
		assert_int_equal(netcfg_route_delete(*state, "::/0", &config), 0);
	}
	/* These are not link-local. */
	assert_int_equal(netcfg_route_add(*state, "::/0", ROUTE_CONFIG(.via = "fec0::1")), 0);
	assert_int_equal(netcfg_route_add(*state, "::/0", ROUTE_CONFIG(.via = "fe7f::1")), 0);
}

static void hops(void **state)
{
	static const struct {
		const char *says;
		struct netcfg_route_hop hop; /* behind a good one */
		int err;
	} table[] = {
		{ "config.hops[1] has neither", { .weight = 1 }, -EINVAL },
		{ "config.hops[1].weight", { .via = "10.0.0.1", .weight = 257 }, -ERANGE },
		{ "config.hops[1].weight", { .via = "10.0.0.1", .weight = UINT32_MAX }, -ERANGE },
		{ "config.hops[1].flags", { .via = "10.0.0.1", .flags = 2 }, -EINVAL },
		{ "config.hops[1].flags",
		  { .via = "10.0.0.1", .flags = NETCFG_ROUTE_ONLINK }, -EINVAL },
		{ "config.hops[1].via", { .via = "10.0.0.1/8" }, -EINVAL },
		{ "config.hops[1].via", { .via = "x" }, -EINVAL },
		{ "config.hops[1].via", { .via = "fe80::1" }, -EINVAL },
		{ "config.hops[1].dev", { .dev = "a b" }, -EINVAL },
		{ "config.hops[1].dev", { .dev = "" }, -EINVAL },
	};
	struct netcfg_route_hop two[2] = { { .via = "10.0.0.1" } };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		two[1] = table[i].hop;
		assert_int_equal(netcfg_route_add(*state, "10.0.0.0/8",
						  ROUTE_CONFIG(.hops = two, .hop_count = 2)),
				 table[i].err);
		assert_says(*state, table[i].says);
	}
	two[1] = two[0];
	assert_int_equal(netcfg_route_add(*state, "10.0.0.0/8",
					  ROUTE_CONFIG(.hops = two, .hop_count = 257)),
			 -ERANGE);
	assert_says(*state, "config.hop_count");
	assert_int_equal(netcfg_route_add(*state, "10.0.0.0/8",
					  ROUTE_CONFIG(.hops = two, .hop_count = 2, .dev = "d0")),
			 -EINVAL);
	assert_int_equal(netcfg_route_add(*state, "10.0.0.0/8",
					  ROUTE_CONFIG(.hops = two, .hop_count = 2,
						       .via = "10.0.0.1")),
			 -EINVAL);
	assert_int_equal(netcfg_route_add(*state, "10.0.0.0/8",
					  ROUTE_CONFIG(.hops = two, .hop_count = 2,
						       .flags = NETCFG_ROUTE_ONLINK)),
			 -EINVAL);
	assert_nothing_sent();
}

static void filters(void **state)
{
	static const struct {
		const char *says;
		struct netcfg_route_filter filter;
		int err;
	} table[] = {
		{ "filter.flags", { .flags = 1 }, -EINVAL },
		{ "filter.reserved", { .reserved = 1 }, -EINVAL },
		{ "filter.family", { .family = AF_BRIDGE }, -EINVAL },
		{ "filter.family", { .family = AF_INET + 256 }, -EINVAL },
		{ "filter.protocol", { .protocol = 256 }, -ERANGE },
		{ "filter.type", { .type = 10 }, -ERANGE },
		{ "filter.dev", { .dev = "" }, -EINVAL },
		{ "filter.dev", { .dev = "%d" }, -EINVAL },
	};
	struct netcfg_route_list *list = (void *)state;
	struct netcfg_route_filter filter;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		filter = table[i].filter;
		filter.size = sizeof(filter);
		assert_int_equal(netcfg_route_list(*state, &filter, &list), table[i].err);
		assert_says(*state, table[i].says);
		assert_ptr_equal(list, state);
	}
	filter.size = 1;
	assert_int_equal(netcfg_route_list(*state, &filter, &list), -EINVAL);
	assert_int_equal(netcfg_route_list(*state, NULL, NULL), -EINVAL);
	assert_says(*state, "ret_list");
	assert_nothing_sent();
	assert_int_equal(netcfg_route_list(*state, ROUTE_FILTER(.dev = "d0"), &list), -ENODEV);
	assert_says(*state, "filter.dev \"d0\"");
	assert_no_change_sent();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(destinations), handle_test(configs), handle_test(only_to_add),
		handle_test(hops),	   handle_test(filters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
