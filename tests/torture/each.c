/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "torture/each.h"

#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <netcfg/netcfg.h>

/* No verb makes so many calls; what does is in a loop. */
#define CALLS_MAX 2000

/* What is being tried, for the line that says what went wrong. */
static struct {
	const struct act *act;
	enum mode mode;
	enum inject what;
	int err;
	unsigned int nth;
} trial;

static void wrong(const char *text, long value)
{
	static const char *const modes[] = { "", " in a batch", " with a cache" };
	static const char *const calls[] = { "allocation", "send", "receive" };

	fail_msg("%s%s, %s %u failing with %d: %s (%ld)", trial.act->name, modes[trial.mode],
		 calls[trial.what], trial.nth, trial.err, text, value);
}

static long count_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	long count = 0;

	if (!dir)
		wrong("no /proc", errno);
	while (readdir(dir))
		count++;
	closedir(dir);
	return count;
}

static int call_in_a_batch(const struct act *act, struct netcfg *nc)
{
	int result, failed, err = netcfg_batch_begin(nc, 0);

	if (err)
		return err;
	result = act->call(nc);
	/* A verb may have ended it, as commit does, or be refused in one. */
	failed = netcfg_batch_commit(nc);
	if (result < 0 || failed <= 0)
		return result < 0 ? result : failed;
	return netcfg_batch_error(nc, 0);
}

static int call(const struct act *act, enum mode mode, struct netcfg *nc)
{
	int err = mode == WITH_A_CACHE ? netcfg_cache_enable(nc) : 0;

	if (err)
		return err;
	return mode == IN_A_BATCH ? call_in_a_batch(act, nc) : act->call(nc);
}

/* One more call, with nothing failing any more. */
static void assert_usable(struct netcfg *nc)
{
	const int err = netcfg_link_set_up(nc, "lo");

	if (err)
		wrong(netcfg_error_message(nc), err);
	if (*netcfg_error_message(nc))
		wrong("a message after a success", 0);
}

/* True if a call has failed. */
static bool try_once(const struct act *act, enum mode mode, int *ret_result)
{
	struct netcfg *nc = NULL;
	bool fired;
	int result;

	inject_arm(trial.what, trial.nth, trial.err);
	result = netcfg_open(&nc);
	if (result == 0)
		result = call(act, mode, nc);
	fired = inject_disarm();
	if (result == VERB_TOUCHED)
		wrong("an output was written to", 0);
	/* In a batch the message is that of the commit. */
	if (nc && !act->elsewhere && result < 0 && mode != IN_A_BATCH && !*netcfg_error_message(nc))
		wrong("no message", result);
	if (nc)
		assert_usable(nc);
	netcfg_close(nc);
	*ret_result = result;
	return fired;
}

void each_failure(const struct act *act, enum mode mode, enum inject what, int err)
{
	int result, good = 0;
	bool fired = true;
	long fds, live;

	trial.act = act;
	trial.mode = mode;
	trial.what = what;
	trial.err = err;
	/* Number 0 never comes: first see how it goes without a failure. */
	for (trial.nth = 0; fired && trial.nth < CALLS_MAX; trial.nth++) {
		live = inject_live();
		if (act->before)
			act->before();
		fds = count_descriptors();
		fired = try_once(act, mode, &result);
		if (trial.nth > 0 && !fired && result != good)
			wrong("without a failure it is not what it was before", result);
		if (trial.nth == 0)
			good = result;
		if (fired && result >= 0 && result != good)
			wrong("neither a failure nor what it is without one", result);
		if (act->after)
			act->after(result, what);
		if (inject_live() != live && trial.nth > 0)
			wrong("allocations are left", inject_live() - live);
		if (count_descriptors() != fds)
			wrong("descriptors are left", count_descriptors() - fds);
		if (trial.nth == 0)
			fired = true;
	}
	if (trial.nth == CALLS_MAX)
		wrong("there is no end of it", CALLS_MAX);
}

void each_failure_everywhere(const struct act *act)
{
	static const struct {
		enum inject what;
		int err;
	} failures[] = { { INJECT_ALLOCATION, ENOMEM },
			 { INJECT_SEND, ENOBUFS },
			 { INJECT_RECEIVE, ENOBUFS },
			 { INJECT_RECEIVE, EIO } };
	size_t i;
	int mode;

	for (mode = SINGLY; mode < MODES; mode++) {
		for (i = 0; i < sizeof(failures) / sizeof(failures[0]); i++)
			each_failure(act, (enum mode)mode, failures[i].what, failures[i].err);
	}
}

void each_failure_singly(const struct act *act)
{
	each_failure(act, SINGLY, INJECT_ALLOCATION, ENOMEM);
	each_failure(act, SINGLY, INJECT_SEND, ENOBUFS);
	each_failure(act, SINGLY, INJECT_RECEIVE, ENOBUFS);
}
