/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: the queue of an open batch. The public verbs are in the same file as its commit. */
#ifndef BATCH_H
#define BATCH_H

struct batch;
struct job;
struct netcfg;

/* Take a job. 0 or -ENOMEM. */
int batch_queue(struct batch *b, struct job *job);

/* Free all of it. NULL is fine. */
void batch_free(struct netcfg *nc);

#endif
