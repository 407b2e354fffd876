/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "link_merge.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "link_info.h"
#include "parse.h"

/*
 * Is this all there is to say of the link? Then no master in it means that it
 * has none. Every complete message has these two; a wireless driver's has a
 * name and its own data.
 */
static bool is_complete(struct nlattr *const tb[])
{
	return tb[IFLA_MTU] && tb[IFLA_OPERSTATE];
}

/* What every complete message has, if the link has it. */
static void keep_unsaid(struct nlattr *const tb[], const struct netcfg_link_info *known,
			struct netcfg_link_info *info)
{
	if (!tb[IFLA_IFNAME])
		memcpy(info->name, known->name, sizeof(info->name));
	if (!tb[IFLA_ADDRESS])
		memcpy(info->mac, known->mac, sizeof(info->mac));
	info->operstate = parse_u8(tb[IFLA_OPERSTATE], (uint8_t)known->operstate);
	info->mtu = parse_u32(tb[IFLA_MTU], known->mtu);
	info->group = parse_u32(tb[IFLA_GROUP], known->group);
	info->tx_queue_len = parse_u32(tb[IFLA_TXQLEN], known->tx_queue_len);
	info->num_tx_queues = parse_u32(tb[IFLA_NUM_TX_QUEUES], known->num_tx_queues);
	info->num_rx_queues = parse_u32(tb[IFLA_NUM_RX_QUEUES], known->num_rx_queues);
}

/* No link becomes one of another kind. What IFLA_LINK is depends on the kind. */
static void keep_kind(struct nlattr *const tb[], const struct netcfg_link_info *known,
		      struct netcfg_link_info *info)
{
	if (tb[IFLA_LINKINFO])
		return;
	memcpy(info->kind, known->kind, sizeof(info->kind));
	info->vlan_id = known->vlan_id;
	info->vlan_protocol = known->vlan_protocol;
	if (link_kind_is_pair(known->kind)) {
		info->peer = info->parent;
		info->parent = 0;
	}
}

/* What a complete message leaves out where there is none. */
static void keep_absent(struct nlattr *const tb[], const struct netcfg_link_info *known,
			struct netcfg_link_info *info)
{
	info->master = parse_s32(tb[IFLA_MASTER], known->master);
	info->link_netnsid = parse_s32(tb[IFLA_LINK_NETNSID], known->link_netnsid);
	if (!tb[IFLA_IFALIAS])
		memcpy(info->alias, known->alias, sizeof(info->alias));
	if (!tb[IFLA_LINK]) {
		info->parent = known->parent;
		info->peer = known->peer;
	}
}

int link_info_merge(const struct nlmsghdr *h, const struct netcfg_link_info *known,
		    struct netcfg_link_info *ret_info)
{
	struct nlattr *tb[IFLA_MAX + 1];
	int err = link_info_parse(h, ret_info);

	if (err)
		return err;
	parse_message(h, sizeof(struct ifinfomsg), tb, IFLA_MAX);
	if (!known)
		return is_complete(tb) && tb[IFLA_IFNAME] ? 0 : -EBADMSG;
	keep_unsaid(tb, known, ret_info);
	keep_kind(tb, known, ret_info);
	if (!is_complete(tb))
		keep_absent(tb, known, ret_info);
	return 0;
}
