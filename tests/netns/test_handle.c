/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A handle: opening, settings, counters, log, error text; NULL; a fork. */
#include <stdlib.h>
#include <unistd.h>

#include "support/side.h"
#include "support/test.h"
#include "support/verbs.h"

static void version(void **state)
{
	char expected[32];

	(void)state;
	snprintf(expected, sizeof(expected), "%d.%d.%d", NETCFG_VERSION_MAJOR, NETCFG_VERSION_MINOR,
		 NETCFG_VERSION_PATCH);
	assert_string_equal(netcfg_version(), expected);
}

static void open_arguments(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *const untouched = box->nc;
	struct netcfg *nc = untouched;

	assert_int_equal(netcfg_open(NULL), -EINVAL);
	assert_int_equal(netcfg_open_netns(NULL, "x"), -EINVAL);
	assert_int_equal(netcfg_open_netns_fd(NULL, box->netns_fd), -EINVAL);
	assert_int_equal(netcfg_open_netns_pid(NULL, getpid()), -EINVAL);
	assert_int_equal(netcfg_open_netns(&nc, NULL), -EINVAL);
	assert_int_equal(netcfg_open_netns(&nc, ""), -EINVAL);
	assert_int_equal(netcfg_open_netns(&nc, "absent"), -ENOENT);
	assert_int_equal(netcfg_open_netns_fd(&nc, -1), -EBADF);
	assert_int_equal(netcfg_open_netns_pid(&nc, 0), -EINVAL);
	assert_int_equal(netcfg_open_netns_pid(&nc, -5), -EINVAL);
	assert_ptr_equal(nc, untouched);
}

static void no_handle(void **state)
{
	struct netcfg_stats stats = { .size = sizeof(stats), .sends = 77 };

	(void)state;
	for (size_t i = 0; i < verbs_count; i++) {
		const int result = verbs[i].call(NULL);

		if (result != -EINVAL)
			fail_msg("%s(NULL) gave %d", verbs[i].name, result);
	}
	netcfg_close(NULL);
	netcfg_set_log(NULL, NULL, NULL);
	assert_string_equal(netcfg_error_message(NULL), "");
	netcfg_batch_abort(NULL);
	netcfg_cache_disable(NULL);
	netcfg_cache_invalidate(NULL, NULL);
	assert_int_equal(netcfg_batch_count(NULL), -EINVAL);
	assert_int_equal(netcfg_batch_error(NULL, 0), -EINVAL);
	assert_string_equal(netcfg_batch_error_message(NULL, 0), "");
	netcfg_get_stats(NULL, &stats);
	assert_int_equal(stats.sends, 77);
}

/* With arguments that are good, on what is not there: an error, and the outputs left alone. */
static void outputs_are_untouched_on_failure(void **state)
{
	const struct sandbox *box = *state;
	int failures = 0;

	for (size_t i = 0; i < verbs_count; i++) {
		const int result = verbs[i].call(box->nc);
		const char *message = netcfg_error_message(box->nc);

		if (result == VERB_TOUCHED)
			fail_msg("%s failed and wrote to its output", verbs[i].name);
		if ((result < 0) != (message[0] != '\0'))
			fail_msg("%s gave %d and \"%s\"", verbs[i].name, result, message);
		failures += result < 0;
	}
	/* All but the three settings, the three lists and the monitor. */
	assert_int_equal(failures, verbs_count - 7);
	assert_int_equal(count_links(), 1);
}

static int use_after_fork(void *arg)
{
	struct netcfg *nc = arg;
	struct netcfg *own;
	int wrong = 0;

	for (size_t i = 0; i < verbs_count; i++) {
		const int result = verbs[i].call(nc);

		if (result == -ECHILD && netcfg_error_message(nc)[0])
			continue;
		fprintf(stderr, "%s gave %d in the child\n", verbs[i].name, result);
		wrong++;
	}
	/* What the parent's batch has left is the parent's, too. */
	side_check(netcfg_batch_count(nc) == -ECHILD);
	side_check(netcfg_batch_error(nc, 0) == -ECHILD);
	side_check(!*netcfg_batch_error_message(nc, 0));
	netcfg_close(nc);
	/* One of the child's own is as good as any. */
	side_check(netcfg_open(&own) == 0);
	side_check(netcfg_link_index(own, "lo") == 1);
	netcfg_close(own);
	return wrong;
}

static void handle_in_a_child(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_stats before;

	assert_ok(box->nc, netcfg_batch_begin(box->nc, 0));
	assert_ok(box->nc, netcfg_link_set_up(box->nc, "nobody"));
	assert_int_equal(netcfg_batch_commit(box->nc), 1);
	before = stats_now(box->nc);
	assert_int_equal(in_child(-1, use_after_fork, box->nc), 0);
	assert_int_equal(stats_since(box->nc, &before).sends, 0);
	assert_int_equal(netcfg_link_index(box->nc, "lo"), 1);
	assert_int_equal(netcfg_batch_error(box->nc, 0), -ENODEV);
	assert_ok(box->nc, netcfg_veth_create(box->nc, "v0", "v1", NULL, NULL));
}

