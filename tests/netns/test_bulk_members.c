/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Deleting many links: what each kind of member costs and gets, and what is left as it was. */
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/batch_links.h"
#include "support/test.h"

/* As many messages as are needed: a question and a mark for each, a sweep for each chunk. */
#define CHUNK 256

static int chunks(int count)
{
	return (count + CHUNK - 1) / CHUNK;
}

static void many_pairs(void **state)
{
	static const int counts[] = { 600, 1, 2, 255, 256, 257 };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_stats before, delta;
	struct names names;

	pairs_make(nc, "z", 1);
	for (size_t i = 0; i < ARRAY_SIZE(counts); i++) {
		const int n = counts[i];

		pairs_make(nc, "a", n);
		names_make(&names, "a", n);
		before = stats_now(nc);
		assert_ok(nc, netcfg_link_delete_many(nc, names.list, names.count, NULL));
		delta = stats_since(nc, &before);
		/* One is deleted by a delete. */
		assert_int_equal(delta.requests, n == 1 ? 1 : 2 * n + chunks(n));
		assert_int_equal(delta.dumps, 0);
		assert_int_equal(delta.lookups, 0);
		assert_true(delta.sends <= (uint64_t)(n / 20 + n / 100 + 2 * chunks(n) + 3));
		assert_int_equal(count_links(), 3);
		names_free(&names);
	}
	assert_true(link_here("z0") && link_here("zp0"));
}

/* Named by both ends: one of them has nothing left to do, and that is no failure. */
static void both_ends(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct names near, far;
	int errors[300];

	pairs_make(nc, "a", 300);
	names_make(&near, "a", 300);
	names_make(&far, "ap", 300);
	/* In one chunk, and in different ones. */
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_link_delete_many(nc, near.list, 300, errors));
	for (int i = 299; i >= 0; i--)
		assert_ok(nc, netcfg_link_delete(nc, far.list[i]));
	assert_ok(nc, netcfg_batch_commit(nc));
	for (int i = 0; i < 600; i++)
		assert_position(nc, i, 0);
	for (int i = 0; i < 300; i++)
		assert_int_equal(errors[i], 0);
	assert_int_equal(count_links(), 1);
	names_free(&near);
	names_free(&far);
}

/* Each kind of trouble is its own link's, in any order. */
static void mixed(void **state)
{
	static const struct {
		const char *name;
		int expected;
	} members[] = {
		{ "a0", 0 },
		{ "lo", -EOPNOTSUPP },
		{ "absent", -ENODEV },
		{ "a0", 0 },
		{ "ap1", 0 },
		{ "a1", 0 },
		{ "a-longer-alternative-name", 0 },
		{ "alt", 0 },
		{ "a2", 0 },
		{ NULL, -EINVAL },
		{ "br0", 0 },
		{ "x/y", -EINVAL },
		{ "lo", -EOPNOTSUPP },
		{ "m0", 0 },
		{ "a3", 0 },
		{ "", -EINVAL },
		{ "if0", 0 },
		{ "br0", 0 },
		{ "absent", -ENODEV },
	};
	const char *names[ARRAY_SIZE(members)];
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	int errors[ARRAY_SIZE(members)];
	int failed = 0;

	for (size_t i = 0; i < ARRAY_SIZE(members); i++) {
		names[i] = members[i].name;
		failed += members[i].expected != 0;
	}
	pairs_make(nc, "a", 4);
	pairs_make(nc, "z", 1);
	sh_ok("ip link property add dev a2 altname alt altname a-longer-alternative-name");
	sh_ok("ip link add name br0 type bridge && ip link add name if0 type ifb || "
	      "ip link add name if0 type veth peer name if1");
	sh_ok("ip link add name m0 link a3 type macvlan");
	sh_ok("ip link set dev lo group 9 && ip link set dev m0 group 9");
	sh_ok("ip link set dev z0 group 8 && ip link set dev zp0 group 7");
	sh_ok("ip link set dev a0 group 7");
	assert_int_equal(netcfg_link_delete_many(nc, names, ARRAY_SIZE(names), errors), failed);
	for (size_t i = 0; i < ARRAY_SIZE(members); i++)
		assert_int_equal(errors[i], members[i].expected);
	assert_int_equal(count_links(), 3);
	assert_link(-1, "lo", "group", "\"9\"");
	assert_link(-1, "z0", "group", "\"8\"");
	assert_link(-1, "zp0", "group", "\"7\"");
	assert_int_equal(links_marked(), 0);
	/* The results are no use to everyone. */
	assert_int_equal(netcfg_link_delete_many(nc, names, ARRAY_SIZE(names), NULL),
			 (int)ARRAY_SIZE(names));
}

