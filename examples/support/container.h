/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The network of one container: a named namespace, and a veth pair whose far end is born inside it
 * as "eth0", with addresses. Every function is 0 or -errno, and has then said why on stderr.
 */
#ifndef EXAMPLES_CONTAINER_H
#define EXAMPLES_CONTAINER_H

#include <stdbool.h>
#include <stddef.h>

#include <netcfg/netcfg.h>

#define CONTAINER_LINK_PREFIX "ve-"

/* What a container is to have. */
struct container {
	const char *name;                 /* of its namespace */
	const char *bridge;               /* that the outer end is a port of, or NULL */
	char link[NETCFG_LINK_NAME_SIZE]; /* the outer end */
	char mac[18];
	char ipv4[24];
	char ipv6[24];
};

/* Give a container its addresses: a number of 0 to 9999 tells it from others. */
void container_describe(struct container *c, const char *name, size_t number);

/* In the runtime's namespace. */
int container_create_netns(struct netcfg *outside, const struct container *c);
int container_create_veth(struct netcfg *outside, const struct container *c);
int container_delete_veth(struct netcfg *outside, const struct container *c);
int container_delete_netns(struct netcfg *outside, const struct container *c);

/* In the container's. Close the handle soon: while it is open the namespace cannot go. */
int container_open(struct netcfg **ret_inside, const struct container *c);
int container_configure(struct netcfg *inside, const struct container *c);

/* Read what is inside and compare it with what was asked for; with @p show, print it. */
int container_check(struct netcfg *inside, const struct container *c, bool show);

#endif
