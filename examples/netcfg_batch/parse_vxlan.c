/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The options of a VXLAN. */
#include <sys/socket.h>

#include "parse_kind.h"

/* The kernel's own port, which ip leaves it to; the library's default is IANA's. */
#define KERNEL_PORT 8472

struct vxlan_words {
	struct link_command *c;
	bool has_port;
	uint32_t given; /* fields and flags that may be given once */
};

enum { LOCAL, REMOTE, GROUP };

#define GIVEN_ID     (1u << 16)
#define GIVEN_LOCAL  (1u << 17)
#define GIVEN_REMOTE (1u << 18)
#define GIVEN_DEV    (1u << 19)
#define GIVEN_TTL    (1u << 20)
#define GIVEN_TOS    (1u << 21)
#define GIVEN_PORT   (1u << 22)

static int once(struct parse *p, struct vxlan_words *w, uint32_t what, const struct keyword *k)
{
	if (w->given & what)
		return malformed(p->failure, "%s is given twice", k->word);
	w->given |= what;
	return 0;
}

static int take_id(struct parse *p, void *target, const struct keyword *k)
{
	struct vxlan_words *w = target;

	if (once(p, w, GIVEN_ID, k) || take_number(p, k->word, 0xffffff, &w->c->u.vxlan.vni))
		return -1;
	w->c->u.vxlan.has_vni = true;
	return 0;
}

static bool is_multicast(const struct prefix *a)
{
	return a->family == AF_INET6 ? a->bytes[0] == 0xff : a->bytes[0] >> 4 == 0xe;
}

static int take_end(struct parse *p, void *target, const struct keyword *k)
{
	struct vxlan_words *w = target;
	struct netcfg_vxlan_config *config = &w->c->u.vxlan.config;
	struct prefix a;

	if (take_address(p, AF_UNSPEC, &a))
		return -1;
	if (a.is_word || is_multicast(&a) != (k->value == GROUP))
		return malformed(p->failure, "%s: not such an address", k->word);
	if (k->value == LOCAL) {
		if (once(p, w, GIVEN_LOCAL, k))
			return -1;
		config->local = address_text(p->pool, &a);
	} else if (k->value == REMOTE) {
		config->remote = address_text(p->pool, &a);
	} else {
		config->group = address_text(p->pool, &a);
	}
	return 0;
}

static int take_dev(struct parse *p, void *target, const struct keyword *k)
{
	struct vxlan_words *w = target;

	return once(p, w, GIVEN_DEV, k) ? -1 : take_value(p, &w->c->u.vxlan.config.dev);
}

static int take_ttl(struct parse *p, void *target, const struct keyword *k)
{
	struct vxlan_words *w = target;
	const char *word = words_peek(&p->words);

	if (once(p, w, GIVEN_TTL, k))
		return -1;
	if (word && word_is(word, "inherit"))
		w->c->u.vxlan.config.flags |= NETCFG_VXLAN_TTL_INHERIT;
	else if (!word || !word_is(word, "auto"))
		return take_number(p, k->word, UINT8_MAX, &w->c->u.vxlan.config.ttl);
	words_take(&p->words);
	return 0;
}

static int take_tos(struct parse *p, void *target, const struct keyword *k)
{
	struct vxlan_words *w = target;
	struct netcfg_vxlan_config *config = &w->c->u.vxlan.config;

	if (once(p, w, GIVEN_TOS, k))
		return -1;
	if (words_peek(&p->words) && word_is(words_peek(&p->words), "inherit")) {
		words_take(&p->words);
		config->flags |= NETCFG_VXLAN_TOS_INHERIT;
		return 0;
	}
	return take_name_number(p, k->word, NAMES_TOS, &config->tos);
}

static int take_port(struct parse *p, void *target, const struct keyword *k)
{
	struct vxlan_words *w = target;
	uint32_t port;

	if (once(p, w, GIVEN_PORT, k) || take_number(p, k->word, UINT16_MAX, &port))
		return -1;
	w->has_port = true;
	w->c->u.vxlan.config.port = (uint16_t)(port ? port : KERNEL_PORT);
	return 0;
}

