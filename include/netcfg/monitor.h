/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Monitor: what there is, and then what becomes of it, as events. */
#ifndef NETCFG_MONITOR_H
#define NETCFG_MONITOR_H

#include <stddef.h>
#include <stdint.h>

#include <netcfg/context.h>
#include <netcfg/export.h>

#ifdef __cplusplus
extern "C" {
#endif

struct netcfg_addr_info; /* netcfg/addr.h */
struct netcfg_link_info; /* netcfg/link.h */
struct netcfg_route_hop_info; /* netcfg/route.h */
struct netcfg_route_info;

/**
 * A socket of its own that hears of links, addresses, routes and namespace ids in
 * the namespace of the handle it was opened with, whoever changes them, the
 * handle itself included (case B104).
 *
 * It remembers what links and addresses there are, so it needs memory for each
 * (about 550 and 300 bytes). That is how it tells a new link from one that was
 * changed, knows the old name of one that was renamed, and keeps what an event
 * leaves out: what netcfg_event.link points to is always complete (B105), as far as
 * the kernel tells. Of a veth it tells of one end before that has a peer (0 then), of
 * the other right after, which has it; and where the other end of a pair has moved to
 * it tells with the next change.
 *
 * Routes are not remembered, a router has a million. So of a route CHANGED is what
 * the kernel calls a replace, and all others are ADDED, a further hop of an IPv6
 * route too; one may be told that was told before, or REMOVED that was not. Of IPv4
 * routes that go because a link goes or is set down the kernel says nothing.
 *
 * Independent of the handle once it is open: the handle may be closed, or be
 * used by another thread. A monitor is used by one thread at a time. It keeps
 * its namespace alive until it is closed. After fork() the child gets -ECHILD.
 */
struct netcfg_monitor;

/** Bits of netcfg_monitor_config.flags. Unknown bits: -EINVAL. */
enum netcfg_monitor_flag {
	NETCFG_MONITOR_LINKS = 1 << 0,
	NETCFG_MONITOR_ADDRS = 1 << 1, /**< IPv4 and IPv6 */
	NETCFG_MONITOR_ROUTES = 1 << 2, /**< IPv4 and IPv6, of all tables */
	NETCFG_MONITOR_NSIDS = 1 << 3, /**< ids that this namespace gives to others */
	NETCFG_MONITOR_LIST  = 1 << 4  /**< first tell what is there, then LISTED */
};

/** What to hear of. All zero: everything, from now on. */
struct netcfg_monitor_config {
	size_t size;             /**< sizeof(struct netcfg_monitor_config) */
	uint32_t flags;          /**< enum netcfg_monitor_flag; no object among them: all */
	uint32_t receive_buffer; /**< bytes of events that may wait, as SO_RCVBUF in socket(7)
	                              has it; 0: 4 MiB, some 2000 to 4000 link events. Never
	                              less than 64 KiB; without CAP_NET_ADMIN on the host cut
	                              to the sysctl net.core.rmem_max. Above 1 GiB: -EINVAL */
};

/** netcfg_event.type */
enum netcfg_event_type {
	NETCFG_EVENT_ADDED   = 1,
	NETCFG_EVENT_CHANGED = 2, /**< or confirmed: what the event has may be as it was */
	NETCFG_EVENT_REMOVED = 3, /**< a link: it is gone, wherever it was */
	NETCFG_EVENT_MOVED   = 4, /**< a link: it is in another namespace now */
	NETCFG_EVENT_RENAMED = 5, /**< a link: it has another name, and maybe other changes */
	NETCFG_EVENT_OVERRUN = 6, /**< events were lost here; see netcfg_monitor_next() */
	NETCFG_EVENT_LISTED  = 7  /**< all that is there has been told */
};

/** netcfg_event.object: what an event is about. */
enum netcfg_event_object {
	NETCFG_OBJECT_NONE = 0, /**< OVERRUN, LISTED */
	NETCFG_OBJECT_LINK = 1,
	NETCFG_OBJECT_ADDR = 2,
	NETCFG_OBJECT_ROUTE = 3,
	NETCFG_OBJECT_NSID = 4
};

/** Bits of netcfg_event.flags. */
enum netcfg_event_flag {
	NETCFG_EVENT_FROM_LIST  = 1 << 0, /**< found by listing: it may have happened long ago */
	NETCFG_EVENT_INCOMPLETE = 1 << 1  /**< LISTED: things kept changing while the kernel was
	                                       listing, after several tries; some may be missing */
};

/** One event. Set .size before the call. */
struct netcfg_event {
	size_t size;                         /**< sizeof(struct netcfg_event) */
	const struct netcfg_link_info *link; /**< LINK: as it is now (REMOVED, MOVED: as it was);
	                                          else NULL. Valid until the next call */
	const struct netcfg_addr_info *addr; /**< ADDR: likewise */
	const struct netcfg_route_info *route; /**< ROUTE: likewise */
	uint32_t type;                       /**< enum netcfg_event_type */
	uint32_t object;                     /**< enum netcfg_event_object */
	uint32_t flags;                      /**< enum netcfg_event_flag */
	int32_t ifindex;                     /**< LINK: its; ADDR: of the link that has it; ROUTE: of the
	                                          only link it leads to; else 0 */
	int32_t nsid;                        /**< NSID: which. MOVED: where to, as this namespace
	                                          names it; -1: it has no id. Else -1 */
	int32_t new_ifindex;                 /**< MOVED: its index there (Linux 5.1), or 0 */
	char old_name[16];                   /**< RENAMED: as it was; else "" */
};

/**
 * Open a monitor in the handle's namespace.
 *
 * The socket joins first and lists then, and both come through it in the
 * kernel's order. So nothing falls between the list and the events, and nothing
 * is told twice (case B103): what changes while the list is being made is in it
 * or behind it. Without NETCFG_MONITOR_LIST the list is made as well, but not
 * told. Takes one dump each of links, addresses and ids, counted on the handle.
 * Routes are listed by netcfg_monitor_next(), so that they need no memory either.
 *
 * Needs no privilege where the calling thread is in the handle's namespace
 * (Linux 5.14). Elsewhere, and on older kernels, the namespace is entered by a
 * helper thread as netcfg_open_netns() does; this needs CAP_NET_ADMIN and
 * CAP_SYS_ADMIN in the user namespace that owns it.
 *
 * @param ret_monitor  receives the monitor; free it with netcfg_monitor_close()
 * @param nc           the handle; no batch may be open, else -EBUSY
 * @param config       or NULL
 * @return 0; -EPERM: in another namespace, without the privilege; -EINVAL,
 *         -E2BIG; -EMFILE, -ENFILE, -ENOMEM; -ETIMEDOUT; -EAGAIN if no thread
 *         could be made; -ECHILD
 */
NETCFG_PUBLIC int netcfg_monitor_open(struct netcfg_monitor **ret_monitor, struct netcfg *nc,
				      const struct netcfg_monitor_config *config);

/**
 * The descriptor to wait for, with poll(2) for POLLIN or the like.
 *
 * It is readable whenever netcfg_monitor_next() has something to do, right after
 * opening too. Only to be waited for; it goes with the monitor.
 *
 * @param monitor  the monitor
 * @return the descriptor; -EINVAL for NULL; -ECHILD
 */
NETCFG_PUBLIC int netcfg_monitor_fd(const struct netcfg_monitor *monitor);

/**
 * Take the next event. Never waits for one.
 *
 * Links that have an AF_BRIDGE side, bridges and their ports, are told of once
 * and not twice (B98). The name of a link may be that of another one by now:
 * who keeps a map of names should keep one by ifindex (B102).
 *
 * OVERRUN comes exactly where events were lost: those before it happened before,
 * and what follows is the truth again. The monitor asks the kernel for all there
 * is, which takes as long as a list, and tells what is different from what it
 * told before, flagged NETCFG_EVENT_FROM_LIST, removals first; then comes LISTED,
 * and the stream goes on. Nobody needs to list by other means, but for routes:
 * with NETCFG_MONITOR_LIST all there are are told again, and who keeps them forgets
 * at OVERRUN those he has; without, they are to be listed after LISTED. To lose
 * less, read more often or have a larger receive buffer (B99).
 *
 * An IPv6 address is ready when NETCFG_ADDR_STATE_TENTATIVE is no longer in its
 * flags; this is a CHANGED, as is NETCFG_ADDR_STATE_DADFAILED (B106).
 *
 * @param monitor    the monitor
 * @param ret_event  filled in up to its size
 * @return 1: an event; 0: nothing now; -ENOMEM and what else the kernel says to
 *         a list or a receive: nothing is lost by it, and it is tried again by
 *         the next call; -EINVAL; -ETIMEDOUT: a list took longer than
 *         netcfg_set_timeout() had it when the monitor was opened; -ECHILD
 */
NETCFG_PUBLIC int netcfg_monitor_next(struct netcfg_monitor *monitor,
				      struct netcfg_event *ret_event);

/**
 * Look at a hop of the route that netcfg_monitor_next() told of last.
 *
 * @param monitor   the monitor
 * @param position  from 0 up to, not including, that route's hop_count
 * @param ret_hop   filled in up to its size
 * @return 1; 0: it has no hop there, or the last event was about something else;
 *         -EINVAL
 */
NETCFG_PUBLIC int netcfg_monitor_route_hop(const struct netcfg_monitor *monitor, uint32_t position,
					   struct netcfg_route_hop_info *ret_hop);

/**
 * Close a monitor. NULL is fine. Allowed in a child after fork() too.
 *
 * @param monitor  the monitor, or NULL
 */
NETCFG_PUBLIC void netcfg_monitor_close(struct netcfg_monitor *monitor);

#ifdef __cplusplus
}
#endif

#endif /* NETCFG_MONITOR_H */
