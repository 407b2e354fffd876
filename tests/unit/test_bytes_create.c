/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The requests that create links: every attribute, and none that was not asked for. */
#include <fcntl.h>
#include <net/if.h>
#include <unistd.h>

#include <linux/if_vlan.h>
#include <linux/veth.h>

#include "unit/support/unit.h"

#define CREATE (NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL)

static const unsigned char mac1[6] = { 2, 0, 0, 0, 0, 1 }, mac2[6] = { 2, 0, 0, 0, 0, 2 };

static void begin_link(struct packet *m, int type, int flags, const struct ifinfomsg *ifi)
{
	static const struct ifinfomsg none;

	packet_begin(m, type, flags, ifi ? ifi : &none, sizeof(none));
}

static void put_kind(struct packet *m, const char *kind)
{
	const size_t info = packet_nest(m, IFLA_LINKINFO);

	packet_string(m, IFLA_INFO_KIND, kind);
	packet_nest_end(m, info);
}

static void dummy_alone(void **state)
{
	struct packet want;

	assert_int_equal(netcfg_dummy_create(*state, "d0", NULL), 0);
	begin_link(&want, RTM_NEWLINK, CREATE, NULL);
	packet_string(&want, IFLA_IFNAME, "d0");
	put_kind(&want, "dummy");
	assert_sent(RTM_NEWLINK, 0, &want);
	assert_int_equal(fake_count(0), 1);
}

/* What is 0 in the config and has a flag is sent as 0 (B20). */
static void b20_dummy_zeroes_that_are_meant(void **state)
{
	struct packet want;

	assert_int_equal(
		netcfg_dummy_create(*state, "d0",
				    LINK_CONFIG(.flags = NETCFG_LINK_TX_QUEUE_LEN |
							 NETCFG_LINK_GROUP | NETCFG_LINK_DOWN)),
		0);
	begin_link(&want, RTM_NEWLINK, CREATE, &(struct ifinfomsg){ .ifi_change = IFF_UP });
	packet_string(&want, IFLA_IFNAME, "d0");
	packet_u32(&want, IFLA_TXQLEN, 0);
	packet_u32(&want, IFLA_GROUP, 0);
	put_kind(&want, "dummy");
	assert_sent(RTM_NEWLINK, 0, &want);
}

/* And what has no flag is not sent, whatever it is. */
static void dummy_numbers_without_flags(void **state)
{
	struct packet want;

	assert_int_equal(netcfg_dummy_create(*state, "d0",
					     LINK_CONFIG(.tx_queue_len = 5, .group = 6,
							 .netns_fd = 7, .netns_pid = 8)),
			 0);
	begin_link(&want, RTM_NEWLINK, CREATE, NULL);
	packet_string(&want, IFLA_IFNAME, "d0");
	put_kind(&want, "dummy");
	assert_sent(RTM_NEWLINK, 0, &want);
}

static void put_everything(struct packet *m, const unsigned char *mac, uint32_t base)
{
	packet_attr(m, IFLA_ADDRESS, mac, 6);
	packet_u32(m, IFLA_MTU, base);
	packet_u32(m, IFLA_TXQLEN, base + 1);
	packet_u32(m, IFLA_GROUP, base + 2);
	packet_u32(m, IFLA_NUM_TX_QUEUES, base + 3);
	packet_u32(m, IFLA_NUM_RX_QUEUES, base + 4);
}

#define EVERYTHING(mac_text, base)                                                                 \
	.mac = (mac_text), .mtu = (base), .tx_queue_len = (base) + 1, .group = (base) + 2,         \
	.num_tx_queues = (base) + 3, .num_rx_queues = (base) + 4
#define EVERYTHING_FLAGS (NETCFG_LINK_TX_QUEUE_LEN | NETCFG_LINK_GROUP)

static void begin_veth(struct packet *m, const struct ifinfomsg *ifi, const char *name,
		       size_t nests[3])
{
	static const struct ifinfomsg peer;

	begin_link(m, RTM_NEWLINK, CREATE, ifi);
	packet_string(m, IFLA_IFNAME, name);
	nests[0] = packet_nest(m, IFLA_LINKINFO);
	packet_string(m, IFLA_INFO_KIND, "veth");
	nests[1] = packet_nest(m, IFLA_INFO_DATA);
	nests[2] = packet_nest(m, VETH_INFO_PEER);
	packet_raw(m, &peer, sizeof(peer));
}

static void end_veth(struct packet *m, const size_t nests[3])
{
	packet_nest_end(m, nests[2]);
	packet_nest_end(m, nests[1]);
	packet_nest_end(m, nests[0]);
}

