/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The options of a bridge and of its ports. */
#include "parse_kind.h"

/* A number that is a switch for the kernel. The value is the flag for on, the next bit that for
 * off. */
static int take_switch(struct parse *p, void *target, const struct keyword *k)
{
	struct netcfg_bridge_config *b = target;
	uint32_t number;

	if (take_number(p, k->word, UINT8_MAX, &number))
		return -1;
	b->flags &= ~(k->value | k->value << 1);
	b->flags |= number ? k->value : k->value << 1;
	return 0;
}

static int take_time(struct parse *p, void *target, const struct keyword *k)
{
	struct netcfg_bridge_config *b = target;

	b->flags |= k->value;
	return take_number(p, k->word, UINT32_MAX,
			   k->value == NETCFG_BRIDGE_AGEING_TIME ? &b->ageing_time
								 : &b->forward_delay);
}

static int take_mask(struct parse *p, void *target, const struct keyword *k)
{
	struct netcfg_bridge_config *b = target;

	b->flags |= k->value;
	return take_number(p, k->word, UINT16_MAX, &b->group_fwd_mask);
}

static const struct keyword bridge_words[] = {
	{ "forward_delay", false, take_time, NETCFG_BRIDGE_FORWARD_DELAY },
	{ "hello_time", false, NULL, 0 },
	{ "max_age", false, NULL, 0 },
	{ "ageing_time", false, take_time, NETCFG_BRIDGE_AGEING_TIME },
	{ "stp_state", false, take_switch, NETCFG_BRIDGE_STP },
	{ "priority", false, NULL, 0 },
	{ "vlan_filtering", false, take_switch, NETCFG_BRIDGE_VLAN_FILTERING },
	{ "vlan_protocol", false, NULL, 0 },
	{ "group_fwd_mask", false, take_mask, NETCFG_BRIDGE_GROUP_FWD_MASK },
	{ "group_address", false, NULL, 0 },
	{ "fdb_flush", false, NULL, 0 },
	{ "vlan_default_pvid", false, NULL, 0 },
	{ "vlan_stats_enabled", false, NULL, 0 },
	{ "vlan_stats_per_port", false, NULL, 0 },
	{ "mcast_router", false, NULL, 0 },
	{ "mcast_snooping", false, take_switch, NETCFG_BRIDGE_MULTICAST_SNOOPING },
	{ "mcast_vlan_snooping", false, NULL, 0 },
	{ "mcast_query_use_ifaddr", false, NULL, 0 },
	{ "mcast_querier", false, NULL, 0 },
	{ "mcast_querier_interval", false, NULL, 0 },
	{ "mcast_hash_elasticity", false, NULL, 0 },
	{ "mcast_hash_max", false, NULL, 0 },
	{ "mcast_last_member_count", false, NULL, 0 },
	{ "mcast_last_member_interval", false, NULL, 0 },
	{ "mcast_startup_query_count", false, NULL, 0 },
	{ "mcast_startup_query_interval", false, NULL, 0 },
	{ "mcast_membership_interval", false, NULL, 0 },
	{ "mcast_query_interval", false, NULL, 0 },
	{ "mcast_query_response_interval", false, NULL, 0 },
	{ "mcast_stats_enabled", false, NULL, 0 },
	{ "mcast_igmp_version", false, NULL, 0 },
	{ "mcast_mld_version", false, NULL, 0 },
	{ "no_linklocal_learn", true, NULL, 0 },
	{ "mst_enabled", true, NULL, 0 },
	{ "nf_call_iptables", false, NULL, 0 },
	{ "nf_call_ip6tables", false, NULL, 0 },
	{ "nf_call_arptables", false, NULL, 0 },
	{ NULL, false, NULL, 0 },
};

int parse_bridge(struct parse *p, struct link_command *c)
{
	c->u.bridge.size = sizeof(c->u.bridge);
	return parse_kind_options(p, "bridge", bridge_words, &c->u.bridge);
}

/* Another word than these ends the run, unlike that of a link's own flags. */
static int take_port_switch(struct parse *p, void *target, const struct keyword *k)
{
	struct netcfg_bridge_port_config *port = target;
	const char *word;

	if (take_value(p, &word))
		return -1;
	if (!word_is(word, "on") && !word_is(word, "off"))
		return malformed(p->failure, "%s must be \"on\" or \"off\", not \"%s\"", k->word,
				 word);
	port->flags &= ~(k->value | k->value << 1);
	port->flags |= word_is(word, "on") ? k->value : k->value << 1;
	return 0;
}

static const struct keyword port_words[] = {
	{ "fdb_flush", false, NULL, 0 },
	{ "state", false, NULL, 0 },
	{ "priority", false, NULL, 0 },
	{ "cost", false, NULL, 0 },
	{ "hairpin", false, take_port_switch, NETCFG_BRIDGE_PORT_HAIRPIN },
	{ "guard", false, NULL, 0 },
	{ "root_block", false, NULL, 0 },
	{ "fastleave", false, NULL, 0 },
	{ "learning", false, take_port_switch, NETCFG_BRIDGE_PORT_LEARNING },
	{ "flood", false, NULL, 0 },
	{ "mcast_flood", false, NULL, 0 },
	{ "bcast_flood", false, NULL, 0 },
	{ "mcast_to_unicast", false, NULL, 0 },
	{ "proxy_arp", false, NULL, 0 },
	{ "proxy_arp_wifi", false, NULL, 0 },
	{ "mcast_router", false, NULL, 0 },
	{ "mcast_fast_leave", false, NULL, 0 },
	{ "neigh_suppress", false, NULL, 0 },
	{ "group_fwd_mask", false, NULL, 0 },
	{ "vlan_tunnel", false, NULL, 0 },
	{ "isolated", false, take_port_switch, NETCFG_BRIDGE_PORT_ISOLATED },
	{ "locked", false, NULL, 0 },
	{ "mab", false, NULL, 0 },
	{ "backup_port", false, NULL, 0 },
	{ "nobackup_port", false, NULL, 0 },
	{ NULL, false, NULL, 0 },
};

int parse_bridge_port(struct parse *p, struct link_command *c)
{
	c->u.port.size = sizeof(c->u.port);
	return parse_kind_options(p, "bridge_slave", port_words, &c->u.port);
}
