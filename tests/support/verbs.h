/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Every function of the library that takes a handle and gives a result. */
#ifndef TEST_SUPPORT_VERBS_H
#define TEST_SUPPORT_VERBS_H

#include <limits.h>
#include <stddef.h>

#include <netcfg/netcfg.h>

/* The call failed and yet wrote to an output: ret_* is untouched on failure. */
#define VERB_TOUCHED INT_MIN

/* A verb with arguments that are all good, on objects that do not exist. */
struct verb {
	const char *name;
	int (*call)(struct netcfg *nc);
};

extern const struct verb verbs[];
extern const size_t verbs_count;

#endif /* TEST_SUPPORT_VERBS_H */
