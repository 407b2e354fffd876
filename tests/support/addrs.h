/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A veth pair and the addresses on it. */
#ifndef TEST_SUPPORT_ADDRS_H
#define TEST_SUPPORT_ADDRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <netcfg/addr.h>

/** v0 and v1, made with `ip`; down, so that IPv6 gives them no address by itself. */
void pair_make(void);

/** Set both ends up, with `ip`. */
void pair_up(void);

/** Find one address in the list of a link; the test fails if it has it twice. */
bool addr_find(struct netcfg *nc, const char *link, const char *address, uint32_t prefix_length,
	       const char *peer, struct netcfg_addr_info *ret_info);

/** The address must be there. It is given back. */
struct netcfg_addr_info addr_get(struct netcfg *nc, const char *link, const char *address,
				 uint32_t prefix_length);

/** The number of addresses in the list of a link (NULL: of all links). */
size_t addr_count(struct netcfg *nc, const char *link, int family);

/** What `ip` shows of all addresses; free() it. Comparable where lifetimes are without end. */
char *addr_picture(void);

/** The picture must be the one from before, which is freed. */
void addr_picture_same(char *before);

/** Does `ip` show a route of the prefix through a link? */
bool route_here(const char *link, const char *prefix);

/** Write one IPv4 or IPv6 sysctl of the thread's namespace, "ipv4/conf/all/forwarding". */
void net_sysctl(const char *name, const char *value);

#endif /* TEST_SUPPORT_ADDRS_H */
