/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* B88, B91: many threads, each with its own namespace and its own handles. */
#include <linux/netlink.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/addrs.h"
#include "support/named.h"
#include "support/side.h"
#include "support/test.h"

#define THREADS 8
#define ROUNDS  12
#define HANDLES 40

/* A call, and the thread must be where it was, whether it worked or not. */
#define check_stays(netns, condition)                                                              \
	do {                                                                                       \
		side_check(condition);                                                             \
		side_check(side_netns() == (netns));                                               \
	} while (0)

/* How many links the handle's namespace has, or -1. */
static int count_in(struct netcfg *nc)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;
	int count = 0;

	if (netcfg_link_list(nc, NULL, &list) != 0)
		return -1;
	while (netcfg_link_list_next(list, &info) == 1)
		count++;
	netcfg_link_list_free(list);
	return count;
}

/* Names that other threads use in their namespaces too, and an index that they have, too. */
static int configure(const char *netns, int round, ino_t home)
{
	char name[16], peer[16], address[32];
	struct netcfg_link_config config = { .size = sizeof(config), .mtu = 1400 };
	struct netcfg *in;

	snprintf(name, sizeof(name), "a%d", round);
	snprintf(peer, sizeof(peer), "b%d", round);
	snprintf(address, sizeof(address), "10.0.%d.1/24", round);
	check_stays(home, netcfg_open_netns(&in, netns) == 0);
	check_stays(home, netcfg_veth_create(in, name, peer, &config, NULL) == 0);
	check_stays(home, netcfg_addr_add(in, name, address, NULL) == 0);
	check_stays(home, netcfg_link_set_up(in, name) == 0);
	check_stays(home, netcfg_addr_add(in, name, address, NULL) == -EEXIST);
	check_stays(home, netcfg_link_index(in, peer) > 0);
	check_stays(home, count_in(in) == 3 + 2 * round);
	netcfg_close(in);
	side_check(side_netns() == home);
	return 0;
}

/* The same on the way to another namespace: the far end, its alias, its state. */
static int reach_out(struct netcfg *nc, const char *netns, int round, ino_t home)
{
	struct netcfg_link_config far = {
		.size = sizeof(far), .netns = netns, .alias = "far", .flags = NETCFG_LINK_UP
	};
	char name[16], peer[16];
	int fd;

	snprintf(name, sizeof(name), "near%d", round);
	snprintf(peer, sizeof(peer), "far%d", round);
	check_stays(home, netcfg_veth_create(nc, name, peer, NULL, &far) == 0);
	check_stays(home, netcfg_veth_create(nc, name, "other", NULL, &far) == -EEXIST);
	fd = netcfg_netns_open(nc, netns);
	check_stays(home, fd >= 0);
	close(fd);
	far.netns = "absent";
	check_stays(home, netcfg_veth_create(nc, "x0", "x1", NULL, &far) == -ENOENT);
	far.netns = "file";
	check_stays(home, netcfg_veth_create(nc, "x0", "x1", NULL, &far) == -EINVAL);
	return 0;
}

static int fail_all_the_time(struct netcfg *nc, ino_t home)
{
	struct netcfg *in;

	check_stays(home, netcfg_open_netns(&in, "absent") == -ENOENT);
	check_stays(home, netcfg_open_netns(&in, "file") == -EINVAL);
	check_stays(home, netcfg_open_netns_fd(&in, -1) == -EBADF);
	check_stays(home, netcfg_open_netns_pid(&in, INT_MAX) == -ESRCH);
	check_stays(home, netcfg_netns_create(nc, "file") == -EEXIST);
	check_stays(home, netcfg_netns_delete(nc, "absent") == -ENOENT);
	check_stays(home, netcfg_netns_set_id(nc, "absent", 5) == -ENOENT);
	check_stays(home, netcfg_link_move(nc, "lo", -1, NULL) == -EBADF);
	return 0;
}

/* The far end dies with this thread's namespace, so it is looked for while that lives. */
static int check_far_end(const char *netns, int round, ino_t home)
{
	struct netcfg *in;
	char peer[16];

	snprintf(peer, sizeof(peer), "far%d", round);
	check_stays(home, netcfg_open_netns(&in, netns) == 0);
	check_stays(home, netcfg_link_index(in, peer) > 0);
	check_stays(home, count_in(in) == 2 + 2 * ROUNDS);
	netcfg_close(in);
	return 0;
}

