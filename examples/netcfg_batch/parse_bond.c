/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The options of a bond. */
#include "parse_kind.h"

/* A word's place in a list, or its number there. */
static int take_index(struct parse *p, const struct keyword *k, const char *const *names,
		      uint32_t count, uint32_t *ret)
{
	const char *word;

	if (take_value(p, &word))
		return -1;
	for (*ret = 0; *ret < count; ++*ret) {
		if (word_is(word, names[*ret]))
			return 0;
	}
	if (number_read(word, count - 1, ret))
		return 0;
	return malformed(p->failure, "%s: \"%s\" is unknown", k->word, word);
}

static int take_mode(struct parse *p, void *target, const struct keyword *k)
{
	static const char *const modes[] = { "balance-rr", "active-backup", "balance-xor",
					     "broadcast",  "802.3ad",       "balance-tlb",
					     "balance-alb" };
	struct netcfg_bond_config *b = target;
	uint32_t mode;

	if (take_index(p, k, modes, 7, &mode))
		return -1;
	b->mode = mode + 1;
	return 0;
}

static int take_miimon(struct parse *p, void *target, const struct keyword *k)
{
	struct netcfg_bond_config *b = target;

	b->flags |= NETCFG_BOND_MIIMON;
	return take_number(p, k->word, INT32_MAX, &b->miimon);
}

static int take_hash_policy(struct parse *p, void *target, const struct keyword *k)
{
	static const char *const policies[] = { "layer2",   "layer3+4", "layer2+3",
						"encap2+3", "encap3+4", "vlan+srcmac" };
	struct netcfg_bond_config *b = target;
	uint32_t policy;

	if (take_index(p, k, policies, 6, &policy))
		return -1;
	b->xmit_hash_policy = policy + 1;
	return 0;
}

static int take_lacp_rate(struct parse *p, void *target, const struct keyword *k)
{
	static const char *const rates[] = { "slow", "fast" };
	struct netcfg_bond_config *b = target;
	uint32_t rate;

	if (take_index(p, k, rates, 2, &rate))
		return -1;
	b->lacp_rate = rate + 1;
	return 0;
}

static const struct keyword words[] = {
	{ "mode", false, take_mode, 0 },
	{ "active_slave", false, NULL, 0 },
	{ "clear_active_slave", false, NULL, 0 },
	{ "miimon", false, take_miimon, 0 },
	{ "updelay", false, NULL, 0 },
	{ "downdelay", false, NULL, 0 },
	{ "peer_notify_delay", false, NULL, 0 },
	{ "use_carrier", false, NULL, 0 },
	{ "arp_interval", false, NULL, 0 },
	{ "arp_ip_target", false, NULL, 0 },
	{ "ns_ip6_target", false, NULL, 0 },
	{ "arp_validate", false, NULL, 0 },
	{ "arp_all_targets", false, NULL, 0 },
	{ "primary", false, NULL, 0 },
	{ "primary_reselect", false, NULL, 0 },
	{ "fail_over_mac", false, NULL, 0 },
	{ "xmit_hash_policy", false, take_hash_policy, 0 },
	{ "resend_igmp", false, NULL, 0 },
	{ "num_grat_arp", false, NULL, 0 },
	{ "num_unsol_na", false, NULL, 0 },
	{ "all_slaves_active", false, NULL, 0 },
	{ "min_links", false, NULL, 0 },
	{ "lp_interval", false, NULL, 0 },
	{ "packets_per_slave", false, NULL, 0 },
	{ "lacp_rate", false, take_lacp_rate, 0 },
	{ "lacp_active", false, NULL, 0 },
	{ "ad_select", false, NULL, 0 },
	{ "ad_user_port_key", false, NULL, 0 },
	{ "ad_actor_sys_prio", false, NULL, 0 },
	{ "ad_actor_system", false, NULL, 0 },
	{ "tlb_dynamic_lb", false, NULL, 0 },
	{ NULL, false, NULL, 0 },
};

int parse_bond(struct parse *p, struct link_command *c)
{
	c->u.bond.size = sizeof(c->u.bond);
	return parse_kind_options(p, "bond", words, &c->u.bond);
}
