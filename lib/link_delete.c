/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: deleting links: one, many, a group. */
#include <netcfg/link.h>

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>

#include "batch.h"
#include "batch_commit.h"
#include "handle.h"
#include "job.h"
#include "link_target.h"
#include "names.h"
#include "request.h"
#include "submit.h"

/*
 * Never without an index or a name: a delete that carries only a group takes
 * every link of the group (B11).
 */
static int make_delete(struct netcfg *nc, const struct link_target *t, struct job **ret_job,
		       struct request *r)
{
	struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };
	struct job *job;
	int err = link_target_check(nc, t);

	if (err)
		return err;
	job = job_new(nc);
	if (!job)
		return -ENOMEM;
	job->deletes = true;
	job->unmakes = true;
	ifi.ifi_index = job->ifindex = t->by_index ? t->ifindex : 0;
	if (!t->by_index) {
		job->uses = handle_keep(nc, t->name);
		if (!job->uses)
			return -ENOMEM;
	}
	request_begin(r, nc, RTM_DELLINK, 0, &ifi, sizeof(ifi));
	if (job->uses)
		name_put(r, job->uses);
	*ret_job = job;
	return 0;
}

static int delete_link(struct netcfg *nc, const struct link_target *t)
{
	struct request r;
	struct job *job;
	int err = make_delete(nc, t, &job, &r);

	return err ? err : submit_request(job, &r);
}

int netcfg_link_delete(struct netcfg *nc, const char *name)
{
	const struct link_target t = { .name = name };
	int err = call_begin_queueable(nc, "delete link", name, NULL, NULL);

	return err ? err : call_end(nc, delete_link(nc, &t));
}

int netcfg_link_delete_by_index(struct netcfg *nc, int ifindex)
{
	const struct link_target t = { .by_index = true, .ifindex = ifindex };
	int err = call_begin_queueable(nc, "delete link by index", NULL, NULL, NULL);

	return err ? err : link_target_end(nc, &t, delete_link(nc, &t));
}

/* Queue the delete of one of many. */
static int queue_delete(struct netcfg *nc, struct batch *b, const char *name, int *ret_error)
{
	const struct link_target t = { .name = name };
	struct request r;
	struct job *job;
	int err;

	error_begin(&nc->error, "delete link", name, NULL, NULL);
	err = make_delete(nc, &t, &job, &r);
	if (!err)
		err = request_finish(&r, &job->message);
	if (err)
		return err;
	job->ret_error = ret_error;
	return batch_queue(b, job);
}

/* Into the caller's open batch: all of them, or none. */
static int queue_many(struct netcfg *nc, const char *const *names, size_t count, int *ret_errors)
{
	const size_t before = nc->batch->count;
	size_t i;
	int err = 0;

	for (i = 0; i < count && !err; i++)
		err = queue_delete(nc, nc->batch, names[i], ret_errors ? &ret_errors[i] : NULL);
	if (err)
		nc->batch->count = before;
	return err;
}

/*
 * A batch of our own. A bad name fails alone. The results are the caller's once something was
 * tried, also if the transport failed then: what is known of each is not known otherwise.
 */
static int run_many(struct netcfg *nc, const char *const *names, size_t count, int *results,
		    int *ret_errors)
{
	struct batch own = { 0 };
	const char *refusal = NULL;
	int err, refused = 0, result;
	size_t i, before = 0;

	for (i = 0; i < count; i++) {
		err = queue_delete(nc, &own, names[i], &results[i]);
		if (err == -ENOMEM) {
			free(own.jobs);
			return call_end(nc, err);
		}
		results[i] = err;
		refused += err != 0;
		if (refused == 1 && err) {
			call_end(nc, err);
			before = own.count;
			refusal = arena_string(&nc->arena, nc->error.text);
		}
	}
	result = batch_run(nc, &own);
	for (i = 0; i < before; i++) {
		if (own.jobs[i]->result < 0)
			refusal = NULL; /* it was not the first to fail */
	}
	free(own.jobs);
	if (ret_errors)
		memcpy(ret_errors, results, count * sizeof(*results));
	if (result >= 0 && refusal)
		error_text(&nc->error, refusal);
	return result < 0 ? result : result + refused;
}

static int delete_many(struct netcfg *nc, const char *const *names, size_t count, int *ret_errors)
{
	int *results, failed;

	if (count == 0)
		return 0;
	results = calloc(count, sizeof(*results));
	if (!results)
		return call_end(nc, -ENOMEM);
	failed = run_many(nc, names, count, results, ret_errors);
	free(results);
	return failed;
}

int netcfg_link_delete_many(struct netcfg *nc, const char *const *names, size_t count,
			    int *ret_errors)
{
	int err = call_begin_queueable(nc, "delete links", NULL, NULL, NULL);

	if (err)
		return err;
	if (!names && count)
		return call_end(nc, error_detail(&nc->error, -EINVAL, "names is NULL"));
	if (count > INT_MAX)
		return call_end(nc, error_detail(&nc->error, -EINVAL, "count %zu is above %d",
						 count, INT_MAX));
	if (nc->batch_open)
		return call_end(nc, queue_many(nc, names, count, ret_errors));
	return delete_many(nc, names, count, ret_errors);
}

static int delete_group(struct netcfg *nc, uint32_t group)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };
	struct request r;
	struct job *job;

	/* Where every link is that was given no other. The kernel says EPERM. */
	if (group == 0)
		return error_detail(&nc->error, -EINVAL, "group is 0");
	job = job_new(nc);
	if (!job)
		return -ENOMEM;
	job->unmakes = true;
	job->group = group;
	request_begin(&r, nc, RTM_DELLINK, 0, &ifi, sizeof(ifi));
	request_put_u32(&r, IFLA_GROUP, group);
	return submit_request(job, &r);
}

int netcfg_link_delete_group(struct netcfg *nc, uint32_t group)
{
	int err = call_begin_queueable(nc, "delete group of links", NULL, NULL, NULL);

	if (err)
		return err;
	err = delete_group(nc, group);
	if (err < 0)
		error_detail(&nc->error, err, "group %u", group);
	return call_end(nc, err);
}
