/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The kinds' own attributes, of the width the kernel wants, and what a create leaves for later. */
#include <net/if.h>

#include <linux/veth.h>

#include "unit/support/unit.h"

#define CREATE (NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL)

struct kind_nests {
	size_t info, data;
};

static void begin_create(struct packet *m, const struct ifinfomsg *ifi, const char *name)
{
	static const struct ifinfomsg none;

	packet_begin(m, RTM_NEWLINK, CREATE, ifi ? ifi : &none, sizeof(none));
	packet_string(m, IFLA_IFNAME, name);
}

static struct kind_nests begin_kind(struct packet *m, const char *kind)
{
	struct kind_nests n;

	n.info = packet_nest(m, IFLA_LINKINFO);
	packet_string(m, IFLA_INFO_KIND, kind);
	n.data = packet_nest(m, IFLA_INFO_DATA);
	return n;
}

static void end_kind(struct packet *m, struct kind_nests n)
{
	packet_nest_end(m, n.data);
	packet_nest_end(m, n.info);
}

/* A kind of which nothing more is said: no empty IFLA_INFO_DATA. */
static void put_bare_kind(struct packet *m, const char *kind)
{
	const size_t info = packet_nest(m, IFLA_LINKINFO);

	packet_string(m, IFLA_INFO_KIND, kind);
	packet_nest_end(m, info);
}

static void bridge_everything(void **state)
{
	struct packet want;
	struct kind_nests n;

	assert_int_equal(
		netcfg_bridge_create(
			*state, "br0",
			BRIDGE_CONFIG(.flags = NETCFG_BRIDGE_VLAN_FILTERING | NETCFG_BRIDGE_STP |
					       NETCFG_BRIDGE_NO_MULTICAST_SNOOPING |
					       NETCFG_BRIDGE_FORWARD_DELAY |
					       NETCFG_BRIDGE_AGEING_TIME,
				      .forward_delay = 3000, .ageing_time = UINT32_MAX,
				      .group_fwd_mask = 0xfff8),
			NULL),
		0);
	begin_create(&want, NULL, "br0");
	n = begin_kind(&want, "bridge");
	packet_u32(&want, IFLA_BR_FORWARD_DELAY, 3000);
	packet_u32(&want, IFLA_BR_AGEING_TIME, UINT32_MAX);
	packet_u32(&want, IFLA_BR_STP_STATE, 1);
	packet_u8(&want, IFLA_BR_VLAN_FILTERING, 1);
	packet_u16(&want, IFLA_BR_GROUP_FWD_MASK, 0xfff8);
	packet_u8(&want, IFLA_BR_MCAST_SNOOPING, 0);
	end_kind(&want, n);
	assert_sent(RTM_NEWLINK, 0, &want);
	assert_int_equal(fake_count(0), 1);
}

/* The other way round, and 0 where it is meant. */
static void bridge_off(void **state)
{
	struct packet want;
	struct kind_nests n;

	assert_int_equal(
		netcfg_bridge_create(
			*state, "br0",
			BRIDGE_CONFIG(.flags = NETCFG_BRIDGE_NO_VLAN_FILTERING |
					       NETCFG_BRIDGE_NO_STP |
					       NETCFG_BRIDGE_MULTICAST_SNOOPING |
					       NETCFG_BRIDGE_FORWARD_DELAY |
					       NETCFG_BRIDGE_AGEING_TIME),
			NULL),
		0);
	begin_create(&want, NULL, "br0");
	n = begin_kind(&want, "bridge");
	packet_u32(&want, IFLA_BR_FORWARD_DELAY, 0);
	packet_u32(&want, IFLA_BR_AGEING_TIME, 0);
	packet_u32(&want, IFLA_BR_STP_STATE, 0);
	packet_u8(&want, IFLA_BR_VLAN_FILTERING, 0);
	packet_u8(&want, IFLA_BR_MCAST_SNOOPING, 1);
	end_kind(&want, n);
	assert_sent(RTM_NEWLINK, 0, &want);
}

static void bridge_alone(void **state)
{
	struct packet want;

	assert_int_equal(netcfg_bridge_create(*state, "br0", NULL, NULL), 0);
	begin_create(&want, NULL, "br0");
	put_bare_kind(&want, "bridge");
	assert_sent(RTM_NEWLINK, 0, &want);
}

