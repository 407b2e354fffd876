/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* addr add, change, replace, delete; flush is in parse_addr_flush.c. */
#include <sys/socket.h>

#include "parse.h"
#include "parse_addr.h"

enum broadcast { BROADCAST_NONE, BROADCAST_ONES, BROADCAST_ZEROS, BROADCAST_GIVEN };

struct addr_words {
	struct addr_command *c;
	int family;
	struct prefix local, peer, broadcast;
	bool has_local, has_peer, has_valid, has_preferred;
	enum broadcast how;
};

static int take_prefix(struct parse *p, struct addr_words *w, struct prefix *ret)
{
	const char *word;

	if (take_value(p, &word))
		return -1;
	if (!prefix_read(word, w->family, ret))
		return malformed(p->failure, "\"%s\" is not an%s address with its length", word,
				 w->family == AF_INET6  ? " IPv6"
				 : w->family == AF_INET ? " IPv4"
							: "");
	if (w->family == AF_UNSPEC)
		w->family = ret->family;
	return 0;
}

static int take_peer(struct parse *p, void *target, const struct keyword *k)
{
	struct addr_words *w = target;

	if (w->has_peer)
		return malformed(p->failure, "%s is given twice", k->word);
	w->has_peer = true;
	return take_prefix(p, w, &w->peer);
}

static int take_broadcast(struct parse *p, void *target, const struct keyword *k)
{
	struct addr_words *w = target;
	const char *word = words_peek(&p->words);

	if (w->how != BROADCAST_NONE)
		return malformed(p->failure, "%s is given twice", k->word);
	if (word && (word_is(word, "+") || word_is(word, "-"))) {
		w->how = *words_take(&p->words) == '+' ? BROADCAST_ONES : BROADCAST_ZEROS;
		return 0;
	}
	w->how = BROADCAST_GIVEN;
	if (take_address(p, w->family, &w->broadcast))
		return -1;
	if (w->broadcast.is_word)
		return refuse(p->failure, "%s must be an address, \"+\" or \"-\"", k->word);
	if (w->family == AF_UNSPEC)
		w->family = w->broadcast.family;
	return 0;
}

static int take_scope(struct parse *p, void *target, const struct keyword *k)
{
	struct addr_words *w = target;

	w->c->config.flags |= NETCFG_ADDR_SCOPE;
	return take_name_number(p, k->word, NAMES_SCOPE, &w->c->config.scope);
}

static int take_dev(struct parse *p, void *target, const struct keyword *k)
{
	struct addr_words *w = target;

	(void)k;
	return take_value(p, &w->c->link);
}

static int take_label(struct parse *p, void *target, const struct keyword *k)
{
	struct addr_words *w = target;

	(void)k;
	return take_value(p, &w->c->config.label);
}

static int take_metric(struct parse *p, void *target, const struct keyword *k)
{
	struct addr_words *w = target;

	return take_number(p, k->word, UINT32_MAX, &w->c->config.metric);
}

static int take_lifetime(struct parse *p, void *target, const struct keyword *k)
{
	struct addr_words *w = target;
	const bool valid = k->value;
	uint32_t *field = valid ? &w->c->config.valid_lifetime : &w->c->config.preferred_lifetime;

	if (valid ? w->has_valid : w->has_preferred)
		return malformed(p->failure, "%s is given twice", k->word);
	*(valid ? &w->has_valid : &w->has_preferred) = true;
	if (words_peek(&p->words) && word_is(words_peek(&p->words), "forever")) {
		words_take(&p->words);
		*field = NETCFG_ADDR_FOREVER;
		return 0;
	}
	return take_number(p, k->word, UINT32_MAX, field);
}

static int take_flag(struct parse *p, void *target, const struct keyword *k)
{
	struct addr_words *w = target;

	(void)p;
	w->c->config.flags |= k->value;
	return 0;
}

/* ip says so, and goes on. */
static int note_fixed(struct parse *p, void *target, const struct keyword *k)
{
	(void)target;
	note(p, pool_format(p->pool, "\"%s\" cannot be set and is ignored, as ip does", k->word));
	return 0;
}

static int take_local(struct parse *p, void *target, const struct keyword *k)
{
	struct addr_words *w = target;

	(void)k;
	if (w->has_local)
		return malformed(p->failure, "a second address, or an unknown word: \"%s\"",
				 words_peek(&p->words) ? words_peek(&p->words) : "");
	w->has_local = true;
	return take_prefix(p, w, &w->local);
}

