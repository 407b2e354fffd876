/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef EXAMPLES_BRIDGE_H
#define EXAMPLES_BRIDGE_H

#include <netcfg/netcfg.h>

/* Make a bridge that is up. Returns 0 or -errno, having said why. */
int bridge_make(struct netcfg *nc, const char *name);

/* See that a link is there and is a bridge. Returns 0 or -errno, having said why. */
int bridge_check(struct netcfg *nc, const char *name);

#endif
