/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* VXLANs: VNIs, addresses, options, and the two meanings of "exists". */
#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

static void test_vnis(void **state)
{
	static const uint32_t good[] = { 0, 1, 256, 65536, 16777215 };
	static const uint32_t bad[] = { 16777216, 16777217, 1u << 31, UINT32_MAX };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		assert_unsent(nc, netcfg_vxlan_create(nc, "x", bad[i], NULL, NULL), -ERANGE);
		assert_message_has(nc, "vni");
	}
	need_kind("vxlan");
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		char text[16];

		snprintf(text, sizeof(text), "%u", good[i]);
		assert_cost(nc, netcfg_vxlan_create(nc, "x", good[i], NULL, NULL), 1, 0);
		assert_link(-1, "x", "info_kind", "\"vxlan\"");
		assert_link(-1, "x", "id", text);
		/* IANA's, not what the kernel used before there was one. */
		assert_link(-1, "x", "port", "4789");
		assert_link(-1, "x", "learning", "true");
		assert_link(-1, "x", "udp_zero_csum6_tx", "false");
		assert_link(-1, "x", "udp_zero_csum6_rx", "false");
		assert_link(-1, "x", "ttl", "0");
		assert_link_lacks(-1, "x", "tos");
		assert_link_lacks(-1, "x", "local");
		assert_link_lacks(-1, "x", "remote");
		assert_link_lacks(-1, "x", "group\":\"2");
		assert_link_lacks(-1, "x", "link");
		assert_ok(nc, netcfg_link_delete(nc, "x"));
	}
}

/* Each alone, as `ip` shows it. */
static void test_each_option(void **state)
{
	static const struct {
		struct netcfg_vxlan_config config;
		const char *key, *shown;
	} cases[] = {
		{ { .port = 1 }, "port", "1" },
		{ { .port = 8472 }, "port", "8472" },
		{ { .port = 65535 }, "port", "65535" },
		{ { .local = "192.0.2.1" }, "local", "\"192.0.2.1\"" },
		{ { .local = "2001:db8::1" }, "local6", "\"2001:db8::1\"" },
		{ { .remote = "192.0.2.2" }, "remote", "\"192.0.2.2\"" },
		{ { .remote = "2001:db8::2" }, "remote6", "\"2001:db8::2\"" },
		{ { .group = "239.1.2.3", .dev = "d0" }, "group", "\"239.1.2.3\"" },
		{ { .group = "ff05::100", .dev = "d0" }, "group6", "\"ff05::100\"" },
		{ { .dev = "d0" }, "link", "\"d0\"" },
		{ { .flags = NETCFG_VXLAN_LEARNING }, "learning", "true" },
		{ { .flags = NETCFG_VXLAN_NO_LEARNING }, "learning", "false" },
		{ { .ttl = 1 }, "ttl", "1" },
		{ { .ttl = 255 }, "ttl", "255" },
		{ { .tos = 4 }, "tos", "\"0x4\"" },
		{ { .tos = 255 }, "tos", "\"0xff\"" },
		{ { .flags = NETCFG_VXLAN_TOS_INHERIT }, "tos", "\"0x1\"" },
		{ { .flags = NETCFG_VXLAN_UDP6_ZERO_CSUM_TX }, "udp_zero_csum6_tx", "true" },
		{ { .flags = NETCFG_VXLAN_UDP6_ZERO_CSUM_RX }, "udp_zero_csum6_rx", "true" },
	};
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("vxlan");
	sh_ok("ip link add d0 type veth peer name d1");
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct netcfg_vxlan_config config = cases[i].config;

		print_message("  %s %s\n", cases[i].key, cases[i].shown);
		config.size = sizeof(config);
		assert_cost(nc, netcfg_vxlan_create(nc, "x", 5, &config, NULL), 1, config.dev != NULL);
		assert_link(-1, "x", cases[i].key, cases[i].shown);
		if (!config.port)
			assert_link(-1, "x", "port", "4789");
		if (!(config.flags & NETCFG_VXLAN_NO_LEARNING))
			assert_link(-1, "x", "learning", "true");
		if (!(config.flags & NETCFG_VXLAN_UDP6_ZERO_CSUM_TX))
			assert_link(-1, "x", "udp_zero_csum6_tx", "false");
		if (!(config.flags & NETCFG_VXLAN_UDP6_ZERO_CSUM_RX))
			assert_link(-1, "x", "udp_zero_csum6_rx", "false");
		assert_ok(nc, netcfg_link_delete(nc, "x"));
	}
	/* `ip` has no JSON for this one. */
	assert_ok(nc, netcfg_vxlan_create(nc, "x", 5,
					  VXLAN_CONFIG(.flags = NETCFG_VXLAN_TTL_INHERIT), NULL));
	sh_ok("ip -d link show x | grep -q 'ttl inherit'");
}

