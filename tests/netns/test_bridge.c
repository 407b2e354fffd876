/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bridges: what they can be given. What they do to their ports is in test_master.c (B24, B25, B36). */
#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

static void test_defaults(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };

	assert_cost(nc, netcfg_bridge_create(nc, "b", NULL, NULL), 1, 0);
	sh_ok("ip link add ref type bridge");
	for (size_t i = 0; i < 2; i++) {
		const char *name = i ? "ref" : "b";

		assert_link(-1, name, "info_kind", "\"bridge\"");
		assert_link(-1, name, "forward_delay", "1500");
		assert_link(-1, name, "ageing_time", "30000");
		assert_link(-1, name, "stp_state", "0");
		assert_link(-1, name, "vlan_filtering", "0");
		assert_link(-1, name, "group_fwd_mask", "\"0\"");
		assert_link(-1, name, "mcast_snooping", "1");
	}
	assert_ok(nc, netcfg_link_get(nc, "b", &info));
	assert_string_equal(info.kind, "bridge");
	assert_ok(nc, netcfg_bridge_create(nc, "b2", BRIDGE_CONFIG(.flags = 0), NULL));
	assert_link(-1, "b2", "mcast_snooping", "1");
}

/* Each alone, so that one that went to another's place is seen. */
static void test_each_option(void **state)
{
	static const struct {
		struct netcfg_bridge_config config;
		const char *key, *shown;
	} cases[] = {
		{ { .flags = NETCFG_BRIDGE_STP }, "stp_state", "1" },
		{ { .flags = NETCFG_BRIDGE_NO_STP }, "stp_state", "0" },
		{ { .flags = NETCFG_BRIDGE_MULTICAST_SNOOPING }, "mcast_snooping", "1" },
		{ { .flags = NETCFG_BRIDGE_NO_MULTICAST_SNOOPING }, "mcast_snooping", "0" },
		{ { .flags = NETCFG_BRIDGE_FORWARD_DELAY }, "forward_delay", "0" },
		/* Whole ticks, whether the kernel has 100, 250 or 1000 of them. */
		{ { .flags = NETCFG_BRIDGE_FORWARD_DELAY, .forward_delay = 4320 },
		  "forward_delay",
		  "4320" },
		{ { .flags = NETCFG_BRIDGE_AGEING_TIME }, "ageing_time", "0" },
		{ { .flags = NETCFG_BRIDGE_AGEING_TIME, .ageing_time = 123456 },
		  "ageing_time",
		  "123456" },
		{ { .group_fwd_mask = 0x8 }, "group_fwd_mask", "\"0x8\"" },
		{ { .group_fwd_mask = 0xfff8 }, "group_fwd_mask", "\"0xfff8\"" },
	};
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct netcfg_bridge_config config = cases[i].config;

		print_message("  %s %s\n", cases[i].key, cases[i].shown);
		config.size = sizeof(config);
		assert_ok(nc, netcfg_bridge_create(nc, "b", &config, NULL));
		assert_link(-1, "b", cases[i].key, cases[i].shown);
		/* The others are as they come. */
		if (strcmp(cases[i].key, "ageing_time") != 0)
			assert_link(-1, "b", "ageing_time", "30000");
		if (strcmp(cases[i].key, "forward_delay") != 0)
			assert_link(-1, "b", "forward_delay", "1500");
		if (strcmp(cases[i].key, "stp_state") != 0)
			assert_link(-1, "b", "stp_state", "0");
		if (strcmp(cases[i].key, "mcast_snooping") != 0)
			assert_link(-1, "b", "mcast_snooping", "1");
		if (strcmp(cases[i].key, "group_fwd_mask") != 0)
			assert_link(-1, "b", "group_fwd_mask", "\"0\"");
		assert_ok(nc, netcfg_link_delete(nc, "b"));
	}
}

/* Numbers whose field says nothing are not sent. */
static void test_numbers_without_their_flag(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_bridge_create(
			      nc, "b", BRIDGE_CONFIG(.forward_delay = 7, .ageing_time = 8), NULL));
	assert_link(-1, "b", "forward_delay", "1500");
	assert_link(-1, "b", "ageing_time", "30000");
}

