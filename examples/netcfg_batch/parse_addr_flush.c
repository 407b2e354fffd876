/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* addr flush: which addresses. */
#include <sys/socket.h>

#include "parse_addr.h"

static int take_to(struct parse *p, void *target, const struct keyword *k)
{
	struct addr_filter *f = target;
	const char *word;

	(void)k;
	if (take_value(p, &word))
		return -1;
	if (!prefix_read(word, f->family, &f->to))
		return malformed(p->failure, "\"%s\" is no prefix", word);
	f->family = f->to.family;
	f->has_to = !f->to.is_word;
	return 0;
}

static int take_scope(struct parse *p, void *target, const struct keyword *k)
{
	struct addr_filter *f = target;

	f->has_scope = true;
	if (words_peek(&p->words) && word_is(words_peek(&p->words), "all")) {
		words_take(&p->words);
		f->has_scope = false;
		return 0;
	}
	return take_name_number(p, k->word, NAMES_SCOPE, &f->scope);
}

static int take_label(struct parse *p, void *target, const struct keyword *k)
{
	struct addr_filter *f = target;

	(void)k;
	return take_value(p, &f->label);
}

static int take_flag(struct parse *p, void *target, const struct keyword *k)
{
	struct addr_filter *f = target;

	(void)p;
	f->flag_mask |= k->value;
	f->flags |= k->value;
	return 0;
}

static int take_no_flag(struct parse *p, void *target, const struct keyword *k)
{
	struct addr_filter *f = target;

	(void)p;
	f->flag_mask |= k->value;
	f->flags &= ~k->value;
	return 0;
}

static int take_dev(struct parse *p, void *target, const struct keyword *k)
{
	struct addr_filter *f = target;
	const char *word;

	(void)k;
	if (take_value(p, &word))
		return -1;
	if (f->link)
		return malformed(p->failure, "a second link, or an unknown word: \"%s\"", word);
	f->link = word;
	return 0;
}

static const struct keyword words[] = {
	{ "to", true, take_to, 0 },
	{ "scope", true, take_scope, 0 },
	{ "up", true, NULL, 0 },
	{ "label", true, take_label, 0 },
	{ "group", true, NULL, 0 },
	{ "master", true, NULL, 0 },
	{ "vrf", true, NULL, 0 },
	{ "nomaster", true, NULL, 0 },
	{ "type", true, NULL, 0 },
	{ "dynamic", true, take_no_flag, NETCFG_ADDR_STATE_PERMANENT },
	{ "-permanent", true, take_no_flag, NETCFG_ADDR_STATE_PERMANENT },
	{ "permanent", true, take_flag, NETCFG_ADDR_STATE_PERMANENT },
	{ "-dynamic", true, take_flag, NETCFG_ADDR_STATE_PERMANENT },
	{ "primary", true, take_no_flag, NETCFG_ADDR_STATE_SECONDARY },
	{ "-secondary", true, take_no_flag, NETCFG_ADDR_STATE_SECONDARY },
	{ "secondary", true, take_flag, NETCFG_ADDR_STATE_SECONDARY },
	{ "-primary", true, take_flag, NETCFG_ADDR_STATE_SECONDARY },
	{ "temporary", true, take_flag, NETCFG_ADDR_STATE_SECONDARY },
	{ "deprecated", true, take_flag, NETCFG_ADDR_STATE_DEPRECATED },
	{ "-deprecated", true, take_no_flag, NETCFG_ADDR_STATE_DEPRECATED },
	{ "tentative", true, take_flag, NETCFG_ADDR_STATE_TENTATIVE },
	{ "-tentative", true, take_no_flag, NETCFG_ADDR_STATE_TENTATIVE },
	{ "nodad", true, NULL, 0 },
	{ "home", true, NULL, 0 },
	{ "mngtmpaddr", true, NULL, 0 },
	{ "noprefixroute", true, NULL, 0 },
	{ "autojoin", true, NULL, 0 },
	{ "dadfailed", true, NULL, 0 },
	{ "optimistic", true, NULL, 0 },
	{ "stable-privacy", true, NULL, 0 },
	{ "dev", true, take_dev, 0 },
	{ NULL, false, NULL, 0 },
};

int parse_addr_flush(struct parse *p, void *target, const struct keyword *command)
{
	struct addr_filter *f = &p->command->u.addrs;

	(void)target;
	(void)command;
	f->family = p->family;
	if (!words_peek(&p->words))
		return refuse(p->failure, "flush: say which: dev DEV, scope SCOPE, label LABEL...");
	if (parse_words(p, words, f, take_dev))
		return -1;
	p->command->verb = ADDR_FLUSH_SOME;
	if (f->link && !f->has_to && !f->label && !f->has_scope && !f->flag_mask)
		p->command->verb = ADDR_FLUSH;
	return 0;
}
