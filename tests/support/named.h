/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The directory of named namespaces, seen through the library and past it. */
#ifndef TEST_SUPPORT_NAMED_H
#define TEST_SUPPORT_NAMED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct netcfg;

enum named_state {
	NAMED_ABSENT = -1, /**< not in the list */
	NAMED_OTHER = 0,   /**< in the list, as some other file */
	NAMED_NETNS = 1    /**< in the list, as a network namespace */
};

/** What netcfg_netns_list() says of a name. The list must be sorted. */
enum named_state named(struct netcfg *nc, const char *name);

/** The length of netcfg_netns_list(). */
size_t named_count(struct netcfg *nc);

/** Is there a file of that path, a dangling symbolic link included? */
bool path_exists(const char *path);

/** Make an empty file of mode 0000, as the mount point of a namespace is. */
void make_file(const char *path);

/** The inode of what a path or descriptor refers to. */
ino_t inode_of(const char *path);
ino_t inode_of_fd(int fd);

/** The inode of a named namespace, by netcfg_netns_open(). */
ino_t inode_of_name(struct netcfg *nc, const char *name);

/**
 * Wait until the kernel has torn down all namespaces that died so far.
 *
 * It does so in the background, in their order, so one that dies last is
 * watched. Needs no name and leaves nothing behind.
 */
void wait_for_teardown(void);

#endif /* TEST_SUPPORT_NAMED_H */
