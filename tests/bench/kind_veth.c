/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Pairs with one queue at each end, both ends in one namespace. */
#include <netcfg/netcfg.h>
#include <netlink/route/link.h>
#include <netlink/route/link/veth.h>

#include "bench.h"
#include "kind.h"
#include "raw_link.h"

static int ours(struct netcfg *nc, unsigned int i)
{
	const struct netcfg_link_config one_queue = { .size = sizeof(one_queue),
						      .num_tx_queues = 1,
						      .num_rx_queues = 1 };
	char name[IFNAMSIZ], peer[IFNAMSIZ];

	link_name(name, i);
	peer_name(peer, i);
	return netcfg_veth_create(nc, name, peer, &one_queue, &one_queue);
}

static void raw(struct raw_batch *b, unsigned int i, uint32_t group)
{
	char name[IFNAMSIZ], peer[IFNAMSIZ];

	link_name(name, i);
	peer_name(peer, i);
	raw_put_veth(b, name, peer, group);
}

static void describe(struct rtnl_link *link, const char *name)
{
	rtnl_link_set_name(link, name);
	rtnl_link_set_num_tx_queues(link, 1);
	rtnl_link_set_num_rx_queues(link, 1);
}

static struct rtnl_link *libnl(unsigned int i)
{
	struct rtnl_link *link = rtnl_link_veth_alloc(), *far_end;
	char name[IFNAMSIZ];

	if (!link)
		bench_fail("libnl: out of memory");
	link_name(name, i);
	describe(link, name);
	far_end = rtnl_link_veth_get_peer(link);
	peer_name(name, i);
	describe(far_end, name);
	rtnl_link_put(far_end);
	return link;
}

static void ip(char line[256], unsigned int i)
{
	snprintf(line, 256,
		 "link add " LINK_NAME_FORMAT
		 " numtxqueues 1 numrxqueues 1 type veth peer name " PEER_NAME_FORMAT
		 " numtxqueues 1 numrxqueues 1",
		 i, i);
}

const struct kind kind_veth = {
	.name = "veth", .ours = ours, .raw = raw, .libnl = libnl, .ip = ip
};

const struct size veth_sizes[] = { { 20, SMOKE, 0 },   { 1000, DEFAULT, 0 }, { 5000, DEFAULT, 3 },
				   { 10000, FULL, 3 }, { 20000, FULL, 3 },   { 0, 0, 0 } };