static void veth_indexes(void **state)
{
	const struct ifinfomsg near = { .ifi_index = 7000 }, far = { .ifi_index = INT_MAX };
	struct packet want;
	size_t nests[3];

	assert_int_equal(netcfg_veth_create(*state, "v0", "v1",
					    LINK_CONFIG(.ifindex = 7000, .gso_max_size = 4000),
					    LINK_CONFIG(.ifindex = INT_MAX, .gso_max_segs = 9)),
			 0);
	begin_link(&want, RTM_NEWLINK, CREATE, &near);
	packet_string(&want, IFLA_IFNAME, "v0");
	packet_u32(&want, IFLA_GSO_MAX_SIZE, 4000);
	nests[0] = packet_nest(&want, IFLA_LINKINFO);
	packet_string(&want, IFLA_INFO_KIND, "veth");
	nests[1] = packet_nest(&want, IFLA_INFO_DATA);
	nests[2] = packet_nest(&want, VETH_INFO_PEER);
	packet_raw(&want, &far, sizeof(far));
	packet_string(&want, IFLA_IFNAME, "v1");
	packet_u32(&want, IFLA_GSO_MAX_SEGS, 9);
	end_veth(&want, nests);
	assert_sent(RTM_NEWLINK, 0, &want);
}

/* The peer's up flag, master and alias are no part of the create: the kernel refuses or ignores. */
static void veth_everything_on_both_ends(void **state)
{
	const struct ifinfomsg up = { .ifi_flags = IFF_UP, .ifi_change = IFF_UP };
	struct packet want;
	size_t nests[3];

	fake_link("br0", 4);
	fake_link("br1", 5);
	assert_int_equal(
		netcfg_veth_create(
			*state, "v0", "v1",
			LINK_CONFIG(EVERYTHING("02:00:00:00:00:01", 1400), .master = "br0",
				    .alias = "near", .flags = EVERYTHING_FLAGS | NETCFG_LINK_UP),
			LINK_CONFIG(EVERYTHING("02:00:00:00:00:02", 1300), .master = "br1",
				    .alias = "far", .flags = EVERYTHING_FLAGS | NETCFG_LINK_UP)),
		0);
	begin_veth(&want, &up, "v0", nests);
	packet_string(&want, IFLA_IFNAME, "v1");
	put_everything(&want, mac2, 1300);
	end_veth(&want, nests);
	put_everything(&want, mac1, 1400);
	packet_u32(&want, IFLA_MASTER, 4);
	/* Both are finished here, by index if the kernel tells it. */
	packet_header(&want)->nlmsg_flags |= NLM_F_ECHO;
	assert_sent(RTM_NEWLINK, 0, &want);
	assert_int_equal(fake_count(RTM_NEWLINK), 1);

	begin_link(&want, RTM_SETLINK, NLM_F_REQUEST | NLM_F_ACK, NULL);
	packet_string(&want, IFLA_IFNAME, "v0");
	packet_attr(&want, IFLA_IFALIAS, "near", 4);
	assert_sent(RTM_SETLINK, 0, &want);
	begin_link(&want, RTM_SETLINK, NLM_F_REQUEST | NLM_F_ACK, &up);
	packet_string(&want, IFLA_IFNAME, "v1");
	packet_u32(&want, IFLA_MASTER, 5);
	packet_attr(&want, IFLA_IFALIAS, "far", 3);
	assert_sent(RTM_SETLINK, 1, &want);
	assert_int_equal(fake_count(RTM_SETLINK), 2);
}

/* Each end's namespace is in its own part, and what follows goes through a socket made there. */
static void veth_ends_in_other_namespaces(void **state)
{
	const int fd = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
	struct packet want;
	size_t nests[3];

	assert_true(fd >= 0);
	assert_int_equal(
		netcfg_veth_create(*state, "v0", "v1",
				   LINK_CONFIG(.netns_pid = 4711, .flags = NETCFG_LINK_NETNS_PID),
				   LINK_CONFIG(.netns_fd = fd,
					       .flags = NETCFG_LINK_NETNS_FD | NETCFG_LINK_UP)),
		0);
	begin_veth(&want, NULL, "v0", nests);
	packet_string(&want, IFLA_IFNAME, "v1");
	packet_u32(&want, IFLA_NET_NS_FD, (uint32_t)fd);
	end_veth(&want, nests);
	packet_u32(&want, IFLA_NET_NS_PID, 4711);
	assert_sent(RTM_NEWLINK, 0, &want);
	assert_int_equal(fake_request(RTM_NEWLINK, 0).socket, 0);
	assert_int_equal(fake_count(RTM_SETLINK), 1);
	assert_int_equal(fake_request(RTM_SETLINK, 0).socket, 1);
	close(fd);
}

static void put_map(struct packet *m, int type, const struct netcfg_vlan_priority *map, size_t n)
{
	const size_t nest = packet_nest(m, type);
	size_t i;

	for (i = 0; i < n; i++)
		packet_attr(m, IFLA_VLAN_QOS_MAPPING, &map[i], sizeof(map[i]));
	packet_nest_end(m, nest);
}

