/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Renaming, and moving to other namespaces, in one step. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

#define MAC "02:00:00:00:00:0d"

static void make_pair(void)
{
	sh_ok("ip link add v0 type veth peer name v1");
}

static void test_rename(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int index;

	make_pair();
	index = link_index_here("v0");
	assert_cost(nc, netcfg_link_rename(nc, "v0", "e0"), 1, 1);
	assert_int_equal(link_index_here("e0"), index);
	assert_false(link_here("v0"));
	/* To itself: nothing happens and that is fine. */
	assert_ok(nc, netcfg_link_rename(nc, "e0", "e0"));
	assert_errno(nc, netcfg_link_rename(nc, "e0", "v1"), -EEXIST);
	assert_message_has(nc, "\"e0\"");
	assert_message_has(nc, "\"v1\"");
	assert_errno(nc, netcfg_link_rename(nc, "v0", "v1"), -ENODEV);
	assert_true(link_here("e0") && link_here("v1"));
}

/* B14: whether an up link may be renamed is the kernel's to say; `ip` is told the same. */
static void b14_rename_up(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_stats before;
	struct netcfg_stats delta;
	int events;
	int expected;
	int index;

	make_pair();
	sh_ok("ip link set v0 up; ip link set v1 up");
	sh_ok("ip addr add 192.0.2.1/24 dev v0");
	expected = sh("ip link set v1 name w1") == 0 ? 0 : -EBUSY;
	index = link_index_here("v0");
	events = link_events_open();
	before = stats_now(nc);
	assert_errno(nc, netcfg_link_rename(nc, "v0", "w0"), expected);
	delta = stats_since(nc, &before);
	assert_int_equal(delta.requests, 1);
	assert_true(link_events_not_up(events, index) <= 0);
	assert_int_equal(link_index_here(expected == 0 ? "w0" : "v0"), index);
	assert_link_flag(-1, expected == 0 ? "w0" : "v0", "UP");
	sh_ok("ip addr | grep -q 192.0.2.1/24");
	assert_errno(nc, netcfg_link_set_by_index(nc, index, LINK_CONFIG(.name = "u0")), expected);
	assert_int_equal(link_index_here(expected == 0 ? "u0" : "v0"), index);
	close(events);
}

/* B17: "lo" is no more than a name. */
static void b17_rename_loopback(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int expected;

	assert_ok(nc, netcfg_link_rename(nc, "lo", "loop0"));
	assert_int_equal(link_index_here("loop0"), 1);
	assert_errno(nc, netcfg_link_delete(nc, "loop0"), -EOPNOTSUPP);
	assert_errno(nc, netcfg_link_delete(nc, "lo"), -ENODEV);
	assert_ok(nc, netcfg_link_set_up(nc, "loop0"));
	expected = sh("ip link set loop0 name loop1") == 0 ? 0 : -EBUSY;
	assert_errno(nc, netcfg_link_rename(nc, expected == 0 ? "loop1" : "loop0", "loop2"),
		     expected);
	assert_int_equal(link_index_here(expected == 0 ? "loop2" : "loop0"), 1);
	/* Another link may have the name now. */
	assert_ok(nc, netcfg_veth_create(nc, "lo", "lo1", NULL, NULL));
	assert_ok(nc, netcfg_link_delete(nc, "lo"));
}

static void test_move(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = netns_new();

	make_pair();
	assert_cost(nc, netcfg_link_move(nc, "v0", there, NULL), 1, 0);
	assert_false(link_here("v0"));
	assert_true(link_in(there, "v0"));
	assert_errno(nc, netcfg_link_move(nc, "v0", there, NULL), -ENODEV);
	/* With a new name: a look-up of its own, as with a rename, and two of the new one: it may
	 * be an alternative name here, or be taken there.
	 */
	assert_cost(nc, netcfg_link_move(nc, "v1", there, "eth0"), 1, 3);
	assert_true(link_in(there, "eth0"));
	assert_int_equal(count_links(), 1);
	close(there);
}

