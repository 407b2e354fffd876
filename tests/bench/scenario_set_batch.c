/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Many changes of links that are given by name, in one batch. */
#include "scenarios.h"

#include <netcfg/netcfg.h>
#include <netlink/route/link.h>

#include "ip.h"
#include "kind.h"
#include "libnl.h"
#include "measure.h"
#include "ours.h"
#include "raw.h"
#include "raw_link.h"

#define PAIRS     500
#define LIBNL_MAX 2000

/* What the sets change: the MTU of each link to and fro, or nothing. Either ends where it began. */
struct change {
	unsigned int mtu[2];
};

static unsigned int mtu_of(const struct run *run, unsigned int i)
{
	const struct change *change = run->arg;

	return change->mtu[i / PAIRS % 2];
}

static void setup(struct run *run)
{
	(void)run;
	make_links(&kind_veth, PAIRS, 0);
}

static void ours(struct run *run)
{
	struct netcfg *nc = ours_open();
	char name[IFNAMSIZ];
	unsigned int i;

	measure_begin(run);
	ours_begin(nc);
	for (i = 0; i < run->ops; i++) {
		link_name(name, i % PAIRS);
		ours_check(nc, netcfg_link_set_mtu(nc, name, mtu_of(run, i)));
	}
	ours_commit(nc);
	measure_end(run, run->ops);
	ours_count(nc, run);
}

static void raw(struct run *run)
{
	struct raw_batch batch = { 0 };
	const int sock = raw_open();
	char name[IFNAMSIZ];
	unsigned int i;

	for (i = 0; i < run->ops; i++) {
		link_name(name, i % PAIRS);
		raw_put_set_mtu(&batch, name, mtu_of(run, i));
	}
	raw_seal(&batch);
	measure_begin(run);
	raw_send(sock, &batch);
	measure_end(run, run->ops);
}

static void libnl(struct run *run)
{
	struct nl_sock *sock = libnl_open();
	char name[IFNAMSIZ];
	unsigned int i;

	measure_begin(run);
	for (i = 0; i < run->ops; i++) {
		struct rtnl_link *link, *change = rtnl_link_alloc();

		link_name(name, i % PAIRS);
		libnl_check(rtnl_link_get_kernel(sock, 0, name, &link), "get link");
		rtnl_link_set_mtu(change, mtu_of(run, i));
		libnl_check(rtnl_link_change(sock, link, change, 0), "change link");
		rtnl_link_put(change);
		rtnl_link_put(link);
	}
	measure_end(run, run->ops);
}

static void batch_of_ip(struct run *run)
{
	FILE *lines = ip_lines();
	unsigned int i;

	for (i = 0; i < run->ops; i++)
		fprintf(lines, "link set " LINK_NAME_FORMAT " mtu %u\n", i % PAIRS, mtu_of(run, i));
	measure_begin(run);
	ip_batch(lines);
	measure_end(run, run->ops);
}

static const struct peer peers[] = { { "ours", ours, 0 },
				     { "raw", raw, 0 },
				     { "libnl", libnl, LIBNL_MAX },
				     { "ip -batch", batch_of_ip, 0 },
				     { NULL, NULL, 0 } };

static const struct size sizes[] = { { 20, SMOKE, 0 }, { 10000, DEFAULT, 0 }, { 0, 0, 0 } };

static const struct change to_and_fro = { { 1400, 1500 } };
static const struct change nothing = { { 1500, 1500 } };

const struct scenario scenario_set_batch = { .name = "set-batch",
					     .title =
						     "Many sets of an MTU by name among 1000 links",
					     .unit = "set",
					     .size_is = "sets",
					     .sizes = sizes,
					     .setup = setup,
					     .peers = peers,
					     .arg = &to_and_fro,
					     .shared = true,
					     .passes = 5 };

const struct scenario scenario_set_batch_same = {
	.name = "set-batch-same",
	.title = "Many sets of the MTU that a link has by name among 1000 links",
	.unit = "set",
	.size_is = "sets",
	.sizes = sizes,
	.setup = setup,
	.peers = peers,
	.arg = &nothing,
	.shared = true,
	.passes = 5
};
