/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* neigh add, change, replace, delete, flush. */
#include <sys/socket.h>

#include "parse.h"

/* In ip's order, for what is shortened. */
static const struct {
	const char *word;
	bool whole; /* no abbreviation */
	uint32_t state;
} states[] = {
	{ "permanent", false, NETCFG_NEIGH_STATE_PERMANENT },
	{ "reachable", false, NETCFG_NEIGH_STATE_REACHABLE },
	{ "noarp", true, NETCFG_NEIGH_STATE_NOARP },
	{ "none", true, NETCFG_NEIGH_STATE_NONE },
	{ "stale", true, NETCFG_NEIGH_STATE_STALE },
	{ "incomplete", true, NETCFG_NEIGH_STATE_INCOMPLETE },
	{ "delay", true, NETCFG_NEIGH_STATE_DELAY },
	{ "probe", true, NETCFG_NEIGH_STATE_PROBE },
	{ "failed", false, NETCFG_NEIGH_STATE_FAILED },
};

#define STATES_ALL (0xffu | NEIGH_FILTER_NO_STATE)

static int take_state(struct parse *p, uint32_t *ret)
{
	const char *word;

	if (take_value(p, &word))
		return -1;
	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++) {
		if (states[i].whole ? word_is(word, states[i].word)
				    : word_begins(word, states[i].word)) {
			*ret = states[i].state;
			return 0;
		}
	}
	if (!number_read(word, 255, ret))
		return malformed(p->failure, "nud: \"%s\" is no state", word);
	return 0;
}

struct neigh_words {
	struct neigh_command *c;
	const char *lladdr;
	struct prefix to;
	bool has_to, has_dev;
};

static int take_lladdr(struct parse *p, void *target, const struct keyword *k)
{
	struct neigh_words *w = target;

	if (w->lladdr)
		return malformed(p->failure, "%s is given twice", k->word);
	return take_value(p, &w->lladdr);
}

static int take_nud(struct parse *p, void *target, const struct keyword *k)
{
	struct neigh_words *w = target;

	(void)k;
	w->c->config.flags |= NETCFG_NEIGH_STATE;
	return take_state(p, &w->c->config.state);
}

static int take_to(struct parse *p, void *target, const struct keyword *k)
{
	struct neigh_words *w = target;

	if (w->has_to)
		return malformed(p->failure, "a second address behind \"%s\"", k->word);
	if (take_address(p, p->family, &w->to))
		return -1;
	w->has_to = true;
	w->c->config.flags |= k->value;
	return 0;
}

static int take_other(struct parse *p, void *target, const struct keyword *k)
{
	const struct neigh_words *w = target;
	const struct keyword to = { "to", true, take_to, 0 };

	(void)k;
	return w->has_to ? garbage(p, words_peek(&p->words)) : take_to(p, target, &to);
}

static int take_flag(struct parse *p, void *target, const struct keyword *k)
{
	struct neigh_words *w = target;

	(void)p;
	w->c->config.flags |= k->value;
	return 0;
}

static int take_dev(struct parse *p, void *target, const struct keyword *k)
{
	struct neigh_words *w = target;

	(void)k;
	w->has_dev = true;
	return take_value(p, &w->c->link);
}

static int take_protocol(struct parse *p, void *target, const struct keyword *k)
{
	struct neigh_words *w = target;

	return take_name_number(p, k->word, NAMES_PROTOCOL, &w->c->config.protocol);
}

static const struct keyword words[] = {
	{ "lladdr", false, take_lladdr, 0 },
	{ "nud", true, take_nud, 0 },
	{ "proxy", false, take_to, NETCFG_NEIGH_PROXY },
	{ "router", true, take_flag, NETCFG_NEIGH_ROUTER },
	{ "use", true, NULL, 0 },
	{ "managed", true, NULL, 0 },
	{ "extern_learn", false, take_flag, NETCFG_NEIGH_EXTERN_LEARN },
	{ "dev", true, take_dev, 0 },
	{ "protocol", false, take_protocol, 0 },
	{ "to", true, take_to, 0 },
	{ NULL, false, NULL, 0 },
};

