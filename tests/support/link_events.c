/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/test.h"

int link_events_open(void)
{
	const struct sockaddr_nl address = { .nl_family = AF_NETLINK, .nl_groups = RTMGRP_LINK };
	const int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);

	assert_true(fd >= 0);
	assert_int_equal(bind(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
	return fd;
}

static void read_attribute(const struct rtattr *attribute, struct link_event *event)
{
	const unsigned char *bytes = RTA_DATA(attribute);

	if (attribute->rta_type == IFLA_IFNAME)
		snprintf(event->name, sizeof(event->name), "%s", (const char *)RTA_DATA(attribute));
	if (attribute->rta_type == IFLA_ADDRESS && RTA_PAYLOAD(attribute) == 6)
		snprintf(event->mac, sizeof(event->mac), "%02x:%02x:%02x:%02x:%02x:%02x", bytes[0],
			 bytes[1], bytes[2], bytes[3], bytes[4], bytes[5]);
}

/* False for a message that is no link event, such as a bridge's own about a port. */
static bool parse_event(const struct nlmsghdr *message, struct link_event *event)
{
	const struct ifinfomsg *info = NLMSG_DATA(message);
	const size_t header = NLMSG_LENGTH(sizeof(*info));
	size_t left = message->nlmsg_len - header;

	memset(event, 0, sizeof(*event));
	if (message->nlmsg_type != RTM_NEWLINK && message->nlmsg_type != RTM_DELLINK)
		return false;
	if (info->ifi_family != AF_UNSPEC)
		return false;
	event->deleted = message->nlmsg_type == RTM_DELLINK;
	event->ifindex = info->ifi_index;
	event->flags = info->ifi_flags;
	for (const struct rtattr *attribute = IFLA_RTA(info); RTA_OK(attribute, left);
	     attribute = RTA_NEXT(attribute, left))
		read_attribute(attribute, event);
	return true;
}

bool link_event_next(int fd, struct link_event *ret_event)
{
	/* The kernel puts one notification into one datagram. */
	static union {
		struct nlmsghdr header;
		char bytes[32768];
	} buffer;

	for (;;) {
		const ssize_t got = recv(fd, &buffer, sizeof(buffer), 0);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 && errno == EAGAIN)
			return false;
		assert_true(got >= (ssize_t)NLMSG_LENGTH(sizeof(struct ifinfomsg)));
		if (parse_event(&buffer.header, ret_event))
			return true;
	}
}

int link_events_not_up(int fd, int ifindex)
{
	struct link_event event;
	int not_up = 0;
	int seen = 0;

	while (link_event_next(fd, &event)) {
		if (event.ifindex != ifindex)
			continue;
		seen++;
		not_up += !(event.flags & IFF_UP);
	}
	return seen ? not_up : -1;
}

void link_events_await_deleted(int fd, int ifindex)
{
	struct pollfd readable = { .fd = fd, .events = POLLIN };
	struct link_event event;

	do {
		while (!link_event_next(fd, &event))
			assert_int_equal(poll(&readable, 1, 60000), 1);
	} while (!event.deleted || event.ifindex != ifindex);
}

int link_events_count_deleted(int fd, int ifindex)
{
	struct link_event event;
	int count = 0;

	while (link_event_next(fd, &event))
		count += event.deleted && event.ifindex == ifindex;
	return count;
}
