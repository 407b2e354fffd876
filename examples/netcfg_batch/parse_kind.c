/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What stands behind "type KIND". */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "parse_kind.h"
#include "parse_link.h"

int parse_kind_options(struct parse *p, const char *kind, const struct keyword *words, void *target)
{
	const char *word;

	while ((word = words_take(&p->words))) {
		const struct keyword *k = keyword_find(words, word);

		/* ip shows how to use the kind, and goes on with the next line. */
		if (!k)
			return refuse(p->failure, "%s has no option \"%s\"", kind, word);
		if (!k->take)
			return unsupported(p, k->word);
		if (k->take(p, target, k))
			return -1;
	}
	return 0;
}

static int parse_nothing(struct parse *p, struct link_command *c)
{
	const char *word = words_peek(&p->words);

	if (word)
		note(p, pool_format(p->pool,
				    "what follows \"type %s\" is ignored, as older ip does: \"%s\"",
				    c->near.kind, word));
	return 0;
}

static int parse_veth(struct parse *p, struct link_command *c)
{
	const char *word = words_take(&p->words);

	c->far.config.size = sizeof(c->far.config);
	if (!word) {
		c->far.netns = c->near.netns; /* only then: see the kernel's veth_newlink() */
		return 0;
	}
	if (!word_is(word, "peer"))
		return refuse(p->failure, "veth has no option \"%s\"", word);
	if (parse_link_words(p, &c->far) || merge_names(p, &c->far))
		return -1;
	if (c->far.kind)
		return malformed(p->failure, "type is given twice");
	if (c->far.config.ifindex && !c->near.config.ifindex) {
		note(p, "the peer's index is ignored where the first end has none, as the kernel "
			"does");
		c->far.config.ifindex = 0;
	}
	return 0;
}

static int take_vlan_id(struct parse *p, void *target, const struct keyword *k)
{
	struct link_command *c = target;
	uint32_t id;

	if (take_number(p, k->word, UINT16_MAX, &id))
		return -1;
	c->u.vlan.id = (int)id;
	return 0;
}

static int take_vlan_protocol(struct parse *p, void *target, const struct keyword *k)
{
	struct link_command *c = target;
	const char *word;
	uint32_t number;

	if (take_value(p, &word))
		return -1;
	if (strcasecmp(word, "802.1Q") == 0)
		number = 0x8100;
	else if (strcasecmp(word, "802.1ad") == 0)
		number = 0x88a8;
	else if (!number_read(word, UINT16_MAX, &number))
		return malformed(p->failure, "%s: \"%s\" is unknown", k->word, word);
	c->u.vlan.config.protocol = (uint16_t)number;
	return 0;
}

static int take_vlan_flag(struct parse *p, void *target, const struct keyword *k)
{
	struct link_command *c = target;
	bool on;

	if (take_on_off(p, k->word, &on))
		return -1;
	c->u.vlan.config.flags &= ~k->value;
	if (k->value == NETCFG_VLAN_REORDER_HDR) {
		c->u.vlan.config.flags &= ~(uint32_t)NETCFG_VLAN_NO_REORDER_HDR;
		c->u.vlan.config.flags |= on ? NETCFG_VLAN_REORDER_HDR : NETCFG_VLAN_NO_REORDER_HDR;
	} else if (on) {
		c->u.vlan.config.flags |= k->value;
	}
	return 0;
}

/* FROM:TO... */
static int take_vlan_map(struct parse *p, void *target, const struct keyword *k)
{
	struct link_command *c = target;
	struct netcfg_vlan_priority *map = pool_take(p->pool, WORDS_MAX * sizeof(*map));
	uint32_t count = 0;
	const char *word;

	while ((word = words_peek(&p->words)) && strchr(word, ':')) {
		char *from = pool_text(p->pool, word, strlen(word));
		char *to = strchr(from, ':');

		*to++ = '\0';
		if (!number_read(from, UINT32_MAX, &map[count].from) ||
		    !number_read(to, UINT32_MAX, &map[count].to))
			return malformed(p->failure, "%s: \"%s\" is not FROM:TO", k->word, word);
		count++;
		words_take(&p->words);
	}
	if (!count)
		return malformed(p->failure, "%s: FROM:TO is missing", k->word);
	if (k->value) {
		c->u.vlan.config.ingress = map;
		c->u.vlan.config.ingress_count = count;
	} else {
		c->u.vlan.config.egress = map;
		c->u.vlan.config.egress_count = count;
	}
	return 0;
}

static const struct keyword vlan_words[] = {
	{ "protocol", false, take_vlan_protocol, 0 },
	{ "id", false, take_vlan_id, 0 },
	{ "reorder_hdr", false, take_vlan_flag, NETCFG_VLAN_REORDER_HDR },
	{ "gvrp", false, take_vlan_flag, NETCFG_VLAN_GVRP },
	{ "mvrp", false, take_vlan_flag, NETCFG_VLAN_MVRP },
	{ "loose_binding", false, take_vlan_flag, NETCFG_VLAN_LOOSE_BINDING },
	{ "bridge_binding", false, take_vlan_flag, NETCFG_VLAN_BRIDGE_BINDING },
	{ "ingress-qos-map", false, take_vlan_map, 1 },
	{ "egress-qos-map", false, take_vlan_map, 0 },
	{ NULL, false, NULL, 0 },
};

static int parse_vlan(struct parse *p, struct link_command *c)
{
	c->u.vlan.config.size = sizeof(c->u.vlan.config);
	c->u.vlan.id = -1;
	if (parse_kind_options(p, "vlan", vlan_words, c))
		return -1;
	return c->u.vlan.id < 0 ? refuse(p->failure, "a vlan needs \"id\"") : 0;
}

