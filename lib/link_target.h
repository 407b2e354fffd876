/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: which link a verb is about: by name or by index. */
#ifndef LINK_TARGET_H
#define LINK_TARGET_H

#include <stdbool.h>

struct netcfg;

struct link_target {
	bool by_index;
	int ifindex;
	const char *name;
};

int link_target_check(struct netcfg *nc, const struct link_target *t);

/* call_end(), which also tells the index: it is no part of the operation's words. */
int link_target_end(struct netcfg *nc, const struct link_target *t, int err);

#endif
