/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "figures.h"

#include <string.h>

static struct spread spread_of(const struct series *s, enum metric metric)
{
	double values[MAX_SAMPLES];
	size_t i;

	for (i = 0; i < s->count; i++)
		values[i] = s->samples[i].value[metric];
	return stats_spread(values, s->count);
}

/* Samples of one number are neighbours in time, so what disturbed one disturbed the other. */
static struct spread ratio_to(const struct result *result, const struct series *s,
			      const char *other, enum metric metric)
{
	double ratios[MAX_SAMPLES];
	size_t i, peer = 0, count = 0;

	while (peer < result->peer_count && strcmp(result->series[peer].peer, other) != 0)
		peer++;
	if (peer < result->peer_count)
		count = result->series[peer].count;
	if (s->count < count)
		count = s->count;
	for (i = 0; i < count; i++)
		ratios[i] =
			s->samples[i].value[metric] / result->series[peer].samples[i].value[metric];
	return stats_spread(ratios, count);
}

void figures_of(struct figures *f, const struct result *result, size_t peer)
{
	const struct series *s = &result->series[peer];
	double ops[MAX_SAMPLES];
	size_t i;

	for (i = 0; i < s->count; i++)
		ops[i] = s->samples[i].ops;
	f->ops = stats_median(ops, s->count);
	f->wall = spread_of(s, WALL_US);
	for (i = 0; i < METRICS; i++)
		f->value[i] = spread_of(s, (enum metric)i).median;
	f->value[PROBE_MS] = spread_of(s, PROBE_MS).high;
	f->to_raw = ratio_to(result, s, "raw", WALL_US);
	f->cpu_to_raw = ratio_to(result, s, "raw", CPU_US);
	f->to_ours = ratio_to(result, s, "ours", WALL_US);
}
