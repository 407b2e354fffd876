/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Not with libnl-route's rtnl_route: that one (3.7) has no nexthop object, no
 * preference and no expiry time.
 */
#include "route_info.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>

#include "list.h"
#include "parse.h"

int route_info_is_route(const struct nlmsghdr *h)
{
	const struct rtmsg *rtm = nlmsg_data(h);

	if (!nlmsg_valid_hdr(h, sizeof(*rtm)))
		return -EBADMSG;
	if (rtm->rtm_flags & RTM_F_CLONED)
		return 0;
	return rtm->rtm_family == AF_INET || rtm->rtm_family == AF_INET6;
}

static int address_len(int family)
{
	return family == AF_INET6 ? 16 : 4;
}

/* An attribute that is an address of a family, whole and nothing more; absent: "". */
static int read_address(int family, const struct nlattr *attr, char *text)
{
	text[0] = '\0';
	if (!attr)
		return 0;
	if (nla_len(attr) != address_len(family))
		return -EBADMSG;
	inet_ntop(family, nla_data(attr), text, NETCFG_ROUTE_TEXT_SIZE);
	return 0;
}

static int read_destination(const struct rtmsg *rtm, const struct nlattr *attr,
			    struct netcfg_route_info *info)
{
	static const uint8_t zero[16];

	if (rtm->rtm_dst_len > address_len(rtm->rtm_family) * 8)
		return -EBADMSG;
	if (attr)
		return read_address(rtm->rtm_family, attr, info->destination);
	if (rtm->rtm_dst_len)
		return -EBADMSG;
	inet_ntop(rtm->rtm_family, zero, info->destination, sizeof(info->destination));
	return 0;
}

/* struct rtvia: a family of 16 bits, then the address. A family that is not known has no text. */
static int read_other_via(const struct nlattr *attr, char *text, uint32_t *family)
{
	uint16_t other = parse_u16(attr, 0);

	if (nla_len(attr) < (int)sizeof(other))
		return -EBADMSG;
	*family = other;
	if (other != AF_INET && other != AF_INET6)
		return 0;
	if (nla_len(attr) != (int)sizeof(other) + address_len(other))
		return -EBADMSG;
	inet_ntop(other, (const char *)nla_data(attr) + sizeof(other), text,
		  NETCFG_ROUTE_TEXT_SIZE);
	return 0;
}

/* The gateway of a route or of one of its hops. */
static int read_via(int family, struct nlattr *const tb[], char *text, uint32_t *via_family)
{
	text[0] = '\0';
	*via_family = 0;
	if (tb[RTA_VIA])
		return read_other_via(tb[RTA_VIA], text, via_family);
	if (tb[RTA_GATEWAY])
		*via_family = (uint32_t)family;
	return read_address(family, tb[RTA_GATEWAY], text);
}

static void read_metrics(const struct nlattr *nest, struct netcfg_route_info *info)
{
	struct nlattr *tb[RTAX_MAX + 1];

	parse_nested(nest, tb, RTAX_MAX);
	info->mtu = parse_u32(tb[RTAX_MTU], 0);
	info->advmss = parse_u32(tb[RTAX_ADVMSS], 0);
	info->mtu_locked = parse_u32(tb[RTAX_LOCK], 0) >> RTAX_MTU & 1;
}

/* Ticks of the clock that user space is told of, as seconds that are at least as long. */
static uint32_t read_expires(const struct nlattr *attr)
{
	struct rta_cacheinfo times;
	const long ticks = sysconf(_SC_CLK_TCK);

	if (!attr || nla_len(attr) < (int)sizeof(times) || ticks <= 0)
		return 0;
	memcpy(&times, nla_data(attr), sizeof(times));
	if (times.rta_expires < 0) /* it is about to go */
		return 1;
	return (uint32_t)((times.rta_expires + ticks - 1) / ticks);
}

static int read_hop(int family, const struct rtnexthop *head, struct netcfg_route_hop_info *hop)
{
	struct nlattr *tb[RTA_MAX + 1];

	memset(tb, 0, sizeof(tb));
	nla_parse(tb, RTA_MAX, (struct nlattr *)(uintptr_t)(head + 1),
		  head->rtnh_len - (int)sizeof(*head), NULL);
	hop->size = sizeof(*hop);
	hop->ifindex = head->rtnh_ifindex;
	hop->flags = head->rtnh_flags;
	hop->weight = head->rtnh_hops + 1U;
	return read_via(family, tb, hop->via, &hop->via_family);
}

