/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <math.h>
#include <string.h>

#include "figures.h"
#include "output.h"

static const struct {
	enum metric metric;
	const char *format;
} notes[] = {
	{ CPU_US, "CPU %.2f us" },
	{ PROBE_MS, "others waited up to %.0f ms" },
	{ LOOKUPS, "%.0f look-ups" },
	{ SENDS, "%.3g sends" },
	{ SENDS_THERE, "%.3g sends inside" },
	{ BYTES, "%.0f bytes" },
	{ BEYOND, "%.0f beyond the message" },
};

/* Literal formats are for the compiler to check; here it cannot. */
static void print_note(FILE *to, size_t i, double value)
{
	const char *percent = strchr(notes[i].format, '%');
	const char *rest = percent + strcspn(percent, "fg") + 1;
	const int before = (int)(percent - notes[i].format);

	fprintf(to, "%.*s", before, notes[i].format);
	if (rest[-1] == 'g')
		fprintf(to, "%.3g", value);
	else if (percent[2] == '2')
		fprintf(to, "%.2f", value);
	else
		fprintf(to, "%.0f", value);
	fputs(rest, to);
}

static void print_notes(FILE *to, const struct figures *f)
{
	const char *between = "  ";
	size_t i;

	for (i = 0; i < sizeof(notes) / sizeof(notes[0]); i++) {
		if (isnan(f->value[notes[i].metric]))
			continue;
		fputs(between, to);
		print_note(to, i, f->value[notes[i].metric]);
		between = ", ";
	}
}

static void print_ratio(FILE *to, double ratio)
{
	if (isnan(ratio))
		fprintf(to, " %8s", "-");
	else
		fprintf(to, " %8.2f", ratio);
}

static void print_peer(FILE *to, const struct result *result, size_t peer)
{
	const struct series *s = &result->series[peer];
	struct figures f;

	if (s->count == 0) {
		fprintf(to, "  %-22s %s\n", s->peer, s->state == FAILED ? "failed" : "skipped");
		return;
	}
	figures_of(&f, result, peer);
	fprintf(to, "  %-22s %6.0f %4zu %10.2f %10.2f..%-10.2f", s->peer, f.ops, s->count,
		f.wall.median, f.wall.low, f.wall.high);
	print_ratio(to, f.to_raw.median);
	print_ratio(to, f.cpu_to_raw.median);
	print_ratio(to, f.to_ours.median);
	print_notes(to, &f);
	fputc('\n', to);
}

static bool nothing_ran(const struct result *result)
{
	size_t peer;

	for (peer = 0; peer < result->peer_count; peer++) {
		if (result->series[peer].state != SKIPPED)
			return false;
	}
	return true;
}

void table_print(FILE *to, const struct result *result)
{
	const struct scenario *s = result->scenario;
	size_t peer;

	fprintf(to, "\n%s: %u %s\n", s->title, result->size, s->size_is);
	if (nothing_ran(result)) {
		fprintf(to, "  skipped: this kernel cannot\n");
		return;
	}
	fprintf(to, "  %-22s %6s %4s %10s %22s %8s %8s %8s\n", "", "n", "runs", "us", "least..most",
		"x raw", "CPU", "x ours");
	for (peer = 0; peer < result->peer_count; peer++)
		print_peer(to, result, peer);
	fflush(to);
}
