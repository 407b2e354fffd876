/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a monitor makes of notifications: with much in them, with little, and hostile ones. */
#include <linux/if_addr.h>
#include <linux/net_namespace.h>

#include "unit/support/unit.h"

static struct netcfg_monitor *open_all(struct netcfg *nc)
{
	struct netcfg_monitor *monitor;

	assert_int_equal(netcfg_monitor_open(&monitor, nc, NULL), 0);
	return monitor;
}

static struct netcfg_event expect(struct netcfg_monitor *monitor, uint32_t type, uint32_t object)
{
	struct netcfg_event event = { .size = sizeof(event) };

	assert_int_equal(netcfg_monitor_next(monitor, &event), 1);
	assert_int_equal(event.type, type);
	assert_int_equal(event.object, object);
	return event;
}

static void expect_none(struct netcfg_monitor *monitor)
{
	struct netcfg_event event = { .size = sizeof(event) };

	assert_int_equal(netcfg_monitor_next(monitor, &event), 0);
}

static void begin(struct packet *m, int type, int family, int ifindex)
{
	const struct ifinfomsg ifi = { .ifi_family = (unsigned char)family,
				       .ifi_index = ifindex,
				       .ifi_flags = 0x1043 };

	packet_begin(m, type, 0, &ifi, sizeof(ifi));
}

static void complete_vlan(struct packet *m)
{
	size_t nest, data;

	begin(m, RTM_NEWLINK, AF_UNSPEC, 7);
	packet_string(m, IFLA_IFNAME, "d0.5");
	packet_string(m, IFLA_IFALIAS, "text");
	packet_attr(m, IFLA_ADDRESS, "\2\0\0\0\0\1", 6);
	packet_u8(m, IFLA_OPERSTATE, 6);
	packet_u32(m, IFLA_MTU, 1500);
	packet_u32(m, IFLA_MASTER, 2);
	packet_u32(m, IFLA_LINK, 3);
	packet_u32(m, IFLA_LINK_NETNSID, 4);
	packet_u32(m, IFLA_GROUP, 5);
	packet_u32(m, IFLA_TXQLEN, 6);
	packet_u32(m, IFLA_NUM_TX_QUEUES, 7);
	packet_u32(m, IFLA_NUM_RX_QUEUES, 8);
	nest = packet_nest(m, IFLA_LINKINFO);
	packet_string(m, IFLA_INFO_KIND, "vlan");
	data = packet_nest(m, IFLA_INFO_DATA);
	packet_u16(m, IFLA_VLAN_ID, 5);
	packet_nest_end(m, data);
	packet_nest_end(m, nest);
}

/* A message with next to nothing in it, as wireless drivers send: all is as it was (B105). */
static void b105_little_is_said(void **state)
{
	struct netcfg_monitor *monitor = open_all(*state);
	struct netcfg_link_info before, after;
	struct packet m;

	complete_vlan(&m);
	fake_waiting(&m);
	before = *expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK).link;
	begin(&m, RTM_NEWLINK, AF_UNSPEC, 7);
	fake_waiting(&m);
	after = *expect(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_LINK).link;
	assert_memory_equal(&before, &after, sizeof(before));
	begin(&m, RTM_NEWLINK, AF_UNSPEC, 7);
	packet_u32(&m, IFLA_MTU, 1400);
	fake_waiting(&m);
	after = *expect(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_LINK).link;
	before.mtu = 1400;
	assert_memory_equal(&before, &after, sizeof(before));
	netcfg_monitor_close(monitor);
}

/* Of a link that is not known it is no event. */
static void b105_little_is_said_of_what_is_not_known(void **state)
{
	struct netcfg_monitor *monitor = open_all(*state);
	struct packet m;

	begin(&m, RTM_NEWLINK, AF_UNSPEC, 7);
	packet_string(&m, IFLA_IFNAME, "wlan0");
	fake_waiting(&m);
	expect_none(monitor);
	complete_vlan(&m);
	fake_waiting(&m);
	expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK);
	netcfg_monitor_close(monitor);
}

/* A complete one without kind: the kind stays. But what it would say of a master is said. */
static void b105_no_kind(void **state)
{
	struct netcfg_monitor *monitor = open_all(*state);
	struct netcfg_link_info info;
	struct packet m;

	complete_vlan(&m);
	fake_waiting(&m);
	expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK);
	begin(&m, RTM_NEWLINK, AF_UNSPEC, 7);
	packet_u8(&m, IFLA_OPERSTATE, 2);
	packet_u32(&m, IFLA_MTU, 1500);
	packet_u32(&m, IFLA_LINK, 33);
	fake_waiting(&m);
	info = *expect(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_LINK).link;
	assert_string_equal(info.name, "d0.5");
	assert_string_equal(info.kind, "vlan");
	assert_string_equal(info.mac, "02:00:00:00:00:01");
	assert_string_equal(info.alias, "");
	assert_int_equal(info.vlan_id, 5);
	assert_int_equal(info.parent, 33);
	assert_int_equal(info.master, 0);
	assert_int_equal(info.link_netnsid, -1);
	assert_int_equal(info.num_rx_queues, 8);
	netcfg_monitor_close(monitor);
}

