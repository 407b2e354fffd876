/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A monitor on the fake kernel: what it asks, and what it makes of messages, hostile ones too. */
#include <linux/if_addr.h>
#include <linux/net_namespace.h>

#include "unit/support/unit.h"

#define LINKS NETCFG_MONITOR_LINKS
#define ADDRS NETCFG_MONITOR_ADDRS
#define NSIDS NETCFG_MONITOR_NSIDS
#define LIST  NETCFG_MONITOR_LIST

static struct netcfg_monitor *open_with(struct netcfg *nc, uint32_t flags)
{
	const struct netcfg_monitor_config config = { .size = sizeof(config), .flags = flags };
	struct netcfg_monitor *monitor;

	assert_int_equal(netcfg_monitor_open(&monitor, nc, &config), 0);
	return monitor;
}

/* A message with all that a complete one has; NULL: no name. */
static void link_message(struct packet *m, int type, int ifindex, const char *name, uint32_t mtu)
{
	const struct ifinfomsg ifi = { .ifi_index = ifindex };

	packet_begin(m, type, 0, &ifi, sizeof(ifi));
	if (name)
		packet_string(m, IFLA_IFNAME, name);
	packet_u32(m, IFLA_MTU, mtu);
	packet_u8(m, IFLA_OPERSTATE, 6);
}

static void say_link(int ifindex, const char *name, uint32_t mtu, int flags)
{
	struct packet m;

	link_message(&m, RTM_NEWLINK, ifindex, name, mtu);
	packet_header(&m)->nlmsg_flags = (uint16_t)(NLM_F_MULTI | flags);
	fake_say(&m);
	fake_datagram();
}

/* An event that comes while a list is being made. */
static void say_event(struct packet *m)
{
	m->keep_seq = m->keep_pid = true;
	fake_say(m);
	fake_datagram();
}

static void say_done(int err)
{
	struct packet m;

	packet_done(&m, err);
	fake_say(&m);
	fake_datagram();
}

static void wait_link(int type, int ifindex, const char *name, uint32_t mtu)
{
	struct packet m;

	link_message(&m, type, ifindex, name, mtu);
	fake_waiting(&m);
}

static struct netcfg_event expect(struct netcfg_monitor *monitor, uint32_t type, int ifindex)
{
	struct netcfg_event event = { .size = sizeof(event) };

	assert_int_equal(netcfg_monitor_next(monitor, &event), 1);
	assert_int_equal(event.type, type);
	assert_int_equal(event.ifindex, ifindex);
	return event;
}

static void expect_none(struct netcfg_monitor *monitor)
{
	struct netcfg_event event = { .size = sizeof(event) };

	assert_int_equal(netcfg_monitor_next(monitor, &event), 0);
}

static void what_is_asked(void **state)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };
	const struct ifaddrmsg ifa = { .ifa_family = AF_UNSPEC };
	const struct rtgenmsg gen = { .rtgen_family = AF_UNSPEC };
	struct netcfg_monitor *monitor;
	struct packet m;

	assert_int_equal(netcfg_monitor_open(&monitor, *state, NULL), 0);
	assert_int_equal(fake_count(0), 3);
	packet_begin(&m, RTM_GETLINK, NLM_F_REQUEST | NLM_F_DUMP, &ifi, sizeof(ifi));
	packet_u32(&m, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
	assert_sent(RTM_GETLINK, 0, &m);
	packet_begin(&m, RTM_GETADDR, NLM_F_REQUEST | NLM_F_DUMP, &ifa, sizeof(ifa));
	assert_sent(RTM_GETADDR, 0, &m);
	packet_begin(&m, RTM_GETNSID, NLM_F_REQUEST | NLM_F_DUMP, &gen, sizeof(gen));
	assert_sent(RTM_GETNSID, 0, &m);
	/* On a socket of its own. */
	assert_int_equal(fake_request(RTM_GETLINK, 0).socket, 1);
	assert_int_equal(fake_groups(), 1u << RTNLGRP_LINK | 1u << RTNLGRP_IPV4_IFADDR |
						1u << RTNLGRP_IPV6_IFADDR |
						1u << RTNLGRP_IPV4_ROUTE |
						1u << RTNLGRP_IPV6_ROUTE | 1u << RTNLGRP_NSID);
	assert_int_equal(fake_receive_buffer(), 4 << 20);
	netcfg_monitor_close(monitor);
	assert_int_equal(fake_open_sockets(), 1);
}