static int take_learning(struct parse *p, void *target, const struct keyword *k)
{
	struct vxlan_words *w = target;

	if (once(p, w, NETCFG_VXLAN_LEARNING, k))
		return -1;
	w->c->u.vxlan.config.flags |= k->value;
	return 0;
}

static int take_flag(struct parse *p, void *target, const struct keyword *k)
{
	struct vxlan_words *w = target;

	if (once(p, w, k->value, k))
		return -1;
	w->c->u.vxlan.config.flags |= k->value;
	return 0;
}

/* The kernel has it so from the beginning. */
static int take_no_flag(struct parse *p, void *target, const struct keyword *k)
{
	return once(p, target, k->value, k);
}

static const struct keyword words[] = {
	{ "id", false, take_id, 0 },
	{ "vni", false, take_id, 0 },
	{ "group", false, take_end, GROUP },
	{ "remote", false, take_end, REMOTE },
	{ "local", false, take_end, LOCAL },
	{ "dev", false, take_dev, 0 },
	{ "ttl", false, take_ttl, 0 },
	{ "hoplimit", false, take_ttl, 0 },
	{ "tos", false, take_tos, 0 },
	{ "dsfield", false, take_tos, 0 },
	{ "df", false, NULL, 0 },
	{ "label", false, NULL, 0 },
	{ "flowlabel", false, NULL, 0 },
	{ "ageing", false, NULL, 0 },
	{ "maxaddress", false, NULL, 0 },
	{ "port", false, NULL, 0 },
	{ "srcport", false, NULL, 0 },
	{ "dstport", false, take_port, 0 },
	{ "nolearning", false, take_learning, NETCFG_VXLAN_NO_LEARNING },
	{ "learning", false, take_learning, NETCFG_VXLAN_LEARNING },
	{ "noproxy", false, NULL, 0 },
	{ "proxy", false, NULL, 0 },
	{ "norsc", false, NULL, 0 },
	{ "rsc", false, NULL, 0 },
	{ "nol2miss", false, NULL, 0 },
	{ "l2miss", false, NULL, 0 },
	{ "nol3miss", false, NULL, 0 },
	{ "l3miss", false, NULL, 0 },
	{ "udpcsum", false, NULL, 0 },
	{ "noudpcsum", false, NULL, 0 },
	{ "udp6zerocsumtx", false, take_flag, NETCFG_VXLAN_UDP6_ZERO_CSUM_TX },
	{ "noudp6zerocsumtx", false, take_no_flag, NETCFG_VXLAN_UDP6_ZERO_CSUM_TX },
	{ "udp6zerocsumrx", false, take_flag, NETCFG_VXLAN_UDP6_ZERO_CSUM_RX },
	{ "noudp6zerocsumrx", false, take_no_flag, NETCFG_VXLAN_UDP6_ZERO_CSUM_RX },
	{ "remcsumtx", false, NULL, 0 },
	{ "noremcsumtx", false, NULL, 0 },
	{ "remcsumrx", false, NULL, 0 },
	{ "noremcsumrx", false, NULL, 0 },
	{ "external", false, NULL, 0 },
	{ "noexternal", false, NULL, 0 },
	{ "vnifilter", false, NULL, 0 },
	{ "gbp", false, NULL, 0 },
	{ "gpe", false, NULL, 0 },
	{ NULL, false, NULL, 0 },
};

int parse_vxlan(struct parse *p, struct link_command *c)
{
	struct vxlan_words w = { .c = c };
	struct netcfg_vxlan_config *config = &c->u.vxlan.config;

	config->size = sizeof(*config);
	if (parse_kind_options(p, "vxlan", words, &w))
		return -1;
	if (!c->u.vxlan.has_vni)
		return refuse(p->failure, "a vxlan needs \"id\"");
	if (config->remote && config->group)
		return refuse(p->failure, "a vxlan has a remote end or a group, not both");
	if (config->group && !config->dev)
		return refuse(p->failure, "group needs \"dev\"");
	if (!w.has_port) {
		note(p, "without \"dstport\" it gets the kernel's port 8472; IANA's is 4789");
		config->port = KERNEL_PORT;
	}
	return 0;
}
