/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a monitor tells of links: renamed, moved, ports of a bridge, and whose message it is. */
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/addrs.h"
#include "support/events.h"
#include "support/test.h"

#define LINKS NETCFG_MONITOR_LINKS
#define ADDRS NETCFG_MONITOR_ADDRS
#define LIST  NETCFG_MONITOR_LIST

/* A link is its index: a name that is late belongs to another one by now. */
static void b102_renamed_and_the_name_taken(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor;
	struct seen seen;

	sh_ok("ip link add index 100 v0 type veth peer name v1 index 101");
	monitor = events_open(box->nc, LINKS | LIST, 0);
	events_skip_to(monitor, NETCFG_EVENT_LISTED, NETCFG_OBJECT_NONE);
	sh_ok("ip link set v0 name ext0; ip link add index 200 v0 type veth peer name w1 index 201;"
	      "ip link del ext0");
	seen = events_expect(monitor, NETCFG_EVENT_RENAMED, NETCFG_OBJECT_LINK, 100);
	assert_string_equal(seen.event.old_name, "v0");
	assert_string_equal(seen.link.name, "ext0");
	do {
		assert_true(events_next(monitor, &seen));
		assert_int_not_equal(seen.event.type, NETCFG_EVENT_RENAMED);
	} while (seen.event.ifindex != 200);
	assert_int_equal(seen.event.type, NETCFG_EVENT_ADDED);
	assert_string_equal(seen.link.name, "v0");
	do
		seen = events_skip_to(monitor, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_LINK);
	while (seen.event.ifindex != 100);
	assert_string_equal(seen.link.name, "ext0");
	assert_string_equal(seen.event.old_name, "");
	events_drain(monitor);
	sh_ok("ip link set v0 mtu 1400");
	seen = events_expect(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_LINK, 200);
	netcfg_monitor_close(monitor);
}

static void b101_moved(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_monitor *here, *in_there;
	struct netcfg *nc;
	struct seen seen;
	int there = netns_new_named("n1");

	sh_ok("ip netns set n1 77");
	/* Its index is taken there, so it gets another one. */
	sh_ok_in(there, "ip link add index 100 x0 type veth peer name x1");
	sh_ok("ip link add index 100 v0 type veth peer name v1 index 101");
	sh_ok("ip link set v0 up");
	here = events_open(box->nc, LINKS, 0);
	assert_ok(NULL, netcfg_open_netns_fd(&nc, there));
	in_there = events_open(nc, LINKS, 0);
	assert_ok(box->nc, netcfg_link_move(box->nc, "v0", there, NULL));
	assert_ok(nc, netcfg_link_get(nc, "v0", &info));
	assert_int_not_equal(info.ifindex, 100);
	seen = events_skip_to(here, NETCFG_EVENT_MOVED, NETCFG_OBJECT_LINK);
	assert_int_equal(seen.event.ifindex, 100);
	assert_string_equal(seen.link.name, "v0");
	assert_int_equal(seen.event.nsid, 77);
	assert_int_equal(seen.event.new_ifindex, info.ifindex);
	while (events_next(here, &seen))
		assert_int_equal(seen.event.ifindex, 101);
	seen = events_expect(in_there, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK, info.ifindex);
	assert_string_equal(seen.link.name, "v0");
	events_drain(in_there);

	/* And back, to where its index is free; there it is removed and no more. */
	sh_ok("ip -n n1 link set v0 netns %d", (int)getpid());
	seen = events_skip_to(here, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK);
	assert_string_equal(seen.link.name, "v0");
	events_skip_to(in_there, NETCFG_EVENT_MOVED, NETCFG_OBJECT_LINK);
	events_drain(in_there);
	sh_ok("ip link del v0");
	events_skip_to(here, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_LINK);
	events_none(in_there);
	netcfg_monitor_close(here);
	netcfg_monitor_close(in_there);
	netcfg_close(nc);
	close(there);
}

