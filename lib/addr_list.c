/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: listing addresses. */
#include "addr_list.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/socket.h>

#include <linux/if_addr.h>
#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "addr_info.h"
#include "config.h"
#include "handle.h"
#include "names.h"
#include "request.h"

struct collector {
	int ifindex; /* 0: any */
	int family;  /* AF_UNSPEC: both */
	struct list *addrs;
};

int addr_family_check(struct netcfg *nc, int family)
{
	if (family == AF_UNSPEC || family == AF_INET || family == AF_INET6)
		return 0;
	return error_detail(&nc->error, -EINVAL, "family %d is not AF_INET, AF_INET6 or AF_UNSPEC",
			    family);
}

/* In the library too: a kernel without strict checking gives all addresses (kernel-facts 4). */
static bool wanted(const struct collector *c, const struct nlmsghdr *h)
{
	const struct ifaddrmsg *ifa = nlmsg_data(h);

	if (c->ifindex && ifa->ifa_index != (uint32_t)c->ifindex)
		return false;
	if (c->family != AF_UNSPEC)
		return ifa->ifa_family == c->family;
	return ifa->ifa_family == AF_INET || ifa->ifa_family == AF_INET6;
}

static int add_addr(const struct nlmsghdr *h, void *arg)
{
	struct collector *c = arg;
	struct netcfg_addr_info info, *item;
	int err;

	if (h->nlmsg_type != RTM_NEWADDR || !nlmsg_valid_hdr(h, sizeof(struct ifaddrmsg)))
		return -EBADMSG;
	if (!wanted(c, h))
		return 0;
	err = addr_info_parse(h, &info);
	if (err)
		return err < 0 ? err : 0;
	item = list_add(c->addrs);
	if (!item)
		return -ENOMEM;
	*item = info;
	return 0;
}

static void forget_addrs(void *arg)
{
	struct collector *c = arg;

	list_clear(c->addrs);
}

int addr_list_read(struct netcfg *nc, int ifindex, int family, struct list *addrs)
{
	struct collector c = { .ifindex = ifindex, .family = family, .addrs = addrs };
	const struct request_sink sink = { .add = add_addr, .reset = forget_addrs, .arg = &c };
	const struct ifaddrmsg ifa = { .ifa_family = (uint8_t)family,
				       .ifa_index = (uint32_t)ifindex };
	struct request r;

	request_begin(&r, nc, RTM_GETADDR, 0, &ifa, sizeof(ifa));
	return request_dump(&r, &nc->socket, &sink);
}

static int list_addrs(struct netcfg *nc, const char *link, int family, struct list *addrs)
{
	int ifindex = 0, err = addr_family_check(nc, family);

	if (!err && link)
		err = name_check(nc, "link", link);
	if (!err && link) {
		ifindex = name_to_index(nc, "link", link);
		err = ifindex < 0 ? ifindex : 0;
	}
	return err ? err : addr_list_read(nc, ifindex, family, addrs);
}

int netcfg_addr_list(struct netcfg *nc, const char *link, int family,
		     struct netcfg_addr_list **ret_list)
{
	struct list *addrs = NULL;
	int err = call_begin(nc, link ? "list addresses of" : "list addresses", link, NULL, NULL);

	if (err)
		return err;
	err = list_new(nc, ret_list, sizeof(struct netcfg_addr_info), &addrs);
	if (!err)
		err = list_addrs(nc, link, family, addrs);
	if (err < 0)
		list_destroy(addrs);
	else
		*ret_list = (struct netcfg_addr_list *)addrs;
	return call_end(nc, err);
}

int netcfg_addr_list_next(struct netcfg_addr_list *list, struct netcfg_addr_info *ret_info)
{
	return list_next((struct list *)list, ret_info,
			 SIZE_UP_TO(struct netcfg_addr_info, reserved));
}

void netcfg_addr_list_free(struct netcfg_addr_list *list)
{
	list_destroy((struct list *)list);
}
