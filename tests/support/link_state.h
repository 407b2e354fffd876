/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a link looks like to others than the library: `ip`, ioctl, sysfs. */
#ifndef TEST_SUPPORT_LINK_STATE_H
#define TEST_SUPPORT_LINK_STATE_H

#include <stdbool.h>

/** Is there a link of that name, in the thread's namespace? */
bool link_here(const char *name);

/** Is there one in the namespace of a descriptor? */
bool link_in(int netns_fd, const char *name);

/** The link's ifindex in the thread's namespace, or 0. */
int link_index_here(const char *name);

/** The number of links in the thread's namespace, lo included. */
int count_links(void);

/** The number of links in the namespace of a descriptor, lo included; no more than 255. */
int count_links_in(int netns_fd);

/**
 * `ip -d -j link show` of a link must have a value, written as in JSON:
 * assert_link(fd, "v0", "mtu", "1400"), assert_link(fd, "v0", "ifalias", "\"x\"").
 * netns_fd -1: the thread's namespace.
 */
#define assert_link(netns_fd, name, key, value)                                                    \
	check_link((netns_fd), (name), (key), (value), true, __FILE__, __LINE__)

/** It must not have it. */
#define assert_link_not(netns_fd, name, key, value)                                                \
	check_link((netns_fd), (name), (key), (value), false, __FILE__, __LINE__)

/** It must not have that key at all; `ip` leaves out a txqlen of 0, for example. */
#define assert_link_lacks(netns_fd, name, key)                                                     \
	check_link((netns_fd), (name), (key), NULL, false, __FILE__, __LINE__)

/** A flag as `ip` shows it: "UP", "LOWER_UP", "NOARP". */
#define assert_link_flag(netns_fd, name, flag)                                                     \
	check_flag((netns_fd), (name), (flag), true, __FILE__, __LINE__)
#define assert_link_not_flag(netns_fd, name, flag)                                                 \
	check_flag((netns_fd), (name), (flag), false, __FILE__, __LINE__)

/** `ip -d -j link show dev NAME`; free() it. */
char *link_json(int netns_fd, const char *name);

/**
 * A number from /sys/class/net/NAME/FILE in the thread's namespace.
 *
 * @return -1 if this sandbox may not mount a sysfs
 */
long link_sysfs(const char *name, const char *file);

void check_link(int netns_fd, const char *name, const char *key, const char *value, bool there,
		const char *file, int line);
void check_flag(int netns_fd, const char *name, const char *flag, bool there, const char *file,
		int line);

#endif /* TEST_SUPPORT_LINK_STATE_H */
