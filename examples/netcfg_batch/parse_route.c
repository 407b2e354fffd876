/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* route add, change, replace, prepend, append, delete; flush is in parse_route_flush.c. */
#include <sys/socket.h>

#include "parse_route.h"

struct route_words {
	struct route_command *c;
	int family;
	struct prefix to;
	bool has_to;
};

/* In ip's order: "any" is short for anycast. Numbers of <linux/rtnetlink.h>. */
static const struct {
	const char *word;
	bool whole; /* no abbreviation */
	uint32_t type;
} types[] = {
	{ "local", true, NETCFG_ROUTE_LOCAL },
	{ "nat", true, 10 },
	{ "broadcast", false, NETCFG_ROUTE_BROADCAST },
	{ "brd", true, NETCFG_ROUTE_BROADCAST },
	{ "anycast", false, NETCFG_ROUTE_ANYCAST },
	{ "multicast", false, NETCFG_ROUTE_MULTICAST },
	{ "prohibit", false, NETCFG_ROUTE_PROHIBIT },
	{ "unreachable", false, NETCFG_ROUTE_UNREACHABLE },
	{ "blackhole", false, NETCFG_ROUTE_BLACKHOLE },
	{ "xresolve", false, 11 },
	{ "unicast", false, NETCFG_ROUTE_UNICAST },
	{ "throw", true, NETCFG_ROUTE_THROW },
};

bool route_type_read(const char *word, uint32_t *ret_type)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (types[i].whole ? word_is(word, types[i].word)
				   : word_begins(word, types[i].word)) {
			*ret_type = types[i].type;
			return true;
		}
	}
	return false;
}

static int take_src(struct parse *p, void *target, const struct keyword *k)
{
	struct route_words *w = target;
	struct prefix source;

	(void)k;
	if (take_address(p, w->family, &source))
		return -1;
	if (source.is_word)
		return refuse(p->failure, "src must be an address");
	if (w->family == AF_UNSPEC)
		w->family = source.family;
	w->c->config.source = address_text(p->pool, &source);
	return 0;
}

static int take_via(struct parse *p, void *target, const struct keyword *k)
{
	struct route_words *w = target;
	struct prefix via;

	if (w->c->config.via)
		return malformed(p->failure, "%s is given twice: write nexthop for several",
				 k->word);
	if (route_take_via(p, w->family, &via))
		return -1;
	if (w->family == AF_UNSPEC)
		w->family = via.family;
	w->c->config.via = address_text(p->pool, &via);
	return 0;
}

static int take_dev(struct parse *p, void *target, const struct keyword *k)
{
	struct route_words *w = target;

	(void)k;
	return take_value(p, &w->c->config.dev);
}

static int take_tos(struct parse *p, void *target, const struct keyword *k)
{
	struct route_words *w = target;

	return take_name_number(p, k->word, NAMES_TOS, &w->c->config.tos);
}

static int take_expires(struct parse *p, void *target, const struct keyword *k)
{
	struct route_words *w = target;

	return take_number(p, k->word, UINT32_MAX, &w->c->config.expires);
}

static int take_metric(struct parse *p, void *target, const struct keyword *k)
{
	struct route_words *w = target;

	return take_number(p, k->word, UINT32_MAX, &w->c->config.metric);
}

static int take_scope(struct parse *p, void *target, const struct keyword *k)
{
	struct route_words *w = target;

	w->c->config.flags |= NETCFG_ROUTE_SCOPE;
	return take_name_number(p, k->word, NAMES_SCOPE, &w->c->config.scope);
}

static int take_mtu(struct parse *p, void *target, const struct keyword *k)
{
	struct route_words *w = target;

	if (words_peek(&p->words) && word_is(words_peek(&p->words), "lock")) {
		words_take(&p->words);
		w->c->config.flags |= NETCFG_ROUTE_MTU_LOCK;
	}
	return take_number(p, k->word, UINT32_MAX, &w->c->config.mtu);
}

