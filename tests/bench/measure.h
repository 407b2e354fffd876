/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Timing a run, as a whole or lap by lap. */
#ifndef MEASURE_H
#define MEASURE_H

#include "bench.h"

/* Microseconds of a clock that never goes back. */
double clock_us(void);

/* Before and after what is timed. The mean of all operations is the result. */
void measure_begin(struct run *run);
void measure_end(struct run *run, unsigned int ops);

/*
 * Where each operation is timed by itself:
 *
 *	measure_begin(run);
 *	while (measure_more(run))
 *		do operation number run->lap_count; measure_lap(run);
 *	measure_laps_end(run);
 *
 * There is more to do until the operations are done or have taken a few seconds. The median is
 * the result.
 */
bool measure_more(struct run *run);
void measure_lap(struct run *run);
void measure_laps_end(struct run *run);

#endif
