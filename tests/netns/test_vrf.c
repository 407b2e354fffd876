/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* VRFs: tables and ports. Most of it needs a kernel that has the kind. */
#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

static void test_tables(void **state)
{
	static const uint32_t good[] = { 1, 10, 254, 256, 1000000, INT32_MAX, UINT32_MAX };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_unsent(nc, netcfg_vrf_create(nc, "r", 0, NULL), -EINVAL);
	assert_message_has(nc, "table");
	need_kind("vrf");
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		char text[16];

		snprintf(text, sizeof(text), "%u", good[i]);
		assert_cost(nc, netcfg_vrf_create(nc, "r", good[i], NULL), 1, 0);
		assert_link(-1, "r", "info_kind", "\"vrf\"");
		assert_link(-1, "r", "table", text);
		assert_ok(nc, netcfg_link_delete(nc, "r"));
	}
	/* Two of one table are two. */
	assert_ok(nc, netcfg_vrf_create(nc, "r1", 10, NULL));
	assert_ok(nc, netcfg_vrf_create(nc, "r2", 10, NULL));
}

/* A port's addresses are in the VRF's table: that is what it is for. */
static void test_ports(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("vrf");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_vrf_create(nc, "r", 10, LINK_CONFIG(.flags = NETCFG_LINK_UP)));
	assert_ok(nc, netcfg_veth_create(nc, "p0", "p1",
					 LINK_CONFIG(.master = "r", .flags = NETCFG_LINK_UP),
					 LINK_CONFIG(.flags = NETCFG_LINK_UP)));
	assert_ok(nc, netcfg_addr_add(nc, "p0", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_link(-1, "p0", "master", "\"r\"");
	sh_ok("ip route show table 10 | grep -q 192.0.2.0/24");
	assert_errno(nc, netcfg_vrf_create(nc, "r2", 11, LINK_CONFIG(.master = "r")), -EINVAL);
	assert_false(link_here("r2"));
	assert_ok(nc, netcfg_link_set_master(nc, "p0", NULL));
	assert_link_lacks(-1, "p0", "master");
	assert_ok(nc, netcfg_link_set_master(nc, "p0", "r"));
	assert_ok(nc, netcfg_link_delete(nc, "r"));
	assert_link_lacks(-1, "p0", "master");
}

static void test_every_field(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("vrf");
	assert_cost(nc,
		    netcfg_vrf_create(nc, "r", 10,
				      LINK_CONFIG(.mac = "02:00:00:00:00:01", .mtu = 1400,
						  .tx_queue_len = 7, .group = 8,
						  .flags = NETCFG_LINK_UP | NETCFG_LINK_GROUP |
							   NETCFG_LINK_TX_QUEUE_LEN)),
		    1, 0);
	assert_link(-1, "r", "table", "10");
	assert_link(-1, "r", "address", "\"02:00:00:00:00:01\"");
	assert_link(-1, "r", "mtu", "1400");
	assert_link(-1, "r", "txqlen", "7");
	assert_link(-1, "r", "group", "\"8\"");
	assert_link_flag(-1, "r", "UP");
	assert_errno(nc, netcfg_vrf_create(nc, "r2", 10, LINK_CONFIG(.mtu = 1279)), -EINVAL);
	assert_false(link_here("r2"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_tables),
		sandbox_test(test_ports),
		sandbox_test(test_every_field),
	};

	return sandbox_main(tests);
}
