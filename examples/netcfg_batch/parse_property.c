/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* link property: alternative names. */
#include "parse_link.h"

int parse_property(struct parse *p, void *target, const struct keyword *command)
{
	struct link_command *c = &p->command->u.link;
	const char **names = pool_take(p->pool, WORDS_MAX * sizeof(*names));
	const char *word = words_take(&p->words);

	(void)target;
	(void)command;
	if (word && word_begins(word, "add"))
		p->command->verb = ALTNAME_ADD;
	else if (word && word_begins(word, "del"))
		p->command->verb = ALTNAME_DELETE;
	else
		return malformed(p->failure, "link property wants \"add\" or \"del\"");
	while ((word = words_take(&p->words))) {
		if (word_begins(word, "altname")) {
			if (take_value(p, &word))
				return -1;
			for (const char *b = word; *b; b++) {
				if (*b == '/' || *b == ' ' || *b == '\t')
					return malformed(p->failure, "\"%s\" is no altname", word);
			}
			names[c->altname_count++] = word;
			continue;
		}
		if (word_is(word, "dev") && take_value(p, &word))
			return -1;
		if (c->near.dev)
			return malformed(p->failure, "a second link, or an unknown word: \"%s\"",
					 word);
		c->near.dev = word;
	}
	if (!c->near.dev)
		return malformed(p->failure, "\"dev\" is missing");
	c->altnames = names;
	return 0;
}
