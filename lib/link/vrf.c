/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "kind.h"

#include <errno.h>

#include <linux/if_link.h>

#include "handle.h"
#include "request.h"

static void put(struct request *r, const struct link_create *c)
{
	const uint32_t *table = c->data;

	request_put_u32(r, IFLA_VRF_TABLE, *table);
}

static const struct link_kind kind = { .name = "vrf", .put = put };

int netcfg_vrf_create(struct netcfg *nc, const char *name, uint32_t table,
		      const struct netcfg_link_config *link)
{
	struct link_create c = { .kind = &kind, .data = &table };
	int err = call_begin_queueable(nc, "create vrf", name, NULL, NULL);

	if (err)
		return err;
	err = link_end_check(nc, &c.link, "name", name, "link", link);
	if (!err && table == 0)
		err = error_detail(&nc->error, -EINVAL, "table 0 is no routing table");
	return call_end(nc, err ? err : link_create(nc, &c));
}