static int take_macvlan_mode(struct parse *p, void *target, const struct keyword *k)
{
	static const struct {
		const char *word;
		uint32_t mode;
	} modes[] = {
		{ "private", NETCFG_MACVLAN_PRIVATE }, { "vepa", NETCFG_MACVLAN_VEPA },
		{ "bridge", NETCFG_MACVLAN_BRIDGE },   { "passthru", NETCFG_MACVLAN_PASSTHRU },
		{ "source", NETCFG_MACVLAN_SOURCE },
	};
	struct link_command *c = target;
	const char *word;

	if (take_value(p, &word))
		return -1;
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		if (word_is(word, modes[i].word)) {
			c->u.macvlan.mode = modes[i].mode;
			return 0;
		}
	}
	return refuse(p->failure, "%s: \"%s\" is no mode of a macvlan", k->word, word);
}

static int take_nopromisc(struct parse *p, void *target, const struct keyword *k)
{
	struct link_command *c = target;

	(void)p;
	(void)k;
	c->u.macvlan.flags |= NETCFG_MACVLAN_NOPROMISC;
	return 0;
}

static const struct keyword macvlan_words[] = {
	{ "mode", false, take_macvlan_mode, 0 },
	{ "nopromisc", false, take_nopromisc, 0 },
	{ "flag", false, NULL, 0 },
	{ "bcqueuelen", false, NULL, 0 },
	{ "macaddr", false, NULL, 0 },
	{ NULL, false, NULL, 0 },
};

static int parse_macvlan(struct parse *p, struct link_command *c)
{
	c->u.macvlan.size = sizeof(c->u.macvlan);
	if (parse_kind_options(p, "macvlan", macvlan_words, c))
		return -1;
	if (c->u.macvlan.flags && c->u.macvlan.mode != NETCFG_MACVLAN_PASSTHRU)
		return refuse(p->failure, "\"nopromisc\" goes with mode passthru only");
	return 0;
}

static int take_ipvlan_mode(struct parse *p, void *target, const struct keyword *k)
{
	struct link_command *c = target;
	const char *word;

	if (take_value(p, &word))
		return -1;
	if (word_is(word, "l2"))
		c->u.ipvlan.mode = NETCFG_IPVLAN_L2;
	else if (word_is(word, "l3"))
		c->u.ipvlan.mode = NETCFG_IPVLAN_L3;
	else if (word_is(word, "l3s"))
		c->u.ipvlan.mode = NETCFG_IPVLAN_L3S;
	else
		return refuse(p->failure, "%s: \"%s\" is no mode of an ipvlan", k->word, word);
	return 0;
}

static int take_ipvlan_flag(struct parse *p, void *target, const struct keyword *k)
{
	struct link_command *c = target;

	(void)p;
	c->u.ipvlan.flags = k->value;
	return 0;
}

static const struct keyword ipvlan_words[] = {
	{ "mode", false, take_ipvlan_mode, 0 },
	{ "private", false, take_ipvlan_flag, NETCFG_IPVLAN_PRIVATE },
	{ "vepa", false, take_ipvlan_flag, NETCFG_IPVLAN_VEPA },
	{ "bridge", false, take_ipvlan_flag, 0 }, /* neither of these, the kernel's default */
	{ NULL, false, NULL, 0 },
};

static int parse_ipvlan(struct parse *p, struct link_command *c)
{
	c->u.ipvlan.size = sizeof(c->u.ipvlan);
	return parse_kind_options(p, "ipvlan", ipvlan_words, c);
}

static int take_vrf_table(struct parse *p, void *target, const struct keyword *k)
{
	struct link_command *c = target;

	return take_name_number(p, k->word, NAMES_TABLE, &c->u.vrf_table);
}

static const struct keyword vrf_words[] = {
	{ "table", false, take_vrf_table, 0 },
	{ NULL, false, NULL, 0 },
};

static int parse_vrf(struct parse *p, struct link_command *c)
{
	if (parse_kind_options(p, "vrf", vrf_words, c))
		return -1;
	return c->u.vrf_table ? 0 : refuse(p->failure, "a vrf needs \"table\"");
}

static const struct {
	const char *word;
	enum kind kind;
	int (*parse)(struct parse *p, struct link_command *c);
	bool can_set; /* its options of a link that is there */
} kinds[] = {
	{ "dummy", KIND_DUMMY, parse_nothing, false },
	{ "ifb", KIND_IFB, parse_nothing, false },
	{ "veth", KIND_VETH, parse_veth, false },
	{ "vlan", KIND_VLAN, parse_vlan, false },
	{ "bridge", KIND_BRIDGE, parse_bridge, true },
	{ "bridge_slave", KIND_BRIDGE_PORT, parse_bridge_port, true },
	{ "macvlan", KIND_MACVLAN, parse_macvlan, false },
	{ "ipvlan", KIND_IPVLAN, parse_ipvlan, false },
	{ "vxlan", KIND_VXLAN, parse_vxlan, false },
	{ "vrf", KIND_VRF, parse_vrf, false },
	{ "bond", KIND_BOND, parse_bond, false },
};

int parse_kind(struct parse *p, struct link_command *c)
{
	const bool set = p->command->verb == LINK_SET;

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (!word_is(c->near.kind, kinds[i].word))
			continue;
		c->kind = kinds[i].kind;
		c->has_options = words_peek(&p->words) != NULL;
		if (set && !kinds[i].can_set)
			return refuse(p->failure, "link set with type %s is not supported",
				      c->near.kind);
		if (!set && c->kind == KIND_BRIDGE_PORT)
			return refuse(p->failure, "a %s is made by giving a link a master",
				      c->near.kind);
		return kinds[i].parse(p, c);
	}
	return refuse(p->failure, "type \"%s\" is not supported", c->near.kind);
}
