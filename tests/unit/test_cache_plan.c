/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The cache of indexes: when the kernel is asked, and when not. */
#include "name_table.h"
#include "unit/support/unit.h"

static uint64_t asked(const struct netcfg *nc)
{
	struct netcfg_stats stats = { .size = sizeof(stats) };

	netcfg_get_stats(nc, &stats);
	return stats.lookups;
}

static void use(struct netcfg *nc, const char *link)
{
	assert_int_equal(netcfg_addr_add(nc, link, "192.0.2.1", NULL), 0);
}

static void off_by_default(void **state)
{
	fake_link("d0", 3);
	use(*state, "d0");
	use(*state, "d0");
	assert_int_equal(asked(*state), 2);
	netcfg_cache_invalidate(*state, NULL); /* without effect */
	netcfg_cache_disable(*state);
}

static void asked_once(void **state)
{
	struct netcfg_stats stats = { .size = sizeof(stats) };
	struct netcfg *nc = *state;

	fake_link("d0", 3);
	assert_int_equal(netcfg_cache_enable(nc), 0);
	use(nc, "d0");
	use(nc, "d0");
	assert_int_equal(netcfg_cache_enable(nc), 0); /* stays as it is */
	use(nc, "d0");
	assert_int_equal(asked(nc), 1);
	netcfg_get_stats(nc, &stats);
	assert_int_equal(stats.cache_hits, 2);
	netcfg_cache_disable(nc);
	use(nc, "d0");
	assert_int_equal(asked(nc), 2);
	assert_int_equal(netcfg_cache_enable(nc), 0);
	use(nc, "d0"); /* nothing is left from before */
	assert_int_equal(asked(nc), 3);
	assert_int_equal(netcfg_cache_enable(NULL), -EINVAL);
	netcfg_cache_disable(NULL);
	netcfg_cache_invalidate(NULL, "d0");
}

static void absence_is_not_remembered(void **state)
{
	struct netcfg *nc = *state;

	assert_int_equal(netcfg_cache_enable(nc), 0);
	assert_int_equal(netcfg_addr_add(nc, "d0", "192.0.2.1", NULL), -ENODEV);
	fake_link("d0", 3);
	use(nc, "d0");
}

static void invalidated(void **state)
{
	struct netcfg *nc = *state;

	fake_link("d0", 3);
	fake_link("d1", 4);
	assert_int_equal(netcfg_cache_enable(nc), 0);
	use(nc, "d0");
	use(nc, "d1");
	netcfg_cache_invalidate(nc, "d0");
	netcfg_cache_invalidate(nc, "never heard of");
	use(nc, "d0");
	use(nc, "d1");
	assert_int_equal(asked(nc), 3);
	netcfg_cache_invalidate(nc, NULL);
	use(nc, "d0");
	use(nc, "d1");
	assert_int_equal(asked(nc), 5);
}

/* The handle's own changes: each of these may make an index wrong. */
static void own_changes(void **state)
{
	struct netcfg *nc = *state;

	fake_link("d0", 3);
	fake_link("d1", 4);
	assert_int_equal(netcfg_cache_enable(nc), 0);
	use(nc, "d0");
	assert_int_equal(netcfg_link_delete(nc, "d1"), 0);
	use(nc, "d0");
	assert_int_equal(asked(nc), 2);
	assert_int_equal(netcfg_link_rename(nc, "d0", "e0"), 0); /* a hit */
	use(nc, "d0");
	assert_int_equal(asked(nc), 3);
	fake_ack(RTM_DELLINK);
	assert_int_equal(netcfg_link_delete_group(nc, 5), 0);
	use(nc, "d0");
	assert_int_equal(asked(nc), 4);
	/* And these may not. */
	assert_int_equal(netcfg_link_set_up(nc, "d1"), 0);
	assert_int_equal(netcfg_link_set_mtu(nc, "d0", 1400), 0);
	use(nc, "d0");
	assert_int_equal(asked(nc), 4);
}

/* A create is asked to tell the index, and what it tells is used (6.2); if not, the kernel is. */
static void told_by_a_create(void **state)
{
	struct netcfg *nc = *state;
	struct packet echo, ack;
	const struct nlmsghdr *h;

	assert_int_equal(netcfg_cache_enable(nc), 0);
	packet_link(&echo, 0, 70000, "d0");
	packet_error(&ack, 0, true, NLMSG_HDRLEN);
	fake_answer(RTM_NEWLINK);
	fake_say(&echo);
	fake_datagram();
	fake_say(&ack);
	assert_int_equal(netcfg_dummy_create(nc, "d0", NULL), 0);
	h = (const void *)fake_request(RTM_NEWLINK, 0).bytes;
	assert_true(h->nlmsg_flags & NLM_F_ECHO);
	use(nc, "d0");
	assert_int_equal(asked(nc), 0);

	fake_link("d1", 5);
	assert_int_equal(netcfg_dummy_create(nc, "d1", NULL), 0); /* no echo */
	use(nc, "d1");
	assert_int_equal(asked(nc), 1);
	/* Without the cache nobody wants to know. */
	netcfg_cache_disable(nc);
	assert_int_equal(netcfg_dummy_create(nc, "d2", NULL), 0);
	h = (const void *)fake_request(RTM_NEWLINK, 2).bytes;
	assert_false(h->nlmsg_flags & NLM_F_ECHO);
}

