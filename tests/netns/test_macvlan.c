/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Macvlans: modes, parents, and what the kernel has against them. */
#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

static void make_parent(void)
{
	sh_ok("ip link add p0 address 02:00:00:00:00:a0 type veth peer name p1");
	sh_ok("ip link set p0 up; ip link set p1 up");
}

static void b28_modes(void **state)
{
	static const struct {
		uint32_t mode;
		const char *shown;
	} modes[] = {
		{ 0, "\"vepa\"" }, /* B28: the default is no bridge */
		{ NETCFG_MACVLAN_PRIVATE, "\"private\"" },
		{ NETCFG_MACVLAN_VEPA, "\"vepa\"" },
		{ NETCFG_MACVLAN_BRIDGE, "\"bridge\"" },
		{ NETCFG_MACVLAN_PASSTHRU, "\"passthru\"" },
		{ NETCFG_MACVLAN_SOURCE, "\"source\"" },
	};
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };

	need_kind("macvlan");
	make_parent();
	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		/* One request, and the index of the parent before it. */
		assert_cost(nc,
			    netcfg_macvlan_create(nc, "m", "p0",
						  MACVLAN_CONFIG(.mode = modes[i].mode), NULL),
			    1, 1);
		assert_link(-1, "m", "info_kind", "\"macvlan\"");
		assert_link(-1, "m", "mode", modes[i].shown);
		assert_link(-1, "m", "link", "\"p0\"");
		assert_link_lacks(-1, "m", "nopromisc");
		assert_ok(nc, netcfg_link_get(nc, "m", &info));
		assert_string_equal(info.kind, "macvlan");
		assert_int_equal(info.parent, link_index_here("p0"));
		assert_ok(nc, netcfg_link_delete(nc, "m"));
	}
	assert_ok(nc, netcfg_macvlan_create(nc, "m", "p0", NULL, NULL));
	assert_link(-1, "m", "mode", "\"vepa\"");
}

static void test_nopromisc(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("macvlan");
	make_parent();
	assert_ok(nc, netcfg_macvlan_create(nc, "m", "p0",
					    MACVLAN_CONFIG(.mode = NETCFG_MACVLAN_PASSTHRU,
							   .flags = NETCFG_MACVLAN_NOPROMISC),
					    LINK_CONFIG(.flags = NETCFG_LINK_UP)));
	assert_link(-1, "m", "nopromisc", "true");
	assert_link(-1, "p0", "promiscuity", "0");
	assert_ok(nc, netcfg_link_delete(nc, "m"));
	assert_ok(nc, netcfg_macvlan_create(nc, "m", "p0",
					    MACVLAN_CONFIG(.mode = NETCFG_MACVLAN_PASSTHRU),
					    LINK_CONFIG(.flags = NETCFG_LINK_UP)));
	assert_link(-1, "p0", "promiscuity", "1");
}

static void refuse(struct netcfg *nc, const char *parent,
		   const struct netcfg_macvlan_config *macvlan,
		   const struct netcfg_link_config *link, int expected, const char *named)
{
	assert_unsent(nc, netcfg_macvlan_create(nc, "m", parent, macvlan, link), expected);
	assert_message_has(nc, named);
	assert_int_equal(count_links(), 3);
}

static void test_bad_arguments(void **state)
{
	static const uint32_t bad_modes[] = { 3, 5, 7, 9, 15, 17, 32, 256, 65537, UINT32_MAX };
	static const uint32_t bad_flags[] = { 2, 4, 1u << 16, 1u << 31, UINT32_MAX };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	make_parent();
	for (size_t i = 0; i < ARRAY_SIZE(bad_modes); i++)
		refuse(nc, "p0", MACVLAN_CONFIG(.mode = bad_modes[i]), NULL, -EINVAL,
		       "macvlan.mode");
	for (size_t i = 0; i < ARRAY_SIZE(bad_flags); i++)
		refuse(nc, "p0", MACVLAN_CONFIG(.flags = bad_flags[i]), NULL, -EINVAL,
		       "macvlan.flags");
	/* B28: no parent. */
	refuse(nc, NULL, NULL, NULL, -EINVAL, "parent");
	refuse(nc, "", NULL, NULL, -EINVAL, "parent");
	refuse(nc, "a/b", NULL, NULL, -EINVAL, "parent");
	/* What the kernel ignores: it gives the parent's. */
	refuse(nc, "p0", MACVLAN_CONFIG(.mode = NETCFG_MACVLAN_PASSTHRU),
	       LINK_CONFIG(.mac = "02:00:00:00:00:01"), -EINVAL, "mac");
}