static void vlan_everything(void **state)
{
	static const struct netcfg_vlan_priority in[] = { { 1, 2 }, { 3, UINT32_MAX } },
						 out[] = { { 5, 6 }, { UINT32_MAX, 1 } };
	const struct ifla_vlan_flags flags = {
		.flags = VLAN_FLAG_GVRP | VLAN_FLAG_MVRP | VLAN_FLAG_LOOSE_BINDING |
			 VLAN_FLAG_BRIDGE_BINDING,
		.mask = VLAN_FLAG_GVRP | VLAN_FLAG_MVRP | VLAN_FLAG_LOOSE_BINDING |
			VLAN_FLAG_BRIDGE_BINDING | VLAN_FLAG_REORDER_HDR,
	};
	const uint8_t protocol[2] = { 0x88, 0xa8 };
	struct packet want;
	size_t info, data;

	fake_link("eth0", 70000); /* more than 16 bits (B117) */
	assert_int_equal(
		netcfg_vlan_create(*state, "any.name", "eth0", 4094,
				   VLAN_CONFIG(.protocol = 0x88a8, .ingress = in, .egress = out,
					       .ingress_count = 2, .egress_count = 2,
					       .flags = NETCFG_VLAN_NO_REORDER_HDR |
							NETCFG_VLAN_GVRP | NETCFG_VLAN_MVRP |
							NETCFG_VLAN_LOOSE_BINDING |
							NETCFG_VLAN_BRIDGE_BINDING),
				   LINK_CONFIG(EVERYTHING("02:00:00:00:00:01", 1400),
					       .flags = EVERYTHING_FLAGS)),
		0);
	begin_link(&want, RTM_NEWLINK, CREATE, NULL);
	packet_string(&want, IFLA_IFNAME, "any.name");
	packet_u32(&want, IFLA_LINK, 70000);
	put_everything(&want, mac1, 1400);
	info = packet_nest(&want, IFLA_LINKINFO);
	packet_string(&want, IFLA_INFO_KIND, "vlan");
	data = packet_nest(&want, IFLA_INFO_DATA);
	packet_u16(&want, IFLA_VLAN_ID, 4094);
	packet_attr(&want, IFLA_VLAN_PROTOCOL, protocol, sizeof(protocol));
	packet_attr(&want, IFLA_VLAN_FLAGS, &flags, sizeof(flags));
	put_map(&want, IFLA_VLAN_INGRESS_QOS, in, 2);
	put_map(&want, IFLA_VLAN_EGRESS_QOS, out, 2);
	packet_nest_end(&want, data);
	packet_nest_end(&want, info);
	assert_sent(RTM_NEWLINK, 0, &want);
}

static void vlan_alone(void **state)
{
	struct packet want;
	size_t info, data;

	fake_link("eth0", 2);
	assert_int_equal(netcfg_vlan_create(*state, "eth0.0", "eth0", 0, NULL, NULL), 0);
	begin_link(&want, RTM_NEWLINK, CREATE, NULL);
	packet_string(&want, IFLA_IFNAME, "eth0.0");
	packet_u32(&want, IFLA_LINK, 2);
	info = packet_nest(&want, IFLA_LINKINFO);
	packet_string(&want, IFLA_INFO_KIND, "vlan");
	data = packet_nest(&want, IFLA_INFO_DATA);
	packet_u16(&want, IFLA_VLAN_ID, 0);
	packet_nest_end(&want, data);
	packet_nest_end(&want, info);
	assert_sent(RTM_NEWLINK, 0, &want);
}

/* Both maps full is the longest request there is; nothing of it may be lost. */
static void vlan_full_maps(void **state)
{
	struct netcfg_vlan_priority in[8], out[256];
	struct packet want;
	size_t info, data;
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(in); i++)
		in[i] = (struct netcfg_vlan_priority){ .from = i, .to = 1000 + i };
	for (i = 0; i < ARRAY_SIZE(out); i++)
		out[i] = (struct netcfg_vlan_priority){ .from = i, .to = i % 8 };
	fake_link("eth0", 2);
	assert_int_equal(netcfg_vlan_create(*state, "v", "eth0", 1,
					    VLAN_CONFIG(.ingress = in, .egress = out,
							.ingress_count = 8, .egress_count = 256),
					    NULL),
			 0);
	begin_link(&want, RTM_NEWLINK, CREATE, NULL);
	packet_string(&want, IFLA_IFNAME, "v");
	packet_u32(&want, IFLA_LINK, 2);
	info = packet_nest(&want, IFLA_LINKINFO);
	packet_string(&want, IFLA_INFO_KIND, "vlan");
	data = packet_nest(&want, IFLA_INFO_DATA);
	packet_u16(&want, IFLA_VLAN_ID, 1);
	put_map(&want, IFLA_VLAN_INGRESS_QOS, in, 8);
	put_map(&want, IFLA_VLAN_EGRESS_QOS, out, 256);
	packet_nest_end(&want, data);
	packet_nest_end(&want, info);
	assert_sent(RTM_NEWLINK, 0, &want);
}

