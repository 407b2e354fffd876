/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: the names in the directory, for the list of names and that of ids. */
#ifndef NETNS_LIST_H
#define NETNS_LIST_H

#include <netcfg/netns.h>

#include "list.h"

/* Fill a list of struct netcfg_netns_info, sorted. 0 or -errno. */
int netns_list_read(struct netcfg *nc, struct list *names);

#endif
