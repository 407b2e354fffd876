/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a queued request costs its process: CPU outside the kernel, and memory. The system tells
 * CPU time in steps of some milliseconds, so the same batch is done many times.
 */
#include "scenarios.h"

#include <malloc.h>

#include <netcfg/netcfg.h>

#include "kind.h"
#include "measure.h"
#include "ours.h"
#include "raw.h"
#include "raw_link.h"

#define MTU    1500
#define PAIRS  500
#define QUEUED 10000 /* in a batch */

static void setup(struct run *run)
{
	(void)run;
	make_links(&kind_veth, PAIRS, 0);
}

static double memory_in_use(void)
{
	const struct mallinfo2 info = mallinfo2();

	return (double)info.uordblks + (double)info.hblkhd;
}

static void queue_sets(struct netcfg *nc)
{
	char name[IFNAMSIZ];
	unsigned int i;

	for (i = 0; i < QUEUED; i++) {
		link_name(name, i % PAIRS);
		ours_check(nc, netcfg_link_set_mtu(nc, name, MTU));
	}
}

static void build_sets(struct raw_batch *batch)
{
	char name[IFNAMSIZ];
	unsigned int i;

	for (i = 0; i < QUEUED; i++) {
		link_name(name, i % PAIRS);
		raw_put_set_mtu(batch, name, MTU);
	}
	raw_seal(batch);
}

/* Before a handle has ever queued anything, for nothing may be ready for it. */
static void weigh_sets(struct run *run)
{
	struct netcfg *nc = ours_open();
	struct raw_batch batch = { 0 };
	double before, after;

	before = memory_in_use();
	ours_begin(nc);
	queue_sets(nc);
	after = memory_in_use();
	netcfg_batch_abort(nc);
	netcfg_close(nc);
	build_sets(&batch);
	run->sample.value[BYTES] = (after - before) / QUEUED;
	run->sample.value[BEYOND] = (after - before - (double)batch.length) / QUEUED;
	raw_free(&batch);
}

static void ours(struct run *run)
{
	struct netcfg *nc;
	unsigned int i;

	weigh_sets(run);
	nc = ours_open();
	measure_begin(run);
	for (i = 0; i < run->ops / QUEUED; i++) {
		ours_begin(nc);
		queue_sets(nc);
		ours_commit(nc);
	}
	measure_end(run, run->ops);
}

static void raw(struct run *run)
{
	struct raw_batch batch = { 0 };
	const int sock = raw_open();
	unsigned int i;

	build_sets(&batch);
	measure_begin(run);
	for (i = 0; i < run->ops / QUEUED; i++)
		raw_send(sock, &batch);
	measure_end(run, run->ops);
	run->sample.value[BYTES] = (double)batch.length / QUEUED;
	run->sample.value[BEYOND] = 0;
}

static void ours_veth(struct run *run)
{
	struct netcfg *nc = ours_open();
	struct raw_batch batch = { 0 };
	double before, after;
	unsigned int i;

	before = memory_in_use();
	measure_begin(run);
	ours_begin(nc);
	for (i = 0; i < QUEUED; i++)
		ours_check(nc, kind_veth.ours(nc, i));
	measure_end(run, QUEUED);
	after = memory_in_use();
	netcfg_batch_abort(nc);
	for (i = 0; i < QUEUED; i++)
		kind_veth.raw(&batch, i, 0);
	run->sample.value[BYTES] = (after - before) / QUEUED;
	run->sample.value[BEYOND] = (after - before - (double)batch.length) / QUEUED;
}

static const struct peer peers[] = { { "ours", ours, 0 },
				     { "raw", raw, 0 },
				     { "ours: veth queued only", ours_veth, 0 },
				     { NULL, NULL, 0 } };

static const struct size sizes[] = { { QUEUED, SMOKE, 0 },
				     { 50 * QUEUED, DEFAULT, 0 },
				     { 0, 0, 0 } };

const struct scenario scenario_cost = { .name = "cost",
					.title =
						"CPU and memory of batched sets (10000 in a batch)",
					.unit = "set",
					.size_is = "sets",
					.sizes = sizes,
					.setup = setup,
					.peers = peers,
					.shared = true };
