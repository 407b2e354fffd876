/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Many links of a kind, made in an empty namespace. */
#include "scenarios.h"

#include <netcfg/netcfg.h>
#include <netlink/route/link.h>

#include "ip.h"
#include "kind.h"
#include "libnl.h"
#include "measure.h"
#include "ours.h"
#include "raw.h"

#define IP_MAX 100

static void prepare(const struct run *run)
{
	const struct kind *kind = run->arg;

	if (kind->prepare)
		kind->prepare();
}

static void ours_batch(struct run *run)
{
	const struct kind *kind = run->arg;
	struct netcfg *nc = ours_open();
	unsigned int i;

	prepare(run);
	measure_begin(run);
	ours_begin(nc);
	for (i = 0; i < run->ops; i++)
		ours_check(nc, kind->ours(nc, i));
	ours_commit(nc);
	measure_end(run, run->ops);
	ours_count(nc, run);
	netcfg_close(nc);
}

static void ours_single(struct run *run)
{
	const struct kind *kind = run->arg;
	struct netcfg *nc = ours_open();
	unsigned int i;

	prepare(run);
	measure_begin(run);
	for (i = 0; i < run->ops; i++)
		ours_check(nc, kind->ours(nc, i));
	measure_end(run, run->ops);
	ours_count(nc, run);
	netcfg_close(nc);
}

static void raw(struct run *run)
{
	const struct kind *kind = run->arg;
	struct raw_batch batch = { 0 };
	const int sock = raw_open();
	unsigned int i;

	prepare(run);
	for (i = 0; i < run->ops; i++)
		kind->raw(&batch, i, 0);
	raw_seal(&batch);
	measure_begin(run);
	raw_send(sock, &batch);
	measure_end(run, run->ops);
}

static void libnl(struct run *run)
{
	const struct kind *kind = run->arg;
	struct nl_sock *sock = libnl_open();
	unsigned int i;

	prepare(run);
	measure_begin(run);
	for (i = 0; i < run->ops; i++) {
		struct rtnl_link *link = kind->libnl(i);

		libnl_check(rtnl_link_add(sock, link, NLM_F_CREATE | NLM_F_EXCL), "add link");
		rtnl_link_put(link);
	}
	measure_end(run, run->ops);
}

static void batch_of_ip(struct run *run)
{
	const struct kind *kind = run->arg;
	FILE *lines = ip_lines();
	unsigned int i;
	char line[256];

	prepare(run);
	for (i = 0; i < run->ops; i++) {
		kind->ip(line, i);
		fprintf(lines, "%s\n", line);
	}
	measure_begin(run);
	ip_batch(lines);
	measure_end(run, run->ops);
}

static void ip(struct run *run)
{
	const struct kind *kind = run->arg;
	char line[256];

	prepare(run);
	measure_begin(run);
	while (measure_more(run)) {
		kind->ip(line, run->lap_count);
		ip_run("%s", line);
		measure_lap(run);
	}
	measure_laps_end(run);
}

static const struct peer peers[] = {
	{ "ours", ours_batch, 0 }, { "ours: one by one", ours_single, 0 }, { "raw", raw, 0 },
	{ "libnl", libnl, 0 },     { "ip -batch", batch_of_ip, 0 },        { "ip", ip, IP_MAX },
	{ NULL, NULL, 0 }
};

const struct scenario scenario_veth_create = { .name = "veth-create",
					       .title = "Creating veth pairs",
					       .unit = "pair",
					       .size_is = "pairs",
					       .sizes = veth_sizes,
					       .peers = peers,
					       .arg = &kind_veth };

const struct scenario scenario_vlan_create = { .name = "vlan-create",
					       .title = "Creating VLANs on one parent",
					       .unit = "VLAN",
					       .size_is = "VLANs",
					       .sizes = vlan_sizes,
					       .peers = peers,
					       .arg = &kind_vlan,
					       .need = need_vlan };

const struct scenario scenario_dummy_create = { .name = "dummy-create",
						.title = "Creating dummy links",
						.unit = "link",
						.size_is = "links",
						.sizes = dummy_sizes,
						.peers = peers,
						.arg = &kind_dummy,
						.need = need_dummy };
