/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kernel's own account of what happened to links, by a socket of the test's own. */
#ifndef TEST_SUPPORT_LINK_EVENTS_H
#define TEST_SUPPORT_LINK_EVENTS_H

#include <stdbool.h>

/** One RTM_NEWLINK or RTM_DELLINK notification. */
struct link_event {
	bool deleted;
	int ifindex;
	unsigned int flags; /**< IFF_UP and so on */
	char name[16];
	char mac[18];
};

/** Listen in the thread's namespace from now on; close() the descriptor. */
int link_events_open(void);

/** Take the next event; false if there is none now. Of rtnetlink's changes none is late. */
bool link_event_next(int fd, struct link_event *ret_event);

/**
 * Read all events of one link.
 *
 * @return how many said that it is not set up; -1 if there was no event at all
 */
int link_events_not_up(int fd, int ifindex);

/** Wait until the link is deleted; the test fails if nothing at all happens for a minute. */
void link_events_await_deleted(int fd, int ifindex);

/** How many RTM_DELLINK of a link there are now. Takes all events. */
int link_events_count_deleted(int fd, int ifindex);

#endif /* TEST_SUPPORT_LINK_EVENTS_H */
