/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: what a bulk delete asks and tells the kernel about many links at once. */
#ifndef BULK_PHASE_H
#define BULK_PHASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"
#include "request.h"

struct job;
struct netcfg;

/* A link to be deleted. */
struct victim {
	struct job *job;
	const struct victim *same; /* the one that deletes the same link; or NULL */
	int ifindex;               /* 0: not found */
	uint32_t group;            /* the one it had */
	bool alone;                /* does not go, or gains nothing, in a group */
	bool marked;               /* or perhaps so: in the private group */
	bool missed;               /* by the sweep: in another's group, for all that is known */
};

struct bulk {
	struct netcfg *nc;
	struct victim *victims; /* one for each job */
	struct victim **chosen; /* those of the phase under way */
	size_t count;
	struct victim **current; /* those of the exchange under way */
	struct arena arena;      /* its messages */
	uint32_t group;
};

/* What a phase sends about a link, and what it makes of the answer. */
struct phase {
	void (*build)(struct bulk *b, const struct victim *v, struct request *r);
	exchange_reply_fn reply;                                    /* for questions */
	void (*take)(struct bulk *b, struct victim *v, int result); /* NULL: nothing */
	size_t per_send;
};

/*
 * One message for each victim, in as few sends as the answers allow. 0, or -errno
 * if the transport failed; -ENOBUFS is a result of the messages it happened to.
 */
int bulk_run_phase(struct bulk *b, const struct phase *p, struct victim **victims, size_t count);

/* How many messages go into a send: of those answered by an error at most, or by a link. */
size_t bulk_acks_per_send(const struct bulk *b);
size_t bulk_replies_per_send(const struct bulk *b);

/* A message about the link of an index; or, with 0, of what is put into it. */
void bulk_begin_request(struct bulk *b, struct request *r, uint16_t type, int ifindex);

#endif
