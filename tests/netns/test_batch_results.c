/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Batches: each request's own result and line, however many fail and whatever fails them. */
#include <stdlib.h>
#include <sys/socket.h>

#include "support/addrs.h"
#include "support/batch_links.h"
#include "support/side.h"
#include "support/test.h"

/* B109: 100 adds, every 10th a duplicate, and one bad thing in the middle. */
static void b109_by_position(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	char address[32];

	pair_make();
	sh_ok("ip addr add 10.0.0.1/32 dev v0");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 100; i++) {
		snprintf(address, sizeof(address), "10.0.0.%d", i % 10 == 9 ? 1 : i + 2);
		assert_ok(nc, netcfg_addr_add(nc, i == 50 ? "absent" : "v0", address, NULL));
	}
	assert_int_equal(netcfg_batch_commit(nc), 11);
	for (int i = 0; i < 100; i++)
		assert_position(nc, i, i == 50 ? -ENODEV : i % 10 == 9 ? -EEXIST : 0);
	assert_non_null(strstr(netcfg_batch_error_message(nc, 9), "10.0.0.1"));
	assert_non_null(strstr(netcfg_batch_error_message(nc, 50), "absent"));
	/* The line of the handle is that of the first. */
	assert_string_equal(netcfg_error_message(nc), netcfg_batch_error_message(nc, 9));
	assert_int_equal(addr_count(nc, "v0", AF_INET), 90);
}

/* Changes that fail, each in its own way. None names what another was to make. */
static int fail_somehow(struct netcfg *nc, int which)
{
	switch (which) {
	case 0:
		return netcfg_veth_create(nc, "w0", "new", NULL, NULL);
	case 1:
		return netcfg_veth_create(nc, "new", "w1", NULL, NULL);
	case 2:
		return netcfg_veth_create(nc, "new", "far", NULL, LINK_CONFIG(.netns = "absent"));
	case 3:
		return netcfg_link_set_mtu(nc, "nobody", 1400);
	case 4:
		return netcfg_link_set_mtu(nc, "v0", 3);
	case 5:
		return netcfg_link_set_master(nc, "v0", "v1");
	case 6:
		return netcfg_link_rename(nc, "v0", "w0");
	case 7:
		return netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL);
	case 8:
		return netcfg_addr_delete(nc, "v0", "192.0.2.1/25", NULL);
	case 9:
		return netcfg_addr_flush(nc, "nowhere", AF_UNSPEC);
	case 10:
		return netcfg_link_delete(nc, "lo");
	case 11:
		return netcfg_link_set_by_index(nc, 77777, LINK_CONFIG(.mtu = 1400));
	case 12:
		return netcfg_link_delete_group(nc, 99);
	case 13:
		return netcfg_link_set_master(nc, "v0", "nothing");
	case 14:
		return netcfg_vlan_create(nc, "v0.5", "nothing", 5, NULL, NULL);
	case 15:
		return netcfg_link_delete_by_index(nc, 77777);
	default:
		return 1;
	}
}

/* The same result and the same words as without a batch. */
static void as_without_a_batch(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	char *lines[32];
	int results[32];
	int count = 0;

	pair_make();
	sh_ok("ip addr add 192.0.2.1/24 dev v0 && ip link add name w0 type veth peer name w1");
	while ((results[count] = fail_somehow(nc, count)) != 1) {
		assert_true(results[count] < 0);
		lines[count] = strdup(netcfg_error_message(nc));
		assert_non_null(lines[count]);
		count++;
	}
	for (uint32_t flags = 0; flags <= NETCFG_BATCH_STOP_ON_ERROR; flags++) {
		/* To be stopped by each of them in turn, and to run them all. */
		for (int first = 0; first < (flags ? count : 1); first++) {
			assert_ok(nc, netcfg_batch_begin(nc, flags));
			for (int i = first; i < count; i++)
				assert_ok(nc, fail_somehow(nc, i));
			assert_int_equal(netcfg_batch_commit(nc), flags ? 1 : count);
			assert_string_equal(netcfg_error_message(nc), lines[first]);
			for (int i = first; i < (flags ? first + 1 : count); i++) {
				assert_position(nc, i - first, results[i]);
				assert_string_equal(netcfg_batch_error_message(nc, i - first),
						    lines[i]);
			}
			if (flags && first + 1 < count)
				assert_position(nc, 1, -ECANCELED);
		}
	}
	for (int i = 0; i < count; i++)
		free(lines[i]);
	assert_int_equal(count_links(), 5);
}