/* B26: busy it is and stays: said at once, both ways round, and nothing is left. */
static void b26_parent_in_a_bridge(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_stats before = stats_now(nc);

	need_kind("macvlan");
	make_parent();
	assert_ok(nc, netcfg_bridge_create(nc, "br0", NULL, NULL));
	assert_ok(nc, netcfg_link_set_master(nc, "p0", "br0"));
	assert_errno(nc, netcfg_macvlan_create(nc, "m", "p0", NULL, NULL), -EBUSY);
	assert_message_has(nc, "\"p0\"");
	assert_false(link_here("m"));
	assert_ok(nc, netcfg_macvlan_create(nc, "m", "p1", NULL, NULL));
	assert_errno(nc, netcfg_link_set_master(nc, "p1", "br0"), -EBUSY);
	assert_link_lacks(-1, "p1", "master");
	/* No more than one request for each of the five. */
	assert_int_equal(stats_since(nc, &before).requests, 5);
}

/* B27: the errno is the kernel's own, and the link stays down, or is not made at all. */
static void b27_mac_of_the_parent(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_link_config same = { .size = sizeof(same),
						 .mac = "02:00:00:00:00:a0" };

	need_kind("macvlan");
	make_parent();
	assert_ok(nc, netcfg_macvlan_create(nc, "m", "p0", NULL, &same));
	assert_errno(nc, netcfg_link_set_up(nc, "m"), -EADDRINUSE);
	assert_link_not_flag(-1, "m", "UP");
	assert_errno(nc,
		     netcfg_macvlan_create(nc, "m2", "p0", NULL,
					   LINK_CONFIG(.mac = same.mac, .flags = NETCFG_LINK_UP)),
		     -EADDRINUSE);
	assert_false(link_here("m2"));
	/* Another macvlan's, likewise. */
	assert_ok(nc, netcfg_macvlan_create(nc, "m3", "p0", NULL,
					    LINK_CONFIG(.mac = "02:00:00:00:00:01",
							.flags = NETCFG_LINK_UP)));
	assert_errno(nc,
		     netcfg_macvlan_create(nc, "m4", "p0", NULL,
					   LINK_CONFIG(.mac = "02:00:00:00:00:01",
						       .flags = NETCFG_LINK_UP)),
		     -EADDRINUSE);
	assert_false(link_here("m4"));
}

/* B28: on a macvlan, beside a passthru, on lo, on nothing; and with the parent they go. */
static void b28_parents(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };

	need_kind("macvlan");
	make_parent();
	assert_ok(nc, netcfg_macvlan_create(nc, "m1", "p0", NULL, NULL));
	assert_ok(nc, netcfg_macvlan_create(nc, "m2", "m1", NULL, NULL));
	assert_link(-1, "m2", "link", "\"p0\"");
	assert_ok(nc, netcfg_link_get(nc, "m2", &info));
	assert_int_equal(info.parent, link_index_here("p0"));
	assert_errno(nc,
		     netcfg_macvlan_create(
			     nc, "m3", "p0", MACVLAN_CONFIG(.mode = NETCFG_MACVLAN_PASSTHRU), NULL),
		     -EINVAL);
	assert_ok(nc, netcfg_macvlan_create(
			      nc, "t", "p1", MACVLAN_CONFIG(.mode = NETCFG_MACVLAN_PASSTHRU), NULL));
	assert_errno(nc, netcfg_macvlan_create(nc, "m3", "p1", NULL, NULL), -EINVAL);
	assert_errno(nc, netcfg_macvlan_create(nc, "m3", "lo", NULL, NULL), -EINVAL);
	assert_message_has(nc, "\"lo\"");
	assert_errno(nc, netcfg_macvlan_create(nc, "m3", "absent", NULL, NULL), -ENODEV);
	assert_message_has(nc, "\"absent\"");
	assert_false(link_here("m3"));
	assert_ok(nc, netcfg_link_delete(nc, "p0"));
	assert_int_equal(count_links(), 1);
}

