/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <netcfg/netcfg.h>
#include <netlink/route/link.h>

#include "bench.h"
#include "kind.h"
#include "libnl.h"
#include "raw_link.h"

static int ours(struct netcfg *nc, unsigned int i)
{
	char name[IFNAMSIZ];

	link_name(name, i);
	return netcfg_dummy_create(nc, name, NULL);
}

static void raw(struct raw_batch *b, unsigned int i, uint32_t group)
{
	char name[IFNAMSIZ];

	link_name(name, i);
	raw_put_dummy(b, name, group);
}

static struct rtnl_link *libnl(unsigned int i)
{
	struct rtnl_link *link = rtnl_link_alloc();
	char name[IFNAMSIZ];

	if (!link)
		bench_fail("libnl: out of memory");
	libnl_check(rtnl_link_set_type(link, "dummy"), "set type");
	link_name(name, i);
	rtnl_link_set_name(link, name);
	return link;
}

static void ip(char line[256], unsigned int i)
{
	snprintf(line, 256, "link add " LINK_NAME_FORMAT " type dummy", i);
}

const struct kind kind_dummy = {
	.name = "dummy", .ours = ours, .raw = raw, .libnl = libnl, .ip = ip
};

const struct size dummy_sizes[] = {
	{ 20, SMOKE, 0 }, { 1000, DEFAULT, 3 }, { 5000, FULL, 3 }, { 20000, FULL, 3 }, { 0, 0, 0 }
};
