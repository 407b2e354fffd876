/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "kind.h"

#include <errno.h>

#include <linux/if_link.h>

#include "config.h"
#include "handle.h"
#include "names.h"
#include "options.h"
#include "request.h"

#define KNOWN_FLAGS (NETCFG_IPVLAN_PRIVATE | NETCFG_IPVLAN_VEPA)

static void put(struct request *r, const struct link_create *c)
{
	const struct netcfg_ipvlan_config *i = c->data;
	uint16_t flags = 0;

	/* The kernel's modes begin with 0, which is "leave it" here. */
	if (i->mode)
		request_put_u16(r, IFLA_IPVLAN_MODE, (uint16_t)(i->mode - NETCFG_IPVLAN_L2));
	if (i->flags & NETCFG_IPVLAN_PRIVATE)
		flags |= IPVLAN_F_PRIVATE;
	if (i->flags & NETCFG_IPVLAN_VEPA)
		flags |= IPVLAN_F_VEPA;
	if (flags)
		request_put_u16(r, IFLA_IPVLAN_FLAGS, flags);
}

static const struct link_kind kind = { .name = "ipvlan", .put = put };

static int check_config(struct netcfg *nc, struct netcfg_ipvlan_config *c,
			const struct netcfg_ipvlan_config *config, const struct link_attrs *link)
{
	int err;

	err = config_copy_in(nc, "ipvlan", c, sizeof(*c),
			     SIZE_UP_TO(struct netcfg_ipvlan_config, flags), config);
	if (!err)
		err = option_flags_check(nc, "ipvlan", c->flags, KNOWN_FLAGS, NULL, 0);
	if (err)
		return err;
	if (c->mode > NETCFG_IPVLAN_L3S)
		return error_detail(&nc->error, -EINVAL, "ipvlan.mode %u is none of the modes",
				    c->mode);
	if ((c->flags & NETCFG_IPVLAN_PRIVATE) && (c->flags & NETCFG_IPVLAN_VEPA))
		return error_detail(&nc->error, -EINVAL, "ipvlan.flags has both PRIVATE and VEPA");
	/* The kernel would give it the parent's and say nothing. */
	if (link->config.mac)
		return error_detail(&nc->error, -EINVAL, "link.mac: an ipvlan has its parent's");
	return 0;
}

int netcfg_ipvlan_create(struct netcfg *nc, const char *name, const char *parent,
			 const struct netcfg_ipvlan_config *ipvlan,
			 const struct netcfg_link_config *link)
{
	struct netcfg_ipvlan_config i;
	struct link_create c = { .kind = &kind, .parent = parent, .data = &i };
	int err = call_begin_queueable(nc, "create ipvlan", name, "on", parent);

	if (err)
		return err;
	err = link_end_check(nc, &c.link, "name", name, "link", link);
	if (!err)
		err = name_check(nc, "parent", parent);
	if (!err)
		err = check_config(nc, &i, ipvlan, &c.link.attrs);
	return call_end(nc, err ? err : link_create(nc, &c));
}
