/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "link_attrs.h"

#include <errno.h>
#include <limits.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>

#include "config.h"
#include "handle.h"
#include "mac.h"
#include "names.h"
#include "request.h"

#define ALIAS_MAX_LEN (NETCFG_LINK_ALIAS_SIZE - 1)
#define GSO_SEGS_MAX  65535 /* GSO_MAX_SEGS in the kernel */
#define KNOWN_FLAGS                                                                                \
	(NETCFG_LINK_UP | NETCFG_LINK_DOWN | NETCFG_LINK_NETNS_FD | NETCFG_LINK_NETNS_PID |        \
	 NETCFG_LINK_TX_QUEUE_LEN | NETCFG_LINK_GROUP | NETCFG_LINK_ADDR_GEN_MODE)

/* The flags of a link that a caller may set and that are not the kernel's own finding. */
#define SETTABLE_STATE                                                                             \
	(NETCFG_LINK_STATE_NOARP | NETCFG_LINK_STATE_PROMISC | NETCFG_LINK_STATE_ALLMULTI |        \
	 NETCFG_LINK_STATE_MULTICAST)

static int check_flags(struct netcfg *nc, const char *whose, uint32_t flags)
{
	if (flags & ~(uint32_t)KNOWN_FLAGS)
		return error_detail(&nc->error, -EINVAL, "%s.flags has unknown bits 0x%x", whose,
				    flags & ~(uint32_t)KNOWN_FLAGS);
	if ((flags & NETCFG_LINK_UP) && (flags & NETCFG_LINK_DOWN))
		return error_detail(&nc->error, -EINVAL, "%s.flags has both UP and DOWN", whose);
	return 0;
}

/* "link.master" or, where the argument is no part of a config, "master". */
static const char *field(struct netcfg *nc, const struct link_attrs *a, const char *name)
{
	char text[32];
	const char *copy;

	if (!a->whose)
		return name;
	snprintf(text, sizeof(text), "%s.%s", a->whose, name);
	copy = arena_string(&nc->arena, text); /* a queued request's outlives the call */
	return copy ? copy : name;
}

static const char *netns_field(const struct netns_ref *ref)
{
	if (ref->by_fd)
		return "netns_fd";
	return ref->by_pid ? "netns_pid" : "netns";
}

static int keep_netns(struct netcfg *nc, struct link_attrs *a)
{
	const struct netcfg_link_config *c = &a->config;
	struct netns_ref *ref = arena_alloc(&nc->arena, sizeof(*ref));

	if (!ref)
		return -ENOMEM;
	ref->name = handle_keep(nc, c->netns);
	if (c->netns && !ref->name)
		return -ENOMEM;
	ref->by_fd = c->flags & NETCFG_LINK_NETNS_FD;
	ref->by_pid = c->flags & NETCFG_LINK_NETNS_PID;
	ref->fd = ref->by_fd ? c->netns_fd : -1;
	ref->pid = c->netns_pid;
	ref->what = field(nc, a, netns_field(ref));
	a->netns = ref;
	return netns_ref_check(nc, ref);
}

static int check_netns(struct netcfg *nc, struct link_attrs *a, const char *whose)
{
	const struct netcfg_link_config *c = &a->config;
	const int by_fd = (c->flags & NETCFG_LINK_NETNS_FD) != 0;
	const int by_pid = (c->flags & NETCFG_LINK_NETNS_PID) != 0;
	const int given = (c->netns != NULL) + by_fd + by_pid;

	if (given == 0)
		return 0;
	if (given > 1)
		return error_detail(&nc->error, -EINVAL,
				    "%s has more than one of netns, netns_fd and netns_pid", whose);
	if (c->master && *c->master)
		return error_detail(&nc->error, -EINVAL,
				    "%s.master cannot be combined with another namespace", whose);
	return keep_netns(nc, a);
}

static int check_name(struct netcfg *nc, const char *whose, bool create, const char *name)
{
	if (!name)
		return 0;
	if (create)
		return error_detail(&nc->error, -EINVAL, "%s.name must be NULL in a create", whose);
	return name_check_new(nc, "changes.name", name);
}

static int check_numbers(struct netcfg *nc, const char *whose, bool create,
			 const struct netcfg_link_config *c)
{
	if (c->mtu > INT_MAX)
		return error_detail(&nc->error, -EINVAL, "%s.mtu %u is above %d", whose, c->mtu,
				    INT_MAX);
	if (!create && (c->num_tx_queues || c->num_rx_queues || c->ifindex))
		return error_detail(
			&nc->error, -EINVAL,
			"%s.num_tx_queues, num_rx_queues and ifindex are for a create only", whose);
	/* Not all kernels look, in a create (6.1). */
	if (c->gso_max_segs > GSO_SEGS_MAX)
		return error_detail(&nc->error, -EINVAL, "%s.gso_max_segs %u is above %d", whose,
				    c->gso_max_segs, GSO_SEGS_MAX);
	if (c->ifindex < 0)
		return error_detail(&nc->error, -EINVAL, "%s.ifindex %d is negative", whose,
				    c->ifindex);
	return 0;
}

static int check_state_bits(struct netcfg *nc, const char *whose, const char *field, uint32_t bits)
{
	const uint32_t unknown = bits & ~(uint32_t)SETTABLE_STATE;

	if (!unknown)
		return 0;
	return error_detail(&nc->error, -EINVAL, "%s.%s has bits 0x%x that cannot be set", whose,
			    field, unknown);
}

