/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "kind.h"

#include <errno.h>

#include <linux/if_link.h>

#include "config.h"
#include "handle.h"
#include "names.h"
#include "options.h"
#include "request.h"

#define KNOWN_FLAGS NETCFG_MACVLAN_NOPROMISC

static void put(struct request *r, const struct link_create *c)
{
	const struct netcfg_macvlan_config *m = c->data;

	if (m->mode)
		request_put_u32(r, IFLA_MACVLAN_MODE, m->mode);
	if (m->flags & NETCFG_MACVLAN_NOPROMISC)
		request_put_u16(r, IFLA_MACVLAN_FLAGS, MACVLAN_FLAG_NOPROMISC);
}

static const struct link_kind kind = { .name = "macvlan", .put = put };

static int check_mode(struct netcfg *nc, uint32_t mode)
{
	switch (mode) {
	case 0:
	case NETCFG_MACVLAN_PRIVATE:
	case NETCFG_MACVLAN_VEPA:
	case NETCFG_MACVLAN_BRIDGE:
	case NETCFG_MACVLAN_PASSTHRU:
	case NETCFG_MACVLAN_SOURCE:
		return 0;
	default:
		return error_detail(&nc->error, -EINVAL, "macvlan.mode %u is none of the modes",
				    mode);
	}
}

static int check_config(struct netcfg *nc, struct netcfg_macvlan_config *c,
			const struct netcfg_macvlan_config *config, const struct link_attrs *link)
{
	int err;

	err = config_copy_in(nc, "macvlan", c, sizeof(*c),
			     SIZE_UP_TO(struct netcfg_macvlan_config, flags), config);
	if (!err)
		err = option_flags_check(nc, "macvlan", c->flags, KNOWN_FLAGS, NULL, 0);
	if (!err)
		err = check_mode(nc, c->mode);
	if (err)
		return err;
	/* The kernel would give it the parent's and say nothing. */
	if (c->mode == NETCFG_MACVLAN_PASSTHRU && link->config.mac)
		return error_detail(&nc->error, -EINVAL,
				    "link.mac: a macvlan in mode passthru has its parent's");
	return 0;
}

int netcfg_macvlan_create(struct netcfg *nc, const char *name, const char *parent,
			  const struct netcfg_macvlan_config *macvlan,
			  const struct netcfg_link_config *link)
{
	struct netcfg_macvlan_config m;
	struct link_create c = { .kind = &kind, .parent = parent, .data = &m };
	int err = call_begin_queueable(nc, "create macvlan", name, "on", parent);

	if (err)
		return err;
	err = link_end_check(nc, &c.link, "name", name, "link", link);
	if (!err)
		err = name_check(nc, "parent", parent);
	if (!err)
		err = check_config(nc, &m, macvlan, &c.link.attrs);
	return call_end(nc, err ? err : link_create(nc, &c));
}
