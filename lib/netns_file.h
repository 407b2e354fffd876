/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: namespaces as files: a name in /run/netns, a process's, a descriptor. */
#ifndef NETNS_FILE_H
#define NETNS_FILE_H

#include <stdbool.h>

struct netcfg;

#define NETNS_DIR_DEFAULT "/run/netns"
#define NETNS_DIR_MAX     3839 /* leaves room for '/', 255 bytes and a NUL within PATH_MAX */
#define NETNS_PATH_SIZE   4096

const char *netns_dir(const struct netcfg *nc);

/* 0 or -EINVAL. what is the argument, for the error line. */
int netns_name_check(struct netcfg *nc, const char *what, const char *name);

/* Where a checked name's file is. path has NETNS_PATH_SIZE bytes. */
void netns_path(const struct netcfg *nc, const char *name, char *path);

/* 0 if the descriptor is a network namespace; -EBADF; -EINVAL. */
int netns_fd_check(struct netcfg *nc, const char *what, int fd);

/* An O_CLOEXEC descriptor of a named namespace, or of a process's, or -errno. */
int netns_open_name(struct netcfg *nc, const char *what, const char *name);
int netns_open_pid(struct netcfg *nc, const char *what, int pid);

/* The same for a path, without a word: -EINVAL if it is something else. */
int netns_open_path(const char *path);

#endif
