/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Links of any kind: change, rename, move, delete, look up, list. */
#ifndef NETCFG_LINK_H
#define NETCFG_LINK_H

#include <stddef.h>
#include <stdint.h>

#include <netcfg/export.h>

#ifdef __cplusplus
extern "C" {
#endif

struct netcfg;

/*
 * Names
 *
 * A new name has 1 to 15 bytes, none of them '/', ':', '%' or white space, and
 * is not "." or "..". Anything else is refused before a request is sent:
 * -EINVAL, or -ERANGE when it is too long. A name is only ever a name: "if12",
 * "12" and "dev" are ordinary ones.
 *
 * Where an existing link is named, an alternative name does as well, also one
 * of 16 to 127 bytes; the kernel resolves it, in the same request where one
 * name is enough. So netcfg_link_delete() of an alternative name deletes the
 * link that has it. The same bytes are refused: the kernel allows them in an
 * alternative name, but a link that has no other is to be given by its ifindex.
 * Names are never cut.
 */

/** Bits of netcfg_link_config.flags. Unknown bits: -EINVAL. */
enum netcfg_link_flag {
	NETCFG_LINK_UP           = 1 << 0, /**< set the link up */
	NETCFG_LINK_DOWN         = 1 << 1, /**< set the link down; with UP: -EINVAL */
	NETCFG_LINK_NETNS_FD     = 1 << 2, /**< read netns_fd */
	NETCFG_LINK_NETNS_PID    = 1 << 3, /**< read netns_pid */
	NETCFG_LINK_TX_QUEUE_LEN = 1 << 4, /**< read tx_queue_len */
	NETCFG_LINK_GROUP        = 1 << 5, /**< read group */
	NETCFG_LINK_ADDR_GEN_MODE = 1 << 6 /**< read addr_gen_mode */
};

/**
 * How a link makes itself IPv6 addresses, the link-local one among them, when it
 * is set up: netcfg_link_config.addr_gen_mode, as the kernel has them.
 */
enum netcfg_addr_gen_mode {
	NETCFG_ADDR_GEN_EUI64          = 0, /**< from the MAC; the kernel's default */
	NETCFG_ADDR_GEN_NONE           = 1, /**< not at all */
	NETCFG_ADDR_GEN_STABLE_PRIVACY = 2, /**< RFC 7217, from the sysctl stable_secret; without
	                                         one: -EINVAL */
	NETCFG_ADDR_GEN_RANDOM         = 3  /**< RFC 7217, from a secret the kernel makes up */
};

/**
 * What create and set can give a link. All zero: leave everything to the kernel.
 *
 * At most one of netns, netns_fd and netns_pid may be given; two are -EINVAL.
 * A master must be in the link's own namespace, so it cannot be combined with
 * any of them.
 */
struct netcfg_link_config {
	size_t size;            /**< sizeof(struct netcfg_link_config) */
	const char *name;       /**< set: the new name. Create: must be NULL */
	const char *mac;        /**< "02:00:00:00:00:01". Create: part of the create request,
	                             so that no one sees the link with another one */
	const char *master;     /**< bridge, bond or VRF by name, in the handle's namespace;
	                             "" detaches */
	const char *alias;      /**< up to 255 bytes; "" clears */
	const char *netns;      /**< create there or move there: a named namespace */
	uint32_t flags;         /**< enum netcfg_link_flag */
	int32_t netns_fd;       /**< the same by descriptor, read with NETCFG_LINK_NETNS_FD */
	int32_t netns_pid;      /**< the same by process id, read with NETCFG_LINK_NETNS_PID */
	uint32_t mtu;           /**< bytes; 0: leave. Above INT32_MAX: -EINVAL */
	uint32_t tx_queue_len;  /**< packets, read with NETCFG_LINK_TX_QUEUE_LEN */
	uint32_t group;         /**< read with NETCFG_LINK_GROUP */
	uint32_t num_tx_queues; /**< create only; 0: kernel default */
	uint32_t num_rx_queues; /**< create only; 0: kernel default */
	uint32_t addr_gen_mode; /**< enum netcfg_addr_gen_mode, else -EINVAL; read with
	                             NETCFG_LINK_ADDR_GEN_MODE */
	uint32_t state_on;      /**< what to switch on: bits of enum netcfg_link_state, NOARP,
	                             PROMISC, ALLMULTI and MULTICAST only, else -EINVAL */
	uint32_t state_off;     /**< likewise off; a bit in both: -EINVAL */
	int32_t ifindex;        /**< create only: the link's; 0: the kernel chooses. Negative:
	                             -EINVAL; taken in the link's namespace: -EEXIST or
	                             -EBUSY; taken in the handle's, where 6.1 looks too:
	                             -EEXIST. A veth's peer can only be given one if the link
	                             is */
	uint32_t gso_max_size;  /**< bytes that one packet for segmentation may have; 0: leave */
	uint32_t gso_max_segs;  /**< and segments; above 65535: -EINVAL; 0: leave */
};

/**
 * Change a link, in one request.
 *
 * The kernel applies the parts one after the other and keeps those it has
 * applied when a later one fails. A change of MAC, MTU, alias, queue length,
 * group or master leaves the link up if it was. A new name or a master each
 * cost a look-up (an ioctl, kernel-facts section 2), and a new name in another
 * namespace one more, there; nothing else does.
 *
 * The kernel sets a link up before it looks at addr_gen_mode, and a mode counts
 * the next time the link is set up: who wants no link-local address sets the
 * mode first, and the link up after that. (A create has no such trap.)
 *
 * @param nc       the handle
 * @param name     the link
 * @param changes  what to change; NULL: nothing, but the link must exist
 * @return 0; -ENODEV: no such link or master; -EEXIST: the new name is taken
 *         (also by an alternative name); -EBUSY: renaming a link that is up, on
 *         kernels that refuse it (6.1 does, 6.18 does not); -EOPNOTSUPP: the
 *         master takes no ports; -EADDRNOTAVAIL: a multicast or zero MAC;
 *         -EAFNOSUPPORT: an addr_gen_mode for a link without IPv6 (an MTU below
 *         1280); -EINVAL, -ERANGE, -E2BIG; and what else the kernel says
 */
NETCFG_PUBLIC int netcfg_link_set(struct netcfg *nc, const char *name,
				  const struct netcfg_link_config *changes);

/**
 * Change a link that is given by its ifindex.
 *
 * @param nc       the handle
 * @param ifindex  positive, else -EINVAL
 * @param changes  as for netcfg_link_set()
 * @return as netcfg_link_set()
 */
NETCFG_PUBLIC int netcfg_link_set_by_index(struct netcfg *nc, int ifindex,
					   const struct netcfg_link_config *changes);

/**
 * Set a link up.
 *
 * @param nc    the handle
 * @param name  the link
 * @return 0; -ENODEV; -ENETDOWN for a VLAN whose parent is down; else as netcfg_link_set()
 */
NETCFG_PUBLIC int netcfg_link_set_up(struct netcfg *nc, const char *name);

/**
 * Set a link down. The kernel then drops its IPv6 addresses (unless the sysctl
 * keep_addr_on_down says otherwise) and its routes; IPv4 addresses stay.
 *
 * @param nc    the handle
 * @param name  the link
 * @return as netcfg_link_set()
 */
NETCFG_PUBLIC int netcfg_link_set_down(struct netcfg *nc, const char *name);

/**
 * Set the MTU. Below 1280 the kernel takes IPv6 off the link.
 *
 * @param nc    the handle
 * @param name  the link
 * @param mtu   bytes; sent as it is, also 0; above INT32_MAX: -EINVAL, not sent
 * @return 0; -EINVAL: out of the link's range; -ERANGE: a VLAN's above its
 *         parent's; -ENODEV; else as netcfg_link_set()
 */
NETCFG_PUBLIC int netcfg_link_set_mtu(struct netcfg *nc, const char *name, uint32_t mtu);

/**
 * Set the MAC address.
 *
 * @param nc    the handle
 * @param name  the link
 * @param mac   six pairs of hexadecimal digits with ':' between, else -EINVAL
 * @return 0; -EADDRNOTAVAIL: multicast or zero (not sent); -ENODEV; -EBUSY
 */
NETCFG_PUBLIC int netcfg_link_set_mac(struct netcfg *nc, const char *name, const char *mac);

/**
 * Make a link a port of a bridge, bond or VRF, or detach it.
 *
 * Moves the port if it has another master. Detaching a link without a master
 * succeeds.
 *
 * @param nc      the handle
 * @param name    the link
 * @param master  the master's name; NULL or "": detach
 * @return 0; -ENODEV: no such link or master; -EOPNOTSUPP: the master takes no
 *         ports; -EINVAL: this link cannot be one (lo, a bridge)
 */
NETCFG_PUBLIC int netcfg_link_set_master(struct netcfg *nc, const char *name, const char *master);

/**
 * Rename a link. Sent once: whether an up link may be renamed is the kernel's
 * answer (6.1: -EBUSY; 6.18: yes), and the link is never taken down for it.
 *
 * @param nc        the handle
 * @param name      the link
 * @param new_name  a new name
 * @return 0; -EEXIST: taken, also by an alternative name; -ENODEV; -EBUSY
 */
NETCFG_PUBLIC int netcfg_link_rename(struct netcfg *nc, const char *name, const char *new_name);

/**
 * Move a link to another network namespace, with a new name or not, in one
 * request.
 *
 * By name since Linux 5.5; netcfg_link_set_by_index() moves on older ones too.
 * Costs about 57 times as much as creating the link there (kernel-facts
 * section 0). In the target the link is down and has no addresses, routes or
 * master; MAC, MTU, queue length, group, alias and alternative names are kept.
 * Its ifindex may have changed.
 *
 * @param nc        the handle
 * @param name      the link
 * @param netns_fd  borrowed. The namespace where the link is: nothing happens
 *                  but the rename, if @p new_name is another
 * @param new_name  the name it gets there, or NULL to keep the one it has
 * @return 0; -EEXIST: the name is taken there, and the link is where and as it
 *         was: with a new name the target is asked before. -EINVAL: the link
 *         may not move (lo, a bridge) or @p netns_fd is no network namespace;
 *         -EBADF; -ENODEV. A new name that only the kernel refuses (byte 0xA0)
 *         or that is taken in between leaves the link in the target under its
 *         old name: the kernel moves before it renames
 */
NETCFG_PUBLIC int netcfg_link_move(struct netcfg *nc, const char *name, int netns_fd,
				   const char *new_name);

/**
 * Delete a link. One end of a veth takes the other with it, a parent its VLANs
 * in every namespace. Costs about 16 ms, all of it waiting in the kernel
 * (kernel-facts section 1).
 *
 * @param nc    the handle
 * @param name  the link
 * @return 0, also for a tunnel that the kernel keeps in each namespace (tunl0,
 *         sit0): it says yes and leaves it; -ENODEV; -EOPNOTSUPP: cannot be
 *         deleted (lo, a physical device); -EINVAL for NULL or ""
 */
NETCFG_PUBLIC int netcfg_link_delete(struct netcfg *nc, const char *name);

/**
 * Delete a link that is given by its ifindex.
 *
 * @param nc       the handle
 * @param ifindex  positive, else -EINVAL
 * @return as netcfg_link_delete()
 */
NETCFG_PUBLIC int netcfg_link_delete_by_index(struct netcfg *nc, int ifindex);

/**
 * Delete many links for the price of a few.
 *
 * Links are marked with a private group and deleted together, at most 256 at a
 * time, so that others wait for the kernel no longer than about 60 ms. A link
 * that cannot be deleted, and a bridge, which gains nothing, is deleted singly.
 * A link that was there at the beginning and is gone when its turn comes counts
 * as deleted: named twice, the other end of a pair, a VLAN of a parent. One
 * that cannot be deleted fails alone and keeps its group.
 *
 * If the process dies in the middle, some links may be left in a group of a
 * number above 0x40000000, and nothing worse; and a link that somebody moves to
 * another namespace in the middle, which is gone from here, keeps that group
 * there. What the kernel keeps though it says yes (tunl0, sit0) has its group
 * again afterwards. While it runs, marked links have that group, and those that
 * are up show a change event. One that is renamed before it is marked has
 * -ENODEV and stays; whoever gets the index of one that went is not touched.
 *
 * @param nc          the handle
 * @param names       count names
 * @param count       up to INT_MAX
 * @param ret_errors  room for count results, each 0 or -errno; or NULL. If the
 *                    transport failed it has what is known of each, -ECANCELED:
 *                    not tried. Untouched if nothing could be tried
 * @return the number that failed, 0 if none did, netcfg_error_message() has the
 *         line of the first; -errno if nothing could be tried (-EINVAL,
 *         -ENOMEM) or the transport failed. In an open batch: 0, all queued; or
 *         the -errno of a bad name, none queued
 */
NETCFG_PUBLIC int netcfg_link_delete_many(struct netcfg *nc, const char *const *names,
					  size_t count, int *ret_errors);

/**
 * Delete every link of a group, in one request.
 *
 * For those who give their links a group of their own when they create them.
 * The kernel deletes all or, if one of them cannot be deleted, none. It holds
 * the RTNL for 0.2 ms for each link.
 *
 * @param nc     the handle
 * @param group  0, which every link has that was given no other: -EINVAL
 * @return 0; -ENODEV: no link has it; -EOPNOTSUPP: one cannot be deleted, all stay
 */
NETCFG_PUBLIC int netcfg_link_delete_group(struct netcfg *nc, uint32_t group);

/**
 * The ifindex of a link, in the handle's namespace.
 *
 * Answered by an ioctl on the handle's own socket for a name of up to 15 bytes
 * and by RTM_GETLINK for a longer one. As with if_nametoindex(3), the ioctl
 * lets the kernel try to load a module "netdev-NAME" for an absent name, if the
 * caller has CAP_NET_ADMIN in the initial user namespace.
 *
 * @param nc    the handle
 * @param name  the link
 * @return the ifindex, above 0; -ENODEV; -EINVAL, -ERANGE for a bad name
 */
NETCFG_PUBLIC int netcfg_link_index(struct netcfg *nc, const char *name);

#define NETCFG_LINK_NAME_SIZE  16  /**< a name of 15 bytes and its NUL */
#define NETCFG_LINK_KIND_SIZE  32  /**< a kind and its NUL */
#define NETCFG_LINK_MAC_SIZE   96  /**< 32 bytes as "xx:" pairs, the longest a link can have */
#define NETCFG_LINK_ALIAS_SIZE 256 /**< an alias of 255 bytes and its NUL */

/** Bits of netcfg_link_info.flags: the kernel's, all passed on (netdevice(7)). */
enum netcfg_link_state {
	NETCFG_LINK_STATE_UP           = 0x1,     /**< set up by someone */
	NETCFG_LINK_STATE_BROADCAST    = 0x2,
	NETCFG_LINK_STATE_LOOPBACK     = 0x8,
	NETCFG_LINK_STATE_POINTOPOINT  = 0x10,
	NETCFG_LINK_STATE_RUNNING      = 0x40,    /**< up, and can carry traffic */
	NETCFG_LINK_STATE_NOARP        = 0x80,
	NETCFG_LINK_STATE_PROMISC      = 0x100,
	NETCFG_LINK_STATE_ALLMULTI     = 0x200,
	NETCFG_LINK_STATE_MULTICAST    = 0x1000,
	NETCFG_LINK_STATE_LOWER_UP     = 0x10000, /**< has a carrier */
	NETCFG_LINK_STATE_DORMANT      = 0x20000
};

/** netcfg_link_info.operstate, as RFC 2863 has them. */
enum netcfg_link_operstate {
	NETCFG_OPERSTATE_UNKNOWN          = 0,
	NETCFG_OPERSTATE_NOT_PRESENT      = 1,
	NETCFG_OPERSTATE_DOWN             = 2,
	NETCFG_OPERSTATE_LOWER_LAYER_DOWN = 3,
	NETCFG_OPERSTATE_TESTING          = 4,
	NETCFG_OPERSTATE_DORMANT          = 5,
	NETCFG_OPERSTATE_UP               = 6
};

/** What is known of a link. Set .size before the call. */
struct netcfg_link_info {
	size_t size;                        /**< sizeof(struct netcfg_link_info) */
	char name[NETCFG_LINK_NAME_SIZE];
	char kind[NETCFG_LINK_KIND_SIZE];   /**< "veth", "vlan"...; "" for lo and hardware */
	char mac[NETCFG_LINK_MAC_SIZE];     /**< "02:00:00:00:00:01", or "" */
	char alias[NETCFG_LINK_ALIAS_SIZE]; /**< or "" */
	int32_t ifindex;
	uint32_t flags;                     /**< enum netcfg_link_state */
	uint32_t operstate;                 /**< enum netcfg_link_operstate */
	uint32_t mtu;                       /**< bytes */
	int32_t master;                     /**< ifindex, or 0 */
	int32_t parent;                     /**< ifindex in the namespace link_netnsid, or 0 */
	int32_t peer;                       /**< the other end of a pair (veth, netkit, vxcan):
	                                         ifindex in the namespace link_netnsid, or 0 */
	int32_t link_netnsid;               /**< where parent or peer is; -1: here */
	uint32_t group;
	uint32_t tx_queue_len;              /**< packets */
	uint32_t num_tx_queues;
	uint32_t num_rx_queues;
	uint32_t vlan_id;                   /**< valid for kind "vlan" */
	uint32_t vlan_protocol;             /**< 0x8100 or 0x88a8 for kind "vlan", else 0 */
};

/**
 * Read one link, without reading the others.
 *
 * @param nc        the handle
 * @param name      the link; it may be an alternative name, @p ret_info has the name
 * @param ret_info  filled in up to its size
 * @return 0; -ENODEV; -EINVAL, -ERANGE
 */
NETCFG_PUBLIC int netcfg_link_get(struct netcfg *nc, const char *name,
				  struct netcfg_link_info *ret_info);

/**
 * Read one link that is given by its ifindex.
 *
 * @param nc        the handle
 * @param ifindex   positive, else -EINVAL
 * @param ret_info  filled in up to its size
 * @return as netcfg_link_get()
 */
NETCFG_PUBLIC int netcfg_link_get_by_index(struct netcfg *nc, int ifindex,
					   struct netcfg_link_info *ret_info);

/** Bits of netcfg_link_filter.flags. Unknown bits: -EINVAL. */
enum netcfg_link_filter_flag {
	NETCFG_LINK_FILTER_UP = 1 << 0 /**< only links that are set up */
};

/** Which links to list. All zero: every one. */
struct netcfg_link_filter {
	size_t size;        /**< sizeof(struct netcfg_link_filter) */
	const char *kind;   /**< only this kind, or NULL */
	const char *master; /**< only ports of this link, or NULL */
	uint32_t flags;     /**< enum netcfg_link_filter_flag */
	uint32_t reserved;  /**< 0 */
};

/** A list of links, as they were when it was made. */
struct netcfg_link_list;

/**
 * List the links of the handle's namespace, each ifindex once, in its order.
 *
 * Filtered by the kernel where it can, and again by the library.
 *
 * @param nc        the handle
 * @param filter    or NULL
 * @param ret_list  receives the list; free it with netcfg_link_list_free()
 * @return 0; 1 if links kept changing while the kernel was listing, after
 *         several tries: the list is there and may be inconsistent; -ENODEV:
 *         no such master; -EINVAL, -ERANGE, -E2BIG, -ENOMEM; never a short list
 */
NETCFG_PUBLIC int netcfg_link_list(struct netcfg *nc, const struct netcfg_link_filter *filter,
				   struct netcfg_link_list **ret_list);

/**
 * Take the next link from a list.
 *
 * @param list      the list
 * @param ret_info  filled in up to its size
 * @return 1; 0 at the end; -EINVAL
 */
NETCFG_PUBLIC int netcfg_link_list_next(struct netcfg_link_list *list,
					struct netcfg_link_info *ret_info);

/**
 * Free a list. NULL is fine.
 *
 * @param list  the list, or NULL
 */
NETCFG_PUBLIC void netcfg_link_list_free(struct netcfg_link_list *list);

/*
 * Alternative names
 *
 * A link may have any number of them, of 1 to 127 bytes, up to 64 KiB in all
 * (Linux 5.5; ip-link(8), "altname"). They are unique together with the names
 * of links, in their namespace. The rules for bytes are those for names, above.
 */

/**
 * Give a link an alternative name, in one request. In a batch, requests that
 * come after it may use it.
 *
 * @param nc       the handle
 * @param name     the link
 * @param altname  the name it gets besides
 * @return 0; -EEXIST: it is a name or an alternative name already, this link's
 *         own too; -ENODEV: no such link; -EINVAL: the link has as many as it
 *         can have, or a bad name; -ERANGE: a name is too long; -EOPNOTSUPP:
 *         Linux before 5.5
 */
NETCFG_PUBLIC int netcfg_link_add_altname(struct netcfg *nc, const char *name, const char *altname);

/**
 * Take an alternative name from a link, in one request. The link may be given
 * by that name, too.
 *
 * @param nc       the handle
 * @param name     the link
 * @param altname  one of its alternative names
 * @return 0; -ENOENT: nobody has it; -EINVAL: it is the link's own name, or
 *         another link has it; -ENODEV: no such link; -EINVAL, -ERANGE for a
 *         bad name; -EOPNOTSUPP: Linux before 5.5
 */
NETCFG_PUBLIC int netcfg_link_delete_altname(struct netcfg *nc, const char *name,
					     const char *altname);

/** A list of alternative names, as they were when it was made. */
struct netcfg_altname_list;

/**
 * List the alternative names of one link, in the kernel's order, without
 * reading other links. What others have given it may have any bytes.
 *
 * @param nc        the handle
 * @param name      the link
 * @param ret_list  receives the list; free it with netcfg_altname_list_free()
 * @return 0; -ENODEV; -EINVAL, -ERANGE, -ENOMEM; never a short list
 */
NETCFG_PUBLIC int netcfg_altname_list(struct netcfg *nc, const char *name,
				      struct netcfg_altname_list **ret_list);

/**
 * Take the next name from a list.
 *
 * @param list         the list
 * @param ret_altname  receives the name, which is valid until the list is freed
 * @return 1; 0 at the end; -EINVAL: an argument is NULL
 */
NETCFG_PUBLIC int netcfg_altname_list_next(struct netcfg_altname_list *list,
					   const char **ret_altname);

/**
 * Free a list. NULL is fine.
 *
 * @param list  the list, or NULL
 */
NETCFG_PUBLIC void netcfg_altname_list_free(struct netcfg_altname_list *list);

#ifdef __cplusplus
}
#endif

#endif /* NETCFG_LINK_H */
