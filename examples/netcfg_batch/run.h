/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Carrying out one command with the library. */
#ifndef NETCFG_BATCH_RUN_H
#define NETCFG_BATCH_RUN_H

#include "command.h"
#include "failure.h"

enum way {
	WAY_QUEUE,  /* may be queued in a batch of the library */
	WAY_DELETE, /* likewise, and is the delete of one link */
	WAY_ALONE   /* has to read, or is about namespaces */
};

enum way command_way(const struct command *c);

/* May its failure end the run even with -force? */
bool command_may_stop(const struct command *c);

/* It has failed with @p err: does that end the run even with -force? No batch is open. */
bool command_stops(struct netcfg *nc, const struct command *c, int err);

/*
 * Find the namespaces that a link is to go to. Not in an open batch. 0 or -1; what is opened for it
 * is closed by command_finish().
 */
int command_prepare(struct netcfg *nc, struct command *c, struct failure *f);
void command_finish(struct command *c);

/*
 * Do it, or queue it if a batch is open. 0 or -errno. What went wrong is in f->text if that is not
 * empty, else in the handle's error message.
 */
int command_run(struct netcfg *nc, struct command *c, struct failure *f);

/* By object; each is part of command_run(). */
int run_link(struct netcfg *nc, struct command *c, struct failure *f);
int run_addr(struct netcfg *nc, struct command *c, struct failure *f);
int run_route(struct netcfg *nc, struct command *c, struct failure *f);
int run_neigh(struct netcfg *nc, struct command *c, struct failure *f);
int run_netns(struct netcfg *nc, struct command *c, struct failure *f);

/* Has a new link no name, or one in which the kernel is to put a number? */
bool link_lacks_name(const char *name);

/* What is found by its index is addressed by name. "" if it is gone. */
struct link_names {
	int32_t ifindex; /* of the last one that was asked for */
	char name[NETCFG_LINK_NAME_SIZE];
};
const char *link_name_of(struct netcfg *nc, struct link_names *names, int32_t ifindex);

#endif
