/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A kind of link that is made by thousands, in the words of each peer. Link number i is "ai". */
#ifndef BENCH_KIND_H
#define BENCH_KIND_H

#include <net/if.h>
#include <stdint.h>
#include <stdio.h>

#include "bench.h"

struct netcfg;
struct raw_batch;
struct rtnl_link;

#define LINK_NAME_FORMAT "a%u"
#define PEER_NAME_FORMAT "b%u"
#define PARENT           "parent"

struct kind {
	const char *name;
	void (*prepare)(void); /* make what all of them need; or NULL */
	int (*ours)(struct netcfg *nc, unsigned int i);
	void (*raw)(struct raw_batch *b, unsigned int i, uint32_t group);
	struct rtnl_link *(*libnl)(unsigned int i);
	void (*ip)(char line[256], unsigned int i); /* "link add ..." */
};

extern const struct kind kind_veth, kind_vlan, kind_dummy;

/* How many of them, where they are made or deleted. */
extern const struct size veth_sizes[], vlan_sizes[], dummy_sizes[];

/* End the process with EXIT_SKIPPED where the kernel has no such kind. */
void need_vlan(void);
void need_dummy(void);

void link_name(char name[IFNAMSIZ], unsigned int i);
void peer_name(char name[IFNAMSIZ], unsigned int i);

/* Make count of them, not timed, in a group of their own unless group is 0. */
void make_links(const struct kind *kind, unsigned int count, uint32_t group);

#endif
