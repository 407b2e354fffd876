/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "words.h"

#include <stddef.h>
#include <string.h>

#define BLANKS " \t\r\n"

int words_split(struct words *w, char *line, struct failure *f)
{
	char *c = line;

	w->count = 0;
	w->next = 0;
	for (c += strspn(c, BLANKS); *c; c += strspn(c, BLANKS)) {
		if (w->count == WORDS_MAX)
			return malformed(f, "more than %d words", WORDS_MAX);
		if (*c == '"' || *c == '\'') {
			const char quote = *c++;

			w->word[w->count++] = c;
			c = strchr(c, quote);
			if (!c)
				return malformed(f, "a quote is not closed");
		} else {
			w->word[w->count++] = c;
			c += strcspn(c, BLANKS);
			if (!*c)
				break;
		}
		*c++ = '\0';
	}
	return 0;
}

const char *words_take(struct words *w)
{
	return w->next < w->count ? w->word[w->next++] : NULL;
}

const char *words_peek(const struct words *w)
{
	return w->next < w->count ? w->word[w->next] : NULL;
}

bool word_is(const char *word, const char *full)
{
	return strcmp(word, full) == 0;
}

bool word_begins(const char *word, const char *full)
{
	return *word && strncmp(word, full, strlen(word)) == 0;
}
