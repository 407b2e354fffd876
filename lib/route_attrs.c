/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "route_attrs.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>

#include "config.h"
#include "handle.h"
#include "request.h"
#include "route_hops.h"

#define KNOWN_FLAGS                                                                                \
	(NETCFG_ROUTE_ONLINK | NETCFG_ROUTE_SCOPE | NETCFG_ROUTE_MTU_LOCK | NETCFG_ROUTE_PREFERENCE)

static int check_flags(struct netcfg *nc, const struct netcfg_route_config *c)
{
	const uint32_t unknown = c->flags & ~(uint32_t)KNOWN_FLAGS;
	struct error *e = &nc->error;

	if (unknown)
		return error_detail(e, -EINVAL, "config.flags has unknown bits 0x%x", unknown);
	if ((c->flags & NETCFG_ROUTE_MTU_LOCK) && !c->mtu)
		return error_detail(e, -EINVAL, "config.flags has MTU_LOCK, and config.mtu is 0");
	if (c->reserved)
		return error_detail(e, -EINVAL, "config.reserved is not 0");
	return 0;
}

/* What the message has eight bits for, and what is one of few. */
static int check_numbers(struct netcfg *nc, const struct netcfg_route_config *c)
{
	struct error *e = &nc->error;

	if (c->family && c->family != AF_INET && c->family != AF_INET6)
		return error_detail(e, -EINVAL, "config.family %u is not AF_INET or AF_INET6",
				    c->family);
	if (c->protocol > 255)
		return error_detail(e, -ERANGE, "config.protocol %u is above 255", c->protocol);
	if ((c->flags & NETCFG_ROUTE_SCOPE) && c->scope > 255)
		return error_detail(e, -ERANGE, "config.scope %u is above 255", c->scope);
	if (c->type > NETCFG_ROUTE_THROW)
		return error_detail(e, -ERANGE, "config.type %u is above %d", c->type,
				    NETCFG_ROUTE_THROW);
	if (c->tos > 255)
		return error_detail(e, -ERANGE, "config.tos %u is above 255", c->tos);
	if ((c->flags & NETCFG_ROUTE_PREFERENCE) &&
	    c->preference != NETCFG_ROUTE_PREFERENCE_MEDIUM &&
	    c->preference != NETCFG_ROUTE_PREFERENCE_HIGH &&
	    c->preference != NETCFG_ROUTE_PREFERENCE_LOW)
		return error_detail(e, -EINVAL, "config.preference %u is no preference",
				    c->preference);
	return 0;
}

/* Of "default": what is said, else what the first gateway is of; 0 if nothing tells. */
static int family_of_default(const struct route_attrs *a)
{
	uint32_t i;

	if (a->config.family)
		return (int)a->config.family;
	if (a->has_via)
		return a->via.family;
	for (i = 0; i < a->config.hop_count; i++) {
		if (a->hops[i].has_via)
			return a->hops[i].via.family;
	}
	return 0;
}

static int take_default(struct netcfg *nc, struct route_attrs *a)
{
	struct addr *d = &a->destination;

	d->family = family_of_default(a);
	if (!d->family)
		return error_detail(&nc->error, -EINVAL,
				    "destination is \"default\", and neither config.family nor a "
				    "gateway says of which family");
	d->len = d->family == AF_INET6 ? 16 : 4;
	return 0;
}

static int check_destination(struct netcfg *nc, struct route_attrs *a, const char *text)
{
	struct error *e = &nc->error;
	int err;

	if (text && strcmp(text, "default") == 0)
		return take_default(nc, a);
	err = addr_parse(nc, "destination", text, &a->destination);
	if (err)
		return err;
	/* For IPv6 the kernel would clear them, and a delete then takes another's route. */
	if (addr_has_host_bits(&a->destination))
		return error_detail(e, -EINVAL, "destination \"%s\" has bits behind its length",
				    text);
	if (a->config.family && (int)a->config.family != a->destination.family)
		return error_detail(e, -EINVAL, "destination is not of config.family");
	return 0;
}

static int check_source(struct netcfg *nc, struct route_attrs *a)
{
	const char *text = a->config.source;
	int err;

	if (!text)
		return 0;
	err = addr_parse(nc, "config.source", text, &a->source);
	if (err)
		return err;
	if (a->source.prefix_given)
		return error_detail(&nc->error, -EINVAL, "config.source \"%s\" has a length", text);
	if (a->source.family != a->destination.family)
		return error_detail(&nc->error, -EINVAL,
				    "config.source is of another family than the destination");
	a->has_source = true;
	return 0;
}

static int check_family(struct netcfg *nc, const struct route_attrs *a)
{
	const struct netcfg_route_config *c = &a->config;

	if (a->destination.family == AF_INET &&
	    ((c->flags & NETCFG_ROUTE_PREFERENCE) || c->expires))
		return error_detail(&nc->error, -EINVAL,
				    "config.preference and config.expires are for IPv6 only");
	if (a->destination.family == AF_INET6 && c->tos)
		return error_detail(&nc->error, -EINVAL, "config.tos is for IPv4 only");
	return 0;
}

