/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Messages about links, with the attributes that the library would put into them, and no more. */
#ifndef RAW_LINK_H
#define RAW_LINK_H

#include <stdbool.h>
#include <stdint.h>

struct raw_batch;

/* A pair with one queue at each end; group 0: none given. */
void raw_put_veth(struct raw_batch *b, const char *name, const char *peer, uint32_t group);
/* A pair whose far end is born in another namespace. */
void raw_put_veth_to(struct raw_batch *b, const char *name, const char *peer, int netns);
void raw_put_dummy(struct raw_batch *b, const char *name, uint32_t group);
void raw_put_vlan(struct raw_batch *b, const char *name, int parent, int id, uint32_t group);
void raw_put_bridge(struct raw_batch *b, const char *name);

/* Changes, by name. */
void raw_put_set_group(struct raw_batch *b, const char *name, uint32_t group);
void raw_put_set_mtu(struct raw_batch *b, const char *name, uint32_t mtu);
void raw_put_set_up(struct raw_batch *b, const char *name);
void raw_put_set_name(struct raw_batch *b, const char *name, const char *new_name);

/* Delete all of a group, or one by name. */
void raw_put_delete_group(struct raw_batch *b, uint32_t group);
void raw_put_delete(struct raw_batch *b, const char *name);

/* Add an address, IPv4 or IPv6. */
void raw_put_addr(struct raw_batch *b, int ifindex, int family, const void *address,
		  uint8_t prefix_length);

/* Add a default route through a gateway on a link. */
void raw_put_gateway(struct raw_batch *b, int ifindex, int family, const void *gateway);

#endif
