/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "kind.h"

#include <errno.h>
#include <sys/socket.h>

#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "config.h"
#include "handle.h"
#include "job.h"
#include "names.h"
#include "options.h"
#include "request.h"
#include "submit.h"

/* What 802.1D-1998 (8.10.2) lets a bridge with STP have, in hundredths of a second. */
#define FORWARD_DELAY_MIN 200
#define FORWARD_DELAY_MAX 3000

/* Frames for these are the bridge's own business: the kernel's BR_GROUPFWD_RESTRICTED. */
#define RESTRICTED_GROUPS 0x7

#define KNOWN_FLAGS                                                                                \
	(NETCFG_BRIDGE_VLAN_FILTERING | NETCFG_BRIDGE_NO_VLAN_FILTERING | NETCFG_BRIDGE_STP |      \
	 NETCFG_BRIDGE_NO_STP | NETCFG_BRIDGE_MULTICAST_SNOOPING |                                 \
	 NETCFG_BRIDGE_NO_MULTICAST_SNOOPING | NETCFG_BRIDGE_FORWARD_DELAY |                       \
	 NETCFG_BRIDGE_AGEING_TIME | NETCFG_BRIDGE_GROUP_FWD_MASK)

enum { VLAN_FILTERING, STP, MULTICAST_SNOOPING, SWITCH_COUNT };

static const struct option_switch switches[SWITCH_COUNT] = {
	[VLAN_FILTERING] = { NETCFG_BRIDGE_VLAN_FILTERING, NETCFG_BRIDGE_NO_VLAN_FILTERING,
			     "VLAN_FILTERING" },
	[STP] = { NETCFG_BRIDGE_STP, NETCFG_BRIDGE_NO_STP, "STP" },
	[MULTICAST_SNOOPING] = { NETCFG_BRIDGE_MULTICAST_SNOOPING,
				 NETCFG_BRIDGE_NO_MULTICAST_SNOOPING, "MULTICAST_SNOOPING" },
};

static void put_options(struct request *r, const struct netcfg_bridge_config *b)
{
	const int filtering = option_switch_state(&switches[VLAN_FILTERING], b->flags);
	const int stp = option_switch_state(&switches[STP], b->flags);
	const int snooping = option_switch_state(&switches[MULTICAST_SNOOPING], b->flags);

	if (b->flags & NETCFG_BRIDGE_FORWARD_DELAY)
		request_put_u32(r, IFLA_BR_FORWARD_DELAY, b->forward_delay);
	if (b->flags & NETCFG_BRIDGE_AGEING_TIME)
		request_put_u32(r, IFLA_BR_AGEING_TIME, b->ageing_time);
	if (stp >= 0)
		request_put_u32(r, IFLA_BR_STP_STATE, (uint32_t)stp);
	if (filtering >= 0)
		request_put_u8(r, IFLA_BR_VLAN_FILTERING, (uint8_t)filtering);
	if (b->group_fwd_mask || (b->flags & NETCFG_BRIDGE_GROUP_FWD_MASK))
		request_put_u16(r, IFLA_BR_GROUP_FWD_MASK, (uint16_t)b->group_fwd_mask);
	if (snooping >= 0)
		request_put_u8(r, IFLA_BR_MCAST_SNOOPING, (uint8_t)snooping);
}

static void put(struct request *r, const struct link_create *c)
{
	put_options(r, c->data);
}

static const struct link_kind kind = { .name = "bridge", .put = put };

static int check_config(struct netcfg *nc, struct netcfg_bridge_config *c,
			const struct netcfg_bridge_config *config)
{
	int err;

	err = config_copy_in(nc, "bridge", c, sizeof(*c),
			     SIZE_UP_TO(struct netcfg_bridge_config, group_fwd_mask), config);
	if (!err)
		err = option_flags_check(nc, "bridge", c->flags, KNOWN_FLAGS, switches,
					 SWITCH_COUNT);
	if (err)
		return err;
	/* In one request with STP the kernel takes another one for it and says nothing. */
	if ((c->flags & NETCFG_BRIDGE_STP) && (c->flags & NETCFG_BRIDGE_FORWARD_DELAY) &&
	    (c->forward_delay < FORWARD_DELAY_MIN || c->forward_delay > FORWARD_DELAY_MAX))
		return error_detail(&nc->error, -ERANGE,
				    "bridge.forward_delay %u is not in %d..%d, which STP needs",
				    c->forward_delay, FORWARD_DELAY_MIN, FORWARD_DELAY_MAX);
	if (c->group_fwd_mask > UINT16_MAX)
		return error_detail(&nc->error, -ERANGE, "bridge.group_fwd_mask 0x%x is above 0x%x",
				    c->group_fwd_mask, UINT16_MAX);
	if (c->group_fwd_mask & RESTRICTED_GROUPS)
		return error_detail(&nc->error, -EINVAL,
				    "bridge.group_fwd_mask 0x%x has one of the lower three bits",
				    c->group_fwd_mask);
	return 0;
}

int netcfg_bridge_create(struct netcfg *nc, const char *name,
			 const struct netcfg_bridge_config *bridge,
			 const struct netcfg_link_config *link)
{
	struct netcfg_bridge_config b;
	struct link_create c = { .kind = &kind, .data = &b };
	int err = call_begin_queueable(nc, "create bridge", name, NULL, NULL);

	if (err)
		return err;
	err = link_end_check(nc, &c.link, "name", name, "link", link);
	if (!err)
		err = check_config(nc, &b, bridge);
	return call_end(nc, err ? err : link_create(nc, &c));
}

/* The kernel has no words for it. */
static void explain(struct netcfg *nc, const struct job *job, int err)
{
	if (err == -EOPNOTSUPP && !job->message->kernel_text)
		error_detail(&nc->error, err, "it is no bridge, or cannot do this");
}

/*
 * RTM_NEWLINK without NLM_F_CREATE: RTM_SETLINK does not look at the options of
 * a kind. It has no group, so a link that is gone is -ENODEV and nothing more.
 */
static int change(struct netcfg *nc, const char *name, const struct netcfg_bridge_config *b)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };
	struct job *job = job_new(nc);
	struct nlattr *info, *data;
	struct request r;

	if (!job)
		return -ENOMEM;
	job->explain = explain;
	job->uses = handle_keep(nc, name);
	if (!job->uses)
		return -ENOMEM;
	request_begin(&r, nc, RTM_NEWLINK, 0, &ifi, sizeof(ifi));
	name_put(&r, name);
	info = request_nest(&r, IFLA_LINKINFO);
	request_put_string(&r, IFLA_INFO_KIND, kind.name);
	data = request_nest(&r, IFLA_INFO_DATA);
	put_options(&r, b);
	request_nest_end(&r, data);
	request_nest_end(&r, info);
	return submit_request(job, &r);
}

int netcfg_bridge_set(struct netcfg *nc, const char *name,
		      const struct netcfg_bridge_config *bridge)
{
	struct netcfg_bridge_config b;
	int err = call_begin_queueable(nc, "change bridge", name, NULL, NULL);

	if (err)
		return err;
	err = name_check(nc, "name", name);
	if (!err)
		err = check_config(nc, &b, bridge);
	return call_end(nc, err ? err : change(nc, name, &b));
}