static void only_what_is_wanted(void **state)
{
	const struct netcfg_monitor_config config = { .size = sizeof(config),
						      .flags = LINKS,
						      .receive_buffer = 1 };
	struct netcfg_monitor *monitor;
	const struct ifaddrmsg ifa = { .ifa_family = AF_INET, .ifa_index = 7 };
	struct packet m;

	assert_int_equal(netcfg_monitor_open(&monitor, *state, &config), 0);
	assert_int_equal(fake_count(0), 1);
	assert_int_equal(fake_groups(), 1u << RTNLGRP_LINK);
	assert_int_equal(fake_receive_buffer(), 64 << 10);
	packet_begin(&m, RTM_NEWADDR, 0, &ifa, sizeof(ifa));
	packet_attr(&m, IFA_LOCAL, "\xc0\0\2\1", 4);
	fake_waiting(&m);
	expect_none(monitor);
	netcfg_monitor_close(monitor);
}

/* A list that changes disturbed is made again; nothing is told twice. */
static void disturbed_list(void **state)
{
	struct netcfg_monitor *monitor;
	struct netcfg_event event;

	fake_answer(RTM_GETLINK);
	say_link(1, "lo", 1500, 0);
	say_link(7, "d0", 1500, NLM_F_DUMP_INTR);
	say_done(0);
	fake_answer(RTM_GETLINK);
	say_link(7, "d0", 1500, 0);
	say_link(8, "d1", 1500, 0);
	say_done(0);
	monitor = open_with(*state, LINKS | LIST);
	assert_int_equal(fake_count(RTM_GETLINK), 2);
	expect(monitor, NETCFG_EVENT_ADDED, 1);
	expect(monitor, NETCFG_EVENT_ADDED, 7);
	event = expect(monitor, NETCFG_EVENT_ADDED, 8);
	assert_int_equal(event.flags, NETCFG_EVENT_FROM_LIST);
	event = expect(monitor, NETCFG_EVENT_LISTED, 0);
	assert_int_equal(event.flags, 0);
	expect_none(monitor);
	netcfg_monitor_close(monitor);
}

static void always_disturbed(int ifindex)
{
	int i;

	for (i = 0; i < 10; i++) {
		fake_answer(RTM_GETLINK);
		if (ifindex)
			say_link(ifindex, "d0", 1500, NLM_F_DUMP_INTR);
		else
			say_link(1, "lo", 1500, NLM_F_DUMP_INTR);
		say_done(0);
	}
}

/* After so many tries it is told with a mark, and what is not in it may be there all the same. */
static void list_that_stays_disturbed(void **state)
{
	struct netcfg_monitor *monitor;
	struct netcfg_event event;

	always_disturbed(7);
	monitor = open_with(*state, LINKS | LIST);
	assert_int_equal(fake_count(RTM_GETLINK), 10);
	expect(monitor, NETCFG_EVENT_ADDED, 7);
	event = expect(monitor, NETCFG_EVENT_LISTED, 0);
	assert_int_equal(event.flags, NETCFG_EVENT_INCOMPLETE);
	expect_none(monitor);
	fake_waiting_fail(-ENOBUFS);
	expect(monitor, NETCFG_EVENT_OVERRUN, 0);
	always_disturbed(0);
	expect(monitor, NETCFG_EVENT_ADDED, 1);
	event = expect(monitor, NETCFG_EVENT_LISTED, 0);
	assert_int_equal(event.flags, NETCFG_EVENT_INCOMPLETE);
	fake_waiting_fail(-ENOBUFS);
	expect(monitor, NETCFG_EVENT_OVERRUN, 0);
	fake_answer(RTM_GETLINK);
	say_link(1, "lo", 1500, 0);
	say_done(0);
	expect(monitor, NETCFG_EVENT_REMOVED, 7);
	event = expect(monitor, NETCFG_EVENT_LISTED, 0);
	assert_int_equal(event.flags, 0);
	netcfg_monitor_close(monitor);
}

