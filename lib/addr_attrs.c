/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "addr_attrs.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/if_addr.h>

#include "config.h"
#include "handle.h"
#include "request.h"

#define LABEL_MAX_LEN (NETCFG_ADDR_LABEL_SIZE - 1)
#define IPV6_FLAGS    (NETCFG_ADDR_HOMEADDRESS | NETCFG_ADDR_MANAGETEMPADDR)
#define KNOWN_FLAGS                                                                                \
	(NETCFG_ADDR_NODAD | NETCFG_ADDR_NOPREFIXROUTE | IPV6_FLAGS | NETCFG_ADDR_LIFETIME |       \
	 NETCFG_ADDR_SCOPE)

static int check_flags(struct netcfg *nc, const struct addr_attrs *a)
{
	const uint32_t flags = a->config.flags, unknown = flags & ~(uint32_t)KNOWN_FLAGS;

	if (unknown)
		return error_detail(&nc->error, -EINVAL, "config.flags has unknown bits 0x%x",
				    unknown);
	if (a->local.family == AF_INET && (flags & IPV6_FLAGS))
		return error_detail(&nc->error, -EINVAL,
				    "HOMEADDRESS and MANAGETEMPADDR are for IPv6 only");
	return 0;
}

static int check_numbers(struct netcfg *nc, const struct netcfg_addr_config *c)
{
	struct error *e = &nc->error;

	if (c->protocol > 255)
		return error_detail(e, -ERANGE, "config.protocol %u is above 255", c->protocol);
	if ((c->flags & NETCFG_ADDR_SCOPE) && c->scope > 255)
		return error_detail(e, -ERANGE, "config.scope %u is above 255", c->scope);
	if (!(c->flags & NETCFG_ADDR_LIFETIME))
		return 0;
	if (c->valid_lifetime == 0)
		return error_detail(e, -EINVAL, "config.valid_lifetime is 0");
	if (c->preferred_lifetime > c->valid_lifetime)
		return error_detail(e, -EINVAL,
				    "config.preferred_lifetime is above valid_lifetime");
	return 0;
}

static int check_peer(struct netcfg *nc, struct addr_attrs *a)
{
	int err;

	a->peer = a->local;
	a->prefix_len = a->local.prefix_len;
	if (!a->config.peer)
		return 0;
	err = addr_parse(nc, "config.peer", a->config.peer, &a->peer);
	if (err)
		return err;
	if (a->peer.family != a->local.family)
		return error_detail(&nc->error, -EINVAL, "config.peer is of another family");
	if (!a->peer.prefix_given)
		return 0;
	if (a->local.prefix_given && a->local.prefix_len != a->peer.prefix_len)
		return error_detail(&nc->error, -EINVAL,
				    "address and config.peer have different prefix lengths");
	a->prefix_len = a->peer.prefix_len;
	return 0;
}

/*
 * The last address of the prefix, which is the peer's if there is one; /31 and /32 have none
 * (RFC 3021).
 */
static void compute_broadcast(struct addr_attrs *a)
{
	unsigned int bit;

	a->broadcast = a->peer;
	a->has_broadcast = a->prefix_len <= 30;
	for (bit = a->prefix_len; bit < 32; bit++)
		a->broadcast.bytes[bit / 8] |= (uint8_t)(0x80 >> bit % 8);
}

static int check_broadcast(struct netcfg *nc, struct addr_attrs *a)
{
	const char *text = a->config.broadcast;
	int err;

	if (!text)
		return 0;
	if (a->local.family != AF_INET)
		return error_detail(&nc->error, -EINVAL, "config.broadcast is for IPv4 only");
	if (strcmp(text, "auto") == 0) {
		compute_broadcast(a);
		return 0;
	}
	err = addr_parse(nc, "config.broadcast", text, &a->broadcast);
	if (err)
		return err;
	if (a->broadcast.family != AF_INET || a->broadcast.prefix_given)
		return error_detail(&nc->error, -EINVAL,
				    "config.broadcast \"%s\" is no IPv4 address", text);
	a->has_broadcast = !addr_is_zero(&a->broadcast);
	return 0;
}