/* Of a bridge that is there: by name, nothing is made, and only the options are said. */
static void bridge_change(void **state)
{
	static const struct ifinfomsg none;
	struct packet want;
	struct kind_nests n;

	assert_int_equal(netcfg_bridge_set(*state, "br0",
					   BRIDGE_CONFIG(.flags = NETCFG_BRIDGE_STP |
								  NETCFG_BRIDGE_AGEING_TIME,
							 .ageing_time = 500)),
			 0);
	packet_begin(&want, RTM_NEWLINK, NLM_F_REQUEST | NLM_F_ACK, &none, sizeof(none));
	packet_string(&want, IFLA_IFNAME, "br0");
	n = begin_kind(&want, "bridge");
	packet_u32(&want, IFLA_BR_AGEING_TIME, 500);
	packet_u32(&want, IFLA_BR_STP_STATE, 1);
	end_kind(&want, n);
	assert_sent(RTM_NEWLINK, 0, &want);
	assert_int_equal(fake_count(0), 1);
	assert_int_equal(netcfg_bridge_set(*state, "br0", BRIDGE_CONFIG(.flags = 1u << 30)),
			 -EINVAL);
	assert_int_equal(netcfg_bridge_set(*state, "", NULL), -EINVAL);
	assert_int_equal(fake_count(0), 1);
}

static void ifb(void **state)
{
	struct packet want;

	assert_int_equal(netcfg_ifb_create(*state, "ifb0", NULL), 0);
	begin_create(&want, NULL, "ifb0");
	put_bare_kind(&want, "ifb");
	assert_sent(RTM_NEWLINK, 0, &want);
}

static void macvlan(void **state)
{
	struct packet want;
	struct kind_nests n;

	fake_link("eth0", 70000);
	assert_int_equal(netcfg_macvlan_create(*state, "m", "eth0",
					       MACVLAN_CONFIG(.mode = NETCFG_MACVLAN_PASSTHRU,
							      .flags = NETCFG_MACVLAN_NOPROMISC),
					       NULL),
			 0);
	begin_create(&want, NULL, "m");
	packet_u32(&want, IFLA_LINK, 70000);
	n = begin_kind(&want, "macvlan");
	packet_u32(&want, IFLA_MACVLAN_MODE, MACVLAN_MODE_PASSTHRU);
	packet_u16(&want, IFLA_MACVLAN_FLAGS, MACVLAN_FLAG_NOPROMISC);
	end_kind(&want, n);
	assert_sent(RTM_NEWLINK, 0, &want);
	/* What is not said is the kernel's affair. */
	assert_int_equal(netcfg_macvlan_create(*state, "m", "eth0", NULL, NULL), 0);
	begin_create(&want, NULL, "m");
	packet_u32(&want, IFLA_LINK, 70000);
	put_bare_kind(&want, "macvlan");
	assert_sent(RTM_NEWLINK, 1, &want);
}

static void macvlan_modes_are_the_kernels(void **state)
{
	(void)state;
	assert_int_equal(NETCFG_MACVLAN_PRIVATE, MACVLAN_MODE_PRIVATE);
	assert_int_equal(NETCFG_MACVLAN_VEPA, MACVLAN_MODE_VEPA);
	assert_int_equal(NETCFG_MACVLAN_BRIDGE, MACVLAN_MODE_BRIDGE);
	assert_int_equal(NETCFG_MACVLAN_PASSTHRU, MACVLAN_MODE_PASSTHRU);
	assert_int_equal(NETCFG_MACVLAN_SOURCE, MACVLAN_MODE_SOURCE);
}

static void vxlan_alone(void **state)
{
	const uint8_t port[2] = { 4789 >> 8, 4789 & 0xff };
	struct packet want;
	struct kind_nests n;

	assert_int_equal(netcfg_vxlan_create(*state, "vx", 0, NULL, NULL), 0);
	begin_create(&want, NULL, "vx");
	n = begin_kind(&want, "vxlan");
	packet_u32(&want, IFLA_VXLAN_ID, 0);
	packet_attr(&want, IFLA_VXLAN_PORT, port, sizeof(port));
	end_kind(&want, n);
	assert_sent(RTM_NEWLINK, 0, &want);
}