/* A name that an older kernel also looks for here, though the link is to live there (B35). */
static void b35_taken_here_but_not_there(void **state)
{
	const int fd = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
	struct packet want;
	struct ifinfomsg ifi;

	assert_true(fd >= 0);
	fake_link("d0", 2);
	fake_refuse(RTM_NEWLINK, -EEXIST, NULL);
	assert_int_equal(
		netcfg_dummy_create(*state, "d0",
				    LINK_CONFIG(.netns_fd = fd, .flags = NETCFG_LINK_NETNS_FD)),
		0);
	assert_int_equal(fake_count(RTM_NEWLINK), 2);
	memcpy(&ifi, fake_request(RTM_NEWLINK, 1).bytes + NLMSG_HDRLEN, sizeof(ifi));
	assert_true(ifi.ifi_index >= 0x10000000);
	begin_link(&want, RTM_NEWLINK, CREATE, &(struct ifinfomsg){ .ifi_index = ifi.ifi_index });
	packet_string(&want, IFLA_IFNAME, "d0");
	packet_u32(&want, IFLA_NET_NS_FD, (uint32_t)fd);
	put_kind(&want, "dummy");
	assert_sent(RTM_NEWLINK, 1, &want);
	close(fd);
}

/* What is wrong with a veth is wrong with one of its ends, at once or when it is sent. */
static void which_end(void **state)
{
	const struct netcfg_link_config *config = LINK_CONFIG(.master = "a/b");
	struct netcfg *nc = *state;

	assert_int_equal(netcfg_veth_create(nc, "a", "b", config, NULL), -EINVAL);
	assert_says(nc, "link.master \"a/b\" has");
	assert_int_equal(netcfg_veth_create(nc, "a", "b", NULL, config), -EINVAL);
	assert_says(nc, "peer.master \"a/b\" has");
	assert_int_equal(netcfg_link_set(nc, "a", config), -EINVAL);
	assert_says(nc, "changes.master \"a/b\" has");
	assert_int_equal(netcfg_link_set_master(nc, "a", "a/b"), -EINVAL);
	assert_says(nc, ": master \"a/b\" has");

	assert_int_equal(netcfg_batch_begin(nc, 0), 0);
	config = LINK_CONFIG(.master = "absent");
	assert_int_equal(netcfg_veth_create(nc, "a", "b", config, NULL), 0);
	assert_int_equal(netcfg_veth_create(nc, "c", "d", NULL, config), 0);
	config = LINK_CONFIG(.netns = "absent");
	assert_int_equal(netcfg_veth_create(nc, "e", "f", config, NULL), 0);
	assert_int_equal(netcfg_veth_create(nc, "g", "h", NULL, config), 0);
	assert_int_equal(netcfg_batch_commit(nc), 4);
	assert_non_null(strstr(netcfg_batch_error_message(nc, 0), ": link.master \"absent\""));
	assert_non_null(strstr(netcfg_batch_error_message(nc, 1), ": peer.master \"absent\""));
	assert_non_null(strstr(netcfg_batch_error_message(nc, 2), ": link.netns \"absent\""));
	assert_non_null(strstr(netcfg_batch_error_message(nc, 3), ": peer.netns \"absent\""));

	config = LINK_CONFIG(.netns_fd = 9999, .flags = NETCFG_LINK_NETNS_FD);
	assert_int_equal(netcfg_veth_create(nc, "a", "b", NULL, config), -EBADF);
	assert_says(nc, ": peer.netns_fd 9999");
	config = LINK_CONFIG(.netns_pid = -1, .flags = NETCFG_LINK_NETNS_PID);
	assert_int_equal(netcfg_veth_create(nc, "a", "b", config, NULL), -EINVAL);
	assert_says(nc, ": link.netns_pid -1");
	assert_int_equal(netcfg_link_move(nc, "a", 9999, NULL), -EBADF);
	assert_says(nc, ": netns_fd 9999");
	assert_no_change_sent();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(which_end),
		handle_test(dummy_alone),
		handle_test(b20_dummy_zeroes_that_are_meant),
		handle_test(dummy_numbers_without_flags),
		handle_test(veth_indexes),
		handle_test(veth_everything_on_both_ends),
		handle_test(veth_ends_in_other_namespaces),
		handle_test(vlan_everything),
		handle_test(vlan_alone),
		handle_test(vlan_full_maps),
		handle_test(b35_taken_here_but_not_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
