/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Asserts about results, messages and counters of the library. */
#ifndef TEST_SUPPORT_CHECK_H
#define TEST_SUPPORT_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include <netcfg/context.h>

#include "support/configs.h"

/**
 * A call must give exactly this result, and leave a message of one line after
 * a failure and none after a success. Shows the message if not.
 *
 * nc may be NULL: then the message is not looked at.
 */
#define assert_errno(nc, call, expected)                                                           \
	check_result((nc), (call), (expected), #call, __FILE__, __LINE__)

/** A call must give 0. */
#define assert_ok(nc, call) assert_errno(nc, call, 0)

/** A call must give this error before anything is sent or looked up. */
#define assert_unsent(nc, call, expected)                                                          \
	do {                                                                                       \
		const struct netcfg_stats unsent_before = stats_now(nc);                           \
                                                                                                   \
		assert_errno(nc, call, expected);                                                  \
		check_unsent((nc), &unsent_before, #call, __FILE__, __LINE__);                     \
	} while (0)

/**
 * A call must give 0 with exactly this many messages and look-ups by ioctl, and
 * no dump.
 */
#define assert_cost(nc, call, messages, ioctls)                                                    \
	do {                                                                                       \
		const struct netcfg_stats cost_before = stats_now(nc);                             \
                                                                                                   \
		assert_ok(nc, call);                                                               \
		check_cost((nc), &cost_before, (messages), (ioctls), #call, __FILE__, __LINE__);   \
	} while (0)

/** The last call's message must contain a text. */
#define assert_message_has(nc, text) check_message((nc), (text), __FILE__, __LINE__)

/** Its part behind the text of an errno must contain a text, or must not. */
#define assert_cause_has(nc, error, text)                                                          \
	check_cause((nc), (error), (text), true, __FILE__, __LINE__)
#define assert_cause_lacks(nc, error, text)                                                        \
	check_cause((nc), (error), (text), false, __FILE__, __LINE__)

/** The counters of a handle. */
struct netcfg_stats stats_now(const struct netcfg *nc);

/** What was counted since stats_now() gave @p before. */
struct netcfg_stats stats_since(const struct netcfg *nc, const struct netcfg_stats *before);

void check_result(const struct netcfg *nc, int result, int expected, const char *call,
		  const char *file, int line);
void check_unsent(const struct netcfg *nc, const struct netcfg_stats *before, const char *call,
		  const char *file, int line);
void check_cost(const struct netcfg *nc, const struct netcfg_stats *before, uint64_t messages,
		uint64_t ioctls, const char *call, const char *file, int line);
void check_message(const struct netcfg *nc, const char *text, const char *file, int line);
void check_cause(const struct netcfg *nc, int error, const char *text, bool there, const char *file,
		 int line);

#endif /* TEST_SUPPORT_CHECK_H */
