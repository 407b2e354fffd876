/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/verb_creates.h"

#include <netcfg/netcfg.h>

#define ABSENT "verb-absent"

/* The creates would make something: a parent or a namespace that is absent stops them. */
static const struct netcfg_link_config nowhere = {
	.size = sizeof(nowhere),
	.netns = ABSENT,
};

int verb_dummy_create(struct netcfg *nc)
{
	return netcfg_dummy_create(nc, "verb-new", &nowhere);
}

int verb_ifb_create(struct netcfg *nc)
{
	return netcfg_ifb_create(nc, "verb-new", &nowhere);
}

int verb_veth_create(struct netcfg *nc)
{
	return netcfg_veth_create(nc, "verb-new", "verb-peer", NULL, &nowhere);
}

int verb_vlan_create(struct netcfg *nc)
{
	return netcfg_vlan_create(nc, "verb-new", ABSENT, 5, NULL, NULL);
}

int verb_bridge_create(struct netcfg *nc)
{
	return netcfg_bridge_create(nc, "verb-new", NULL, &nowhere);
}

int verb_bridge_set(struct netcfg *nc)
{
	return netcfg_bridge_set(nc, ABSENT, NULL);
}

int verb_macvlan_create(struct netcfg *nc)
{
	return netcfg_macvlan_create(nc, "verb-new", ABSENT, NULL, NULL);
}

int verb_vxlan_create(struct netcfg *nc)
{
	return netcfg_vxlan_create(nc, "verb-new", 5, NULL, &nowhere);
}

int verb_ipvlan_create(struct netcfg *nc)
{
	return netcfg_ipvlan_create(nc, "verb-new", ABSENT, NULL, NULL);
}

int verb_vrf_create(struct netcfg *nc)
{
	return netcfg_vrf_create(nc, "verb-new", 10, &nowhere);
}

int verb_bond_create(struct netcfg *nc)
{
	return netcfg_bond_create(nc, "verb-new", NULL, &nowhere);
}
