/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Named namespaces, created and deleted, with few and many present. */
#include "scenarios.h"

#include <stdio.h>

#include <netcfg/netcfg.h>

#include "ip.h"
#include "measure.h"
#include "ours.h"
#include "raw_netns.h"

#define NAME      "n%u"
#define NAME_SIZE 32
#define IP_MAX    100
#define BATCH_MAX 200

static void create_some(const char *prefix, unsigned int count)
{
	char name[NAME_SIZE];
	unsigned int i;

	for (i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "%s%u", prefix, i);
		raw_netns_create(name);
	}
	raw_netns_home();
}

static void present(const struct run *run)
{
	raw_netns_prepare();
	create_some("present", run->size);
}

static void present_and_mine(const struct run *run)
{
	present(run);
	create_some("n", run->ops);
}

static void next_name(const struct run *run, char name[NAME_SIZE])
{
	snprintf(name, NAME_SIZE, NAME, run->lap_count);
}

static void ours_create(struct run *run)
{
	struct netcfg *nc = ours_open();
	char name[NAME_SIZE];

	present(run);
	measure_begin(run);
	while (measure_more(run)) {
		next_name(run, name);
		ours_check(nc, netcfg_netns_create(nc, name));
		measure_lap(run);
	}
	measure_laps_end(run);
}

static void raw_create(struct run *run)
{
	char name[NAME_SIZE];

	present(run);
	measure_begin(run);
	while (measure_more(run)) {
		next_name(run, name);
		raw_netns_create(name);
		measure_lap(run);
	}
	measure_laps_end(run);
	raw_netns_home();
}

static void ip_create(struct run *run)
{
	present(run);
	measure_begin(run);
	while (measure_more(run)) {
		ip_run("netns add " NAME, run->lap_count);
		measure_lap(run);
	}
	measure_laps_end(run);
}

static void batch_create(struct run *run)
{
	FILE *lines = ip_lines();
	unsigned int i;

	present(run);
	for (i = 0; i < run->ops; i++)
		fprintf(lines, "netns add " NAME "\n", i);
	measure_begin(run);
	ip_batch(lines);
	measure_end(run, run->ops);
}

static void ours_delete(struct run *run)
{
	struct netcfg *nc = ours_open();
	char name[NAME_SIZE];

	present_and_mine(run);
	measure_begin(run);
	while (measure_more(run)) {
		next_name(run, name);
		ours_check(nc, netcfg_netns_delete(nc, name));
		measure_lap(run);
	}
	measure_laps_end(run);
}

static void raw_delete(struct run *run)
{
	char name[NAME_SIZE];

	present_and_mine(run);
	measure_begin(run);
	while (measure_more(run)) {
		next_name(run, name);
		raw_netns_delete(name);
		measure_lap(run);
	}
	measure_laps_end(run);
}

static void ip_delete(struct run *run)
{
	present_and_mine(run);
	measure_begin(run);
	while (measure_more(run)) {
		ip_run("netns delete " NAME, run->lap_count);
		measure_lap(run);
	}
	measure_laps_end(run);
}

static void batch_delete(struct run *run)
{
	FILE *lines = ip_lines();
	unsigned int i;

	present_and_mine(run);
	for (i = 0; i < run->ops; i++)
		fprintf(lines, "netns delete " NAME "\n", i);
	measure_begin(run);
	ip_batch(lines);
	measure_end(run, run->ops);
}

static const struct peer create_peers[] = { { "ours", ours_create, 0 },
					    { "raw", raw_create, 0 },
					    { "ip -batch", batch_create, BATCH_MAX },
					    { "ip", ip_create, IP_MAX },
					    { NULL, NULL, 0 } };

static const struct peer delete_peers[] = { { "ours", ours_delete, 0 },
					    { "raw", raw_delete, 0 },
					    { "ip -batch", batch_delete, BATCH_MAX },
					    { "ip", ip_delete, IP_MAX },
					    { NULL, NULL, 0 } };

/* One is always there: the first makes /run/netns a mount point, which is not what is measured. */
static const struct size sizes[] = { { 1, SMOKE | DEFAULT, 0 }, { 5000, DEFAULT, 3 }, { 0, 0, 0 } };

const struct scenario scenario_netns_create = { .name = "netns-create",
						.title = "Creating named namespaces",
						.unit = "namespace",
						.size_is = "namespaces present",
						.sizes = sizes,
						.ops = 1000,
						.smoke_ops = 10,
						.peers = create_peers };

const struct scenario scenario_netns_delete = { .name = "netns-delete",
						.title = "Deleting named namespaces",
						.unit = "namespace",
						.size_is = "namespaces present",
						.sizes = sizes,
						.ops = 1000,
						.smoke_ops = 10,
						.peers = delete_peers };