static int check_label(struct netcfg *nc, const struct addr_attrs *a)
{
	const char *label = a->config.label;

	if (!label)
		return 0;
	if (a->local.family != AF_INET)
		return error_detail(&nc->error, -EINVAL, "config.label is for IPv4 only");
	if (!*label || strnlen(label, LABEL_MAX_LEN + 1) > LABEL_MAX_LEN)
		return error_detail(&nc->error, -ERANGE, "config.label does not have 1 to %d bytes",
				    LABEL_MAX_LEN);
	return 0;
}

int addr_attrs_check(struct netcfg *nc, struct addr_attrs *a, const char *address,
		     const struct netcfg_addr_config *config)
{
	int err;

	err = config_copy_in(nc, "config", &a->config, sizeof(a->config),
			     SIZE_UP_TO(struct netcfg_addr_config, protocol), config);
	if (!err)
		err = addr_parse(nc, "address", address, &a->local);
	if (!err && a->local.family == AF_INET && addr_is_zero(&a->local))
		err = error_detail(&nc->error, -EINVAL, "address is 0.0.0.0");
	if (!err)
		err = check_flags(nc, a);
	if (!err)
		err = check_numbers(nc, &a->config);
	if (!err)
		err = check_peer(nc, a);
	if (!err)
		err = check_broadcast(nc, a);
	return err ? err : check_label(nc, a);
}

/* As `ip` has it, so that 127.0.0.2 is not thought to be reachable from elsewhere. */
static uint8_t default_scope(const struct addr *local)
{
	if (local->family == AF_INET && local->bytes[0] == 127)
		return NETCFG_SCOPE_HOST;
	return NETCFG_SCOPE_UNIVERSE;
}

struct ifaddrmsg addr_attrs_header(const struct addr_attrs *a)
{
	const bool scope_given = a->config.flags & NETCFG_ADDR_SCOPE;

	return (struct ifaddrmsg){
		.ifa_family = (uint8_t)a->local.family,
		.ifa_prefixlen = (uint8_t)a->prefix_len,
		.ifa_scope = scope_given ? (uint8_t)a->config.scope : default_scope(&a->local),
	};
}

void addr_attrs_put_key(struct request *r, const struct addr_attrs *a)
{
	/* Both: without IFA_ADDRESS the kernel does not compare the prefix length. */
	request_put(r, IFA_LOCAL, a->local.bytes, a->local.len);
	request_put(r, IFA_ADDRESS, a->peer.bytes, a->peer.len);
	if (a->config.label)
		request_put_string(r, IFA_LABEL, a->config.label);
}

static uint32_t kernel_flags(uint32_t ours)
{
	uint32_t flags = 0;

	if (ours & NETCFG_ADDR_NODAD)
		flags |= IFA_F_NODAD;
	if (ours & NETCFG_ADDR_NOPREFIXROUTE)
		flags |= IFA_F_NOPREFIXROUTE;
	if (ours & NETCFG_ADDR_HOMEADDRESS)
		flags |= IFA_F_HOMEADDRESS;
	if (ours & NETCFG_ADDR_MANAGETEMPADDR)
		flags |= IFA_F_MANAGETEMPADDR;
	return flags;
}

void addr_attrs_put_rest(struct request *r, const struct addr_attrs *a)
{
	const struct netcfg_addr_config *c = &a->config;
	const struct ifa_cacheinfo lifetimes = { .ifa_prefered = c->preferred_lifetime,
						 .ifa_valid = c->valid_lifetime };
	const uint32_t flags = kernel_flags(c->flags);

	if (a->has_broadcast)
		request_put(r, IFA_BROADCAST, a->broadcast.bytes, a->broadcast.len);
	if (flags) /* not in the header, whose field has only 8 bits (B59) */
		request_put_u32(r, IFA_FLAGS, flags);
	if (c->flags & NETCFG_ADDR_LIFETIME)
		request_put(r, IFA_CACHEINFO, &lifetimes, sizeof(lifetimes));
	if (c->metric)
		request_put_u32(r, IFA_RT_PRIORITY, c->metric);
	if (c->protocol)
		request_put_u8(r, IFA_PROTO, (uint8_t)c->protocol);
}