/* The line is that of the first which failed, be it the library's or the kernel's. */
static void line_of_the_first(void **state)
{
	static const char *const bad_first[] = { "a0", "x/y", "absent", "lo" };
	static const char *const bad_last[] = { "a0", "absent", "lo", "x/y" };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	pairs_make(nc, "a", 1);
	assert_int_equal(netcfg_link_delete_many(nc, bad_first, 4, NULL), 3);
	assert_message_has(nc, "x/y");
	pairs_make(nc, "a", 1);
	assert_int_equal(netcfg_link_delete_many(nc, bad_last, 4, NULL), 3);
	assert_message_has(nc, "absent");
}

static void bad_arguments(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const char *const names[] = { NULL, "" };
	int errors[] = { 77, 77 };

	assert_unsent(nc, netcfg_link_delete_many(nc, NULL, 0, NULL), 0);
	assert_unsent(nc, netcfg_link_delete_many(nc, names, 0, errors), 0);
	assert_unsent(nc, netcfg_link_delete_many(nc, NULL, 1, errors), -EINVAL);
	assert_unsent(nc, netcfg_link_delete_many(nc, NULL, SIZE_MAX, errors), -EINVAL);
	assert_unsent(nc, netcfg_link_delete_many(nc, names, (size_t)INT_MAX + 1, errors), -EINVAL);
	assert_int_equal(errors[0], 77);
	assert_int_equal(netcfg_link_delete_many(nc, names, 2, errors), 2);
	assert_int_equal(errors[0], -EINVAL);
	assert_int_equal(errors[1], -EINVAL);
}

/* A bridge is deleted singly, before or after the ports it has. */
static void bridges(void **state)
{
	static const char *const names[] = { "br0", "a0", "br1", "a1", "a2", "br2" };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_stats before;

	pairs_make(nc, "a", 4);
	sh_ok("for i in 0 1 2; do ip link add name br$i type bridge; done");
	sh_ok("ip link set dev a0 master br0 && ip link set dev a1 master br0");
	sh_ok("ip link set dev a2 master br1 && ip link set dev a3 master br1");
	before = stats_now(nc);
	assert_ok(nc, netcfg_link_delete_many(nc, names, ARRAY_SIZE(names), NULL));
	/* Six questions, three marks, one sweep, three deletes. */
	assert_int_equal(stats_since(nc, &before).requests, 6 + 3 + 1 + 3);
	assert_int_equal(count_links(), 3);
	assert_link_lacks(-1, "a3", "master");
}

/* A parent and what is on it, in both orders, and with one of them elsewhere. */
static void macvlans(void **state)
{
	static const char *const down[] = { "a0", "m0", "m1", "m2" };
	static const char *const up[] = { "m0", "m1", "m2", "a0" };
	static const char *const only[] = { "m0", "m2" };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int there = netns_new_named("x");

	need(have_kind("macvlan") || (close(there), false), "macvlan");
	for (int i = 0; i < 3; i++) {
		pairs_make(nc, "a", 1);
		sh_ok("for i in 0 1 2 3; do ip link add name m$i link a0 type macvlan; done");
		sh_ok("ip link set dev m3 netns x");
		if (i == 2)
			assert_ok(nc, netcfg_link_delete_many(nc, only, 2, NULL));
		else
			assert_ok(nc, netcfg_link_delete_many(nc, i ? up : down, 4, NULL));
		assert_int_equal(count_links(), i == 2 ? 4 : 1);
		assert_int_equal(link_in(there, "m3"), i == 2);
	}
	close(there);
}

/* A VLAN on each of many parents: each goes with its parent, in whatever chunk. */
static void vlans(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct names parents, children;

	need_kind("vlan");
	need_kind("dummy");
	names_make(&parents, "d", 200);
	names_make(&children, "v", 200);
	for (int round = 0; round < 2; round++) {
		assert_ok(nc, netcfg_batch_begin(nc, 0));
		for (int i = 0; i < 200; i++) {
			assert_ok(nc, netcfg_dummy_create(nc, parents.list[i], NULL));
			assert_ok(nc, netcfg_vlan_create(nc, children.list[i], parents.list[i], 5,
							 NULL, NULL));
		}
		assert_ok(nc, netcfg_batch_commit(nc));
		assert_ok(nc, netcfg_batch_begin(nc, 0));
		for (int i = 0; i < 200 && round == 0; i++)
			assert_ok(nc, netcfg_link_delete(nc, parents.list[i]));
		for (int i = 0; i < 200; i++)
			assert_ok(nc, netcfg_link_delete(nc, children.list[i]));
		for (int i = 0; i < 200 && round == 1; i++)
			assert_ok(nc, netcfg_link_delete(nc, parents.list[i]));
		assert_ok(nc, netcfg_batch_commit(nc));
		assert_int_equal(count_links(), 1);
	}
	names_free(&parents);
	names_free(&children);
}

