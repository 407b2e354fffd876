/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A change of one link that is given by name, among few and many links. */
#include "scenarios.h"

#include <stdlib.h>

#include <netcfg/netcfg.h>
#include <netlink/route/link.h>

#include "ip.h"
#include "kind.h"
#include "libnl.h"
#include "measure.h"
#include "ours.h"
#include "raw.h"
#include "raw_link.h"

#define MTU       1500 /* which a link has already: what is measured is the way there */
#define STRIDE    7919 /* a prime: the links are taken from all over */
#define LIBNL_MAX 500
#define CACHE_MAX 10
#define BATCH_MAX 500
#define IP_MAX    20

/* The size is that of the namespace: lo and the ends of pairs. */
static void setup(struct run *run)
{
	make_links(&kind_veth, run->size / 2, 0);
}

static void name_of_turn(const struct run *run, unsigned int i, char name[IFNAMSIZ])
{
	const unsigned long n = (unsigned long)(i + run->turn) * STRIDE;

	link_name(name, (unsigned int)(n % (run->size / 2)));
}

static void ours(struct run *run)
{
	struct netcfg *nc = ours_open();
	char name[IFNAMSIZ];

	measure_begin(run);
	while (measure_more(run)) {
		name_of_turn(run, run->lap_count, name);
		ours_check(nc, netcfg_link_set_mtu(nc, name, MTU));
		measure_lap(run);
	}
	measure_laps_end(run);
	ours_count(nc, run);
}

static void raw(struct run *run)
{
	struct raw_batch *requests = calloc(run->ops, sizeof(requests[0]));
	const int sock = raw_open();
	char name[IFNAMSIZ];
	unsigned int i;

	for (i = 0; requests && i < run->ops; i++) {
		requests[i].room = 128;
		requests[i].bytes = malloc(requests[i].room);
		name_of_turn(run, i, name);
		raw_put_set_mtu(&requests[i], name, MTU);
		raw_seal(&requests[i]);
	}
	measure_begin(run);
	while (measure_more(run)) {
		name_of_turn(run, run->lap_count, name); /* as the others do */
		raw_send(sock, &requests[run->lap_count]);
		measure_lap(run);
	}
	measure_laps_end(run);
}

static void change_mtu(struct nl_sock *sock, struct rtnl_link *link)
{
	struct rtnl_link *change = rtnl_link_alloc();

	rtnl_link_set_mtu(change, MTU);
	libnl_check(rtnl_link_change(sock, link, change, 0), "change link");
	rtnl_link_put(change);
}

/* The link is read by name, and changed. */
static void libnl(struct run *run)
{
	struct nl_sock *sock = libnl_open();
	struct rtnl_link *link;
	char name[IFNAMSIZ];

	measure_begin(run);
	while (measure_more(run)) {
		name_of_turn(run, run->lap_count, name);
		libnl_check(rtnl_link_get_kernel(sock, 0, name, &link), "get link");
		change_mtu(sock, link);
		rtnl_link_put(link);
		measure_lap(run);
	}
	measure_laps_end(run);
}

/* The manual's first way: a cache of all links, looked into. */
static void libnl_cache(struct run *run)
{
	struct nl_sock *sock = libnl_open();
	struct nl_cache *cache;
	struct rtnl_link *link;
	char name[IFNAMSIZ];

	measure_begin(run);
	while (measure_more(run)) {
		name_of_turn(run, run->lap_count, name);
		libnl_check(rtnl_link_alloc_cache(sock, AF_UNSPEC, &cache), "fill cache");
		link = rtnl_link_get_by_name(cache, name);
		if (!link)
			bench_fail("libnl: no %s in the cache", name);
		change_mtu(sock, link);
		rtnl_link_put(link);
		nl_cache_free(cache);
		measure_lap(run);
	}
	measure_laps_end(run);
}

static void batch_of_ip(struct run *run)
{
	FILE *lines = ip_lines();
	char name[IFNAMSIZ];
	unsigned int i;

	for (i = 0; i < run->ops; i++) {
		name_of_turn(run, i, name);
		fprintf(lines, "link set %s mtu %d\n", name, MTU);
	}
	measure_begin(run);
	ip_batch(lines);
	measure_end(run, run->ops);
}

static void ip(struct run *run)
{
	char name[IFNAMSIZ];

	measure_begin(run);
	while (measure_more(run)) {
		name_of_turn(run, run->lap_count, name);
		ip_run("link set %s mtu %d", name, MTU);
		measure_lap(run);
	}
	measure_laps_end(run);
}

static const struct peer peers[] = { { "ours", ours, 0 },
				     { "raw", raw, 0 },
				     { "libnl", libnl, LIBNL_MAX },
				     { "libnl: cache", libnl_cache, CACHE_MAX },
				     { "ip -batch", batch_of_ip, BATCH_MAX },
				     { "ip", ip, IP_MAX },
				     { NULL, NULL, 0 } };

static const struct size sizes[] = {
	{ 10, SMOKE | DEFAULT, 0 }, { 1000, DEFAULT, 0 }, { 20000, DEFAULT, 2 }, { 0, 0, 0 }
};

const struct scenario scenario_set = { .name = "set",
				       .title = "One set by name",
				       .unit = "set",
				       .size_is = "links present",
				       .sizes = sizes,
				       .ops = 2000,
				       .smoke_ops = 10,
				       .setup = setup,
				       .peers = peers,
				       .shared = true,
				       .passes = 3 };
