/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "probe.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "measure.h"
#include "raw.h"
#include "raw_link.h"

#define PAUSE_US 1000
#define LO_MTU   65536 /* what lo has in a new namespace */

static volatile sig_atomic_t stop;

static void note(int signo)
{
	(void)signo;
	stop = 1;
}

/* The first set is not counted, and tells that we are there. */
static _Noreturn void ask(int result)
{
	struct raw_batch batch = { 0 };
	const int sock = raw_open();
	double longest = 0, begun, took;

	raw_put_set_mtu(&batch, "lo", LO_MTU);
	raw_seal(&batch);
	raw_send(sock, &batch);
	if (write(result, &longest, sizeof(longest)) != sizeof(longest))
		_exit(1);
	while (!stop) {
		begun = clock_us();
		raw_send(sock, &batch);
		took = clock_us() - begun;
		if (took > longest)
			longest = took;
		usleep(PAUSE_US);
	}
	longest /= 1000;
	_exit(write(result, &longest, sizeof(longest)) == sizeof(longest) ? 0 : 1);
}

void probe_start(struct probe *probe)
{
	const struct sigaction action = { .sa_handler = note, .sa_flags = SA_RESTART };
	int ends[2];
	double first;

	if (pipe(ends) < 0)
		bench_fail("pipe");
	sigaction(SIGUSR1, &action, NULL);
	probe->pid = fork();
	if (probe->pid < 0)
		bench_fail("fork");
	if (probe->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(ends[0]);
		ask(ends[1]);
	}
	close(ends[1]);
	probe->result = ends[0];
	if (read(probe->result, &first, sizeof(first)) != sizeof(first))
		bench_fail("the probe does not start");
}

double probe_stop(struct probe *probe)
{
	double longest;

	kill(probe->pid, SIGUSR1);
	if (read(probe->result, &longest, sizeof(longest)) != sizeof(longest))
		bench_fail("the probe has no result");
	waitpid(probe->pid, NULL, 0);
	close(probe->result);
	return longest;
}
