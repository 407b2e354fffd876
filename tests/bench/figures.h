/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is shown of a series of samples. */
#ifndef FIGURES_H
#define FIGURES_H

#include "run.h"
#include "stats.h"

struct figures {
	double ops; /* median of how many operations a run did */
	struct spread wall;
	double value[METRICS]; /* medians; of PROBE_MS the highest */
	/* Its time divided by that of "raw", round by round, and its CPU time likewise. */
	struct spread to_raw, cpu_to_raw;
	struct spread to_ours; /* its time divided by that of "ours" */
};

void figures_of(struct figures *f, const struct result *result, size_t peer);

#endif