/* Here is a namespace as well. */
static void test_move_to_where_it_is(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int expected;

	make_pair();
	sh_ok("ip link set v0 up");
	assert_ok(nc, netcfg_link_move(nc, "v0", box->netns_fd, NULL));
	assert_link_flag(-1, "v0", "UP");
	/* Under the name it has, as in a rename: 6.1 says EBUSY of a link that is up. */
	expected = netcfg_link_rename(nc, "v0", "v0") == 0 ? 0 : -EBUSY;
	assert_errno(nc, netcfg_link_move(nc, "v0", box->netns_fd, "v0"), expected);
	assert_link_flag(-1, "v0", "UP");
	sh_ok("ip link set v0 down");
	assert_ok(nc, netcfg_link_move(nc, "v0", box->netns_fd, "v0"));
	assert_ok(nc, netcfg_link_move(nc, "v0", box->netns_fd, "e0"));
	assert_true(link_here("e0"));
	assert_errno(nc, netcfg_link_move(nc, "e0", box->netns_fd, "v1"), -EEXIST);
	assert_message_has(nc, "new name \"v1\" is taken");
	assert_true(link_here("e0"));
}

/* All of it is one request, however the namespace is told. */
static void test_move_with_everything(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int named = netns_new_named("n1");
	const pid_t pid = netns_process();
	const int of_pid = netns_of_process(pid);
	const int fds[] = { named, named, of_pid };
	struct netcfg_link_config configs[] = {
		{ .netns = "n1" },
		{ .netns_fd = named, .flags = NETCFG_LINK_NETNS_FD },
		{ .netns_pid = pid, .flags = NETCFG_LINK_NETNS_PID },
	};

	for (size_t i = 0; i < ARRAY_SIZE(configs); i++) {
		configs[i].size = sizeof(configs[i]);
		configs[i].name = "eth0";
		configs[i].mac = MAC;
		configs[i].mtu = 1400;
		configs[i].flags |= NETCFG_LINK_UP;
		make_pair();
		assert_cost(nc, netcfg_link_set(nc, "v0", &configs[i]), 1, 3);
		assert_false(link_here("v0"));
		assert_link(fds[i], "eth0", "mtu", "1400");
		assert_link(fds[i], "eth0", "address", "\"" MAC "\"");
		assert_link_flag(fds[i], "eth0", "UP");
		sh_ok("ip link del v1");
		configs[i].name = NULL;
		make_pair();
		assert_cost(nc, netcfg_link_set(nc, "v0", &configs[i]), 1, 0);
		assert_link(fds[i], "v0", "mtu", "1400");
		sh_ok("ip link del v1");
		make_pair();
		assert_cost(nc, netcfg_link_set_by_index(nc, link_index_here("v0"), &configs[i]), 1,
			    0);
		assert_true(link_in(fds[i], "v0"));
		sh_ok("ip link del v1");
	}
	close(named);
	close(of_pid);
	netns_process_end(pid);
}

/* B15: names are swapped on the way, with nobody seeing a third one. */
static void b15_swap_while_moving(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = netns_new();

	sh_ok("ip link add eth1 mtu 1401 type veth peer name p1");
	sh_ok("ip link add eth2 mtu 1402 type veth peer name p2");
	assert_ok(nc, netcfg_link_move(nc, "eth2", there, "eth1"));
	assert_ok(nc, netcfg_link_move(nc, "eth1", there, "eth2"));
	assert_link(there, "eth1", "mtu", "1402");
	assert_link(there, "eth2", "mtu", "1401");
	close(there);
}

/*
 * B15 B83: taken there, as a name or as an alternative one: nothing at all changes.
 *
 * The kernel alone does not promise that for a new name: if the old one is free
 * in the target, it moves the link first and then fails to rename it there.
 * Hence the cases with v1, whose own name is free there.
 */