/* What IFLA_LINK is depends on the kind, also where that is not said. */
static void b105_no_kind_of_pair(void **state)
{
	static const char *const kinds[] = { "veth", "netkit", "vxcan" };
	struct netcfg_monitor *monitor = open_all(*state);
	struct netcfg_link_info info;
	struct packet m;
	size_t nest;

	for (int i = 0; i < (int)ARRAY_SIZE(kinds); i++) {
		begin(&m, RTM_NEWLINK, AF_UNSPEC, 8 + i);
		packet_string(&m, IFLA_IFNAME, "v0");
		packet_u8(&m, IFLA_OPERSTATE, 2);
		packet_u32(&m, IFLA_MTU, 1500);
		packet_u32(&m, IFLA_LINK, 90);
		nest = packet_nest(&m, IFLA_LINKINFO);
		packet_string(&m, IFLA_INFO_KIND, kinds[i]);
		packet_nest_end(&m, nest);
		fake_waiting(&m);
		expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK);
		begin(&m, RTM_NEWLINK, AF_UNSPEC, 8 + i);
		packet_u8(&m, IFLA_OPERSTATE, 2);
		packet_u32(&m, IFLA_MTU, 1500);
		packet_u32(&m, IFLA_LINK, 91);
		fake_waiting(&m);
		info = *expect(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_LINK).link;
		assert_int_equal(info.peer, 91);
		assert_int_equal(info.parent, 0);
	}
	netcfg_monitor_close(monitor);
}

/* Bridges and IPv6 have messages of the same types; a port that leaves is no link that goes. */
static void b98_other_families(void **state)
{
	static const int families[] = { AF_BRIDGE, AF_INET6, AF_INET, 255 };
	struct netcfg_monitor *monitor = open_all(*state);
	struct packet m;
	size_t i;

	complete_vlan(&m);
	fake_waiting(&m);
	expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK);
	for (i = 0; i < ARRAY_SIZE(families); i++) {
		begin(&m, RTM_NEWLINK, families[i], 7);
		packet_string(&m, IFLA_IFNAME, "other");
		packet_u8(&m, IFLA_OPERSTATE, 2);
		packet_u32(&m, IFLA_MTU, 1);
		fake_waiting(&m);
		packet_header(&m)->nlmsg_type = RTM_DELLINK;
		fake_waiting(&m);
	}
	expect_none(monitor);
	complete_vlan(&m);
	packet_header(&m)->nlmsg_type = RTM_DELLINK;
	fake_waiting(&m);
	expect(monitor, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_LINK);
	netcfg_monitor_close(monitor);
}

/* The removal of what nobody has heard of, and one that comes twice (B103). */
static void b103_removed_and_unknown(void **state)
{
	const struct ifaddrmsg ifa = { .ifa_family = AF_INET, .ifa_index = 7 };
	const struct rtgenmsg gen = { .rtgen_family = AF_UNSPEC };
	struct netcfg_monitor *monitor = open_all(*state);
	struct packet m;

	begin(&m, RTM_DELLINK, AF_UNSPEC, 7);
	packet_string(&m, IFLA_IFNAME, "d0");
	fake_waiting(&m);
	packet_begin(&m, RTM_DELADDR, 0, &ifa, sizeof(ifa));
	packet_attr(&m, IFA_LOCAL, "\xc0\0\2\1", 4);
	fake_waiting(&m);
	packet_begin(&m, RTM_DELNSID, 0, &gen, sizeof(gen));
	packet_u32(&m, NETNSA_NSID, 5);
	fake_waiting(&m);
	expect_none(monitor);
	complete_vlan(&m);
	fake_waiting(&m);
	packet_header(&m)->nlmsg_type = RTM_DELLINK;
	fake_waiting(&m);
	fake_waiting(&m);
	expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK);
	expect(monitor, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_LINK);
	expect_none(monitor);
	netcfg_monitor_close(monitor);
}

