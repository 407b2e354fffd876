/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef NETCFG_BATCH_RUN_CREATE_H
#define NETCFG_BATCH_RUN_CREATE_H

#include "run.h"

/* As run_link(). */
int run_create(struct netcfg *nc, struct link_command *c, struct failure *f);

/* If a master was given as "vrf", it has to be one. 0 or -errno. */
int link_check_vrf(struct netcfg *nc, const struct link_words *w, struct failure *f);

/*
 * The kernel names a link that has none, and puts the lowest free number where "%d" is; the library
 * wants a name. It is not taken, which may be NULL. Not in an open batch. 0 or -errno.
 */
int link_pick_name(struct netcfg *nc, const char *pattern, const char *taken,
		   char name[NETCFG_LINK_NAME_SIZE], struct failure *f);

#endif
