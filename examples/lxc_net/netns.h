/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The container's network namespace, as it is given on the command line. */
#ifndef LXC_NET_NETNS_H
#define LXC_NET_NETNS_H

#include <netcfg/netcfg.h>

struct target {
	const char *name; /* or NULL, and one of the others counts */
	int pid;          /* or 0 */
	int fd;           /* or -1 */
};

/*
 * Open it, once: what the name or the pid means later does not matter then. It must not be the
 * namespace that this process is in. Returns a descriptor, the caller's, or -errno; -ENOENT or
 * -ESRCH: it is gone. Says nothing.
 */
int target_open(const struct target *target, struct netcfg *host);

/* What to call it, in a buffer of 64 bytes at least. */
const char *target_label(const struct target *target, char *buffer, size_t size);

#endif