/* What an event told during the list is newer than a part of it that comes late (B103). */
static void b103_late_parts_of_the_list(void **state)
{
	struct netcfg_monitor *monitor;
	struct netcfg_event event;
	struct packet m;

	fake_answer(RTM_GETLINK);
	link_message(&m, RTM_NEWLINK, 7, "new", 1400);
	say_event(&m);
	link_message(&m, RTM_DELLINK, 8, "d8", 1500);
	say_event(&m);
	say_link(7, "old", 1500, 0);
	say_link(8, "d8", 1500, 0);
	say_link(9, "d9", 1500, 0);
	link_message(&m, RTM_DELLINK, 9, "d9", 1500);
	say_event(&m);
	link_message(&m, RTM_NEWLINK, 10, "d10", 1500);
	say_event(&m);
	say_done(0);
	monitor = open_with(*state, LINKS | LIST);
	event = expect(monitor, NETCFG_EVENT_ADDED, 7);
	assert_string_equal(event.link->name, "new");
	assert_int_equal(event.link->mtu, 1400);
	expect(monitor, NETCFG_EVENT_ADDED, 10);
	expect(monitor, NETCFG_EVENT_LISTED, 0);
	expect_none(monitor);
	netcfg_monitor_close(monitor);
}

/* Events that are lost while the list is made: it is made again. */
static void loss_during_the_list(void **state)
{
	struct netcfg_monitor *monitor;

	fake_answer(RTM_GETLINK);
	say_link(7, "d7", 1500, 0);
	fake_fail(-ENOBUFS);
	say_link(8, "d8", 1500, 0);
	say_done(0);
	fake_answer(RTM_GETLINK);
	say_link(8, "d8", 1500, 0);
	say_done(0);
	monitor = open_with(*state, LINKS | LIST);
	assert_int_equal(fake_count(RTM_GETLINK), 2);
	expect(monitor, NETCFG_EVENT_ADDED, 8);
	expect(monitor, NETCFG_EVENT_LISTED, 0);
	expect_none(monitor);
	assert_int_equal(fake_groups(), 1u << RTNLGRP_LINK);
	netcfg_monitor_close(monitor);
}

static void refused_list(void **state)
{
	struct netcfg_monitor *monitor = NULL;
	struct netcfg_event event = { .size = sizeof(event) };

	fake_refuse(RTM_GETLINK, -EOPNOTSUPP, NULL);
	assert_int_equal(netcfg_monitor_open(&monitor, *state, NULL), -EOPNOTSUPP);
	fake_answer(RTM_GETLINK);
	say_done(-EIO);
	assert_int_equal(netcfg_monitor_open(&monitor, *state, NULL), -EIO);
	assert_null(monitor);
	assert_int_equal(fake_open_sockets(), 1);
	/* Later it is tried again by the next call. */
	fake_reset();
	monitor = open_with(*state, LINKS);
	fake_waiting_fail(-ENOBUFS);
	expect(monitor, NETCFG_EVENT_OVERRUN, 0);
	fake_refuse(RTM_GETLINK, -EIO, NULL);
	assert_int_equal(netcfg_monitor_next(monitor, &event), -EIO);
	fake_answer(RTM_GETLINK);
	say_link(7, "d7", 1500, 0);
	say_done(0);
	expect(monitor, NETCFG_EVENT_ADDED, 7);
	expect(monitor, NETCFG_EVENT_LISTED, 0);
	netcfg_monitor_close(monitor);
}

