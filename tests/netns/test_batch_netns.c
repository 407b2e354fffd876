/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Batches that reach into other namespaces, and descriptors that are open while they are needed. */
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/batch_links.h"
#include "support/side.h"
#include "support/test.h"

/* Up, with an alias, and with a master on the near end: by name, by descriptor, by process. */
static void ends_elsewhere(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const uint32_t up = NETCFG_LINK_UP;
	const int fds[] = { netns_new_named("x"), netns_new() };
	const pid_t pid = netns_process();
	const int of_pid = netns_of_process(pid);

	sh_ok("ip link add name br0 type bridge");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "a", "in", LINK_CONFIG(.master = "br0"),
					 LINK_CONFIG(.netns = "x", .flags = up, .alias = "one")));
	assert_ok(nc, netcfg_veth_create(nc, "b", "in", LINK_CONFIG(.alias = "near"),
					 LINK_CONFIG(.netns_fd = fds[1], .alias = "two",
						     .flags = up | NETCFG_LINK_NETNS_FD)));
	assert_ok(nc, netcfg_veth_create(nc, "c", "in", LINK_CONFIG(.flags = up),
					 LINK_CONFIG(.netns_pid = pid, .alias = "three",
						     .flags = up | NETCFG_LINK_NETNS_PID)));
	assert_ok(nc, netcfg_veth_create(nc, "d", "e", LINK_CONFIG(.netns = "x", .flags = up),
					 LINK_CONFIG(.netns_pid = pid, .mtu = 1400,
						     .flags = up | NETCFG_LINK_NETNS_PID)));
	assert_ok(nc, netcfg_addr_add(nc, "a", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_link(-1, "a", "master", "\"br0\"");
	assert_link(-1, "b", "ifalias", "\"near\"");
	assert_link_flag(-1, "c", "UP");
	assert_link(fds[0], "in", "ifalias", "\"one\"");
	assert_link(fds[1], "in", "ifalias", "\"two\"");
	assert_link(of_pid, "in", "ifalias", "\"three\"");
	assert_link_flag(fds[0], "in", "UP");
	assert_link_flag(fds[1], "in", "UP");
	assert_link_flag(of_pid, "in", "UP");
	assert_link_flag(fds[0], "d", "UP");
	assert_link(of_pid, "e", "mtu", "1400");
	assert_int_equal(count_links(), 5);
	close(fds[0]);
	close(fds[1]);
	close(of_pid);
	netns_process_end(pid);
}

static void make_namespaces(struct netcfg *nc, int count)
{
	char name[16];

	for (int i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "n%d", i);
		assert_ok(nc, netcfg_netns_create(nc, name));
	}
}

static int links_of_namespaces(struct netcfg *nc, int count)
{
	char name[16];
	int fd, links = 0;

	for (int i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "n%d", i);
		fd = netcfg_netns_open(nc, name);
		assert_true(fd >= 0);
		links += count_links_in(fd) - 1;
		close(fd);
	}
	return links;
}

#define NAMESPACES 200
#define PAIRS      2000

/* As many names as one likes with few descriptors; here every end is somewhere else. */
static void few_descriptors(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	char near[16], far[16], in[16], out[16];
	struct rlimit old, few;

	make_namespaces(nc, NAMESPACES);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
	few = (struct rlimit){ .rlim_cur = 64, .rlim_max = old.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < PAIRS; i++) {
		snprintf(near, sizeof(near), "a%d", i);
		snprintf(far, sizeof(far), "b%d", i);
		snprintf(in, sizeof(in), "n%d", i % NAMESPACES);
		snprintf(out, sizeof(out), "n%d", (i + 1) % NAMESPACES);
		assert_ok(nc, netcfg_veth_create(nc, near, far, LINK_CONFIG(.netns = in),
						 LINK_CONFIG(.netns = out)));
	}
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
	assert_int_equal(count_links(), 1);
	assert_int_equal(links_of_namespaces(nc, NAMESPACES), 2 * PAIRS);
}

