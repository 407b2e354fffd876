/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "deadline.h"

#include <limits.h>
#include <stdint.h>

void deadline_init(struct deadline *d, int timeout_ms)
{
	d->timeout_ms = timeout_ms;
	d->started = false;
}

static int64_t milliseconds_between(const struct timespec *from, const struct timespec *to)
{
	int64_t ns = (int64_t)to->tv_sec * 1000000000 + to->tv_nsec -
		     ((int64_t)from->tv_sec * 1000000000 + from->tv_nsec);

	return ns <= 0 ? 0 : (ns + 999999) / 1000000;
}

int deadline_left(struct deadline *d)
{
	struct timespec now;
	int64_t left;

	if (d->timeout_ms < 0)
		return -1;
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (!d->started) {
		d->end.tv_sec = now.tv_sec + d->timeout_ms / 1000;
		d->end.tv_nsec = now.tv_nsec + (long)(d->timeout_ms % 1000) * 1000000;
		if (d->end.tv_nsec >= 1000000000) {
			d->end.tv_sec++;
			d->end.tv_nsec -= 1000000000;
		}
		d->started = true;
	}
	left = milliseconds_between(&now, &d->end);
	return left > INT_MAX ? INT_MAX : (int)left;
}
