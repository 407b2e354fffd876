/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Creating links: one function for each kind. */
#ifndef NETCFG_KINDS_H
#define NETCFG_KINDS_H

#include <stddef.h>
#include <stdint.h>

#include <netcfg/export.h>
#include <netcfg/link.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * What all creates have in common
 *
 * One RTM_NEWLINK makes the link, in the namespace where it is to live, with
 * its MAC, MTU, queues, group, master and up flag. The kernel ignores an alias
 * in that request, so an alias is set by one more, in the link's namespace; if
 * that fails, the link is taken back. A failed create leaves nothing.
 *
 * Errors of every create: -EEXIST: the name is taken (the message says which,
 * and whether as an alternative name), or what is to be made exists under
 * another name (the kernel's text is kept); -EOPNOTSUPP: this kernel has no
 * such kind; -EPERM; -EINVAL; -ERANGE; -E2BIG; -ENODEV: no such parent or
 * master; -EADDRNOTAVAIL: multicast or zero MAC; -ENOENT, -ESRCH, -EBADF: no
 * such namespace by name, pid, descriptor.
 */

/**
 * Create a dummy link.
 *
 * @param nc    the handle
 * @param name  a new name
 * @param link  or NULL
 * @return 0 or as above
 */
NETCFG_PUBLIC int netcfg_dummy_create(struct netcfg *nc, const char *name,
				      const struct netcfg_link_config *link);

/**
 * Create a veth pair, each end in the namespace where it is to live.
 *
 * One request. What only holds for one end (MTU, MAC, queues...) is in that
 * end's config; nothing is inherited. The kernel takes no up flag, master or
 * alias for the far end, so these are set by one more request in the far end's
 * namespace; if that fails the pair is taken back.
 *
 * @param nc         the handle
 * @param name       the near end; in the handle's namespace or in link's
 * @param peer_name  the far end; in the handle's namespace or in peer's
 * @param link       or NULL
 * @param peer       or NULL
 * @return 0 or as above; -EEXIST also if both ends are to have one name in
 *         one namespace
 */
NETCFG_PUBLIC int netcfg_veth_create(struct netcfg *nc, const char *name, const char *peer_name,
				     const struct netcfg_link_config *link,
				     const struct netcfg_link_config *peer);

/** Bits of netcfg_vlan_config.flags. Unknown bits: -EINVAL. */
enum netcfg_vlan_flag {
	NETCFG_VLAN_REORDER_HDR    = 1 << 0, /**< the kernel's default */
	NETCFG_VLAN_NO_REORDER_HDR = 1 << 1, /**< with REORDER_HDR: -EINVAL */
	NETCFG_VLAN_GVRP           = 1 << 2,
	NETCFG_VLAN_MVRP           = 1 << 3,
	NETCFG_VLAN_LOOSE_BINDING  = 1 << 4, /**< do not follow the parent's state */
	NETCFG_VLAN_BRIDGE_BINDING = 1 << 5  /**< follow the parent bridge's ports */
};

/** One entry of a priority map. */
struct netcfg_vlan_priority {
	uint32_t from; /**< ingress: the tag's, 0..7; egress: the packet's */
	uint32_t to;   /**< ingress: the packet's; egress: the tag's, 0..7 */
};

/** What a VLAN can be given beside its id. All zero: 802.1Q, the kernel's defaults. */
struct netcfg_vlan_config {
	size_t size;        /**< sizeof(struct netcfg_vlan_config) */
	uint32_t flags;     /**< enum netcfg_vlan_flag */
	uint16_t protocol;  /**< host order: 0x8100 (802.1Q), 0x88a8 (802.1ad); 0: 0x8100 */
	uint16_t reserved;  /**< 0 */
	const struct netcfg_vlan_priority *ingress; /**< ingress_count entries, borrowed */
	const struct netcfg_vlan_priority *egress;  /**< egress_count entries, borrowed */
	uint32_t ingress_count; /**< up to 8 */
	uint32_t egress_count;  /**< up to 256 */
};

/**
 * Create a VLAN on a parent.
 *
 * The parent is looked up in the handle's namespace; the VLAN lands in link's
 * namespace if one is given, also where the handle's namespace has a link of
 * that name (kernels before 6.15 or so look there too: then the library asks
 * for an ifindex of its own choice in a second request, which they accept).
 *
 * @param nc       the handle
 * @param name     a new name; never parsed
 * @param parent   the link that carries it
 * @param vlan_id  0..4094, else -ERANGE
 * @param vlan     or NULL
 * @param link     or NULL
 * @return 0 or as above; -EPROTONOSUPPORT: another protocol; -EEXIST also if
 *         the parent has that id under another name; -ENETDOWN: to be up on a
 *         parent that is down; -EINVAL: an MTU above the parent's; -EOPNOTSUPP
 *         also if the parent takes no VLANs (lo)
 */
NETCFG_PUBLIC int netcfg_vlan_create(struct netcfg *nc, const char *name, const char *parent,
				     int vlan_id, const struct netcfg_vlan_config *vlan,
				     const struct netcfg_link_config *link);

#ifdef __cplusplus
}
#endif

#endif /* NETCFG_KINDS_H */
