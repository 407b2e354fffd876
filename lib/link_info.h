/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: RTM_NEWLINK as the kernel sends it, turned into a netcfg_link_info. */
#ifndef LINK_INFO_H
#define LINK_INFO_H

#include <netcfg/link.h>

#include <stdbool.h>

#include "config.h"

struct netcfg;
struct nlmsghdr;
struct socket;

#define LINK_INFO_FIRST_SIZE SIZE_UP_TO(struct netcfg_link_info, vlan_protocol)

/* Fill all of a struct of our own version. -EBADMSG if it is no such message. */
int link_info_parse(const struct nlmsghdr *h, struct netcfg_link_info *info);

/* Is IFLA_LINK of this kind the other end of a pair, not a parent? */
bool link_kind_is_pair(const char *kind);

/* Ask for one link in a socket's namespace: by index, or by a checked name if that is 0. */
int link_info_read(struct netcfg *nc, struct socket *s, int ifindex, const char *name,
		   struct netcfg_link_info *info);

#endif
