/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Routes of IPv4 and IPv6: add, replace, append, change, delete, list. */
#ifndef NETCFG_ROUTE_H
#define NETCFG_ROUTE_H

#include <stddef.h>
#include <stdint.h>

#include <netcfg/export.h>

#ifdef __cplusplus
extern "C" {
#endif

struct netcfg;

/*
 * A destination is text: "10.0.0.0/8", "2001:db8::/32", an address alone for a
 * host route, or "default", whose family is config->family or else that of the
 * gateway. Parsed strictly, as addresses are (netcfg/addr.h). Bits behind the
 * length are refused with -EINVAL for both families: of IPv4 the kernel refuses
 * them too, of IPv6 it would clear them and say nothing.
 *
 * A route that is not given a table, scope, protocol or type gets those that
 * `ip route` would give it (ip-route(8)), which is said at each field.
 *
 * To own many addresses with one request, say 50,000, make a route of type
 * NETCFG_ROUTE_LOCAL for the whole prefix on "lo": the kernel then takes each
 * of them for its own and answers on it, without a single address on a link
 * ("AnyIP"). Programs bind to any of them; for IPv6 they have to set the socket
 * option IP_FREEBIND before (ip(7)), or listen on "::". Of single addresses on
 * one link each costs more than the one before (kernel-facts section 5).
 *
 *	const struct netcfg_route_config own = {
 *		.size = sizeof(own), .dev = "lo", .type = NETCFG_ROUTE_LOCAL };
 *
 *	netcfg_route_add(nc, "10.64.0.0/16", &own);
 *
 * The prefix has to be routed to this host by others: of IPv6 the kernel does
 * not answer neighbour discovery for it, having joined no group for its
 * addresses.
 */

/** Bits of netcfg_route_config.flags. Unknown bits: -EINVAL. */
enum netcfg_route_flag {
	NETCFG_ROUTE_ONLINK     = 1 << 0, /**< the gateway is on the link although no address
	                                       of the link says so; also of a hop. Needs via
	                                       and dev */
	NETCFG_ROUTE_SCOPE      = 1 << 1, /**< read scope */
	NETCFG_ROUTE_MTU_LOCK   = 1 << 2, /**< mtu is not lowered by what path MTU discovery
	                                       finds. Needs mtu */
	NETCFG_ROUTE_PREFERENCE = 1 << 3  /**< read preference */
};

/** Types of route, in the kernel's numbers (rtnetlink(7)). */
enum netcfg_route_type {
	NETCFG_ROUTE_UNICAST     = 1, /**< to a gateway or a link */
	NETCFG_ROUTE_LOCAL       = 2, /**< the addresses are this host's own */
	NETCFG_ROUTE_BROADCAST   = 3,
	NETCFG_ROUTE_ANYCAST     = 4,
	NETCFG_ROUTE_MULTICAST   = 5,
	NETCFG_ROUTE_BLACKHOLE   = 6, /**< dropped; senders here get EINVAL */
	NETCFG_ROUTE_UNREACHABLE = 7, /**< dropped with ICMP "host unreachable" */
	NETCFG_ROUTE_PROHIBIT    = 8, /**< dropped with ICMP "prohibited" */
	NETCFG_ROUTE_THROW       = 9  /**< the search goes on behind this table */
};

/** Tables that the kernel knows by itself (rtnetlink(7)). */
enum netcfg_route_table {
	NETCFG_ROUTE_TABLE_DEFAULT = 253,
	NETCFG_ROUTE_TABLE_MAIN    = 254,
	NETCFG_ROUTE_TABLE_LOCAL   = 255
};

/** Who made a route. Other values up to 255 are legal. */
enum netcfg_route_protocol {
	NETCFG_ROUTE_PROTOCOL_REDIRECT = 1, /**< an ICMP redirect */
	NETCFG_ROUTE_PROTOCOL_KERNEL   = 2, /**< the kernel, for an address */
	NETCFG_ROUTE_PROTOCOL_BOOT     = 3, /**< what `ip route` says of its own */
	NETCFG_ROUTE_PROTOCOL_STATIC   = 4, /**< the administrator: daemons leave it alone */
	NETCFG_ROUTE_PROTOCOL_RA       = 9, /**< a router advertisement */
	NETCFG_ROUTE_PROTOCOL_DHCP     = 16
};

/** Preferences of an IPv6 route (RFC 4191). */
enum netcfg_route_preference {
	NETCFG_ROUTE_PREFERENCE_MEDIUM = 0,
	NETCFG_ROUTE_PREFERENCE_HIGH   = 1,
	NETCFG_ROUTE_PREFERENCE_LOW    = 3
};

/** More hops than this in one route: -ERANGE. */
#define NETCFG_ROUTE_HOP_COUNT_MAX 256

/** One of several ways that a route has. Has no size of its own: it will not grow. */
struct netcfg_route_hop {
	const char *via; /**< the gateway, or NULL: all is on the link */
	const char *dev; /**< the link, or NULL: where the gateway is found to be. One of the
	                      two is needed */
	uint32_t weight; /**< 1..256, the share of the traffic; 0: 1; else -ERANGE */
	uint32_t flags;  /**< NETCFG_ROUTE_ONLINK, else -EINVAL */
};

/** What a route can be given. All zero: leave everything to the kernel. */
struct netcfg_route_config {
	size_t size;        /**< sizeof(struct netcfg_route_config) */
	const char *via;    /**< the gateway's address, or NULL. May be of the other family than
	                         the destination: an IPv4 route through an IPv6 gateway (Linux
	                         5.2; IPv6 through IPv4 the kernel refuses). A link-local IPv6
	                         one needs dev, else -EINVAL */
	const char *dev;    /**< the link, by name, or NULL: where the gateway is found to be */
	const char *source; /**< the address that packets get whose sender did not bind to one,
	                         or NULL; one of this host's, of the destination's family */
	const struct netcfg_route_hop *hops; /**< several ways; then neither via nor dev, else
	                                          -EINVAL. One only is the same as via and dev */
	uint32_t hop_count; /**< how many; 0: hops is not read */
	uint32_t flags;     /**< enum netcfg_route_flag */
	uint32_t family;    /**< AF_INET or AF_INET6 for "default", counts before the gateway's;
	                         0: the gateway's. With an address as destination: that one's, or
	                         -EINVAL */
	uint32_t metric;    /**< the lower is used. 0: none, which for IPv6 is 1024; delete: any */
	uint32_t table;     /**< 0: main, but local for the types local, broadcast and anycast */
	uint32_t protocol;  /**< enum netcfg_route_protocol. 0: boot; delete: any */
	uint32_t scope;     /**< enum netcfg_scope (netcfg/addr.h), IPv4 only in effect; read
	                         with NETCFG_ROUTE_SCOPE. Without: host for type local, link for
	                         broadcast, multicast, anycast and for a unicast route without
	                         gateway, else universe; delete of a unicast route: any */
	uint32_t type;      /**< enum netcfg_route_type. 0: unicast; delete: any */
	uint32_t mtu;       /**< bytes; 0: the link's */
	uint32_t advmss;    /**< TCP segment size that is announced, bytes; 0: from the mtu */
	uint32_t tos;       /**< IPv4 only: packets with this type of service only, 0..255 */
	uint32_t preference; /**< IPv6 only: enum netcfg_route_preference, read with
	                          NETCFG_ROUTE_PREFERENCE */
	uint32_t expires;   /**< IPv6 only: seconds until the kernel deletes it; 0: never */
	uint32_t reserved;  /**< 0, else -EINVAL */
};

/**
 * Add a route. Exclusive: one that is there stays as it is.
 *
 * One request, and one look-up for each link that is named. The link must be
 * up, and a gateway on it (or ONLINK), at the moment of the request: in a batch
 * queue them after the link's addresses and its being set up.
 *
 * @param nc           the handle
 * @param destination  see above
 * @param config       the route; or NULL, which adds nothing useful
 * @return 0; -EEXIST: there is a route to this destination of the same metric
 *         (IPv4: and tos) in the table, whatever its gateway; -ENODEV: a link
 *         that does not exist; -ENETUNREACH, -EHOSTUNREACH or -EINVAL: no way to
 *         the gateway, or a source that is not this host's; -ENETDOWN: the link
 *         is down; -EINVAL: a bad argument, or one that the kernel refuses;
 *         -ERANGE: a number or a link name out of range; -E2BIG, -ENOMEM
 */
NETCFG_PUBLIC int netcfg_route_add(struct netcfg *nc, const char *destination,
				   const struct netcfg_route_config *config);

/**
 * Add a route, or put it in the place of the first one to the same destination
 * with the same metric (IPv4: and tos) in the table; of IPv6 ones the first that
 * is of its kind, with a gateway or without.
 *
 * @param nc           the handle
 * @param destination  see above
 * @param config       the route
 * @return as netcfg_route_add(), without -EEXIST
 */
NETCFG_PUBLIC int netcfg_route_replace(struct netcfg *nc, const char *destination,
				       const struct netcfg_route_config *config);

/**
 * Add a route behind those to the same destination with the same metric.
 *
 * Of IPv4 the first one is used and the others wait until it goes. Of IPv6 the
 * kernel makes one route with several hops of those that have a gateway.
 *
 * @param nc           the handle
 * @param destination  see above
 * @param config       the route
 * @return as netcfg_route_add(); -EEXIST: exactly this one is there
 */
NETCFG_PUBLIC int netcfg_route_append(struct netcfg *nc, const char *destination,
				      const struct netcfg_route_config *config);

/**
 * Add a route before those to the same destination with the same metric.
 *
 * Of IPv4 the first one is used. IPv6 knows no such order: there it is
 * netcfg_route_append() as far as the kernel can put hops together.
 *
 * @param nc           the handle
 * @param destination  see above
 * @param config       the route
 * @return as netcfg_route_add(); -EEXIST: exactly this one is there
 */
NETCFG_PUBLIC int netcfg_route_prepend(struct netcfg *nc, const char *destination,
				       const struct netcfg_route_config *config);

/**
 * Put a route in the place of one that is there: netcfg_route_replace() that
 * does not add.
 *
 * @param nc           the handle
 * @param destination  see above
 * @param config       the route
 * @return as netcfg_route_add(), without -EEXIST; -ENOENT: there is none to this
 *         destination with this metric
 */
NETCFG_PUBLIC int netcfg_route_change(struct netcfg *nc, const char *destination,
				      const struct netcfg_route_config *config);

/**
 * Delete one route: the first that has all that is given here. Of an IPv6 route
 * the kernel compares destination, table, metric, protocol, via and dev, and
 * pays no attention to the rest (6.18); of IPv4 hops it ignores the weight.
 *
 * The destination alone takes the one with the lowest metric of the table, with
 * all of its hops. Of an IPv6 route with several hops one is deleted by its via
 * and dev.
 *
 * @param nc           the handle
 * @param destination  see above
 * @param config       what the route must have, or NULL: anything, in table main
 * @return 0; -ESRCH: there is no such route; -ENOENT: nor any IPv6 default
 *         route; -ENODEV; -EINVAL; -ERANGE; -E2BIG; -ENOMEM
 */
NETCFG_PUBLIC int netcfg_route_delete(struct netcfg *nc, const char *destination,
				      const struct netcfg_route_config *config);

/** Which routes are listed. Zero: any. The kernel filters (Linux 4.20), and the library again. */
struct netcfg_route_filter {
	size_t size;       /**< sizeof(struct netcfg_route_filter) */
	const char *dev;   /**< those through this link, also as one of several hops */
	uint32_t family;   /**< AF_INET or AF_INET6, else -EINVAL; 0: both */
	uint32_t table;    /**< 0: all, local included, which `ip route` does not show unasked */
	uint32_t protocol; /**< 1..255, else -ERANGE */
	uint32_t type;     /**< enum netcfg_route_type, else -ERANGE */
	uint32_t flags;    /**< none is known: 0, else -EINVAL */
	uint32_t reserved; /**< 0, else -EINVAL */
};

#define NETCFG_ROUTE_TEXT_SIZE 48 /**< an IPv6 address and its NUL */

/** Bits of netcfg_route_info.flags and of a hop's: the kernel's, all passed on. */
enum netcfg_route_state {
	NETCFG_ROUTE_STATE_DEAD       = 0x1,  /**< not used: the link went down */
	NETCFG_ROUTE_STATE_PERVASIVE  = 0x2,
	NETCFG_ROUTE_STATE_ONLINK     = 0x4,
	NETCFG_ROUTE_STATE_OFFLOADED  = 0x8,  /**< done by hardware */
	NETCFG_ROUTE_STATE_LINKDOWN   = 0x10, /**< the link has no carrier */
	NETCFG_ROUTE_STATE_UNRESOLVED = 0x20,
	NETCFG_ROUTE_STATE_TRAP       = 0x40
};

/** What is known of a route. Set .size before the call. */
struct netcfg_route_info {
	size_t size;                              /**< sizeof(struct netcfg_route_info) */
	char destination[NETCFG_ROUTE_TEXT_SIZE]; /**< without length; "0.0.0.0" or "::" of the
	                                               default route */
	char via[NETCFG_ROUTE_TEXT_SIZE];         /**< the gateway; "": none, or several hops */
	char source[NETCFG_ROUTE_TEXT_SIZE];      /**< the preferred source, or "" */
	uint32_t prefix_length;
	uint32_t family;                          /**< AF_INET or AF_INET6 */
	uint32_t via_family;                      /**< of via; 0 if that is "" */
	int32_t ifindex;                          /**< of the link; 0: none, or several hops */
	uint32_t flags;                           /**< enum netcfg_route_state, and the RTM_F_*
	                                               of rtnetlink(7) */
	uint32_t metric;                          /**< 0: none */
	uint32_t table;
	uint32_t protocol;                        /**< enum netcfg_route_protocol */
	uint32_t scope;                           /**< enum netcfg_scope */
	uint32_t type;                            /**< enum netcfg_route_type; the kernel may know
	                                               more */
	uint32_t mtu;                             /**< 0: not said */
	uint32_t mtu_locked;                      /**< 1 or 0 */
	uint32_t advmss;                          /**< 0: not said */
	uint32_t tos;
	uint32_t preference;                      /**< enum netcfg_route_preference */
	uint32_t expires;                         /**< seconds left, rounded up; 0: never */
	uint32_t hop_count;                       /**< 0: leads nowhere (a blackhole; of IPv6
	                                               ifindex is then that of lo); 1: via and
	                                               ifindex say where to; above: see
	                                               netcfg_route_list_hop() */
	uint32_t nexthop_id;                      /**< of the nexthop object that it uses (Linux
	                                               5.3); 0: none. What is known of the hops is
	                                               then the object's */
};

/** One hop of a route. Set .size before the call. */
struct netcfg_route_hop_info {
	size_t size;                      /**< sizeof(struct netcfg_route_hop_info) */
	char via[NETCFG_ROUTE_TEXT_SIZE]; /**< the gateway, or "" */
	int32_t ifindex;                  /**< of the link */
	uint32_t via_family;              /**< of via; 0 if that is "" */
	uint32_t weight;                  /**< 1..256; of a route's only hop 1 */
	uint32_t flags;                   /**< enum netcfg_route_state */
};

/** A list of routes, as they were when it was made. */
struct netcfg_route_list;

/**
 * List routes, both families and all tables unless filtered, in one request.
 *
 * The kernel's copies for single destinations ("cache", "cloned") are no routes
 * and not in the list, nor are those of multicast routing daemons and MPLS. A
 * table that was never used is as good as one without routes: an empty list.
 * Of two IPv6 routes that differ only in the senders they are for (`from`), and
 * of encapsulations, the list does not tell.
 *
 * @param nc        the handle
 * @param filter    or NULL: all
 * @param ret_list  receives the list; free it with netcfg_route_list_free()
 * @return 0; 1 if routes kept changing while the kernel was listing, after
 *         several tries: the list is there and may be inconsistent; -ENODEV:
 *         filter->dev; -EINVAL, -ERANGE, -E2BIG, -ENOMEM; -EBUSY: a batch is
 *         open; never a short list
 */
NETCFG_PUBLIC int netcfg_route_list(struct netcfg *nc, const struct netcfg_route_filter *filter,
				    struct netcfg_route_list **ret_list);

/**
 * Take the next route from a list.
 *
 * @param list      the list
 * @param ret_info  filled in up to its size
 * @return 1; 0 at the end; -EINVAL
 */
NETCFG_PUBLIC int netcfg_route_list_next(struct netcfg_route_list *list,
					 struct netcfg_route_info *ret_info);

/**
 * Look at a hop of the route that netcfg_route_list_next() gave last.
 *
 * @param list      the list
 * @param position  from 0 up to, not including, that route's hop_count
 * @param ret_hop   filled in up to its size
 * @return 1; 0: it has no hop there, or no route was taken yet; -EINVAL
 */
NETCFG_PUBLIC int netcfg_route_list_hop(const struct netcfg_route_list *list, uint32_t position,
					struct netcfg_route_hop_info *ret_hop);

/**
 * Free a list. NULL is fine.
 *
 * @param list  the list, or NULL
 */
NETCFG_PUBLIC void netcfg_route_list_free(struct netcfg_route_list *list);

#ifdef __cplusplus
}
#endif

#endif /* NETCFG_ROUTE_H */