/* With and without the index, which kernels tell since 5.1 (B101). */
static void b101_moved(void **state)
{
	struct netcfg_monitor *monitor = open_all(*state);
	struct netcfg_event event;
	struct packet m;
	int with_index;

	for (with_index = 0; with_index < 2; with_index++) {
		complete_vlan(&m);
		fake_waiting(&m);
		expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK);
		begin(&m, RTM_DELLINK, AF_UNSPEC, 7);
		packet_u32(&m, IFLA_NEW_NETNSID, 77);
		if (with_index)
			packet_u32(&m, IFLA_NEW_IFINDEX, INT_MAX);
		fake_waiting(&m);
		event = expect(monitor, NETCFG_EVENT_MOVED, NETCFG_OBJECT_LINK);
		assert_int_equal(event.ifindex, 7);
		assert_int_equal(event.nsid, 77);
		assert_int_equal(event.new_ifindex, with_index ? INT_MAX : 0);
		assert_string_equal(event.link->name, "d0.5");
	}
	complete_vlan(&m);
	fake_waiting(&m);
	event = expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK);
	assert_int_equal(event.nsid, -1);
	begin(&m, RTM_DELLINK, AF_UNSPEC, 7);
	fake_waiting(&m);
	event = expect(monitor, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_LINK);
	assert_int_equal(event.nsid, -1);
	assert_int_equal(event.new_ifindex, 0);
	netcfg_monitor_close(monitor);
}

/* IPv4 addresses that differ in length or peer alone are two; an IPv6 one is one. */
static void what_makes_an_address(void **state)
{
	struct ifaddrmsg ifa = { .ifa_family = AF_INET, .ifa_index = 7, .ifa_prefixlen = 24 };
	struct netcfg_monitor *monitor = open_all(*state);
	struct packet m;

	packet_begin(&m, RTM_NEWADDR, 0, &ifa, sizeof(ifa));
	packet_attr(&m, IFA_LOCAL, "\xc0\0\2\1", 4);
	fake_waiting(&m);
	fake_waiting(&m);
	expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_ADDR);
	expect(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_ADDR);
	packet_attr(&m, IFA_ADDRESS, "\xc0\0\2\2", 4);
	fake_waiting(&m);
	expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_ADDR);
	ifa.ifa_prefixlen = 25;
	packet_begin(&m, RTM_NEWADDR, 0, &ifa, sizeof(ifa));
	packet_attr(&m, IFA_LOCAL, "\xc0\0\2\1", 4);
	fake_waiting(&m);
	expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_ADDR);
	ifa.ifa_index = 8;
	packet_begin(&m, RTM_NEWADDR, 0, &ifa, sizeof(ifa));
	packet_attr(&m, IFA_LOCAL, "\xc0\0\2\1", 4);
	fake_waiting(&m);
	assert_int_equal(expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_ADDR).ifindex, 8);
	ifa.ifa_family = AF_INET6;
	packet_begin(&m, RTM_NEWADDR, 0, &ifa, sizeof(ifa));
	packet_attr(&m, IFA_ADDRESS, "\xfd\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1", 16);
	packet_u32(&m, IFA_FLAGS, IFA_F_TENTATIVE);
	fake_waiting(&m);
	assert_int_equal(expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_ADDR).addr->flags,
			 NETCFG_ADDR_STATE_TENTATIVE);
	ifa.ifa_prefixlen = 64;
	packet_begin(&m, RTM_NEWADDR, 0, &ifa, sizeof(ifa));
	packet_attr(&m, IFA_ADDRESS, "\xfd\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1", 16);
	packet_u32(&m, IFA_FLAGS, IFA_F_DADFAILED | IFA_F_TENTATIVE);
	fake_waiting(&m);
	assert_int_equal(expect(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_ADDR).addr->flags,
			 NETCFG_ADDR_STATE_DADFAILED | NETCFG_ADDR_STATE_TENTATIVE);
	netcfg_monitor_close(monitor);
}

/* Several in a datagram, with what is none of ours between them. */
static void many_in_a_datagram(void **state)
{
	struct netcfg_monitor *monitor = open_all(*state);
	struct packet m;

	complete_vlan(&m);
	fake_answer(RTM_GETLINK);
	m.keep_seq = m.keep_pid = true;
	netcfg_monitor_close(monitor);
	/* In the list's last datagram, behind its end, they are part of it all the same. */
	{
		struct packet done;

		packet_done(&done, 0);
		fake_say(&done);
		fake_say(&m);
		packet_header(&m)->nlmsg_type = RTM_NEWNEIGH;
		fake_say(&m);
		packet_header(&m)->nlmsg_type = RTM_NEWLINK;
		((struct ifinfomsg *)(void *)(m.bytes + NLMSG_HDRLEN))->ifi_index = 8;
		fake_say(&m);
	}
	monitor = open_all(*state);
	((struct ifinfomsg *)(void *)(m.bytes + NLMSG_HDRLEN))->ifi_index = 7;
	fake_waiting(&m);
	((struct ifinfomsg *)(void *)(m.bytes + NLMSG_HDRLEN))->ifi_index = 8;
	fake_waiting(&m);
	expect(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_LINK);
	expect(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_LINK);
	expect_none(monitor);
	netcfg_monitor_close(monitor);
}

