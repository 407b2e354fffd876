/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Many links deleted together: which go, which stay, and what is said of each. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/test.h"

#define PAIRS 300

static void make_pairs(struct netcfg *nc, const char *prefix, int count)
{
	char near[16], far[16];

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < count; i++) {
		snprintf(near, sizeof(near), "%s%d", prefix, i);
		snprintf(far, sizeof(far), "%sp%d", prefix, i);
		assert_ok(nc, netcfg_veth_create(nc, near, far, NULL, NULL));
	}
	assert_ok(nc, netcfg_batch_commit(nc));
}

static int delete_pairs(struct netcfg *nc, const char *prefix, int count)
{
	static char names[PAIRS][16];
	const char *pointers[PAIRS];

	for (int i = 0; i < count; i++) {
		snprintf(names[i], sizeof(names[i]), "%s%d", prefix, i);
		pointers[i] = names[i];
	}
	return netcfg_link_delete_many(nc, pointers, (size_t)count, NULL);
}

/* More than one sweep, no dump, and nothing that was not named. */
static void test_many(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_stats before;

	make_pairs(nc, "a", PAIRS);
	make_pairs(nc, "b", 2);
	sh_ok("ip link set b0 group 7");
	before = stats_now(nc);
	assert_ok(nc, delete_pairs(nc, "a", PAIRS));
	assert_int_equal(stats_since(nc, &before).dumps, 0);
	/* Read, mark, and a sweep for each 256. */
	assert_int_equal(stats_since(nc, &before).requests, 2 * PAIRS + 2);
	assert_int_equal(count_links(), 5);
	assert_link(-1, "b0", "group", "\"7\"");
}

/* Each kind of trouble is its own link's. */
static void test_mixed(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const char *const names[] = { "a0",  "lo", "absent", "a0",  "ap1", "a1",
				      "alt", NULL, "br0",    "x/y", "m0",  "a3" };
	const int expected[] = { 0, -EOPNOTSUPP, -ENODEV, 0, 0, 0, 0, -EINVAL, 0, -EINVAL, 0, 0 };
	int errors[ARRAY_SIZE(names)];

	make_pairs(nc, "a", 4);
	sh_ok("ip link property add dev a2 altname alt; ip link add br0 type bridge");
	sh_ok("ip link add m0 link a3 type macvlan; ip link set lo group 9");
	assert_int_equal(netcfg_link_delete_many(nc, names, ARRAY_SIZE(names), errors), 4);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		assert_int_equal(errors[i], expected[i]);
	assert_int_equal(count_links(), 1);
	assert_link(-1, "lo", "group", "\"9\"");
	assert_ok(nc, netcfg_link_delete_many(nc, NULL, 0, NULL));
	assert_errno(nc, netcfg_link_delete_many(nc, NULL, 1, NULL), -EINVAL);
}

/* The same in a batch, between other things. */
static void test_in_a_batch(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const char *const names[] = { "a1", "a2", "absent" };
	int errors[] = { 77, 77, 77 };

	make_pairs(nc, "a", 4);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_link_delete(nc, "a0"));
	assert_ok(nc, netcfg_link_delete_many(nc, names, ARRAY_SIZE(names), errors));
	assert_ok(nc, netcfg_veth_create(nc, "a0", "a1", NULL, NULL));
	assert_ok(nc, netcfg_link_set_up(nc, "a1"));
	assert_ok(nc, netcfg_link_delete(nc, "a3"));
	assert_int_equal(netcfg_batch_count(nc), 7);
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_int_equal(netcfg_batch_error(nc, 3), -ENODEV);
	assert_int_equal(errors[0], 0);
	assert_int_equal(errors[1], 0);
	assert_int_equal(errors[2], -ENODEV);
	assert_int_equal(count_links(), 3);
	assert_link_flag(-1, "a1", "UP");
}