static void vxlan_ipv4(void **state)
{
	const uint8_t local[] = { 192, 0, 2, 1 }, group[] = { 239, 1, 2, 3 }, port[] = { 0x12, 0x34 };
	struct packet want;
	struct kind_nests n;

	fake_link("eth0", 70000);
	assert_int_equal(netcfg_vxlan_create(*state, "vx", 0xffffff,
					     VXLAN_CONFIG(.local = "192.0.2.1",
							  .group = "239.1.2.3", .dev = "eth0",
							  .port = 0x1234, .ttl = 255, .tos = 254,
							  .flags = NETCFG_VXLAN_NO_LEARNING),
					     NULL),
			 0);
	begin_create(&want, NULL, "vx");
	n = begin_kind(&want, "vxlan");
	packet_u32(&want, IFLA_VXLAN_ID, 0xffffff);
	packet_attr(&want, IFLA_VXLAN_LOCAL, local, sizeof(local));
	packet_attr(&want, IFLA_VXLAN_GROUP, group, sizeof(group));
	packet_u32(&want, IFLA_VXLAN_LINK, 70000);
	packet_attr(&want, IFLA_VXLAN_PORT, port, sizeof(port));
	packet_u8(&want, IFLA_VXLAN_TTL, 255);
	packet_u8(&want, IFLA_VXLAN_TOS, 254);
	packet_u8(&want, IFLA_VXLAN_LEARNING, 0);
	end_kind(&want, n);
	assert_sent(RTM_NEWLINK, 0, &want);
}

static void vxlan_ipv6(void **state)
{
	const uint8_t local[16] = { 0x20, 1, 0xd, 0xb8, [15] = 1 };
	const uint8_t remote[16] = { 0x20, 1, 0xd, 0xb8, [15] = 2 };
	const uint8_t port[2] = { 4789 >> 8, 4789 & 0xff };
	struct packet want;
	struct kind_nests n;

	assert_int_equal(
		netcfg_vxlan_create(
			*state, "vx", 5,
			VXLAN_CONFIG(.local = "2001:db8::1", .remote = "2001:db8::2",
				     .flags = NETCFG_VXLAN_LEARNING | NETCFG_VXLAN_TTL_INHERIT |
					      NETCFG_VXLAN_TOS_INHERIT |
					      NETCFG_VXLAN_UDP6_ZERO_CSUM_TX |
					      NETCFG_VXLAN_UDP6_ZERO_CSUM_RX),
			NULL),
		0);
	begin_create(&want, NULL, "vx");
	n = begin_kind(&want, "vxlan");
	packet_u32(&want, IFLA_VXLAN_ID, 5);
	packet_attr(&want, IFLA_VXLAN_LOCAL6, local, sizeof(local));
	packet_attr(&want, IFLA_VXLAN_GROUP6, remote, sizeof(remote));
	packet_attr(&want, IFLA_VXLAN_PORT, port, sizeof(port));
	packet_u8(&want, IFLA_VXLAN_LEARNING, 1);
	packet_attr(&want, IFLA_VXLAN_TTL_INHERIT, NULL, 0);
	packet_u8(&want, IFLA_VXLAN_TOS, 1);
	packet_u8(&want, IFLA_VXLAN_UDP_ZERO_CSUM6_TX, 1);
	packet_u8(&want, IFLA_VXLAN_UDP_ZERO_CSUM6_RX, 1);
	end_kind(&want, n);
	assert_sent(RTM_NEWLINK, 0, &want);
}

static void ipvlan(void **state)
{
	struct packet want;
	struct kind_nests n;
	uint32_t mode;

	fake_link("eth0", 70000);
	for (mode = NETCFG_IPVLAN_L2; mode <= NETCFG_IPVLAN_L3S; mode++) {
		const bool vepa = mode == NETCFG_IPVLAN_L3S;

		assert_int_equal(
			netcfg_ipvlan_create(*state, "i", "eth0",
					     IPVLAN_CONFIG(.mode = mode,
							   .flags = vepa ? NETCFG_IPVLAN_VEPA
									 : NETCFG_IPVLAN_PRIVATE),
					     NULL),
			0);
		begin_create(&want, NULL, "i");
		packet_u32(&want, IFLA_LINK, 70000);
		n = begin_kind(&want, "ipvlan");
		packet_u16(&want, IFLA_IPVLAN_MODE, (uint16_t)(IPVLAN_MODE_L2 + mode - 1));
		packet_u16(&want, IFLA_IPVLAN_FLAGS, vepa ? IPVLAN_F_VEPA : IPVLAN_F_PRIVATE);
		end_kind(&want, n);
		assert_sent(RTM_NEWLINK, mode - 1, &want);
	}
	assert_int_equal(netcfg_ipvlan_create(*state, "i", "eth0", NULL, NULL), 0);
	begin_create(&want, NULL, "i");
	packet_u32(&want, IFLA_LINK, 70000);
	put_bare_kind(&want, "ipvlan");
	assert_sent(RTM_NEWLINK, 3, &want);
}

