/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * One container attached to a bridge: a veth pair with MTU and MAC, one end in the bridge and up,
 * the other end in the container's namespace as eth0, with an IPv4 and an IPv6 address, and up; lo
 * up; a default route to a gateway for each family. Each peer is one way of doing it, with what it
 * keeps open between containers.
 */
#ifndef CONTAINER_H
#define CONTAINER_H

#include <net/if.h>
#include <stdint.h>

struct run;

#define CONTAINER_MTU  1400
#define CONTAINER_LINK "eth0"

/* Gateways of all containers: on the link by the addresses, and not there. */
#define CONTAINER_GATEWAY4 "198.19.255.254"
#define CONTAINER_GATEWAY6 "2001:db8::2"

/* What differs between containers. */
struct container {
	char link[IFNAMSIZ];                      /* the host's end */
	char bridge[IFNAMSIZ];                    /* of the peer, so that each has as many ports */
	char netns[32];                           /* a name in /run/netns */
	char mac[18], address4[32], address6[48]; /* as text, for those who take text */
	unsigned char mac_bytes[6], bytes4[4], bytes6[16];
	unsigned char gateway4[4], gateway6[16];
	int netns_fd;
	int home; /* the host's namespace */
};

typedef void (*container_fn)(const struct container *c);

/* The time of each of run->ops containers, attached by a function. */
void container_each(struct run *run, container_fn attach);

/* The peers. */
void container_ours(struct run *run);
void container_raw(struct run *run);
void container_lxc(struct run *run);
void container_move(struct run *run);
void container_ip(struct run *run);

/* Before the peers: bridges and namespaces for all of them. */
void container_setup(struct run *run);

/* Requests of the raw peers that have no other user. */
struct raw_batch;
void container_put_pair(struct raw_batch *b, const struct container *c, const char *peer,
			int peer_netns, int master);
void container_put_inside(struct raw_batch *b, const struct container *c, int ifindex);

#endif
