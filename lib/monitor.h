/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * L4: what a monitor is. monitor.c opens it and follows the stream, monitor_state.c
 * keeps what is known by what messages say, monitor_list.c asks the kernel for all
 * there is and tells what is news, monitor_route.c does the same for routes, of which
 * nothing is kept.
 *
 * One socket has both the notifications and the answers to dumps, so that the
 * order they come in is the kernel's.
 */
#ifndef MONITOR_H
#define MONITOR_H

#include <netcfg/addr.h>
#include <netcfg/link.h>
#include <netcfg/monitor.h>
#include <netcfg/route.h>

#include <stdbool.h>
#include <stdint.h>

#include "forkmark.h"
#include "list.h"
#include "socket.h"
#include "table.h"

struct nlmsghdr;

/* How often a list is made again that changes disturbed; then it is given with a mark (B92). */
#define MONITOR_LIST_TRIES 10

/* What is remembered, in the order in which it is listed. */
enum monitor_kind { MONITOR_LINK, MONITOR_ADDR, MONITOR_NSID, MONITOR_KINDS };

/* What makes a link, an address or an id the one it is; what does not apply is zero. */
struct entry_key {
	int32_t id; /* ifindex, or the namespace's */
	uint8_t family;
	uint8_t prefix_length;
	uint8_t reserved[2];
	uint8_t address[16];
	uint8_t peer[4]; /* IPv4: two addresses may differ in it alone */
};

/* What begins an item of each table. */
struct entry {
	struct entry_key key;
	uint32_t seen;  /* the number of the list that it was in, or that an event came during */
	bool gone;      /* removed, and not yet told */
	bool told;      /* the caller knows of it */
	bool different; /* from what was told */
};

struct link_entry {
	struct entry head;
	bool moved; /* gone, but into another namespace: */
	int32_t new_nsid;
	int32_t new_ifindex;
	char told_name[NETCFG_LINK_NAME_SIZE];
	struct netcfg_link_info info;
};

struct addr_entry {
	struct entry head;
	struct netcfg_addr_info info;
};

enum monitor_phase {
	MONITOR_UNREAD, /* the kernel must be asked for all there is */
	MONITOR_GONE,   /* what is gone is being told */
	MONITOR_THERE,  /* what is new or different is being told */
	MONITOR_ROUTES, /* routes are being listed, between what happens */
	MONITOR_FOLLOW  /* all was told: now the stream */
};

/* The list of routes that is being made. */
struct route_listing {
	bool asked;
	bool interrupted;
	bool failed; /* it was refused, with err: */
	int err;
	int tries;
	uint32_t seq;
	struct table removed; /* struct route_key of what events have told of meanwhile */
};

struct netcfg_monitor {
	struct socket socket;
	struct forkmark forkmark;
	int timeout_ms;
	uint32_t flags; /* enum netcfg_monitor_flag */
	bool joined;
	bool lost;       /* events are missing behind those that are waiting */
	bool listing;    /* messages are taken for a list */
	bool incomplete; /* the list */
	bool silent;     /* what the list has is known without being told */
	bool grow;       /* one datagram did not fit: look before each */
	enum monitor_phase phase;
	int order;         /* which table is being told, counted in the phase's order */
	uint32_t position; /* and what in it */
	uint32_t list_number;
	uint32_t bell_seq;
	uint32_t dumps;
	struct table tables[MONITOR_KINDS];
	const struct nlmsghdr *h; /* where we are in the datagram */
	int left;                 /* bytes of it from there on */
	struct netcfg_event event;
	struct netcfg_link_info link; /* what the event points to */
	struct netcfg_addr_info addr;
	struct netcfg_route_info route;
	struct list hops; /* of that route, if it has several */
	struct route_listing routes;
};

/* Is this kind of thing asked for? */
bool monitor_wants(const struct netcfg_monitor *m, enum monitor_kind kind);

/* Begin and end to hear of changes. */
int monitor_join(struct netcfg_monitor *m);
void monitor_leave(struct netcfg_monitor *m);

/*
 * Have the descriptor be readable although nothing has happened: the kernel is
 * asked for an acknowledgement, which waits until what we have is told.
 */
void monitor_ring(struct netcfg_monitor *m);

/*
 * Take a message: *ret_entry is what it changed, or NULL. With listed it is part
 * of a list. 0 or -ENOMEM.
 */
int monitor_take(struct netcfg_monitor *m, const struct nlmsghdr *h, bool listed,
		 enum monitor_kind *ret_kind, struct entry **ret_entry);

/* Make the event that tells of an entry, which is then told, or if it is gone forgotten. */
void monitor_tell(struct netcfg_monitor *m, enum monitor_kind kind, struct entry *e,
		  uint32_t flags);

/* An event without an object. */
void monitor_tell_mark(struct netcfg_monitor *m, enum netcfg_event_type type, uint32_t flags);

/* Ask the kernel for all there is, and begin to tell it. 0 or -errno. */
int monitor_read_all(struct netcfg_monitor *m);

/* The next event of what the list changed: 1; 0: all was told. */
int monitor_list_next(struct netcfg_monitor *m);

/* Send a request for all of a kind. 0 or -errno. */
int monitor_ask(struct netcfg_monitor *m, uint16_t type, size_t header_size, uint32_t *ret_seq);

void monitor_route_init(struct netcfg_monitor *m);
void monitor_route_free(struct netcfg_monitor *m);

/* Begin to list them. */
void monitor_route_begin(struct netcfg_monitor *m);

/* Go on: ask if that is to be done. 0, or 1: LISTED is told; or -errno. */
int monitor_route_go_on(struct netcfg_monitor *m);

/* Take a message: 1: it is an event; 0; -ENOMEM. */
int monitor_route_take(struct netcfg_monitor *m, const struct nlmsghdr *h);

#endif