/* Runs of deletes in a batch, by name, by index, and what breaks a run. */
static void runs_in_a_batch(void **state)
{
	static const char *const names[] = { "a4", "absent", "a5" };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	int errors[] = { 77, 77, 77 };
	struct netcfg_stats before;

	pairs_make(nc, "a", 8);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_link_delete(nc, "a0"));
	assert_ok(nc, netcfg_link_delete_by_index(nc, link_index_here("a1")));
	assert_ok(nc, netcfg_link_delete_by_index(nc, link_index_here("ap1")));
	assert_ok(nc, netcfg_link_delete(nc, "ap1"));
	assert_ok(nc, netcfg_link_delete_by_index(nc, 77777));
	assert_ok(nc, netcfg_link_set_mtu(nc, "a2", 1400));
	assert_ok(nc, netcfg_link_delete(nc, "a3"));
	assert_ok(nc, netcfg_link_set_mtu(nc, "ap3", 1400));
	assert_ok(nc, netcfg_link_delete_many(nc, names, 3, errors));
	assert_ok(nc, netcfg_link_delete(nc, "a6"));
	assert_int_equal(errors[0], 77);
	before = stats_now(nc);
	assert_int_equal(netcfg_batch_commit(nc), 3);
	/* Runs of five and four with three marks each, a change, a delete alone, a change. */
	assert_int_equal(stats_since(nc, &before).requests, 5 + 3 + 1 + 1 + 1 + 1 + 4 + 3 + 1);
	for (int i = 0; i < 12; i++)
		assert_position(nc, i, i == 4 || i == 7 || i == 9 ? -ENODEV : 0);
	assert_int_equal(errors[0], 0);
	assert_int_equal(errors[1], -ENODEV);
	assert_int_equal(errors[2], 0);
	assert_int_equal(count_links(), 5);
	assert_link(-1, "a2", "mtu", "1400");
}

/* Results are written at commit, and an abort leaves them alone. */
static void aborted(void **state)
{
	static const char *const names[] = { "a0", "a1" };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	int errors[] = { 77, 77 };

	pairs_make(nc, "a", 2);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_unsent(nc, netcfg_link_delete_many(nc, names, 2, errors), 0);
	assert_int_equal(netcfg_batch_count(nc), 2);
	netcfg_batch_abort(nc);
	assert_int_equal(errors[0], 77);
	assert_int_equal(errors[1], 77);
	assert_int_equal(count_links(), 5);
}

/* The group is that of the delete only: links that are up show it to listeners, no others do. */
static void those_not_named(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct link_event event;
	struct names names;
	int index, fd;

	pairs_make(nc, "a", 10);
	pairs_make(nc, "z", 5);
	sh_ok("for i in 0 1 2 3 4; do ip link set dev z$i up group $((i * 500000000)); done");
	index = link_index_here("z0");
	names_make(&names, "a", 10);
	fd = link_events_open();
	assert_ok(nc, netcfg_link_delete_many(nc, names.list, names.count, NULL));
	while (link_event_next(fd, &event))
		assert_true(event.deleted && event.name[0] == 'a');
	for (unsigned int i = 0; i < 5; i++) {
		char group[32] = "\"default\"", name[16];

		snprintf(name, sizeof(name), "z%u", i);
		if (i)
			snprintf(group, sizeof(group), "\"%u\"", i * 500000000);
		assert_link(-1, name, "group", group);
	}
	assert_int_equal(link_index_here("z0"), index);
	close(fd);
	names_free(&names);
}

/* What was not sent has a result too. */
static void results_of_unsent(void **state)
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(many_pairs),      sandbox_test(both_ends),
		sandbox_test(mixed),           sandbox_test(line_of_the_first),
		sandbox_test(bad_arguments),   sandbox_test(bridges),
		sandbox_test(macvlans),        sandbox_test(vlans),
		sandbox_test(runs_in_a_batch), sandbox_test(aborted),
		sandbox_test(those_not_named), sandbox_test(results_of_unsent),
	};

	return sandbox_main(tests);
}
