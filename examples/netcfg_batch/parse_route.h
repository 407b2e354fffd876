/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the lines about routes share. */
#ifndef NETCFG_BATCH_PARSE_ROUTE_H
#define NETCFG_BATCH_PARSE_ROUTE_H

#include "parse.h"

/* route flush, behind these words. 0 or -1. */
int parse_route_flush(struct parse *p, void *target, const struct keyword *command);

/* A type of route: a word, which may be shortened. */
bool route_type_read(const char *word, uint32_t *ret_type);

/* A protocol by name or number; 0 would mean "not said", or all. */
int route_take_protocol(struct parse *p, const struct keyword *k, uint32_t *ret_protocol);

/* The gateway of a route or a hop: "[inet|inet6] ADDRESS". */
int route_take_via(struct parse *p, int family, struct prefix *ret);

/* "nexthop ..." to the end of the line. */
int route_take_hops(struct parse *p, int *family, struct netcfg_route_config *config);

#endif
