/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A batch of the library's in which each change knows the line of the file that wants it. */
#ifndef LXC_NET_QUEUE_H
#define LXC_NET_QUEUE_H

#include <netcfg/netcfg.h>
#include <stddef.h>

#include "lxc_net/say.h"

struct queue {
	struct netcfg *nc;
	const struct say *say;
	size_t *lines; /* by position in the batch */
	size_t count;
	int err; /* the first; nothing is queued after it */
};

/* Say what the last call on a handle says. Returns err. */
int say_failure(const struct say *say, size_t line, const struct netcfg *nc, int err);

void queue_begin(struct queue *queue, struct netcfg *nc, const struct say *say);

/* Queue one verb of the library's, unless something could not be queued before. */
#define QUEUE(queue, line, verb) queue_add((queue), (line), (queue)->err ? 0 : (verb))

/* For QUEUE(): what a verb gave. */
void queue_add(struct queue *queue, size_t line, int result);

/* Send it, or nothing if something could not be queued. Returns 0 or -errno, and has said why. */
int queue_commit(struct queue *queue);

/* How it went with one, after queue_commit(). */
int queue_result(const struct queue *queue, size_t position);

#endif
