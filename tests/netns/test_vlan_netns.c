/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* VLANs in other namespaces than their parent. Needs a kernel that has the kind. */
#include <unistd.h>

#include "support/test.h"

static void make_parent(void)
{
	sh_ok("ip link add p0 type veth peer name p1");
	sh_ok("ip link set p0 up");
}

/* B44: the parent is the handle's, the VLAN is where its config says. */
static void b44_parent_is_here(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg *there_nc;
	struct netcfg_link_info info = { .size = sizeof(info) };
	int there;

	need_kind("vlan");
	make_parent();
	there = netns_new_named("n1");
	/* What a look-up in the wrong namespace would find: that name, and that index. */
	sh_ok_in(there, "ip link add p0 index 4000 type bridge");
	sh_ok_in(there, "ip link add trap index %d type bridge", link_index_here("p0"));
	assert_cost(nc, netcfg_vlan_create(nc, "v5", "p0", 5, NULL, LINK_CONFIG(.netns = "n1")), 1,
		    1);
	assert_false(link_here("v5"));
	assert_ok(NULL, netcfg_open_netns(&there_nc, "n1"));
	assert_ok(there_nc, netcfg_link_get(there_nc, "v5", &info));
	assert_int_equal(info.parent, link_index_here("p0"));
	assert_true(info.link_netnsid >= 0);
	assert_int_equal(info.vlan_id, 5);
	netcfg_close(there_nc);
	/* The parent answers for it: its id is taken there. */
	assert_errno(nc, netcfg_vlan_create(nc, "again", "p0", 5, NULL, NULL), -EEXIST);
	assert_ok(nc, netcfg_link_delete(nc, "p0"));
	assert_false(link_in(there, "v5"));
	assert_true(link_in(there, "trap"));
	close(there);
}

static void test_every_way_and_field(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int named;
	int of_pid;
	pid_t pid;

	need_kind("vlan");
	make_parent();
	named = netns_new_named("n1");
	pid = netns_process();
	of_pid = netns_of_process(pid);
	assert_cost(nc,
		    netcfg_vlan_create(nc, "v1", "p0", 1, VLAN_CONFIG(.protocol = 0x88a8),
				       LINK_CONFIG(.netns_fd = named, .mtu = 1400,
						   .flags = NETCFG_LINK_NETNS_FD | NETCFG_LINK_UP)),
		    1, 1);
	assert_link(named, "v1", "mtu", "1400");
	assert_link(named, "v1", "protocol", "\"802.1ad\"");
	assert_link_flag(named, "v1", "UP");
	assert_cost(nc,
		    netcfg_vlan_create(nc, "v2", "p0", 2, NULL,
				       LINK_CONFIG(.netns_pid = pid, .alias = "two",
						   .mac = "02:00:00:00:00:02",
						   .flags = NETCFG_LINK_NETNS_PID)),
		    2, 1);
	assert_link(of_pid, "v2", "ifalias", "\"two\"");
	assert_link(of_pid, "v2", "address", "\"02:00:00:00:00:02\"");
	assert_int_equal(count_links(), 3);
	close(named);
	close(of_pid);
	netns_process_end(pid);
}

/* B35: the name may be anything that is free there. */
static void b35_name_exists_here(void **state)
{
	static const char *const names[] = { "here", "p0", "p1", "alt0" };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int there;

	need_kind("vlan");
	make_parent();
	there = netns_new_named("n1");
	sh_ok("ip link add here mtu 1234 type bridge");
	sh_ok("ip link property add dev here altname alt0");
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		assert_ok(nc, netcfg_vlan_create(nc, names[i], "p0", (int)i, NULL,
						 LINK_CONFIG(.netns = "n1", .mtu = 1300,
							     .alias = "there",
							     .mac = "02:00:00:00:00:01",
							     .flags = NETCFG_LINK_UP)));
		assert_link(there, names[i], "info_kind", "\"vlan\"");
		assert_link(there, names[i], "mtu", "1300");
		assert_link(there, names[i], "ifalias", "\"there\"");
		assert_link(there, names[i], "address", "\"02:00:00:00:00:01\"");
		assert_link_flag(there, names[i], "UP");
	}
	assert_link(-1, "here", "mtu", "1234");
	assert_link_not_flag(-1, "here", "UP");
	assert_link(-1, "p0", "mtu", "1500");
	assert_int_equal(count_links(), 4);
	assert_int_equal(count_links_in(there), 5);
	/* Now they are taken, there as here; and so is a free one with a taken id. */
	assert_errno(nc, netcfg_vlan_create(nc, "here", "p0", 9, NULL, LINK_CONFIG(.netns = "n1")),
		     -EEXIST);
	assert_cause_has(nc, EEXIST, "\"here\"");
	assert_errno(nc, netcfg_vlan_create(nc, "lo", "p0", 9, NULL, LINK_CONFIG(.netns = "n1")),
		     -EEXIST);
	assert_int_equal(count_links_in(there), 5);
	close(there);
}