/* Each message cut at each byte, header telling the truth and not: no crash, and one event at most.
 */
static void try_cut(struct netcfg *nc, const struct packet *whole, bool honest)
{
	struct netcfg_event event = { .size = sizeof(event) };
	struct packet m;
	size_t len;

	for (len = 0; len < whole->len; len++) {
		struct netcfg_monitor *monitor = open_all(nc);
		int r;

		m = *whole;
		m.len = len;
		if (honest && len >= NLMSG_HDRLEN)
			packet_header(&m)->nlmsg_len = (uint32_t)len;
		fake_waiting(&m);
		r = netcfg_monitor_next(monitor, &event);
		assert_true(r == 0 || (r == 1 && honest));
		if (r == 1)
			expect_none(monitor);
		netcfg_monitor_close(monitor);
		fake_reset();
	}
}

static void cut_everywhere(void **state)
{
	const struct ifaddrmsg ifa = { .ifa_family = AF_INET6, .ifa_index = 7 };
	const struct rtgenmsg gen = { .rtgen_family = AF_UNSPEC };
	struct packet m;
	int honest;

	for (honest = 0; honest < 2; honest++) {
		complete_vlan(&m);
		try_cut(*state, &m, honest);
		packet_begin(&m, RTM_NEWADDR, 0, &ifa, sizeof(ifa));
		packet_attr(&m, IFA_ADDRESS, "\xfd\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1", 16);
		packet_u32(&m, IFA_FLAGS, 0);
		try_cut(*state, &m, honest);
		packet_begin(&m, RTM_NEWNSID, 0, &gen, sizeof(gen));
		packet_u32(&m, NETNSA_NSID, 5);
		try_cut(*state, &m, honest);
	}
}

/* Numbers that no kernel sends. */
static void nonsense(void **state)
{
	struct ifaddrmsg ifa = { .ifa_family = AF_INET, .ifa_index = 0x80000000u };
	const struct rtgenmsg gen = { .rtgen_family = AF_UNSPEC };
	struct netcfg_monitor *monitor = open_all(*state);
	struct packet m;
	int i;

	for (i = 0; i < 2; i++) {
		complete_vlan(&m);
		((struct ifinfomsg *)(void *)(m.bytes + NLMSG_HDRLEN))->ifi_index = -i;
		fake_waiting(&m);
		packet_header(&m)->nlmsg_type = RTM_DELLINK;
		fake_waiting(&m);
	}
	packet_begin(&m, RTM_NEWADDR, 0, &ifa, sizeof(ifa));
	packet_attr(&m, IFA_LOCAL, "\xc0\0\2\1", 4);
	fake_waiting(&m);
	ifa.ifa_index = 7;
	packet_begin(&m, RTM_NEWADDR, 0, &ifa, sizeof(ifa));
	packet_attr(&m, IFA_LOCAL, "\xc0\0\2\1\1", 5);
	fake_waiting(&m);
	packet_begin(&m, RTM_NEWNSID, 0, &gen, sizeof(gen));
	packet_u32(&m, NETNSA_NSID, (uint32_t)-2);
	fake_waiting(&m);
	expect_none(monitor);
	netcfg_monitor_close(monitor);
}

/* A caller of another version: what it has is filled, and no byte more. */
static void event_of_another_size(void **state)
{
	struct netcfg_monitor *monitor = open_all(*state);
	struct {
		struct netcfg_event event;
		uint64_t more, guard;
	} newer;
	struct packet m;

	complete_vlan(&m);
	fake_waiting(&m);
	memset(&newer, 0xaa, sizeof(newer));
	newer.event.size = offsetof(__typeof__(newer), guard);
	assert_int_equal(netcfg_monitor_next(monitor, &newer.event), 1);
	assert_int_equal(newer.event.size, offsetof(__typeof__(newer), guard));
	assert_int_equal(newer.event.ifindex, 7);
	assert_int_equal(newer.more, 0);
	assert_true(newer.guard == 0xaaaaaaaaaaaaaaaau);
	netcfg_monitor_close(monitor);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(b105_little_is_said),
		handle_test(b105_little_is_said_of_what_is_not_known),
		handle_test(b105_no_kind),
		handle_test(b105_no_kind_of_pair),
		handle_test(b98_other_families),
		handle_test(b103_removed_and_unknown),
		handle_test(b101_moved),
		handle_test(what_makes_an_address),
		handle_test(many_in_a_datagram),
		handle_test(cut_everywhere),
		handle_test(nonsense),
		handle_test(event_of_another_size),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
