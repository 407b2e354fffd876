/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One call of each operation, on what a place has. */
#include "lxc_shape/calls.h"

#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>

#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include <netcfg/netcfg.h>

#include "lxc_shape/lxc_shape.h"
#include "lxc_shape/row.h"

static const struct in_addr *address4(const char *text)
{
	static struct in_addr address;

	inet_pton(AF_INET, text, &address);
	return &address;
}

static const struct in6_addr *address6(const char *text)
{
	static struct in6_addr address;

	inet_pton(AF_INET6, text, &address);
	return &address;
}

int call_set_nsid(struct place *p)
{
	return lxc_netns_set_nsid(p->nc, p->there);
}

int call_get_nsid(struct place *p)
{
	return lxc_netns_get_nsid(p->nc, p->there) == 7 ? 0 : -ERANGE;
}

int call_veth_create(struct place *p)
{
	return lxc_veth_create(p->nc, "host0", "cont0", p->pid, 1400);
}

int call_vlan_create(struct place *p)
{
	return lxc_vlan_create(p->nc, "v0", "v0.5", 5);
}

int call_macvlan_create(struct place *p)
{
	return lxc_macvlan_create(p->nc, "v0", "m0", MACVLAN_MODE_BRIDGE);
}

int call_ipvlan_create(struct place *p)
{
	return lxc_ipvlan_create(p->nc, "v0", "i0", IPVLAN_MODE_L3S, IPVLAN_F_PRIVATE);
}

int call_move_by_index(struct place *p)
{
	return lxc_netdev_move_by_index(p->nc, p->ifindex, p->pid, NULL);
}

int call_move_by_index_and_rename(struct place *p)
{
	return lxc_netdev_move_by_index(p->nc, p->ifindex, p->pid, "eth0");
}

int call_move_by_name(struct place *p)
{
	return lxc_netdev_move_by_name(p->nc, "v0", p->pid, NULL);
}

int call_move_by_index_fd(struct place *p)
{
	return lxc_netdev_move_by_index_fd(p->nc, p->ifindex, p->there, NULL);
}

int call_rename_by_index(struct place *p)
{
	return lxc_netdev_rename_by_index(p->nc, p->ifindex, "eth0");
}

int call_rename_by_name(struct place *p)
{
	return lxc_netdev_rename_by_name(p->nc, "v0", "eth0");
}

int call_delete_by_index(struct place *p)
{
	return lxc_netdev_delete_by_index(p->nc, p->ifindex);
}

int call_delete_by_name(struct place *p)
{
	return lxc_netdev_delete_by_name(p->nc, "v0");
}

int call_set_flag(struct place *p)
{
	return netdev_set_flag(p->nc, "v0", IFF_UP);
}

int call_get_flag(struct place *p)
{
	int flag = 0, err = netdev_get_flag(p->nc, "v0", &flag);

	return err ? err : (flag & IFF_UP ? 0 : -ERANGE);
}

int call_up(struct place *p)
{
	return lxc_netdev_up(p->nc, "v0");
}

int call_down(struct place *p)
{
	return lxc_netdev_down(p->nc, "v0");
}

int call_isup(struct place *p)
{
	return lxc_netdev_isup(p->nc, "v0") == 1 ? 0 : -ERANGE;
}

int call_get_mtu(struct place *p)
{
	return netdev_get_mtu(p->nc, p->ifindex) == 1400 ? 0 : -ERANGE;
}

int call_set_mtu(struct place *p)
{
	return lxc_netdev_set_mtu(p->nc, "v0", 1400);
}

int call_hw_addr(struct place *p)
{
	return setup_hw_addr(p->nc, "02:00:00:00:00:0a", "v0");
}

int call_host_hw_addr(struct place *p)
{
	return setup_private_host_hw_addr(p->nc, "v0");
}

int call_bridge_attach(struct place *p)
{
	return lxc_bridge_attach(p->nc, "br0", "v0");
}

int call_bridge_vlan_add(struct place *p)
{
	return lxc_bridge_vlan_add(p->nc, "v0", 100, false);
}

int call_bridge_vlan_del(struct place *p)
{
	return lxc_bridge_vlan_del(p->nc, "v0", 1);
}

int call_add_altname(struct place *p)
{
	return lxc_netdev_mod_altname(p->nc, "v0", "another-name-of-this-link", true);
}

int call_get_altnames(struct place *p)
{
	char *names = NULL;
	int count = lxc_netdev_get_altnames(p->nc, "v0", &names);
	int same = count == 2 && strcmp(names, "one") == 0 && strcmp(names + 4, "two") == 0;

	free(names);
	return same ? 0 : -ERANGE;
}

int call_ipv4_addr_add(struct place *p)
{
	struct in_addr broadcast = *address4("192.0.2.255");

	return lxc_ipv4_addr_add(p->nc, "v0", address4("192.0.2.1"), &broadcast, 24);
}

int call_ipv6_addr_add(struct place *p)
{
	return lxc_ipv6_addr_add(p->nc, "v0", address6("2001:db8::1"), 64);
}

int call_ipv4_addr_get(struct place *p)
{
	struct in_addr *found = NULL;
	int result = lxc_ipv4_addr_get(p->nc, "v0", &found);
	int same = result == 1 && found->s_addr == address4("192.0.2.1")->s_addr;

	free(found);
	return same ? 0 : -ERANGE;
}

int call_ipv6_addr_get(struct place *p)
{
	struct in6_addr *found = NULL;
	int result = lxc_ipv6_addr_get(p->nc, "v0", &found);
	int same = result == 1 && memcmp(found, address6("2001:db8::1"), sizeof(*found)) == 0;

	free(found);
	return same ? 0 : -ERANGE;
}

int call_ipv4_gateway_add(struct place *p)
{
	return lxc_ipv4_gateway_add(p->nc, "v0", address4("192.0.2.254"));
}

int call_ipv6_gateway_add(struct place *p)
{
	return lxc_ipv6_gateway_add(p->nc, "v0", address6("2001:db8::fe"));
}

int call_ipv4_dest_add(struct place *p)
{
	return lxc_ipv4_dest_add(p->nc, "v0", address4("198.51.100.7"), 32);
}

int call_ipv6_dest_add(struct place *p)
{
	return lxc_ipv6_dest_add(p->nc, "v0", address6("2001:db8:7::7"), 128);
}

int call_neigh_proxy4(struct place *p)
{
	return lxc_ip_neigh_proxy(p->nc, RTM_NEWNEIGH, AF_INET, "v0", address4("192.0.2.9"));
}

int call_neigh_proxy6(struct place *p)
{
	return lxc_ip_neigh_proxy(p->nc, RTM_DELNEIGH, AF_INET6, "v0", address6("2001:db8::9"));
}
