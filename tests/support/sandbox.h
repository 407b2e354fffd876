/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A place of its own for each test: network namespace, /run, handle. */
#ifndef TEST_SUPPORT_SANDBOX_H
#define TEST_SUPPORT_SANDBOX_H

#include <stddef.h>
#include <sys/types.h>

struct netcfg;

/*
 * The environment variable NETCFG_TEST_REQUIRE says what may not be missing:
 * unset or "": nothing, what cannot run is skipped; "1": the sandbox; "all":
 * also every kind of link that a test asks for (see kinds.h).
 */

/** What a test gets as *state. */
struct sandbox {
	struct netcfg *nc; /**< open in netns_fd */
	int netns_fd;      /**< the test's own, empty namespace: the calling thread is in it */
	ino_t netns;       /**< its inode */
	size_t fds;        /**< open descriptors when the test began */
	size_t threads;    /**< of this process, likewise */
};

/**
 * Leave the host: new user namespace unless privileged, network and mount
 * namespace, mounts private, a tmpfs on /run. Call it first in main(), while
 * there is one thread. Only this process is affected and the kernel undoes it
 * all when the process ends.
 *
 * Does not return when the kernel refuses: exits 77 after saying why, or 1 if
 * NETCFG_TEST_REQUIRE is set.
 */
int sandbox_enter(void);

/** cmocka set-up: a fresh network namespace and /run, an open handle, loopback as it is born. */
int sandbox_setup(void **state);

/**
 * cmocka tear-down: closes the handle. Fails the test if descriptors or threads
 * are left over or if the thread is in another namespace than it was.
 */
int sandbox_teardown(void **state);

/** The number of open file descriptors of this process. */
size_t count_fds(void);

/** A test that begins with an empty sandbox. */
#define sandbox_test(function)                                                                     \
	cmocka_unit_test_setup_teardown(function, sandbox_setup, sandbox_teardown)

/**
 * What main() returns.
 *
 * @param failed  what cmocka_run_group_tests() gave
 * @param count   how many tests there are
 * @return 1: some failed; 77: every one was skipped; 0
 */
int sandbox_result(int failed, size_t count);

/** Called by what skips a test, before skip(). */
void sandbox_count_skip(void);

/** The whole of main(): sandbox_main(tests) with an array of struct CMUnitTest. */
#define sandbox_main(tests)                                                                        \
	(sandbox_enter(), sandbox_result(cmocka_run_group_tests(tests, NULL, NULL),                \
					 sizeof(tests) / sizeof((tests)[0])))

#endif /* TEST_SUPPORT_SANDBOX_H */
