/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* B89: a handle works in the namespace it was opened in, wherever its thread goes. */
#include <sched.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/addrs.h"
#include "support/named.h"
#include "support/side.h"
#include "support/test.h"

#define ALTNAME "an_alternative_name_of_forty_bytes_or_so"

/* A link v0 here, and one there by the same names under another index. */
static int make_two_of_a_name(void)
{
	const int there = netns_new();

	sh_ok_in(there, "ip link add index 2000 v0 type veth peer name v1");
	sh_ok_in(there, "ip link property add dev v0 altname " ALTNAME);
	sh_ok("ip link add index 1000 v0 type veth peer name v1");
	sh_ok("ip link property add dev v0 altname " ALTNAME);
	return there;
}

/* Every kind of look-up must find the link that has the index, and change that one. */
static void check_bound_to(struct netcfg *nc, int index)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_addr_info addr;

	assert_int_equal(netcfg_link_index(nc, "v0"), index);
	assert_int_equal(netcfg_link_index(nc, ALTNAME), index);
	assert_ok(nc, netcfg_link_get(nc, "v0", &info));
	assert_int_equal(info.ifindex, index);
	assert_ok(nc, netcfg_link_get(nc, ALTNAME, &info));
	assert_int_equal(info.ifindex, index);
	assert_ok(nc, netcfg_link_get_by_index(nc, index, &info));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL));
	addr = addr_get(nc, "v0", "192.0.2.1", 24);
	assert_int_equal(addr.ifindex, index);
	assert_ok(nc, netcfg_addr_add(nc, ALTNAME, "192.0.2.2/24", NULL));
	assert_int_equal(addr_count(nc, "v0", AF_INET), 2);
	assert_int_equal(addr_count(nc, NULL, AF_INET), 2);
	assert_ok(nc, netcfg_addr_delete(nc, "v0", "192.0.2.2/24", NULL));
	assert_errno(nc, netcfg_addr_flush(nc, ALTNAME, AF_INET), 1);
	assert_ok(nc, netcfg_link_set_mtu(nc, "v0", 1400));
	assert_ok(nc, netcfg_link_rename(nc, "v1", "w1"));
	assert_ok(nc, netcfg_veth_create(nc, "a0", "a1", NULL, NULL));
	assert_errno(nc, netcfg_veth_create(nc, "a0", "b1", NULL, NULL), -EEXIST);
}

static void b89_thread_goes_elsewhere(void **state)
{
	const struct sandbox *box = *state;
	const int there = make_two_of_a_name();

	netns_enter(there);
	check_bound_to(box->nc, 1000);
	assert_int_equal(link_index_here("v0"), 2000);
	assert_int_equal(count_links(), 3);
	netns_enter(box->netns_fd);
	assert_int_equal(count_links(), 5);
	assert_int_equal(link_index_here("v0"), 1000);
	assert_link(-1, "v0", "mtu", "1400");
	assert_link(there, "v0", "mtu", "1500");
	close(there);
}

static void b89_opened_elsewhere(void **state)
{
	const struct sandbox *box = *state;
	const int there = make_two_of_a_name();
	struct netcfg *nc;

	netns_enter(there);
	assert_ok(NULL, netcfg_open(&nc));
	netns_enter(box->netns_fd);
	check_bound_to(nc, 2000);
	netcfg_close(nc);
	assert_int_equal(count_links(), 3);
	assert_int_equal(count_links_in(there), 5);
	assert_link(-1, "v0", "mtu", "1500");
	assert_link(there, "v0", "mtu", "1400");
	close(there);
}

static void b89_opened_by_descriptor(void **state)
{
	const int there = make_two_of_a_name();
	struct netcfg *nc;

	(void)state;
	assert_ok(NULL, netcfg_open_netns_fd(&nc, there));
	check_bound_to(nc, 2000);
	netcfg_close(nc);
	assert_int_equal(count_links(), 3);
	assert_link(-1, "v0", "mtu", "1500");
	close(there);
}

/* What goes through a third namespace starts from the handle's, too. */
static void b89_with_a_third_namespace(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = make_two_of_a_name();
	const struct netcfg_link_config far = {
		.size = sizeof(far), .netns = "x", .alias = "far", .flags = NETCFG_LINK_UP
	};
	int third;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	netns_enter(there);
	assert_ok(nc, netcfg_veth_create(nc, "near", "far", NULL, &far));
	assert_ok(nc, netcfg_netns_create(nc, "y"));
	third = netcfg_netns_open(nc, "x");
	assert_true(third >= 0);
	assert_ok(nc, netcfg_link_move(nc, "v0", third, "moved"));
	assert_int_equal(count_links(), 3);
	netns_enter(box->netns_fd);
	assert_true(link_here("near"));
	assert_false(link_here("v0"));
	assert_true(link_in(third, "far"));
	assert_true(link_in(third, "moved"));
	assert_int_equal(count_links_in(third), 3);
	assert_int_not_equal(inode_of_name(nc, "y"), inode_of_fd(there));
	close(third);
	close(there);
}

/* Ids are those of the handle's namespace, not of the thread's. */
static void b89_ids(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = netns_new();
	int32_t id;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	netns_enter(there);
	assert_ok(nc, netcfg_netns_set_id(nc, "x", 1234));
	netns_enter(box->netns_fd);
	assert_ok(nc, netcfg_netns_get_id(nc, "x", &id));
	assert_int_equal(id, 1234);
	sh_ok("ip netns list-id | grep -q 'nsid 1234'");
	close(there);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b89_thread_goes_elsewhere),
		sandbox_test(b89_opened_elsewhere),
		sandbox_test(b89_opened_by_descriptor),
		sandbox_test(b89_with_a_third_namespace),
		sandbox_test(b89_ids),
	};

	return side_main(tests);
}
