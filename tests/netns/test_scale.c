/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Many links, many calls, many threads: what each call costs does not grow. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

#define PAIRS 200

static void pair_names(int number, char near[16], char far[16])
{
	snprintf(near, 16, "near%d", number);
	snprintf(far, 16, "far%d", number);
}

/* B121: the last of many costs what the first did, in requests, and nothing is ever listed. */
static void test_b121_create_and_delete_many(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_stats before = stats_now(nc);
	struct netcfg_stats delta;
	char near[16];
	char far[16];

	for (int i = 0; i < PAIRS; i++) {
		pair_names(i, near, far);
		assert_cost(nc, netcfg_veth_create(nc, near, far, NULL, NULL), 1, 0);
	}
	assert_int_equal(count_links(), 2 * PAIRS + 1);
	for (int i = 0; i < PAIRS; i++) {
		pair_names(i, near, far);
		assert_cost(nc, netcfg_link_delete(nc, i % 2 ? near : far), 1, 0);
	}
	assert_int_equal(count_links(), 1);
	delta = stats_since(nc, &before);
	assert_int_equal(delta.requests, 2 * PAIRS);
	assert_int_equal(delta.sends, 2 * PAIRS);
	assert_int_equal(delta.replies, 2 * PAIRS);
	assert_int_equal(delta.lookups, 0);
	assert_int_equal(delta.cache_hits, 0);
	assert_int_equal(delta.dumps, 0);
}

