/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ipvlans: modes and flags, which are the parent's. Most of it needs a kernel that has the kind. */
#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

static void make_parent(void)
{
	sh_ok("ip link add p0 address 02:00:00:00:00:a0 type veth peer name p1");
}

static void test_modes(void **state)
{
	static const struct {
		uint32_t mode;
		const char *shown;
	} modes[] = {
		{ 0, "\"l3\"" },
		{ NETCFG_IPVLAN_L2, "\"l2\"" },
		{ NETCFG_IPVLAN_L3, "\"l3\"" },
		{ NETCFG_IPVLAN_L3S, "\"l3s\"" },
	};
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };

	need_kind("ipvlan");
	make_parent();
	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		/* One request, and the index of the parent before it. */
		assert_cost(nc,
			    netcfg_ipvlan_create(nc, "i", "p0",
						 IPVLAN_CONFIG(.mode = modes[i].mode), NULL),
			    1, 1);
		assert_link(-1, "i", "info_kind", "\"ipvlan\"");
		assert_link(-1, "i", "mode", modes[i].shown);
		assert_link(-1, "i", "bridge", "true");
		assert_link(-1, "i", "link", "\"p0\"");
		assert_link(-1, "i", "address", "\"02:00:00:00:00:a0\"");
		assert_ok(nc, netcfg_link_get(nc, "i", &info));
		assert_string_equal(info.kind, "ipvlan");
		assert_int_equal(info.parent, link_index_here("p0"));
		assert_ok(nc, netcfg_link_delete(nc, "i"));
	}
}

/* They are the parent's: the newest decides, for those that are there as well. */
static void test_flags(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("ipvlan");
	make_parent();
	assert_ok(nc, netcfg_ipvlan_create(nc, "i1", "p0",
					   IPVLAN_CONFIG(.mode = NETCFG_IPVLAN_L2,
							 .flags = NETCFG_IPVLAN_PRIVATE),
					   NULL));
	assert_link(-1, "i1", "mode", "\"l2\"");
	assert_link(-1, "i1", "private", "true");
	assert_ok(nc, netcfg_ipvlan_create(nc, "i2", "p0",
					   IPVLAN_CONFIG(.flags = NETCFG_IPVLAN_VEPA), NULL));
	assert_link(-1, "i1", "vepa", "true");
	assert_link_lacks(-1, "i1", "private");
	assert_link(-1, "i1", "mode", "\"l3\"");
	assert_ok(nc, netcfg_ipvlan_create(nc, "i3", "p0", NULL, NULL));
	assert_link(-1, "i3", "vepa", "true");
}

static void refuse(struct netcfg *nc, const char *parent, const struct netcfg_ipvlan_config *ipvlan,
		   const struct netcfg_link_config *link, const char *named)
{
	assert_unsent(nc, netcfg_ipvlan_create(nc, "i", parent, ipvlan, link), -EINVAL);
	assert_message_has(nc, named);
	assert_int_equal(count_links(), 3);
}

static void test_bad_arguments(void **state)
{
	static const uint32_t bad_modes[] = { 4, 5, 256, 65537, UINT32_MAX };
	static const uint32_t bad_flags[] = { 4, 1u << 16, 1u << 31, UINT32_MAX,
					      NETCFG_IPVLAN_PRIVATE | NETCFG_IPVLAN_VEPA };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	make_parent();
	for (size_t i = 0; i < ARRAY_SIZE(bad_modes); i++)
		refuse(nc, "p0", IPVLAN_CONFIG(.mode = bad_modes[i]), NULL, "ipvlan.mode");
	for (size_t i = 0; i < ARRAY_SIZE(bad_flags); i++)
		refuse(nc, "p0", IPVLAN_CONFIG(.flags = bad_flags[i]), NULL, "ipvlan.flags");
	refuse(nc, NULL, NULL, NULL, "parent");
	refuse(nc, "", NULL, NULL, "parent");
	refuse(nc, "p0", NULL, LINK_CONFIG(.mac = "02:00:00:00:00:01"), "mac");
}

/* B26's kind: one taker for a link's packets, and the kernel says so at once. */
static void b26_parents(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("ipvlan");
	make_parent();
	assert_errno(nc, netcfg_ipvlan_create(nc, "i", "lo", NULL, NULL), -EINVAL);
	assert_message_has(nc, "\"lo\"");
	assert_errno(nc, netcfg_ipvlan_create(nc, "i", "absent", NULL, NULL), -ENODEV);
	assert_message_has(nc, "\"absent\"");
	assert_ok(nc, netcfg_bridge_create(nc, "br0", NULL, NULL));
	assert_ok(nc, netcfg_link_set_master(nc, "p0", "br0"));
	assert_errno(nc, netcfg_ipvlan_create(nc, "i", "p0", NULL, NULL), -EBUSY);
	assert_ok(nc, netcfg_macvlan_create(nc, "m", "p1", NULL, NULL));
	assert_errno(nc, netcfg_ipvlan_create(nc, "i", "p1", NULL, NULL), -EBUSY);
	assert_false(link_here("i"));
	assert_ok(nc, netcfg_link_delete(nc, "m"));
	assert_ok(nc, netcfg_ipvlan_create(nc, "i", "p1", NULL, NULL));
	assert_ok(nc, netcfg_ipvlan_create(nc, "j", "i", NULL, NULL));
	assert_link(-1, "j", "link", "\"p1\"");
	assert_errno(nc, netcfg_link_set_master(nc, "p1", "br0"), -EBUSY);
	assert_ok(nc, netcfg_link_delete(nc, "p1"));
	assert_false(link_here("i"));
	assert_false(link_here("j"));
}

static void test_every_field(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	int there;

	need_kind("ipvlan");
	make_parent();
	there = netns_new_named("n1");
	assert_cost(nc,
		    netcfg_ipvlan_create(nc, "i", "p0", IPVLAN_CONFIG(.mode = NETCFG_IPVLAN_L2),
					 LINK_CONFIG(.netns = "n1", .mtu = 1400, .tx_queue_len = 7,
						     .group = 8, .num_tx_queues = 3,
						     .flags = NETCFG_LINK_UP | NETCFG_LINK_GROUP |
							      NETCFG_LINK_TX_QUEUE_LEN)),
		    1, 1);
	assert_false(link_here("i"));
	assert_link(there, "i", "mode", "\"l2\"");
	assert_link(there, "i", "mtu", "1400");
	assert_link(there, "i", "txqlen", "7");
	assert_link(there, "i", "group", "\"8\"");
	assert_link(there, "i", "num_tx_queues", "3");
	assert_link_flag(there, "i", "UP");
	close(there);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_modes),         sandbox_test(test_flags),
		sandbox_test(test_bad_arguments), sandbox_test(b26_parents),
		sandbox_test(test_every_field),
	};

	return sandbox_main(tests);
}