static void vrf(void **state)
{
	struct packet want;
	struct kind_nests n;

	assert_int_equal(netcfg_vrf_create(*state, "r", UINT32_MAX, NULL), 0);
	begin_create(&want, NULL, "r");
	n = begin_kind(&want, "vrf");
	packet_u32(&want, IFLA_VRF_TABLE, UINT32_MAX);
	end_kind(&want, n);
	assert_sent(RTM_NEWLINK, 0, &want);
}

static void bond(void **state)
{
	struct packet want;
	struct kind_nests n;

	assert_int_equal(
		netcfg_bond_create(*state, "bo",
				   BOND_CONFIG(.mode = NETCFG_BOND_8023AD, .miimon = INT_MAX,
					       .lacp_rate = NETCFG_BOND_LACP_FAST,
					       .xmit_hash_policy = NETCFG_BOND_XMIT_VLAN_SRCMAC,
					       .flags = NETCFG_BOND_MIIMON),
				   NULL),
		0);
	begin_create(&want, NULL, "bo");
	n = begin_kind(&want, "bond");
	packet_u8(&want, IFLA_BOND_MODE, 4);
	packet_u32(&want, IFLA_BOND_MIIMON, INT_MAX);
	packet_u8(&want, IFLA_BOND_XMIT_HASH_POLICY, 5);
	packet_u8(&want, IFLA_BOND_AD_LACP_RATE, 1);
	end_kind(&want, n);
	assert_sent(RTM_NEWLINK, 0, &want);
	/* The first of each, and a 0 that is meant. */
	assert_int_equal(netcfg_bond_create(*state, "bo",
					    BOND_CONFIG(.mode = NETCFG_BOND_BALANCE_RR,
							.lacp_rate = NETCFG_BOND_LACP_SLOW,
							.xmit_hash_policy = NETCFG_BOND_XMIT_LAYER2,
							.flags = NETCFG_BOND_MIIMON),
					    NULL),
			 0);
	begin_create(&want, NULL, "bo");
	n = begin_kind(&want, "bond");
	packet_u8(&want, IFLA_BOND_MODE, 0);
	packet_u32(&want, IFLA_BOND_MIIMON, 0);
	packet_u8(&want, IFLA_BOND_XMIT_HASH_POLICY, 0);
	packet_u8(&want, IFLA_BOND_AD_LACP_RATE, 0);
	end_kind(&want, n);
	assert_sent(RTM_NEWLINK, 1, &want);
	assert_int_equal(netcfg_bond_create(*state, "bo", BOND_CONFIG(.miimon = 5), NULL), 0);
	begin_create(&want, NULL, "bo");
	put_bare_kind(&want, "bond");
	assert_sent(RTM_NEWLINK, 2, &want);
}

/* Only in the header, of the end that is to have it, and never with an up flag for the peer. */
static void state_bits(void **state)
{
	const struct ifinfomsg near = { .ifi_flags = IFF_NOARP | IFF_UP,
					.ifi_change = IFF_NOARP | IFF_MULTICAST | IFF_UP };
	const struct ifinfomsg far = { .ifi_flags = IFF_PROMISC | IFF_MULTICAST,
				       .ifi_change = IFF_PROMISC | IFF_MULTICAST | IFF_ALLMULTI };
	struct packet want;
	struct kind_nests n;
	size_t peer;

	assert_int_equal(netcfg_veth_create(
				 *state, "a", "b",
				 LINK_CONFIG(.flags = NETCFG_LINK_UP,
					     .state_on = NETCFG_LINK_STATE_NOARP,
					     .state_off = NETCFG_LINK_STATE_MULTICAST),
				 LINK_CONFIG(.state_on = NETCFG_LINK_STATE_PROMISC |
							 NETCFG_LINK_STATE_MULTICAST,
					     .state_off = NETCFG_LINK_STATE_ALLMULTI)),
			 0);
	begin_create(&want, &near, "a");
	n = begin_kind(&want, "veth");
	peer = packet_nest(&want, VETH_INFO_PEER);
	packet_raw(&want, &far, sizeof(far));
	packet_string(&want, IFLA_IFNAME, "b");
	packet_nest_end(&want, peer);
	end_kind(&want, n);
	assert_sent(RTM_NEWLINK, 0, &want);
	assert_int_equal(fake_count(0), 1);
}

