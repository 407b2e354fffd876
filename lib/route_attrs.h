/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: a destination and its netcfg_route_config on their way into a request: checked, then put. */
#ifndef ROUTE_ATTRS_H
#define ROUTE_ATTRS_H

#include <netcfg/route.h>

#include "addr_text.h"

struct request;
struct rtmsg;

/* One of several ways, checked. */
struct route_hop {
	const char *what; /* its dev's place in the arguments, for the error line */
	const char *dev;  /* or NULL */
	struct addr via;
	bool has_via;
	uint8_t flags;        /* RTNH_F_* */
	uint8_t extra_weight; /* above 1 */
};

struct route_attrs {
	struct netcfg_route_config config; /* complete; its pointers are the caller's */
	struct addr destination;
	struct addr via;
	struct addr source;
	bool has_via;
	bool has_source;
	bool deleting;          /* what is not given is any, not a default */
	struct route_hop *hops; /* in the handle's arena; config.hop_count of them */
};

/* Fill a struct that is all zero but for deleting. 0, -EINVAL, -ERANGE, -E2BIG or -ENOMEM. */
int route_attrs_check(struct netcfg *nc, struct route_attrs *a, const char *destination,
		      const struct netcfg_route_config *config);

/* The family header. */
struct rtmsg route_attrs_header(const struct route_attrs *a);

void route_attrs_put(struct request *r, const struct route_attrs *a);

#endif
