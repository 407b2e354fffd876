/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

struct scenario;
struct size;

struct options {
	unsigned int rounds;
	unsigned int when; /* enum when: the sizes to run */
	unsigned int size; /* only this one, for whomever it is; 0: any */
	FILE *csv;         /* or NULL */
	bool table;
	char **names; /* of scenarios, ending with NULL; none: all */
};

/* Ends the process where there is nothing to run. */
void options_read(struct options *o, int argc, char **argv);

bool options_select(const struct options *o, const struct scenario *scenario);
bool options_select_size(const struct options *o, const struct size *size);

#endif
