/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Links that routes can lead through, and the routes. */
#ifndef TEST_SUPPORT_ROUTES_H
#define TEST_SUPPORT_ROUTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <netcfg/route.h>

#include "support/configs.h"

/**
 * lo, v0 and v1, all up, with carrier, made with `ip`. v0 has 192.0.2.10/24 and
 * 2001:db8::10/64, v1 has 198.51.100.10/24 and 2001:db8:ffff::10/64.
 */
void routes_links_make(void);

/** `ip -d -j route show` of a destination in all tables, "[]\n" if it has none; free() it. */
char *route_json(int family, const char *destination);

/** A value in it, written as in JSON: assert_route("10.0.0.0/8", "metric", "5"). */
#define assert_route(destination, key, value)                                                      \
	check_route((destination), (key), (value), __FILE__, __LINE__)

/** `ip` must see no route to a destination. */
#define assert_no_route(destination) check_no_route((destination), __FILE__, __LINE__)

void check_route(const char *destination, const char *key, const char *value, const char *file,
		 int line);
void check_no_route(const char *destination, const char *file, int line);

/** The routes in a list that a filter gives. */
size_t route_count(struct netcfg *nc, const struct netcfg_route_filter *filter);

/**
 * Find the n-th route (from 0) to a destination in the list of all; false if there is none.
 * Its hops, up to 8 of them, are put into @p hops, which may be NULL.
 */
bool route_find(struct netcfg *nc, const char *destination, uint32_t prefix_length, size_t n,
		struct netcfg_route_info *ret_info, struct netcfg_route_hop_info *hops);

/** The only one; the test fails unless there is exactly one. */
struct netcfg_route_info route_get(struct netcfg *nc, const char *destination,
				   uint32_t prefix_length, struct netcfg_route_hop_info *hops);

#endif /* TEST_SUPPORT_ROUTES_H */