/* Damaged echoes are not believed. */
static void damaged_echo(void **state)
{
	static const int indexes[] = { 0, -1, INT_MIN };
	struct netcfg *nc = *state;
	struct packet echo, ack;
	size_t i;

	fake_link("d0", 3);
	assert_int_equal(netcfg_cache_enable(nc), 0);
	packet_error(&ack, 0, true, NLMSG_HDRLEN);
	for (i = 0; i < ARRAY_SIZE(indexes); i++) {
		packet_link(&echo, 0, indexes[i], "d0");
		fake_answer(RTM_NEWLINK);
		fake_say(&echo);
		fake_say(&ack);
		assert_int_equal(netcfg_dummy_create(nc, "d0", NULL), 0);
		use(nc, "d0");
		assert_int_equal(asked(nc), i + 1);
	}
	packet_begin(&echo, RTM_NEWLINK, 0, "\0\0\0\0", 4); /* too short */
	fake_answer(RTM_NEWLINK);
	fake_say(&echo);
	fake_say(&ack);
	assert_int_equal(netcfg_dummy_create(nc, "d0", NULL), 0);
	use(nc, "d0");
	assert_int_equal(asked(nc), i + 1);
}

/* A failed create forgets what was thought of the name. */
static void failed_create(void **state)
{
	struct netcfg *nc = *state;

	fake_link("d0", 3);
	assert_int_equal(netcfg_cache_enable(nc), 0);
	use(nc, "d0");
	fake_refuse(RTM_NEWLINK, -EEXIST, NULL);
	assert_int_equal(netcfg_dummy_create(nc, "d0", NULL), -EEXIST);
	use(nc, "d0");
	assert_int_equal(asked(nc), 2);
}

/* The ioctl is enough for a name of up to 15 bytes, and never tried for a longer one. */
static void by_ioctl(void **state)
{
	struct netcfg *nc = *state;

	fake_ioctl();
	fake_link("d0", 3);
	fake_link("an-alternative-name", 4);
	assert_int_equal(netcfg_link_index(nc, "d0"), 3);
	assert_int_equal(netcfg_link_index(nc, "gone"), -ENODEV);
	assert_int_equal(fake_ioctls(), 2);
	assert_nothing_sent();
	assert_int_equal(netcfg_link_index(nc, "an-alternative-name"), 4);
	assert_int_equal(fake_ioctls(), 2);
	assert_int_equal(fake_count(RTM_GETLINK), 1);
}

/* The table itself, with many names and those that differ little. */
static void table(void **state)
{
	struct name_table t = { 0 };
	char name[16];
	int i;

	(void)state;
	assert_int_equal(name_table_index(&t, "a"), 0);
	name_table_forget(&t, "a");
	name_table_forget(&t, NULL);
	for (i = 1; i <= 5000; i++) {
		snprintf(name, sizeof(name), "l%d", i);
		name_table_learn(&t, name, i);
	}
	assert_int_equal(t.count, 5000);
	for (i = 1; i <= 5000; i++) {
		snprintf(name, sizeof(name), "l%d", i);
		assert_int_equal(name_table_index(&t, name), i);
		name_table_learn(&t, name, i + 1);
		assert_int_equal(name_table_index(&t, name), i + 1);
	}
	assert_int_equal(name_table_index(&t, "l5001"), 0);
	assert_int_equal(name_table_index(&t, ""), 0);
	name_table_forget(&t, "l7");
	assert_int_equal(name_table_index(&t, "l7"), 0);
	assert_int_equal(name_table_index(&t, "l8"), 9);
	name_table_forget(&t, NULL);
	assert_int_equal(name_table_index(&t, "l8"), 0);
	name_table_learn(&t, "l8", 5);
	assert_int_equal(name_table_index(&t, "l8"), 5);
	assert_int_equal(t.count, 5000);
	name_table_free(&t);
	name_table_free(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(off_by_default),
		handle_test(asked_once),
		handle_test(absence_is_not_remembered),
		handle_test(invalidated),
		handle_test(own_changes),
		handle_test(told_by_a_create),
		handle_test(damaged_echo),
		handle_test(failed_create),
		handle_test(by_ioctl),
		cmocka_unit_test(table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
