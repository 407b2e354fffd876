/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * From the words of a line to a command. Nothing is looked up and nothing sent; the one thing that
 * is read are the files in which iproute2 has names for numbers.
 */
#ifndef NETCFG_BATCH_PARSE_H
#define NETCFG_BATCH_PARSE_H

#include "command.h"
#include "failure.h"
#include "numbers.h"
#include "pool.h"
#include "words.h"

struct parse {
	struct pool *pool;
	struct words words;
	int family; /* AF_UNSPEC, or that of -4 and -6 */
	struct command *command;
	struct failure *failure;
};

/* Made from a line. Returns 1, 0 for a blank line, or -1 with @p failure filled in. */
int parse_line(struct pool *pool, const char *line, size_t len, int family,
	       struct command **ret_command, struct failure *failure);

/* One for each object, behind its word. 0 or -1. */
int parse_link(struct parse *p);
int parse_addr(struct parse *p);
int parse_route(struct parse *p);
int parse_neigh(struct parse *p);
int parse_netns(struct parse *p);

/* Sub-commands and keywords: the first that fits counts, as in ip. */
struct keyword {
	const char *word;
	bool whole; /* no abbreviation */
	/* Reads what follows; NULL: ip knows it, this program does not. */
	int (*take)(struct parse *p, void *target, const struct keyword *k);
	uint32_t value; /* what take needs to know: a flag, a field */
};

const struct keyword *keyword_find(const struct keyword *keywords, const char *word);

/* "COMMAND ..." behind the word of an object. 0 or -1. */
int parse_command(struct parse *p, const char *object, const struct keyword *commands,
		  void *target);

/*
 * All words that are left, in any order: keywords, and what @p other reads, which finds its word
 * not yet taken and gets no keyword. 0 or -1.
 */
int parse_words(struct parse *p, const struct keyword *keywords, void *target,
		int (*other)(struct parse *p, void *target, const struct keyword *k));

/* What several objects need. 0 or -1; a value that is missing is malformed. */
int take_value(struct parse *p, const char **ret_value);
int take_number(struct parse *p, const char *what, uint32_t max, uint32_t *ret);
int take_name_number(struct parse *p, const char *what, enum number_names names, uint32_t *ret);
int take_address(struct parse *p, int family, struct prefix *ret);
int take_on_off(struct parse *p, const char *what, bool *ret);
int unsupported(struct parse *p, const char *word);
int garbage(struct parse *p, const char *word);
void note(struct parse *p, const char *text);

#endif
