/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * L4: sending a batch: as many jobs in one send as fit, and as know all they need.
 *
 * A job waits for the ones before it only if it names a link that one of them
 * makes; then what is gathered is sent first, so that the name is found, or is
 * known not to have been made.
 */
#include "batch_commit.h"

#include <netcfg/batch.h>

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "bulk_delete.h"
#include "handle.h"
#include "job.h"
#include "names.h"
#include "netns_ref.h"
#include "request.h"

/* Namespaces that are open at a time, for the messages of one send. */
#define OPEN_MAX_PER_SEND 16

struct commit {
	struct netcfg *nc;
	struct name_table *names;
	struct job *gathered[EXCHANGE_MAX];
	size_t count;
	size_t bytes;
	size_t open; /* jobs that have a namespace open */
	bool stop_on_error;
	bool stopped;
	int transport; /* -errno that ends the commit */
	int failed;
	const char *first_text; /* the first failure's line */
};

static void begin_words(struct netcfg *nc, const struct job *job)
{
	error_begin(&nc->error, job->operation, job->object, job->relation, job->other);
}

static void set_state(struct commit *c, const char *name, enum name_state state, int err)
{
	struct name_entry *e = name_table_add(c->names, name);

	/* Out of memory: the kernel's answer to the next request has to do. */
	if (!e)
		return;
	e->ifindex = 0;
	/*
	 * One that this batch has made, and not unmade since, is its own whatever fails now. A
	 * delete of another link may have taken it along: not if the kernel says that it is there.
	 */
	if (state == NAME_FAILED && e->made &&
	    (e->made_generation == c->names->generation || err == -EEXIST))
		state = NAME_PLAIN;
	else if (state == NAME_PLAIN) {
		e->made = true;
		e->made_generation = c->names->generation;
	}
	e->state = state;
}

static void set_states(struct commit *c, const struct job *job, enum name_state state, int err)
{
	int i;

	if (job->makes)
		set_state(c, job->makes, state, err);
	for (i = 0; job->ends && i < 2; i++) {
		if (job->ends[i].what && !job->ends[i].netns)
			set_state(c, job->ends[i].name, state, err);
	}
}

/* A name that a link loses: who uses it has to wait, and then to ask whose it is. */
static void begin_drop(struct commit *c, const char *name)
{
	const struct name_entry *e = name_table_find(c->names, name);

	if (!e || e->state != NAME_FAILED)
		set_state(c, name, NAME_PENDING, 0);
}

static void end_drop(struct commit *c, const char *name, int err)
{
	struct name_entry *e = name_table_find(c->names, name);

	if (!e || (err < 0 && e->state == NAME_FAILED))
		return;
	e->ifindex = 0;
	e->state = NAME_PLAIN;
	if (err >= 0)
		e->made = false;
}

/*
 * A change that renames and more may fail after the rename: the link has the new
 * name then, whatever became of the rest.
 */
static bool was_renamed(struct commit *c, const struct job *job)
{
	const struct ifinfomsg *ifi;
	int index;

	if (!job->makes || !job->renames || job->message->result >= 0 || c->transport)
		return false;
	ifi = nlmsg_data(job->message->h);
	c->nc->error.muted = true; /* the question's own trouble is no matter here */
	index = name_ask(c->nc, "name", job->makes);
	c->nc->error.muted = false;
	return index > 0 && index == ifi->ifi_index;
}

/* The job is over. The words of the error are those of its run. */
static void settle(struct commit *c, struct job *job, int err)
{
	struct netcfg *nc = c->nc;

	job->result = err < 0 ? err : 0;
	if (job->unmakes)
		name_table_forget(c->names, NULL);
	set_states(c, job, err < 0 && !was_renamed(c, job) ? NAME_FAILED : NAME_PLAIN, err);
	if (job->drops)
		end_drop(c, job->drops, err);
	if (err >= 0)
		return;
	if (job->ifindex) /* no part of the operation's words */
		error_detail(&nc->error, err, "ifindex %d", job->ifindex);
	if (job->group)
		error_detail(&nc->error, err, "group %u", job->group);
	call_end(nc, err);
	job->text = arena_string(&nc->arena, nc->error.text);
	if (!c->first_text)
		c->first_text = job->text;
	c->failed++;
	c->stopped = c->stop_on_error;
}

/* Replies that were lost are some jobs' results; no answer at all is the end. */
static void note_transport(struct commit *c, int err)
{
	if (err && err != -ENOBUFS)
		c->transport = err;
}

static void flush(struct commit *c)
{
	struct message *messages[EXCHANGE_MAX];
	struct netcfg *nc = c->nc;
	size_t i;

	if (c->count == 0)
		return;
	for (i = 0; i < c->count; i++)
		messages[i] = c->gathered[i]->message;
	deadline_init(&nc->deadline, nc->timeout_ms); /* for each send */
	note_transport(c, exchange_messages(nc, &nc->socket, messages, c->count, NULL, NULL));
	for (i = 0; i < c->count; i++) {
		struct job *job = c->gathered[i];

		begin_words(nc, job);
		settle(c, job, job_conclude(nc, job));
		job_release(job);
	}
	c->count = 0;
	c->bytes = 0;
	c->open = 0;
}