static void test_everything(void **state)
{
	const uint32_t flags = NETCFG_BRIDGE_STP | NETCFG_BRIDGE_NO_MULTICAST_SNOOPING |
			       NETCFG_BRIDGE_FORWARD_DELAY | NETCFG_BRIDGE_AGEING_TIME;
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_cost(nc,
		    netcfg_bridge_create(nc, "b",
					 BRIDGE_CONFIG(.flags = flags, .forward_delay = 400,
						       .ageing_time = 500,
						       .group_fwd_mask = 0x4000),
					 LINK_CONFIG(.mac = "02:00:00:00:00:0b", .mtu = 1400,
						     .flags = NETCFG_LINK_UP)),
		    1, 0);
	assert_link(-1, "b", "forward_delay", "400");
	assert_link(-1, "b", "ageing_time", "500");
	assert_link(-1, "b", "stp_state", "1");
	assert_link(-1, "b", "mcast_snooping", "0");
	assert_link(-1, "b", "group_fwd_mask", "\"0x4000\"");
	assert_link(-1, "b", "address", "\"02:00:00:00:00:0b\"");
	assert_link(-1, "b", "mtu", "1400");
	assert_link_flag(-1, "b", "UP");
}

/* Not every kernel was built with it: then the kernel says so, and there is no bridge. */
static void test_vlan_filtering(void **state)
{
	static const uint32_t flags[] = { NETCFG_BRIDGE_NO_VLAN_FILTERING,
					  NETCFG_BRIDGE_VLAN_FILTERING };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const bool there = sh("ip link add probe type bridge vlan_filtering 1") == 0;

	for (size_t i = 0; i < ARRAY_SIZE(flags); i++) {
		assert_errno(nc,
			     netcfg_bridge_create(nc, "b", BRIDGE_CONFIG(.flags = flags[i]), NULL),
			     there ? 0 : -EOPNOTSUPP);
		assert_true(link_here("b") == there);
		if (!there)
			continue;
		assert_link(-1, "b", "vlan_filtering", i ? "1" : "0");
		assert_ok(nc, netcfg_link_delete(nc, "b"));
	}
}

static void refuse(struct netcfg *nc, const struct netcfg_bridge_config *config, int expected,
		   const char *named)
{
	assert_unsent(nc, netcfg_bridge_create(nc, "b", config, NULL), expected);
	assert_message_has(nc, named);
	assert_int_equal(count_links(), 1);
}

static void test_bad_configs(void **state)
{
	static const uint32_t masks[] = { 1, 2, 4, 7, 0xffff };
	static const uint32_t big_masks[] = { 0x10000, 0x10008, UINT32_MAX };
	static const uint32_t delays[] = { 0, 1, 199, 3001, UINT32_MAX };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	refuse(nc, BRIDGE_CONFIG(.flags = 1u << 9), -EINVAL, "bridge.flags");
	refuse(nc, BRIDGE_CONFIG(.flags = 1u << 31), -EINVAL, "bridge.flags");
	refuse(nc,
	       BRIDGE_CONFIG(.flags =
				     NETCFG_BRIDGE_VLAN_FILTERING | NETCFG_BRIDGE_NO_VLAN_FILTERING),
	       -EINVAL, "VLAN_FILTERING");
	refuse(nc, BRIDGE_CONFIG(.flags = NETCFG_BRIDGE_STP | NETCFG_BRIDGE_NO_STP), -EINVAL,
	       "NO_STP");
	refuse(nc,
	       BRIDGE_CONFIG(.flags = NETCFG_BRIDGE_MULTICAST_SNOOPING |
				      NETCFG_BRIDGE_NO_MULTICAST_SNOOPING),
	       -EINVAL, "MULTICAST_SNOOPING");
	for (size_t i = 0; i < ARRAY_SIZE(masks); i++)
		refuse(nc, BRIDGE_CONFIG(.group_fwd_mask = masks[i]), -EINVAL, "group_fwd_mask");
	for (size_t i = 0; i < ARRAY_SIZE(big_masks); i++)
		refuse(nc, BRIDGE_CONFIG(.group_fwd_mask = big_masks[i]), -ERANGE,
		       "group_fwd_mask");
	/* What the kernel would make something else of, without a word. */
	for (size_t i = 0; i < ARRAY_SIZE(delays); i++)
		refuse(nc,
		       BRIDGE_CONFIG(.flags = NETCFG_BRIDGE_STP | NETCFG_BRIDGE_FORWARD_DELAY,
				     .forward_delay = delays[i]),
		       -ERANGE, "forward_delay");
}