static int check(struct parse *p, struct neigh_words *w)
{
	const bool proxy = w->c->config.flags & NETCFG_NEIGH_PROXY;

	if (!w->has_to || w->to.is_word || (!w->has_dev && !proxy))
		return malformed(p->failure, "an address and \"dev\" are needed");
	if (!w->has_dev)
		return refuse(p->failure, "a proxy entry without \"dev\" is not supported");
	w->c->address = address_text(p->pool, &w->to);
	if (w->lladdr && !word_is(w->lladdr, "null") &&
	    !lladdr_read(p->pool, w->lladdr, &w->c->config.mac))
		return refuse(p->failure, "lladdr: \"%s\" is no MAC", w->lladdr);
	if (proxy && (w->c->config.mac || w->c->config.flags & NETCFG_NEIGH_STATE)) {
		note(p, "lladdr and nud are ignored for a proxy entry, as the kernel does");
		w->c->config.mac = NULL;
		w->c->config.flags &= ~(uint32_t)NETCFG_NEIGH_STATE;
	}
	return 0;
}

static int parse_entry(struct parse *p, void *target, const struct keyword *command)
{
	struct neigh_words w = { .c = target };

	p->command->verb = (enum verb)command->value;
	w.c->config.size = sizeof(w.c->config);
	if (parse_words(p, words, &w, take_other))
		return -1;
	return check(p, &w);
}

/* The first "nud" is instead of what is flushed without it. */
static int take_states(struct parse *p, struct neigh_filter *f)
{
	const char *word = words_peek(&p->words);
	uint32_t state = STATES_ALL;

	if (!f->has_states)
		f->states = 0;
	f->has_states = true;
	if (word && word_is(word, "all"))
		words_take(&p->words);
	else if (take_state(p, &state))
		return -1;
	f->states |= state ? state : NEIGH_FILTER_NO_STATE;
	return 0;
}

static int flush_word(struct parse *p, struct neigh_filter *f, const char *word)
{
	if (word_is(word, "dev")) {
		if (f->link)
			return malformed(p->failure, "dev is given twice");
		return take_value(p, &f->link);
	}
	if (word_is(word, "nud"))
		return take_states(p, f);
	if (word_is(word, "unused") || word_is(word, "proxy") || word_is(word, "vrf") ||
	    word_is(word, "nomaster") || word_is(word, "master"))
		return unsupported(p, word);
	if (word_is(word, "to") && take_value(p, &word))
		return -1;
	if (!prefix_read(word, p->family, &f->to))
		return malformed(p->failure, "\"%s\" is no prefix", word);
	f->has_to = !f->to.is_word;
	return 0;
}

static int parse_flush(struct parse *p, void *target, const struct keyword *command)
{
	struct neigh_filter *f = &p->command->u.neighs;
	const char *word;

	(void)target;
	p->command->verb = (enum verb)command->value;
	f->family = p->family;
	if (!words_peek(&p->words))
		return refuse(p->failure, "flush: say which: dev DEV, all...");
	/* What is there for good stays (ip-neighbour(8)). */
	f->states =
		STATES_ALL & ~(uint32_t)(NETCFG_NEIGH_STATE_PERMANENT | NETCFG_NEIGH_STATE_NOARP);
	while ((word = words_take(&p->words))) {
		if (flush_word(p, f, word))
			return -1;
	}
	return 0;
}

static const struct keyword commands[] = {
	{ "add", false, parse_entry, NEIGH_ADD },
	{ "change", false, parse_entry, NEIGH_CHANGE },
	{ "chg", true, parse_entry, NEIGH_CHANGE },
	{ "replace", false, parse_entry, NEIGH_REPLACE },
	{ "delete", false, parse_entry, NEIGH_DELETE },
	{ "get", false, NULL, 0 },
	{ "show", false, NULL, 0 },
	{ "lst", false, NULL, 0 },
	{ "list", false, NULL, 0 },
	{ "flush", false, parse_flush, NEIGH_FLUSH },
	{ NULL, false, NULL, 0 },
};

int parse_neigh(struct parse *p)
{
	return parse_command(p, "neigh", commands, &p->command->u.neigh);
}
