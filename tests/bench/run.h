/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Running the peers of a scenario in turn, round after round. */
#ifndef RUN_H
#define RUN_H

#include <stddef.h>

#include "bench.h"

#define MAX_ROUNDS  50
#define MAX_PASSES  5
#define MAX_SAMPLES (MAX_ROUNDS * MAX_PASSES)
#define MAX_PEERS   8

enum state { RUNS, SKIPPED, FAILED };

/* What one peer achieved. */
struct series {
	const char *peer;
	enum state state;
	size_t count;
	struct sample samples[MAX_SAMPLES];
};

/* All about one size of a scenario. */
struct result {
	const struct scenario *scenario;
	unsigned int size;
	unsigned int rounds;
	size_t peer_count;
	struct series series[MAX_PEERS];
};

struct options;

void run_size(struct result *result, const struct scenario *scenario, const struct size *size,
	      const struct options *options);

#endif
