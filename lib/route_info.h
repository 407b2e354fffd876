/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: what an RTM_NEWROUTE says, for the list and the monitor. */
#ifndef ROUTE_INFO_H
#define ROUTE_INFO_H

#include <stdbool.h>

#include <netcfg/route.h>

struct list;
struct nlmsghdr;

#define ROUTE_INFO_FIRST_SIZE     SIZE_UP_TO(struct netcfg_route_info, nexthop_id)
#define ROUTE_HOP_INFO_FIRST_SIZE SIZE_UP_TO(struct netcfg_route_hop_info, flags)

/*
 * Is this a route at all? Not one of another family (a dump of all has those of
 * multicast routing and MPLS), nor a copy for one destination. -EBADMSG if the
 * message is shorter than its header.
 */
int route_info_is_route(const struct nlmsghdr *h);

/*
 * Read one. If it has more than one hop, each is added to hops, a list of struct
 * netcfg_route_hop_info, which may be NULL. 0, -EBADMSG or -ENOMEM.
 */
int route_info_parse(const struct nlmsghdr *h, struct netcfg_route_info *ret_info,
		     struct list *hops);

/* The only hop of a route that has one. */
void route_info_only_hop(const struct netcfg_route_info *info, struct netcfg_route_hop_info *hop);

#endif
