/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The creates among the verbs of verbs.c: with arguments that are all good, but for one thing absent. */
#ifndef TEST_SUPPORT_VERB_CREATES_H
#define TEST_SUPPORT_VERB_CREATES_H

struct netcfg;

int verb_dummy_create(struct netcfg *nc);
int verb_ifb_create(struct netcfg *nc);
int verb_veth_create(struct netcfg *nc);
int verb_vlan_create(struct netcfg *nc);
int verb_bridge_create(struct netcfg *nc);
int verb_bridge_set(struct netcfg *nc);
int verb_macvlan_create(struct netcfg *nc);
int verb_vxlan_create(struct netcfg *nc);
int verb_ipvlan_create(struct netcfg *nc);
int verb_vrf_create(struct netcfg *nc);
int verb_bond_create(struct netcfg *nc);

#endif /* TEST_SUPPORT_VERB_CREATES_H */
