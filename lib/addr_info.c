/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "addr_info.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/if_addr.h>
#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>

#include "parse.h"

static size_t length_of(int family)
{
	return family == AF_INET6 ? 16 : 4;
}

static void format(int family, const struct nlattr *attr, char *text)
{
	text[0] = '\0';
	/* As long as inet_ntop() believes it to be. */
	if (attr && (size_t)nla_len(attr) == length_of(family))
		inet_ntop(family, nla_data(attr), text, NETCFG_ADDR_TEXT_SIZE);
}

/*
 * The link's own address is IFA_LOCAL, or where there is none (IPv6 without a
 * peer) IFA_ADDRESS; beside a local one IFA_ADDRESS is the peer, or the same
 * (rtnetlink(7)).
 */
static void read_addresses(struct nlattr *const tb[], struct netcfg_addr_info *info)
{
	const int family = (int)info->family;

	format(family, tb[IFA_LOCAL] ? tb[IFA_LOCAL] : tb[IFA_ADDRESS], info->address);
	if (tb[IFA_LOCAL])
		format(family, tb[IFA_ADDRESS], info->peer);
	if (strcmp(info->peer, info->address) == 0)
		info->peer[0] = '\0';
	format(family, tb[IFA_BROADCAST], info->broadcast);
}

static void read_lifetimes(const struct nlattr *attr, struct netcfg_addr_info *info)
{
	struct ifa_cacheinfo times = { .ifa_valid = NETCFG_ADDR_FOREVER,
				       .ifa_prefered = NETCFG_ADDR_FOREVER };

	if (attr && nla_len(attr) >= (int)sizeof(times))
		memcpy(&times, nla_data(attr), sizeof(times));
	info->valid_lifetime = times.ifa_valid;
	info->preferred_lifetime = times.ifa_prefered;
}

int addr_info_parse(const struct nlmsghdr *h, struct netcfg_addr_info *info)
{
	struct nlattr *tb[IFA_MAX + 1];
	const struct ifaddrmsg *ifa = nlmsg_data(h);
	int err;

	if (h->nlmsg_type != RTM_NEWADDR && h->nlmsg_type != RTM_DELADDR)
		return -EBADMSG;
	err = parse_message(h, sizeof(*ifa), tb, IFA_MAX);
	if (err)
		return err;
	if (ifa->ifa_family != AF_INET && ifa->ifa_family != AF_INET6)
		return 1;
	memset(info, 0, sizeof(*info));
	info->size = sizeof(*info);
	info->ifindex = (int32_t)ifa->ifa_index;
	info->family = ifa->ifa_family;
	info->prefix_length = ifa->ifa_prefixlen;
	info->scope = ifa->ifa_scope;
	/* The header has room for eight of the flags (Linux 3.14). */
	info->flags = parse_u32(tb[IFA_FLAGS], ifa->ifa_flags);
	read_addresses(tb, info);
	read_lifetimes(tb[IFA_CACHEINFO], info);
	parse_string(tb[IFA_LABEL], info->label, sizeof(info->label));
	info->metric = parse_u32(tb[IFA_RT_PRIORITY], 0);
	info->protocol = parse_u8(tb[IFA_PROTO], 0);
	return 0;
}