/* Every one fails, with an answer each and several errnos: none is lost or mixed up. */
static void all_fail(void **state)
{
	static const int expected[] = { -ENODEV, -EEXIST, -EOPNOTSUPP, -ENODEV, -EADDRNOTAVAIL };
	const int kinds = (int)ARRAY_SIZE(expected), count = 5000;
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_stats before, delta;

	pair_make();
	sh_ok("ip addr add 192.0.2.1/24 dev v0");
	before = stats_now(nc);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < count; i += kinds) {
		assert_ok(nc, netcfg_link_set_up(nc, "nobody"));
		assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL));
		assert_ok(nc, netcfg_link_set_master(nc, "v0", "v1"));
		assert_ok(nc, netcfg_link_set_by_index(nc, 77777, LINK_CONFIG(.alias = "x")));
		assert_ok(nc, netcfg_addr_delete(nc, "v0", "192.0.2.2/24", NULL));
	}
	assert_int_equal(netcfg_batch_commit(nc), count);
	for (int i = 0; i < count; i++)
		assert_position(nc, i, expected[i % kinds]);
	delta = stats_since(nc, &before);
	assert_int_equal(delta.requests, count);
	assert_true(delta.replies >= (uint64_t)count);
	/* v0, and v1 as the master. */
	assert_int_equal(delta.lookups, 2);
	assert_int_equal(delta.dumps, 0);
	assert_true(delta.sends < 100);
}

/* Good and bad ones in no order: what an odd generator of numbers says. */
static void any_mixture(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int count = 3000;
	uint32_t random = 12345;
	bool *bad = calloc((size_t)count, sizeof(*bad));
	int failed = 0;

	assert_non_null(bad);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < count; i++) {
		random = random * 1664525 + 1013904223;
		bad[i] = (random >> 16) % 3 == 0;
		failed += bad[i];
		assert_ok(nc, netcfg_link_set_mtu(nc, bad[i] ? "nobody" : "lo", 1500));
	}
	assert_int_equal(netcfg_batch_commit(nc), failed);
	for (int i = 0; i < count; i++)
		assert_position(nc, i, bad[i] ? -ENODEV : 0);
	free(bad);
}

/* Really not sent: neither the counters nor the kernel know of them. */
static void stop_on_error(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_stats before;

	pair_make();
	for (int bad = 0; bad < 20; bad += 3) {
		before = stats_now(nc);
		assert_ok(nc, netcfg_batch_begin(nc, NETCFG_BATCH_STOP_ON_ERROR));
		for (int i = 0; i < 20; i++)
			assert_ok(nc, netcfg_link_set_mtu(nc, i == bad ? "nobody" : "v0",
							  1000 + (uint32_t)i));
		assert_int_equal(netcfg_batch_commit(nc), 1);
		for (int i = 0; i < 20; i++)
			assert_position(nc, i, i < bad ? 0 : i == bad ? -ENODEV : -ECANCELED);
		assert_int_equal(stats_since(nc, &before).requests, bad + 1);
		assert_int_equal(stats_since(nc, &before).sends, bad + 1);
		assert_message_has(nc, "nobody");
		if (bad) {
			struct netcfg_link_info info = { .size = sizeof(info) };

			assert_ok(nc, netcfg_link_get(nc, "v0", &info));
			assert_int_equal(info.mtu, 1000 + bad - 1);
		}
	}
}

