/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: batches: the queue and its public verbs. Sending it is in batch_commit.c. */
#include "batch.h"

#include <netcfg/batch.h>

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "batch_commit.h"
#include "handle.h"
#include "job.h"

static int make_room(struct batch *b)
{
	size_t room = b->room ? b->room * 2 : 64;
	struct job **jobs;

	if (b->count < b->room)
		return 0;
	if (room > INT_MAX)
		return -ENOMEM; /* positions are ints */
	jobs = realloc(b->jobs, room * sizeof(*jobs));
	if (!jobs)
		return -ENOMEM;
	b->jobs = jobs;
	b->room = room;
	return 0;
}

int batch_queue(struct batch *b, struct job *job)
{
	int err = make_room(b);

	if (err)
		return err;
	job->result = -ECANCELED;
	b->jobs[b->count++] = job;
	return 0;
}

void batch_free(struct netcfg *nc)
{
	struct batch *b = nc->batch;

	if (!b)
		return;
	name_table_free(&b->names);
	arena_free(&b->arena);
	free(b->jobs);
	free(b);
	nc->batch = NULL;
}

static int begin(struct netcfg *nc, uint32_t flags)
{
	if (flags & ~(uint32_t)NETCFG_BATCH_STOP_ON_ERROR)
		return error_detail(&nc->error, -EINVAL, "flags has unknown bits 0x%x",
				    flags & ~(uint32_t)NETCFG_BATCH_STOP_ON_ERROR);
	if (!nc->batch) {
		nc->batch = calloc(1, sizeof(*nc->batch));
		if (!nc->batch)
			return -ENOMEM;
	}
	arena_free(&nc->batch->arena);
	nc->batch->count = 0;
	nc->batch->flags = flags;
	nc->batch_open = true;
	return 0;
}

int netcfg_batch_begin(struct netcfg *nc, uint32_t flags)
{
	int err = call_begin(nc, "begin batch", NULL, NULL, NULL);

	return err ? err : call_end(nc, begin(nc, flags));
}

int netcfg_batch_count(const struct netcfg *nc)
{
	if (!nc)
		return -EINVAL;
	if (forkmark_is_child(&nc->forkmark))
		return -ECHILD;
	return nc->batch ? (int)nc->batch->count : 0;
}

/* What the jobs lie in goes on living, for those who ask for results; verbs begin anew. */
static void close_batch(struct netcfg *nc)
{
	nc->batch->arena = nc->arena;
	nc->arena.blocks = NULL;
	nc->batch_open = false;
}

int netcfg_batch_commit(struct netcfg *nc)
{
	int result = call_begin_queueable(nc, "commit batch", NULL, NULL, NULL);

	if (result)
		return result;
	if (!nc->batch_open)
		return call_end(nc, error_detail(&nc->error, -EINVAL, "no batch is open"));
	result = batch_run(nc, nc->batch);
	close_batch(nc);
	return result;
}

void netcfg_batch_abort(struct netcfg *nc)
{
	if (call_begin_queueable(nc, "abort batch", NULL, NULL, NULL) == 0 && nc->batch_open)
		close_batch(nc);
}

static const struct job *job_at(const struct netcfg *nc, int position)
{
	if (!nc || forkmark_is_child(&nc->forkmark))
		return NULL;
	if (!nc->batch || position < 0 || (size_t)position >= nc->batch->count)
		return NULL;
	return nc->batch->jobs[position];
}

int netcfg_batch_error(const struct netcfg *nc, int position)
{
	const struct job *job = job_at(nc, position);

	if (job)
		return job->result;
	return nc && forkmark_is_child(&nc->forkmark) ? -ECHILD : -EINVAL;
}

const char *netcfg_batch_error_message(const struct netcfg *nc, int position)
{
	const struct job *job = job_at(nc, position);

	return job && job->text ? job->text : "";
}
