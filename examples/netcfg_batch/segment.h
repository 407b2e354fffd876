/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Consecutive lines that are carried out together. */
#ifndef NETCFG_BATCH_SEGMENT_H
#define NETCFG_BATCH_SEGMENT_H

#include "runner.h"

/*
 * Carry out lines from the first one on, and note the outcome of each. Returns how many were dealt
 * with, one at least: the others are to be tried again.
 */
size_t segment_run(struct runner *r, struct netcfg *nc, struct command *const *commands,
		   size_t count);

/* The same for the deletes of links that stand at the beginning; 0: the first is to be done alone.
 */
size_t deletes_run(struct runner *r, struct netcfg *nc, struct command *const *commands,
		   size_t count);

#endif
