/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/signals.h"

#include <signal.h>
#include <sys/time.h>

#include "support/test.h"

static volatile sig_atomic_t count;
static void (*volatile on_each)(void);

static void take_signal(int number)
{
	(void)number;
	if (on_each)
		on_each();
	count = count + 1;
}

void signals_start(void (*each)(void))
{
	const struct itimerval each_ms = { .it_interval = { .tv_usec = 1000 },
					   .it_value = { .tv_usec = 1000 } };
	struct sigaction action = { .sa_handler = take_signal };

	sigemptyset(&action.sa_mask);
	assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
	count = 0;
	on_each = each;
	assert_int_equal(setitimer(ITIMER_REAL, &each_ms, NULL), 0);
}

void signals_stop(void)
{
	const struct itimerval never = { { 0 }, { 0 } };

	assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
	/* Not the default: one that is still on its way would end the test. */
	signal(SIGALRM, SIG_IGN);
}

int signals_count(void)
{
	return count;
}
