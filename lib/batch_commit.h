/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: a batch, and sending it. */
#ifndef BATCH_COMMIT_H
#define BATCH_COMMIT_H

#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "name_table.h"

struct job;
struct netcfg;

struct batch {
	uint32_t flags;
	struct job **jobs;
	size_t count;
	size_t room;
	struct name_table names; /* what the commit knows of names */
	struct arena arena;      /* of a batch that is over, for its results */
};

/* Run all jobs: 0, the number that failed, or -errno if the transport did. */
int batch_run(struct netcfg *nc, struct batch *b);

#endif