static bool is_pending(const struct commit *c, const char *name)
{
	const struct name_entry *e = name_table_find(c->names, name);

	return e && e->state == NAME_PENDING;
}

static bool needs_pending(const struct commit *c, const struct message *m)
{
	const struct fix *fix;

	for (fix = m ? m->fixes : NULL; fix; fix = fix->next) {
		if (fix->link && is_pending(c, fix->link))
			return true;
	}
	return false;
}

/* Does the job name a link whose making is among what is gathered? */
static bool has_to_wait(const struct commit *c, const struct job *job)
{
	if (c->count == 0)
		return false;
	/* The target is looked at before the send (B83). */
	if (job->lands_in && job->renames)
		return true;
	if ((job->uses && is_pending(c, job->uses)) || needs_pending(c, job->message))
		return true;
	return job->ends &&
	       (needs_pending(c, job->ends[0].followup) || needs_pending(c, job->ends[1].followup));
}

static bool opens_namespace(const struct job *job)
{
	const struct fix *fix = job->message->fixes;

	while (fix && !fix->ref)
		fix = fix->next;
	return fix != NULL;
}

static bool is_full(const struct commit *c, const struct job *job)
{
	const struct socket *s = &c->nc->socket;
	/* With the cache on creates are answered at length. */
	const size_t max = c->nc->names ? s->max_replies : s->max_acks;

	return c->count == EXCHANGE_MAX || c->count >= max || c->open >= OPEN_MAX_PER_SEND ||
	       c->bytes + NLMSG_ALIGN(job->message->h->nlmsg_len) > s->max_send;
}

static int prepare(struct commit *c, struct job *job)
{
	int err;

	begin_words(c->nc, job);
	err = job->uses ? name_check_made(c->nc, "name", job->uses) : 0;
	if (!err)
		err = job_prepare(c->nc, job);
	return err;
}

static void gather(struct commit *c, struct job *job)
{
	int err;

	if (has_to_wait(c, job) || is_full(c, job))
		flush(c);
	if (c->transport || c->stopped)
		return;
	err = prepare(c, job);
	if (err && c->count) {
		/* Those before it first: their links are there then, their descriptors closed. */
		job_release(job);
		flush(c);
		if (c->transport || c->stopped)
			return;
		err = prepare(c, job);
	}
	if (err) {
		job_release(job);
		settle(c, job, err);
		return;
	}
	c->gathered[c->count++] = job;
	c->bytes += NLMSG_ALIGN(job->message->h->nlmsg_len);
	c->open += opens_namespace(job);
	set_states(c, job, NAME_PENDING, 0);
	if (job->drops)
		begin_drop(c, job->drops);
	/* What changes names or indexes is done before others are looked up. */
	if (c->stop_on_error || job->unmakes || job_is_last(job))
		flush(c);
}

static void run_call(struct commit *c, struct job *job)
{
	int err;

	flush(c);
	if (c->transport || c->stopped)
		return;
	begin_words(c->nc, job);
	deadline_init(&c->nc->deadline, c->nc->timeout_ms);
	err = job->uses ? name_check_made(c->nc, "link", job->uses) : 0;
	settle(c, job, err ? err : job->call(c->nc, job));
}

/* How many jobs from here on delete a link, and may be done together. */
static size_t run_length(const struct commit *c, struct job *const *jobs, size_t left)
{
	size_t n = 0;

	while (n < left && jobs[n]->deletes && !c->stop_on_error)
		n++;
	return n;
}

static void delete_run(struct commit *c, struct job **jobs, size_t n)
{
	struct netcfg *nc = c->nc;
	size_t i;

	flush(c);
	if (c->transport)
		return;
	note_transport(c, bulk_delete(nc, jobs, n));
	for (i = 0; i < n; i++) {
		begin_words(nc, jobs[i]);
		if (jobs[i]->uses && jobs[i]->message->result == -ENODEV)
			name_check_made(nc, "name", jobs[i]->uses); /* says why */
		settle(c, jobs[i], job_conclude(nc, jobs[i]));
	}
}

static void run_all(struct commit *c, const struct batch *b)
{
	size_t n, i = 0;

	while (i < b->count && !c->transport && !c->stopped) {
		n = run_length(c, &b->jobs[i], b->count - i);
		if (n > 1) {
			delete_run(c, &b->jobs[i], n);
			i += n;
			continue;
		}
		if (b->jobs[i]->call)
			run_call(c, b->jobs[i]);
		else
			gather(c, b->jobs[i]);
		i++;
	}
	if (!c->transport)
		flush(c);
}

int batch_run(struct netcfg *nc, struct batch *b)
{
	struct commit c = { .nc = nc,
			    .names = &b->names,
			    .stop_on_error = b->flags & NETCFG_BATCH_STOP_ON_ERROR };
	size_t i;

	nc->batch_names = &b->names;
	run_all(&c, b);
	for (i = 0; i < b->count; i++) { /* those that were not sent too */
		if (b->jobs[i]->ret_error)
			*b->jobs[i]->ret_error = b->jobs[i]->result;
	}
	nc->batch_names = NULL;
	name_table_free(&b->names);
	if (c.transport) {
		error_begin(&nc->error, "commit batch", NULL, NULL, NULL);
		return call_end(nc, c.transport);
	}
	error_text(&nc->error, c.first_text ? c.first_text : "");
	return c.failed;
}