static void b36_bridge_deleted(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor;
	struct seen seen;
	int port;
	bool freed = false;

	need_kind("bridge");
	sh_ok("ip link add br0 type bridge; ip link set br0 up");
	sh_ok("ip link add v0 mtu 1400 type veth peer name v1; ip link set v0 up");
	sh_ok("ip addr add 192.0.2.1/24 dev v0");
	port = link_index_here("v0");
	monitor = events_open(box->nc, LINKS | ADDRS | LIST, 0);
	events_skip_to(monitor, NETCFG_EVENT_LISTED, NETCFG_OBJECT_NONE);
	assert_ok(box->nc, netcfg_link_set_master(box->nc, "v0", "br0"));
	do
		seen = events_skip_to(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_LINK);
	while (strcmp(seen.link.name, "br0") != 0 || seen.link.mtu != 1400);
	events_drain(monitor);
	assert_ok(box->nc, netcfg_link_delete(box->nc, "br0"));
	while (events_next(monitor, &seen)) {
		if (seen.event.object == NETCFG_OBJECT_ADDR) {
			assert_int_not_equal(seen.event.ifindex, port);
			continue;
		}
		freed |= seen.event.ifindex == port && seen.link.master == 0;
		if (seen.event.type == NETCFG_EVENT_REMOVED)
			assert_string_equal(seen.link.name, "br0");
	}
	assert_true(freed);
	assert_string_equal(addr_get(box->nc, "v0", "192.0.2.1", 24).address, "192.0.2.1");
	netcfg_monitor_close(monitor);
}

/* Bridges tell of ports in messages of their own, with less in them: no event loses anything. */
static void b98_b105_port_of_a_bridge(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_monitor *monitor;
	struct seen seen, last = { 0 };
	size_t count = 0;
	int port;

	need_kind("bridge");
	sh_ok("ip link add br0 type bridge; ip link add v0 type veth peer name v1");
	sh_ok("ip link set v0 alias text; ip link set br0 up; ip link set v1 up");
	port = link_index_here("v0");
	monitor = events_open(box->nc, LINKS, 0);
	sh_ok("ip link set v0 master br0; ip link set v0 up; ip link set v0 type bridge_slave cost 7");
	while (events_next(monitor, &seen)) {
		assert_int_equal(seen.event.type, NETCFG_EVENT_CHANGED);
		if (seen.event.ifindex != port)
			continue;
		count++;
		last = seen;
		assert_string_equal(seen.link.kind, "veth");
		assert_string_equal(seen.link.alias, "text");
		assert_int_equal(seen.link.mtu, 1500);
		assert_int_equal(seen.link.peer, link_index_here("v1"));
	}
	assert_true(count > 0);
	assert_ok(box->nc, netcfg_link_get(box->nc, "v0", &info));
	assert_int_equal(last.link.master, info.master);
	sh_ok("ip link set v0 nomaster");
	while (events_next(monitor, &seen)) {
		assert_int_equal(seen.event.type, NETCFG_EVENT_CHANGED);
		if (seen.event.ifindex == port)
			last = seen;
	}
	assert_int_equal(last.link.master, 0);
	netcfg_monitor_close(monitor);
}

/* A VLAN that becomes a port keeps what it is (the kind as the report has it). */
static void b105_vlan_port(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor;
	struct seen seen;
	int port;

	need_kind("bridge");
	need_kind("vlan");
	sh_ok("ip link add br0 type bridge; ip link add v0 type veth peer name v1");
	sh_ok("ip link add link v0 name v0.5 type vlan id 5");
	port = link_index_here("v0.5");
	monitor = events_open(box->nc, LINKS, 0);
	sh_ok("ip link set v0.5 master br0; ip link set v0.5 nomaster");
	while (events_next(monitor, &seen)) {
		if (seen.event.ifindex != port)
			continue;
		assert_string_equal(seen.link.kind, "vlan");
		assert_int_equal(seen.link.vlan_id, 5);
		assert_int_equal(seen.link.parent, link_index_here("v0"));
	}
	netcfg_monitor_close(monitor);
}