/* The same with sockets in there too, and hardly a descriptor to spare. */
static void fewest_descriptors(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct rlimit old, few;
	char near[16], in[16];

	make_namespaces(nc, 20);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
	few = (struct rlimit){ .rlim_cur = (rlim_t)count_fds() + 4, .rlim_max = old.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 100; i++) {
		snprintf(near, sizeof(near), "a%d", i);
		snprintf(in, sizeof(in), "n%d", i % 20);
		assert_ok(nc, netcfg_veth_create(nc, near, near, NULL,
						 LINK_CONFIG(.netns = in,
							     .flags = i % 2 ? NETCFG_LINK_UP : 0)));
	}
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
	assert_int_equal(count_links(), 101);
	assert_int_equal(links_of_namespaces(nc, 20), 100);
}

/* Not one to spare: those that need one fail, the others do not, and nothing is half made. */
static void no_descriptors(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct rlimit old, none;
	char near[16];

	make_namespaces(nc, 1);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
	none = (struct rlimit){ .rlim_cur = 0, .rlim_max = old.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 10; i++) {
		snprintf(near, sizeof(near), "a%d", i);
		assert_ok(nc, netcfg_veth_create(nc, near, near, NULL,
						 LINK_CONFIG(.netns = i % 2 ? "n0" : NULL)));
		assert_ok(nc, netcfg_link_set_up(nc, near));
	}
	/* The even ones have two ends of one name in one place, which the kernel refuses. */
	assert_int_equal(netcfg_batch_commit(nc), 20);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
	for (int i = 0; i < 10; i++) {
		assert_position(nc, 2 * i, i % 2 ? -EMFILE : -EEXIST);
		assert_position(nc, 2 * i + 1, -ENODEV);
	}
	assert_int_equal(count_links(), 1);
}

/* One that is missing is that position's trouble, and that of who names its links. */
static void a_missing_one(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const pid_t pid = netns_process();
	static const char *const spaces[] = { "n0", "n1", "n2" };
	const struct netcfg_link_config *gone =
		LINK_CONFIG(.flags = NETCFG_LINK_NETNS_PID | NETCFG_LINK_UP, .netns_pid = pid);
	char near[16];

	make_namespaces(nc, 3);
	netns_process_end(pid);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 60; i++) {
		const char *netns = i == 20 ? "absent" : spaces[i % 3];

		snprintf(near, sizeof(near), "a%d", i);
		assert_ok(nc, netcfg_veth_create(nc, near, near, NULL,
						 i == 40 ? gone : LINK_CONFIG(.netns = netns)));
		assert_ok(nc, netcfg_link_set_up(nc, near));
	}
	assert_int_equal(netcfg_batch_commit(nc), 4);
	for (int i = 0; i < 60; i++) {
		assert_position(nc, 2 * i, i == 20 ? -ENOENT : i == 40 ? -ESRCH : 0);
		assert_position(nc, 2 * i + 1, i == 20 || i == 40 ? -ENODEV : 0);
	}
	assert_non_null(strstr(netcfg_batch_error_message(nc, 40), "absent"));
	assert_int_equal(count_links(), 59);
	assert_int_equal(links_of_namespaces(nc, 3), 58);
}

/* Opened at its turn: one that is made after it was queued is in time, one that is gone is not. */
static void opened_late(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	make_namespaces(nc, 2);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "a", "b", NULL, LINK_CONFIG(.netns = "late")));
	assert_ok(nc, netcfg_veth_create(nc, "c", "d", NULL, LINK_CONFIG(.netns = "n0")));
	assert_ok(nc, netcfg_veth_create(nc, "e", "f", LINK_CONFIG(.netns = "n1"), NULL));
	sh_ok("ip netns add late");
	sh_ok("ip netns del n0");
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_position(nc, 0, 0);
	assert_position(nc, 1, -ENOENT);
	assert_position(nc, 2, 0);
	assert_int_equal(count_links(), 3);
	sh_ok("ip -n late link show dev b && ip -n n1 link show dev e");
}

