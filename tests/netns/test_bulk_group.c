/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Deleting a group of links: all of it, or nothing. */
#include "support/batch_links.h"
#include "support/side.h"
#include "support/test.h"

static void a_group(void **state)
{
	static const uint32_t groups[] = { 1, 7, 0x3fffffff, INT_MAX, 0x80000001U, UINT32_MAX };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	char name[16];

	pairs_make(nc, "z", 1);
	sh_ok("ip link set dev z0 group 8");
	for (size_t g = 0; g < ARRAY_SIZE(groups); g++) {
		const struct netcfg_link_config *in =
			LINK_CONFIG(.flags = NETCFG_LINK_GROUP, .group = groups[g]);

		assert_ok(nc, netcfg_batch_begin(nc, 0));
		for (int i = 0; i < 40; i++) {
			snprintf(name, sizeof(name), "a%d", i);
			assert_ok(nc, netcfg_veth_create(nc, name, i % 2 ? "b" : "c", in, in));
			snprintf(name, sizeof(name), "b%d", i);
			assert_ok(nc, netcfg_link_rename(nc, i % 2 ? "b" : "c", name));
		}
		assert_ok(nc, netcfg_batch_commit(nc));
		assert_cost(nc, netcfg_link_delete_group(nc, groups[g]), 1, 0);
		assert_int_equal(count_links(), 3);
		assert_errno(nc, netcfg_link_delete_group(nc, groups[g]), -ENODEV);
	}
	assert_link(-1, "z0", "group", "\"8\"");
}

static void bad_groups(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	pairs_make(nc, "a", 2);
	assert_unsent(nc, netcfg_link_delete_group(nc, 0), -EINVAL);
	assert_errno(nc, netcfg_link_delete_group(nc, 99), -ENODEV);
	assert_message_has(nc, "99");
	assert_int_equal(count_links(), 5);
}

/* One that cannot go keeps the others, and each its group. */
static void with_loopback(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	char *picture;

	pairs_make(nc, "a", 3);
	sh_ok("for i in a0 ap1 a2 lo; do ip link set dev $i group 7; done");
	picture = links_picture();
	assert_errno(nc, netcfg_link_delete_group(nc, 7), -EOPNOTSUPP);
	links_picture_same(picture);
	sh_ok("ip link set dev lo group 0");
	assert_ok(nc, netcfg_link_delete_group(nc, 7));
	assert_int_equal(count_links(), 1);
}

/* What hangs on a member goes with it; bridges and their ports. */
static void with_others(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	pairs_make(nc, "a", 3);
	sh_ok("ip link add name br0 type bridge && ip link set dev a0 master br0");
	sh_ok("ip link set dev br0 group 7 && ip link set dev a1 group 7");
	assert_ok(nc, netcfg_link_delete_group(nc, 7));
	assert_int_equal(count_links(), 5);
	assert_link_lacks(-1, "a0", "master");
}

/* In a batch it has its own place: what comes before is still there, what comes after is not. */
static void in_a_batch(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_link_config *in = LINK_CONFIG(.flags = NETCFG_LINK_GROUP, .group = 7);
	static const int expected[] = { 0, 0, 0, -ENODEV, -ENODEV, -ENODEV, 0, 0, -EOPNOTSUPP, 0 };

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "a", "b", in, NULL));
	assert_ok(nc, netcfg_addr_add(nc, "b", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_link_delete_group(nc, 7));
	assert_ok(nc, netcfg_link_delete_group(nc, 7));
	assert_ok(nc, netcfg_addr_add(nc, "b", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_link_set_up(nc, "a"));
	assert_ok(nc, netcfg_veth_create(nc, "b", "a", in, NULL));
	assert_ok(nc, netcfg_link_set(nc, "lo", in));
	assert_ok(nc, netcfg_link_delete_group(nc, 7));
	assert_ok(nc, netcfg_addr_add(nc, "b", "192.0.2.1/24", NULL));
	assert_int_equal(netcfg_batch_commit(nc), 4);
	for (int i = 0; i < (int)ARRAY_SIZE(expected); i++)
		assert_position(nc, i, expected[i]);
	assert_int_equal(count_links(), 3);
}

static int delete_without_privilege(void *userdata)
{
	struct netcfg *nc;

	(void)userdata;
	side_check(netcfg_open(&nc) == 0);
	side_check(side_drop_privilege() == 0);
	side_check(netcfg_link_delete_group(nc, 7) == -EPERM);
	netcfg_close(nc);
	return 0;
}

static void without_privilege(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	pairs_make(nc, "a", 1);
	sh_ok("ip link set dev a0 group 7");
	assert_int_equal(in_child(-1, delete_without_privilege, NULL), 0);
	assert_link(-1, "a0", "group", "\"7\"");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(a_group),       sandbox_test(bad_groups),
		sandbox_test(with_loopback), sandbox_test(with_others),
		sandbox_test(in_a_batch),    sandbox_test(without_privilege),
	};

	return sandbox_main(tests);
}