static int take_advmss(struct parse *p, void *target, const struct keyword *k)
{
	struct route_words *w = target;

	if (words_peek(&p->words) && word_is(words_peek(&p->words), "lock"))
		return unsupported(p, "advmss lock");
	return take_number(p, k->word, UINT32_MAX, &w->c->config.advmss);
}

static int take_onlink(struct parse *p, void *target, const struct keyword *k)
{
	struct route_words *w = target;

	(void)p;
	(void)k;
	w->c->config.flags |= NETCFG_ROUTE_ONLINK;
	return 0;
}

int route_take_protocol(struct parse *p, const struct keyword *k, uint32_t *ret_protocol)
{
	if (take_name_number(p, k->word, NAMES_PROTOCOL, ret_protocol))
		return -1;
	return *ret_protocol ? 0 : unsupported(p, "proto 0");
}

static int take_protocol(struct parse *p, void *target, const struct keyword *k)
{
	struct route_words *w = target;

	return route_take_protocol(p, k, &w->c->config.protocol);
}

static int take_table(struct parse *p, void *target, const struct keyword *k)
{
	struct route_words *w = target;

	return take_name_number(p, k->word, NAMES_TABLE, &w->c->config.table);
}

static int take_pref(struct parse *p, void *target, const struct keyword *k)
{
	struct route_words *w = target;
	const char *word;

	if (take_value(p, &word))
		return -1;
	w->c->config.flags |= NETCFG_ROUTE_PREFERENCE;
	if (word_is(word, "low"))
		w->c->config.preference = NETCFG_ROUTE_PREFERENCE_LOW;
	else if (word_is(word, "medium"))
		w->c->config.preference = NETCFG_ROUTE_PREFERENCE_MEDIUM;
	else if (word_is(word, "high"))
		w->c->config.preference = NETCFG_ROUTE_PREFERENCE_HIGH;
	else if (!number_read(word, UINT8_MAX, &w->c->config.preference))
		return malformed(p->failure, "%s must be low, medium or high, not \"%s\"", k->word,
				 word);
	/* As the kernel takes any other number. */
	if (w->c->config.preference != NETCFG_ROUTE_PREFERENCE_LOW &&
	    w->c->config.preference != NETCFG_ROUTE_PREFERENCE_HIGH)
		w->c->config.preference = NETCFG_ROUTE_PREFERENCE_MEDIUM;
	return 0;
}

static int take_hops(struct parse *p, void *target, const struct keyword *k)
{
	struct route_words *w = target;

	(void)k;
	p->words.next--; /* "nexthop" is part of it */
	return route_take_hops(p, &w->family, &w->c->config);
}

static const struct keyword words[] = {
	{ "src", true, take_src, 0 },
	{ "as", true, NULL, 0 },
	{ "via", true, take_via, 0 },
	{ "from", true, NULL, 0 },
	{ "tos", true, take_tos, 0 },
	{ "dsfield", false, take_tos, 0 },
	{ "expires", true, take_expires, 0 },
	{ "metric", false, take_metric, 0 },
	{ "priority", false, take_metric, 0 },
	{ "preference", true, take_metric, 0 },
	{ "scope", true, take_scope, 0 },
	{ "mtu", true, take_mtu, 0 },
	{ "hoplimit", true, NULL, 0 },
	{ "advmss", true, take_advmss, 0 },
	{ "reordering", false, NULL, 0 },
	{ "rtt", true, NULL, 0 },
	{ "rto_min", true, NULL, 0 },
	{ "window", false, NULL, 0 },
	{ "cwnd", false, NULL, 0 },
	{ "initcwnd", true, NULL, 0 },
	{ "initrwnd", true, NULL, 0 },
	{ "features", true, NULL, 0 },
	{ "quickack", true, NULL, 0 },
	{ "congctl", true, NULL, 0 },
	{ "rttvar", false, NULL, 0 },
	{ "ssthresh", false, NULL, 0 },
	{ "realms", false, NULL, 0 },
	{ "onlink", true, take_onlink, 0 },
	{ "nexthop", true, take_hops, 0 },
	{ "nhid", true, NULL, 0 },
	{ "protocol", false, take_protocol, 0 },
	{ "table", false, take_table, 0 },
	{ "dev", true, take_dev, 0 },
	{ "oif", true, take_dev, 0 },
	{ "pref", false, take_pref, 0 },
	{ "encap", true, NULL, 0 },
	{ "ttl-propagate", true, NULL, 0 },
	{ "fastopen_no_cookie", true, NULL, 0 },
	{ NULL, false, NULL, 0 },
};

