/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L1: memory that is given out piece by piece and taken back all at once. */
#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>

struct arena {
	struct arena_block *blocks; /* the one in use first */
};

/* Zeroed and aligned for anything, or NULL. An all-zero arena is an empty one. */
void *arena_alloc(struct arena *a, size_t size);

/* A copy of a string, or NULL. */
char *arena_string(struct arena *a, const char *text);

/* Take all pieces back; one block is kept, so that small uses cost no malloc(3). */
void arena_reset(struct arena *a);

void arena_free(struct arena *a);

#endif
