/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: what a bulk delete asks and tells the kernel about many links at once. */
#ifndef BULK_PHASE_H
#define BULK_PHASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <net/if.h>

#include "arena.h"
#include "request.h"

struct job;
struct netcfg;

/* What became of a link that was there. */
enum fate {
	FATE_UNKNOWN = 0,
	FATE_GONE,    /* whoever has its index by now */
	FATE_RENAMED, /* it has another name */
	FATE_KEPT,    /* in the private group */
	FATE_MISSED   /* in another one */
};

/* A link to be deleted. */
struct victim {
	struct job *job;
	const struct victim *same; /* the one that deletes the same link; or NULL */
	int ifindex;               /* 0: not found */
	uint32_t group;            /* the one it had */
	char name[IFNAMSIZ];       /* likewise */
	char mac[24];              /* its beginning: enough to tell it from another */
	bool alone;                /* does not go, or gains nothing, in a group */
	bool marked;               /* or perhaps so: in the private group */
	bool open;                 /* its result is not known yet */
	enum fate fate;
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

/* Have those of a sort first: how many they are. */
size_t bulk_sort_out(struct victim **victims, size_t count, bool (*is)(const struct victim *v));

/* A message about the link of an index; or, with 0, of what is put into it. */
void bulk_begin_request(struct bulk *b, struct request *r, uint16_t type, int ifindex);

/*
 * A message about the link that the caller named, or gave the index of: what its
 * index was at the beginning may be another link's by now.
 */
void bulk_begin_named(struct bulk *b, const struct victim *v, struct request *r, uint16_t type);

#endif
