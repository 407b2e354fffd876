/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "raw_link.h"

#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>

#include "raw.h"

#define NEW_FLAGS (NLM_F_CREATE | NLM_F_EXCL)

static void begin_link(struct raw_batch *b, uint16_t type, uint16_t flags, const char *name)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };

	raw_begin(b, type, flags, &ifi, sizeof(ifi));
	if (name)
		raw_put_text(b, IFLA_IFNAME, name);
}

static void put_one_queue(struct raw_batch *b)
{
	raw_put_u32(b, IFLA_NUM_TX_QUEUES, 1);
	raw_put_u32(b, IFLA_NUM_RX_QUEUES, 1);
}

static void put_group(struct raw_batch *b, uint32_t group)
{
	if (group)
		raw_put_u32(b, IFLA_GROUP, group);
}

static void put_pair(struct raw_batch *b, const char *peer, int netns)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };
	const size_t info = raw_nest(b, IFLA_LINKINFO);
	size_t data, end;

	raw_put_text(b, IFLA_INFO_KIND, "veth");
	data = raw_nest(b, IFLA_INFO_DATA);
	end = raw_nest(b, VETH_INFO_PEER);
	raw_put_header(b, &ifi, sizeof(ifi));
	raw_put_text(b, IFLA_IFNAME, peer);
	if (netns >= 0)
		raw_put_u32(b, IFLA_NET_NS_FD, (uint32_t)netns);
	put_one_queue(b);
	raw_nest_end(b, end);
	raw_nest_end(b, data);
	raw_nest_end(b, info);
}

void raw_put_veth(struct raw_batch *b, const char *name, const char *peer, uint32_t group)
{
	begin_link(b, RTM_NEWLINK, NEW_FLAGS, name);
	put_group(b, group);
	put_one_queue(b);
	put_pair(b, peer, -1);
}

void raw_put_veth_to(struct raw_batch *b, const char *name, const char *peer, int netns)
{
	begin_link(b, RTM_NEWLINK, NEW_FLAGS, name);
	put_one_queue(b);
	put_pair(b, peer, netns);
}

static void put_kind(struct raw_batch *b, const char *kind)
{
	const size_t info = raw_nest(b, IFLA_LINKINFO);

	raw_put_text(b, IFLA_INFO_KIND, kind);
	raw_nest_end(b, info);
}

void raw_put_dummy(struct raw_batch *b, const char *name, uint32_t group)
{
	begin_link(b, RTM_NEWLINK, NEW_FLAGS, name);
	put_group(b, group);
	put_kind(b, "dummy");
}

void raw_put_bridge(struct raw_batch *b, const char *name)
{
	begin_link(b, RTM_NEWLINK, NEW_FLAGS, name);
	put_kind(b, "bridge");
}

void raw_put_vlan(struct raw_batch *b, const char *name, int parent, int id, uint32_t group)
{
	const uint16_t vlan_id = (uint16_t)id;
	size_t info, data;

	begin_link(b, RTM_NEWLINK, NEW_FLAGS, name);
	raw_put_u32(b, IFLA_LINK, (uint32_t)parent);
	put_group(b, group);
	info = raw_nest(b, IFLA_LINKINFO);
	raw_put_text(b, IFLA_INFO_KIND, "vlan");
	data = raw_nest(b, IFLA_INFO_DATA);
	raw_put(b, IFLA_VLAN_ID, &vlan_id, sizeof(vlan_id));
	raw_nest_end(b, data);
	raw_nest_end(b, info);
}

void raw_put_set_group(struct raw_batch *b, const char *name, uint32_t group)
{
	begin_link(b, RTM_SETLINK, 0, name);
	raw_put_u32(b, IFLA_GROUP, group);
}

void raw_put_set_mtu(struct raw_batch *b, const char *name, uint32_t mtu)
{
	begin_link(b, RTM_SETLINK, 0, name);
	raw_put_u32(b, IFLA_MTU, mtu);
}

void raw_put_set_up(struct raw_batch *b, const char *name)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC,
				       .ifi_flags = IFF_UP,
				       .ifi_change = IFF_UP };

	raw_begin(b, RTM_SETLINK, 0, &ifi, sizeof(ifi));
	raw_put_text(b, IFLA_IFNAME, name);
}

void raw_put_set_name(struct raw_batch *b, const char *name, const char *new_name)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC,
				       .ifi_index = (int)if_nametoindex(name) };

	raw_begin(b, RTM_SETLINK, 0, &ifi, sizeof(ifi));
	raw_put_text(b, IFLA_IFNAME, new_name);
}

void raw_put_delete_group(struct raw_batch *b, uint32_t group)
{
	begin_link(b, RTM_DELLINK, 0, NULL);
	raw_put_u32(b, IFLA_GROUP, group);
}

void raw_put_delete(struct raw_batch *b, const char *name)
{
	begin_link(b, RTM_DELLINK, 0, name);
}

void raw_put_addr(struct raw_batch *b, int ifindex, int family, const void *address,
		  uint8_t prefix_length)
{
	const struct ifaddrmsg ifa = { .ifa_family = (uint8_t)family,
				       .ifa_prefixlen = prefix_length,
				       .ifa_index = (unsigned int)ifindex };
	const size_t length = family == AF_INET ? sizeof(struct in_addr) : sizeof(struct in6_addr);

	raw_begin(b, RTM_NEWADDR, NEW_FLAGS, &ifa, sizeof(ifa));
	raw_put(b, IFA_LOCAL, address, length);
	raw_put(b, IFA_ADDRESS, address, length);
}

void raw_put_gateway(struct raw_batch *b, int ifindex, int family, const void *gateway)
{
	const struct rtmsg rtm = { .rtm_family = (uint8_t)family,
				   .rtm_table = RT_TABLE_MAIN,
				   .rtm_protocol = RTPROT_BOOT,
				   .rtm_scope = RT_SCOPE_UNIVERSE,
				   .rtm_type = RTN_UNICAST };
	const size_t length = family == AF_INET ? sizeof(struct in_addr) : sizeof(struct in6_addr);

	raw_begin(b, RTM_NEWROUTE, NEW_FLAGS, &rtm, sizeof(rtm));
	raw_put(b, RTA_GATEWAY, gateway, length);
	raw_put_u32(b, RTA_OIF, (uint32_t)ifindex);
}
