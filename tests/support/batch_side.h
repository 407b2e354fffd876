/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A batch file that is carried out in namespaces of its own, and what it leaves there. */
#ifndef TEST_SUPPORT_BATCH_SIDE_H
#define TEST_SUPPORT_BATCH_SIDE_H

#include <stddef.h>

#include "support/side.h"

/** A file's content; "@PID@" in it is to be the id of a process in the batch's own namespace. */
struct batch_text {
	char *bytes; /* and a NUL behind them */
	size_t len;
};

struct batch_text batch_text_read(const char *path);

struct batch_side {
	struct side side;
	struct batch_text text;
	const char *command; /* run in a directory where the file is "f" */
	char dir[256];       /* where it puts status, out, err, seconds, state */
};

/** Begin; text is the caller's. Any number may run side by side. */
void batch_side_start(struct batch_side *b, const struct batch_text *text, const char *command);

/** Wait for the command. Returns its exit status. */
int batch_side_wait(struct batch_side *b);

/** What there is now: links, addresses, routes, neighbours, in all namespaces. free() it. */
char *batch_side_state(struct batch_side *b, const char *given);

/**
 * Do they come to the same state? The kernel does some things in its own time, so a difference may
 * pass; one that stays is printed.
 */
bool batch_sides_agree(struct batch_side *one, struct batch_side *two, const char *given);

/** What the command wrote: "out", "err", or "seconds". free() it. */
char *batch_side_output(const struct batch_side *b, const char *what);

/** What was started last has to end first: its process has the others' pipes open. */
void batch_side_end(struct batch_side *b);

#endif /* TEST_SUPPORT_BATCH_SIDE_H */