static void b15_b83_move_to_taken_name(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = netns_new_named("n1");

	make_pair();
	sh_ok("ip link set v0 up; ip addr add 192.0.2.1/24 dev v0");
	sh_ok_in(there, "ip link add v0 type bridge");
	sh_ok_in(there, "ip link property add dev v0 altname alt0");
	assert_errno(nc, netcfg_link_move(nc, "v0", there, NULL), -EEXIST);
	assert_message_has(nc, "\"v0\"");
	assert_errno(nc, netcfg_link_move(nc, "v1", there, "v0"), -EEXIST);
	assert_errno(nc, netcfg_link_move(nc, "v1", there, "alt0"), -EEXIST);
	assert_errno(nc, netcfg_link_set(nc, "v1", LINK_CONFIG(.netns = "n1", .name = "v0")),
		     -EEXIST);
	assert_message_has(nc, "\"v0\"");
	assert_errno(nc,
		     netcfg_link_set_by_index(nc, link_index_here("v1"),
					      LINK_CONFIG(.netns = "n1", .name = "alt0")),
		     -EEXIST);
	assert_link_flag(-1, "v0", "UP");
	sh_ok("ip addr show dev v0 | grep -q 192.0.2.1/24");
	assert_true(link_here("v1"));
	assert_int_equal(count_links_in(there), 2);
	close(there);
}

/* What else fails after the move leaves the link in one of the two, and never in none. */
static void test_no_link_is_lost(void **state)
{
	static const char *const names[] = { "taken", "voil\xc3\xa0", "all" };
	static const int errors[] = { -EEXIST, -EINVAL, -EINVAL };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = netns_new_named("n1");

	sh_ok_in(there, "ip link add taken type bridge");
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		make_pair();
		assert_errno(
			nc, netcfg_link_set(nc, "v0", LINK_CONFIG(.netns = "n1", .name = names[i])),
			errors[i]);
		assert_int_equal(link_here("v0") + link_in(there, "v0"), 1);
		assert_errno(nc,
			     netcfg_link_set_by_index(nc, link_index_here("v1"),
						      LINK_CONFIG(.netns = "n1", .name = names[i])),
			     errors[i]);
		assert_int_equal(link_here("v1") + link_in(there, "v1"), 1);
		sh("ip link del v0");
		sh("ip -n n1 link del v0");
	}
	assert_int_equal(count_links_in(there), 2);
	close(there);
}

/* B83: an alternative name that both have. */
static void b83_move_with_taken_altname(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = netns_new_named("n1");
	int expected;

	make_pair();
	sh_ok("ip link property add dev v0 altname alt0");
	sh_ok("ip link property add dev v1 altname alt1");
	sh_ok("ip link set v0 up; ip addr add 192.0.2.1/24 dev v0");
	sh_ok_in(there, "ip link add w0 type veth peer name w1");
	sh_ok_in(there, "ip link property add dev w0 altname alt0");
	sh_ok_in(there, "ip link property add dev w0 altname alt1");
	expected = sh("ip link set v1 netns n1") == 0 ? 0 : -EEXIST;
	assert_errno(nc, netcfg_link_move(nc, "v0", there, NULL), expected);
	if (expected < 0) {
		assert_link_flag(-1, "v0", "UP");
		sh_ok("ip addr show dev v0 | grep -q 192.0.2.1/24");
	}
	close(there);
}

/* B16 */
static void b16_move_what_may_not(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = netns_new();

	sh_ok("ip link add br0 type bridge; ip link set br0 up");
	assert_errno(nc, netcfg_link_move(nc, "lo", there, NULL), -EINVAL);
	assert_message_has(nc, "\"lo\"");
	assert_errno(nc, netcfg_link_move(nc, "lo", there, "x"), -EINVAL);
	assert_errno(nc, netcfg_link_move(nc, "br0", there, NULL), -EINVAL);
	assert_message_has(nc, "\"br0\"");
	assert_link_flag(-1, "br0", "UP");
	assert_int_equal(count_links(), 2);
	close(there);
}

