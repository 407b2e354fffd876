/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Bonds: modes, options, ports. Most of it needs a kernel that has the kind. */
#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

static void test_modes(void **state)
{
	static const struct {
		uint32_t mode;
		const char *shown, *miimon;
	} modes[] = {
		{ 0, "\"balance-rr\"", "0" },
		{ NETCFG_BOND_BALANCE_RR, "\"balance-rr\"", "0" },
		{ NETCFG_BOND_ACTIVE_BACKUP, "\"active-backup\"", "0" },
		{ NETCFG_BOND_BALANCE_XOR, "\"balance-xor\"", "0" },
		{ NETCFG_BOND_BROADCAST, "\"broadcast\"", "0" },
		{ NETCFG_BOND_8023AD, "\"802.3ad\"", "100" },
		{ NETCFG_BOND_BALANCE_TLB, "\"balance-tlb\"", "100" },
		{ NETCFG_BOND_BALANCE_ALB, "\"balance-alb\"", "100" },
	};
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("bond");
	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		assert_cost(nc,
			    netcfg_bond_create(nc, "bo0", BOND_CONFIG(.mode = modes[i].mode), NULL),
			    1, 0);
		assert_link(-1, "bo0", "info_kind", "\"bond\"");
		assert_link(-1, "bo0", "mode", modes[i].shown);
		assert_link(-1, "bo0", "miimon", modes[i].miimon);
		assert_link(-1, "bo0", "xmit_hash_policy", "\"layer2\"");
		assert_link(-1, "bo0", "ad_lacp_rate", "\"slow\"");
		assert_ok(nc, netcfg_link_delete(nc, "bo0"));
	}
}

static void test_options(void **state)
{
	static const struct {
		struct netcfg_bond_config config;
		const char *key, *shown;
	} cases[] = {
		{ { .flags = NETCFG_BOND_MIIMON }, "miimon", "0" },
		{ { .flags = NETCFG_BOND_MIIMON, .miimon = 250 }, "miimon", "250" },
		{ { .flags = NETCFG_BOND_MIIMON, .miimon = INT32_MAX }, "miimon", "2147483647" },
		{ { .miimon = 250 }, "miimon", "100" },
		{ { .lacp_rate = NETCFG_BOND_LACP_SLOW }, "ad_lacp_rate", "\"slow\"" },
		{ { .lacp_rate = NETCFG_BOND_LACP_FAST }, "ad_lacp_rate", "\"fast\"" },
		{ { .xmit_hash_policy = NETCFG_BOND_XMIT_LAYER2 }, "xmit_hash_policy", "\"layer2\"" },
		{ { .xmit_hash_policy = NETCFG_BOND_XMIT_LAYER34 },
		  "xmit_hash_policy",
		  "\"layer3+4\"" },
		{ { .xmit_hash_policy = NETCFG_BOND_XMIT_LAYER23 },
		  "xmit_hash_policy",
		  "\"layer2+3\"" },
		{ { .xmit_hash_policy = NETCFG_BOND_XMIT_ENCAP23 },
		  "xmit_hash_policy",
		  "\"encap2+3\"" },
		{ { .xmit_hash_policy = NETCFG_BOND_XMIT_ENCAP34 },
		  "xmit_hash_policy",
		  "\"encap3+4\"" },
		{ { .xmit_hash_policy = NETCFG_BOND_XMIT_VLAN_SRCMAC },
		  "xmit_hash_policy",
		  "\"vlan+srcmac\"" },
	};
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("bond");
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct netcfg_bond_config config = cases[i].config;

		print_message("  %s %s\n", cases[i].key, cases[i].shown);
		config.size = sizeof(config);
		config.mode = NETCFG_BOND_8023AD;
		assert_ok(nc, netcfg_bond_create(nc, "bo0", &config, NULL));
		assert_link(-1, "bo0", "mode", "\"802.3ad\"");
		assert_link(-1, "bo0", cases[i].key, cases[i].shown);
		assert_ok(nc, netcfg_link_delete(nc, "bo0"));
	}
	/* What the mode has no use for is refused by the kernel, and there is no bond. */
	assert_errno(nc,
		     netcfg_bond_create(nc, "bo0",
					BOND_CONFIG(.mode = NETCFG_BOND_ACTIVE_BACKUP,
						    .lacp_rate = NETCFG_BOND_LACP_FAST),
					NULL),
		     -EACCES);
	assert_false(link_here("bo0"));
}

