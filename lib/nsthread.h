/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * L1: work in another network namespace, done where the caller's thread never goes.
 *
 * Entering a namespace and coming back is not safe: a process whose privilege
 * ends at its own user namespace may enter one it owns and be refused the way
 * home. A thread that ends in the other namespace needs no way home.
 */
#ifndef NSTHREAD_H
#define NSTHREAD_H

/*
 * Run work(arg) in a thread of its own with all signals blocked, and wait for
 * it. Returns what work returns, or -errno if there was no thread.
 */
int nsthread_run(int (*work)(void *arg), void *arg);

#endif