/* Ten verbs by name: 11 requests, and look-ups by ioctl for what takes an index. */
static void one_life(struct netcfg *nc)
{
	struct netcfg_link_info info = { .size = sizeof(info) };

	assert_ok(nc, netcfg_veth_create(nc, "life", "other", LINK_CONFIG(.mtu = 1400), NULL));
	assert_ok(nc, netcfg_link_set_up(nc, "life"));
	assert_ok(nc, netcfg_link_set_mtu(nc, "life", 1300));
	assert_ok(nc, netcfg_link_set_mac(nc, "life", "02:00:00:00:00:01"));
	assert_ok(nc, netcfg_link_set(nc, "life", LINK_CONFIG(.alias = "x", .mtu = 1400)));
	assert_ok(nc, netcfg_link_get(nc, "life", &info));
	assert_true(netcfg_link_index(nc, "life") == info.ifindex);
	assert_ok(nc, netcfg_addr_add(nc, "life", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_link_set_down(nc, "life"));
	assert_ok(nc, netcfg_link_rename(nc, "life", "after"));
	assert_ok(nc, netcfg_link_delete(nc, "after"));
}

static void test_thousand_calls(void **state)
{
	enum { ROUNDS = 100, REQUESTS = 10, LOOKUPS = 3 };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_stats delta;
	struct netcfg_stats before;
	size_t fds;

	for (int i = 0; i < 50; i++) {
		char near[16];
		char far[16];

		pair_names(i, near, far);
		assert_ok(nc, netcfg_veth_create(nc, near, far, NULL, NULL));
	}
	before = stats_now(nc);
	fds = count_fds();
	for (int i = 0; i < ROUNDS; i++)
		one_life(nc);
	delta = stats_since(nc, &before);
	assert_int_equal(delta.requests, ROUNDS * REQUESTS);
	assert_int_equal(delta.sends, ROUNDS * REQUESTS);
	assert_int_equal(delta.lookups, ROUNDS * LOOKUPS);
	assert_int_equal(delta.dumps, 0);
	assert_int_equal(count_fds(), fds);
}

/* Failures cost no more than successes do, and leave as little. */
static void test_thousand_failures(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_stats before;
	struct netcfg_stats delta;
	size_t fds;

	assert_ok(nc, netcfg_netns_create(nc, "n1"));
	before = stats_now(nc);
	fds = count_fds();
	for (int i = 0; i < 250; i++) {
		assert_errno(nc, netcfg_link_set_up(nc, "absent"), -ENODEV);
		assert_errno(nc, netcfg_link_delete(nc, "absent"), -ENODEV);
		assert_errno(nc, netcfg_link_set_mtu(nc, "lo", UINT32_MAX), -EINVAL);
		assert_errno(nc,
			     netcfg_veth_create(nc, "near", "far", NULL,
						LINK_CONFIG(.netns = "n1", .num_tx_queues = 5000)),
			     -EINVAL);
	}
	delta = stats_since(nc, &before);
	assert_int_equal(delta.requests, 750);
	assert_int_equal(delta.dumps, 0);
	assert_int_equal(count_fds(), fds);
	assert_int_equal(count_links(), 1);
}

/* Follow-ups in other namespaces: a socket each time, none of which stays. */
static void test_many_born_elsewhere(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = netns_new_named("n1");
	const size_t fds = count_fds();
	char near[16];
	char far[16];

	for (int i = 0; i < PAIRS; i++) {
		pair_names(i, near, far);
		assert_cost(nc,
			    netcfg_veth_create(nc, near, far, NULL,
					       LINK_CONFIG(.netns = "n1", .alias = far,
							   .flags = NETCFG_LINK_UP)),
			    2, 0);
	}
	assert_int_equal(count_links(), PAIRS + 1);
	assert_int_equal(count_fds(), fds);
	sh_ok_in(there, "test $(ip link show up | grep -c 'far[0-9]*@') = %d", PAIRS);
	close(there);
}

/* B120: what was created is there for the very next call, whatever others do meanwhile. */
struct worker {
	pthread_t thread;
	int netns_fd;
	int number;
	int failed;
};

static int one_worker_round(struct netcfg *nc, int round)
{
	char near[16];
	char far[16];
	int index;

	pair_names(round, near, far);
	if (netcfg_veth_create(nc, near, far, NULL, LINK_CONFIG(.flags = NETCFG_LINK_UP)) < 0)
		return -1;
	index = netcfg_link_index(nc, near);
	if (index <= 0 || netcfg_link_index(nc, far) <= 0)
		return -1;
	if (netcfg_link_set_by_index(nc, index, LINK_CONFIG(.mtu = 1400)) < 0)
		return -1;
	if (netcfg_link_set(nc, far, LINK_CONFIG(.alias = far)) < 0)
		return -1;
	return netcfg_addr_add(nc, near, "192.0.2.1/24", NULL);
}

static void *work(void *userdata)
{
	struct worker *worker = userdata;
	struct netcfg *nc;

	if (netcfg_open_netns_fd(&nc, worker->netns_fd) < 0) {
		worker->failed = -1;
		return NULL;
	}
	for (int i = 0; i < 250; i++)
		worker->failed += one_worker_round(nc, worker->number * 250 + i) < 0;
	netcfg_close(nc);
	return NULL;
}

static void run_workers(struct worker workers[4])
{
	for (int i = 0; i < 4; i++) {
		workers[i].number = i;
		workers[i].failed = 0;
		assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
	}
	for (int i = 0; i < 4; i++) {
		assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
		assert_int_equal(workers[i].failed, 0);
	}
}

static void b120_threads_in_their_own_netns(void **state)
{
	struct worker workers[4];

	(void)state;
	for (int i = 0; i < 4; i++)
		workers[i].netns_fd = netns_new();
	run_workers(workers);
	for (int i = 0; i < 4; i++) {
		char *links = sh_output_in(workers[i].netns_fd, "ip -o link | wc -l");

		assert_int_equal(atoi(links), 501);
		free(links);
		close(workers[i].netns_fd);
	}
	assert_int_equal(count_links(), 1);
}

static void b120_threads_in_one_netns(void **state)
{
	struct sandbox *box = *state;
	struct worker workers[4];

	for (int i = 0; i < 4; i++)
		workers[i].netns_fd = box->netns_fd;
	run_workers(workers);
	assert_int_equal(count_links(), 2001);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_b121_create_and_delete_many),
		sandbox_test(test_thousand_calls),
		sandbox_test(test_thousand_failures),
		sandbox_test(test_many_born_elsewhere),
		sandbox_test(b120_threads_in_their_own_netns),
		sandbox_test(b120_threads_in_one_netns),
	};

	return sandbox_main(tests);
}
