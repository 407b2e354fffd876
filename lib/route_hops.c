/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "route_hops.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>
#include <netlink/attr.h>

#include "handle.h"
#include "names.h"
#include "request.h"

#define WEIGHT_MAX 256
/* "config.hops[255].dev" and to spare for what a compiler believes possible. */
#define WHAT_SIZE 40

static bool is_link_local(const struct addr *a)
{
	/* fe80::/10, RFC 4291 */
	return a->family == AF_INET6 && a->bytes[0] == 0xfe && (a->bytes[1] & 0xc0) == 0x80;
}

/* One gateway, and that there is a link for it where there has to be. */
static int check_via(struct netcfg *nc, const char *what, const char *text, const char *dev,
		     bool deleting, struct addr *ret_via)
{
	int err = addr_parse(nc, what, text, ret_via);

	if (err)
		return err;
	if (ret_via->prefix_given)
		return error_detail(&nc->error, -EINVAL, "%s \"%s\" has a length", what, text);
	if (is_link_local(ret_via) && !dev && !deleting)
		return error_detail(&nc->error, -EINVAL, "%s is link-local and needs a dev", what);
	return 0;
}

static int check_single(struct netcfg *nc, struct route_attrs *a)
{
	const struct netcfg_route_config *c = &a->config;
	int err = c->dev ? name_check(nc, "config.dev", c->dev) : 0;

	if (!err && c->via)
		err = check_via(nc, "config.via", c->via, c->dev, a->deleting, &a->via);
	if (err)
		return err;
	a->has_via = c->via != NULL;
	if ((c->flags & NETCFG_ROUTE_ONLINK) && !a->deleting && (!c->via || !c->dev))
		return error_detail(&nc->error, -EINVAL,
				    "config.flags has ONLINK, which needs config.via and dev");
	return 0;
}

static int check_hop_numbers(struct netcfg *nc, uint32_t i, const struct netcfg_route_hop *hop)
{
	const uint32_t unknown = hop->flags & ~(uint32_t)NETCFG_ROUTE_ONLINK;
	struct error *e = &nc->error;

	if (unknown)
		return error_detail(e, -EINVAL, "config.hops[%u].flags has unknown bits 0x%x", i,
				    unknown);
	if (hop->weight > WEIGHT_MAX)
		return error_detail(e, -ERANGE, "config.hops[%u].weight %u is above %d", i,
				    hop->weight, WEIGHT_MAX);
	if (!hop->via && !hop->dev)
		return error_detail(e, -EINVAL, "config.hops[%u] has neither via nor dev", i);
	if ((hop->flags & NETCFG_ROUTE_ONLINK) && (!hop->via || !hop->dev))
		return error_detail(e, -EINVAL,
				    "config.hops[%u].flags has ONLINK, which needs via and dev", i);
	return 0;
}

static int check_hop(struct netcfg *nc, struct route_attrs *a, uint32_t i)
{
	const struct netcfg_route_hop *hop = &a->config.hops[i];
	struct route_hop *h = &a->hops[i];
	char what[WHAT_SIZE];
	int err = check_hop_numbers(nc, i, hop);

	snprintf(what, sizeof(what), "config.hops[%u].via", i);
	if (!err && hop->via)
		err = check_via(nc, what, hop->via, hop->dev, a->deleting, &h->via);
	snprintf(what, sizeof(what), "config.hops[%u].dev", i);
	if (!err && hop->dev)
		err = name_check(nc, what, hop->dev);
	if (err)
		return err;
	/* The look-up is made when the request is sent, and may be what fails. */
	h->what = hop->dev ? arena_string(&nc->arena, what) : "";
	if (!h->what)
		return -ENOMEM;
	h->dev = hop->dev;
	h->has_via = hop->via != NULL;
	h->flags = hop->flags & NETCFG_ROUTE_ONLINK ? RTNH_F_ONLINK : 0;
	h->extra_weight = hop->weight ? (uint8_t)(hop->weight - 1) : 0;
	return 0;
}

static int check_several(struct netcfg *nc, struct route_attrs *a)
{
	const struct netcfg_route_config *c = &a->config;
	struct error *e = &nc->error;
	uint32_t i;
	int err = 0;

	if (!c->hops)
		return error_detail(e, -EINVAL, "config.hops is NULL, and config.hop_count %u",
				    c->hop_count);
	if (c->hop_count > NETCFG_ROUTE_HOP_COUNT_MAX)
		return error_detail(e, -ERANGE, "config.hop_count %u is above %d", c->hop_count,
				    NETCFG_ROUTE_HOP_COUNT_MAX);
	if (c->via || c->dev || (c->flags & NETCFG_ROUTE_ONLINK))
		return error_detail(e, -EINVAL,
				    "config.hops is given, and config.via, dev or ONLINK too");
	a->hops = arena_alloc(&nc->arena, c->hop_count * sizeof(*a->hops));
	if (!a->hops)
		return -ENOMEM;
	for (i = 0; i < c->hop_count && !err; i++)
		err = check_hop(nc, a, i);
	return err;
}

int route_hops_check(struct netcfg *nc, struct route_attrs *a)
{
	return a->config.hop_count ? check_several(nc, a) : check_single(nc, a);
}

/* struct rtvia: a family, then the address. */
struct via_value {
	uint16_t family;
	uint8_t bytes[16];
};

static size_t via_value_len(const struct addr *via)
{
	return offsetof(struct via_value, bytes) + via->len;
}

void route_hops_put_via(struct request *r, int family, const struct addr *via)
{
	struct via_value value = { .family = (uint16_t)via->family };

	if (via->family == family) {
		request_put(r, RTA_GATEWAY, via->bytes, via->len);
		return;
	}
	memcpy(value.bytes, via->bytes, via->len);
	request_put(r, RTA_VIA, &value, via_value_len(via));
}

/* What the gateway's attribute takes in the message. */
static size_t via_space(const struct route_hop *h, int family)
{
	if (!h->has_via)
		return 0;
	return RTA_SPACE(h->via.family == family ? h->via.len : via_value_len(&h->via));
}

static void put_hop(struct request *r, const struct route_hop *h, int family)
{
	const struct rtnexthop head = {
		.rtnh_len = (uint16_t)(sizeof(head) + via_space(h, family)),
		.rtnh_flags = h->flags,
		.rtnh_hops = h->extra_weight,
	};

	request_put_header(r, &head, sizeof(head));
	if (h->dev)
		request_fix_last_index(r, h->what, h->dev);
	if (h->has_via)
		route_hops_put_via(r, family, &h->via);
}

void route_hops_put(struct request *r, const struct route_attrs *a)
{
	struct nlattr *nest = request_nest(r, RTA_MULTIPATH);
	uint32_t i;

	for (i = 0; i < a->config.hop_count; i++)
		put_hop(r, &a->hops[i], a->destination.family);
	request_nest_end(r, nest);
}
