/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * L1: has the process forked since?
 *
 * getpid(2) at every call would be a fifth of what the library adds to a small
 * request. A page that the kernel wipes in the child (madvise(2),
 * MADV_WIPEONFORK, Linux 4.14) tells it for a read of memory.
 */
#ifndef FORKMARK_H
#define FORKMARK_H

#include <stdbool.h>
#include <sys/types.h>

struct forkmark {
	volatile char *page; /* NULL: the kernel cannot; owner is compared instead */
	pid_t owner;
};

void forkmark_set(struct forkmark *m);

/* Are we another process than the one that set it? */
bool forkmark_is_child(const struct forkmark *m);

void forkmark_clear(struct forkmark *m);

#endif
