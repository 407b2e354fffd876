/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Routes of a monitor: listed between events, and not remembered. */
#include "unit/support/unit.h"

static void begin(struct packet *m, int type, int flags, uint32_t metric)
{
	const struct rtmsg rtm = { .rtm_family = AF_INET,
				   .rtm_dst_len = 24,
				   .rtm_table = RT_TABLE_MAIN,
				   .rtm_type = RTN_UNICAST };

	packet_begin(m, type, flags, &rtm, sizeof(rtm));
	packet_attr(m, RTA_DST, "\xc0\0\2\0", 4);
	packet_u32(m, RTA_PRIORITY, metric);
	packet_u32(m, RTA_OIF, 7);
}

static void say(uint32_t metric, int flags)
{
	struct packet m;

	begin(&m, RTM_NEWROUTE, NLM_F_MULTI | flags, metric);
	fake_say(&m);
	fake_datagram();
}

static void say_event(int type, int flags, uint32_t metric)
{
	struct packet m;

	begin(&m, type, flags, metric);
	m.keep_seq = m.keep_pid = true;
	fake_say(&m);
	fake_datagram();
}

static void say_done(int err)
{
	struct packet m;

	packet_done(&m, err);
	fake_say(&m);
	fake_datagram();
}

static struct netcfg_monitor *open_with(struct netcfg *nc, uint32_t flags)
{
	const struct netcfg_monitor_config config = { .size = sizeof(config),
						      .flags = NETCFG_MONITOR_ROUTES | flags };
	struct netcfg_monitor *monitor;

	assert_int_equal(netcfg_monitor_open(&monitor, nc, &config), 0);
	return monitor;
}

static void expect(struct netcfg_monitor *monitor, uint32_t type, uint32_t flags, uint32_t metric)
{
	struct netcfg_event event = { .size = sizeof(event) };

	assert_int_equal(netcfg_monitor_next(monitor, &event), 1);
	assert_int_equal(event.type, type);
	assert_int_equal(event.flags, flags);
	if (type == NETCFG_EVENT_OVERRUN || type == NETCFG_EVENT_LISTED) {
		assert_null(event.route);
		return;
	}
	assert_int_equal(event.object, NETCFG_OBJECT_ROUTE);
	assert_int_equal(event.ifindex, 7);
	assert_string_equal(event.route->destination, "192.0.2.0");
	assert_int_equal(event.route->metric, metric);
}

static void expect_none(struct netcfg_monitor *monitor)
{
	struct netcfg_event event = { .size = sizeof(event) };

	assert_int_equal(netcfg_monitor_next(monitor, &event), 0);
}

static void listed_between_events(void **state)
{
	const struct rtmsg rtm = { .rtm_family = AF_UNSPEC };
	struct netcfg_monitor *monitor = open_with(*state, NETCFG_MONITOR_LIST);
	struct packet m;

	assert_int_equal(fake_count(RTM_GETROUTE), 0);
	fake_answer(RTM_GETROUTE);
	say(1, 0);
	say_event(RTM_NEWROUTE, NLM_F_REPLACE, 2);
	say_event(RTM_DELROUTE, 0, 3);
	say(3, 0); /* filled before it was removed, and queued behind that */
	say(4, 0);
	say_done(0);
	expect(monitor, NETCFG_EVENT_ADDED, NETCFG_EVENT_FROM_LIST, 1);
	expect(monitor, NETCFG_EVENT_CHANGED, 0, 2);
	expect(monitor, NETCFG_EVENT_REMOVED, 0, 3);
	expect(monitor, NETCFG_EVENT_ADDED, NETCFG_EVENT_FROM_LIST, 4);
	expect(monitor, NETCFG_EVENT_LISTED, 0, 0);
	expect_none(monitor);
	packet_begin(&m, RTM_GETROUTE, NLM_F_REQUEST | NLM_F_DUMP, &rtm, sizeof(rtm));
	assert_sent(RTM_GETROUTE, 0, &m);
	netcfg_monitor_close(monitor);
}

