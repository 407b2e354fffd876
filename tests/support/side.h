/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Children, threads, and what the kernel says about this process. */
#ifndef TEST_SUPPORT_SIDE_H
#define TEST_SUPPORT_SIDE_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * cmocka's assertions jump, so they may only be used on the test's own thread.
 * What runs elsewhere, in a thread or a child, returns 0 or 1 and uses this.
 */
#define side_check(condition)                                                                      \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			side_report(__FILE__, __LINE__, #condition);                               \
			return 1;                                                                  \
		}                                                                                  \
	} while (0)

void side_report(const char *file, int line, const char *condition);

/* What fn of side_start() returns, and side_end() gives, for "not possible here". */
#define SIDE_SKIP 77

/* A child that runs fn while the test goes on; fn talks to the test through two pipes. */
struct side {
	pid_t pid;
	int to;   /* the test writes, the child reads */
	int from; /* the child writes, the test reads */
};

/* In the child .to and .from are the child's own ends: it reads from .from, writes to .to. */
void side_start(struct side *side, int (*fn)(struct side *self, void *arg), void *arg);
int side_end(struct side *side); /* closes the pipes, waits: what fn returned */

/* One byte each way; false when the other one is gone. */
bool side_tell(const struct side *side);
bool side_await(const struct side *side);

/* Run fn(0..count-1) on as many threads that start together: how many returned not 0. */
int side_threads(int count, int (*fn)(int number, void *arg), void *arg);

/*
 * sandbox_main() for tests that make threads, as the library does for them: with
 * the first one a sanitizer starts one of its own, which stays, and which would
 * look as if the first test had left it.
 */
#define side_main(tests)                                                                           \
	(sandbox_enter(), side_first_thread(),                                                     \
	 sandbox_result(cmocka_run_group_tests(tests, NULL, NULL), ARRAY_SIZE(tests)))

void side_first_thread(void);

/* True as soon as done(arg) is; false after ten seconds or so of asking. */
bool side_eventually(bool (*done)(void *arg), void *arg);

/* The calling thread's network namespace. */
ino_t side_netns(void);

/* Lines of mountinfo with this mount point, below the sandbox's /run; how many are shared. */
int side_mounts(const char *path);
int side_mounts_shared(const char *path);

/* 0 or -1: for /proc/sys and the like. */
int side_write_file(const char *path, const char *text);

/* Become a process without any capability. */
int side_drop_privilege(void);

#endif /* TEST_SUPPORT_SIDE_H */
