/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The run over one or several files: lines are read, gathered, and carried out in order, as many at
 * a time as may be. What ip -batch would not have done behind a line that fails is not done here.
 */
#ifndef NETCFG_BATCH_RUNNER_H
#define NETCFG_BATCH_RUNNER_H

#include <stdbool.h>
#include <stddef.h>

#include "command.h"
#include "failure.h"
#include "pool.h"

/* Lines that are gathered before they are carried out. */
#define PENDING_MAX 1024

struct runner {
	/* Set by the caller. */
	bool force;        /* go on after a line that failed */
	int family;        /* of -4 and -6, or AF_UNSPEC */
	const char *netns; /* of -n, or NULL */

	struct netcfg *here;  /* for lines without a namespace of their own */
	struct netcfg *there; /* for those with one; or NULL */
	const char *there_name;
	char there_copy[NETCFG_NETNS_NAME_SIZE];

	const char *file; /* its name, for reports */
	struct pool pool; /* of what is pending */
	struct command *pending[PENDING_MAX];
	size_t count;
	bool failed;  /* some line did */
	bool stopped; /* nothing more is done */
};

/* 0, or -1 and has said why. */
int runner_open(struct runner *r);
void runner_close(struct runner *r);

/* Carry out a file. Returns 0, or -1 if the run is over. */
int runner_file(struct runner *r, int fd, const char *name);

/* For the ways in which several lines are carried out: the outcome of one, NULL for success. */
void runner_note(struct runner *r, const struct command *c, const struct failure *failure);

#endif
