/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The words about one link, in any order, whatever is to be done with it. */
#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "parse_link.h"

#define GSO_SEGS_MAX 65535

/* What ip itself finds wrong with a name; the rest is the library's and the kernel's. */
static bool is_name(const char *word)
{
	if (!*word)
		return false;
	for (; *word; word++) {
		if (*word == '/' || isspace((unsigned char)*word))
			return false;
	}
	return true;
}

static int take_up(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;

	(void)p;
	w->config.flags &= ~(uint32_t)(NETCFG_LINK_UP | NETCFG_LINK_DOWN);
	w->config.flags |= k->value;
	return 0;
}

static int take_name(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;
	const char *word;

	if (take_value(p, &word))
		return -1;
	if (w->name)
		return malformed(p->failure, "%s is given twice", k->word);
	if (!is_name(word))
		return malformed(p->failure, "\"%s\" cannot be a link's name", word);
	w->name = word;
	return 0;
}

static int take_index(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;
	uint32_t index;

	if (take_number(p, k->word, INT_MAX, &index))
		return -1;
	if (w->config.ifindex || !index)
		return malformed(p->failure, "%s is given twice, or is 0", k->word);
	w->config.ifindex = (int32_t)index;
	return 0;
}

static int take_gso(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;

	return take_number(p, k->word, k->value,
			   k->value == GSO_SEGS_MAX ? &w->config.gso_max_segs
						    : &w->config.gso_max_size);
}

static int take_link(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;

	(void)k;
	return take_value(p, &w->parent);
}

static int take_mac(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;
	const char *word;

	if (take_value(p, &word))
		return -1;
	w->mac_bytes = lladdr_read(p->pool, word, &w->config.mac);
	if (!w->mac_bytes)
		return refuse(p->failure, "%s: \"%s\" is no MAC", k->word, word);
	return 0;
}

/*
 * ip reads a MAC with sscanf(3), so that "down" is one of one byte: `link set br down` is about the
 * broadcast address, and no link is named.
 */
static int take_broadcast(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;
	const char *word;

	if (take_value(p, &word))
		return -1;
	if (!isxdigit((unsigned char)*word))
		return refuse(p->failure, "%s: \"%s\" is no MAC", k->word, word);
	w->has_broadcast = true;
	return 0;
}

static int take_queue_len(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;

	if (w->config.flags & NETCFG_LINK_TX_QUEUE_LEN)
		return malformed(p->failure, "%s is given twice", k->word);
	w->config.flags |= NETCFG_LINK_TX_QUEUE_LEN;
	return take_number(p, k->word, INT_MAX, &w->config.tx_queue_len);
}

static int take_mtu(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;
	const char *word = words_peek(&p->words);
	uint32_t number;

	if (w->config.mtu)
		return malformed(p->failure, "%s is given twice", k->word);
	if (word && *word == '-' && number_read(word + 1, INT_MAX, &number))
		return refuse(p->failure, "mtu %s is less than any link's least", word);
	if (take_number(p, k->word, INT_MAX, &w->config.mtu))
		return -1;
	return w->config.mtu ? 0 : refuse(p->failure, "mtu 0 is not supported");
}

static int take_netns(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;

	if (w->netns)
		return malformed(p->failure, "%s is given twice", k->word);
	return take_value(p, &w->netns);
}

static int take_state(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;
	bool on;

	if (take_on_off(p, k->word, &on))
		return -1;
	if (k->value == NETCFG_LINK_STATE_NOARP)
		on = !on;
	w->config.state_on &= ~k->value;
	w->config.state_off &= ~k->value;
	*(on ? &w->config.state_on : &w->config.state_off) |= k->value;
	return 0;
}

static int take_master(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;

	w->master_is_vrf = k->value;
	if (take_value(p, &w->config.master))
		return -1;
	/* Which would be "nomaster". */
	return *w->config.master ? 0 : malformed(p->failure, "%s: the name is empty", k->word);
}

static int take_no_master(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;

	(void)p;
	(void)k;
	w->config.master = "";
	return 0;
}

static int take_alias(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;

	(void)k;
	return take_value(p, &w->config.alias);
}

static int take_group(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;

	if (w->has_group)
		return malformed(p->failure, "%s is given twice", k->word);
	w->has_group = true;
	w->config.flags |= NETCFG_LINK_GROUP;
	return take_name_number(p, k->word, NAMES_GROUP, &w->config.group);
}

static int take_queues(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;
	uint32_t *number = k->value ? &w->config.num_tx_queues : &w->config.num_rx_queues;

	if (take_number(p, k->word, INT_MAX, number))
		return -1;
	return *number ? 0 : refuse(p->failure, "%s 0: a link has one at least", k->word);
}

static int take_addr_gen_mode(struct parse *p, void *target, const struct keyword *k)
{
	static const char *const modes[] = {
		[NETCFG_ADDR_GEN_EUI64] = "eui64",
		[NETCFG_ADDR_GEN_NONE] = "none",
		[NETCFG_ADDR_GEN_STABLE_PRIVACY] = "stable_secret",
		[NETCFG_ADDR_GEN_RANDOM] = "random",
	};
	struct link_words *w = target;
	const char *word;

	if (take_value(p, &word))
		return -1;
	for (uint32_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		if (word_is(word, modes[i])) {
			w->config.addr_gen_mode = i;
			w->config.flags |= NETCFG_LINK_ADDR_GEN_MODE;
			return 0;
		}
	}
	return malformed(p->failure, "%s: \"%s\" is no mode", k->word, word);
}

