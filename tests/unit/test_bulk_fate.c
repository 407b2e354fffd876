/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Deleting many links: when the sweep fails, misses some, or nobody answers. */
#include "handle.h"
#include "unit/support/bulk.h"
#include "unit/support/unit.h"

static void defaults(int type, int count)
{
	while (count-- > 0)
		fake_default(type);
}

/* The sweep fails: singly then, and what stays gets the group back that it had. */
static void sweep_fails(void **state)
{
	static const char *const names[] = { "v1", "v2", "v3" };
	struct fake_request r;
	struct netcfg *nc = *state;
	int errors[3];

	bulk_veths(1, 3);
	fake_refuse(RTM_DELLINK, -EOPNOTSUPP, "one of them");
	fake_ack(RTM_DELLINK);
	fake_refuse(RTM_DELLINK, -EBUSY, "this one");
	fake_refuse(RTM_DELLINK, -ENODEV, NULL); /* went meanwhile */
	defaults(RTM_GETLINK, 3);
	fake_refuse(RTM_GETLINK, -ENODEV, NULL);
	assert_int_equal(netcfg_link_delete_many(nc, names, 3, errors), 1);
	bulk_check_requests();
	assert_int_equal(errors[0], 0);
	assert_int_equal(errors[1], -EBUSY);
	assert_int_equal(errors[2], 0);
	assert_says(nc, "delete link \"v2\": Device or resource busy: this one");
	assert_int_equal(fake_count(RTM_DELLINK), 4);
	assert_int_equal(fake_count(RTM_SETLINK), 4);
	r = fake_request(RTM_SETLINK, 3);
	assert_int_equal(bulk_index_of(&r), 2);
	assert_int_equal(bulk_value_of(&r, IFLA_GROUP), 5);
}

/* The n-th mark was of a link, and gave it the group that it had. */
static void assert_restored(size_t n, int ifindex)
{
	const struct fake_request r = fake_request(RTM_SETLINK, n);

	assert_int_equal(bulk_index_of(&r), ifindex);
	assert_int_equal(bulk_value_of(&r, IFLA_GROUP), 5);
}

/* The kernel says yes to deleting its own tunnels, and keeps them: they keep their group. */
static void kept_by_the_kernel(void **state)
{
	static const char *const names[] = { "v1", "tunl0" };
	int errors[2] = { 1, 1 };

	bulk_veths(1, 1);
	fake_link("tunl0", 2);
	fake_kind("ipip", 5);
	fake_ack(RTM_DELLINK); /* and they are there all the same */
	assert_int_equal(netcfg_link_delete_many(*state, names, 2, errors), 0);
	bulk_check_requests();
	assert_int_equal(errors[0], 0);
	assert_int_equal(errors[1], 0);
	assert_int_equal(fake_count(RTM_DELLINK), 1);
	assert_int_equal(fake_count(RTM_SETLINK), 4);
	assert_restored(2, 1);
	assert_restored(3, 2);
}

/* v1 of two has another group when the sweep has been: it is deleted singly. */
static void check_missed(struct netcfg *nc, int answer, int expected)
{
	static const char *const names[] = { "v1", "v2" };
	int errors[2] = { 1, 1 };
	struct fake_request r;

	fake_default(RTM_DELLINK);
	fake_refuse(RTM_DELLINK, answer, NULL);
	netcfg_link_delete_many(nc, names, 2, errors);
	bulk_check_requests();
	assert_int_equal(errors[0], expected);
	assert_int_equal(errors[1], 0);
	assert_int_equal(fake_count(RTM_DELLINK), 2);
	r = fake_request(RTM_DELLINK, 1);
	assert_string_equal(bulk_name_of(&r), "v1");
	/* The group that it has is another's to take back. */
	assert_int_equal(fake_count(RTM_SETLINK), 2);
}

/* Someone else who deletes it in bulk gave it a group after ours. */
static void missed_by_the_sweep(void **state)
{
	static const int answers[] = { 0, -ENODEV, -EPERM }, expected[] = { 0, 0, -EPERM };
	size_t i;

	for (i = 0; i < 2 * ARRAY_SIZE(answers); i++) {
		fake_reset();
		bulk_veths(1, 2);
		if (i % 2)
			fake_ioctl();
		fake_ack(RTM_SETLINK);
		defaults(RTM_GETLINK, i % 2 ? 3 : 4);
		if (answers[i / 2] == -ENODEV)
			fake_refuse(RTM_GETLINK, -ENODEV, NULL);
		check_missed(*state, answers[i / 2], expected[i / 2]);
	}
}

/* No mark was made, and that was not heard of. */
static void mark_not_heard_of(void **state)
{
	bulk_veths(1, 2);
	fake_answer(RTM_SETLINK);
	fake_fail(-ENOBUFS);
	fake_default(RTM_SETLINK);
	check_missed(*state, 0, 0);
}

