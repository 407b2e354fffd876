/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "run.h"

#define DEFAULT_ROUNDS 5

static void usage(FILE *to)
{
	fprintf(to,
		"usage: netcfg_bench [OPTION]... [SCENARIO]...\n\n"
		"  --list        name the scenarios\n"
		"  --rounds N    how often each peer has its turn (%d, at most %d)\n"
		"  --csv FILE    write the figures there too; -: to standard output, and no table\n"
		"  --full        the large sizes too\n"
		"  --size N      only this size, of those that --full has\n"
		"  --smoke       small sizes and one round, to see that all of it works\n\n"
		"A SCENARIO that ends with '*' stands for all that begin so. Nothing of the host "
		"is\n"
		"touched: everything happens in namespaces that go when the program ends. Exit "
		"status:\n"
		"0; 1 when a peer failed; 2 for wrong usage; 77 when namespaces are refused.\n",
		DEFAULT_ROUNDS, MAX_ROUNDS);
}

static void list(void)
{
	const struct scenario *const *s;

	for (s = all_scenarios; *s; s++)
		printf("%-20s %s\n", (*s)->name, (*s)->title);
}

static FILE *open_csv(const char *path)
{
	FILE *csv = strcmp(path, "-") == 0 ? stdout : fopen(path, "we");

	if (!csv) {
		fprintf(stderr, "netcfg_bench: %s: %s\n", path, strerror(errno));
		exit(2);
	}
	return csv;
}

static bool matches(const char *name, const char *pattern)
{
	const size_t len = strlen(pattern);

	if (len && pattern[len - 1] == '*')
		return strncmp(name, pattern, len - 1) == 0;
	return strcmp(name, pattern) == 0;
}

bool options_select(const struct options *o, const struct scenario *scenario)
{
	char **name;

	for (name = o->names; *name; name++) {
		if (matches(scenario->name, *name))
			return true;
	}
	return !*o->names;
}

bool options_select_size(const struct options *o, const struct size *size)
{
	if (o->size)
		return size->size == o->size;
	return size->when & o->when;
}

static void check_names(const struct options *o)
{
	const struct scenario *const *s;
	char **name;

	for (name = o->names; *name; name++) {
		for (s = all_scenarios; *s && !matches((*s)->name, *name); s++)
			;
		if (*s)
			continue;
		fprintf(stderr, "netcfg_bench: no scenario %s\n", *name);
		exit(2);
	}
}

static unsigned int read_number(const char *what, const char *text, unsigned long most)
{
	char *end;
	const unsigned long n = strtoul(text, &end, 10);

	if (!*text || *end || n < 1 || n > most) {
		fprintf(stderr, "netcfg_bench: %s %s: 1 to %lu\n", what, text, most);
		exit(2);
	}
	return (unsigned int)n;
}

static void take(struct options *o, int option)
{
	switch (option) {
	case 'l':
		list();
		exit(0);
	case 'r':
		o->rounds = read_number("--rounds", optarg, MAX_ROUNDS);
		break;
	case 'z':
		o->size = read_number("--size", optarg, 1000000);
		break;
	case 'c':
		o->csv = open_csv(optarg);
		o->table = o->csv != stdout;
		break;
	case 'f':
		o->when |= FULL;
		break;
	case 's':
		o->when = SMOKE;
		o->rounds = 1;
		break;
	case 'h':
		usage(stdout);
		exit(0);
	default:
		usage(stderr);
		exit(2);
	}
}

void options_read(struct options *o, int argc, char **argv)
{
	static const struct option known[] = { { "list", no_argument, NULL, 'l' },
					       { "rounds", required_argument, NULL, 'r' },
					       { "csv", required_argument, NULL, 'c' },
					       { "full", no_argument, NULL, 'f' },
					       { "size", required_argument, NULL, 'z' },
					       { "smoke", no_argument, NULL, 's' },
					       { "help", no_argument, NULL, 'h' },
					       { NULL, 0, NULL, 0 } };
	int option;

	*o = (struct options){ .rounds = DEFAULT_ROUNDS, .when = DEFAULT, .table = true };
	while ((option = getopt_long(argc, argv, "h", known, NULL)) != -1)
		take(o, option);
	o->names = argv + optind;
	check_names(o);
}
