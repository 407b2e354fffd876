/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: RTM_NEWADDR or RTM_DELADDR as the kernel sends it, turned into a netcfg_addr_info. */
#ifndef ADDR_INFO_H
#define ADDR_INFO_H

#include <netcfg/addr.h>

struct nlmsghdr;

/*
 * Fill all of a struct of our own version. 0; 1 if it is of another family than
 * IPv4 and IPv6; -EBADMSG if it is no such message.
 */
int addr_info_parse(const struct nlmsghdr *h, struct netcfg_addr_info *info);

#endif
