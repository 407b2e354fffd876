/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a monitor tells, taken one by one, and checked against what it told before. */
#ifndef TEST_SUPPORT_EVENTS_H
#define TEST_SUPPORT_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <netcfg/netcfg.h>

/** An event with what it points to. */
struct seen {
	struct netcfg_event event;
	struct netcfg_link_info link;
	struct netcfg_addr_info addr;
	struct netcfg_route_info route;
};

/** Open a monitor; the test fails if it cannot be. */
struct netcfg_monitor *events_open(struct netcfg *nc, uint32_t flags, uint32_t receive_buffer);

/** Take the next event; false if there is none now. What it points to must fit its object. */
bool events_next(struct netcfg_monitor *monitor, struct seen *ret_seen);

/** Wait for the next event; the test fails after a minute. */
void events_await(struct netcfg_monitor *monitor, struct seen *ret_seen);

/** The next event must be of this type and object; ifindex 0: any. */
struct seen events_expect(struct netcfg_monitor *monitor, uint32_t type, uint32_t object,
			  int32_t ifindex);

/** Take events until one is of this type and object; the test fails if there is none. */
struct seen events_skip_to(struct netcfg_monitor *monitor, uint32_t type, uint32_t object);

/** Take all events there are now: how many. */
size_t events_drain(struct netcfg_monitor *monitor);

/** There must be no event now. */
void events_none(struct netcfg_monitor *monitor);

/** Is the descriptor readable now? */
bool events_readable(const struct netcfg_monitor *monitor);

/**
 * The links that events have told of. A link that is added must not be there, one
 * that is changed, renamed or removed must be, an old name must be the one it had.
 */
struct links_told {
	struct {
		int32_t ifindex;
		char name[16];
	} links[8192];
	size_t count;
	size_t overruns;
	size_t events;
};

/** Take it in; the test fails where it contradicts what was told before. */
void links_told_take(struct links_told *told, const struct seen *seen);

/** They must be exactly the links of the handle's namespace. */
void links_told_check(const struct links_told *told, struct netcfg *nc);

#endif /* TEST_SUPPORT_EVENTS_H */