/* Send the group what looks like an event; who has CAP_NET_ADMIN in the namespace can. */
static void forge_link(int ifindex)
{
	const struct sockaddr_nl to = { .nl_family = AF_NETLINK, .nl_groups = RTMGRP_LINK };
	struct {
		struct nlmsghdr h;
		struct ifinfomsg ifi;
		struct nlattr name;
		char text[8];
		struct nlattr mtu;
		uint32_t bytes;
		struct nlattr state;
		uint32_t operstate;
	} m = {
		.h = { .nlmsg_len = sizeof(m), .nlmsg_type = RTM_NEWLINK },
		.ifi = { .ifi_index = ifindex },
		.name = { .nla_len = 12, .nla_type = IFLA_IFNAME },
		.text = "forged",
		.mtu = { .nla_len = 8, .nla_type = IFLA_MTU },
		.bytes = 1500,
		.state = { .nla_len = 5, .nla_type = IFLA_OPERSTATE },
	};
	const int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);

	assert_true(fd >= 0);
	assert_int_equal(sendto(fd, &m, sizeof(m), 0, (const struct sockaddr *)&to, sizeof(to)),
			 sizeof(m));
	close(fd);
}

static void only_the_kernel_is_heard(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor = events_open(box->nc, LINKS, 0);
	const int others = link_events_open();
	struct link_event event;

	forge_link(4711);
	/* Others fall for it, so it did arrive. */
	assert_true(link_event_next(others, &event));
	assert_string_equal(event.name, "forged");
	events_none(monitor);
	netcfg_monitor_close(monitor);
	close(others);
}

/* All of them once, each with its id and its parent. */
static void check_vlans(struct netcfg *nc, int32_t parent)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	bool seen[4095] = { false };
	struct netcfg_link_list *list;
	int vlans = 0, others = 0;

	assert_ok(nc, netcfg_link_list(nc, NULL, &list));
	while (netcfg_link_list_next(list, &info) == 1) {
		if (strcmp(info.kind, "vlan") != 0) {
			others++;
			continue;
		}
		assert_in_range(info.vlan_id, 1, 4094);
		assert_false(seen[info.vlan_id]);
		seen[info.vlan_id] = true;
		assert_int_equal(atoi(info.name + strlen("d0.")), info.vlan_id);
		assert_int_equal(info.parent, parent);
		vlans++;
	}
	netcfg_link_list_free(list);
	assert_int_equal(vlans, 4094);
	assert_int_equal(others, 2);
}

/* 4095 links that go at once are told one by one, or there is a mark. */
static void b123_parent_of_4094(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_monitor *monitor;
	struct links_told *told;
	struct seen seen;

	need_kind("vlan");
	need_kind("dummy");
	told = calloc(1, sizeof(*told));
	assert_non_null(told);
	assert_ok(nc, netcfg_dummy_create(nc, "d0", NULL));
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int id = 1; id <= 4094; id++) {
		char name[16];

		snprintf(name, sizeof(name), "d0.%d", id);
		assert_ok(nc, netcfg_vlan_create(nc, name, "d0", id, NULL, NULL));
	}
	assert_ok(nc, netcfg_batch_commit(nc));
	check_vlans(nc, link_index_here("d0"));
	monitor = events_open(nc, LINKS | LIST, 0);
	while (events_next(monitor, &seen))
		links_told_take(told, &seen);
	assert_int_equal(told->count, 4096);
	links_told_check(told, nc);
	assert_ok(nc, netcfg_link_delete(nc, "d0"));
	while (events_next(monitor, &seen))
		links_told_take(told, &seen);
	assert_int_equal(told->count, 1);
	links_told_check(told, nc);
	netcfg_monitor_close(monitor);
	free(told);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b102_renamed_and_the_name_taken),
		sandbox_test(b101_moved),
		sandbox_test(b36_bridge_deleted),
		sandbox_test(b98_b105_port_of_a_bridge),
		sandbox_test(b105_vlan_port),
		sandbox_test(only_the_kernel_is_heard),
		sandbox_test(b123_parent_of_4094),
	};

	return sandbox_main(tests);
}
