/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lines.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BUFFER_SIZE 65536

static void *need(void *memory)
{
	if (!memory) {
		fprintf(stderr, "netcfg_batch: out of memory\n");
		exit(EXIT_FAILURE);
	}
	return memory;
}

void lines_open(struct lines *l, int fd)
{
	memset(l, 0, sizeof(*l));
	l->fd = fd;
	l->buffer = need(malloc(BUFFER_SIZE));
}

void lines_of_memory(struct lines *l, const char *text, size_t len)
{
	memset(l, 0, sizeof(*l));
	l->fd = -1;
	l->buffer = need(malloc(len + 1));
	memcpy(l->buffer, text, len);
	l->end = len;
}

void lines_close(struct lines *l)
{
	free(l->buffer);
	free(l->line);
	l->buffer = NULL;
	l->line = NULL;
}

static bool would_block(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, 0) == 0;
}

/* 1, 0 at the end, or -errno. */
static int fill(struct lines *l)
{
	ssize_t got;

	if (l->fd < 0)
		return 0;
	if (l->idle && would_block(l->fd))
		l->idle(l->userdata);
	do {
		got = read(l->fd, l->buffer, BUFFER_SIZE);
	} while (got < 0 && errno == EINTR);
	if (got < 0)
		return -errno;
	l->begin = 0;
	l->end = (size_t)got;
	return got > 0;
}

/* What goes beyond the limit is dropped: it may be a comment, or end the run. */
static void append(struct lines *l, const char *bytes, size_t len)
{
	if (len > LINE_MAX_BYTES + 1 - l->len) {
		len = LINE_MAX_BYTES + 1 - l->len;
		l->cut = true;
	}
	if (l->len + len + 1 > l->room) {
		l->room = (l->len + len + 1) * 2;
		l->line = need(realloc(l->line, l->room));
	}
	memcpy(l->line + l->len, bytes, len);
	l->len += len;
	l->line[l->len] = '\0';
}

/* One line of the file, with its newline if it has one. 1, 0 at the end, or -errno. */
static int take_physical(struct lines *l)
{
	bool any = false;

	for (;;) {
		const char *bytes, *newline;
		size_t len;

		if (l->begin == l->end) {
			int err = fill(l);

			if (err < 0)
				return err;
			if (err == 0)
				return any;
		}
		bytes = l->buffer + l->begin;
		len = l->end - l->begin;
		newline = memchr(bytes, '\n', len);
		if (newline)
			len = (size_t)(newline - bytes) + 1;
		append(l, bytes, len);
		l->begin += len;
		any = true;
		if (newline)
			return 1;
	}
}

/* Without what follows a NUL or a '#'. Is the next line to be joined to it? */
static bool trim(struct lines *l, size_t start)
{
	char *line = l->line + start;
	size_t len = strlen(line);
	char *comment = memchr(line, '#', len);

	if (comment)
		len = (size_t)(comment - line);
	if (start + len < l->len)
		l->cut = false; /* what was dropped is part of what is not read */
	l->len = start + len;
	l->line[l->len] = '\0';
	if (len < 1 || line[len - 1] != '\n')
		return false;
	l->line[--l->len] = '\0';
	if (len < 2 || line[len - 2] != '\\')
		return false;
	l->line[--l->len] = '\0';
	return true;
}

int lines_next(struct lines *l)
{
	bool joins = false;

	l->len = 0;
	l->cut = false;
	for (;;) {
		const size_t start = l->len;
		const int got = take_physical(l);

		if (got < 0)
			return got;
		if (got == 0)
			return joins ? LINES_UNFINISHED : LINES_END;
		l->number++;
		joins = trim(l, start);
		if (l->cut)
			return LINES_TOO_LONG;
		if (!joins)
			return LINES_ONE;
	}
}
