/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "stats.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

struct spread stats_spread(double *values, size_t count)
{
	struct spread s = { .median = (double)NAN, .low = (double)NAN, .high = (double)NAN };
	size_t i;

	for (i = 0; i < count; i++) {
		if (!isnan(values[i]))
			values[s.count++] = values[i];
	}
	if (s.count == 0)
		return s;
	qsort(values, s.count, sizeof(values[0]), ascending);
	s.low = values[0];
	s.high = values[s.count - 1];
	s.median = (values[(s.count - 1) / 2] + values[s.count / 2]) / 2;
	return s;
}

double stats_median(double *values, size_t count)
{
	return stats_spread(values, count).median;
}
