/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "parse.h"

#include <sys/socket.h>

const struct keyword *keyword_find(const struct keyword *keywords, const char *word)
{
	const struct keyword *k = keywords;

	while (k->word && !(k->whole ? word_is(word, k->word) : word_begins(word, k->word)))
		k++;
	return k->word ? k : NULL;
}

int parse_command(struct parse *p, const char *object, const struct keyword *commands, void *target)
{
	const char *word = words_take(&p->words);
	const struct keyword *k;

	if (!word)
		return unsupported(p, pool_format(p->pool, "%s show", object));
	k = keyword_find(commands, word);
	if (!k)
		return malformed(p->failure, "command \"%s %s\" is unknown", object, word);
	return k->take ? k->take(p, target, k) : unsupported(p, k->word);
}

int parse_words(struct parse *p, const struct keyword *keywords, void *target,
		int (*other)(struct parse *p, void *target, const struct keyword *k))
{
	const char *word;

	while ((word = words_peek(&p->words))) {
		const struct keyword *k = keyword_find(keywords, word);

		if (k)
			words_take(&p->words);
		if (k && !k->take)
			return unsupported(p, k->word);
		if (k ? k->take(p, target, k) : other(p, target, NULL))
			return -1;
	}
	return 0;
}

int take_value(struct parse *p, const char **ret_value)
{
	*ret_value = words_take(&p->words);
	if (*ret_value)
		return 0;
	return malformed(p->failure, "the line ends where something should follow \"%s\"",
			 p->words.word[p->words.count - 1]);
}

int take_number(struct parse *p, const char *what, uint32_t max, uint32_t *ret)
{
	const char *word;

	if (take_value(p, &word))
		return -1;
	if (!number_read(word, max, ret))
		return malformed(p->failure, "%s: \"%s\" is not a number of 0 to %u", what, word,
				 max);
	return 0;
}

int take_name_number(struct parse *p, const char *what, enum number_names names, uint32_t *ret)
{
	const char *word;

	if (take_value(p, &word))
		return -1;
	if (!number_of_name(names, word, ret))
		return malformed(p->failure, "%s: \"%s\" is unknown", what, word);
	return 0;
}

int take_address(struct parse *p, int family, struct prefix *ret)
{
	const char *word;

	if (take_value(p, &word))
		return -1;
	if (!address_read(word, family, ret))
		return malformed(p->failure, "\"%s\" is not an%s address", word,
				 family == AF_INET6  ? " IPv6"
				 : family == AF_INET ? " IPv4"
						     : "");
	return 0;
}

/* Another word than these two is a matter of this line alone. */
int take_on_off(struct parse *p, const char *what, bool *ret)
{
	const char *word;

	if (take_value(p, &word))
		return -1;
	*ret = word_is(word, "on");
	if (!*ret && !word_is(word, "off"))
		return refuse(p->failure, "%s must be \"on\" or \"off\", not \"%s\"", what, word);
	return 0;
}

int unsupported(struct parse *p, const char *word)
{
	return refuse(p->failure, "\"%s\" is not supported; nothing of the line was done", word);
}

int garbage(struct parse *p, const char *word)
{
	return malformed(p->failure, "\"%s\" is a word too many, or unknown", word);
}

void note(struct parse *p, const char *text)
{
	p->command->warning = p->command->warning
				      ? pool_format(p->pool, "%s; %s", p->command->warning, text)
				      : text;
}

/* An extension: what ip takes only on its own command line. */
static int parse_options(struct parse *p)
{
	const char *word;

	while ((word = words_peek(&p->words)) && *word == '-') {
		if (word_is(word, "-4")) {
			p->family = AF_INET;
		} else if (word_is(word, "-6")) {
			p->family = AF_INET6;
		} else if (word_is(word, "-n") || word_is(word, "-netns")) {
			words_take(&p->words);
			if (!words_peek(&p->words))
				return malformed(p->failure, "%s wants a namespace", word);
			p->command->netns = words_peek(&p->words);
		} else {
			return refuse(
				p->failure,
				"\"%s\": at the start of a line only -n NETNS, -4 and -6 are taken",
				word);
		}
		words_take(&p->words);
	}
	return 0;
}

static int parse_exec_like(struct parse *p)
{
	return refuse(p->failure, "a line begins with the object, not with \"%s\"",
		      p->words.word[p->words.next - 1]);
}

/* In the order in which ip looks; what it knows and this program does not has no function. */
static const struct {
	const char *word;
	int (*parse)(struct parse *p);
} objects[] = {
	{ "address", parse_addr },
	{ "addrlabel", NULL },
	{ "maddress", NULL },
	{ "route", parse_route },
	{ "rule", NULL },
	{ "neighbor", parse_neigh },
	{ "neighbour", parse_neigh },
	{ "ntable", NULL },
	{ "ntbl", NULL },
	{ "link", parse_link },
	{ "l2tp", NULL },
	{ "fou", NULL },
	{ "ila", NULL },
	{ "macsec", NULL },
	{ "tunnel", NULL },
	{ "tunl", NULL },
	{ "tuntap", NULL },
	{ "tap", NULL },
	{ "token", NULL },
	{ "tcpmetrics", NULL },
	{ "tcp_metrics", NULL },
	{ "monitor", NULL },
	{ "xfrm", NULL },
	{ "mroute", NULL },
	{ "mrule", NULL },
	{ "netns", parse_netns },
	{ "netconf", NULL },
	{ "vrf", NULL },
	{ "sr", NULL },
	{ "nexthop", NULL },
	{ "mptcp", NULL },
	{ "ioam", NULL },
	{ "help", NULL },
	{ "stats", NULL },
};

static int parse_object(struct parse *p)
{
	const char *word = words_take(&p->words);

	if (!word)
		return malformed(p->failure, "options, and nothing behind them");
	for (size_t i = 0; i < sizeof(objects) / sizeof(objects[0]); i++) {
		if (!word_begins(word, objects[i].word))
			continue;
		if (word_is(objects[i].word, "help"))
			return malformed(p->failure, "there is no help in a batch");
		return objects[i].parse ? objects[i].parse(p)
					: refuse(p->failure, "object \"%s\" is not supported",
						 objects[i].word);
	}
	if (word_is(word, "ip") || word_is(word, "sudo"))
		return parse_exec_like(p);
	return refuse(p->failure, "object \"%s\" is unknown", word);
}

int parse_line(struct pool *pool, const char *line, size_t len, int family,
	       struct command **ret_command, struct failure *failure)
{
	struct parse p = { .pool = pool, .family = family, .failure = failure };

	if (words_split(&p.words, pool_text(pool, line, len), failure))
		return -1;
	if (p.words.count == 0)
		return 0;
	p.command = pool_take(pool, sizeof(*p.command));
	p.command->fds[0] = p.command->fds[1] = -1;
	if (parse_options(&p) || parse_object(&p))
		return -1;
	*ret_command = p.command;
	return 1;
}
