/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "submit.h"

#include "batch.h"
#include "handle.h"
#include "job.h"
#include "request.h"

int submit(struct netcfg *nc, struct job *job)
{
	return nc->batch_open ? batch_queue(nc->batch, job) : job_run(nc, job);
}

int submit_request(struct job *job, struct request *r)
{
	int err = request_finish(r, &job->message);

	return err ? err : submit(r->nc, job);
}