static void message_is_of_the_last_call(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_string_equal(netcfg_error_message(nc), "");
	assert_errno(nc, netcfg_link_set_up(nc, "absent"), -ENODEV);
	assert_message_has(nc, "absent");
	assert_ok(nc, netcfg_link_set_up(nc, "lo"));
	assert_errno(nc, netcfg_netns_delete(nc, "nowhere"), -ENOENT);
	assert_message_has(nc, "nowhere");
	/* A result above 0 is a success, too. */
	assert_int_equal(netcfg_link_index(nc, "lo"), 1);
	assert_string_equal(netcfg_error_message(nc), "");
	assert_errno(nc, netcfg_link_set_up(nc, "two\nlines\x1b[31m"), -EINVAL);
	assert_null(strpbrk(netcfg_error_message(nc), "\n\x1b"));
	assert_errno(nc, netcfg_netns_open(nc, "new\nline\x7f"), -ENOENT);
	assert_null(strpbrk(netcfg_error_message(nc), "\n\x7f"));
}

struct log {
	int failures;
	int messages;
	int others;
	char last_failure[1024];
};

static void take_line(int priority, const char *line, void *userdata)
{
	struct log *log = userdata;

	if (line[0] == '\0' || strpbrk(line, "\r\n") || (priority != 3 && priority != 7))
		log->others++;
	if (priority == 7)
		log->messages++;
	if (priority != 3)
		return;
	log->failures++;
	snprintf(log->last_failure, sizeof(log->last_failure), "%s", line);
}

static void log_gets_failures_and_messages(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct log log = { 0 };

	netcfg_set_log(nc, take_line, &log);
	assert_ok(nc, netcfg_link_set_up(nc, "lo"));
	assert_int_equal(log.failures, 0);
	assert_true(log.messages > 0);
	assert_errno(nc, netcfg_link_set_up(nc, "absent"), -ENODEV);
	assert_int_equal(log.failures, 1);
	assert_string_equal(log.last_failure, netcfg_error_message(nc));
	assert_errno(nc, netcfg_link_set_up(nc, ""), -EINVAL);
	assert_int_equal(log.failures, 2);
	assert_string_equal(log.last_failure, netcfg_error_message(nc));
	assert_errno(nc, netcfg_set_timeout(nc, -2), -EINVAL);
	assert_int_equal(log.failures, 3);
	assert_int_equal(log.others, 0);

	netcfg_set_log(nc, NULL, NULL);
	assert_errno(nc, netcfg_link_set_up(nc, "absent"), -ENODEV);
	assert_int_equal(log.failures, 3);
}

static void stats_of_any_size(void **state)
{
	const struct sandbox *box = *state;
	struct {
		struct netcfg_stats stats;
		unsigned char tail[64];
	} later;
	unsigned char zero[sizeof(later.tail)] = { 0 };

	assert_ok(box->nc, netcfg_link_set_up(box->nc, "lo"));
	memset(&later, 0x5a, sizeof(later));
	later.stats.size = sizeof(later);
	netcfg_get_stats(box->nc, &later.stats);
	assert_int_equal(later.stats.requests, 1);
	assert_int_equal(later.stats.sends, 1);
	assert_int_equal(later.stats.replies, 1);
	assert_int_equal(later.stats.dumps, 0);
	assert_int_equal(later.stats.cache_hits, 0);
	assert_memory_equal(later.tail, zero, sizeof(zero));

	/* Smaller than the first release's: not one byte is written. */
	memset(&later, 0x5a, sizeof(later));
	later.stats.size = sizeof(later.stats) - 1;
	netcfg_get_stats(box->nc, &later.stats);
	assert_true(later.stats.sends == 0x5a5a5a5a5a5a5a5aU);
	later.stats.size = 0;
	netcfg_get_stats(box->nc, &later.stats);
	assert_true(later.stats.sends == 0x5a5a5a5a5a5a5a5aU);
	netcfg_get_stats(box->nc, NULL);
}

static void timeouts(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	static const int good[] = { 0, 1, INT_MAX, -1, 30000 };

	assert_unsent(nc, netcfg_set_timeout(nc, -2), -EINVAL);
	assert_message_has(nc, "timeout_ms");
	assert_unsent(nc, netcfg_set_timeout(nc, INT_MIN), -EINVAL);
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		assert_ok(nc, netcfg_set_timeout(nc, good[i]));
		if (good[i] > 1 || good[i] < 0)
			assert_ok(nc, netcfg_link_set_up(nc, "lo"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(version),
		sandbox_test(open_arguments),
		sandbox_test(no_handle),
		sandbox_test(outputs_are_untouched_on_failure),
		sandbox_test(handle_in_a_child),
		sandbox_test(message_is_of_the_last_call),
		sandbox_test(log_gets_failures_and_messages),
		sandbox_test(stats_of_any_size),
		sandbox_test(timeouts),
	};

	return side_main(tests);
}
