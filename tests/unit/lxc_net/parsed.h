/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A configuration from text, and what was said about it. */
#ifndef UNIT_LXC_NET_PARSED_H
#define UNIT_LXC_NET_PARSED_H

#include "lxc_net/plan.h"

struct parsed {
	struct config config;
	int err;
	char said[8192]; /* lines that begin with "f:" */
};

/* Take a text in; free with parsed_free(). */
void parse_text(struct parsed *parsed, const char *text);
void parse_bytes(struct parsed *parsed, const char *text, size_t size);

/* And plan it, with "random" numbers 0, 1, 2... */
void plan_text(struct parsed *parsed, const char *text);

void parsed_free(struct parsed *parsed);

/* Must be taken, without a word. */
void assert_taken(const char *text);

/* Must be refused, in parsing or planning, for the given line, with a text in the message. */
void assert_refused(const char *text, size_t line, const char *message);

/* Must be taken, with a note for the given line. */
void assert_noted(const char *text, size_t line, const char *message);

#endif