/* B80 */
static void b80_move_to_no_netns(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
	const int mount_ns = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);

	make_pair();
	assert_errno(nc, netcfg_link_move(nc, "v0", -1, NULL), -EBADF);
	assert_errno(nc, netcfg_link_move(nc, "v0", INT_MAX, NULL), -EBADF);
	assert_errno(nc, netcfg_link_move(nc, "v0", file, NULL), -EINVAL);
	assert_errno(nc, netcfg_link_move(nc, "v0", mount_ns, NULL), -EINVAL);
	assert_errno(nc, netcfg_link_move(nc, "v0", file, "x"), -EINVAL);
	assert_errno(nc, netcfg_link_move(nc, "absent", box->netns_fd, NULL), -ENODEV);
	assert_errno(nc, netcfg_link_move(nc, "absent", box->netns_fd, "x"), -ENODEV);
	assert_int_equal(count_links(), 3);
	close(file);
	close(mount_ns);
}

static void make_decorated(void)
{
	make_pair();
	sh_ok("ip link add br0 type bridge");
	sh_ok("ip link set v0 mtu 1400 alias deco txqueuelen 77 group 9 address " MAC);
	sh_ok("ip link property add dev v0 altname v0-alternative-name");
	sh_ok("ip link set v0 master br0 up");
	sh_ok("ip addr add 192.0.2.1/24 dev v0");
	sh_ok("ip addr add 2001:db8::1/64 dev v0");
}

static void assert_moved(int there, const char *name)
{
	char *addresses = sh_output_in(there, "ip addr show dev %s", name);

	assert_null(strstr(addresses, "192.0.2.1"));
	assert_null(strstr(addresses, "2001:db8::1"));
	free(addresses);
	assert_link_not_flag(there, name, "UP");
	assert_link_not(there, name, "master", "\"br0\"");
	assert_link(there, name, "mtu", "1400");
	assert_link(there, name, "ifalias", "\"deco\"");
	assert_link(there, name, "txqlen", "77");
	assert_link(there, name, "group", "\"9\"");
	assert_link(there, name, "address", "\"" MAC "\"");
	sh_ok_in(there, "ip link show dev v0-alternative-name");
}

/* B82: what a move keeps, what it does not, and an index that is taken in the target. */
static void b82_what_a_move_keeps(void **state)
{
	struct sandbox *box = *state;
	const int n1 = netns_new_named("n1");
	const int n5 = netns_new_named("n5");
	struct netcfg *nc1;
	struct netcfg *nc5;
	int index;

	make_decorated();
	index = link_index_here("v0");
	assert_ok(NULL, netcfg_open_netns(&nc1, "n1"));
	assert_ok(NULL, netcfg_open_netns(&nc5, "n5"));
	assert_ok(box->nc, netcfg_link_move(box->nc, "v0", n1, NULL));
	assert_moved(n1, "v0");
	assert_int_equal(netcfg_link_index(nc1, "v0"), index);
	sh_ok_in(n5, "ip link add other index %d type bridge", index);
	assert_ok(nc1, netcfg_link_move(nc1, "v0", n5, "e0"));
	assert_moved(n5, "e0");
	assert_true(netcfg_link_index(nc5, "e0") > 0);
	assert_int_not_equal(netcfg_link_index(nc5, "e0"), index);
	assert_int_equal(netcfg_link_index(nc1, "v0"), -ENODEV);
	assert_int_equal(netcfg_link_index(box->nc, "v0"), -ENODEV);
	netcfg_close(nc1);
	netcfg_close(nc5);
	close(n1);
	close(n5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_rename),
		sandbox_test(b14_rename_up),
		sandbox_test(b17_rename_loopback),
		sandbox_test(test_move),
		sandbox_test(test_move_to_where_it_is),
		sandbox_test(test_move_with_everything),
		sandbox_test(b15_swap_while_moving),
		sandbox_test(b15_b83_move_to_taken_name),
		sandbox_test(test_no_link_is_lost),
		sandbox_test(b83_move_with_taken_altname),
		sandbox_test(b16_move_what_may_not),
		sandbox_test(b80_move_to_no_netns),
		sandbox_test(b82_what_a_move_keeps),
	};

	return sandbox_main(tests);
}
