/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "kind.h"

#include <errno.h>
#include <limits.h>

#include <linux/if_link.h>

#include "config.h"
#include "handle.h"
#include "options.h"
#include "request.h"

#define KNOWN_FLAGS NETCFG_BOND_MIIMON

static void put(struct request *r, const struct link_create *c)
{
	const struct netcfg_bond_config *b = c->data;

	/* The kernel's values begin with 0, which is "leave it" here. */
	if (b->mode)
		request_put_u8(r, IFLA_BOND_MODE, (uint8_t)(b->mode - NETCFG_BOND_BALANCE_RR));
	if (b->flags & NETCFG_BOND_MIIMON)
		request_put_u32(r, IFLA_BOND_MIIMON, b->miimon);
	if (b->xmit_hash_policy)
		request_put_u8(r, IFLA_BOND_XMIT_HASH_POLICY,
			       (uint8_t)(b->xmit_hash_policy - NETCFG_BOND_XMIT_LAYER2));
	if (b->lacp_rate)
		request_put_u8(r, IFLA_BOND_AD_LACP_RATE,
			       (uint8_t)(b->lacp_rate - NETCFG_BOND_LACP_SLOW));
}

static const struct link_kind kind = { .name = "bond", .put = put };

static int check_choice(struct netcfg *nc, const char *what, uint32_t value, uint32_t last)
{
	if (value <= last)
		return 0;
	return error_detail(&nc->error, -EINVAL, "bond.%s %u is not in 0..%u", what, value, last);
}

static int check_config(struct netcfg *nc, struct netcfg_bond_config *c,
			const struct netcfg_bond_config *config)
{
	int err;

	err = config_copy_in(nc, "bond", c, sizeof(*c),
			     SIZE_UP_TO(struct netcfg_bond_config, reserved), config);
	if (!err)
		err = option_flags_check(nc, "bond", c->flags, KNOWN_FLAGS, NULL, 0);
	if (!err)
		err = check_choice(nc, "mode", c->mode, NETCFG_BOND_BALANCE_ALB);
	if (!err)
		err = check_choice(nc, "lacp_rate", c->lacp_rate, NETCFG_BOND_LACP_FAST);
	if (!err)
		err = check_choice(nc, "xmit_hash_policy", c->xmit_hash_policy,
				   NETCFG_BOND_XMIT_VLAN_SRCMAC);
	if (err)
		return err;
	if ((c->flags & NETCFG_BOND_MIIMON) && c->miimon > INT_MAX)
		return error_detail(&nc->error, -ERANGE, "bond.miimon %u is above %d", c->miimon,
				    INT_MAX);
	if (c->reserved)
		return error_detail(&nc->error, -EINVAL, "bond.reserved is not 0");
	return 0;
}

int netcfg_bond_create(struct netcfg *nc, const char *name, const struct netcfg_bond_config *bond,
		       const struct netcfg_link_config *link)
{
	struct netcfg_bond_config b;
	struct link_create c = { .kind = &kind, .data = &b };
	int err = call_begin_queueable(nc, "create bond", name, NULL, NULL);

	if (err)
		return err;
	err = link_end_check(nc, &c.link, "name", name, "link", link);
	if (!err)
		err = check_config(nc, &b, bond);
	return call_end(nc, err ? err : link_create(nc, &c));
}
