/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "kind.h"

#include "handle.h"

static const struct link_kind ifb = { .name = "ifb" };

int netcfg_ifb_create(struct netcfg *nc, const char *name, const struct netcfg_link_config *link)
{
	struct link_create c = { .kind = &ifb };
	int err = call_begin_queueable(nc, "create ifb", name, NULL, NULL);

	if (err)
		return err;
	err = link_end_check(nc, &c.link, "name", name, "link", link);
	return call_end(nc, err ? err : link_create(nc, &c));
}
