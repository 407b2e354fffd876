/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Times each step of a program, run after run, by the clock and in processor time. */
#ifndef EXAMPLES_STEPS_H
#define EXAMPLES_STEPS_H

#include <stddef.h>

/* One kind of operation, done many times. */
struct step {
	const char *name;
	double *us;     /* one time for each run, in microseconds */
	double *cpu;    /* the same in processor time, of all threads, kernel included */
	size_t count;   /* runs so far */
	size_t size;    /* runs there is room for; later ones are not recorded */
	double started; /* when the run that is going on began */
	double cpu_started;
};

/* Make room for a number of runs. Returns 0 or -ENOMEM. */
int step_init(struct step *step, const char *name, size_t runs);
void step_free(struct step *step);

/* Put these two around the operation. */
void step_begin(struct step *step);
void step_end(struct step *step);

/*
 * Print one table, for every step: seconds in total, the median of all runs, that of the first 100
 * and of the last 100 (of fewer than 200: of either half), and how many times dearer the last ones
 * were. Then the same for processor time: waiting, and what else the machine has to do, are not in
 * it.
 */
void steps_print(const struct step *steps, size_t count);

/* On a terminal, show how far a long piece of work has got; elsewhere, nothing. */
void progress(const char *what, size_t done, size_t total);

#endif
