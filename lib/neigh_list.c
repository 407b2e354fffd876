/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: listing neighbours. */
#include <netcfg/neigh.h>

#include <arpa/inet.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <linux/neighbour.h>
#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>

#include "addr_list.h"
#include "config.h"
#include "handle.h"
#include "list.h"
#include "mac.h"
#include "names.h"
#include "parse.h"
#include "request.h"

struct netcfg_neigh_list {
	struct list neighs; /* of struct netcfg_neigh_info */
};

struct collector {
	int ifindex; /* 0: any */
	int family;  /* AF_UNSPEC: both */
	bool proxies;
	struct list *neighs;
};

/* In the library too: older kernels give all, whatever is asked for. */
static bool wanted(const struct collector *c, const struct ndmsg *ndm)
{
	if (c->ifindex && ndm->ndm_ifindex != c->ifindex)
		return false;
	if (((ndm->ndm_flags & NTF_PROXY) != 0) != c->proxies)
		return false;
	if (c->family != AF_UNSPEC)
		return ndm->ndm_family == c->family;
	return ndm->ndm_family == AF_INET || ndm->ndm_family == AF_INET6;
}

/* By hand: libnl-route's object lacks the protocol and the extended flags (3.7). */
static int parse(const struct nlmsghdr *h, struct netcfg_neigh_info *info)
{
	const struct ndmsg *ndm = nlmsg_data(h);
	struct nlattr *tb[NDA_MAX + 1];
	int err = parse_message(h, sizeof(*ndm), tb, NDA_MAX);

	if (err)
		return err;
	if (!tb[NDA_DST] || nla_len(tb[NDA_DST]) != (ndm->ndm_family == AF_INET6 ? 16 : 4))
		return -EBADMSG;
	info->size = sizeof(*info);
	info->ifindex = ndm->ndm_ifindex;
	info->family = ndm->ndm_family;
	info->state = ndm->ndm_state;
	/* As the kernel itself has them together. */
	info->flags = ndm->ndm_flags | parse_u32(tb[NDA_FLAGS_EXT], 0) << 8;
	info->protocol = parse_u8(tb[NDA_PROTOCOL], 0);
	inet_ntop(ndm->ndm_family, nla_data(tb[NDA_DST]), info->address, sizeof(info->address));
	if (tb[NDA_LLADDR])
		mac_format(nla_data(tb[NDA_LLADDR]), (size_t)nla_len(tb[NDA_LLADDR]), info->mac,
			   sizeof(info->mac));
	return 0;
}

static int add_neigh(const struct nlmsghdr *h, void *arg)
{
	struct collector *c = arg;
	struct netcfg_neigh_info *item;

	if (h->nlmsg_type != RTM_NEWNEIGH || !nlmsg_valid_hdr(h, sizeof(struct ndmsg)))
		return -EBADMSG;
	if (!wanted(c, nlmsg_data(h)))
		return 0;
	item = list_add(c->neighs);
	return item ? parse(h, item) : -ENOMEM;
}

static void forget_neighs(void *arg)
{
	struct collector *c = arg;

	list_clear(c->neighs);
}

static int dump(struct netcfg *nc, struct collector *c)
{
	const struct request_sink sink = { .add = add_neigh, .reset = forget_neighs, .arg = c };
	const struct ndmsg ndm = { .ndm_family = (uint8_t)c->family,
				   .ndm_flags = c->proxies ? NTF_PROXY : 0 };
	struct request r;

	request_begin(&r, nc, RTM_GETNEIGH, 0, &ndm, sizeof(ndm));
	if (c->ifindex) /* in the header it is refused where checking is strict */
		request_put_s32(&r, NDA_IFINDEX, c->ifindex);
	return request_dump(&r, &nc->socket, &sink);
}

static int list_neighs(struct netcfg *nc, const char *link, int family, uint32_t flags,
		       struct list *neighs)
{
	struct collector c = { .family = family,
			       .proxies = flags & NETCFG_NEIGH_PROXY,
			       .neighs = neighs };
	int err = addr_family_check(nc, family);

	if (!err && (flags & ~(uint32_t)NETCFG_NEIGH_PROXY))
		err = error_detail(&nc->error, -EINVAL, "flags has unknown bits 0x%x",
				   flags & ~(uint32_t)NETCFG_NEIGH_PROXY);
	if (!err && link)
		err = name_check(nc, "link", link);
	if (!err && link) {
		c.ifindex = name_to_index(nc, "link", link);
		err = c.ifindex < 0 ? c.ifindex : 0;
	}
	return err ? err : dump(nc, &c);
}

static int make_list(struct netcfg *nc, const char *link, int family, uint32_t flags,
		     struct netcfg_neigh_list **ret_list)
{
	struct netcfg_neigh_list *list;
	int err;

	if (!ret_list)
		return error_detail(&nc->error, -EINVAL, "ret_list is NULL");
	list = malloc(sizeof(*list));
	if (!list)
		return -ENOMEM;
	list_init(&list->neighs, sizeof(struct netcfg_neigh_info));
	err = list_neighs(nc, link, family, flags, &list->neighs);
	if (err < 0)
		netcfg_neigh_list_free(list);
	else
		*ret_list = list;
	return err;
}

int netcfg_neigh_list(struct netcfg *nc, const char *link, int family, uint32_t flags,
		      struct netcfg_neigh_list **ret_list)
{
	int err = call_begin(nc, link ? "list neighbours of" : "list neighbours", link, NULL, NULL);

	return err ? err : call_end(nc, make_list(nc, link, family, flags, ret_list));
}

int netcfg_neigh_list_next(struct netcfg_neigh_list *list, struct netcfg_neigh_info *ret_info)
{
	if (!list)
		return -EINVAL;
	return list_next(&list->neighs, ret_info, SIZE_UP_TO(struct netcfg_neigh_info, reserved));
}

void netcfg_neigh_list_free(struct netcfg_neigh_list *list)
{
	if (!list)
		return;
	list_free(&list->neighs);
	free(list);
}
