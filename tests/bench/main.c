/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* netcfg_bench: libnetcfg beside the other ways, in one run. docs/performance.md has the results.
 */
#include <stdio.h>

#include "bench.h"
#include "options.h"
#include "output.h"
#include "run.h"
#include "sandbox.h"

static bool failed(const struct result *result)
{
	size_t peer;

	for (peer = 0; peer < result->peer_count; peer++) {
		if (result->series[peer].state == FAILED)
			return true;
		if (result->series[peer].state == RUNS && result->series[peer].count == 0)
			return true;
	}
	return false;
}

static bool run_scenario(const struct scenario *scenario, const struct options *options)
{
	static struct result result;
	const struct size *size;
	bool good = true;

	for (size = scenario->sizes; size->when; size++) {
		if (!options_select_size(options, size))
			continue;
		run_size(&result, scenario, size, options);
		if (options->table)
			table_print(stdout, &result);
		if (options->csv)
			csv_print(options->csv, &result);
		good = good && !failed(&result);
	}
	return good;
}

int main(int argc, char **argv)
{
	const struct scenario *const *s;
	struct options options;
	char line[512];
	bool good = true;

	options_read(&options, argc, argv);
	sandbox_enter();
	if (options.table) {
		system_line(line, sizeof(line), options.rounds);
		printf("%s\n", line);
	}
	if (options.csv)
		csv_begin(options.csv, options.rounds);
	for (s = all_scenarios; *s; s++) {
		if (options_select(&options, *s) && !run_scenario(*s, &options))
			good = false;
	}
	if (options.csv && fclose(options.csv) != 0)
		good = false;
	return good ? 0 : 1;
}