static const struct keyword words[] = {
	{ "peer", true, take_peer, 0 },
	{ "remote", true, take_peer, 0 },
	{ "broadcast", false, take_broadcast, 0 },
	{ "brd", true, take_broadcast, 0 },
	{ "anycast", true, NULL, 0 },
	{ "scope", true, take_scope, 0 },
	{ "dev", true, take_dev, 0 },
	{ "label", true, take_label, 0 },
	{ "metric", false, take_metric, 0 },
	{ "priority", false, take_metric, 0 },
	{ "preference", false, take_metric, 0 },
	{ "valid_lft", false, take_lifetime, 1 },
	{ "preferred_lft", false, take_lifetime, 0 },
	{ "nodad", true, take_flag, NETCFG_ADDR_NODAD },
	{ "noprefixroute", true, take_flag, NETCFG_ADDR_NOPREFIXROUTE },
	{ "home", true, take_flag, NETCFG_ADDR_HOMEADDRESS },
	{ "mngtmpaddr", true, take_flag, NETCFG_ADDR_MANAGETEMPADDR },
	{ "autojoin", true, NULL, 0 },
	{ "optimistic", true, NULL, 0 },
	{ "stable-privacy", true, NULL, 0 },
	{ "tentative", true, note_fixed, 0 },
	{ "permanent", true, note_fixed, 0 },
	{ "dynamic", true, note_fixed, 0 },
	{ "deprecated", true, note_fixed, 0 },
	{ "dadfailed", true, note_fixed, 0 },
	{ "secondary", true, note_fixed, 0 },
	{ "primary", true, note_fixed, 0 },
	{ "temporary", true, note_fixed, 0 },
	{ "local", true, take_local, 0 },
	{ NULL, false, NULL, 0 },
};

static int put_lifetimes(struct parse *p, struct addr_words *w)
{
	struct netcfg_addr_config *config = &w->c->config;

	if (!w->has_valid && !w->has_preferred)
		return 0;
	if (!w->has_valid)
		config->valid_lifetime = NETCFG_ADDR_FOREVER;
	if (!w->has_preferred)
		config->preferred_lifetime = NETCFG_ADDR_FOREVER;
	if (config->valid_lifetime == 0)
		return refuse(p->failure, "valid_lft is zero");
	if (config->preferred_lifetime > config->valid_lifetime)
		return refuse(p->failure, "preferred_lft is greater than valid_lft");
	config->flags |= NETCFG_ADDR_LIFETIME;
	return 0;
}

/* "+" and "-" are about the prefix, which is the peer's if there is one; none up from /31. */
static int put_broadcast(struct parse *p, struct addr_words *w)
{
	struct prefix b = w->has_peer ? w->peer : w->local;

	if (w->how == BROADCAST_NONE)
		return 0;
	if (w->family != AF_INET)
		return refuse(p->failure, "only an IPv4 address has a broadcast address");
	if (w->how == BROADCAST_GIVEN)
		b = w->broadcast;
	else if (b.length > 30)
		return 0;
	else
		prefix_fill(&b, w->how == BROADCAST_ONES);
	w->c->config.broadcast = address_text(p->pool, &b);
	return 0;
}

static void put_ipv6_only(struct parse *p, struct addr_words *w)
{
	const uint32_t only6 =
		NETCFG_ADDR_NODAD | NETCFG_ADDR_HOMEADDRESS | NETCFG_ADDR_MANAGETEMPADDR;

	if (w->family == AF_INET && w->c->config.flags & only6) {
		note(p, "nodad, home and mngtmpaddr are for IPv6 only, and ignored");
		w->c->config.flags &= ~only6;
	}
	if (w->family == AF_INET6 && w->c->config.label) {
		note(p, "an IPv6 address has no label: ignored, as the kernel does");
		w->c->config.label = NULL;
	}
}

static int check(struct parse *p, struct addr_words *w)
{
	if (!w->c->link)
		return refuse(p->failure, "\"dev\" is missing");
	if (!w->has_local || w->local.is_word || (w->has_peer && w->peer.is_word))
		return refuse(p->failure, "there is no address");
	if (w->has_peer && w->peer.has_length && w->peer.length == 0)
		return unsupported(p, "a peer with the length 0");
	if (put_lifetimes(p, w) || put_broadcast(p, w))
		return -1;
	put_ipv6_only(p, w);
	w->c->local = w->local;
	if (w->has_peer) {
		w->c->address = address_text(p->pool, &w->local);
		w->c->config.peer = prefix_text(p->pool, &w->peer);
		return 0;
	}
	w->c->address = prefix_text(p->pool, &w->local);
	if (p->command->verb == ADDR_DELETE && w->family == AF_INET && !w->local.has_length) {
		p->command->verb = ADDR_DELETE_ANY_LENGTH;
		note(p,
		     "without its length the first such address is deleted, whatever its length");
	}
	return 0;
}

static int parse_entry(struct parse *p, void *target, const struct keyword *command)
{
	struct addr_words w = { .c = target, .family = p->family };

	p->command->verb = (enum verb)command->value;
	w.c->config.size = sizeof(w.c->config);
	if (parse_words(p, words, &w, take_local))
		return -1;
	return check(p, &w);
}

static const struct keyword commands[] = {
	{ "add", false, parse_entry, ADDR_ADD },
	{ "change", false, parse_entry, ADDR_REPLACE },
	{ "chg", true, parse_entry, ADDR_REPLACE },
	{ "replace", false, parse_entry, ADDR_REPLACE },
	{ "delete", false, parse_entry, ADDR_DELETE },
	{ "show", false, NULL, 0 },
	{ "lst", false, NULL, 0 },
	{ "list", false, NULL, 0 },
	{ "flush", false, parse_addr_flush, 0 },
	{ "save", false, NULL, 0 },
	{ "showdump", false, NULL, 0 },
	{ "restore", false, NULL, 0 },
	{ NULL, false, NULL, 0 },
};

int parse_addr(struct parse *p)
{
	return parse_command(p, "addr", commands, &p->command->u.addr);
}
