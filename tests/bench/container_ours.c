/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One handle is kept for the host; each container has one while it is being attached. */
#include "container.h"

#include <netcfg/netcfg.h>

#include "bench.h"
#include "ours.h"

static struct netcfg *host;
static double sends_there;

static void inside(struct netcfg *nc, const struct container *c)
{
	const struct netcfg_route_config four = { .size = sizeof(four),
						  .via = CONTAINER_GATEWAY4,
						  .dev = CONTAINER_LINK };
	const struct netcfg_route_config six = { .size = sizeof(six),
						 .via = CONTAINER_GATEWAY6,
						 .dev = CONTAINER_LINK };

	ours_begin(nc);
	ours_check(nc, netcfg_addr_add(nc, CONTAINER_LINK, c->address4, NULL));
	ours_check(nc, netcfg_addr_add(nc, CONTAINER_LINK, c->address6, NULL));
	ours_check(nc, netcfg_link_set_up(nc, CONTAINER_LINK));
	ours_check(nc, netcfg_link_set_up(nc, "lo"));
	ours_check(nc, netcfg_route_add(nc, "default", &four));
	ours_check(nc, netcfg_route_add(nc, "default", &six));
	ours_commit(nc);
}

static void attach(const struct container *c)
{
	const struct netcfg_link_config link = { .size = sizeof(link),
						 .master = c->bridge,
						 .flags = NETCFG_LINK_UP,
						 .mtu = CONTAINER_MTU };
	const struct netcfg_link_config peer = { .size = sizeof(peer),
						 .mac = c->mac,
						 .flags = NETCFG_LINK_NETNS_FD,
						 .netns_fd = c->netns_fd,
						 .mtu = CONTAINER_MTU };
	struct netcfg_stats stats = { .size = sizeof(stats) };
	struct netcfg *there;

	ours_check(host, netcfg_veth_create(host, c->link, CONTAINER_LINK, &link, &peer));
	if (netcfg_open_netns_fd(&there, c->netns_fd) < 0)
		bench_fail("netcfg_open_netns_fd");
	inside(there, c);
	netcfg_get_stats(there, &stats);
	sends_there += (double)stats.sends;
	netcfg_close(there);
}

void container_ours(struct run *run)
{
	host = ours_open();
	sends_there = 0;
	container_each(run, attach);
	ours_count(host, run);
	run->sample.value[SENDS_THERE] = sends_there / run->sample.ops;
	netcfg_close(host);
}
