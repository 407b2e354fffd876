/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What LXC's network code asks of the kernel, under the names that it has for it
 * and with its arguments, as calls of the library: the proof that nothing is
 * missing, and where docs/for-runtimes.md has its figures from.
 *
 * Two things differ. Each takes a handle, the one socket that stays open, where
 * LXC opens a socket for each. And addresses, routes, neighbours and VLANs of
 * ports take the link's name, where LXC's take an index that it got from the
 * name by if_nametoindex(3): that look-up is gone.
 *
 * All give 0 or -errno unless said otherwise.
 */
#ifndef LXC_SHAPE_H
#define LXC_SHAPE_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct netcfg;

/* pid 0: both ends here; mtu 0: the kernel's. */
int lxc_veth_create(struct netcfg *nc, const char *name1, const char *name2, pid_t pid,
		    unsigned int mtu);
int lxc_vlan_create(struct netcfg *nc, const char *parent, const char *name, unsigned short vlanid);

/* Modes and isolation have the kernel's numbers (linux/if_link.h), as LXC's do. */
int lxc_macvlan_create(struct netcfg *nc, const char *parent, const char *name, int mode);
int lxc_ipvlan_create(struct netcfg *nc, const char *parent, const char *name, int mode,
		      int isolation);

/* With a new name, or NULL. */
int lxc_netdev_move_by_index(struct netcfg *nc, int ifindex, pid_t pid, const char *ifname);
int lxc_netdev_move_by_name(struct netcfg *nc, const char *ifname, pid_t pid, const char *newname);
int lxc_netdev_move_by_index_fd(struct netcfg *nc, int ifindex, int fd, const char *ifname);

int lxc_netdev_rename_by_index(struct netcfg *nc, int ifindex, const char *newname);
int lxc_netdev_rename_by_name(struct netcfg *nc, const char *oldname, const char *newname);
int lxc_netdev_delete_by_index(struct netcfg *nc, int ifindex);
int lxc_netdev_delete_by_name(struct netcfg *nc, const char *name);

/* flag: IFF_UP or 0. */
int netdev_set_flag(struct netcfg *nc, const char *name, int flag);
int netdev_get_flag(struct netcfg *nc, const char *name, int *flag);
int lxc_netdev_up(struct netcfg *nc, const char *name);
int lxc_netdev_down(struct netcfg *nc, const char *name);
int lxc_netdev_isup(struct netcfg *nc, const char *name); /* 1, 0 or -errno */

int netdev_get_mtu(struct netcfg *nc, int ifindex); /* the MTU or -errno */
int lxc_netdev_set_mtu(struct netcfg *nc, const char *name, int mtu);
int setup_hw_addr(struct netcfg *nc, const char *hwaddr, const char *ifname);

/* A high address, so that no bridge takes it for its own. */
int setup_private_host_hw_addr(struct netcfg *nc, const char *veth1);

int lxc_bridge_attach(struct netcfg *nc, const char *bridge, const char *ifname);
int lxc_bridge_vlan_add(struct netcfg *nc, const char *name, unsigned short vlan_id, bool tagged);
int lxc_bridge_vlan_del(struct netcfg *nc, const char *name, unsigned short vlan_id);

int lxc_netdev_mod_altname(struct netcfg *nc, const char *name, const char *altname, bool add);

/* *ret_names: a string of all, each with its NUL, and an empty one; free() it. Their number. */
int lxc_netdev_get_altnames(struct netcfg *nc, const char *name, char **ret_names);

int lxc_ipv4_addr_add(struct netcfg *nc, const char *name, const struct in_addr *addr,
		      const struct in_addr *bcast, int prefix);
int lxc_ipv6_addr_add(struct netcfg *nc, const char *name, const struct in6_addr *addr, int prefix);

/* The first address of the link, in memory of its own: free() it. 1; 0: it has none. */
int lxc_ipv4_addr_get(struct netcfg *nc, const char *name, struct in_addr **res);
int lxc_ipv6_addr_get(struct netcfg *nc, const char *name, struct in6_addr **res);

int lxc_ipv4_gateway_add(struct netcfg *nc, const char *name, const struct in_addr *gw);
int lxc_ipv6_gateway_add(struct netcfg *nc, const char *name, const struct in6_addr *gw);
int lxc_ipv4_dest_add(struct netcfg *nc, const char *name, const struct in_addr *dest,
		      unsigned int prefix);
int lxc_ipv6_dest_add(struct netcfg *nc, const char *name, const struct in6_addr *dest,
		      unsigned int prefix);

/* nlmsg_type: RTM_NEWNEIGH or RTM_DELNEIGH. dest: an in_addr or in6_addr. */
int lxc_ip_neigh_proxy(struct netcfg *nc, uint16_t nlmsg_type, int family, const char *name,
		       const void *dest);

int lxc_netns_set_nsid(struct netcfg *nc, int netns_fd);
int lxc_netns_get_nsid(struct netcfg *nc, int netns_fd); /* the id, -1: none, or else -errno */

#endif /* LXC_SHAPE_H */
