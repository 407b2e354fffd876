/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Giving a container its network: a planned configuration becomes links, addresses and routes. */
#ifndef LXC_NET_UP_H
#define LXC_NET_UP_H

#include <netcfg/netcfg.h>

#include "lxc_net/config.h"
#include "lxc_net/made.h"

struct job {
	struct config *config; /* planned */
	const struct say *say;
	struct netcfg *host;
	struct netcfg *inside;
	int netns_fd;      /* the container's */
	struct made *made; /* one for each NIC */
};

/* Replace each "link = eth+" by NICs for the links of the host that begin so. Before planning. */
int host_find_links(struct config *config, struct netcfg *host, const struct say *say);

/* Read what the configuration leaves to the host: an MTU, a gateway, what a phys is like now. */
int host_look(struct job *job);

/* Make the links, in one send, each in the container already or with its far end there. */
int host_make_links(struct job *job);

/* Router mode, once all links are up: routes to the container, proxies for its gateways. */
int host_route(struct job *job);

/* Addresses, up flags and routes in the container, in one send. */
int inside_configure(struct job *job);

/* All of it. What failed has been taken back. Returns 0 or -errno, and has said why. */
int container_up(struct job *job);

#endif
