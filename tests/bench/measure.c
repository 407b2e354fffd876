/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "measure.h"

#include <stdlib.h>
#include <time.h>

#include "stats.h"

/* No run whose operations are all alike needs longer. */
#define LAPS_LIMIT_US 3e6

double clock_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

void measure_begin(struct run *run)
{
	free(run->laps);
	run->laps = NULL;
	run->lap_count = 0;
	getrusage(RUSAGE_SELF, &run->self);
	getrusage(RUSAGE_CHILDREN, &run->children);
	run->begun = clock_us();
	run->lap_begun = run->begun;
}

static double between(const struct timeval *from, const struct timeval *to)
{
	return (double)(to->tv_sec - from->tv_sec) * 1e6 + (double)(to->tv_usec - from->tv_usec);
}

void measure_end(struct run *run, unsigned int ops)
{
	const double wall = clock_us() - run->begun;
	struct rusage self, children;
	double user, system;

	getrusage(RUSAGE_SELF, &self);
	getrusage(RUSAGE_CHILDREN, &children);
	user = between(&run->self.ru_utime, &self.ru_utime) +
	       between(&run->children.ru_utime, &children.ru_utime);
	system = between(&run->self.ru_stime, &self.ru_stime) +
		 between(&run->children.ru_stime, &children.ru_stime);
	run->sample.ops = ops;
	run->sample.value[WALL_US] = wall / ops;
	run->sample.value[CPU_US] = (user + system) / ops;
	run->sample.value[USER_US] = user / ops;
}

bool measure_more(struct run *run)
{
	if (!run->laps) {
		run->laps = calloc(run->ops, sizeof(run->laps[0]));
		if (!run->laps)
			bench_fail("out of memory");
		run->begun = clock_us();
		run->lap_begun = run->begun;
	}
	return run->lap_count < run->ops && run->lap_begun - run->begun < LAPS_LIMIT_US;
}

void measure_lap(struct run *run)
{
	const double now = clock_us();

	run->laps[run->lap_count++] = now - run->lap_begun;
	run->lap_begun = now;
}

void measure_laps_end(struct run *run)
{
	measure_end(run, run->lap_count);
	run->sample.value[WALL_US] = stats_median(run->laps, run->lap_count);
	free(run->laps);
	run->laps = NULL;
}
