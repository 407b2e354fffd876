/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* route flush: which routes. Of IPv4 unless told otherwise, and of table main. */
#include <sys/socket.h>

#include "parse_route.h"

static int take_table(struct parse *p, void *target, const struct keyword *k)
{
	struct route_filter *f = target;
	const char *word = words_peek(&p->words);

	f->table = 0;
	if (word && word_is(word, "all")) {
		words_take(&p->words);
		return 0;
	}
	if (word && word_is(word, "cache")) {
		words_take(&p->words);
		f->cache = true;
		return 0;
	}
	return take_name_number(p, k->word, NAMES_TABLE, &f->table);
}

static int take_cache(struct parse *p, void *target, const struct keyword *k)
{
	struct route_filter *f = target;

	(void)p;
	(void)k;
	f->cache = true;
	return 0;
}

static int take_dev(struct parse *p, void *target, const struct keyword *k)
{
	struct route_filter *f = target;

	(void)k;
	return take_value(p, &f->link);
}

static int take_protocol(struct parse *p, void *target, const struct keyword *k)
{
	struct route_filter *f = target;
	const char *word = words_peek(&p->words);

	f->protocol = 0;
	if (word && word_is(word, "all")) {
		words_take(&p->words);
		return 0;
	}
	return route_take_protocol(p, k, &f->protocol);
}

static int take_scope(struct parse *p, void *target, const struct keyword *k)
{
	struct route_filter *f = target;
	const char *word = words_peek(&p->words);

	f->has_scope = false;
	if (word && word_is(word, "all")) {
		words_take(&p->words);
		return 0;
	}
	f->has_scope = true;
	return take_name_number(p, k->word, NAMES_SCOPE, &f->scope);
}

static int take_type(struct parse *p, void *target, const struct keyword *k)
{
	struct route_filter *f = target;
	const char *word;

	if (take_value(p, &word))
		return -1;
	if (!route_type_read(word, &f->type))
		return malformed(p->failure, "%s: \"%s\" is no type of route", k->word, word);
	return 0;
}

static int take_prefix(struct parse *p, struct route_filter *f, struct prefix *ret, bool *has)
{
	const char *word;

	if (take_value(p, &word))
		return -1;
	if (!prefix_read(word, f->family, ret))
		return malformed(p->failure, "\"%s\" is no prefix", word);
	*has = !ret->is_word;
	return 0;
}

static int take_via(struct parse *p, void *target, const struct keyword *k)
{
	struct route_filter *f = target;

	(void)k;
	return take_prefix(p, f, &f->via, &f->has_via);
}

static int take_src(struct parse *p, void *target, const struct keyword *k)
{
	struct route_filter *f = target;

	(void)k;
	return take_prefix(p, f, &f->source, &f->has_source);
}

/* With a family all words for all mean the default route: a prefix without bits. */
static int take_match(struct parse *p, struct route_filter *f)
{
	if (take_prefix(p, f, &f->match, &f->has_match))
		return -1;
	f->has_match |= f->family != AF_UNSPEC;
	return 0;
}

/* "root PREFIX", "match PREFIX", "[to] [exact] PREFIX". */
static int take_to(struct parse *p, void *target, const struct keyword *k)
{
	struct route_filter *f = target;
	const char *word = words_peek(&p->words);

	(void)k;
	if (word && word_begins(word, "root")) {
		words_take(&p->words);
		return take_prefix(p, f, &f->root, &f->has_root);
	}
	if (word && word_begins(word, "match")) {
		words_take(&p->words);
		return take_match(p, f);
	}
	if (word && word_begins(word, "exact"))
		words_take(&p->words);
	if (take_match(p, f))
		return -1;
	f->root = f->match;
	/* Without a family "default" alone means it, and the others all there are. */
	f->has_match |= word_is(p->words.word[p->words.next - 1], "default");
	f->has_root = f->has_match;
	return 0;
}

static const struct keyword words[] = {
	{ "table", false, take_table, 0 },
	{ "vrf", true, NULL, 0 },
	{ "cached", false, take_cache, 0 },
	{ "cloned", false, take_cache, 0 },
	{ "tos", true, NULL, 0 },
	{ "dsfield", false, NULL, 0 },
	{ "protocol", false, take_protocol, 0 },
	{ "scope", false, take_scope, 0 },
	{ "type", false, take_type, 0 },
	{ "dev", true, take_dev, 0 },
	{ "oif", true, take_dev, 0 },
	{ "iif", true, NULL, 0 },
	{ "mark", true, NULL, 0 },
	{ "metric", true, NULL, 0 },
	{ "via", true, take_via, 0 },
	{ "src", true, take_src, 0 },
	{ "realms", false, NULL, 0 },
	{ "from", false, NULL, 0 },
	{ "to", true, take_to, 0 },
	{ NULL, false, NULL, 0 },
};

int parse_route_flush(struct parse *p, void *target, const struct keyword *command)
{
	struct route_filter *f = &p->command->u.routes;

	(void)target;
	p->command->verb = (enum verb)command->value;
	f->family = p->family;
	f->table = NETCFG_ROUTE_TABLE_MAIN;
	if (!words_peek(&p->words))
		return refuse(p->failure, "flush: say which: table TABLE, dev DEV, PREFIX...");
	if (parse_words(p, words, f, take_to))
		return -1;
	/* Whatever family a prefix has; "table all" is the one way to both. */
	if (f->family == AF_UNSPEC && f->table)
		f->family = AF_INET;
	return 0;
}
