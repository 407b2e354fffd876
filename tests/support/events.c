/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <poll.h>

#include "support/events.h"
#include "support/test.h"

struct netcfg_monitor *events_open(struct netcfg *nc, uint32_t flags, uint32_t receive_buffer)
{
	const struct netcfg_monitor_config config = { .size = sizeof(config),
						      .flags = flags,
						      .receive_buffer = receive_buffer };
	struct netcfg_monitor *monitor;

	assert_ok(nc, netcfg_monitor_open(&monitor, nc, &config));
	return monitor;
}

bool events_next(struct netcfg_monitor *monitor, struct seen *ret_seen)
{
	struct netcfg_event *event = &ret_seen->event;
	int result;

	memset(ret_seen, 0x5a, sizeof(*ret_seen));
	event->size = sizeof(*event);
	result = netcfg_monitor_next(monitor, event);
	if (result != 1) {
		assert_int_equal(result, 0);
		return false;
	}
	assert_int_equal(event->size, sizeof(*event));
	assert_true(event->type >= NETCFG_EVENT_ADDED && event->type <= NETCFG_EVENT_LISTED);
	assert_int_equal(event->link != NULL, event->object == NETCFG_OBJECT_LINK);
	assert_int_equal(event->addr != NULL, event->object == NETCFG_OBJECT_ADDR);
	if (event->link) {
		ret_seen->link = *event->link;
		assert_int_equal(event->link->ifindex, event->ifindex);
	}
	assert_int_equal(event->route != NULL, event->object == NETCFG_OBJECT_ROUTE);
	if (event->route)
		ret_seen->route = *event->route;
	if (event->addr) {
		ret_seen->addr = *event->addr;
		assert_int_equal(event->addr->ifindex, event->ifindex);
	}
	return true;
}

bool events_readable(const struct netcfg_monitor *monitor)
{
	struct pollfd readable = { .fd = netcfg_monitor_fd(monitor), .events = POLLIN };

	assert_true(readable.fd >= 0);
	return poll(&readable, 1, 0) == 1;
}

void events_await(struct netcfg_monitor *monitor, struct seen *ret_seen)
{
	struct pollfd readable = { .fd = netcfg_monitor_fd(monitor), .events = POLLIN };

	while (!events_next(monitor, ret_seen))
		assert_int_equal(poll(&readable, 1, 60000), 1);
}

struct seen events_expect(struct netcfg_monitor *monitor, uint32_t type, uint32_t object,
			  int32_t ifindex)
{
	struct seen seen;

	if (!events_next(monitor, &seen))
		fail_msg("there is no event, and it should be of type %u", type);
	if (seen.event.type != type || seen.event.object != object ||
	    (ifindex && seen.event.ifindex != ifindex))
		fail_msg("an event of type %u, object %u, index %d, not %u, %u, %d",
			 seen.event.type, seen.event.object, seen.event.ifindex, type, object,
			 ifindex);
	return seen;
}

struct seen events_skip_to(struct netcfg_monitor *monitor, uint32_t type, uint32_t object)
{
	struct seen seen;

	do {
		if (!events_next(monitor, &seen))
			fail_msg("there is no event of type %u, object %u", type, object);
	} while (seen.event.type != type || seen.event.object != object);
	return seen;
}

size_t events_drain(struct netcfg_monitor *monitor)
{
	struct seen seen;
	size_t count = 0;

	while (events_next(monitor, &seen))
		count++;
	return count;
}

void events_none(struct netcfg_monitor *monitor)
{
	struct seen seen;

	if (events_next(monitor, &seen))
		fail_msg("an event of type %u, object %u, index %d", seen.event.type,
			 seen.event.object, seen.event.ifindex);
}

static size_t find(const struct links_told *told, int32_t ifindex)
{
	size_t i = 0;

	while (i < told->count && told->links[i].ifindex != ifindex)
		i++;
	return i;
}

static void take_link(struct links_told *told, const struct seen *seen)
{
	const struct netcfg_event *event = &seen->event;
	const size_t i = find(told, event->ifindex);

	if ((event->type == NETCFG_EVENT_ADDED) != (i == told->count))
		fail_msg("type %u of link %d, \"%s\", and it was %s", event->type, event->ifindex,
			 seen->link.name, i == told->count ? "not there" : "there");
	switch (event->type) {
	case NETCFG_EVENT_ADDED:
		assert_true(told->count < ARRAY_SIZE(told->links));
		told->links[told->count].ifindex = event->ifindex;
		strcpy(told->links[told->count++].name, seen->link.name);
		break;
	case NETCFG_EVENT_CHANGED:
		assert_string_equal(told->links[i].name, seen->link.name);
		break;
	case NETCFG_EVENT_RENAMED:
		assert_string_equal(told->links[i].name, event->old_name);
		strcpy(told->links[i].name, seen->link.name);
		break;
	default:
		told->links[i] = told->links[--told->count];
		break;
	}
}

void links_told_take(struct links_told *told, const struct seen *seen)
{
	told->events++;
	told->overruns += seen->event.type == NETCFG_EVENT_OVERRUN;
	if (seen->event.object == NETCFG_OBJECT_LINK)
		take_link(told, seen);
}

void links_told_check(const struct links_told *told, struct netcfg *nc)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;
	size_t count = 0;

	assert_ok(nc, netcfg_link_list(nc, NULL, &list));
	while (netcfg_link_list_next(list, &info) > 0) {
		const size_t i = find(told, info.ifindex);

		count++;
		if (i == told->count)
			fail_msg("link %d, \"%s\", was not told", info.ifindex, info.name);
		assert_string_equal(told->links[i].name, info.name);
	}
	netcfg_link_list_free(list);
	assert_int_equal(count, told->count);
}