static void refuse(struct netcfg *nc, const struct netcfg_bond_config *config, int expected,
		   const char *named)
{
	assert_unsent(nc, netcfg_bond_create(nc, "bo0", config, NULL), expected);
	assert_message_has(nc, named);
	assert_int_equal(count_links(), 1);
}

static void test_bad_configs(void **state)
{
	static const uint32_t wide[] = { 256, 257, 65536, UINT32_MAX };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	refuse(nc, BOND_CONFIG(.flags = 2), -EINVAL, "bond.flags");
	refuse(nc, BOND_CONFIG(.flags = UINT32_MAX), -EINVAL, "bond.flags");
	refuse(nc, BOND_CONFIG(.mode = 8), -EINVAL, "bond.mode");
	refuse(nc, BOND_CONFIG(.lacp_rate = 3), -EINVAL, "bond.lacp_rate");
	refuse(nc, BOND_CONFIG(.xmit_hash_policy = 7), -EINVAL, "bond.xmit_hash_policy");
	for (size_t i = 0; i < ARRAY_SIZE(wide); i++) {
		refuse(nc, BOND_CONFIG(.mode = wide[i]), -EINVAL, "bond.mode");
		refuse(nc, BOND_CONFIG(.lacp_rate = wide[i]), -EINVAL, "bond.lacp_rate");
		refuse(nc, BOND_CONFIG(.xmit_hash_policy = wide[i]), -EINVAL,
		       "bond.xmit_hash_policy");
	}
	refuse(nc, BOND_CONFIG(.flags = NETCFG_BOND_MIIMON, .miimon = (uint32_t)INT32_MAX + 1),
	       -ERANGE, "bond.miimon");
	refuse(nc, BOND_CONFIG(.flags = NETCFG_BOND_MIIMON, .miimon = UINT32_MAX), -ERANGE,
	       "bond.miimon");
	refuse(nc, BOND_CONFIG(.reserved = 1), -EINVAL, "bond.reserved");
}

/* Down they join, and up they are then; up they do not, and nothing is left of a create. */
static void test_ports(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("bond");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_bond_create(nc, "bo0", BOND_CONFIG(.mode = NETCFG_BOND_ACTIVE_BACKUP),
					 LINK_CONFIG(.flags = NETCFG_LINK_UP)));
	assert_ok(nc, netcfg_veth_create(nc, "p0", "p1", LINK_CONFIG(.master = "bo0"), NULL));
	assert_ok(nc, netcfg_veth_create(nc, "q0", "q1", NULL, LINK_CONFIG(.master = "bo0")));
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_link(-1, "p0", "master", "\"bo0\"");
	assert_link(-1, "q1", "master", "\"bo0\"");
	assert_link_flag(-1, "p0", "UP");
	assert_errno(nc,
		     netcfg_veth_create(nc, "r0", "r1",
					LINK_CONFIG(.master = "bo0", .flags = NETCFG_LINK_UP), NULL),
		     -EPERM);
	assert_false(link_here("r0"));
	assert_ok(nc, netcfg_link_set_master(nc, "p0", NULL));
	assert_link_lacks(-1, "p0", "master");
	assert_ok(nc, netcfg_link_delete(nc, "bo0"));
	assert_link_lacks(-1, "q1", "master");
}

static void test_every_field(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("bond");
	assert_cost(nc,
		    netcfg_bond_create(nc, "bo0", NULL,
				       LINK_CONFIG(.mac = "02:00:00:00:00:01", .mtu = 1400,
						   .tx_queue_len = 7, .group = 8,
						   .flags = NETCFG_LINK_UP | NETCFG_LINK_GROUP |
							    NETCFG_LINK_TX_QUEUE_LEN)),
		    1, 0);
	assert_link(-1, "bo0", "address", "\"02:00:00:00:00:01\"");
	assert_link(-1, "bo0", "mtu", "1400");
	assert_link(-1, "bo0", "txqlen", "7");
	assert_link(-1, "bo0", "group", "\"8\"");
	assert_link_flag(-1, "bo0", "UP");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_modes),
		sandbox_test(test_options),
		sandbox_test(test_bad_configs),
		sandbox_test(test_ports),
		sandbox_test(test_every_field),
	};

	return sandbox_main(tests);
}
