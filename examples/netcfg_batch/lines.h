/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The lines of a batch file, as ip -batch joins and cuts them: a backslash right before the newline
 * joins the next line with nothing between, '#' ends a line wherever it is, and so does a NUL byte.
 */
#ifndef NETCFG_BATCH_LINES_H
#define NETCFG_BATCH_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* The longest line, comments apart, with what is joined to it. ip has no limit but memory. */
#define LINE_MAX_BYTES (1 << 20)

enum lines_result {
	LINES_END = 0,
	LINES_ONE = 1,
	LINES_UNFINISHED = 2, /* the file ends where a line should be continued */
	LINES_TOO_LONG = 3
};

struct lines {
	int fd; /* -1: all there is is in buffer */
	char *buffer;
	size_t begin, end;
	char *line; /* the last one that was taken, without its newline */
	size_t len, room;
	size_t number;                /* of the file's line that it ends with, from 1 */
	bool cut;                     /* the line is longer than may be */
	void (*idle)(void *userdata); /* called before a read that would block; or NULL */
	void *userdata;
};

void lines_open(struct lines *l, int fd);                            /* borrowed */
void lines_of_memory(struct lines *l, const char *text, size_t len); /* copied */
void lines_close(struct lines *l);

/* enum lines_result, or -errno. */
int lines_next(struct lines *l);

#endif
