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
 * its MAC, MTU, queues, group, master, state bits and up flag. The kernel
 * ignores an alias in that request and refuses an addr_gen_mode, so these are
 * set by one more, in the link's namespace; with an addr_gen_mode the link is
 * set up after that, so that it has no address that it was not to have. If any
 * of it fails, the link is taken back. A failed create leaves nothing.
 *
 * For that the link is found by the index that the kernel tells from Linux 6.2
 * on, and only to the namespace that the link, or the first of a pair, is in.
 * Before 6.2, and if it is in another namespace than the handle's, it is found
 * by its name: whoever renames links there (udev) at that moment may have it
 * stay, or another that was given its name be taken for it.
 *
 * Errors of every create: -EEXIST: the name is taken (the message says which,
 * and whether as an alternative name), or what is to be made exists under
 * another name (the kernel's text is kept); -EOPNOTSUPP: this kernel has no
 * such kind, or the master takes no ports; -EPERM; -EINVAL; -ERANGE; -E2BIG; -ENODEV: no such parent or
 * master; -EADDRNOTAVAIL: multicast or zero MAC; -ENOENT, -ESRCH, -EBADF: no
 * such namespace by name, pid, descriptor; -EAFNOSUPPORT: an addr_gen_mode for
 * a link without IPv6 (an MTU below 1280).
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
 * Create an ifb: a link whose packets come from other links by traffic control
 * (tc-mirred(8)), so that what comes in can be shaped.
 *
 * @param nc    the handle
 * @param name  a new name
 * @param link  or NULL
 * @return 0 or as above
 */
NETCFG_PUBLIC int netcfg_ifb_create(struct netcfg *nc, const char *name,
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

/** Bits of netcfg_bridge_config.flags. Unknown bits: -EINVAL; a bit and its NO_: -EINVAL. */
enum netcfg_bridge_flag {
	NETCFG_BRIDGE_VLAN_FILTERING        = 1 << 0,
	NETCFG_BRIDGE_NO_VLAN_FILTERING     = 1 << 1, /**< the kernel's default */
	NETCFG_BRIDGE_STP                   = 1 << 2, /**< in the initial namespace the kernel
	                                                   asks /sbin/bridge-stp to do it */
	NETCFG_BRIDGE_NO_STP                = 1 << 3, /**< the kernel's default */
	NETCFG_BRIDGE_MULTICAST_SNOOPING    = 1 << 4, /**< the kernel's default */
	NETCFG_BRIDGE_NO_MULTICAST_SNOOPING = 1 << 5,
	NETCFG_BRIDGE_FORWARD_DELAY         = 1 << 6, /**< read forward_delay */
	NETCFG_BRIDGE_AGEING_TIME           = 1 << 7, /**< read ageing_time */
	NETCFG_BRIDGE_GROUP_FWD_MASK        = 1 << 8  /**< group_fwd_mask counts, also if it is 0 */
};

/** What a bridge can be given. All zero: the kernel's defaults. */
struct netcfg_bridge_config {
	size_t size;             /**< sizeof(struct netcfg_bridge_config) */
	uint32_t flags;          /**< enum netcfg_bridge_flag */
	uint32_t forward_delay;  /**< hundredths of a second, as the kernel and ip have it; with STP
	                              200..3000, else -ERANGE (802.1D-1998, 8.10.2) */
	uint32_t ageing_time;    /**< hundredths of a second; 0: an entry is forgotten at once */
	uint32_t group_fwd_mask; /**< bit n: forward to 01:80:c2:00:00:0n; 0 without
	                              GROUP_FWD_MASK: leave. One of bits 0..2: -EINVAL; above
	                              0xffff: -ERANGE */
};

/**
 * Create a bridge.
 *
 * Without a MAC in link it has the lowest of its ports' MACs, and that changes
 * with its ports (and its MTU with theirs).
 *
 * @param nc      the handle
 * @param name    a new name
 * @param bridge  or NULL
 * @param link    or NULL
 * @return 0 or as above; -EOPNOTSUPP also for VLAN_FILTERING and its NO_ where
 *         the kernel was built without it; -ELOOP: a bridge as master
 */
NETCFG_PUBLIC int netcfg_bridge_create(struct netcfg *nc, const char *name,
				       const struct netcfg_bridge_config *bridge,
				       const struct netcfg_link_config *link);

/**
 * Change the options of a bridge that exists, in one request: all of them, or
 * those before the one that the kernel refuses.
 *
 * @param nc      the handle
 * @param name    the bridge
 * @param bridge  what to change; NULL or all zero: nothing, but the link must exist
 * @return 0; -ENODEV: no such link; -EOPNOTSUPP: it is no bridge, or as for
 *         netcfg_bridge_create(); -ERANGE also: a forward_delay out of range on a
 *         bridge with STP; -EINVAL, -E2BIG
 */
NETCFG_PUBLIC int netcfg_bridge_set(struct netcfg *nc, const char *name,
				    const struct netcfg_bridge_config *bridge);

/** netcfg_macvlan_config.mode: who of those on one parent hears whom. */
enum netcfg_macvlan_mode {
	NETCFG_MACVLAN_PRIVATE  = 1,  /**< nobody */
	NETCFG_MACVLAN_VEPA     = 2,  /**< what an outside switch sends back */
	NETCFG_MACVLAN_BRIDGE   = 4,  /**< each other, directly */
	NETCFG_MACVLAN_PASSTHRU = 8,  /**< one alone, with the parent's MAC */
	NETCFG_MACVLAN_SOURCE   = 16  /**< frames from listed MACs only; the list begins empty */
};

/** Bits of netcfg_macvlan_config.flags. Unknown bits: -EINVAL. */
enum netcfg_macvlan_flag {
	NETCFG_MACVLAN_NOPROMISC = 1 << 0 /**< with PASSTHRU: the parent stays out of promiscuous
	                                       mode. Means nothing in the other modes */
};

/** What a macvlan can be given. All zero: the kernel's defaults. */
struct netcfg_macvlan_config {
	size_t size;    /**< sizeof(struct netcfg_macvlan_config) */
	uint32_t mode;  /**< enum netcfg_macvlan_mode, else -EINVAL; 0: the kernel's default, VEPA */
	uint32_t flags; /**< enum netcfg_macvlan_flag */
};

/**
 * Create a macvlan on a parent.
 *
 * The parent is looked up in the handle's namespace, the macvlan lands in link's
 * if one is given, as for netcfg_vlan_create(). On a parent that is a macvlan
 * itself it lands on that one's own parent, and has it for its parent.
 *
 * @param nc       the handle
 * @param name     a new name
 * @param parent   the link that carries it
 * @param macvlan  or NULL
 * @param link     or NULL
 * @return 0 or as above; -EBUSY: the parent is a port of a bridge or of a bond,
 *         or carries another kind of its sort; it will not be otherwise until
 *         someone changes that; -EINVAL also for a parent that can carry none
 *         (lo), in mode PASSTHRU or where one has that mode already, if the parent has
 *         any, for an MTU above the parent's, and for a MAC in link in mode
 *         PASSTHRU; -EADDRINUSE: to be up with the parent's MAC or another
 *         macvlan's
 */
NETCFG_PUBLIC int netcfg_macvlan_create(struct netcfg *nc, const char *name, const char *parent,
					const struct netcfg_macvlan_config *macvlan,
					const struct netcfg_link_config *link);

/** netcfg_ipvlan_config.mode: who of those on one parent a packet is for. */
enum netcfg_ipvlan_mode {
	NETCFG_IPVLAN_L2  = 1, /**< as on an Ethernet, broadcasts too */
	NETCFG_IPVLAN_L3  = 2, /**< routed; the kernel's default */
	NETCFG_IPVLAN_L3S = 3  /**< routed, through netfilter and connection tracking of the parent */
};

/**
 * Bits of netcfg_ipvlan_config.flags: who hears whom. Neither: each other,
 * directly (bridge, the kernel's default). Unknown bits, and both: -EINVAL.
 */
enum netcfg_ipvlan_flag {
	NETCFG_IPVLAN_PRIVATE = 1 << 0, /**< nobody */
	NETCFG_IPVLAN_VEPA    = 1 << 1  /**< what an outside switch sends back */
};

/** What an ipvlan can be given. All zero: the kernel's defaults. */
struct netcfg_ipvlan_config {
	size_t size;    /**< sizeof(struct netcfg_ipvlan_config) */
	uint32_t mode;  /**< enum netcfg_ipvlan_mode, else -EINVAL; 0: the kernel's default, L3 */
	uint32_t flags; /**< enum netcfg_ipvlan_flag */
};

/**
 * Create an ipvlan on a parent, whose MAC it has.
 *
 * Mode and flags are the parent's: the newest ipvlan on it decides for all. One
 * without a mode sets all to L3; one without flags leaves them. The parent is
 * looked up in the handle's namespace, the ipvlan lands in link's if one is
 * given. On a parent that is an ipvlan itself it lands on that one's own parent.
 *
 * @param nc      the handle
 * @param name    a new name
 * @param parent  the link that carries it
 * @param ipvlan  or NULL
 * @param link    or NULL; it can have no mac: -EINVAL (the kernel would ignore it)
 * @return 0 or as above; -EBUSY: the parent is a port, or carries a macvlan;
 *         -EINVAL also for a parent that can carry none (lo) and for a bridge as
 *         master
 */
NETCFG_PUBLIC int netcfg_ipvlan_create(struct netcfg *nc, const char *name, const char *parent,
				       const struct netcfg_ipvlan_config *ipvlan,
				       const struct netcfg_link_config *link);

/** Bits of netcfg_vxlan_config.flags. Unknown bits: -EINVAL. */
enum netcfg_vxlan_flag {
	NETCFG_VXLAN_LEARNING          = 1 << 0, /**< the kernel's default */
	NETCFG_VXLAN_NO_LEARNING       = 1 << 1, /**< with LEARNING: -EINVAL */
	NETCFG_VXLAN_TTL_INHERIT       = 1 << 2, /**< the inner packet's; with a ttl: -EINVAL */
	NETCFG_VXLAN_TOS_INHERIT       = 1 << 3, /**< the inner packet's; with a tos: -EINVAL */
	NETCFG_VXLAN_UDP6_ZERO_CSUM_TX = 1 << 4, /**< send over IPv6 without UDP checksums */
	NETCFG_VXLAN_UDP6_ZERO_CSUM_RX = 1 << 5  /**< take such */
};

/** What a VXLAN can be given beside its VNI. All zero: IANA's port, the kernel's defaults. */
struct netcfg_vxlan_config {
	size_t size;        /**< sizeof(struct netcfg_vxlan_config) */
	const char *local;  /**< the address to send from, IPv4 or IPv6; NULL: as routed */
	const char *remote; /**< where to send what has no entry in the forwarding table: a
	                         unicast address; NULL: nowhere */
	const char *group;  /**< likewise, a multicast address; needs dev; with remote: -EINVAL */
	const char *dev;    /**< the link to send through, in the handle's namespace; NULL: as
	                         routed */
	uint32_t flags;     /**< enum netcfg_vxlan_flag */
	uint32_t ttl;       /**< 1..255, above: -ERANGE; 0: the kernel's default */
	uint32_t tos;       /**< 0..255, above: -ERANGE; 1 is the kernel's word for inherit: -EINVAL */
	uint16_t port;      /**< UDP, host order; 0: 4789 (RFC 7348; the kernel's own is 8472) */
	uint16_t reserved;  /**< 0 */
};

/**
 * Create a VXLAN.
 *
 * It sends from the handle's namespace, also when link has it live in another.
 *
 * @param nc     the handle
 * @param name   a new name
 * @param vni    0..16777215, else -ERANGE
 * @param vxlan  or NULL; its addresses are strict text without a length and of
 *               one family, else -EINVAL
 * @param link   or NULL
 * @return 0 or as above; -EEXIST also if there is one with that VNI and port (and
 *         dev, where that counts): the message has the kernel's words, and the
 *         name may well be free; -ENODEV also: no such dev; -EAFNOSUPPORT also:
 *         no IPv6
 */
NETCFG_PUBLIC int netcfg_vxlan_create(struct netcfg *nc, const char *name, uint32_t vni,
				      const struct netcfg_vxlan_config *vxlan,
				      const struct netcfg_link_config *link);

/**
 * Create a VRF: its ports route by a table of their own.
 *
 * What is down has no routes: a VRF that is to do something is set up.
 *
 * @param nc     the handle
 * @param name   a new name
 * @param table  the routing table; 0: -EINVAL. More than one VRF may have one
 * @param link   or NULL; an MTU below 1280: -EINVAL
 * @return 0 or as above; -EINVAL also: a bridge or a VRF as master
 */
NETCFG_PUBLIC int netcfg_vrf_create(struct netcfg *nc, const char *name, uint32_t table,
				    const struct netcfg_link_config *link);

/** netcfg_bond_config.mode: the kernel's numbers are less by one. */
enum netcfg_bond_mode {
	NETCFG_BOND_BALANCE_RR    = 1, /**< the kernel's default, unless its module says another */
	NETCFG_BOND_ACTIVE_BACKUP = 2,
	NETCFG_BOND_BALANCE_XOR   = 3,
	NETCFG_BOND_BROADCAST     = 4,
	NETCFG_BOND_8023AD        = 5, /**< LACP */
	NETCFG_BOND_BALANCE_TLB   = 6,
	NETCFG_BOND_BALANCE_ALB   = 7
};

/** netcfg_bond_config.lacp_rate: how often the other side is to send, for 802.3AD. */
enum netcfg_bond_lacp_rate {
	NETCFG_BOND_LACP_SLOW = 1, /**< every 30 seconds, the kernel's default */
	NETCFG_BOND_LACP_FAST = 2  /**< every second */
};

/** netcfg_bond_config.xmit_hash_policy: what decides which port a packet takes. */
enum netcfg_bond_xmit_hash_policy {
	NETCFG_BOND_XMIT_LAYER2      = 1, /**< MACs, the kernel's default */
	NETCFG_BOND_XMIT_LAYER34     = 2, /**< addresses and ports */
	NETCFG_BOND_XMIT_LAYER23     = 3, /**< MACs and addresses */
	NETCFG_BOND_XMIT_ENCAP23     = 4, /**< the same of the inner packet of a tunnel */
	NETCFG_BOND_XMIT_ENCAP34     = 5,
	NETCFG_BOND_XMIT_VLAN_SRCMAC = 6  /**< since Linux 5.12 */
};

/** Bits of netcfg_bond_config.flags. Unknown bits: -EINVAL. */
enum netcfg_bond_flag {
	NETCFG_BOND_MIIMON = 1 << 0 /**< read miimon */
};

/** What a bond can be given. All zero: the kernel's defaults. Numbers of no value: -EINVAL. */
struct netcfg_bond_config {
	size_t size;               /**< sizeof(struct netcfg_bond_config) */
	uint32_t flags;            /**< enum netcfg_bond_flag */
	uint32_t mode;             /**< enum netcfg_bond_mode; 0: the kernel's default */
	uint32_t miimon;           /**< milliseconds from look to look at the ports' carrier, 0:
	                                never; above INT32_MAX: -ERANGE. The kernel's default is
	                                100 for the last three modes, else 0 */
	uint32_t lacp_rate;        /**< enum netcfg_bond_lacp_rate; 0: the kernel's default */
	uint32_t xmit_hash_policy; /**< enum netcfg_bond_xmit_hash_policy; 0: the kernel's default */
	uint32_t reserved;         /**< 0 */
};

/**
 * Create a bond.
 *
 * Ports join it with netcfg_link_config.master. They have to be down when they
 * do (6.1: -EPERM otherwise, also for a create with NETCFG_LINK_UP and the bond
 * as master), and joining sets them up.
 *
 * @param nc    the handle
 * @param name  a new name
 * @param bond  or NULL
 * @param link  or NULL
 * @return 0 or as above; -EACCES: a lacp_rate in another mode than 8023AD
 */
NETCFG_PUBLIC int netcfg_bond_create(struct netcfg *nc, const char *name,
				     const struct netcfg_bond_config *bond,
				     const struct netcfg_link_config *link);

#ifdef __cplusplus
}
#endif

#endif /* NETCFG_KINDS_H */