/* B28: a parent in another namespace is none here; one that moves away later stays the parent. */
static void b28_parent_elsewhere(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg *there_nc;
	int there;

	need_kind("macvlan");
	make_parent();
	there = netns_new_named("n1");
	sh_ok_in(there, "ip link add q0 type veth peer name q1");
	assert_errno(nc, netcfg_macvlan_create(nc, "m", "q0", NULL, LINK_CONFIG(.netns = "n1")),
		     -ENODEV);
	/* What a look-up in the wrong namespace would find. */
	sh_ok_in(there, "ip link add p0 type bridge");
	assert_cost(nc,
		    netcfg_macvlan_create(nc, "m", "p0",
					  MACVLAN_CONFIG(.mode = NETCFG_MACVLAN_BRIDGE),
					  LINK_CONFIG(.netns = "n1", .flags = NETCFG_LINK_UP)),
		    1, 1);
	assert_link(there, "m", "mode", "\"bridge\"");
	assert_link_flag(there, "m", "UP");
	assert_false(link_here("m"));
	assert_ok(NULL, netcfg_open_netns(&there_nc, "n1"));
	assert_ok(there_nc, netcfg_link_get(there_nc, "m", &info));
	assert_int_equal(info.parent, link_index_here("p0"));
	assert_true(info.link_netnsid >= 0);
	netcfg_close(there_nc);
	assert_ok(nc, netcfg_link_delete(nc, "p0"));
	assert_false(link_in(there, "m"));
	close(there);
}

static void test_mtu(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("macvlan");
	make_parent();
	assert_errno(nc, netcfg_macvlan_create(nc, "m", "p0", NULL, LINK_CONFIG(.mtu = 1501)),
		     -EINVAL);
	assert_false(link_here("m"));
	assert_ok(nc, netcfg_macvlan_create(nc, "m", "p0", NULL, LINK_CONFIG(.mtu = 1400)));
	assert_link(-1, "m", "mtu", "1400");
}

/* One whose parent has, where that is, the number that the link has here. */
static void test_parent_of_the_same_number(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };
	const int there = netns_new_named("x");
	struct netcfg *in;
	int32_t parent;
	char name[16];

	need(have_kind("macvlan") || (close(there), false), "macvlan");
	make_parent();
	parent = link_index_here("p0");
	assert_ok(NULL, netcfg_open_netns(&in, "x"));
	/* There numbers begin anew. */
	for (int i = 0; info.ifindex < parent; i++) {
		snprintf(name, sizeof(name), "m%d", i);
		assert_ok(nc, netcfg_macvlan_create(nc, name, "p0", NULL,
						    LINK_CONFIG(.netns = "x")));
		assert_ok(in, netcfg_link_get(in, name, &info));
		assert_int_equal(info.parent, parent);
	}
	netcfg_close(in);
	close(there);
	assert_int_equal(info.ifindex, parent);
	assert_int_equal(info.parent, parent);
	assert_true(info.link_netnsid >= 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b28_modes),
		sandbox_test(test_nopromisc),
		sandbox_test(test_bad_arguments),
		sandbox_test(b26_parent_in_a_bridge),
		sandbox_test(b27_mac_of_the_parent),
		sandbox_test(b28_parents),
		sandbox_test(b28_parent_elsewhere),
		sandbox_test(test_mtu),
		sandbox_test(test_parent_of_the_same_number),
	};

	return sandbox_main(tests);
}
