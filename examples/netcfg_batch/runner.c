/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "runner.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lines.h"
#include "parse.h"
#include "run.h"
#include "segment.h"

static void report(const struct runner *r, size_t line, const char *text)
{
	/* What was listed before is before it for the reader too. */
	fflush(stdout);
	fprintf(stderr, "netcfg_batch: %s:%zu: %s\n", r->file, line, text);
}

static void report_warning(const struct runner *r, const struct command *c)
{
	fflush(stdout);
	fprintf(stderr, "netcfg_batch: %s:%zu: warning: %s\n", r->file, c->line, c->warning);
}

static void fail(struct runner *r, size_t line, const struct failure *f)
{
	report(r, line, f->text);
	r->failed = true;
	if (f->stops && r->force)
		report(r, line, "nothing behind this line was done, in spite of -force");
	if (f->stops || !r->force)
		r->stopped = true;
}

void runner_note(struct runner *r, const struct command *c, const struct failure *failure)
{
	if (c->warning)
		report_warning(r, c);
	if (failure)
		fail(r, c->line, failure);
}

static struct netcfg *handle(const struct runner *r)
{
	return r->there ? r->there : r->here;
}

/* Carry out what is pending, and forget it. */
static void flush(struct runner *r)
{
	size_t done = 0;

	while (done < r->count && !r->stopped) {
		struct command *const *next = &r->pending[done];
		size_t n = deletes_run(r, handle(r), next, r->count - done);

		if (!n)
			n = segment_run(r, handle(r), next, r->count - done);
		done += n;
	}
	for (size_t i = 0; i < r->count; i++)
		command_finish(r->pending[i]);
	r->count = 0;
	pool_free(&r->pool);
	fflush(stdout);
}

static void flush_when_idle(void *userdata)
{
	struct runner *r = userdata;

	if (r->count)
		flush(r);
}

static void leave_netns(struct runner *r)
{
	netcfg_close(r->there);
	r->there = NULL;
	r->there_name = NULL;
}

/* All that is pending is about one namespace. A handle keeps its own alive, so only one is open. */
static int enter_netns(struct runner *r, const char *netns, struct failure *f)
{
	int err;

	if (netns ? r->there_name && strcmp(netns, r->there_name) == 0 : !r->there)
		return 0;
	leave_netns(r);
	if (!netns)
		return 0;
	if (strlen(netns) >= sizeof(r->there_copy))
		return refuse(f, "the namespace's name is too long");
	err = netcfg_open_netns(&r->there, netns);
	if (err)
		return refuse(f, "cannot open namespace \"%s\": %s", netns, strerror(-err));
	strcpy(r->there_copy, netns);
	r->there_name = r->there_copy;
	return 0;
}

static bool is_elsewhere(const struct runner *r, const struct command *c)
{
	if (!c->netns || !r->there_name)
		return c->netns != r->there_name;
	return strcmp(c->netns, r->there_name) != 0;
}

/* Behind what is pending, to which it may not belong. */
static int push(struct runner *r, struct command *c, struct failure *f)
{
	const bool alone = command_way(c) == WAY_ALONE;
	const bool has_files = c->fds[0] >= 0 || c->fds[1] >= 0;

	r->pending[r->count++] = c;
	if (alone || has_files || r->count == PENDING_MAX)
		flush(r);
	(void)f;
	return 0;
}

/*
 * A line is parsed into the pool of what is pending. If it is another namespace's, that has to be
 * done first, and the line parsed again into the new pool.
 */
static int take_line(struct runner *r, const char *text, size_t len, size_t number,
		     struct failure *f)
{
	struct command *c;
	int result = parse_line(&r->pool, text, len, r->family, &c, f);

	if (result <= 0)
		return result;
	if (r->count && (is_elsewhere(r, c) || command_way(c) == WAY_ALONE)) {
		flush(r);
		if (r->stopped)
			return 0;
		parse_line(&r->pool, text, len, r->family, &c, f);
	}
	c->line = number;
	if (enter_netns(r, c->netns, f))
		return -1;
	if (command_prepare(handle(r), c, f)) {
		command_finish(c);
		return -1;
	}
	return push(r, c, f);
}

static void run_line(struct runner *r, const struct lines *l)
{
	struct failure f = { .text = "" };

	if (take_line(r, l->line, l->len, l->number, &f) == 0)
		return;
	/* What is before it comes first, and may fail first. */
	flush(r);
	if (!r->stopped)
		fail(r, l->number, &f);
}

static void end_file(struct runner *r, size_t line, int result)
{
	struct failure f;

	flush(r);
	if (r->stopped)
		return;
	if (result == LINES_UNFINISHED)
		malformed(&f, "the file ends where this line should go on: it was not done");
	else if (result == LINES_TOO_LONG)
		malformed(&f, "the line has more than %d bytes", LINE_MAX_BYTES);
	else
		malformed(&f, "cannot read: %s", strerror(-result));
	fail(r, line, &f);
}

int runner_file(struct runner *r, int fd, const char *name)
{
	struct lines l;
	int result = LINES_ONE;

	r->file = name;
	lines_open(&l, fd);
	l.idle = flush_when_idle;
	l.userdata = r;
	while (!r->stopped) {
		result = lines_next(&l);
		if (result != LINES_ONE)
			break;
		run_line(r, &l);
	}
	flush(r);
	if (!r->stopped && result != LINES_ONE && result != LINES_END)
		end_file(r, l.number + (result < 0), result);
	leave_netns(r);
	lines_close(&l);
	return r->stopped ? -1 : 0;
}

int runner_open(struct runner *r)
{
	int err = r->netns ? netcfg_open_netns(&r->here, r->netns) : netcfg_open(&r->here);

	if (!err)
		return 0;
	fprintf(stderr, "netcfg_batch: cannot begin%s%s: %s\n", r->netns ? " in namespace " : "",
		r->netns ? r->netns : "", strerror(-err));
	return -1;
}

void runner_close(struct runner *r)
{
	leave_netns(r);
	netcfg_close(r->here);
	pool_free(&r->pool);
}