/* Its index is another link's, or the link has another name by now: the delete says no more. */
static void index_of_another(void **state)
{
	static const char *const names[] = { "v1", "v2" }, *const macs = "\2\0\0\0\0\1";
	static const int expected[] = { 0, -ENODEV };
	int errors[2], i;

	for (i = 0; i < 2; i++) {
		struct packet other;

		fake_reset();
		bulk_veths(1, 2);
		packet_link(&other, 0, 1, "other");
		if (i == 0)
			packet_attr(&other, IFLA_ADDRESS, macs, 6);
		defaults(RTM_GETLINK, 2);
		fake_answer(RTM_GETLINK);
		fake_say(&other);
		assert_int_equal(netcfg_link_delete_many(*state, names, 2, errors), i);
		bulk_check_requests();
		assert_int_equal(errors[0], expected[i]);
		assert_int_equal(errors[1], 0);
		assert_int_equal(fake_count(RTM_DELLINK), 1);
		assert_int_equal(fake_count(RTM_SETLINK), 2);
	}
}

/* A bridge goes singly. Someone else did it, and its index is that of a link in the default group. */
static void index_of_a_bridge(void **state)
{
	static const char *const names[] = { "br0", "br1" };
	struct packet other, ack;
	int errors[2];

	fake_link("br0", 1);
	fake_kind("bridge", 5);
	fake_link("br1", 2);
	fake_kind("bridge", 5);
	fake_refuse(RTM_DELLINK, -ENODEV, NULL);
	packet_link(&other, 0, 1, "other");
	packet_attr(&other, IFLA_ADDRESS, "\2\0\0\0\0\1", 6);
	packet_u32(&other, IFLA_GROUP, 0);
	defaults(RTM_GETLINK, 2);
	fake_answer(RTM_GETLINK);
	fake_say(&other);
	fake_datagram();
	packet_error(&ack, 0, true, NLMSG_HDRLEN);
	fake_say(&ack);
	assert_int_equal(netcfg_link_delete_many(*state, names, 2, errors), 0);
	assert_int_equal(errors[0], 0);
	assert_int_equal(errors[1], 0);
	assert_int_equal(fake_count(RTM_DELLINK), 2);
	assert_int_equal(fake_count(RTM_SETLINK), 0);
}

/* What became of a link is not heard: then it is deleted, as if it were there. */
static void check_not_heard_of(void **state)
{
	static const char *const names[] = { "v1", "v2" };
	int errors[2] = { 1, 1 };

	bulk_veths(1, 2);
	defaults(RTM_GETLINK, 2);
	fake_answer(RTM_GETLINK);
	fake_fail(-ENOBUFS);
	fake_default(RTM_DELLINK);
	fake_refuse(RTM_DELLINK, -ENODEV, NULL);
	fake_refuse(RTM_DELLINK, -ENODEV, NULL);
	assert_int_equal(netcfg_link_delete_many(*state, names, 2, errors), 0);
	assert_int_equal(errors[0], 0);
	assert_int_equal(errors[1], 0);
	assert_int_equal(fake_count(RTM_SETLINK), 2);
}

/* Nobody answers any more: what may be marked is given its group back all the same. */
static void no_answer_restores(void **state)
{
	static const char *const names[] = { "v1", "v2" };
	struct netcfg *nc = *state;
	int errors[2];

	bulk_veths(1, 2);
	fake_answer(RTM_SETLINK); /* the marks */
	fake_answer(RTM_SETLINK);
	defaults(RTM_GETLINK, 2);
	fake_answer(RTM_GETLINK); /* are they there? */
	fake_answer(RTM_GETLINK);
	assert_int_equal(netcfg_link_delete_many(nc, names, 2, errors), -ETIMEDOUT);
	assert_int_equal(fake_count(RTM_DELLINK), 0);
	assert_int_equal(fake_count(RTM_SETLINK), 4);
	assert_restored(2, 1);
	assert_restored(3, 2);
	assert_int_equal(errors[0], -ECANCELED);

	fake_reset();
	bulk_veths(1, 2);
	fake_refuse(RTM_DELLINK, -EOPNOTSUPP, NULL); /* the sweep */
	fake_ack(RTM_DELLINK);                       /* v1 */
	fake_answer(RTM_DELLINK);                    /* v2 */
	assert_int_equal(netcfg_link_delete_many(nc, names, 2, errors), -ETIMEDOUT);
	assert_int_equal(errors[0], 0);
	assert_int_equal(errors[1], -ETIMEDOUT);
	assert_int_equal(fake_count(RTM_SETLINK), 3);
	assert_restored(2, 2);
}

/* The transport fails in each of the phases. */
static void no_answer(void **state)
{
	static const int types[] = { RTM_GETLINK, RTM_SETLINK, RTM_DELLINK };
	static const char *const names[] = { "v1", "v2" };
	struct netcfg *nc = *state;
	int errors[2], result;
	size_t i;

	bulk_veths(1, 2);
	for (i = 0; i < ARRAY_SIZE(types); i++) {
		int n;

		for (n = 0; n < 4; n++)
			fake_answer(types[i]);
		result = netcfg_link_delete_many(nc, names, 2, errors);
		assert_int_equal(result, -ETIMEDOUT);
		assert_true(errors[0] < 0);
		assert_true(errors[1] < 0);
		fake_reset();
		bulk_veths(1, 2);
		assert_int_equal(netcfg_link_delete_many(nc, names, 2, errors), 0);
		fake_reset();
		bulk_veths(1, 2);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(sweep_fails),         handle_test(kept_by_the_kernel),
		handle_test(missed_by_the_sweep), handle_test(mark_not_heard_of),
		handle_test(index_of_another),
		handle_test(index_of_a_bridge),    handle_test(check_not_heard_of),
		handle_test(no_answer_restores),  handle_test(no_answer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
