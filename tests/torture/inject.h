/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Calls that fail when a test wants it: the n-th allocation, send or receive.
 *
 * malloc(3) and its like are this program's own, so that those of libnl and of
 * the C library fail too; in what is linked only here, and never in the library.
 */
#ifndef TORTURE_INJECT_H
#define TORTURE_INJECT_H

#include <stdbool.h>

enum inject { INJECT_ALLOCATION, INJECT_SEND, INJECT_RECEIVE };

/* The n-th from now on, counted from 1, fails once, with a positive errno. */
void inject_arm(enum inject what, unsigned int nth, int err);

/* No longer. Did it fail? */
bool inject_disarm(void);

/* For the call itself: the errno to fail with, or 0. */
int inject_count(enum inject what);

/* Nothing is counted in between: what a test does itself. They may be nested. */
void inject_pause(void);
void inject_resume(void);

/* How many allocations are not freed. Always 0 under a sanitizer, which finds leaks by itself. */
long inject_live(void);

#endif
