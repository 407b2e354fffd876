/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* IPv4 and IPv6 addresses of links. */
#ifndef NETCFG_ADDR_H
#define NETCFG_ADDR_H

#include <stddef.h>
#include <stdint.h>

#include <netcfg/export.h>

#ifdef __cplusplus
extern "C" {
#endif

struct netcfg;

/*
 * Address text
 *
 * "192.0.2.1/24", "2001:db8::1/64", or without "/LENGTH", which means /32 and
 * /128. Parsed strictly: no leading zeros (IPv4), blanks, zones, short forms or words,
 * else -EINVAL. "::ffff:192.0.2.1" is an IPv6 address. 0.0.0.0 is refused with
 * -EINVAL: the kernel accepts it and then has no such address (case B60).
 */

/** Bits of netcfg_addr_config.flags. Unknown bits: -EINVAL. */
enum netcfg_addr_flag {
	NETCFG_ADDR_NODAD          = 1 << 0, /**< IPv6: usable at once, no duplicate address
	                                          detection (RFC 4862). IPv4 has none: no effect */
	NETCFG_ADDR_NOPREFIXROUTE  = 1 << 1, /**< the kernel adds no route for the prefix */
	NETCFG_ADDR_HOMEADDRESS    = 1 << 2, /**< IPv6 only: RFC 6275 */
	NETCFG_ADDR_MANAGETEMPADDR = 1 << 3, /**< IPv6 only: make temporary ones from it, RFC 8981 */
	NETCFG_ADDR_LIFETIME       = 1 << 4, /**< read valid_lifetime and preferred_lifetime */
	NETCFG_ADDR_SCOPE          = 1 << 5  /**< read scope */
};

/** A lifetime without end. */
#define NETCFG_ADDR_FOREVER UINT32_MAX

/** Values for scope, as in rtnetlink(7); others up to 255 are legal. */
enum netcfg_scope {
	NETCFG_SCOPE_UNIVERSE = 0,
	NETCFG_SCOPE_SITE     = 200,
	NETCFG_SCOPE_LINK     = 253,
	NETCFG_SCOPE_HOST     = 254,
	NETCFG_SCOPE_NOWHERE  = 255
};

/** What an address can be given. All zero: leave everything to the kernel. */
struct netcfg_addr_config {
	size_t size;                 /**< sizeof(struct netcfg_addr_config) */
	const char *peer;            /**< the far end of a point-to-point link, "192.0.2.2" or
	                                  "192.0.2.2/24". The prefix is then the peer's: with
	                                  no length here, the one of the address; with two
	                                  different ones, -EINVAL */
	const char *broadcast;       /**< IPv4 only: NULL or "0.0.0.0": none; "auto": the last
	                                  of the prefix (the peer's, if there is one), none for
	                                  /31 and /32; or an address */
	const char *label;           /**< IPv4 only: 1..15 bytes, else -ERANGE; free text, need
	                                  not start with the link's name. NULL: the link's name */
	uint32_t flags;              /**< enum netcfg_addr_flag */
	uint32_t valid_lifetime;     /**< seconds, read with NETCFG_ADDR_LIFETIME; 0: -EINVAL */
	uint32_t preferred_lifetime; /**< seconds, likewise; above valid_lifetime: -EINVAL;
	                                  0: deprecated at once */
	uint32_t metric;             /**< of the prefix route (Linux 4.18); 0: kernel default */
	uint32_t scope;              /**< read with NETCFG_ADDR_SCOPE; IPv4 only in effect: the
	                                  kernel derives that of IPv6. Without: host for
	                                  127.0.0.0/8 as `ip` does, else universe */
	uint32_t protocol;           /**< who made it, 1..255 (Linux 5.18, else ignored); 0: none */
};

/**
 * Add an address to a link. Exclusive: an address that is there stays as it is.
 *
 * One look-up of the link and one request. On an IPv6 link that is up each
 * address costs time in proportion to those it has: add first, set up then
 * (kernel-facts section 0).
 *
 * @param nc       the handle
 * @param link     the link's name
 * @param address  see above
 * @param config   or NULL
 * @return 0; -EEXIST: it has it (IPv4: same local address, prefix length and
 *         peer, of which the kernel compares no more than the prefix; IPv6:
 *         same address, whatever the prefix length); -ENODEV; -EACCES: IPv6 is
 *         disabled on the link; -EADDRNOTAVAIL: not an address that can be
 *         assigned (IPv6 multicast, ::, ::1 elsewhere than on lo); -EINVAL: a
 *         bad argument, one for the other family, or IPv6 with an MTU below
 *         1280; -ERANGE: a label, scope, protocol or link name out of range
 */
NETCFG_PUBLIC int netcfg_addr_add(struct netcfg *nc, const char *link, const char *address,
				  const struct netcfg_addr_config *config);

/**
 * Add an address, or change the one that is there: lifetimes and metric, for
 * IPv6 also flags and peer, which is changed or added but never removed, nor is
 * the prefix length changed. Of an IPv4 one the kernel keeps flags and label.
 * It sets lifetimes to "forever" where none are given (cases B51, B52).
 *
 * @param nc       the handle
 * @param link     the link's name
 * @param address  see above
 * @param config   or NULL
 * @return as netcfg_addr_add(), without -EEXIST
 */
NETCFG_PUBLIC int netcfg_addr_replace(struct netcfg *nc, const char *link, const char *address,
				      const struct netcfg_addr_config *config);

/**
 * Delete one address: prefix length and, for IPv4, peer must be those it has;
 * of the peer the kernel compares no more than the prefix.
 *
 * With an IPv4 address go those of the same prefix that came after it, unless
 * the sysctl promote_secondaries is set. IPv6 looks at address and prefix
 * length only (case B70).
 *
 * @param nc       the handle
 * @param link     the link's name
 * @param address  see above
 * @param config   peer and label count (a label must be the one it has), the
 *                 rest is checked and has no effect; or NULL
 * @return 0; -EADDRNOTAVAIL: the link has no such address; -ENODEV; -EINVAL;
 *         -ERANGE
 */
NETCFG_PUBLIC int netcfg_addr_delete(struct netcfg *nc, const char *link, const char *address,
				     const struct netcfg_addr_config *config);

/**
 * Delete all addresses of a link, IPv6 link-local ones included.
 *
 * Lists the link's addresses and deletes them one by one, so it takes requests
 * in proportion. An address that goes with another one, or that someone else
 * deletes meanwhile, counts as removed. Deleting the link, or for IPv6 setting
 * it down, is far cheaper (kernel-facts section 5).
 *
 * @param nc      the handle
 * @param link    the link's name
 * @param family  AF_INET, AF_INET6 or AF_UNSPEC for both, else -EINVAL
 * @return the number removed, or 0 in an open batch: queued; -ENODEV; -EBUSY: addresses were there again
 *         after each of five rounds; what the kernel says to a delete, the
 *         earlier ones being done
 */
NETCFG_PUBLIC int netcfg_addr_flush(struct netcfg *nc, const char *link, int family);

#define NETCFG_ADDR_TEXT_SIZE  48 /**< an IPv6 address and its NUL */
#define NETCFG_ADDR_LABEL_SIZE 16 /**< a label of 15 bytes and its NUL */

/** Bits of netcfg_addr_info.flags: the kernel's, all 32 passed on (rtnetlink(7)). */
enum netcfg_addr_state {
	NETCFG_ADDR_STATE_SECONDARY      = 0x1,  /**< for IPv6: temporary */
	NETCFG_ADDR_STATE_NODAD          = 0x2,
	NETCFG_ADDR_STATE_OPTIMISTIC     = 0x4,
	NETCFG_ADDR_STATE_DADFAILED      = 0x8,  /**< someone else has it */
	NETCFG_ADDR_STATE_HOMEADDRESS    = 0x10,
	NETCFG_ADDR_STATE_DEPRECATED     = 0x20,
	NETCFG_ADDR_STATE_TENTATIVE      = 0x40, /**< not usable yet */
	NETCFG_ADDR_STATE_PERMANENT      = 0x80,
	NETCFG_ADDR_STATE_MANAGETEMPADDR = 0x100,
	NETCFG_ADDR_STATE_NOPREFIXROUTE  = 0x200,
	NETCFG_ADDR_STATE_MCAUTOJOIN     = 0x400,
	NETCFG_ADDR_STATE_STABLE_PRIVACY = 0x800
};

/** What is known of an address. Set .size before the call. */
struct netcfg_addr_info {
	size_t size;                          /**< sizeof(struct netcfg_addr_info) */
	char address[NETCFG_ADDR_TEXT_SIZE];  /**< the link's own, without length */
	char peer[NETCFG_ADDR_TEXT_SIZE];     /**< the far end's, or "" */
	char broadcast[NETCFG_ADDR_TEXT_SIZE]; /**< or "" */
	char label[NETCFG_ADDR_LABEL_SIZE];   /**< or "". Free text: the link is told by ifindex */
	int32_t ifindex;
	uint32_t family;                      /**< AF_INET or AF_INET6 */
	uint32_t prefix_length;
	uint32_t scope;                       /**< enum netcfg_scope */
	uint32_t flags;                       /**< enum netcfg_addr_state */
	uint32_t valid_lifetime;              /**< seconds left, or NETCFG_ADDR_FOREVER */
	uint32_t preferred_lifetime;          /**< seconds left, or NETCFG_ADDR_FOREVER, also for
	                                           an IPv4 one that is deprecated */
	uint32_t metric;                      /**< 0: kernel default */
	uint32_t protocol;                    /**< 0: none */
	uint32_t reserved;                    /**< 0 */
};

/** A list of addresses, as they were when it was made. */
struct netcfg_addr_list;

/**
 * List the addresses of one link, without reading those of others, or of all.
 *
 * @param nc        the handle
 * @param link      the link's name; NULL: all links
 * @param family    AF_INET, AF_INET6 or AF_UNSPEC for both, else -EINVAL
 * @param ret_list  receives the list; free it with netcfg_addr_list_free()
 * @return 0; 1 if addresses kept changing while the kernel was listing, after
 *         several tries: the list is there and may be inconsistent; -ENODEV;
 *         -EINVAL, -ERANGE, -ENOMEM; never a short list
 */
NETCFG_PUBLIC int netcfg_addr_list(struct netcfg *nc, const char *link, int family,
				   struct netcfg_addr_list **ret_list);

/**
 * Take the next address from a list.
 *
 * @param list      the list
 * @param ret_info  filled in up to its size
 * @return 1; 0 at the end; -EINVAL
 */
NETCFG_PUBLIC int netcfg_addr_list_next(struct netcfg_addr_list *list,
					struct netcfg_addr_info *ret_info);

/**
 * Free a list. NULL is fine.
 *
 * @param list  the list, or NULL
 */
NETCFG_PUBLIC void netcfg_addr_list_free(struct netcfg_addr_list *list);

#ifdef __cplusplus
}
#endif

#endif /* NETCFG_ADDR_H */
