/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Links that are made with an ifindex of the caller's choice, and limits of segmentation. */
#include <unistd.h>

#include "support/batch_links.h"
#include "support/side.h"
#include "support/test.h"

static void test_both_ends(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_cost(nc,
		    netcfg_veth_create(nc, "near", "far", LINK_CONFIG(.ifindex = 7000),
				       LINK_CONFIG(.ifindex = 2000000000)),
		    1, 0);
	assert_int_equal(link_index_here("near"), 7000);
	assert_int_equal(link_index_here("far"), 2000000000);
	/* The first alone; the second alone the kernel would not see. */
	assert_cost(nc, netcfg_veth_create(nc, "a0", "a1", LINK_CONFIG(.ifindex = 7001), NULL), 1,
		    0);
	assert_int_equal(link_index_here("a0"), 7001);
	assert_unsent(nc, netcfg_veth_create(nc, "b0", "b1", NULL, LINK_CONFIG(.ifindex = 7002)),
		      -EINVAL);
	assert_message_has(nc, "peer.ifindex");
	assert_int_equal(count_links(), 5);
}

static void test_taken(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	char *picture;

	sh_ok("ip link add name v0 index 50 type veth peer name v1");
	picture = links_picture();
	assert_errno(nc, netcfg_bridge_create(nc, "br0", NULL, LINK_CONFIG(.ifindex = 50)),
		     -EEXIST);
	assert_message_has(nc, "ifindex 50");
	assert_errno(nc, netcfg_bridge_create(nc, "br0", NULL, LINK_CONFIG(.ifindex = 1)), -EEXIST);
	assert_errno(nc, netcfg_bridge_create(nc, "v0", NULL, LINK_CONFIG(.ifindex = 50)), -EEXIST);
	assert_message_has(nc, "name \"v0\" is taken");
	assert_errno(nc, netcfg_bridge_create(nc, "v0", NULL, LINK_CONFIG(.ifindex = 51)), -EEXIST);
	assert_message_has(nc, "v0");
	/* Of the peer's the kernel says so when the first end is there already, and takes it back.
	 */
	assert_errno(nc,
		     netcfg_veth_create(nc, "w0", "w1", LINK_CONFIG(.ifindex = 60),
					LINK_CONFIG(.ifindex = 50)),
		     -EBUSY);
	assert_errno(nc,
		     netcfg_veth_create(nc, "w0", "w1", LINK_CONFIG(.ifindex = 60),
					LINK_CONFIG(.ifindex = 60)),
		     -EBUSY);
	assert_message_has(nc, "ifindex 60");
	links_picture_same(picture);
}

/* Older kernels look for the index where the handle is, too. */
static void test_elsewhere(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int there = netns_new_named("x");
	int r;

	sh_ok("ip link add name v0 index 50 type veth peer name v1");
	sh_ok_in(there, "ip link add name w0 index 60 type veth peer name w1");
	/* The name is taken here, and only here. */
	assert_cost(nc,
		    netcfg_bridge_create(nc, "v0", NULL, LINK_CONFIG(.netns = "x", .ifindex = 70)),
		    1, 0);
	assert_true(link_in(there, "v0"));
	r = netcfg_bridge_create(nc, "br0", NULL, LINK_CONFIG(.netns = "x", .ifindex = 60));
	assert_true(r == -EEXIST || r == -EBUSY);
	assert_message_has(nc, "ifindex 60");
	assert_int_equal(count_links_in(there), 4);
	r = netcfg_bridge_create(nc, "br0", NULL, LINK_CONFIG(.netns = "x", .ifindex = 50));
	assert_true(r == 0 || r == -EEXIST);
	assert_int_equal(count_links_in(there), 4 + (r == 0));
	assert_int_equal(count_links(), 3);
	close(there);
}

static void test_in_a_batch(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_bridge_create(nc, "br0", NULL, LINK_CONFIG(.ifindex = 80)));
	assert_ok(nc, netcfg_bridge_create(nc, "br1", NULL, LINK_CONFIG(.ifindex = 80)));
	assert_ok(nc, netcfg_addr_add(nc, "br0", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "br1", "192.0.2.1/24", NULL));
	assert_int_equal(netcfg_batch_commit(nc), 2);
	assert_position(nc, 0, 0);
	assert_position(nc, 1, -EEXIST);
	assert_position(nc, 2, 0);
	assert_position(nc, 3, -ENODEV);
	assert_int_equal(link_index_here("br0"), 80);
}

static void test_segmentation(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_cost(nc,
		    netcfg_veth_create(nc, "v0", "v1",
				       LINK_CONFIG(.gso_max_size = 4000, .gso_max_segs = 9),
				       LINK_CONFIG(.gso_max_size = 5000)),
		    1, 0);
	assert_link(-1, "v0", "gso_max_size", "4000");
	assert_link(-1, "v0", "gso_max_segs", "9");
	assert_link(-1, "v1", "gso_max_size", "5000");
	assert_link(-1, "v1", "gso_max_segs", "65535");
	assert_cost(nc, netcfg_link_set(nc, "v1", LINK_CONFIG(.gso_max_size = 6000)), 1, 0);
	assert_link(-1, "v1", "gso_max_size", "6000");
	assert_cost(nc, netcfg_link_set(nc, "v1", LINK_CONFIG(.gso_max_segs = 65535)), 1, 0);
	assert_link(-1, "v1", "gso_max_size", "6000");
	assert_int_equal(count_links(), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_both_ends),    sandbox_test(test_taken),
		sandbox_test(test_elsewhere),    sandbox_test(test_in_a_batch),
		sandbox_test(test_segmentation),
	};

	return side_main(tests);
}
