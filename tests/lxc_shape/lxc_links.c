/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Links: made, moved, renamed, changed, looked at. */
#include "lxc_shape/lxc_shape.h"

#include <errno.h>
#include <limits.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>

#include <netcfg/netcfg.h>

#define LINK_CONFIG(...)                                                                           \
	(&(const struct netcfg_link_config){ .size = sizeof(struct netcfg_link_config),            \
					     __VA_ARGS__ })

int lxc_veth_create(struct netcfg *nc, const char *name1, const char *name2, pid_t pid,
		    unsigned int mtu)
{
	return netcfg_veth_create(nc, name1, name2, NULL,
				  LINK_CONFIG(.mtu = mtu, .netns_pid = pid,
					      .flags = pid ? NETCFG_LINK_NETNS_PID : 0));
}

int lxc_vlan_create(struct netcfg *nc, const char *parent, const char *name, unsigned short vlanid)
{
	return netcfg_vlan_create(nc, name, parent, vlanid, NULL, NULL);
}

int lxc_macvlan_create(struct netcfg *nc, const char *parent, const char *name, int mode)
{
	/* The library's modes are the kernel's. */
	const struct netcfg_macvlan_config macvlan = { .size = sizeof(macvlan),
						       .mode = (uint32_t)mode };

	return netcfg_macvlan_create(nc, name, parent, &macvlan, NULL);
}

int lxc_ipvlan_create(struct netcfg *nc, const char *parent, const char *name, int mode,
		      int isolation)
{
	/* The kernel's modes begin with 0, which in the library is no mode. */
	const struct netcfg_ipvlan_config ipvlan = { .size = sizeof(ipvlan),
						     .mode = (uint32_t)mode + NETCFG_IPVLAN_L2,
						     .flags = (uint32_t)isolation };

	return netcfg_ipvlan_create(nc, name, parent, &ipvlan, NULL);
}

int lxc_netdev_move_by_index(struct netcfg *nc, int ifindex, pid_t pid, const char *ifname)
{
	return netcfg_link_set_by_index(
		nc, ifindex,
		LINK_CONFIG(.name = ifname, .netns_pid = pid, .flags = NETCFG_LINK_NETNS_PID));
}

int lxc_netdev_move_by_name(struct netcfg *nc, const char *ifname, pid_t pid, const char *newname)
{
	return netcfg_link_set(
		nc, ifname,
		LINK_CONFIG(.name = newname, .netns_pid = pid, .flags = NETCFG_LINK_NETNS_PID));
}

int lxc_netdev_move_by_index_fd(struct netcfg *nc, int ifindex, int fd, const char *ifname)
{
	return netcfg_link_set_by_index(
		nc, ifindex,
		LINK_CONFIG(.name = ifname, .netns_fd = fd, .flags = NETCFG_LINK_NETNS_FD));
}

int lxc_netdev_rename_by_index(struct netcfg *nc, int ifindex, const char *newname)
{
	return netcfg_link_set_by_index(nc, ifindex, LINK_CONFIG(.name = newname));
}

int lxc_netdev_rename_by_name(struct netcfg *nc, const char *oldname, const char *newname)
{
	return netcfg_link_rename(nc, oldname, newname);
}

int lxc_netdev_delete_by_index(struct netcfg *nc, int ifindex)
{
	return netcfg_link_delete_by_index(nc, ifindex);
}

int lxc_netdev_delete_by_name(struct netcfg *nc, const char *name)
{
	return netcfg_link_delete(nc, name);
}

int netdev_set_flag(struct netcfg *nc, const char *name, int flag)
{
	return flag & IFF_UP ? netcfg_link_set_up(nc, name) : netcfg_link_set_down(nc, name);
}

int netdev_get_flag(struct netcfg *nc, const char *name, int *flag)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	int err = netcfg_link_get(nc, name, &info);

	if (!err)
		*flag = (int)info.flags;
	return err;
}

int lxc_netdev_up(struct netcfg *nc, const char *name)
{
	return netcfg_link_set_up(nc, name);
}

int lxc_netdev_down(struct netcfg *nc, const char *name)
{
	return netcfg_link_set_down(nc, name);
}

int lxc_netdev_isup(struct netcfg *nc, const char *name)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	int err = netcfg_link_get(nc, name, &info);

	return err ? err : (info.flags & NETCFG_LINK_STATE_UP) != 0;
}

int netdev_get_mtu(struct netcfg *nc, int ifindex)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	int err = netcfg_link_get_by_index(nc, ifindex, &info);

	return err ? err : (int)info.mtu;
}

int lxc_netdev_set_mtu(struct netcfg *nc, const char *name, int mtu)
{
	return mtu < 0 ? -EINVAL : netcfg_link_set_mtu(nc, name, (uint32_t)mtu);
}

int setup_hw_addr(struct netcfg *nc, const char *hwaddr, const char *ifname)
{
	return netcfg_link_set_mac(nc, ifname, hwaddr);
}

int setup_private_host_hw_addr(struct netcfg *nc, const char *veth1)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	int err = netcfg_link_get(nc, veth1, &info);

	if (err)
		return err;
	memcpy(info.mac, "fe", 2);
	return netcfg_link_set_mac(nc, veth1, info.mac);
}

int lxc_bridge_attach(struct netcfg *nc, const char *bridge, const char *ifname)
{
	return netcfg_link_set_master(nc, ifname, bridge);
}

int lxc_bridge_vlan_add(struct netcfg *nc, const char *name, unsigned short vlan_id, bool tagged)
{
	const uint32_t untagged = NETCFG_BRIDGE_VLAN_PVID | NETCFG_BRIDGE_VLAN_UNTAGGED;

	return netcfg_bridge_vlan_add(nc, name, vlan_id, tagged ? 0 : untagged);
}

int lxc_bridge_vlan_del(struct netcfg *nc, const char *name, unsigned short vlan_id)
{
	return netcfg_bridge_vlan_delete(nc, name, vlan_id);
}

int lxc_netdev_mod_altname(struct netcfg *nc, const char *name, const char *altname, bool add)
{
	return add ? netcfg_link_add_altname(nc, name, altname)
		   : netcfg_link_delete_altname(nc, name, altname);
}

static int join_altnames(struct netcfg_altname_list *list, char **ret_names)
{
	char *names = calloc(1, 1), *longer;
	const char *altname;
	size_t used = 0, len;
	int count = 0;

	for (; names && netcfg_altname_list_next(list, &altname) == 1; count++) {
		len = strlen(altname) + 1;
		longer = realloc(names, used + len + 1);
		if (!longer)
			free(names);
		else
			memcpy(longer + used, altname, len);
		names = longer;
		used += len;
		if (names)
			names[used] = '\0';
	}
	*ret_names = names;
	return names ? count : -ENOMEM;
}

int lxc_netdev_get_altnames(struct netcfg *nc, const char *name, char **ret_names)
{
	struct netcfg_altname_list *list;
	int err = netcfg_altname_list(nc, name, &list);

	if (err < 0)
		return err;
	err = join_altnames(list, ret_names);
	netcfg_altname_list_free(list);
	return err;
}
