/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Running `ip` and the like: how a test makes and looks at things without the library. */
#ifndef TEST_SUPPORT_COMMAND_H
#define TEST_SUPPORT_COMMAND_H

/**
 * Run a command with /bin/sh in the thread's namespaces, its output thrown away.
 *
 * @return its exit status
 */
__attribute__((format(printf, 1, 2))) int sh(const char *fmt, ...);

/** Run a command that must succeed; the test fails, with its output shown, if it does not. */
__attribute__((format(printf, 1, 2))) void sh_ok(const char *fmt, ...);

/** Run a command that must succeed in the network namespace of a descriptor. */
__attribute__((format(printf, 2, 3))) void sh_ok_in(int netns_fd, const char *fmt, ...);

/**
 * Run a command that must succeed.
 *
 * @return what it wrote; free() it
 */
__attribute__((format(printf, 1, 2))) char *sh_output(const char *fmt, ...);

/** The same in the network namespace of a descriptor. */
__attribute__((format(printf, 2, 3))) char *sh_output_in(int netns_fd, const char *fmt, ...);

#endif /* TEST_SUPPORT_COMMAND_H */
