/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Every verb once for each call in it that can fail, and what must be so afterwards. */
#ifndef TORTURE_EACH_H
#define TORTURE_EACH_H

#include "support/verbs.h"
#include "torture/inject.h"

/* Something done with a handle: a verb of support/verbs.h, or more. */
struct act {
	const char *name;
	void (*before)(void); /* not counted; or NULL */
	int (*call)(struct netcfg *nc);
	/* Not counted: see that a failure left nothing, and put things back; or NULL. */
	void (*after)(int result, enum inject what);
	bool elsewhere; /* what fails is not said by the handle that is given */
};

/* How the verb is called. */
enum mode { SINGLY, IN_A_BATCH, WITH_A_CACHE, MODES };

/*
 * Open a handle, call, close it; first with no failure, then once for each n
 * with the n-th call of a sort failing. After each failure the handle must be
 * good for another call, and no memory or descriptor be left.
 */
void each_failure(const struct act *act, enum mode mode, enum inject what, int err);

/* The same for all modes and all that can fail. */
void each_failure_everywhere(const struct act *act);

/* For what takes long: all that can fail, singly. */
void each_failure_singly(const struct act *act);

#endif
