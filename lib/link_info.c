/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "link_info.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>

#include "handle.h"
#include "mac.h"
#include "names.h"
#include "parse.h"
#include "request.h"

static void read_vlan(struct nlattr *data, struct netcfg_link_info *info)
{
	struct nlattr *tb[IFLA_VLAN_MAX + 1];

	parse_nested(data, tb, IFLA_VLAN_MAX);
	info->vlan_id = parse_u16(tb[IFLA_VLAN_ID], 0);
	/* Kernels before 3.10 have no protocol: it is 802.1Q. */
	info->vlan_protocol = ntohs(parse_u16(tb[IFLA_VLAN_PROTOCOL], htons(0x8100)));
}

/* Kinds that come in pairs (drivers/net: veth.c, netkit.c, can/vxcan.c). */
bool link_kind_is_pair(const char *kind)
{
	return strcmp(kind, "veth") == 0 || strcmp(kind, "netkit") == 0 ||
	       strcmp(kind, "vxcan") == 0;
}

/* Kinds that are nothing without a parent. */
static bool has_parent(const char *kind)
{
	static const char *const kinds[] = { "vlan",   "macvlan", "macvtap",
					     "ipvlan", "ipvtap",  "macsec" };
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		if (strcmp(kind, kinds[i]) == 0)
			return true;
	}
	return false;
}

/* IFLA_LINK is the parent, but for one of a pair the other end. */
static void read_kind(struct nlattr *linkinfo, int32_t link, struct netcfg_link_info *info)
{
	struct nlattr *tb[IFLA_INFO_MAX + 1];

	parse_nested(linkinfo, tb, IFLA_INFO_MAX);
	parse_string(tb[IFLA_INFO_KIND], info->kind, sizeof(info->kind));
	if (link_kind_is_pair(info->kind))
		info->peer = link;
	/* Others say that they are their own; in another namespace these numbers may be equal. */
	else if (link != info->ifindex || has_parent(info->kind))
		info->parent = link;
	if (strcmp(info->kind, "vlan") == 0)
		read_vlan(tb[IFLA_INFO_DATA], info);
}

static void read_numbers(struct nlattr *const tb[], struct netcfg_link_info *info)
{
	info->operstate = parse_u8(tb[IFLA_OPERSTATE], NETCFG_OPERSTATE_UNKNOWN);
	info->mtu = parse_u32(tb[IFLA_MTU], 0);
	info->master = parse_s32(tb[IFLA_MASTER], 0);
	info->link_netnsid = parse_s32(tb[IFLA_LINK_NETNSID], -1);
	info->group = parse_u32(tb[IFLA_GROUP], 0);
	info->tx_queue_len = parse_u32(tb[IFLA_TXQLEN], 0);
	info->num_tx_queues = parse_u32(tb[IFLA_NUM_TX_QUEUES], 0);
	info->num_rx_queues = parse_u32(tb[IFLA_NUM_RX_QUEUES], 0);
}

int link_info_parse(const struct nlmsghdr *h, struct netcfg_link_info *info)
{
	struct nlattr *tb[IFLA_MAX + 1];
	const struct ifinfomsg *ifi = nlmsg_data(h);
	int err;

	if (h->nlmsg_type != RTM_NEWLINK)
		return -EBADMSG;
	err = parse_message(h, sizeof(*ifi), tb, IFLA_MAX);
	if (err < 0)
		return err;
	if (ifi->ifi_index <= 0)
		return -EBADMSG;
	memset(info, 0, sizeof(*info));
	info->size = sizeof(*info);
	info->ifindex = ifi->ifi_index;
	info->flags = ifi->ifi_flags;
	parse_string(tb[IFLA_IFNAME], info->name, sizeof(info->name));
	parse_string(tb[IFLA_IFALIAS], info->alias, sizeof(info->alias));
	if (tb[IFLA_ADDRESS])
		mac_format(nla_data(tb[IFLA_ADDRESS]), (size_t)nla_len(tb[IFLA_ADDRESS]), info->mac,
			   sizeof(info->mac));
	read_numbers(tb, info);
	read_kind(tb[IFLA_LINKINFO], parse_s32(tb[IFLA_LINK], 0), info);
	return 0;
}

static int take_info(const struct nlmsghdr *h, void *arg)
{
	return link_info_parse(h, arg);
}

int link_info_read(struct netcfg *nc, struct socket *s, int ifindex, const char *name,
		   struct netcfg_link_info *info)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC, .ifi_index = ifindex };
	struct request r;
	int err;

	request_begin(&r, nc, RTM_GETLINK, 0, &ifi, sizeof(ifi));
	if (!ifindex)
		name_put(&r, name);
	request_put_u32(&r, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
	err = request_get(&r, s, take_info, info);
	return err == -ENODATA ? -ENODEV : err;
}
