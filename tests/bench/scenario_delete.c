/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Many links of a kind, deleted. */
#include "scenarios.h"

#include <stdlib.h>

#include <netcfg/netcfg.h>
#include <netlink/route/link.h>

#include "ip.h"
#include "kind.h"
#include "libnl.h"
#include "measure.h"
#include "ours.h"
#include "probe.h"
#include "raw.h"
#include "raw_link.h"

#define GROUP     0x12345678
#define CHUNK     256 /* as the library has it */
#define BATCH_MAX 120 /* 16 ms each */
#define LIBNL_MAX 60
#define IP_MAX    30

struct deletion {
	const struct kind *kind;
	bool probed; /* with another process at work beside */
};

static struct probe probe;

static void make(const struct run *run, uint32_t group)
{
	const struct deletion *deletion = run->arg;

	make_links(deletion->kind, run->size, group);
}

static void begin(struct run *run)
{
	const struct deletion *deletion = run->arg;

	if (deletion->probed)
		probe_start(&probe);
	measure_begin(run);
}

static void end(struct run *run)
{
	const struct deletion *deletion = run->arg;

	if (run->laps)
		measure_laps_end(run);
	else
		measure_end(run, run->ops);
	if (deletion->probed)
		run->sample.value[PROBE_MS] = probe_stop(&probe);
}

static char (*make_names(unsigned int count))[IFNAMSIZ]
{
	char(*names)[IFNAMSIZ] = calloc(count, sizeof(names[0]));
	unsigned int i;

	if (!names)
		bench_fail("out of memory");
	for (i = 0; i < count; i++)
		link_name(names[i], i);
	return names;
}

static void ours_many(struct run *run)
{
	char(*names)[IFNAMSIZ] = make_names(run->size);
	const char **list = calloc(run->size, sizeof(list[0]));
	struct netcfg *nc = ours_open();
	unsigned int i;

	make(run, 0);
	for (i = 0; list && i < run->size; i++)
		list[i] = names[i];
	begin(run);
	ours_check(nc, netcfg_link_delete_many(nc, list, run->ops, NULL));
	end(run);
	ours_count(nc, run);
}

static void ours_batch(struct run *run)
{
	char(*names)[IFNAMSIZ] = make_names(run->size);
	struct netcfg *nc = ours_open();
	unsigned int i;

	make(run, 0);
	begin(run);
	ours_begin(nc);
	for (i = 0; i < run->ops; i++)
		ours_check(nc, netcfg_link_delete(nc, names[i]));
	ours_commit(nc);
	end(run);
	ours_count(nc, run);
}

/* What is in a group since it was made, swept in one request. */
static void raw_sweep(struct run *run)
{
	struct raw_batch batch = { 0 };
	const int sock = raw_open();

	make(run, GROUP);
	raw_put_delete_group(&batch, GROUP);
	raw_seal(&batch);
	begin(run);
	raw_send(sock, &batch);
	end(run);
}

/* Marked and swept, some at a time. */
static void raw_chunks(struct run *run)
{
	struct raw_batch *batches = calloc(run->size / CHUNK + 1, sizeof(batches[0]));
	const int sock = raw_open();
	unsigned int i, n = 0;
	char name[IFNAMSIZ];

	make(run, 0);
	for (i = 0; batches && i < run->size; i++) {
		link_name(name, i);
		raw_put_set_group(&batches[n], name, GROUP);
		if ((i + 1) % CHUNK != 0 && i + 1 < run->size)
			continue;
		raw_put_delete_group(&batches[n], GROUP);
		raw_seal(&batches[n++]);
	}
	begin(run);
	for (i = 0; i < n; i++)
		raw_send(sock, &batches[i]);
	end(run);
}

static void libnl(struct run *run)
{
	struct nl_sock *sock = libnl_open();
	char name[IFNAMSIZ];

	make(run, 0);
	begin(run);
	while (measure_more(run)) {
		struct rtnl_link *link = rtnl_link_alloc();

		link_name(name, run->lap_count);
		rtnl_link_set_name(link, name);
		libnl_check(rtnl_link_delete(sock, link), "delete link");
		rtnl_link_put(link);
		measure_lap(run);
	}
	end(run);
}

static void batch_of_ip(struct run *run)
{
	FILE *lines = ip_lines();
	unsigned int i;

	make(run, 0);
	for (i = 0; i < run->ops; i++)
		fprintf(lines, "link delete " LINK_NAME_FORMAT "\n", i);
	begin(run);
	ip_batch(lines);
	end(run);
}

static void ip(struct run *run)
{
	make(run, 0);
	begin(run);
	while (measure_more(run)) {
		ip_run("link delete " LINK_NAME_FORMAT, run->lap_count);
		measure_lap(run);
	}
	end(run);
}

static const struct peer peers[] = { { "ours: delete_many", ours_many, 0 },
				     { "ours", ours_batch, 0 },
				     { "raw", raw_sweep, 0 },
				     { "raw: chunks of 256", raw_chunks, 0 },
				     { "libnl", libnl, LIBNL_MAX },
				     { "ip -batch", batch_of_ip, BATCH_MAX },
				     { "ip", ip, IP_MAX },
				     { NULL, NULL, 0 } };

static const struct peer probed_peers[] = { { "ours: delete_many", ours_many, 0 },
					    { "ours", ours_batch, 0 },
					    { "raw", raw_sweep, 0 },
					    { "raw: chunks of 256", raw_chunks, 0 },
					    { "libnl", libnl, LIBNL_MAX },
					    { NULL, NULL, 0 } };

static const struct size probed_sizes[] = {
	{ 20, SMOKE, 0 }, { 1000, DEFAULT, 0 }, { 5000, FULL, 3 }, { 0, 0, 0 }
};

static const struct deletion veths = { &kind_veth, false };
static const struct deletion veths_probed = { &kind_veth, true };
static const struct deletion vlans = { &kind_vlan, false };
static const struct deletion dummies = { &kind_dummy, false };

const struct scenario scenario_veth_delete = { .name = "veth-delete",
					       .title = "Deleting veth pairs",
					       .unit = "pair",
					       .size_is = "pairs",
					       .sizes = veth_sizes,
					       .peers = peers,
					       .arg = &veths };

const struct scenario scenario_veth_delete_probed = {
	.name = "veth-delete-probed",
	.title = "Deleting veth pairs while another process sets a link",
	.unit = "pair",
	.size_is = "pairs",
	.sizes = probed_sizes,
	.peers = probed_peers,
	.arg = &veths_probed
};

const struct scenario scenario_vlan_delete = { .name = "vlan-delete",
					       .title = "Deleting VLANs",
					       .unit = "VLAN",
					       .size_is = "VLANs",
					       .sizes = vlan_sizes,
					       .peers = peers,
					       .arg = &vlans,
					       .need = need_vlan };

const struct scenario scenario_dummy_delete = { .name = "dummy-delete",
						.title = "Deleting dummy links",
						.unit = "link",
						.size_is = "links",
						.sizes = dummy_sizes,
						.peers = peers,
						.arg = &dummies,
						.need = need_dummy };
