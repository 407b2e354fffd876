/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What was made for a container, so that it can be taken back: after a failure from memory, later
 * from a file that outlives the program.
 *
 * Indexes say which link it was: its name may be another's by then. What goes with a link by
 * itself (its other end, addresses, routes, proxies, sysctls) is not in here.
 */
#ifndef LXC_NET_MADE_H
#define LXC_NET_MADE_H

#include <netcfg/netcfg.h>
#include <stddef.h>
#include <stdint.h>

#include "lxc_net/say.h"

enum made_kind {
	MADE_NOTHING,
	MADE_VETH,   /* the host end */
	MADE_INSIDE, /* a link in the container */
	MADE_PHYS    /* a link of the host's that was moved into it */
};

struct made {
	enum made_kind kind;
	char name[NETCFG_LINK_NAME_SIZE];   /* on the host; of MADE_INSIDE: in the container */
	char old_mac[NETCFG_LINK_MAC_SIZE]; /* of MADE_PHYS, "" if it was left alone */
	int index;                          /* where it is now; above 0 */
	uint32_t old_mtu;                   /* of MADE_PHYS */
	size_t line;                        /* in the configuration, or 0 */
};

/*
 * Delete what was made and give back what was borrowed. What is gone already is fine.
 *
 * inside may be NULL: the container's namespace is gone, and with it what was there. Goes on after
 * a failure. Returns 0 or the first -errno, and has said why.
 */
int made_undo(const struct made *made, size_t count, struct netcfg *host, struct netcfg *inside,
	      const struct say *say);

/* Begin a file: it must not be there. Its directory is made if that is all that is missing. */
int made_reserve(const char *path, const struct say *say);

/* Write into the file that was begun. */
int made_write(const char *path, const struct made *made, size_t count, const struct say *say);

/* Read it; free *ret_made. A file that was begun and not written: -EBUSY. */
int made_read(const char *path, struct made **ret_made, size_t *ret_count, const struct say *say);

#endif
