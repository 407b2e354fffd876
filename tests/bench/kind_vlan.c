/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* All on one parent, which is one end of a pair, with the ids from 1 on. */
#include <unistd.h>

#include <netcfg/netcfg.h>
#include <netlink/route/link.h>
#include <netlink/route/link/vlan.h>

#include "bench.h"
#include "kind.h"
#include "libnl.h"
#include "raw.h"
#include "raw_link.h"

static int parent_index;

static void prepare(void)
{
	struct raw_batch batch = { 0 };
	const int sock = raw_open();

	raw_put_veth(&batch, PARENT, PARENT "2", 0);
	raw_put_set_up(&batch, PARENT);
	raw_seal(&batch);
	raw_send(sock, &batch);
	raw_free(&batch);
	parent_index = raw_index(sock, PARENT);
	close(sock);
}

static int ours(struct netcfg *nc, unsigned int i)
{
	char name[IFNAMSIZ];

	link_name(name, i);
	return netcfg_vlan_create(nc, name, PARENT, (int)i + 1, NULL, NULL);
}

static void raw(struct raw_batch *b, unsigned int i, uint32_t group)
{
	char name[IFNAMSIZ];

	link_name(name, i);
	raw_put_vlan(b, name, parent_index, (int)i + 1, group);
}

static struct rtnl_link *libnl(unsigned int i)
{
	struct rtnl_link *link = rtnl_link_vlan_alloc();
	char name[IFNAMSIZ];

	if (!link)
		bench_fail("libnl: out of memory");
	link_name(name, i);
	rtnl_link_set_name(link, name);
	rtnl_link_set_link(link, parent_index);
	libnl_check(rtnl_link_vlan_set_id(link, (uint16_t)(i + 1)), "set id");
	return link;
}

static void ip(char line[256], unsigned int i)
{
	snprintf(line, 256, "link add link " PARENT " name " LINK_NAME_FORMAT " type vlan id %u", i,
		 i + 1);
}

const struct kind kind_vlan = {
	.name = "vlan", .prepare = prepare, .ours = ours, .raw = raw, .libnl = libnl, .ip = ip
};

/* One parent has 4094 at most. */
const struct size vlan_sizes[] = {
	{ 20, SMOKE, 0 }, { 1000, DEFAULT, 3 }, { 4000, FULL, 3 }, { 0, 0, 0 }
};