/* The name is taken here and the id too: only the id is a reason. */
static void test_id_is_taken_and_name_exists_here(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int there;

	need_kind("vlan");
	make_parent();
	there = netns_new_named("n1");
	assert_ok(nc, netcfg_vlan_create(nc, "v5", "p0", 5, NULL, NULL));
	assert_errno(nc, netcfg_vlan_create(nc, "v5", "p0", 5, NULL, LINK_CONFIG(.netns = "n1")),
		     -EEXIST);
	assert_cause_lacks(nc, EEXIST, "\"v5\"");
	assert_int_equal(count_links_in(there), 1);
	assert_int_equal(count_links(), 4);
	close(there);
}

/* Many, with names that all exist here: whatever helps out must not run dry. */
static void test_many_names_that_exist_here(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int there;

	need_kind("vlan");
	make_parent();
	there = netns_new_named("n1");
	for (int i = 0; i < 100; i++) {
		char name[16];

		snprintf(name, sizeof(name), "p0.%d", i);
		assert_ok(nc, netcfg_vlan_create(nc, name, "p0", i, NULL, NULL));
		assert_ok(nc, netcfg_vlan_create(nc, name, "p0", 1000 + i, NULL,
						 LINK_CONFIG(.netns = "n1")));
	}
	assert_int_equal(count_links_in(there), 101);
	assert_int_equal(count_links(), 103);
	close(there);
}

/* B45: with the parent go its VLANs, wherever they are; one event each. */
static void b45_delete_parent(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int there;
	int indexes[2];
	int events[2];

	need_kind("vlan");
	make_parent();
	there = netns_new_named("n1");
	assert_ok(nc, netcfg_vlan_create(nc, "v1", "p0", 1, NULL, NULL));
	assert_ok(nc, netcfg_vlan_create(nc, "v2", "p0", 2, NULL, NULL));
	assert_ok(nc, netcfg_vlan_create(nc, "v3", "p0", 3, NULL, LINK_CONFIG(.netns = "n1")));
	indexes[0] = link_index_here("v1");
	indexes[1] = link_index_here("v2");
	for (size_t i = 0; i < ARRAY_SIZE(events); i++)
		events[i] = link_events_open();
	assert_ok(nc, netcfg_link_delete(nc, "p0"));
	for (size_t i = 0; i < ARRAY_SIZE(events); i++) {
		assert_int_equal(link_events_count_deleted(events[i], indexes[i]), 1);
		close(events[i]);
	}
	assert_int_equal(count_links(), 1);
	assert_int_equal(count_links_in(there), 1);
	close(there);
}

/* B45: names stay when the parent's changes, and a parent may move away. */
static void b45_rename_and_move_parent(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };
	int there;

	need_kind("vlan");
	make_parent();
	there = netns_new_named("n1");
	assert_ok(nc, netcfg_vlan_create(nc, "p0.5", "p0", 5, NULL, NULL));
	assert_ok(nc, netcfg_link_set_down(nc, "p0"));
	assert_ok(nc, netcfg_link_rename(nc, "p0", "q0"));
	assert_link(-1, "p0.5", "link", "\"q0\"");
	assert_ok(nc, netcfg_link_move(nc, "q0", there, NULL));
	assert_true(link_in(there, "q0"));
	assert_ok(nc, netcfg_link_get(nc, "p0.5", &info));
	assert_int_equal(info.vlan_id, 5);
	assert_true(info.link_netnsid >= 0);
	assert_true(info.parent > 0);
	close(there);
}

static void test_failures(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int there;

	need_kind("vlan");
	make_parent();
	there = netns_new_named("n1");
	sh_ok("ip link set p0 down");
	assert_errno(nc, netcfg_vlan_create(nc, "v", "p0", 5, NULL, LINK_CONFIG(.netns = "absent")),
		     -ENOENT);
	assert_errno(nc,
		     netcfg_vlan_create(nc, "v", "p0", 5, NULL,
					LINK_CONFIG(.netns = "n1", .flags = NETCFG_LINK_UP)),
		     -ENETDOWN);
	assert_errno(
		nc,
		netcfg_vlan_create(nc, "v", "p0", 5, NULL, LINK_CONFIG(.netns = "n1", .mtu = 9000)),
		-EINVAL);
	assert_errno(nc, netcfg_vlan_create(nc, "v", "absent", 5, NULL, LINK_CONFIG(.netns = "n1")),
		     -ENODEV);
	/* The same where the name is one of here. */
	assert_errno(nc,
		     netcfg_vlan_create(nc, "p1", "p0", 5, NULL,
					LINK_CONFIG(.netns = "n1", .mtu = 9000)),
		     -EINVAL);
	assert_int_equal(count_links(), 3);
	assert_int_equal(count_links_in(there), 1);
	close(there);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b44_parent_is_here),
		sandbox_test(test_every_way_and_field),
		sandbox_test(b35_name_exists_here),
		sandbox_test(test_id_is_taken_and_name_exists_here),
		sandbox_test(test_many_names_that_exist_here),
		sandbox_test(b45_delete_parent),
		sandbox_test(b45_rename_and_move_parent),
		sandbox_test(test_failures),
	};

	return sandbox_main(tests);
}
