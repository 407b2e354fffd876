/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "bench.h"

__attribute__((format(printf, 1, 0))) static void say(const char *format, va_list args)
{
	char line[512];
	int n = vsnprintf(line, sizeof(line) - 1, format, args);

	if (n < 0)
		return;
	if ((size_t)n > sizeof(line) - 2)
		n = sizeof(line) - 2;
	fprintf(stderr, "netcfg_bench: %.*s\n", n, line);
}

void bench_fail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(format, args);
	va_end(args);
	_exit(1);
}

void bench_skip(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(format, args);
	va_end(args);
	_exit(EXIT_SKIPPED);
}
