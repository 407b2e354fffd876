/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Neighbours: which MAC address an IPv4 or IPv6 address of a link's network has; proxy entries. */
#ifndef NETCFG_NEIGH_H
#define NETCFG_NEIGH_H

#include <stddef.h>
#include <stdint.h>

#include <netcfg/export.h>

#ifdef __cplusplus
extern "C" {
#endif

struct netcfg;

/*
 * An entry is known by link and address; a proxy entry is one beside it, for
 * addresses that this host answers for (arp(7); RFC 4861, section 7.2.8).
 * Addresses are written as in netcfg/addr.h, without "/LENGTH".
 */

/**
 * Bits of netcfg_neigh_config.flags; unknown bits there: -EINVAL. In
 * netcfg_neigh_info.flags they mean the same, all but the last.
 */
enum netcfg_neigh_flag {
	NETCFG_NEIGH_PROXY        = 0x08, /**< a proxy entry */
	NETCFG_NEIGH_EXTERN_LEARN = 0x10, /**< kept by some program, which is to refresh it */
	NETCFG_NEIGH_ROUTER       = 0x80, /**< the neighbour is a router (IPv6) */
	NETCFG_NEIGH_STATE        = 1 << 30 /**< config: read state */
};

/** States, as the kernel has them (rtnetlink(7), NUD_*; RFC 4861, section 7.3.2). */
enum netcfg_neigh_state {
	NETCFG_NEIGH_STATE_NONE       = 0,
	NETCFG_NEIGH_STATE_INCOMPLETE = 0x01, /**< being asked for */
	NETCFG_NEIGH_STATE_REACHABLE  = 0x02,
	NETCFG_NEIGH_STATE_STALE      = 0x04, /**< to be checked when it is used */
	NETCFG_NEIGH_STATE_DELAY      = 0x08,
	NETCFG_NEIGH_STATE_PROBE      = 0x10,
	NETCFG_NEIGH_STATE_FAILED     = 0x20,
	NETCFG_NEIGH_STATE_NOARP      = 0x40, /**< valid, never checked */
	NETCFG_NEIGH_STATE_PERMANENT  = 0x80  /**< the same, and kept when others have to go */
};

/** What a neighbour can be given. */
struct netcfg_neigh_config {
	size_t size;       /**< sizeof(struct netcfg_neigh_config) */
	const char *mac;   /**< "02:00:00:00:00:01", any of six bytes, or NULL: see
	                        netcfg_neigh_add(). With PROXY: -EINVAL */
	uint32_t flags;    /**< enum netcfg_neigh_flag */
	uint32_t state;    /**< one of enum netcfg_neigh_state, else -EINVAL; read with
	                        NETCFG_NEIGH_STATE, without it: permanent, as `ip` has it */
	uint32_t protocol; /**< who made it, 1..255 (Linux 5.0, else ignored); 0: none */
	uint32_t reserved; /**< 0 */
};

/**
 * Add a neighbour or a proxy entry to a link. One look-up of the link and one
 * request.
 *
 * Exclusive: a neighbour that is there stays as it is, also one that the kernel
 * found by itself. A proxy entry that is there is no error: the kernel knows no
 * exclusive one, and gives it these flags.
 *
 * A neighbour needs a MAC address, unless the link has none (a tunnel) or the
 * state asks for none. Without it IPv6 gives -EINVAL and keeps an entry in
 * state none; IPv4 makes up a broadcast address where it finds no route to the
 * address. Of a link that is set down the kernel drops the neighbours, also
 * permanent ones, and the proxy entries that are not permanent.
 *
 * @param nc       the handle
 * @param link     the link's name
 * @param address  the neighbour's; with a prefix length: -EINVAL
 * @param config   or NULL: a permanent one without MAC address
 * @return 0; -EEXIST: it has that neighbour; -ENODEV: no such link; -EINVAL: a
 *         bad argument, no MAC address, or IPv6 is disabled on the link;
 *         -ENOBUFS: the table is full, or IPv6 is disabled for a proxy entry;
 *         -ERANGE: a protocol or link name out of range; -E2BIG
 */
NETCFG_PUBLIC int netcfg_neigh_add(struct netcfg *nc, const char *link, const char *address,
				   const struct netcfg_neigh_config *config);

/**
 * Add a neighbour, or change the one that is there: MAC address (without one it
 * keeps its own), state, flags; of a protocol that is 0 it keeps its own.
 *
 * @param nc       the handle
 * @param link     the link's name
 * @param address  the neighbour's; with a prefix length: -EINVAL
 * @param config   or NULL: permanent
 * @return as netcfg_neigh_add(), without -EEXIST
 */
NETCFG_PUBLIC int netcfg_neigh_replace(struct netcfg *nc, const char *link, const char *address,
				       const struct netcfg_neigh_config *config);

/**
 * Delete a neighbour or a proxy entry from a link.
 *
 * @param nc       the handle
 * @param link     the link's name
 * @param address  the neighbour's; with a prefix length: -EINVAL
 * @param config   NETCFG_NEIGH_PROXY counts, the rest is checked and has no
 *                 effect; or NULL: a neighbour
 * @return 0; -ENOENT: the link has no such entry; -ENODEV: no such link;
 *         -EINVAL, -ERANGE, -E2BIG
 */
NETCFG_PUBLIC int netcfg_neigh_delete(struct netcfg *nc, const char *link, const char *address,
				      const struct netcfg_neigh_config *config);

#define NETCFG_NEIGH_TEXT_SIZE 48 /**< an IPv6 address and its NUL */
#define NETCFG_NEIGH_MAC_SIZE  96 /**< 32 bytes as "xx:" pairs, the longest a link can have */

/** What is known of a neighbour. Set .size before the call. */
struct netcfg_neigh_info {
	size_t size;                          /**< sizeof(struct netcfg_neigh_info) */
	char address[NETCFG_NEIGH_TEXT_SIZE];
	char mac[NETCFG_NEIGH_MAC_SIZE];      /**< "" while it is not known, and for a proxy entry */
	int32_t ifindex;                      /**< 0: a proxy entry for all links */
	uint32_t family;                      /**< AF_INET or AF_INET6 */
	uint32_t state;                       /**< enum netcfg_neigh_state */
	uint32_t flags;                       /**< enum netcfg_neigh_flag: the kernel's, all passed
	                                           on: NTF_*, and NTF_EXT_* from bit 8 on */
	uint32_t protocol;                    /**< 0: none */
	uint32_t reserved;                    /**< 0 */
};

/** A list of neighbours, as they were when it was made. */
struct netcfg_neigh_list;

/**
 * List the neighbours or the proxy entries of one link, or of all, in every
 * state, so also those of multicast addresses (no ARP) and what the kernel is
 * about to forget (none, failed). Filtered by the kernel where it can, and
 * again by the library.
 *
 * @param nc        the handle
 * @param link      the link's name; NULL: all links
 * @param family    AF_INET, AF_INET6 or AF_UNSPEC for both, else -EINVAL
 * @param flags     0, or NETCFG_NEIGH_PROXY for the proxy entries, which are in
 *                  no other list; else -EINVAL
 * @param ret_list  receives the list; free it with netcfg_neigh_list_free()
 * @return 0; 1 if the kernel said that the list may be inconsistent, after
 *         several tries; -ENODEV; -EINVAL, -ERANGE, -ENOMEM; never a short list
 */
NETCFG_PUBLIC int netcfg_neigh_list(struct netcfg *nc, const char *link, int family, uint32_t flags,
				    struct netcfg_neigh_list **ret_list);

/**
 * Take the next neighbour from a list.
 *
 * @param list      the list
 * @param ret_info  filled in up to its size
 * @return 1; 0 at the end; -EINVAL
 */
NETCFG_PUBLIC int netcfg_neigh_list_next(struct netcfg_neigh_list *list,
					 struct netcfg_neigh_info *ret_info);

/**
 * Free a list. NULL is fine.
 *
 * @param list  the list, or NULL
 */
NETCFG_PUBLIC void netcfg_neigh_list_free(struct netcfg_neigh_list *list);

#ifdef __cplusplus
}
#endif

#endif /* NETCFG_NEIGH_H */