/* The error comes first, but what was waiting is from before the loss (B99). */
static void b99_overrun_behind_what_was_waiting(void **state)
{
	struct netcfg_monitor *monitor = open_with(*state, LINKS);

	fake_waiting_fail(-ENOBUFS);
	wait_link(RTM_NEWLINK, 7, "d7", 1500);
	wait_link(RTM_NEWLINK, 7, "d7", 1400);
	expect(monitor, NETCFG_EVENT_ADDED, 7);
	assert_int_equal(fake_groups(), 0);
	expect(monitor, NETCFG_EVENT_CHANGED, 7);
	expect(monitor, NETCFG_EVENT_OVERRUN, 0);
	expect(monitor, NETCFG_EVENT_REMOVED, 7); /* the fake kernel has no link */
	expect(monitor, NETCFG_EVENT_LISTED, 0);
	assert_int_equal(fake_groups(), 1u << RTNLGRP_LINK);
	wait_link(RTM_NEWLINK, 8, "d8", 1500);
	expect(monitor, NETCFG_EVENT_ADDED, 8);
	netcfg_monitor_close(monitor);
}

/* One that does not fit the buffer is lost just there; those behind it are no news any more. */
static void overrun_in_the_place_of_one(void **state)
{
	struct netcfg_monitor *monitor = open_with(*state, LINKS);
	struct netcfg_event event;

	wait_link(RTM_NEWLINK, 7, "d7", 1500);
	fake_waiting_fail(-EMSGSIZE);
	wait_link(RTM_NEWLINK, 9, "d9", 1500);
	expect(monitor, NETCFG_EVENT_ADDED, 7);
	expect(monitor, NETCFG_EVENT_OVERRUN, 0);
	fake_answer(RTM_GETLINK);
	say_link(9, "d9", 1500, 0);
	say_link(7, "x7", 1400, 0);
	say_done(0);
	event = expect(monitor, NETCFG_EVENT_RENAMED, 7);
	assert_string_equal(event.old_name, "d7");
	expect(monitor, NETCFG_EVENT_ADDED, 9);
	expect(monitor, NETCFG_EVENT_LISTED, 0);
	expect_none(monitor);
	netcfg_monitor_close(monitor);
}

/* There and back during one list, and gone in the next: that is no move (B101). */
static void b101_moved_away_and_back(void **state)
{
	const struct ifinfomsg ifi = { .ifi_index = 7 };
	struct netcfg_monitor *monitor = open_with(*state, LINKS);
	struct packet m;

	wait_link(RTM_NEWLINK, 7, "d7", 1500);
	expect(monitor, NETCFG_EVENT_ADDED, 7);
	fake_waiting_fail(-ENOBUFS);
	expect(monitor, NETCFG_EVENT_OVERRUN, 0);
	fake_answer(RTM_GETLINK);
	packet_begin(&m, RTM_DELLINK, 0, &ifi, sizeof(ifi));
	packet_u32(&m, IFLA_NEW_NETNSID, 5);
	say_event(&m);
	link_message(&m, RTM_NEWLINK, 7, "d7", 1500);
	say_event(&m);
	say_done(0);
	expect(monitor, NETCFG_EVENT_CHANGED, 7);
	expect(monitor, NETCFG_EVENT_LISTED, 0);
	fake_waiting_fail(-ENOBUFS);
	expect(monitor, NETCFG_EVENT_OVERRUN, 0);
	expect(monitor, NETCFG_EVENT_REMOVED, 7);
	expect(monitor, NETCFG_EVENT_LISTED, 0);
	netcfg_monitor_close(monitor);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(what_is_asked),
		handle_test(only_what_is_wanted),
		handle_test(disturbed_list),
		handle_test(list_that_stays_disturbed),
		handle_test(b103_late_parts_of_the_list),
		handle_test(loss_during_the_list),
		handle_test(refused_list),
		handle_test(b99_overrun_behind_what_was_waiting),
		handle_test(overrun_in_the_place_of_one),
		handle_test(b101_moved_away_and_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
