/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A table to read, and lines of comma-separated values for report.sh. */
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdio.h>

struct result;

void table_print(FILE *to, const struct result *result);

/* The first lines: what was measured where, and the names of the columns. */
void csv_begin(FILE *to, unsigned int rounds);
void csv_print(FILE *to, const struct result *result);

/* The machine and the versions in one line. */
void system_line(char *line, size_t size, unsigned int rounds);

#endif
