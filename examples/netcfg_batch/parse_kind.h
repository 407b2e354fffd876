/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The options of kinds of link, where a kind has a file of its own. */
#ifndef NETCFG_BATCH_PARSE_KIND_H
#define NETCFG_BATCH_PARSE_KIND_H

#include "parse.h"

/* Options to the end of the line. 0 or -1. */
int parse_kind_options(struct parse *p, const char *kind, const struct keyword *words,
		       void *target);

int parse_bridge(struct parse *p, struct link_command *c);
int parse_bridge_port(struct parse *p, struct link_command *c);
int parse_vxlan(struct parse *p, struct link_command *c);
int parse_bond(struct parse *p, struct link_command *c);

#endif
