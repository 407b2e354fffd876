/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The words of one line, and the ways in which ip recognises them. */
#ifndef NETCFG_BATCH_WORDS_H
#define NETCFG_BATCH_WORDS_H

#include <stdbool.h>

#include "failure.h"

#define WORDS_MAX 511 /* as ip has it */

struct words {
	const char *word[WORDS_MAX];
	int count;
	int next;
};

/*
 * Split a line in place. Blanks are space, tab, CR and LF; a word that begins with a quote goes to
 * the next quote of that sort and may be empty. 0, or -1.
 */
int words_split(struct words *w, char *line, struct failure *f);

/* The next word, which is taken or only looked at; NULL at the end. */
const char *words_take(struct words *w);
const char *words_peek(const struct words *w);

bool word_is(const char *word, const char *full);
/* Is it the beginning of a keyword, of one letter at least? */
bool word_begins(const char *word, const char *full);

#endif
