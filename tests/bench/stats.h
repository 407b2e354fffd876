/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Medians. Values that are NAN are not there. */
#ifndef STATS_H
#define STATS_H

#include <stddef.h>

struct spread {
	size_t count;
	double median, low, high; /* NAN if there are none */
};

/* Each of these sorts what it is given. */
double stats_median(double *values, size_t count);
struct spread stats_spread(double *values, size_t count);

#endif
