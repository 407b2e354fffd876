/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The operations. "then" is what LXC's function opens, sends and asks by itself,
 * as its source and strace(1) show it; if_nametoindex(3) is a socket and an ioctl.
 */
#include "lxc_shape/row.h"

#include "lxc_shape/calls.h"
#include "lxc_shape/container.h"

#define BOTH_ADDRESSES                                                                             \
	"ip link set v0 up; ip addr add 192.0.2.1/24 dev v0; ip addr add 2001:db8::1/64 dev v0 "   \
	"nodad"

/* A socket and a message; and with an if_nametoindex(3) before. */
#define ONE                                                                                        \
	{                                                                                          \
		.sockets = 1, .sends = 1                                                           \
	}
#define LOOKUP                                                                                     \
	{                                                                                          \
		.sockets = 2, .sends = 1, .ioctls = 1                                              \
	}

const struct row rows[] = {
	{
		.theirs = "lxc_veth_create",
		.ours = "`netcfg_veth_create`",
		.then = ONE,
		.now = { .sends = 1 },
		.call = call_veth_create,
		.check = "ip link show host0",
		.check_there = "ip link show cont0 | grep 'mtu 1400'",
	},
	{
		.theirs = "lxc_vlan_create",
		.ours = "`netcfg_vlan_create`",
		.then = LOOKUP,
		.now = { .sends = 1, .ioctls = 1 },
		.kind = "vlan",
		.call = call_vlan_create,
		.check = "ip -d link show v0.5 | grep 'id 5 '",
	},
	{
		.theirs = "lxc_macvlan_create",
		.ours = "`netcfg_macvlan_create`",
		.then = LOOKUP,
		.now = { .sends = 1, .ioctls = 1 },
		.kind = "macvlan",
		.call = call_macvlan_create,
		.check = "ip -d link show m0 | grep 'mode bridge'",
	},
	{
		.theirs = "lxc_ipvlan_create",
		.ours = "`netcfg_ipvlan_create`",
		.then = LOOKUP,
		.now = { .sends = 1, .ioctls = 1 },
		.kind = "ipvlan",
		.call = call_ipvlan_create,
		.check = "ip -d link show i0 | grep 'mode l3s private'",
	},
	{
		.theirs = "lxc_netdev_move_by_index",
		.ours = "`netcfg_link_set_by_index`, netns_pid",
		.then = ONE,
		.now = { .sends = 1 },
		.call = call_move_by_index,
		.check = "! ip link show v0",
		.check_there = "ip link show v0",
	},
	{
		.theirs = "lxc_netdev_move_by_index, new name",
		.ours = "the same, which looks first whether it is free",
		.then = ONE,
		.now = { .sockets = 1, .sends = 1, .ioctls = 2 },
		.call = call_move_by_index_and_rename,
		.check = "! ip link show v0",
		.check_there = "ip link show eth0",
	},
	{
		.theirs = "lxc_netdev_move_by_name",
		.ours = "`netcfg_link_set`, netns_pid",
		.then = LOOKUP,
		.now = { .sends = 1 },
		.call = call_move_by_name,
		.check = "! ip link show v0",
		.check_there = "ip link show v0",
	},
	{
		.theirs = "lxc_netdev_move_by_index_fd",
		.ours = "`netcfg_link_set_by_index`, netns_fd",
		.then = ONE,
		.now = { .sends = 1 },
		.call = call_move_by_index_fd,
		.check = "! ip link show v0",
		.check_there = "ip link show v0",
	},
	{
		.theirs = "lxc_netdev_rename_by_index",
		.ours = "`netcfg_link_set_by_index`, name",
		.then = ONE,
		.now = { .sends = 1 },
		.call = call_rename_by_index,
		.check = "! ip link show v0 && ip link show eth0",
	},
	{
		.theirs = "lxc_netdev_rename_by_name",
		.ours = "`netcfg_link_rename`",
		.then = LOOKUP,
		.now = { .sends = 1, .ioctls = 1 },
		.call = call_rename_by_name,
		.check = "! ip link show v0 && ip link show eth0",
	},
	{
		.theirs = "lxc_netdev_delete_by_index",
		.ours = "`netcfg_link_delete_by_index`",
		.then = ONE,
		.now = { .sends = 1 },
		.call = call_delete_by_index,
		.check = "! ip link show v0",
	},
	{
		.theirs = "lxc_netdev_delete_by_name",
		.ours = "`netcfg_link_delete`",
		.then = LOOKUP,
		.now = { .sends = 1 },
		.call = call_delete_by_name,
		.check = "! ip link show v0",
	},
	{
		.theirs = "netdev_set_flag",
		.ours = "`netcfg_link_set_up`, `_down`",
		.then = LOOKUP,
		.now = { .sends = 1 },
		.call = call_set_flag,
		.check = "ip link show v0 | grep '[<,]UP'",
	},
	{
		.theirs = "netdev_get_flag",
		.ours = "`netcfg_link_get`",
		.then = LOOKUP,
		.now = { .sends = 1 },
		.prepare = "ip link set v0 up",
		.call = call_get_flag,
	},
	{
		.theirs = "lxc_netdev_up",
		.ours = "`netcfg_link_set_up`",
		.then = LOOKUP,
		.now = { .sends = 1 },
		.call = call_up,
		.check = "ip link show v0 | grep '[<,]UP'",
	},
	{
		.theirs = "lxc_netdev_down",
		.ours = "`netcfg_link_set_down`",
		.then = LOOKUP,
		.now = { .sends = 1 },
		.prepare = "ip link set v0 up",
		.call = call_down,
		.check = "! ip link show v0 | grep '[<,]UP'",
	},
	{
		.theirs = "lxc_netdev_isup",
		.ours = "`netcfg_link_get`",
		.then = LOOKUP,
		.now = { .sends = 1 },
		.prepare = "ip link set v0 up",
		.call = call_isup,
	},
	{
		.theirs = "netdev_get_mtu",
		.ours = "`netcfg_link_get_by_index`",
		.then = ONE,
		.now = { .sends = 1 },
		.prepare = "ip link set v0 mtu 1400",
		.call = call_get_mtu,
	},
	{
		.theirs = "lxc_netdev_set_mtu",
		.ours = "`netcfg_link_set_mtu`",
		.then = ONE,
		.now = { .sends = 1 },
		.call = call_set_mtu,
		.check = "ip link show v0 | grep 'mtu 1400'",
	},
	{
		.theirs = "setup_hw_addr",
		.ours = "`netcfg_link_set_mac`",
		.then = { .sockets = 1, .ioctls = 1 },
		.now = { .sends = 1 },
		.call = call_hw_addr,
		.check = "ip link show v0 | grep 'ether 02:00:00:00:00:0a'",
	},
	{
		.theirs = "setup_private_host_hw_addr",
		.ours = "`netcfg_link_get`, `netcfg_link_set_mac`",
		.then = { .sockets = 1, .ioctls = 2 },
		.now = { .sends = 2 },
		.call = call_host_hw_addr,
		.check = "ip link show v0 | grep 'ether fe:'",
	},
	{
		.theirs = "lxc_bridge_attach",
		.ours = "`netcfg_link_set_master`",
		.then = { .sockets = 2, .ioctls = 2 },
		.now = { .sends = 1, .ioctls = 1 },
		.call = call_bridge_attach,
		.check = "ip link show v0 | grep 'master br0'",
	},
	{
		.theirs = "lxc_bridge_vlan_add",
		.ours = "`netcfg_bridge_vlan_add`",
		.then = ONE,
		.now = { .sends = 1, .ioctls = 1 },
		.kind = VLAN_FILTERING,
		.prepare =
			"ip link set br0 type bridge vlan_filtering 1; ip link set v0 master br0",
		.call = call_bridge_vlan_add,
		.check = "bridge vlan show dev v0 | grep '100 PVID Egress Untagged'",
	},
	{
		.theirs = "lxc_bridge_vlan_del",
		.ours = "`netcfg_bridge_vlan_delete`",
		.then = ONE,
		.now = { .sends = 1, .ioctls = 1 },
		.kind = VLAN_FILTERING,
		.prepare =
			"ip link set br0 type bridge vlan_filtering 1; ip link set v0 master br0",
		.call = call_bridge_vlan_del,
		.check = "! bridge vlan show dev v0 | grep -w 1",
	},
	{
		.theirs = "lxc_netdev_mod_altname",
		.ours = "`netcfg_link_add_altname`, `_delete_altname`",
		.then = ONE,
		.now = { .sends = 1 },
		.call = call_add_altname,
		.check = "ip link show another-name-of-this-link",
	},
	{
		.theirs = "lxc_netdev_get_altnames",
		.ours = "`netcfg_altname_list`",
		.then = ONE,
		.now = { .sends = 1 },
		.prepare = "ip link property add dev v0 altname one altname two",
		.call = call_get_altnames,
	},
	{
		.theirs = "lxc_ipv4_addr_add",
		.ours = "`netcfg_addr_add`",
		.then = ONE,
		.now = { .sends = 1, .ioctls = 1 },
		.call = call_ipv4_addr_add,
		.check = "ip addr show dev v0 | grep 'inet 192.0.2.1/24 brd 192.0.2.255'",
	},
	{
		.theirs = "lxc_ipv6_addr_add",
		.ours = "`netcfg_addr_add`",
		.then = ONE,
		.now = { .sends = 1, .ioctls = 1 },
		.call = call_ipv6_addr_add,
		.check = "ip addr show dev v0 | grep 'inet6 2001:db8::1/64'",
	},
	{
		.theirs = "lxc_ipv4_addr_get",
		.ours = "`netcfg_addr_list`",
		.then = ONE,
		.now = { .sends = 1, .ioctls = 1 },
		.prepare = BOTH_ADDRESSES,
		.call = call_ipv4_addr_get,
	},
	{
		.theirs = "lxc_ipv6_addr_get",
		.ours = "`netcfg_addr_list`",
		.then = ONE,
		.now = { .sends = 1, .ioctls = 1 },
		.prepare = "ip addr add 2001:db8::1/64 dev v0",
		.call = call_ipv6_addr_get,
	},
	{
		.theirs = "lxc_ipv4_gateway_add",
		.ours = "`netcfg_route_add`",
		.then = ONE,
		.now = { .sends = 1, .ioctls = 1 },
		.prepare = BOTH_ADDRESSES,
		.call = call_ipv4_gateway_add,
		.check = "ip route show | grep 'default via 192.0.2.254 dev v0'",
	},
	{
		.theirs = "lxc_ipv6_gateway_add",
		.ours = "`netcfg_route_add`",
		.then = ONE,
		.now = { .sends = 1, .ioctls = 1 },
		.prepare = BOTH_ADDRESSES,
		.call = call_ipv6_gateway_add,
		.check = "ip -6 route show | grep 'default via 2001:db8::fe dev v0'",
	},
	{
		.theirs = "lxc_ipv4_dest_add",
		.ours = "`netcfg_route_add`",
		.then = ONE,
		.now = { .sends = 1, .ioctls = 1 },
		.prepare = BOTH_ADDRESSES,
		.call = call_ipv4_dest_add,
		.check = "ip route show | grep '198.51.100.7 dev v0 scope link'",
	},
	{
		.theirs = "lxc_ipv6_dest_add",
		.ours = "`netcfg_route_add`",
		.then = ONE,
		.now = { .sends = 1, .ioctls = 1 },
		.prepare = BOTH_ADDRESSES,
		.call = call_ipv6_dest_add,
		.check = "ip -6 route show | grep '2001:db8:7::7 dev v0'",
	},
	{
		.theirs = "lxc_ip_neigh_proxy, IPv4",
		.ours = "`netcfg_neigh_add`, `_delete`",
		.then = ONE,
		.now = { .sends = 1, .ioctls = 1 },
		.prepare = "ip link set v0 up",
		.call = call_neigh_proxy4,
		.check = "ip neigh show proxy dev v0 | grep 192.0.2.9",
	},
	{
		.theirs = "lxc_ip_neigh_proxy, IPv6",
		.ours = "`netcfg_neigh_add`, `_delete`",
		.then = ONE,
		.now = { .sends = 1, .ioctls = 1 },
		.prepare = "ip link set v0 up; ip neigh add proxy 2001:db8::9 dev v0",
		.call = call_neigh_proxy6,
		.check = "! ip -6 neigh show proxy dev v0 | grep 2001:db8::9",
	},
	{
		.theirs = "lxc_netns_set_nsid",
		.ours = "`netcfg_netns_set_id`",
		.then = ONE,
		.now = { .sends = 1 },
		.call = call_set_nsid,
		.check = "ip netns list-id target-nsid 0",
	},
	{
		.theirs = "lxc_netns_get_nsid",
		.ours = "`netcfg_netns_get_id`",
		.then = ONE,
		.now = { .sends = 1 },
		.prepare = "mkdir -p /run/netns; ip netns attach c $pid; ip netns set c 7",
		.call = call_get_nsid,
	},
	{
		.theirs = "all of a container's network",
		.ours = "`netcfg_veth_create`, and a batch inside",
		.then = { .sockets = 24, .sends = 11, .ioctls = 14 },
		.now = { .sockets = 1, .sends = 2, .ioctls = 2 },
		.call = container_attach,
		.check = "ip link show host0 | grep 'mtu 1400.*master br0'",
		.check_there = "ip addr show dev eth0 | grep 'inet 192.0.2.1/24' && "
			       "ip addr show dev eth0 | grep 'inet6 2001:db8::1/64' && "
			       "ip link show eth0 | grep '[<,]UP.*mtu 1400' && ip link show lo | "
			       "grep '[<,]UP' && "
			       "ip link show eth0 | grep 'ether 02:00:00:00:00:0a' && "
			       "ip -6 route show | grep 'default via 2001:db8::fe dev eth0' && "
			       "ip route show | grep 'default via 192.0.2.254 dev eth0'",
	},
};

const size_t rows_count = sizeof(rows) / sizeof(rows[0]);