static void put_mode(struct packet *m, uint8_t mode)
{
	const size_t spec = packet_nest(m, IFLA_AF_SPEC);
	const size_t inet6 = packet_nest(m, AF_INET6 | NLA_F_NESTED);

	packet_u8(m, IFLA_INET6_ADDR_GEN_MODE, mode);
	packet_nest_end(m, inet6);
	packet_nest_end(m, spec);
}

/* The mode where the kernel takes it, and the link comes up after that. */
static void mode_then_up(void **state)
{
	static const struct ifinfomsg none;
	const struct ifinfomsg up = { .ifi_flags = IFF_UP, .ifi_change = IFF_UP };
	const struct ifinfomsg noarp = { .ifi_flags = IFF_NOARP, .ifi_change = IFF_NOARP };
	struct packet want;

	assert_int_equal(
		netcfg_bridge_create(*state, "br0", NULL,
				     LINK_CONFIG(.alias = "x",
						 .addr_gen_mode = NETCFG_ADDR_GEN_NONE,
						 .state_on = NETCFG_LINK_STATE_NOARP,
						 .flags = NETCFG_LINK_UP |
							  NETCFG_LINK_ADDR_GEN_MODE)),
		0);
	begin_create(&want, &noarp, "br0");
	put_bare_kind(&want, "bridge");
	packet_header(&want)->nlmsg_flags |= NLM_F_ECHO;
	assert_sent(RTM_NEWLINK, 0, &want);
	/* In one send, so only the last asks for an ack. */
	packet_begin(&want, RTM_SETLINK, NLM_F_REQUEST, &none, sizeof(none));
	packet_string(&want, IFLA_IFNAME, "br0");
	packet_attr(&want, IFLA_IFALIAS, "x", 1);
	put_mode(&want, 1);
	assert_sent(RTM_SETLINK, 0, &want);
	packet_begin(&want, RTM_SETLINK, NLM_F_REQUEST | NLM_F_ACK, &up, sizeof(up));
	packet_string(&want, IFLA_IFNAME, "br0");
	assert_sent(RTM_SETLINK, 1, &want);
	assert_int_equal(fake_count(0), 3);
}

/* Of a link that is there: one request. */
static void mode_in_a_change(void **state)
{
	const struct ifinfomsg bits = { .ifi_flags = IFF_ALLMULTI,
					.ifi_change = IFF_ALLMULTI | IFF_NOARP };
	struct packet want;

	assert_int_equal(netcfg_link_set(*state, "v0",
					 LINK_CONFIG(.state_on = NETCFG_LINK_STATE_ALLMULTI,
						     .state_off = NETCFG_LINK_STATE_NOARP,
						     .addr_gen_mode = NETCFG_ADDR_GEN_EUI64,
						     .flags = NETCFG_LINK_ADDR_GEN_MODE)),
			 0);
	packet_begin(&want, RTM_SETLINK, NLM_F_REQUEST | NLM_F_ACK, &bits, sizeof(bits));
	packet_string(&want, IFLA_IFNAME, "v0");
	put_mode(&want, 0);
	assert_sent(RTM_SETLINK, 0, &want);
	assert_int_equal(fake_count(0), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(bridge_everything),
		handle_test(bridge_off),
		handle_test(bridge_alone),
		handle_test(bridge_change),
		handle_test(ifb),
		handle_test(macvlan),
		cmocka_unit_test(macvlan_modes_are_the_kernels),
		handle_test(vxlan_alone),
		handle_test(vxlan_ipv4),
		handle_test(vxlan_ipv6),
		handle_test(ipvlan),
		handle_test(vrf),
		handle_test(bond),
		handle_test(state_bits),
		handle_test(mode_then_up),
		handle_test(mode_in_a_change),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
