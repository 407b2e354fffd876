/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Other network namespaces than the test's own, with and without a name or a process. */
#ifndef TEST_SUPPORT_OTHER_NETNS_H
#define TEST_SUPPORT_OTHER_NETNS_H

#include <sys/types.h>

/** A new namespace without a name; lives as long as the descriptor, which is the caller's. */
int netns_new(void);

/**
 * A new namespace with a name, made by `ip netns add`.
 *
 * @return a descriptor of it, the caller's
 */
int netns_new_named(const char *name);

/** Like netns_new_named() for a name that is there already. */
int netns_open_named(const char *name);

/** A process that sits in a new namespace until netns_process_end(). */
pid_t netns_process(void);

/** A descriptor of a process's network namespace, the caller's. */
int netns_of_process(pid_t pid);

/** End a process that netns_process() made; afterwards its pid is free. */
void netns_process_end(pid_t pid);

/**
 * Run a function in a forked child, in the given namespace (-1: the same).
 *
 * @return what the function returned, 0..125. It must not use cmocka's asserts.
 */
int in_child(int netns_fd, int (*function)(void *userdata), void *userdata);

/** Move the calling thread into a namespace; for tests that check what a handle is bound to. */
void netns_enter(int netns_fd);

#endif /* TEST_SUPPORT_OTHER_NETNS_H */