/* Of a handle that is at home elsewhere; the thread's own namespace has no part in it. */
static void handle_elsewhere(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int home = ((struct sandbox *)*state)->netns_fd;
	const struct netcfg_link_config *to_home =
		LINK_CONFIG(.flags = NETCFG_LINK_NETNS_FD | NETCFG_LINK_UP, .netns_fd = home);
	const struct netcfg_link_config *to_home_by_pid =
		LINK_CONFIG(.flags = NETCFG_LINK_NETNS_PID, .netns_pid = getpid());
	const int there = netns_new_named("x");
	struct netcfg *in;

	sh_ok("ip link add name a type veth peer name b && ip link set dev a mtu 1450");
	assert_ok(NULL, netcfg_open_netns(&in, "x"));
	assert_ok(in, netcfg_batch_begin(in, 0));
	assert_ok(in, netcfg_veth_create(in, "a", "b", NULL, NULL));
	assert_ok(in, netcfg_addr_add(in, "a", "192.0.2.1/24", NULL));
	assert_ok(in, netcfg_link_set_mtu(in, "a", 1400));
	assert_ok(in, netcfg_veth_create(in, "c", "d", NULL, to_home));
	assert_ok(in, netcfg_veth_create(in, "e", "f", NULL, to_home_by_pid));
	assert_ok(in, netcfg_link_move(in, "e", home, "g"));
	assert_ok(in, netcfg_link_delete(in, "b"));
	assert_ok(in, netcfg_link_delete(in, "a"));
	assert_ok(in, netcfg_batch_commit(in));
	netcfg_close(in);
	assert_link(-1, "a", "mtu", "1450");
	assert_int_not_equal(sh("ip addr show dev a | grep -q 192.0.2.1"), 0);
	assert_true(link_here("b"));
	assert_link_flag(-1, "d", "UP");
	assert_true(link_here("f") && link_here("g"));
	assert_int_equal(count_links_in(there), 2);
	assert_int_equal(netcfg_link_index(nc, "c"), -ENODEV);
	close(there);
}

/* A link that moves, by every way that there is, and one that cannot. */
static void moves(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int there = netns_new_named("x");

	sh_ok("ip -n x link add name taken type veth peer name t");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 4; i++) {
		static const char *const near[] = { "a", "b", "c", "taken" };
		static const char *const far[] = { "ap", "bp", "cp", "dp" };

		assert_ok(nc, netcfg_veth_create(nc, near[i], far[i], NULL, NULL));
	}
	assert_ok(nc, netcfg_link_move(nc, "a", there, NULL));
	assert_ok(nc, netcfg_link_move(nc, "b", there, "bb"));
	assert_ok(nc, netcfg_link_set(nc, "c", LINK_CONFIG(.netns = "x", .mtu = 1400)));
	assert_ok(nc, netcfg_link_move(nc, "taken", there, NULL));
	assert_ok(nc, netcfg_link_set_mtu(nc, "taken", 1300));
	assert_ok(nc, netcfg_link_set_up(nc, "a"));
	assert_ok(nc, netcfg_link_move(nc, "lo", there, NULL));
	assert_int_equal(netcfg_batch_commit(nc), 3);
	assert_position(nc, 7, -EEXIST);
	assert_position(nc, 8, 0);
	assert_position(nc, 9, -ENODEV);
	assert_position(nc, 10, -EINVAL);
	assert_true(link_in(there, "a") && link_in(there, "bb"));
	assert_link(there, "c", "mtu", "1400");
	assert_link(-1, "taken", "mtu", "1300");
	assert_int_equal(count_links(), 6);
	close(there);
}

/* B83 in a batch: what takes the name in the target may be in the same batch. */
static void b83_taken_in_the_batch(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int there = netns_new_named("x");

	sh_ok("ip link add mv type veth peer name other");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "foo", "far", LINK_CONFIG(.netns = "x"), NULL));
	assert_ok(nc, netcfg_link_move(nc, "mv", there, "foo"));
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_int_equal(netcfg_batch_error(nc, 1), -EEXIST);
	assert_true(link_here("mv"));
	close(there);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(ends_elsewhere),         sandbox_test(few_descriptors),
		sandbox_test(fewest_descriptors),     sandbox_test(no_descriptors),
		sandbox_test(a_missing_one),          sandbox_test(opened_late),
		sandbox_test(handle_elsewhere),       sandbox_test(moves),
		sandbox_test(b83_taken_in_the_batch),
	};

	return side_main(tests);
}
