/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "nsthread.h"

#include <pthread.h>
#include <signal.h>

struct job {
	int (*work)(void *arg);
	void *arg;
	int result;
};

static void *run(void *arg)
{
	struct job *job = arg;

	job->result = job->work(job->arg);
	return NULL;
}

int nsthread_run(int (*work)(void *arg), void *arg)
{
	struct job job = { .work = work, .arg = arg };
	sigset_t all, before;
	pthread_t thread;
	int err;

	/*
	 * The thread inherits the mask, so a signal of the caller's is never
	 * handled in the wrong namespace. Only the mask of this thread changes,
	 * and it is put back at once.
	 */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&thread, NULL, run, &job);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (err)
		return -err;
	pthread_join(thread, NULL);
	return job.result;
}
