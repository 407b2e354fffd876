/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Deleting many links: what is marked, what is swept, and that nothing else ever is. */
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "handle.h"
#include "unit/support/bulk.h"
#include "unit/support/unit.h"

static void three(void **state)
{
	static const char *const names[] = { "v1", "v2", "v3" };
	struct netcfg *nc = *state;
	int errors[3] = { 1, 1, 1 };
	uint32_t group;
	size_t i;

	bulk_veths(1, 3);
	assert_int_equal(netcfg_link_delete_many(nc, names, 3, errors), 0);
	group = bulk_check_requests();
	assert_int_not_equal(group, 0);
	/* Three questions, three marks, one sweep, and three looks whether they are gone. */
	assert_int_equal(fake_sends(), 4);
	assert_int_equal(fake_count(RTM_GETLINK), 3 + 3);
	assert_int_equal(fake_count(RTM_DELLINK), 1);
	assert_int_equal(fake_count(RTM_SETLINK), 3);
	for (i = 0; i < 3; i++) {
		const struct fake_request r = fake_request(RTM_SETLINK, i);

		assert_string_equal(bulk_name_of(&r), names[i]);
		assert_int_equal(bulk_value_of(&r, IFLA_GROUP), group);
		assert_int_equal(errors[i], 0);
	}
	assert_string_equal(netcfg_error_message(nc), "");
}

/* Questions are answered at length, so fewer go into a send than marks. */
static void few_answers_fit(void **state)
{
	static const char *const names[] = { "v1", "v2", "v3", "v4", "v5", "v6" };
	struct netcfg *nc = *state;

	nc->socket.max_replies = 2;
	nc->socket.max_acks = 3;
	bulk_veths(1, 6);
	assert_int_equal(netcfg_link_delete_many(nc, names, 6, NULL), 0);
	bulk_check_requests();
	assert_int_equal(fake_sends(), 3 + 2 + 1 + 3);
	assert_int_equal(fake_count(RTM_DELLINK), 1);
}

/* A group of its own each time. */
static void other_groups(void **state)
{
	static const char *const names[] = { "v1", "v2" };
	uint32_t first, second;

	bulk_veths(1, 2);
	assert_int_equal(netcfg_link_delete_many(*state, names, 2, NULL), 0);
	first = bulk_check_requests();
	bulk_veths(1, 2);
	assert_int_equal(netcfg_link_delete_many(*state, names, 2, NULL), 0);
	second = bulk_check_requests();
	assert_int_not_equal(first, second);
}

static void chunks(void **state)
{
	static char texts[600][16];
	const char *names[600];
	int i;

	bulk_veths(1, 599);
	for (i = 1; i < 600; i++) {
		snprintf(texts[i], sizeof(texts[i]), "v%d", i);
		names[i] = texts[i];
	}
	assert_int_equal(netcfg_link_delete_many(*state, names + 1, 599, NULL), 0);
	bulk_check_requests();
	assert_int_equal(fake_count(RTM_SETLINK), 599);
	assert_int_equal(fake_count(RTM_DELLINK), 3); /* at most 256 at a time */
}

/* Absent ones, one without a kind, a bridge, and the same twice, also by two names. */
static void all_sorts(void **state)
{
	static const char *const names[] = { "v1", "gone", "lo", "v2", "br0", "v1", "altname-of-v2" };
	static const int expected[] = { 0, -ENODEV, -EOPNOTSUPP, 0, 0, 0, 0 };
	struct netcfg *nc = *state;
	int errors[7];
	size_t i;

	bulk_veths(1, 2);
	fake_link("altname-of-v2", 2);
	fake_kind("veth", 5);
	fake_link("lo", 9);
	fake_link("br0", 10);
	fake_kind("bridge", 0);
	fake_ioctl();
	fake_default(RTM_DELLINK);			       /* the sweep */
	fake_refuse(RTM_DELLINK, -EOPNOTSUPP, "not this one"); /* lo */
	assert_int_equal(netcfg_link_delete_many(nc, names, 7, errors), 2);
	bulk_check_requests();
	for (i = 0; i < 7; i++)
		assert_int_equal(errors[i], expected[i]);
	assert_int_equal(fake_count(RTM_GETLINK), 7);
	assert_int_equal(fake_count(RTM_SETLINK), 2); /* v1 and v2, once each */
	assert_int_equal(fake_count(RTM_DELLINK), 3);
	assert_string_equal(netcfg_error_message(nc), "delete link \"gone\": No such device");
}

