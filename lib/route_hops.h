/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: gateways and the several ways of a route: checked, then put. */
#ifndef ROUTE_HOPS_H
#define ROUTE_HOPS_H

#include "route_attrs.h"

/* Fill a->via and a->hops from a->config. */
int route_hops_check(struct netcfg *nc, struct route_attrs *a);

/* RTA_GATEWAY, or RTA_VIA if the gateway is of another family than the route. */
void route_hops_put_via(struct request *r, int family, const struct addr *via);

/* RTA_MULTIPATH. */
void route_hops_put(struct request *r, const struct route_attrs *a);

#endif
