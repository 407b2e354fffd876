/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t caught;

static void on_signal(int number)
{
	caught = number;
}

int interrupt_catch(bool once)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = on_signal };

	/* No call of the library is cut short by this: the program looks at the flag between. */
	action.sa_flags = SA_RESTART | (once ? (int)SA_RESETHAND : 0);
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
		struct sigaction before;

		if (sigaction(numbers[i], NULL, &before))
			return -errno;
		/* nohup(1) and shells in the background have some ignored: leave it so. */
		if (before.sa_handler == SIG_IGN)
			continue;
		if (sigaction(numbers[i], &action, NULL))
			return -errno;
	}
	return 0;
}

bool interrupted(void)
{
	return caught != 0;
}

void interrupt_die(void)
{
	signal(caught, SIG_DFL);
	raise(caught);
}
