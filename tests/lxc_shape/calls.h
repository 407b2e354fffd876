/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One call of each operation: 0, or -errno; -ERANGE: the answer was not the right one. */
#ifndef LXC_SHAPE_CALLS_H
#define LXC_SHAPE_CALLS_H

struct place;

int call_set_nsid(struct place *p);
int call_get_nsid(struct place *p);
int call_veth_create(struct place *p);
int call_vlan_create(struct place *p);
int call_macvlan_create(struct place *p);
int call_ipvlan_create(struct place *p);
int call_move_by_index(struct place *p);
int call_move_by_index_and_rename(struct place *p);
int call_move_by_name(struct place *p);
int call_move_by_index_fd(struct place *p);
int call_rename_by_index(struct place *p);
int call_rename_by_name(struct place *p);
int call_delete_by_index(struct place *p);
int call_delete_by_name(struct place *p);
int call_set_flag(struct place *p);
int call_get_flag(struct place *p);
int call_up(struct place *p);
int call_down(struct place *p);
int call_isup(struct place *p);
int call_get_mtu(struct place *p);
int call_set_mtu(struct place *p);
int call_hw_addr(struct place *p);
int call_host_hw_addr(struct place *p);
int call_bridge_attach(struct place *p);
int call_bridge_vlan_add(struct place *p);
int call_bridge_vlan_del(struct place *p);
int call_add_altname(struct place *p);
int call_get_altnames(struct place *p);
int call_ipv4_addr_add(struct place *p);
int call_ipv6_addr_add(struct place *p);
int call_ipv4_addr_get(struct place *p);
int call_ipv6_addr_get(struct place *p);
int call_ipv4_gateway_add(struct place *p);
int call_ipv6_gateway_add(struct place *p);
int call_ipv4_dest_add(struct place *p);
int call_ipv6_dest_add(struct place *p);
int call_neigh_proxy4(struct place *p);
int call_neigh_proxy6(struct place *p);

#endif /* LXC_SHAPE_CALLS_H */