/* The next hop of a nest at *at, left bytes long; NULL if what is there is none. */
static const struct rtnexthop *next_hop(const char **at, int *left)
{
	const struct rtnexthop *head = (const struct rtnexthop *)(const void *)*at;
	int space;

	if (*left < (int)sizeof(*head) || head->rtnh_len < sizeof(*head) || head->rtnh_len > *left)
		return NULL;
	space = (int)RTNH_ALIGN(head->rtnh_len);
	if (space > *left)
		space = *left;
	*at += space;
	*left -= space;
	return head;
}

static void take_only_hop(struct netcfg_route_info *info, const struct netcfg_route_hop_info *hop)
{
	memcpy(info->via, hop->via, sizeof(info->via));
	info->via_family = hop->via_family;
	info->ifindex = hop->ifindex;
	info->flags |= hop->flags;
}

/* RTA_MULTIPATH. The first hop is only added when there is a second one. */
static int read_hops(const struct nlattr *nest, struct netcfg_route_info *info, struct list *hops)
{
	const char *at = nla_data(nest);
	int err, left = nla_len(nest);
	struct netcfg_route_hop_info hop, *item;
	const size_t before = hops ? hops->count : 0;

	info->hop_count = 0;
	while (left > 0) {
		const struct rtnexthop *head = next_hop(&at, &left);

		memset(&hop, 0, sizeof(hop));
		err = head ? read_hop((int)info->family, head, &hop) : -EBADMSG;
		if (err)
			return err;
		info->hop_count++;
		if (!hops)
			continue;
		item = list_add(hops);
		if (!item)
			return -ENOMEM;
		*item = hop;
	}
	if (info->hop_count != 1)
		return 0;
	take_only_hop(info, &hop);
	if (hops)
		hops->count = before;
	return 0;
}

static void read_numbers(const struct rtmsg *rtm, struct nlattr *const tb[],
			 struct netcfg_route_info *info)
{
	info->prefix_length = rtm->rtm_dst_len;
	info->family = rtm->rtm_family;
	info->ifindex = parse_s32(tb[RTA_OIF], 0);
	info->flags = rtm->rtm_flags;
	info->metric = parse_u32(tb[RTA_PRIORITY], 0);
	info->table = parse_u32(tb[RTA_TABLE], rtm->rtm_table);
	info->protocol = rtm->rtm_protocol;
	info->scope = rtm->rtm_scope;
	info->type = rtm->rtm_type;
	info->tos = rtm->rtm_tos;
	info->preference = parse_u8(tb[RTA_PREF], 0);
	info->expires = read_expires(tb[RTA_CACHEINFO]);
	info->nexthop_id = parse_u32(tb[RTA_NH_ID], 0);
	read_metrics(tb[RTA_METRICS], info);
}

static bool leads_nowhere(uint32_t type)
{
	return type == RTN_BLACKHOLE || type == RTN_UNREACHABLE || type == RTN_PROHIBIT ||
	       type == RTN_THROW;
}

int route_info_parse(const struct nlmsghdr *h, struct netcfg_route_info *ret_info,
		     struct list *hops)
{
	const struct rtmsg *rtm = nlmsg_data(h);
	struct nlattr *tb[RTA_MAX + 1];
	struct netcfg_route_info info;
	int err = parse_message(h, sizeof(*rtm), tb, RTA_MAX);

	if (err)
		return err;
	memset(&info, 0, sizeof(info));
	info.size = sizeof(info);
	read_numbers(rtm, tb, &info);
	err = read_destination(rtm, tb[RTA_DST], &info);
	if (!err)
		err = read_address(rtm->rtm_family, tb[RTA_PREFSRC], info.source);
	if (!err)
		err = read_via(rtm->rtm_family, tb, info.via, &info.via_family);
	info.hop_count = info.via_family || info.ifindex ? 1 : 0;
	if (leads_nowhere(info.type)) /* of IPv6 the kernel says that it leads to lo */
		info.hop_count = 0;
	if (!err && tb[RTA_MULTIPATH])
		err = read_hops(tb[RTA_MULTIPATH], &info, hops);
	if (!err)
		*ret_info = info;
	return err;
}

void route_info_only_hop(const struct netcfg_route_info *info, struct netcfg_route_hop_info *hop)
{
	memset(hop, 0, sizeof(*hop));
	hop->size = sizeof(*hop);
	memcpy(hop->via, info->via, sizeof(hop->via));
	hop->ifindex = info->ifindex;
	hop->via_family = info->via_family;
	hop->weight = 1;
	hop->flags = info->flags & 0xff; /* the rest is of the route, not of a hop */
}