/* No mark took: then nothing is swept, since the group might be anybody's. */
static void no_mark(void **state)
{
	static const char *const names[] = { "v1", "v2" };
	int errors[2];

	bulk_veths(1, 2);
	fake_refuse(RTM_SETLINK, -EPERM, NULL);
	fake_refuse(RTM_SETLINK, -EPERM, NULL);
	assert_int_equal(netcfg_link_delete_many(*state, names, 2, errors), 2);
	assert_int_equal(errors[0], -EPERM);
	assert_int_equal(errors[1], -EPERM);
	assert_int_equal(fake_count(RTM_DELLINK), 0);
}

static bool random_is_ready = true;

/* In the place of that of the C library: early in boot there are no random numbers. */
ssize_t getrandom(void *buf, size_t len, unsigned int flags)
{
	if (random_is_ready)
		return syscall(SYS_getrandom, buf, len, flags);
	errno = EAGAIN;
	return -1;
}

static void early_in_boot(void **state)
{
	random_is_ready = false;
	other_groups(state);
	random_is_ready = true;
}

/* Bad names fail alone, before anything is sent; the line is that of the first. */
static void bad_names(void **state)
{
	static const char *const names[] = { "", "v1", NULL, "a/b", "v2" };
	static const int expected[] = { -EINVAL, 0, -EINVAL, -EINVAL, 0 };
	struct netcfg *nc = *state;
	int errors[5];
	size_t i;

	bulk_veths(1, 2);
	assert_int_equal(netcfg_link_delete_many(nc, names, 5, errors), 3);
	for (i = 0; i < 5; i++)
		assert_int_equal(errors[i], expected[i]);
	assert_string_equal(netcfg_error_message(nc),
			    "delete link \"\": Invalid argument: name is empty");
	assert_int_equal(fake_count(RTM_SETLINK), 2);
}

static void bad_arguments(void **state)
{
	static const char *const names[] = { "v1" };
	struct netcfg *nc = *state;

	assert_int_equal(netcfg_link_delete_many(NULL, names, 1, NULL), -EINVAL);
	assert_int_equal(netcfg_link_delete_many(nc, NULL, 1, NULL), -EINVAL);
	assert_int_equal(netcfg_link_delete_many(nc, names, (size_t)INT_MAX + 1, NULL), -EINVAL);
	assert_int_equal(netcfg_link_delete_many(nc, NULL, 0, NULL), 0);
	assert_int_equal(netcfg_link_delete_group(nc, 0), -EINVAL);
	assert_int_equal(netcfg_link_delete_group(NULL, 1), -EINVAL);
	assert_nothing_sent();
}

/* A run of deletes in a batch is done in bulk, and nothing but such a run. */
static void run_in_a_batch(void **state)
{
	struct netcfg *nc = *state;
	int errors[2] = { 1, 1 };
	static const char *const names[] = { "v3", "v4" };

	bulk_veths(1, 4);
	assert_int_equal(netcfg_batch_begin(nc, 0), 0);
	assert_int_equal(netcfg_link_delete(nc, "v1"), 0);
	assert_int_equal(netcfg_link_set_up(nc, "v2"), 0);
	assert_int_equal(netcfg_link_delete_by_index(nc, 2), 0);
	assert_int_equal(netcfg_link_delete_many(nc, names, 2, errors), 0);
	assert_int_equal(netcfg_batch_count(nc), 5);
	assert_int_equal(netcfg_batch_commit(nc), 0);
	assert_int_equal(errors[0], 0);
	assert_int_equal(errors[1], 0);
	/* v1 alone, by its name; the other three together. */
	assert_int_equal(fake_count(RTM_DELLINK), 2);
	assert_int_equal(fake_count(RTM_SETLINK), 1 + 3);
}

static void group(void **state)
{
	const struct ifinfomsg none = { 0 };
	struct packet want;

	fake_link("v1", 1);
	fake_kind("veth", 77);
	assert_int_equal(netcfg_link_delete_group(*state, 77), 0);
	packet_begin(&want, RTM_DELLINK, NLM_F_REQUEST | NLM_F_ACK, &none, sizeof(none));
	packet_u32(&want, IFLA_GROUP, 77);
	assert_sent(RTM_DELLINK, 0, &want);
	fake_refuse(RTM_DELLINK, -ENODEV, NULL);
	assert_int_equal(netcfg_link_delete_group(*state, UINT32_MAX), -ENODEV);
	assert_says(*state, "group 4294967295");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(three),	   handle_test(few_answers_fit), handle_test(other_groups),
		handle_test(chunks),	   handle_test(all_sorts),	 handle_test(no_mark),
		handle_test(bad_names),	   handle_test(bad_arguments),	 handle_test(run_in_a_batch),
		handle_test(group),	   handle_test(early_in_boot),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