/* Answers of 40 KiB do not fit the receive buffer together: the links go one by one. */
static void test_long_answers(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	sh_ok("w=$(printf '%%0100d' 0); for i in 0 1 2 3 4 5 6 7 8 9; do "
	      "ip -n x link add a$i type veth peer name b$i; a=; "
	      "for j in $(seq 300); do a=\"$a altname $i-$j-$w\"; done; "
	      "ip -n x link property add dev a$i $a; done");
	assert_errno(nc, netcfg_netns_delete_links(nc, "x"), 20);
	assert_ok(nc, netcfg_netns_delete(nc, "x"));
}

/* What was not sent has a result too. */
static void test_results_of_unsent(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const char *const names[] = { "a", "b" };
	int errors[] = { 77, 77 };

	assert_ok(nc, netcfg_batch_begin(nc, NETCFG_BATCH_STOP_ON_ERROR));
	assert_ok(nc, netcfg_link_set_up(nc, "absent"));
	assert_ok(nc, netcfg_link_delete_many(nc, names, ARRAY_SIZE(names), errors));
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_int_equal(errors[0], -ECANCELED);
	assert_int_equal(errors[1], -ECANCELED);
}

static void test_group(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	make_pairs(nc, "a", 3);
	sh_ok("ip link set a0 group 7; ip link set a1 group 7; ip link set lo group 8");
	assert_unsent(nc, netcfg_link_delete_group(nc, 0), -EINVAL);
	assert_errno(nc, netcfg_link_delete_group(nc, 9), -ENODEV);
	assert_errno(nc, netcfg_link_delete_group(nc, 8), -EOPNOTSUPP);
	assert_ok(nc, netcfg_link_delete_group(nc, 7));
	assert_int_equal(count_links(), 3);
}

/* A process of its own that deletes links of a prefix. */
static pid_t delete_aside(const char *prefix, int count)
{
	const pid_t pid = fork();
	struct netcfg *nc;
	int result;

	if (pid != 0)
		return pid;
	if (netcfg_open(&nc) < 0)
		_exit(1);
	result = delete_pairs(nc, prefix, count);
	netcfg_close(nc);
	/* Taken by the other who deletes the same: as good. */
	_exit(result < 0);
}

static void end_well(pid_t pid)
{
	int status;

	assert_true(waitpid(pid, &status, 0) == pid);
	assert_int_equal(status, 0);
}

/* Two at once, of different links and of the same, and none of anyone else's. */
static void test_two_at_once(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	pid_t first, second;

	make_pairs(nc, "a", 100);
	make_pairs(nc, "b", 100);
	make_pairs(nc, "c", 100);
	first = delete_aside("a", 100);
	second = delete_aside("b", 100);
	end_well(first);
	end_well(second);
	assert_int_equal(count_links(), 201);
	first = delete_aside("c", 100);
	second = delete_aside("c", 100);
	end_well(first);
	end_well(second);
	assert_int_equal(count_links(), 1);
}

/* B76, B86: the links inside first, so that the names outside are free at once. */
static void test_links_of_namespace(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_errno(nc, netcfg_netns_delete_links(nc, "absent"), -ENOENT);
	assert_errno(nc, netcfg_netns_delete_links(nc, "a/b"), -EINVAL);
	for (int i = 0; i < 10; i++) {
		assert_ok(nc, netcfg_netns_create(nc, "x"));
		assert_ok(nc,
			  netcfg_veth_create(nc, "out0", "in0", NULL, LINK_CONFIG(.netns = "x")));
		assert_ok(nc,
			  netcfg_veth_create(nc, "out1", "in1", NULL, LINK_CONFIG(.netns = "x")));
		assert_errno(nc, netcfg_netns_delete_links(nc, "x"), 2);
		assert_int_equal(count_links(), 1);
		assert_ok(nc, netcfg_netns_delete(nc, "x"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_many),         sandbox_test(test_mixed),
		sandbox_test(test_in_a_batch),   sandbox_test(test_group),
		sandbox_test(test_long_answers), sandbox_test(test_results_of_unsent),
		sandbox_test(test_two_at_once),  sandbox_test(test_links_of_namespace),
	};

	return sandbox_main(tests);
}