static int take_help(struct parse *p, void *target, const struct keyword *k)
{
	(void)target;
	return malformed(p->failure, "there is no \"%s\" in a batch", k->word);
}

static int take_dev(struct parse *p, void *target, const struct keyword *k)
{
	struct link_words *w = target;
	const char *word;

	(void)k;
	if (take_value(p, &word))
		return -1;
	if (w->dev)
		return malformed(p->failure, "a second link, or an unknown word: \"%s\"", word);
	if (!is_name(word))
		return malformed(p->failure, "\"%s\" cannot be a link's name", word);
	w->dev = word;
	return 0;
}

/* ip's order, which decides what an abbreviation, or a link of such a name, is taken for. */
static const struct keyword words[] = {
	{ "up", true, take_up, NETCFG_LINK_UP },
	{ "down", true, take_up, NETCFG_LINK_DOWN },
	{ "name", true, take_name, 0 },
	{ "index", true, take_index, 0 },
	{ "link", false, take_link, 0 },
	{ "address", false, take_mac, 0 },
	{ "broadcast", false, take_broadcast, 0 },
	{ "brd", true, take_broadcast, 0 },
	{ "txqueuelen", false, take_queue_len, 0 },
	{ "txqlen", false, take_queue_len, 0 },
	{ "qlen", true, take_queue_len, 0 },
	{ "mtu", true, take_mtu, 0 },
	{ "xdpgeneric", true, NULL, 0 },
	{ "xdpdrv", true, NULL, 0 },
	{ "xdpoffload", true, NULL, 0 },
	{ "xdp", true, NULL, 0 },
	{ "netns", true, take_netns, 0 },
	{ "multicast", true, take_state, NETCFG_LINK_STATE_MULTICAST },
	{ "allmulticast", true, take_state, NETCFG_LINK_STATE_ALLMULTI },
	{ "promisc", true, take_state, NETCFG_LINK_STATE_PROMISC },
	{ "trailers", true, NULL, 0 },
	{ "arp", true, take_state, NETCFG_LINK_STATE_NOARP },
	{ "carrier", true, NULL, 0 },
	{ "vf", true, NULL, 0 },
	{ "master", false, take_master, 0 },
	{ "vrf", true, take_master, 1 },
	{ "nomaster", false, take_no_master, 0 },
	{ "dynamic", false, NULL, 0 },
	{ "alias", false, take_alias, 0 },
	{ "group", true, take_group, 0 },
	{ "mode", true, NULL, 0 },
	{ "state", true, NULL, 0 },
	{ "numtxqueues", false, take_queues, 1 },
	{ "numrxqueues", false, take_queues, 0 },
	{ "addrgenmode", false, take_addr_gen_mode, 0 },
	{ "link-netns", true, NULL, 0 },
	{ "link-netnsid", true, NULL, 0 },
	{ "protodown", true, NULL, 0 },
	{ "protodown_reason", true, NULL, 0 },
	{ "gso_max_size", true, take_gso, UINT32_MAX },
	{ "gso_max_segs", true, take_gso, GSO_SEGS_MAX },
	{ "gro_max_size", true, NULL, 0 },
	{ "parentdev", true, NULL, 0 },
	{ "help", false, take_help, 0 },
	{ "dev", true, take_dev, 0 },
	{ NULL, false, NULL, 0 },
};

static int read_words(struct parse *p, struct link_words *w)
{
	const char *word;

	while ((word = words_peek(&p->words))) {
		const struct keyword *k = keyword_find(words, word);

		/* "ty" and longer; "t" is txqueuelen. */
		if (word[0] == 't' && word[1] == 'y' && word_begins(word, "type")) {
			words_take(&p->words);
			return take_value(p, &w->kind);
		}
		if (k)
			words_take(&p->words);
		if (k && !k->take)
			return unsupported(p, k->word);
		if (k ? k->take(p, w, k) : take_dev(p, w, NULL))
			return -1;
	}
	return 0;
}

int parse_link_words(struct parse *p, struct link_words *w)
{
	w->config.size = sizeof(w->config);
	if (read_words(p, w))
		return -1;
	if (!w->dev && !w->name)
		return 0;
	if (w->config.ifindex && p->command->verb != LINK_CREATE)
		return w->netns
			       ? unsupported(p, "index")
			       : malformed(p->failure, "index is for a link that is made or moved");
	if (w->config.mac && w->mac_bytes != 6)
		return refuse(p->failure, "address: %s has %d bytes, not 6", w->config.mac,
			      w->mac_bytes);
	if (w->has_broadcast)
		return unsupported(p, "broadcast");
	return 0;
}

int merge_names(struct parse *p, struct link_words *w)
{
	if (w->name && w->dev && strcmp(w->name, w->dev) != 0)
		return malformed(p->failure, "a new link has one name, not \"%s\" and \"%s\"",
				 w->name, w->dev);
	if (!w->name)
		w->name = w->dev;
	return 0;
}
