/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef NETCFG_BATCH_PARSE_ADDR_H
#define NETCFG_BATCH_PARSE_ADDR_H

#include "parse.h"

/* addr flush, behind these words. 0 or -1. */
int parse_addr_flush(struct parse *p, void *target, const struct keyword *command);

#endif