static int live_in_own_netns(int number, void *arg)
{
	char netns[16];
	struct netcfg *nc;
	ino_t home;

	(void)arg;
	side_check(unshare(CLONE_NEWNET) == 0);
	home = side_netns();
	snprintf(netns, sizeof(netns), "t%d", number);
	check_stays(home, netcfg_open(&nc) == 0);
	check_stays(home, netcfg_netns_create(nc, netns) == 0);
	for (int round = 0; round < ROUNDS; round++) {
		if (number == THREADS - 1)
			side_check(fail_all_the_time(nc, home) == 0);
		side_check(configure(netns, round, home) == 0);
	}
	/* Nothing of that is here. */
	side_check(count_in(nc) == 1);
	side_check(reach_out(nc, netns, number, home) == 0);
	side_check(check_far_end(netns, number, home) == 0);
	side_check(count_in(nc) == 2);
	netcfg_close(nc);
	return 0;
}

static void b88_each_thread_stays_at_home(void **state)
{
	const struct sandbox *box = *state;
	char name[16], peer[16];
	struct netcfg *in;

	assert_ok(box->nc, netcfg_netns_create(box->nc, "first"));
	make_file("/run/netns/file");
	assert_int_equal(side_threads(THREADS, live_in_own_netns, NULL), 0);
	assert_int_equal(count_links(), 1);
	for (int i = 0; i < THREADS; i++) {
		snprintf(name, sizeof(name), "t%d", i);
		assert_ok(NULL, netcfg_open_netns(&in, name));
		for (int round = 0; round < ROUNDS; round++) {
			snprintf(peer, sizeof(peer), "b%d", round);
			assert_true(netcfg_link_index(in, peer) > 0);
		}
		netcfg_close(in);
	}
}

static int open_many(int number, void *arg)
{
	struct netcfg *handles[HANDLES];
	struct netcfg_link_info info = { .size = sizeof(info) };
	char name[16];

	(void)arg;
	for (int i = 0; i < HANDLES; i++)
		side_check(netcfg_open(&handles[i]) == 0);
	for (int i = 0; i < HANDLES; i++) {
		snprintf(name, sizeof(name), "no%d.%d", number, i);
		side_check(netcfg_link_index(handles[i], "lo") == 1);
		side_check(netcfg_link_get(handles[i], name, &info) == -ENODEV);
		side_check(strstr(netcfg_error_message(handles[i]), name));
		side_check(netcfg_link_get(handles[i], "lo", &info) == 0);
		side_check(strcmp(info.name, "lo") == 0);
	}
	for (int i = 0; i < HANDLES; i++)
		netcfg_close(handles[i]);
	return 0;
}

/* The port that a careless library takes for its own: the process id. */
static void b91_hundreds_of_handles(void **state)
{
	struct sockaddr_nl taken = { .nl_family = AF_NETLINK, .nl_pid = (uint32_t)getpid() };
	const int other = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
	struct netcfg *mine;

	assert_true(other >= 0);
	netcfg_close(((struct sandbox *)*state)->nc);
	((struct sandbox *)*state)->nc = NULL;
	assert_int_equal(bind(other, (const struct sockaddr *)&taken, sizeof(taken)), 0);
	assert_int_equal(side_threads(THREADS, open_many, NULL), 0);
	assert_ok(NULL, netcfg_open(&mine));
	assert_int_equal(netcfg_link_index(mine, "lo"), 1);
	netcfg_close(mine);
	close(other);
}

static int open_in_child(void *arg)
{
	(void)arg;
	return open_many(0, NULL);
}

static void b91_handles_after_a_fork(void **state)
{
	const struct sandbox *box = *state;

	assert_int_equal(open_many(1, NULL), 0);
	assert_int_equal(in_child(-1, open_in_child, NULL), 0);
	assert_int_equal(netcfg_link_index(box->nc, "lo"), 1);
}

/* A handle may go from thread to thread, as long as one at a time uses it. */
static int use_handed_on(int number, void *arg)
{
	struct netcfg *nc = *(struct netcfg **)arg;

	(void)number;
	side_check(unshare(CLONE_NEWNET) == 0);
	side_check(netcfg_veth_create(nc, "v0", "v1", NULL, NULL) == 0);
	side_check(netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL) == 0);
	return 0;
}

static void handle_used_by_another_thread(void **state)
{
	struct sandbox *box = *state;

	assert_int_equal(side_threads(1, use_handed_on, &box->nc), 0);
	assert_true(link_here("v0"));
	assert_int_equal(addr_count(box->nc, "v0", AF_INET), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b88_each_thread_stays_at_home),
		sandbox_test(b91_hundreds_of_handles),
		sandbox_test(b91_handles_after_a_fork),
		sandbox_test(handle_used_by_another_thread),
	};

	return side_main(tests);
}
