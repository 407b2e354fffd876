/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L1: how long a call may still wait, over all its waits together. */
#ifndef DEADLINE_H
#define DEADLINE_H

#include <stdbool.h>
#include <time.h>

struct deadline {
	int timeout_ms;      /* -1: for ever */
	bool started;        /* end is set */
	struct timespec end; /* CLOCK_MONOTONIC */
};

/* Does not read the clock: most calls never wait. */
void deadline_init(struct deadline *d, int timeout_ms);

/* Milliseconds left, rounded up, as poll(2) takes them. The first question starts the clock. */
int deadline_left(struct deadline *d);

#endif
