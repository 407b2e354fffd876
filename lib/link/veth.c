/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "kind.h"

#include <errno.h>

#include <linux/veth.h>

#include "handle.h"
#include "request.h"

static void put(struct request *r, const struct link_create *c)
{
	struct nlattr *peer = request_nest(r, VETH_INFO_PEER);

	link_end_put_peer(r, &c->peer);
	request_nest_end(r, peer);
}

static const struct link_kind veth = { .name = "veth", .put = put };

int netcfg_veth_create(struct netcfg *nc, const char *name, const char *peer_name,
		       const struct netcfg_link_config *link, const struct netcfg_link_config *peer)
{
	struct link_create c = { .kind = &veth };
	int err = call_begin_queueable(nc, "create veth", name, "with peer", peer_name);

	if (err)
		return err;
	err = link_end_check(nc, &c.link, "name", name, "link", link);
	if (!err)
		err = link_end_check(nc, &c.peer, "peer_name", peer_name, "peer", peer);
	/* The kernel would pay no attention to it (6.1, 6.18). */
	if (!err && c.peer.attrs.config.ifindex && !c.link.attrs.config.ifindex)
		err = error_detail(&nc->error, -EINVAL,
				   "peer.ifindex is given, link.ifindex is not");
	return call_end(nc, err ? err : link_create(nc, &c));
}
