/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "segment.h"

#include <errno.h>
#include <stdio.h>

#include "run.h"

/*
 * A batch of the library goes on after a failure, or stops at it. Where the run may have to end, it
 * has to stop: without -force always, with it only for lines like these.
 */
static bool is_strict(const struct runner *r, const struct command *c)
{
	return !r->force || command_may_stop(c);
}

static void note_result(struct runner *r, struct netcfg *nc, struct command *c, int err,
			struct failure *f)
{
	if (!err) {
		runner_note(r, c, NULL);
		return;
	}
	if (!f->text[0])
		refuse(f, "%s", netcfg_error_message(nc));
	if (!f->stops)
		f->stops = command_may_stop(c) && command_stops(nc, c, err);
	runner_note(r, c, f);
}

static size_t run_alone(struct runner *r, struct netcfg *nc, struct command *c)
{
	struct failure f;
	int err = command_run(nc, c, &f);

	note_result(r, nc, c, err, &f);
	return 1;
}

/* What has been queued for a line: its positions in the batch, and what was wrong with it at once.
 */
struct queued {
	int first, end;
	int err;
	struct failure failure;
};

static bool is_taken(struct netcfg *nc, const char *name, const char *netns)
{
	return name && !netns && netcfg_link_index(nc, name) > 0;
}

/*
 * Does the line want a name that a link has already? If it fails for that, the library has what
 * follows in its batch fail too, since it did not make that link. Here, with -force, it is the one
 * that is meant.
 */
static bool wants_taken_name(struct netcfg *nc, const struct command *c)
{
	const struct link_command *l = &c->u.link;

	if (c->verb == LINK_SET)
		return is_taken(nc, l->near.config.name, l->near.netns);
	if (c->verb != LINK_CREATE)
		return false;
	return is_taken(nc, l->near.name, l->near.netns) ||
	       (l->kind == KIND_VETH && is_taken(nc, l->far.name, l->far.netns));
}

/* Does it take a name away, so that what the batch has made may not be there any more? */
static bool frees_names(const struct command *c)
{
	const struct link_words *w = &c->u.link.near;

	if (c->verb == LINK_SET)
		return w->netns || w->config.name;
	return c->verb == LINK_DELETE || c->verb == LINK_DELETE_GROUP;
}

static size_t segment_length(const struct runner *r, struct netcfg *nc,
			     struct command *const *commands, size_t count)
{
	const bool strict = is_strict(r, commands[0]);
	size_t n = 0;

	while (n < count && command_way(commands[n]) != WAY_ALONE &&
	       is_strict(r, commands[n]) == strict) {
		/* Two deletes are better done by deletes_run(). */
		if (n + 1 < count && command_way(commands[n]) == WAY_DELETE &&
		    command_way(commands[n + 1]) == WAY_DELETE)
			break;
		n++;
		if (!strict &&
		    (frees_names(commands[n - 1]) || wants_taken_name(nc, commands[n - 1])))
			break;
	}
	return n ? n : 1;
}

/* How many were queued: with @p strict up to the first that is refused at once, it included. */
static size_t queue(struct netcfg *nc, struct command *const *commands, size_t count, bool strict,
		    struct queued *q)
{
	for (size_t i = 0; i < count; i++) {
		q[i].first = netcfg_batch_count(nc);
		q[i].err = command_run(nc, commands[i], &q[i].failure);
		q[i].end = netcfg_batch_count(nc);
		if (q[i].err && !q[i].failure.text[0])
			refuse(&q[i].failure, "%s", netcfg_error_message(nc));
		if (q[i].err && strict)
			return i + 1;
	}
	return count;
}

/* Of what was sent for a line the first thing that failed counts. */
static int result_of(struct netcfg *nc, struct queued *q)
{
	for (int i = q->first; i < q->end; i++) {
		const int err = netcfg_batch_error(nc, i);

		if (!err)
			continue;
		if (err != -ECANCELED)
			refuse(&q->failure, "%s", netcfg_batch_error_message(nc, i));
		return err;
	}
	return q->err;
}

/* The transport failed: what the kernel did not do it will not do any more. */
static size_t note_broken(struct runner *r, struct netcfg *nc, struct command *const *commands,
			  struct queued *q, size_t n)
{
	struct failure f;

	malformed(&f, "%s", netcfg_error_message(nc));
	for (size_t i = 0; i < n; i++) {
		const int err = result_of(nc, &q[i]);

		if (!err) {
			runner_note(r, commands[i], NULL);
			continue;
		}
		runner_note(r, commands[i], &f);
		return i + 1;
	}
	runner_note(r, commands[n - 1], &f);
	return n;
}

static size_t note_all(struct runner *r, struct netcfg *nc, struct command *const *commands,
		       struct queued *q, size_t n, bool strict)
{
	/* Looking for why a line failed is a call that takes its message away. */
	for (size_t i = 0; i < n; i++) {
		q[i].err = result_of(nc, &q[i]);
		/* Not sent, because one before it failed: that one is noted, and ends this. */
		if (q[i].err == -ECANCELED)
			n = i;
	}
	for (size_t i = 0; i < n; i++) {
		note_result(r, nc, commands[i], q[i].err, &q[i].failure);
		if (q[i].err && strict)
			return i + 1;
	}
	return n;
}

size_t segment_run(struct runner *r, struct netcfg *nc, struct command *const *commands,
		   size_t count)
{
	static struct queued q[PENDING_MAX];
	const bool strict = is_strict(r, commands[0]);
	size_t n = segment_length(r, nc, commands, count);

	if (n == 1)
		return run_alone(r, nc, commands[0]);
	if (netcfg_batch_begin(nc, strict ? NETCFG_BATCH_STOP_ON_ERROR : 0))
		return run_alone(r, nc, commands[0]);
	n = queue(nc, commands, n, strict, q);
	if (netcfg_batch_commit(nc) < 0)
		return note_broken(r, nc, commands, q, n);
	return note_all(r, nc, commands, q, n, strict);
}