static void test_everything(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("vxlan");
	sh_ok("ip link add d0 type veth peer name d1; ip addr add 192.0.2.1/24 dev d0");
	sh_ok("ip link set d0 up");
	assert_cost(nc,
		    netcfg_vxlan_create(nc, "x", 77,
					VXLAN_CONFIG(.local = "192.0.2.1", .group = "239.1.2.3",
						     .dev = "d0", .port = 4790, .ttl = 9, .tos = 8,
						     .flags = NETCFG_VXLAN_NO_LEARNING),
					LINK_CONFIG(.mac = "02:00:00:00:00:01", .mtu = 1400,
						    .flags = NETCFG_LINK_UP)),
		    1, 1);
	assert_link(-1, "x", "id", "77");
	assert_link(-1, "x", "local", "\"192.0.2.1\"");
	assert_link(-1, "x", "group", "\"239.1.2.3\"");
	assert_link(-1, "x", "link", "\"d0\"");
	assert_link(-1, "x", "port", "4790");
	assert_link(-1, "x", "ttl", "9");
	assert_link(-1, "x", "tos", "\"0x8\"");
	assert_link(-1, "x", "learning", "false");
	assert_link(-1, "x", "address", "\"02:00:00:00:00:01\"");
	assert_link(-1, "x", "mtu", "1400");
	assert_link_flag(-1, "x", "UP");
}

static void refuse(struct netcfg *nc, const struct netcfg_vxlan_config *config, int expected,
		   const char *named)
{
	assert_unsent(nc, netcfg_vxlan_create(nc, "x", 5, config, NULL), expected);
	assert_message_has(nc, named);
	assert_int_equal(count_links(), 1);
}

static void test_bad_addresses(void **state)
{
	/* B61's strict text, and what none of the three can be. */
	static const char *const bad[] = { "",	      "192.0.2",      "192.0.2.1/24", "192.0.2.1 ",
					   "0300.0.0.1", "host",	  "2001:db8::/64", "2001:db8:::1",
					   "0.0.0.0", "::",	      "02:00:00:00:00:01" };
	static const char *const multicast[] = { "224.0.0.1", "239.255.255.255", "ff02::1" };
	static const char *const unicast[] = { "192.0.2.1", "223.255.255.255", "240.0.0.1", "fe80::1",
					       "2001:db8::1" };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		refuse(nc, VXLAN_CONFIG(.local = bad[i]), -EINVAL, "vxlan.local");
		refuse(nc, VXLAN_CONFIG(.remote = bad[i]), -EINVAL, "vxlan.remote");
		refuse(nc, VXLAN_CONFIG(.group = bad[i], .dev = "lo"), -EINVAL, "vxlan.group");
	}
	for (size_t i = 0; i < ARRAY_SIZE(multicast); i++) {
		refuse(nc, VXLAN_CONFIG(.local = multicast[i]), -EINVAL, "vxlan.local");
		refuse(nc, VXLAN_CONFIG(.remote = multicast[i]), -EINVAL, "vxlan.remote");
		refuse(nc, VXLAN_CONFIG(.group = multicast[i]), -EINVAL, "vxlan.dev");
	}
	for (size_t i = 0; i < ARRAY_SIZE(unicast); i++)
		refuse(nc, VXLAN_CONFIG(.group = unicast[i], .dev = "lo"), -EINVAL, "vxlan.group");
	refuse(nc, VXLAN_CONFIG(.remote = "192.0.2.1", .group = "239.1.1.1", .dev = "lo"), -EINVAL,
	       "vxlan has both");
	refuse(nc, VXLAN_CONFIG(.local = "192.0.2.1", .remote = "2001:db8::1"), -EINVAL,
	       "vxlan.remote");
	refuse(nc, VXLAN_CONFIG(.local = "2001:db8::1", .group = "239.1.1.1", .dev = "lo"), -EINVAL,
	       "vxlan.group");
}

static void test_bad_options(void **state)
{
	static const uint32_t bad_flags[] = { 1u << 6, 1u << 31, UINT32_MAX,
					      NETCFG_VXLAN_LEARNING | NETCFG_VXLAN_NO_LEARNING };
	static const uint32_t big[] = { 256, 257, 65536, UINT32_MAX };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	for (size_t i = 0; i < ARRAY_SIZE(bad_flags); i++)
		refuse(nc, VXLAN_CONFIG(.flags = bad_flags[i]), -EINVAL, "vxlan.flags");
	for (size_t i = 0; i < ARRAY_SIZE(big); i++) {
		refuse(nc, VXLAN_CONFIG(.ttl = big[i]), -ERANGE, "vxlan.ttl");
		refuse(nc, VXLAN_CONFIG(.tos = big[i]), -ERANGE, "vxlan.tos");
	}
	refuse(nc, VXLAN_CONFIG(.tos = 1), -EINVAL, "TOS_INHERIT");
	refuse(nc, VXLAN_CONFIG(.tos = 4, .flags = NETCFG_VXLAN_TOS_INHERIT), -EINVAL, "vxlan.tos");
	refuse(nc, VXLAN_CONFIG(.ttl = 4, .flags = NETCFG_VXLAN_TTL_INHERIT), -EINVAL, "vxlan.ttl");
	refuse(nc, VXLAN_CONFIG(.reserved = 1), -EINVAL, "vxlan.reserved");
	refuse(nc, VXLAN_CONFIG(.dev = ""), -EINVAL, "vxlan.dev");
	refuse(nc, VXLAN_CONFIG(.dev = "a/b"), -EINVAL, "vxlan.dev");
}