static int check_states(struct netcfg *nc, const char *whose, const struct netcfg_link_config *c)
{
	int err = check_state_bits(nc, whose, "state_on", c->state_on);

	if (!err)
		err = check_state_bits(nc, whose, "state_off", c->state_off);
	if (err)
		return err;
	if (c->state_on & c->state_off)
		return error_detail(&nc->error, -EINVAL,
				    "%s.state_on and state_off both have bits 0x%x", whose,
				    c->state_on & c->state_off);
	if ((c->flags & NETCFG_LINK_ADDR_GEN_MODE) && c->addr_gen_mode > NETCFG_ADDR_GEN_RANDOM)
		return error_detail(&nc->error, -EINVAL, "%s.addr_gen_mode %u is not in 0..%d",
				    whose, c->addr_gen_mode, NETCFG_ADDR_GEN_RANDOM);
	return 0;
}

static int check_texts(struct netcfg *nc, struct link_attrs *a, const char *whose)
{
	const struct netcfg_link_config *c = &a->config;
	char what[32];
	int err = 0;

	if (c->mac) {
		snprintf(what, sizeof(what), "%s.mac", whose);
		err = mac_parse(nc, what, c->mac, a->mac);
	}
	if (!err && c->alias && strnlen(c->alias, ALIAS_MAX_LEN + 1) > ALIAS_MAX_LEN)
		err = error_detail(&nc->error, -ERANGE, "%s.alias is longer than %d bytes", whose,
				   ALIAS_MAX_LEN);
	if (!err && c->master && *c->master)
		err = name_check(nc, field(nc, a, "master"), c->master);
	return err;
}

int link_attrs_check(struct netcfg *nc, struct link_attrs *a, const char *whose, bool create,
		     const struct netcfg_link_config *config)
{
	int err;

	memset(a, 0, sizeof(*a));
	a->whose = whose;
	if (!whose)
		whose = "changes";
	err = config_copy_in(nc, whose, &a->config, sizeof(a->config),
			     SIZE_UP_TO(struct netcfg_link_config, gso_max_segs), config);
	if (!err)
		err = check_flags(nc, whose, a->config.flags);
	if (!err)
		err = check_name(nc, whose, create, a->config.name);
	if (!err)
		err = check_numbers(nc, whose, create, &a->config);
	if (!err)
		err = check_states(nc, whose, &a->config);
	if (!err)
		err = check_texts(nc, a, whose);
	if (!err)
		err = check_netns(nc, a, whose);
	a->mtu_given = a->config.mtu != 0;
	return err;
}

void link_attrs_put_up(struct ifinfomsg *ifi, const struct link_attrs *a)
{
	/* Only this bit is to change: a change of anything else never takes a link down. */
	if (a->config.flags & (NETCFG_LINK_UP | NETCFG_LINK_DOWN))
		ifi->ifi_change |= IFF_UP;
	if (a->config.flags & NETCFG_LINK_UP)
		ifi->ifi_flags |= IFF_UP;
}

void link_attrs_put_state(struct ifinfomsg *ifi, const struct link_attrs *a)
{
	/* The public bits are the kernel's. */
	ifi->ifi_change |= a->config.state_on | a->config.state_off;
	ifi->ifi_flags |= a->config.state_on;
}

void link_attrs_put_common(struct request *r, const struct link_attrs *a, bool need_netns_fd)
{
	const struct netcfg_link_config *c = &a->config;

	if (c->mac)
		request_put(r, IFLA_ADDRESS, a->mac, sizeof(a->mac));
	if (a->mtu_given)
		request_put_u32(r, IFLA_MTU, c->mtu);
	if (c->flags & NETCFG_LINK_TX_QUEUE_LEN)
		request_put_u32(r, IFLA_TXQLEN, c->tx_queue_len);
	if (c->flags & NETCFG_LINK_GROUP)
		request_put_u32(r, IFLA_GROUP, c->group);
	if (c->gso_max_size)
		request_put_u32(r, IFLA_GSO_MAX_SIZE, c->gso_max_size);
	if (c->gso_max_segs)
		request_put_u32(r, IFLA_GSO_MAX_SEGS, c->gso_max_segs);
	if (a->netns)
		netns_ref_put(r, a->netns, need_netns_fd);
}

void link_attrs_put_queues(struct request *r, const struct link_attrs *a)
{
	if (a->config.num_tx_queues)
		request_put_u32(r, IFLA_NUM_TX_QUEUES, a->config.num_tx_queues);
	if (a->config.num_rx_queues)
		request_put_u32(r, IFLA_NUM_RX_QUEUES, a->config.num_rx_queues);
}

void link_attrs_put_master(struct request *r, const struct link_attrs *a)
{
	const char *master = a->config.master;

	if (master && *master)
		request_put_index(r, IFLA_MASTER, field(r->nc, a, "master"), master);
	else if (master)
		request_put_u32(r, IFLA_MASTER, 0);
}

void link_attrs_put_alias(struct request *r, const struct link_attrs *a)
{
	/* Without the NUL, as `ip` sends it: it would be kept as part of the alias. */
	if (a->config.alias)
		request_put(r, IFLA_IFALIAS, a->config.alias, strlen(a->config.alias));
}

void link_attrs_put_addr_gen_mode(struct request *r, const struct link_attrs *a)
{
	struct nlattr *spec, *inet6;

	if (!(a->config.flags & NETCFG_LINK_ADDR_GEN_MODE))
		return;
	spec = request_nest(r, IFLA_AF_SPEC);
	inet6 = request_nest(r, AF_INET6);
	request_put_u8(r, IFLA_INET6_ADDR_GEN_MODE, (uint8_t)a->config.addr_gen_mode);
	request_nest_end(r, inet6);
	request_nest_end(r, spec);
}
