/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Batches against the kernel: contract, results by position, dependencies, limits. */
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/test.h"

static void test_contract(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };

	assert_errno(nc, netcfg_batch_commit(nc), -EINVAL);
	assert_errno(nc, netcfg_batch_begin(nc, 2), -EINVAL);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_errno(nc, netcfg_batch_begin(nc, 0), -EBUSY);
	assert_errno(nc, netcfg_link_index(nc, "lo"), -EBUSY);
	assert_errno(nc, netcfg_link_get(nc, "lo", &info), -EBUSY);
	assert_errno(nc, netcfg_netns_create(nc, "x"), -EBUSY);
	assert_unsent(nc, netcfg_link_set_up(nc, "a/b"), -EINVAL);
	assert_unsent(nc, netcfg_link_set_up(nc, "lo"), 0);
	assert_int_equal(netcfg_batch_count(nc), 1);
	assert_int_equal(netcfg_batch_error(nc, 0), -ECANCELED);
	netcfg_batch_abort(nc);
	assert_int_equal(netcfg_batch_error(nc, 0), -ECANCELED);
	assert_link_not_flag(-1, "lo", "UP");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_int_equal(netcfg_batch_error(nc, 0), -EINVAL);
	assert_ok(nc, netcfg_batch_commit(nc));
}

/* B109: by position, and what comes after a failure is done all the same. */
static void test_results(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	char address[32];

	assert_ok(nc, netcfg_addr_add(nc, "lo", "10.0.0.1", NULL));
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 100; i++) {
		snprintf(address, sizeof(address), "10.0.0.%d", i % 10 ? i + 2 : 1);
		assert_ok(nc, netcfg_addr_add(nc, "lo", address, NULL));
	}
	assert_int_equal(netcfg_batch_commit(nc), 10);
	assert_message_has(nc, "10.0.0.1");
	/* Calls in between leave the results alone. */
	assert_ok(nc, netcfg_link_set_up(nc, "lo"));
	for (int i = 0; i < 100; i++) {
		assert_int_equal(netcfg_batch_error(nc, i), i % 10 ? 0 : -EEXIST);
		assert_int_equal(strlen(netcfg_batch_error_message(nc, i)) > 0, i % 10 == 0);
	}
}

/* Every one fails, and none of the answers is lost. */
static void test_all_fail(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_stats before = stats_now(nc);

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 5000; i++)
		assert_ok(nc, netcfg_link_set_up(nc, i % 2 ? "absent" : "nobody"));
	assert_int_equal(netcfg_batch_commit(nc), 5000);
	for (int i = 0; i < 5000; i++)
		assert_int_equal(netcfg_batch_error(nc, i), -ENODEV);
	assert_int_equal(stats_since(nc, &before).requests, 5000);
}

static void test_stop_on_error(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_stats before = stats_now(nc);

	assert_ok(nc, netcfg_batch_begin(nc, NETCFG_BATCH_STOP_ON_ERROR));
	assert_ok(nc, netcfg_link_set_mtu(nc, "lo", 1500));
	assert_ok(nc, netcfg_link_delete(nc, "absent"));
	assert_ok(nc, netcfg_link_delete(nc, "nobody"));
	assert_ok(nc, netcfg_link_set_mtu(nc, "lo", 1400));
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_int_equal(netcfg_batch_error(nc, 0), 0);
	assert_int_equal(netcfg_batch_error(nc, 1), -ENODEV);
	assert_int_equal(netcfg_batch_error(nc, 2), -ECANCELED);
	assert_int_equal(netcfg_batch_error(nc, 3), -ECANCELED);
	assert_int_equal(stats_since(nc, &before).requests, 2);
	assert_link(-1, "lo", "mtu", "1500");
}

/* B110: each names what an earlier one made, renamed or gave. */
static void test_dependencies(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	/* Not up: 6.1 renames no link that is up. */
	const struct netcfg_link_config *far = LINK_CONFIG(.alias = "far");
	const struct netcfg_link_config *up = LINK_CONFIG(.flags = NETCFG_LINK_UP);

	sh_ok("ip link add br0 type bridge");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "a", "b", LINK_CONFIG(.mtu = 1400), far));
	assert_ok(nc, netcfg_veth_create(nc, "d", "e", NULL, up));
	assert_ok(nc, netcfg_addr_add(nc, "a", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_link_set_up(nc, "a"));
	assert_ok(nc, netcfg_link_set_master(nc, "b", "br0"));
	assert_ok(nc, netcfg_link_rename(nc, "br0", "br1"));
	assert_ok(nc, netcfg_link_rename(nc, "b", "c"));
	assert_ok(nc, netcfg_addr_add(nc, "c", "192.0.2.2/24", NULL));
	assert_ok(nc, netcfg_link_set_master(nc, "c", NULL));
	assert_ok(nc, netcfg_link_set(nc, "c", LINK_CONFIG(.master = "br1")));
	assert_ok(nc, netcfg_addr_flush(nc, "a", AF_INET));
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_link(-1, "c", "master", "\"br1\"");
	assert_link(-1, "c", "ifalias", "\"far\"");
	assert_link_flag(-1, "e", "UP");
	assert_link_flag(-1, "a", "UP");
	sh_ok("ip addr show dev c | grep -q 192.0.2.2/24");
	assert_int_not_equal(sh("ip addr show dev a | grep -q 192.0.2.1"), 0);
}

