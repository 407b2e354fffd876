/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lxc_net/queue.h"

#include <errno.h>
#include <stdlib.h>

int say_failure(const struct say *say, size_t line, const struct netcfg *nc, int err)
{
	refuse(say, line, "%s", netcfg_error_message(nc));
	return err;
}

void queue_begin(struct queue *queue, struct netcfg *nc, const struct say *say)
{
	int err = netcfg_batch_begin(nc, 0);

	*queue = (struct queue){ .nc = nc, .say = say, .err = err };
	if (err)
		say_failure(say, 0, nc, err);
}

void queue_add(struct queue *queue, size_t line, int result)
{
	size_t *lines;

	if (queue->err)
		return;
	if (result) {
		queue->err = say_failure(queue->say, line, queue->nc, result);
		return;
	}
	lines = realloc(queue->lines, (queue->count + 1) * sizeof(*lines));
	if (!lines) {
		refuse(queue->say, line, "out of memory");
		queue->err = -ENOMEM;
		return;
	}
	queue->lines = lines;
	lines[queue->count++] = line;
}

/* The first that failed is the cause: what comes later may fail because of it. */
static int first_failure(const struct queue *queue)
{
	for (size_t i = 0; i < queue->count; i++) {
		int err = netcfg_batch_error(queue->nc, (int)i);

		if (!err)
			continue;
		refuse(queue->say, queue->lines[i], "%s",
		       netcfg_batch_error_message(queue->nc, (int)i));
		return err;
	}
	return 0;
}

int queue_commit(struct queue *queue)
{
	if (queue->err) {
		netcfg_batch_abort(queue->nc);
	} else {
		int result = netcfg_batch_commit(queue->nc);

		queue->err = result ? first_failure(queue) : 0;
		if (result < 0 && !queue->err)
			queue->err = say_failure(queue->say, 0, queue->nc, result);
	}
	free(queue->lines);
	queue->lines = NULL;
	return queue->err;
}

int queue_result(const struct queue *queue, size_t position)
{
	return position < queue->count ? netcfg_batch_error(queue->nc, (int)position) : -ECANCELED;
}
