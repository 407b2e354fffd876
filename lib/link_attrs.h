/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * L3: a netcfg_link_config on its way into a request: checked, then put. What
 * needs the kernel's or the file system's answer is put as a fix.
 */
#ifndef LINK_ATTRS_H
#define LINK_ATTRS_H

#include <netcfg/link.h>

#include <stdbool.h>

#include "netns_ref.h"

struct ifinfomsg;
struct netcfg;
struct request;

#define LINK_MAC_LEN 6

struct link_attrs {
	struct netcfg_link_config config; /* complete; its pointers are the caller's */
	const char *whose;                /* the argument, for the error line; NULL: none */
	bool mtu_given;                   /* config.mtu counts, also 0 */
	unsigned char mac[LINK_MAC_LEN];
	struct netns_ref *netns; /* in the arena; NULL: none is given */
};

/*
 * Copy and check, without asking anyone. whose is the argument, for the error
 * line; NULL: the caller of the verb has no config, its arguments are named as
 * the fields are. create: the config may not have a name; else not what only a
 * create has.
 */
int link_attrs_check(struct netcfg *nc, struct link_attrs *a, const char *whose, bool create,
		     const struct netcfg_link_config *config);

/* The up or down flag, in the request's header. */
void link_attrs_put_up(struct ifinfomsg *ifi, const struct link_attrs *a);

/* The other flags of the header: state_on and state_off. */
void link_attrs_put_state(struct ifinfomsg *ifi, const struct link_attrs *a);

/*
 * What a create takes and a change too: MAC, MTU, queue length, group, limits of
 * segmentation, namespace. need_netns_fd: see netns_ref_put().
 */
void link_attrs_put_common(struct request *r, const struct link_attrs *a, bool need_netns_fd);

/* The number of queues, which only a create takes. */
void link_attrs_put_queues(struct request *r, const struct link_attrs *a);

void link_attrs_put_master(struct request *r, const struct link_attrs *a);
void link_attrs_put_alias(struct request *r, const struct link_attrs *a);

/* Which the kernel takes in no create (kernel-facts section 3). */
void link_attrs_put_addr_gen_mode(struct request *r, const struct link_attrs *a);

#endif