/* What stops it may also be a look-up, a namespace, a flush, or one delete of many. */
static void stopped_before_a_send(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const char *const names[] = { "v0", "nobody", "w0" };
	int errors[3];

	for (int which = 0; which < 4; which++) {
		assert_ok(nc, netcfg_batch_begin(nc, NETCFG_BATCH_STOP_ON_ERROR));
		if (which == 0)
			assert_ok(nc, netcfg_addr_add(nc, "nobody", "192.0.2.1", NULL));
		if (which == 1)
			assert_ok(nc, netcfg_veth_create(nc, "a", "b", NULL,
							 LINK_CONFIG(.netns = "absent")));
		if (which == 2)
			assert_ok(nc, netcfg_addr_flush(nc, "nobody", AF_INET));
		if (which == 3)
			assert_ok(nc, netcfg_link_rename(nc, "nobody", "somebody"));
		assert_ok(nc, netcfg_link_set_up(nc, "lo"));
		assert_int_equal(netcfg_batch_commit(nc), 1);
		assert_position(nc, 0, which == 1 ? -ENOENT : -ENODEV);
		assert_position(nc, 1, -ECANCELED);
		assert_link_not_flag(-1, "lo", "UP");
	}
	sh_ok("ip link add name v0 type veth peer name v1");
	sh_ok("ip link add name w0 type veth peer name w1");
	assert_ok(nc, netcfg_batch_begin(nc, NETCFG_BATCH_STOP_ON_ERROR));
	assert_ok(nc, netcfg_link_delete_many(nc, names, 3, errors));
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_position(nc, 0, 0);
	assert_position(nc, 1, -ENODEV);
	assert_position(nc, 2, -ECANCELED);
	assert_int_equal(errors[0], 0);
	assert_int_equal(errors[1], -ENODEV);
	assert_int_equal(errors[2], -ECANCELED);
	assert_false(link_here("v1"));
	assert_true(link_here("w0"));
	assert_int_equal(links_marked(), 0);
}

static int queue_all_kinds(struct netcfg *nc)
{
	const char *const names[] = { "v0", "v1" };
	int err = netcfg_batch_begin(nc, 0);

	err |= netcfg_veth_create(nc, "a", "b", NULL, NULL);
	err |= netcfg_link_set_mtu(nc, "v0", 1400);
	err |= netcfg_link_rename(nc, "v0", "w0");
	err |= netcfg_addr_add(nc, "v0", "192.0.2.7/24", NULL);
	err |= netcfg_addr_flush(nc, "v0", AF_INET);
	err |= netcfg_link_delete_group(nc, 7);
	err |= netcfg_link_delete_many(nc, names, 2, NULL);
	for (int i = 0; i < 600; i++)
		err |= netcfg_link_set_up(nc, "v1");
	return err;
}

static int commit_without_privilege(void *userdata)
{
	struct netcfg *nc;

	(void)userdata;
	side_check(netcfg_open(&nc) == 0);
	side_check(side_drop_privilege() == 0);
	side_check(queue_all_kinds(nc) == 0);
	side_check(netcfg_batch_commit(nc) == 608);
	for (int i = 0; i < 608; i++)
		side_check(netcfg_batch_error(nc, i) == -EPERM);
	side_check(netcfg_batch_error(nc, 608) == -EINVAL);
	netcfg_close(nc);
	return 0;
}

/* All are refused, each by itself, and nothing changes. */
static void without_privilege(void **state)
{
	char *picture;

	(void)state;
	pair_make();
	sh_ok("ip addr add 192.0.2.1/24 dev v0 && ip link set dev v0 group 7");
	picture = links_picture();
	assert_int_equal(in_child(-1, commit_without_privilege, NULL), 0);
	links_picture_same(picture);
}

struct lines {
	int errors;
	char first[512];
};

static void take_line(int priority, const char *line, void *userdata)
{
	struct lines *lines = userdata;

	if (priority != 3)
		return;
	if (lines->errors++ == 0)
		snprintf(lines->first, sizeof(lines->first), "%s", line);
}

/* The log has the line of each failure, once. */
static void logged(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct lines lines = { 0 };

	netcfg_set_log(nc, take_line, &lines);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 300; i++)
		assert_ok(nc, netcfg_link_set_up(nc, i % 2 ? "nobody" : "lo"));
	assert_int_equal(lines.errors, 0);
	assert_int_equal(netcfg_batch_commit(nc), 150);
	assert_int_equal(lines.errors, 150);
	assert_string_equal(lines.first, netcfg_batch_error_message(nc, 1));
	netcfg_set_log(nc, NULL, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b109_by_position),  sandbox_test(as_without_a_batch),
		sandbox_test(all_fail),          sandbox_test(any_mixture),
		sandbox_test(stop_on_error),     sandbox_test(stopped_before_a_send),
		sandbox_test(without_privilege), sandbox_test(logged),
	};

	return sandbox_main(tests);
}