/* Of a bridge that is there, in one request, and what is not said stays. */
static void test_change(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_bridge_config *c = BRIDGE_CONFIG(
		.flags = NETCFG_BRIDGE_STP | NETCFG_BRIDGE_FORWARD_DELAY, .forward_delay = 400);

	assert_ok(nc, netcfg_bridge_create(nc, "b",
					   BRIDGE_CONFIG(.flags = NETCFG_BRIDGE_AGEING_TIME,
							 .ageing_time = 12300),
					   NULL));
	assert_cost(nc, netcfg_bridge_set(nc, "b", c), 1, 0);
	assert_link(-1, "b", "stp_state", "1");
	assert_link(-1, "b", "forward_delay", "400");
	assert_link(-1, "b", "ageing_time", "12300");
	assert_ok(nc, netcfg_bridge_set(nc, "b", BRIDGE_CONFIG(.flags = NETCFG_BRIDGE_NO_STP)));
	assert_link(-1, "b", "stp_state", "0");
	assert_ok(nc, netcfg_bridge_set(nc, "b", BRIDGE_CONFIG(.group_fwd_mask = 0x10)));
	assert_link(-1, "b", "group_fwd_mask", "\"0x10\"");
	assert_ok(nc, netcfg_bridge_set(nc, "b", NULL));
	assert_link(-1, "b", "group_fwd_mask", "\"0x10\"");
	assert_ok(nc,
		  netcfg_bridge_set(nc, "b", BRIDGE_CONFIG(.flags = NETCFG_BRIDGE_GROUP_FWD_MASK)));
	assert_link(-1, "b", "group_fwd_mask", "\"0\"");
	assert_errno(nc, netcfg_bridge_set(nc, "absent", c), -ENODEV);
	assert_errno(nc, netcfg_bridge_set(nc, "lo", c), -EOPNOTSUPP);
	assert_message_has(nc, "change bridge \"lo\"");
	sh_ok("ip link show absent 2>/dev/null && exit 1; exit 0");
	/* In a batch, made a moment before. */
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_bridge_create(nc, "b2", NULL, NULL));
	assert_ok(nc, netcfg_bridge_set(nc, "b2", c));
	assert_errno(NULL, netcfg_batch_commit(nc), 0);
	assert_link(-1, "b2", "stp_state", "1");
	assert_unsent(nc, netcfg_bridge_set(nc, "b", BRIDGE_CONFIG(.group_fwd_mask = 1)), -EINVAL);
	assert_unsent(nc, netcfg_bridge_set(nc, "", c), -EINVAL);
}

/* B24, B25 and B36 with bridges of our own: MAC and MTU are the kernel's, ports are free afterwards. */
static void b24_b25_b36_ports(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };

	sh_ok("ip link add p0 address 02:00:00:00:00:55 mtu 1400 type veth peer name p1");
	sh_ok("ip addr add 192.0.2.1/24 dev p0");
	assert_ok(nc, netcfg_bridge_create(nc, "b", NULL, LINK_CONFIG(.flags = NETCFG_LINK_UP)));
	assert_ok(nc, netcfg_bridge_create(nc, "fixed", NULL,
					   LINK_CONFIG(.mac = "02:00:00:00:00:99")));
	assert_ok(nc, netcfg_link_set_master(nc, "p0", "fixed"));
	assert_link(-1, "fixed", "address", "\"02:00:00:00:00:99\"");
	/* From one to the other. */
	assert_ok(nc, netcfg_link_set_master(nc, "p0", "b"));
	assert_ok(nc, netcfg_link_get(nc, "b", &info));
	assert_string_equal(info.mac, "02:00:00:00:00:55");
	assert_int_equal(info.mtu, 1400);
	assert_errno(nc, netcfg_bridge_create(nc, "inner", NULL, LINK_CONFIG(.master = "b")),
		     -ELOOP);
	assert_false(link_here("inner"));
	assert_ok(nc, netcfg_link_delete(nc, "b"));
	assert_link_lacks(-1, "p0", "master");
	sh_ok("ip addr show dev p0 | grep -q 192.0.2.1/24");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_defaults),
		sandbox_test(test_each_option),
		sandbox_test(test_numbers_without_their_flag),
		sandbox_test(test_everything),
		sandbox_test(test_vlan_filtering),
		sandbox_test(test_bad_configs),
		sandbox_test(test_change),
		sandbox_test(b24_b25_b36_ports),
	};

	return sandbox_main(tests);
}
