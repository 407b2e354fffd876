/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: an address and its netcfg_addr_config on their way into a request: checked, then put. */
#ifndef ADDR_ATTRS_H
#define ADDR_ATTRS_H

#include <netcfg/addr.h>

#include "addr_text.h"

struct ifaddrmsg;
struct request;

struct addr_attrs {
	struct netcfg_addr_config config; /* complete; its pointers are the caller's */
	struct addr local;
	struct addr peer; /* local itself if there is none */
	struct addr broadcast;
	bool has_broadcast;
	unsigned int prefix_len;
};

/* Fill an all-zero struct. 0, -EINVAL, -ERANGE or -E2BIG. */
int addr_attrs_check(struct netcfg *nc, struct addr_attrs *a, const char *address,
		     const struct netcfg_addr_config *config);

/* The family header, without the index. */
struct ifaddrmsg addr_attrs_header(const struct addr_attrs *a);

/* What tells an address from others of the link: local, peer, label if given. */
void addr_attrs_put_key(struct request *r, const struct addr_attrs *a);

/* The rest, which only an add or replace has. */
void addr_attrs_put_rest(struct request *r, const struct addr_attrs *a);

#endif
