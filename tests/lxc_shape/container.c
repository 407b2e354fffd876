/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lxc_shape/container.h"

#include <netcfg/netcfg.h>

#include "lxc_shape/row.h"

/* for-runtimes: begin */
static int attach_outside(struct netcfg *host, int pid)
{
	struct netcfg_link_config link = {
		.size = sizeof(link),
		.mac = "fe:00:00:00:00:0a", /* high, so that the bridge does not take it */
		.master = "br0",
		.mtu = 1400,
		.flags = NETCFG_LINK_UP,
	};
	struct netcfg_link_config peer = {
		.size = sizeof(peer),
		.mac = "02:00:00:00:00:0a",
		.mtu = 1400,
		.netns_pid = pid,
		.flags = NETCFG_LINK_NETNS_PID,
	};

	return netcfg_veth_create(host, "host0", "eth0", &link, &peer);
}

static int attach_inside(struct netcfg *inside)
{
	struct netcfg_route_config via4 = { .size = sizeof(via4), .via = "192.0.2.254" };
	struct netcfg_route_config via6 = {
		.size = sizeof(via6),
		.via = "2001:db8::fe",
		.dev = "eth0",
	};
	int err = netcfg_batch_begin(inside, 0);

	if (err < 0)
		return err;
	if ((err = netcfg_link_set_up(inside, "lo")) < 0 ||
	    (err = netcfg_addr_add(inside, "eth0", "192.0.2.1/24", NULL)) < 0 ||
	    (err = netcfg_addr_add(inside, "eth0", "2001:db8::1/64", NULL)) < 0 ||
	    (err = netcfg_link_set_up(inside, "eth0")) < 0 ||
	    (err = netcfg_route_add(inside, "default", &via4)) < 0 ||
	    (err = netcfg_route_add(inside, "default", &via6)) < 0) {
		/* A bad argument, and netcfg_error_message() says which. Nothing was sent. */
		netcfg_batch_abort(inside);
		return err;
	}
	return netcfg_batch_commit(inside); /* above 0: how many failed, see netcfg_batch_error() */
}
/* for-runtimes: end */

int container_attach(struct place *p)
{
	struct netcfg_stats stats = { .size = sizeof(stats) };
	struct netcfg *inside;
	int err = attach_outside(p->nc, p->pid);

	if (!err)
		err = netcfg_open_netns_pid(&inside, p->pid);
	if (err)
		return err;
	err = attach_inside(inside);
	netcfg_get_stats(inside, &stats);
	p->elsewhere.sends = (int)stats.sends;
	p->elsewhere.ioctls = (int)stats.lookups;
	netcfg_close(inside);
	return err;
}