/* B29: what exists is the VNI, in the kernel's words; the name is free, and the message says no more. */
static void b29_exists(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("vxlan");
	assert_ok(nc, netcfg_vxlan_create(nc, "vx0", 5, NULL, NULL));
	assert_errno(nc, netcfg_vxlan_create(nc, "vx1", 5, NULL, NULL), -EEXIST);
	assert_cause_has(nc, EEXIST, "File exists: ");
	assert_cause_lacks(nc, EEXIST, "\"vx1\"");
	assert_errno(nc, netcfg_link_index(nc, "vx1"), -ENODEV);
	/* Another port, another VNI: free. */
	assert_ok(nc, netcfg_vxlan_create(nc, "vx1", 5, VXLAN_CONFIG(.port = 8472), NULL));
	assert_ok(nc, netcfg_vxlan_create(nc, "vx2", 6, NULL, NULL));
	/* And here it is the name. */
	assert_errno(nc, netcfg_vxlan_create(nc, "vx2", 7, NULL, NULL), -EEXIST);
	assert_cause_has(nc, EEXIST, "\"vx2\"");
	assert_int_equal(count_links(), 4);
}

static void test_dev(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	int there;

	need_kind("vxlan");
	sh_ok("ip link add d0 type veth peer name d1");
	sh_ok("ip link property add dev d0 altname the-link-that-carries-it-all");
	there = netns_new_named("n1");
	assert_errno(nc, netcfg_vxlan_create(nc, "x", 5, VXLAN_CONFIG(.dev = "absent"), NULL),
		     -ENODEV);
	assert_message_has(nc, "vxlan.dev \"absent\"");
	assert_false(link_here("x"));
	/* The handle's, whatever there is where the link is to live. */
	sh_ok_in(there, "ip link add d0 index 4000 type bridge");
	assert_ok(nc, netcfg_vxlan_create(nc, "x", 5,
					  VXLAN_CONFIG(.dev = "the-link-that-carries-it-all"),
					  LINK_CONFIG(.netns = "n1", .flags = NETCFG_LINK_UP)));
	assert_false(link_here("x"));
	assert_link_flag(there, "x", "UP");
	sh_ok_in(there, "ip -d link show x | grep -qw 'dev if%d'", link_index_here("d0"));
	/* It sends from here: its VNI is taken here. */
	assert_errno(nc, netcfg_vxlan_create(nc, "y", 5, VXLAN_CONFIG(.dev = "d0"), NULL), -EEXIST);
	close(there);
}

/* Made in the same batch, the link to send through is found; and one that was not made is missed. */
static void test_dev_of_the_same_batch(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("vxlan");
	sh_ok("ip link add taken type bridge");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "d0", "d1", NULL, NULL));
	assert_ok(nc, netcfg_vxlan_create(nc, "x", 5, VXLAN_CONFIG(.dev = "d1"), NULL));
	assert_ok(nc, netcfg_veth_create(nc, "taken", "other", NULL, NULL));
	assert_ok(nc, netcfg_vxlan_create(nc, "y", 6, VXLAN_CONFIG(.dev = "taken"), NULL));
	assert_ok(nc, netcfg_link_set(nc, "x", LINK_CONFIG(.mtu = 1300)));
	assert_int_equal(netcfg_batch_commit(nc), 2);
	assert_int_equal(netcfg_batch_error(nc, 2), -EEXIST);
	assert_int_equal(netcfg_batch_error(nc, 3), -ENODEV);
	assert_link(-1, "x", "link", "\"d1\"");
	assert_link(-1, "x", "mtu", "1300");
	assert_false(link_here("y"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_vnis),
		sandbox_test(test_each_option),
		sandbox_test(test_everything),
		sandbox_test(test_bad_addresses),
		sandbox_test(test_bad_options),
		sandbox_test(b29_exists),
		sandbox_test(test_dev),
		sandbox_test(test_dev_of_the_same_batch),
	};

	return sandbox_main(tests);
}
