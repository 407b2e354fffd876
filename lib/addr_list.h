/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: the addresses of a link, for the list and for flush. */
#ifndef ADDR_LIST_H
#define ADDR_LIST_H

#include <netcfg/addr.h>

#include "list.h"

/*
 * Fill a list of struct netcfg_addr_info: one link's, or all with ifindex 0.
 * 0, 1 if interrupted after several tries, or -errno.
 */
int addr_list_read(struct netcfg *nc, int ifindex, int family, struct list *addrs);

/* 0 or -EINVAL. */
int addr_family_check(struct netcfg *nc, int family);

#endif
