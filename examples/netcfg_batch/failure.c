/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "failure.h"

#include <stdarg.h>
#include <stdio.h>

__attribute__((format(printf, 3, 0))) static int fail(struct failure *f, bool stops,
						      const char *fmt, va_list args)
{
	f->stops = stops;
	vsnprintf(f->text, sizeof(f->text), fmt, args);
	/* What is quoted may hold anything; the report is one line. */
	for (char *c = f->text; *c; c++) {
		if ((unsigned char)*c < ' ' || *c == 127)
			*c = '?';
	}
	return -1;
}

int refuse(struct failure *f, const char *fmt, ...)
{
	va_list args;
	int result;

	va_start(args, fmt);
	result = fail(f, false, fmt, args);
	va_end(args);
	return result;
}

int malformed(struct failure *f, const char *fmt, ...)
{
	va_list args;
	int result;

	va_start(args, fmt);
	result = fail(f, true, fmt, args);
	va_end(args);
	return result;
}