/* Whoever has the name that could not be given is someone else, and is left alone. */
static void test_failed_create(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	sh_ok("ip link add old type veth peer name other");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "old", "new", NULL, NULL));
	assert_ok(nc, netcfg_link_set_mtu(nc, "old", 1300));
	assert_ok(nc, netcfg_addr_add(nc, "old", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_link_set_up(nc, "new"));
	assert_ok(nc, netcfg_link_delete(nc, "old"));
	assert_ok(nc, netcfg_link_set_up(nc, "other"));
	assert_int_equal(netcfg_batch_commit(nc), 5);
	assert_int_equal(netcfg_batch_error(nc, 0), -EEXIST);
	for (int i = 1; i < 5; i++)
		assert_int_equal(netcfg_batch_error(nc, i), -ENODEV);
	assert_int_equal(netcfg_batch_error(nc, 5), 0);
	assert_link(-1, "old", "mtu", "1500");
	assert_int_not_equal(sh("ip addr show dev old | grep -q 192.0.2.1"), 0);
}

/* A second create of a name that this batch has made already takes nothing from the first. */
static void test_made_twice(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "a", "b", NULL, NULL));
	assert_ok(nc, netcfg_veth_create(nc, "a", "c", NULL, NULL));
	assert_ok(nc, netcfg_link_set_up(nc, "a"));
	assert_ok(nc, netcfg_addr_add(nc, "b", "192.0.2.1/24", NULL));
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_int_equal(netcfg_batch_error(nc, 1), -EEXIST);
	assert_link_flag(-1, "a", "UP");
}

/* B83 in a batch: what takes the name in the target may be in the same batch. */
static void test_move_to_taken_name(void **state)
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

/* A name is looked up once, however many requests need its index. */
static void test_lookups(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_stats before = stats_now(nc);
	struct netcfg_stats delta;
	char address[32];

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 6000; i++) {
		snprintf(address, sizeof(address), "10.0.%d.%d/32", i / 250, i % 250 + 1);
		assert_ok(nc, netcfg_addr_add(nc, "lo", address, NULL));
	}
	assert_int_equal(stats_since(nc, &before).sends, 0);
	assert_ok(nc, netcfg_batch_commit(nc));
	delta = stats_since(nc, &before);
	assert_int_equal(delta.requests, 6000);
	assert_int_equal(delta.lookups, 1);
	assert_int_equal(delta.dumps, 0);
	assert_true(delta.sends <= 40);
}

/* Many namespaces by name, few descriptors: each is open only while its request is sent. */
static void test_few_descriptors(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct rlimit few = { .rlim_cur = 64, .rlim_max = 64 };
	char netns[16], near[16];

	for (int i = 0; i < 100; i++) {
		snprintf(netns, sizeof(netns), "n%d", i);
		assert_ok(nc, netcfg_netns_create(nc, netns));
	}
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 300; i++) {
		snprintf(netns, sizeof(netns), "n%d", i == 200 ? 1000 : i % 100);
		snprintf(near, sizeof(near), "near%d", i);
		assert_ok(nc,
			  netcfg_veth_create(nc, near, near, NULL, LINK_CONFIG(.netns = netns)));
	}
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_int_equal(netcfg_batch_error(nc, 200), -ENOENT);
	assert_int_equal(count_links(), 300);
}

/* What is queued takes little more than its messages. */
static void test_hundred_thousand(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 100000; i++)
		assert_ok(nc, netcfg_link_set_mtu(nc, "lo", 1500 + (uint32_t)i % 2));
	assert_int_equal(netcfg_batch_count(nc), 100000);
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_link(-1, "lo", "mtu", "1501");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_contract),        sandbox_test(test_results),
		sandbox_test(test_all_fail),        sandbox_test(test_stop_on_error),
		sandbox_test(test_dependencies),    sandbox_test(test_failed_create),
		sandbox_test(test_made_twice),      sandbox_test(test_move_to_taken_name),
		sandbox_test(test_lookups),         sandbox_test(test_hundred_thousand),
		sandbox_test(test_few_descriptors),
	};

	return sandbox_main(tests);
}
