/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* route: the gateway, and several of them. */
#include <sys/socket.h>

#include "parse_route.h"

int route_take_via(struct parse *p, int family, struct prefix *ret)
{
	const char *word = words_peek(&p->words);

	if (word && word_is(word, "inet6")) {
		words_take(&p->words);
		family = AF_INET6;
	} else if (word && word_is(word, "inet")) {
		words_take(&p->words);
		family = AF_INET;
	}
	if (take_address(p, family, ret))
		return -1;
	return ret->is_word ? refuse(p->failure, "a gateway must be an address") : 0;
}

static int take_hop_word(struct parse *p, int *family, struct netcfg_route_hop *hop)
{
	const char *word = words_take(&p->words);
	struct prefix via;

	if (word_is(word, "via")) {
		if (hop->via)
			return malformed(p->failure, "via is given twice in a nexthop");
		if (route_take_via(p, *family, &via))
			return -1;
		hop->via = address_text(p->pool, &via);
		if (*family == AF_UNSPEC)
			*family = via.family;
		return 0;
	}
	if (word_is(word, "dev") || word_is(word, "oif"))
		return take_value(p, &hop->dev);
	if (word_is(word, "weight")) {
		if (take_number(p, word, 256, &hop->weight))
			return -1;
		return hop->weight ? 0 : malformed(p->failure, "weight 0 is not in 1..256");
	}
	if (word_is(word, "onlink")) {
		hop->flags |= NETCFG_ROUTE_ONLINK;
		return 0;
	}
	if (word_begins(word, "realms") || word_is(word, "encap") || word_is(word, "as"))
		return unsupported(p, word);
	return malformed(p->failure, "\"nexthop\" or the end of the line should be where \"%s\" is",
			 word);
}

int route_take_hops(struct parse *p, int *family, struct netcfg_route_config *config)
{
	struct netcfg_route_hop *hops = pool_take(p->pool, WORDS_MAX * sizeof(*hops));
	const char *word;

	while ((word = words_take(&p->words))) {
		struct netcfg_route_hop *hop = &hops[config->hop_count++];

		if (!word_is(word, "nexthop"))
			return garbage(p, word);
		if (!words_peek(&p->words) || word_is(words_peek(&p->words), "nexthop"))
			return malformed(p->failure, "there is nothing behind \"nexthop\"");
		while ((word = words_peek(&p->words)) && !word_is(word, "nexthop")) {
			if (take_hop_word(p, family, hop))
				return -1;
		}
	}
	config->hops = hops;
	return 0;
}
