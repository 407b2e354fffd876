/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The library's sized structs, written as an argument: LINK_CONFIG(.mtu = 1400) leaves the rest. */
#ifndef TEST_SUPPORT_CONFIGS_H
#define TEST_SUPPORT_CONFIGS_H

#include <netcfg/netcfg.h>

#define SIZED(type, ...) (&(const struct type){ .size = sizeof(struct type), __VA_ARGS__ })

#define LINK_CONFIG(...)    SIZED(netcfg_link_config, __VA_ARGS__)
#define LINK_FILTER(...)    SIZED(netcfg_link_filter, __VA_ARGS__)
#define VLAN_CONFIG(...)    SIZED(netcfg_vlan_config, __VA_ARGS__)
#define BRIDGE_CONFIG(...)  SIZED(netcfg_bridge_config, __VA_ARGS__)
#define MACVLAN_CONFIG(...) SIZED(netcfg_macvlan_config, __VA_ARGS__)
#define VXLAN_CONFIG(...)   SIZED(netcfg_vxlan_config, __VA_ARGS__)
#define IPVLAN_CONFIG(...)  SIZED(netcfg_ipvlan_config, __VA_ARGS__)
#define BOND_CONFIG(...)    SIZED(netcfg_bond_config, __VA_ARGS__)
#define ADDR_CONFIG(...)    SIZED(netcfg_addr_config, __VA_ARGS__)
#define ROUTE_CONFIG(...)   SIZED(netcfg_route_config, __VA_ARGS__)
#define ROUTE_FILTER(...)   SIZED(netcfg_route_filter, __VA_ARGS__)
#define NEIGH_CONFIG(...)   SIZED(netcfg_neigh_config, __VA_ARGS__)
#define PORT_CONFIG(...)    SIZED(netcfg_bridge_port_config, __VA_ARGS__)

#endif /* TEST_SUPPORT_CONFIGS_H */
