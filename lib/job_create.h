/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * L3: what a create has that other changes have not: ends in other namespaces,
 * follow-ups, and an EEXIST that may be about the wrong namespace.
 *
 * The kernel ignores an alias of either end in the create; a peer's up flag
 * fails it and its master is ignored (kernel-facts section 3). These are sent
 * right after it, where the end is; if that fails the links are deleted.
 */
#ifndef JOB_CREATE_H
#define JOB_CREATE_H

#include <stdbool.h>

struct job;
struct name_table;
struct netcfg;

/* Sockets for follow-ups elsewhere, before the create, so that nothing is made in vain. */
int job_create_prepare(struct netcfg *nc, struct job *job);

/* After the exchange: the result of it all. */
int job_create_conclude(struct netcfg *nc, struct job *job);

/* Learn the new names, if err is 0. */
void job_create_remember(struct name_table *names, const struct job *job, int err);

void job_create_release(struct job *job);

bool job_create_has_followup(const struct job *job);

#endif
