/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * soak threads|processes COUNT SECONDS
 *
 * B88 to B91 for as long as is wanted: workers, each with a namespace of its
 * own, do what a runtime does all day, some of it wrong. A worker is always
 * where it was, and at the end there are as many descriptors, threads and names
 * as at the beginning.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "support/named.h"
#include "support/side.h"
#include "support/test.h"

#define PAIRS 20

static int count, seconds;
static time_t end;
static atomic_long rounds;

static time_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

static int count_in(struct netcfg *nc)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;
	int n = 0;

	if (netcfg_link_list(nc, NULL, &list) != 0)
		return -1;
	while (netcfg_link_list_next(list, &info) == 1)
		n++;
	netcfg_link_list_free(list);
	return n;
}

/* One container: both ends, each where it belongs, addresses, and all of it gone again. */
static int attach_and_detach(struct netcfg *nc, const char *netns)
{
	const struct netcfg_link_config far = {
		.size = sizeof(far), .netns = netns, .alias = "far", .flags = NETCFG_LINK_UP
	};
	struct netcfg *in;

	side_check(netcfg_netns_create(nc, netns) == 0);
	side_check(netcfg_veth_create(nc, "v0", "eth0", NULL, &far) == 0);
	side_check(netcfg_veth_create(nc, "v0", "eth1", NULL, &far) == -EEXIST);
	side_check(netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL) == 0);
	side_check(netcfg_open_netns(&in, netns) == 0);
	side_check(netcfg_addr_add(in, "eth0", "192.0.2.2/24", NULL) == 0);
	side_check(netcfg_link_index(in, "v0") == -ENODEV);
	side_check(count_in(in) == 2);
	side_check(netcfg_netns_delete_links(nc, netns) == 1);
	side_check(netcfg_link_index(nc, "v0") == -ENODEV);
	netcfg_close(in);
	return netcfg_netns_delete(nc, netns) != 0;
}

static int in_a_batch(struct netcfg *nc)
{
	char names[PAIRS][16], peer[16];
	const char *list[PAIRS];

	side_check(netcfg_batch_begin(nc, 0) == 0);
	for (int i = 0; i < PAIRS; i++) {
		snprintf(names[i], sizeof(names[i]), "a%d", i);
		snprintf(peer, sizeof(peer), "b%d", i);
		list[i] = names[i];
		side_check(netcfg_veth_create(nc, names[i], peer, NULL, NULL) == 0);
		side_check(netcfg_addr_add(nc, peer, "198.51.100.1/24", NULL) == 0);
	}
	side_check(netcfg_batch_commit(nc) == 0);
	side_check(count_in(nc) == 1 + 2 * PAIRS);
	side_check(netcfg_link_delete_many(nc, list, PAIRS, NULL) == 0);
	side_check(count_in(nc) == 1);
	return 0;
}

static int go_wrong(struct netcfg *nc)
{
	struct netcfg *none = NULL;

	side_check(netcfg_open_netns(&none, "absent") == -ENOENT);
	side_check(netcfg_open_netns(&none, "file") == -EINVAL);
	side_check(netcfg_netns_create(nc, "file") == -EEXIST);
	side_check(netcfg_link_set_up(nc, "absent") == -ENODEV);
	side_check(netcfg_link_move(nc, "lo", -1, NULL) == -EBADF);
	side_check(!none);
	return 0;
}

static int one_round(int number, ino_t home)
{
	struct netcfg *nc;
	char netns[16];

	snprintf(netns, sizeof(netns), "n%d", number);
	side_check(netcfg_open(&nc) == 0);
	side_check(attach_and_detach(nc, netns) == 0);
	side_check(side_netns() == home);
	side_check(in_a_batch(nc) == 0);
	side_check(go_wrong(nc) == 0);
	side_check(side_netns() == home);
	netcfg_close(nc);
	atomic_fetch_add(&rounds, 1);
	return 0;
}

static int work(int number, void *arg)
{
	ino_t home;

	(void)arg;
	side_check(unshare(CLONE_NEWNET) == 0);
	home = side_netns();
	do
		side_check(one_round(number, home) == 0);
	while (now() < end);
	return 0;
}

static void prepare(const struct sandbox *box)
{
	assert_ok(box->nc, netcfg_netns_create(box->nc, "first"));
	make_file("/run/netns/file");
	end = now() + seconds;
}

static void threads(void **state)
{
	prepare(*state);
	assert_int_equal(side_threads(count, work, NULL), 0);
	assert_true(rounds >= count);
	print_message("%ld rounds by %d threads in %d s\n", (long)rounds, count, seconds);
}

/* In a process its own descriptors are counted, before and after. */
static int work_alone(struct side *self, void *arg)
{
	size_t fds;

	(void)self;
	fds = count_fds();
	side_check(work(*(int *)arg, NULL) == 0);
	side_check(count_fds() == fds);
	return 0;
}

static void processes(void **state)
{
	struct side *children = calloc((size_t)count, sizeof(*children));

	assert_non_null(children);
	prepare(*state);
	for (int i = 0; i < count; i++)
		side_start(&children[i], work_alone, &i);
	for (int i = 0; i < count; i++)
		assert_int_equal(side_end(&children[i]), 0);
	free(children);
}

/* What is left is what prepare() made. */
static int tear_down(void **state)
{
	int left = sh("test \"$(ls /run/netns | tr '\\n' ' ')\" = 'file first '");

	return sandbox_teardown(state) || left;
}

int main(int argc, char **argv)
{
	const bool alone = argc == 4 && strcmp(argv[1], "processes") == 0;
	const struct CMUnitTest tests[] = {
		{ alone ? "processes" : "threads", alone ? processes : threads, sandbox_setup,
		  tear_down, NULL },
	};

	if (argc == 4) {
		count = atoi(argv[2]);
		seconds = atoi(argv[3]);
	}
	if (count < 1 || seconds < 1 || (!alone && strcmp(argv[1], "threads") != 0)) {
		fprintf(stderr, "usage: soak threads|processes COUNT SECONDS\n");
		return 2;
	}
	return side_main(tests);
}
