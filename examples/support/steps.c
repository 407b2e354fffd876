/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/steps.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define WINDOW 100 /* runs at either end that are set against each other */

static double now_us(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

int step_init(struct step *step, const char *name, size_t runs)
{
	*step = (struct step){ .name = name, .size = runs };
	step->us = calloc(runs + 1, sizeof(*step->us)); /* never of size 0 */
	step->cpu = calloc(runs + 1, sizeof(*step->cpu));
	return step->us && step->cpu ? 0 : -ENOMEM;
}

void step_free(struct step *step)
{
	free(step->us);
	free(step->cpu);
	*step = (struct step){ 0 };
}

void step_begin(struct step *step)
{
	step->cpu_started = now_us(CLOCK_PROCESS_CPUTIME_ID);
	step->started = now_us(CLOCK_MONOTONIC);
}

void step_end(struct step *step)
{
	double us = now_us(CLOCK_MONOTONIC) - step->started;
	double cpu = now_us(CLOCK_PROCESS_CPUTIME_ID) - step->cpu_started;

	if (step->count == step->size)
		return;
	step->us[step->count] = us;
	step->cpu[step->count++] = cpu;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a;
	double y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Of a copy: the order in which the runs came is still needed. */
static double median(const double *us, size_t count)
{
	double *sorted = malloc(count * sizeof(*sorted));
	double middle;

	if (!sorted)
		return -1;
	memcpy(sorted, us, count * sizeof(*sorted));
	qsort(sorted, count, sizeof(*sorted), compare);
	middle = sorted[count / 2];
	if (count % 2 == 0)
		middle = (middle + sorted[count / 2 - 1]) / 2;
	free(sorted);
	return middle;
}

static size_t window_of(size_t count)
{
	return count / 2 < WINDOW ? count / 2 : WINDOW;
}

/* The first and the last runs, and the one by the other. */
static void print_ends(const double *us, size_t count)
{
	const size_t window = window_of(count);
	double first, last;

	if (!window) {
		printf(" %10s %10s %6s", "-", "-", "-");
		return;
	}
	first = median(us, window);
	last = median(us + count - window, window);
	printf(" %10.1f %10.1f %6.2f", first, last, last / first);
}

static void step_print(const struct step *step)
{
	double total = 0;

	if (!step->count)
		return;
	for (size_t i = 0; i < step->count; i++)
		total += step->us[i];
	printf("%-17s %6zu %8.3f %10.1f", step->name, step->count, total / 1e6,
	       median(step->us, step->count));
	print_ends(step->us, step->count);
	printf(" %10.1f", median(step->cpu, step->count));
	print_ends(step->cpu, step->count);
	putchar('\n');
}

void steps_print(const struct step *steps, size_t count)
{
	char first[32], last[32];
	size_t runs = 0;

	for (size_t i = 0; i < count; i++)
		runs = steps[i].count > runs ? steps[i].count : runs;
	snprintf(first, sizeof(first), "first %zu", window_of(runs));
	snprintf(last, sizeof(last), "last %zu", window_of(runs));
	printf("%73s%40s\n", "by the clock, us", "processor time, us");
	printf("%-17s %6s %8s %10s %10s %10s %6s %10s %10s %10s %6s\n", "step", "runs", "total s",
	       "median", first, last, "ratio", "median", first, last, "ratio");
	for (size_t i = 0; i < count; i++)
		step_print(&steps[i]);
}

void progress(const char *what, size_t done, size_t total)
{
	static const char *shown = "";

	if (!isatty(STDERR_FILENO))
		return;
	/* Drawing costs time too: now and then is enough, and when the work is done. */
	if (done % 64 && done != total && shown == what)
		return;
	shown = what;
	fprintf(stderr, "\r%s: %zu of %zu%s", what, done, total, done == total ? "\n" : "");
	fflush(stderr);
}
