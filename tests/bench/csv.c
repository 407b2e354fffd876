/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>
#include <string.h>

#include "figures.h"
#include "output.h"

/* No field has a comma or a quote in it: names and titles are ours. */
static const char columns[] =
	"scenario,size,peer,state,ops,samples,us,us_low,us_high,to_raw,to_raw_low,to_raw_high,cpu_"
	"to_raw,"
	"to_ours,cpu_us,user_us,probe_ms,lookups,sends,sends_there,bytes,beyond,title,unit,size_is";

void csv_begin(FILE *to, unsigned int rounds)
{
	char line[512];

	system_line(line, sizeof(line), rounds);
	fprintf(to, "# %s\n%s\n", line, columns);
	fflush(to);
}

static void print_value(FILE *to, double value)
{
	if (isnan(value))
		fputc(',', to);
	else
		fprintf(to, ",%.6g", value);
}

static void print_spread(FILE *to, const struct spread *s)
{
	print_value(to, s->median);
	print_value(to, s->low);
	print_value(to, s->high);
}

static void print_peer(FILE *to, const struct result *result, size_t peer)
{
	static const char *const states[] = { "ok", "skipped", "failed" };
	const struct scenario *scenario = result->scenario;
	const struct series *s = &result->series[peer];
	struct figures f;
	size_t i;

	figures_of(&f, result, peer);
	fprintf(to, "%s,%u,%s,%s", scenario->name, result->size, s->peer, states[s->state]);
	print_value(to, f.ops);
	fprintf(to, ",%zu", s->count);
	print_spread(to, &f.wall);
	print_spread(to, &f.to_raw);
	print_value(to, f.cpu_to_raw.median);
	print_value(to, f.to_ours.median);
	for (i = CPU_US; i < METRICS; i++)
		print_value(to, f.value[i]);
	fprintf(to, ",%s,%s,%s\n", scenario->title, scenario->unit, scenario->size_is);
}

void csv_print(FILE *to, const struct result *result)
{
	size_t peer;

	for (peer = 0; peer < result->peer_count; peer++)
		print_peer(to, result, peer);
	fflush(to);
}