int route_attrs_check(struct netcfg *nc, struct route_attrs *a, const char *destination,
		      const struct netcfg_route_config *config)
{
	int err = config_copy_in(nc, "config", &a->config, sizeof(a->config),
				 SIZE_UP_TO(struct netcfg_route_config, reserved), config);

	if (!err)
		err = check_flags(nc, &a->config);
	if (!err)
		err = check_numbers(nc, &a->config);
	if (!err)
		err = route_hops_check(nc, a);
	if (!err)
		err = check_destination(nc, a, destination);
	if (!err)
		err = check_source(nc, a);
	return err ? err : check_family(nc, a);
}

/*
 * What `ip route` sends where nothing is said (ip-route(8)). IPv6 has no scopes
 * and ignores them; a delete with scope "nowhere" finds IPv4 routes of any.
 */
static uint8_t default_scope(const struct route_attrs *a)
{
	if (a->destination.family == AF_INET6)
		return RT_SCOPE_UNIVERSE;
	switch (a->config.type) {
	case NETCFG_ROUTE_LOCAL:
		return RT_SCOPE_HOST;
	case NETCFG_ROUTE_BROADCAST:
	case NETCFG_ROUTE_ANYCAST:
	case NETCFG_ROUTE_MULTICAST:
		return RT_SCOPE_LINK;
	case 0:
	case NETCFG_ROUTE_UNICAST:
		if (a->deleting)
			return RT_SCOPE_NOWHERE;
		return a->has_via || a->hops ? RT_SCOPE_UNIVERSE : RT_SCOPE_LINK;
	default:
		return a->deleting ? RT_SCOPE_NOWHERE : RT_SCOPE_UNIVERSE;
	}
}

static uint32_t table_of(const struct netcfg_route_config *c)
{
	if (c->table)
		return c->table;
	return c->type == NETCFG_ROUTE_LOCAL || c->type == NETCFG_ROUTE_BROADCAST ||
			       c->type == NETCFG_ROUTE_ANYCAST
		       ? RT_TABLE_LOCAL
		       : RT_TABLE_MAIN;
}

static uint8_t or_default(const struct route_attrs *a, uint32_t given, uint8_t otherwise)
{
	if (given)
		return (uint8_t)given;
	return a->deleting ? 0 : otherwise; /* 0: any */
}

struct rtmsg route_attrs_header(const struct route_attrs *a)
{
	const struct netcfg_route_config *c = &a->config;
	const uint32_t table = table_of(c);
	const bool scope_given = c->flags & NETCFG_ROUTE_SCOPE;

	return (struct rtmsg){
		.rtm_family = (uint8_t)a->destination.family,
		.rtm_dst_len = (uint8_t)a->destination.prefix_len,
		.rtm_tos = (uint8_t)c->tos,
		.rtm_table = table < 256 ? (uint8_t)table : RT_TABLE_UNSPEC,
		.rtm_protocol = or_default(a, c->protocol, RTPROT_BOOT),
		.rtm_scope = scope_given ? (uint8_t)c->scope : default_scope(a),
		.rtm_type = or_default(a, c->type, RTN_UNICAST),
		.rtm_flags = c->flags & NETCFG_ROUTE_ONLINK ? RTNH_F_ONLINK : 0,
	};
}

static void put_metrics(struct request *r, const struct netcfg_route_config *c)
{
	struct nlattr *nest;

	if (!c->mtu && !c->advmss)
		return;
	nest = request_nest(r, RTA_METRICS);
	if (c->flags & NETCFG_ROUTE_MTU_LOCK)
		request_put_u32(r, RTAX_LOCK, 1 << RTAX_MTU);
	if (c->mtu)
		request_put_u32(r, RTAX_MTU, c->mtu);
	if (c->advmss)
		request_put_u32(r, RTAX_ADVMSS, c->advmss);
	request_nest_end(r, nest);
}

static void put_way(struct request *r, const struct route_attrs *a)
{
	if (a->hops) {
		route_hops_put(r, a);
		return;
	}
	if (a->has_via)
		route_hops_put_via(r, a->destination.family, &a->via);
	if (a->config.dev)
		request_put_index(r, RTA_OIF, "config.dev", a->config.dev);
}

void route_attrs_put(struct request *r, const struct route_attrs *a)
{
	const struct netcfg_route_config *c = &a->config;

	if (a->destination.prefix_len)
		request_put(r, RTA_DST, a->destination.bytes, a->destination.len);
	put_way(r, a);
	if (a->has_source)
		request_put(r, RTA_PREFSRC, a->source.bytes, a->source.len);
	if (c->metric)
		request_put_u32(r, RTA_PRIORITY, c->metric);
	if (table_of(c) > 255) /* too much for the header */
		request_put_u32(r, RTA_TABLE, table_of(c));
	put_metrics(r, c);
	if (c->flags & NETCFG_ROUTE_PREFERENCE)
		request_put_u8(r, RTA_PREF, (uint8_t)c->preference);
	if (c->expires)
		request_put_u32(r, RTA_EXPIRES, c->expires);
}
