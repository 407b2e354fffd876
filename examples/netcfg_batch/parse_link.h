/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the lines about links share. */
#ifndef NETCFG_BATCH_PARSE_LINK_H
#define NETCFG_BATCH_PARSE_LINK_H

#include "parse.h"

/* The words about a link up to and with "type KIND", or to the end of the line. */
int parse_link_words(struct parse *p, struct link_words *w);

/* "name" and "dev" of a link that is to be made have to be one. */
int merge_names(struct parse *p, struct link_words *w);

/* The options behind "type KIND" of near.kind. 0 or -1. */
int parse_kind(struct parse *p, struct link_command *c);

/* link property add, del. */
int parse_property(struct parse *p, void *target, const struct keyword *command);

#endif