static void from_now_on(void **state)
{
	struct netcfg_monitor *monitor = open_with(*state, 0);
	struct packet m;

	expect_none(monitor);
	begin(&m, RTM_NEWROUTE, NLM_F_CREATE | NLM_F_EXCL, 5);
	fake_waiting(&m);
	expect(monitor, NETCFG_EVENT_ADDED, 0, 5);
	fake_waiting_fail(-ENOBUFS);
	expect(monitor, NETCFG_EVENT_OVERRUN, 0, 0);
	expect(monitor, NETCFG_EVENT_LISTED, 0, 0);
	assert_int_equal(fake_count(RTM_GETROUTE), 0);
	netcfg_monitor_close(monitor);
}

/* Made again, with all of it marked; at last given as it is. */
static void disturbed(void **state)
{
	struct netcfg_monitor *monitor = open_with(*state, NETCFG_MONITOR_LIST);
	int i;

	for (i = 0; i < 10; i++) {
		fake_answer(RTM_GETROUTE);
		say(1, i < 2 ? NLM_F_DUMP_INTR : 0);
		say_done(0);
	}
	for (i = 0; i < 3; i++)
		expect(monitor, NETCFG_EVENT_ADDED, NETCFG_EVENT_FROM_LIST, 1);
	expect(monitor, NETCFG_EVENT_LISTED, 0, 0);
	assert_int_equal(fake_count(RTM_GETROUTE), 3);
	netcfg_monitor_close(monitor);
	fake_reset();
	monitor = open_with(*state, NETCFG_MONITOR_LIST);
	for (i = 0; i < 11; i++) {
		fake_answer(RTM_GETROUTE);
		say(1, NLM_F_DUMP_INTR);
		say_done(0);
	}
	for (i = 0; i < 10; i++)
		expect(monitor, NETCFG_EVENT_ADDED, NETCFG_EVENT_FROM_LIST, 1);
	expect(monitor, NETCFG_EVENT_LISTED, NETCFG_EVENT_INCOMPLETE, 0);
	expect_none(monitor);
	netcfg_monitor_close(monitor);
}

static void refused(void **state)
{
	struct netcfg_monitor *monitor = open_with(*state, NETCFG_MONITOR_LIST);
	struct netcfg_event event = { .size = sizeof(event) };

	fake_refuse(RTM_GETROUTE, -EIO, NULL);
	assert_int_equal(netcfg_monitor_next(monitor, &event), -EIO);
	fake_answer(RTM_GETROUTE);
	say(1, 0);
	say_done(-EPERM);
	expect(monitor, NETCFG_EVENT_ADDED, NETCFG_EVENT_FROM_LIST, 1);
	assert_int_equal(netcfg_monitor_next(monitor, &event), -EPERM);
	fake_answer(RTM_GETROUTE);
	say_done(0);
	expect(monitor, NETCFG_EVENT_LISTED, 0, 0);
	netcfg_monitor_close(monitor);
}

static void cut_everywhere(void **state)
{
	struct netcfg_event event = { .size = sizeof(event) };
	struct netcfg_monitor *monitor = open_with(*state, 0);
	struct packet whole, m;
	size_t len;

	begin(&whole, RTM_NEWROUTE, 0, 5);
	for (len = 0; len < whole.len; len++) {
		int r;

		m = whole;
		m.len = len;
		if (len >= NLMSG_HDRLEN)
			packet_header(&m)->nlmsg_len = (uint32_t)len;
		fake_waiting(&m);
		r = netcfg_monitor_next(monitor, &event);
		assert_true(r == 0 || r == 1);
		if (len < NLMSG_LENGTH(sizeof(struct rtmsg)))
			assert_int_equal(r, 0);
	}
	netcfg_monitor_close(monitor);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(listed_between_events),
		handle_test(from_now_on),
		handle_test(disturbed),
		handle_test(refused),
		handle_test(cut_everywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