/* "[to] [TYPE] PREFIX" */
static int take_destination(struct parse *p, void *target, const struct keyword *k)
{
	struct route_words *w = target;
	const char *word;

	(void)k;
	if (take_value(p, &word) || (word_is(word, "to") && take_value(p, &word)))
		return -1;
	if (route_type_read(word, &w->c->config.type) && take_value(p, &word))
		return -1;
	if (w->has_to)
		return malformed(p->failure, "a second destination, or an unknown word: \"%s\"",
				 word);
	if (!prefix_read(word, w->family, &w->to))
		return malformed(p->failure, "\"%s\" is no prefix", word);
	if (w->family == AF_UNSPEC)
		w->family = w->to.family;
	w->has_to = true;
	return 0;
}

static int check(struct parse *p, struct route_words *w)
{
	struct netcfg_route_config *config = &w->c->config;

	if (!w->has_to)
		return malformed(p->failure, "there is no destination");
	if (config->type > NETCFG_ROUTE_THROW)
		return unsupported(p, "nat and xresolve routes");
	if (w->family == AF_UNSPEC)
		w->family = AF_INET;
	config->family = (uint32_t)w->family;
	if (w->family == AF_INET && (config->expires || config->flags & NETCFG_ROUTE_PREFERENCE)) {
		note(p, "expires and pref are for IPv6 only, and ignored as the kernel does");
		config->expires = 0;
		config->flags &= ~(uint32_t)NETCFG_ROUTE_PREFERENCE;
		config->preference = 0;
	}
	w->c->destination = "default";
	if (w->to.is_word)
		return 0;
	/* The kernel takes IPv6 with host bits and clears them. */
	if (w->family == AF_INET6)
		prefix_fill(&w->to, 0);
	w->c->destination = prefix_text(p->pool, &w->to);
	return 0;
}

static int parse_entry(struct parse *p, void *target, const struct keyword *command)
{
	struct route_words w = { .c = target, .family = p->family };

	p->command->verb = (enum verb)command->value;
	w.c->config.size = sizeof(w.c->config);
	if (parse_words(p, words, &w, take_destination))
		return -1;
	return check(p, &w);
}

static const struct keyword commands[] = {
	{ "list", false, NULL, 0 },
	{ "show", false, NULL, 0 },
	{ "lst", false, NULL, 0 },
	{ "get", false, NULL, 0 },
	{ "add", false, parse_entry, ROUTE_ADD },
	{ "change", false, parse_entry, ROUTE_CHANGE },
	{ "chg", true, parse_entry, ROUTE_CHANGE },
	{ "replace", false, parse_entry, ROUTE_REPLACE },
	{ "prepend", false, parse_entry, ROUTE_PREPEND },
	{ "append", false, parse_entry, ROUTE_APPEND },
	{ "test", false, NULL, 0 },
	{ "delete", false, parse_entry, ROUTE_DELETE },
	{ "flush", false, parse_route_flush, ROUTE_FLUSH },
	{ "save", false, NULL, 0 },
	{ "restore", false, NULL, 0 },
	{ "showdump", false, NULL, 0 },
	{ NULL, false, NULL, 0 },
};

int parse_route(struct parse *p)
{
	return parse_command(p, "route", commands, &p->command->u.route);
}
