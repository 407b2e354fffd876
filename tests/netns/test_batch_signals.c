/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Batches under signals, without time, and on several threads. */
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "support/batch_links.h"
#include "support/side.h"
#include "support/signals.h"
#include "support/test.h"

/* So many must have come while batches were committed, and so many rounds are enough. */
#define SIGNALS    200
#define ROUNDS_MAX 500

#define PAIRS 60

/* What fails and what does not is known of each; sent twice, a create would fail. */
static void commit_all_sorts(struct netcfg *nc)
{
	struct names names;
	int failed = 0;

	names_make(&names, "a", PAIRS);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < PAIRS; i++) {
		const struct netcfg_link_config *peer =
			LINK_CONFIG(.netns = "x", .flags = i % 10 ? 0 : NETCFG_LINK_UP);

		assert_ok(nc, netcfg_veth_create(nc, names.list[i], names.list[i], NULL, peer));
		assert_ok(nc, netcfg_addr_add(nc, names.list[i], "192.0.2.1/32", NULL));
		assert_ok(nc, netcfg_link_set_up(nc, i % 5 ? names.list[i] : "nobody"));
		failed += i % 5 == 0;
	}
	assert_ok(nc, netcfg_link_delete_many(nc, names.list, names.count, NULL));
	assert_int_equal(netcfg_batch_commit(nc), failed);
	for (int i = 0; i < PAIRS * 4; i++)
		assert_position(nc, i, i < PAIRS * 3 && i % 15 == 2 ? -ENODEV : 0);
	assert_int_equal(count_links(), 1);
	names_free(&names);
}

/* B112: as without signals, to the very number of requests. */
static void b112_signals(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_stats before = stats_now(nc), quiet;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	commit_all_sorts(nc);
	quiet = stats_since(nc, &before);
	signals_start(NULL);
	for (int round = 0; round < ROUNDS_MAX && (signals_count() < SIGNALS || round < 5);
	     round++) {
		before = stats_now(nc);
		commit_all_sorts(nc);
		assert_int_equal(stats_since(nc, &before).requests, quiet.requests);
		assert_int_equal(stats_since(nc, &before).replies, quiet.replies);
		assert_int_equal(stats_since(nc, &before).lookups, quiet.lookups);
	}
	signals_stop();
	assert_true(signals_count() >= SIGNALS);
}

/* The kernel has answered when a send is back, so nobody has to wait for it. */
static void no_time(void **state)
{
	static const int limits[] = { 0, 1, -1 };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	for (size_t i = 0; i < ARRAY_SIZE(limits); i++) {
		assert_ok(nc, netcfg_set_timeout(nc, limits[i]));
		commit_all_sorts(nc);
	}
	/* It may be set while a batch is open. */
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_link_set_up(nc, "lo"));
	assert_errno(nc, netcfg_set_timeout(nc, -2), -EINVAL);
	assert_ok(nc, netcfg_set_timeout(nc, 0));
	assert_int_equal(netcfg_batch_count(nc), 1);
	assert_ok(nc, netcfg_batch_commit(nc));
}

/* A handle for each thread, with a batch that is open while others commit theirs. */
static int work(int number, void *arg)
{
	char prefix[4], name[16];
	struct names names;
	struct netcfg *nc;

	(void)arg;
	snprintf(prefix, sizeof(prefix), "%c", 'a' + number);
	snprintf(name, sizeof(name), "%s1", prefix);
	side_check(netcfg_open(&nc) == 0);
	names_make(&names, prefix, 20);
	for (int round = 0; round < 10; round++) {
		side_check(pairs_try(nc, prefix, 20) == 0);
		side_check(netcfg_batch_begin(nc, 0) == 0);
		for (int i = 0; i < 500; i++)
			side_check(netcfg_link_set_mtu(nc, i % 7 ? name : "nobody",
						       1400 + (uint32_t)i) == 0);
		side_check(netcfg_link_delete_many(nc, names.list, names.count, NULL) == 0);
		side_check(netcfg_batch_commit(nc) == 72);
		for (int i = 0; i < 520; i++)
			side_check(netcfg_batch_error(nc, i) ==
				   (i < 500 && i % 7 == 0 ? -ENODEV : 0));
	}
	side_check(names_here(&names) == 0);
	names_free(&names);
	netcfg_close(nc);
	return 0;
}

static void threads(void **state)
{
	(void)state;
	assert_int_equal(side_threads(2, work, NULL), 0);
	assert_int_equal(side_threads(4, work, NULL), 0);
	assert_int_equal(count_links(), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b112_signals),
		sandbox_test(no_time),
		sandbox_test(threads),
	};

	return side_main(tests);
}
