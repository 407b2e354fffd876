/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "ours.h"

#include <errno.h>
#include <string.h>

#include <netcfg/netcfg.h>

#include "bench.h"

struct netcfg *ours_open(void)
{
	struct netcfg *nc;
	const int err = netcfg_open(&nc);

	if (err < 0)
		bench_fail("netcfg_open: %s", strerror(-err));
	return nc;
}

void ours_check(const struct netcfg *nc, int err)
{
	if (err == -EOPNOTSUPP)
		bench_skip("%s", netcfg_error_message(nc));
	if (err != 0)
		bench_fail("%s", netcfg_error_message(nc));
}

void ours_begin(struct netcfg *nc)
{
	ours_check(nc, netcfg_batch_begin(nc, 0));
}

void ours_commit(struct netcfg *nc)
{
	const int failed = netcfg_batch_commit(nc);

	if (failed > 0 && netcfg_batch_error(nc, 0) == -EOPNOTSUPP)
		bench_skip("%s", netcfg_error_message(nc));
	ours_check(nc, failed);
}

void ours_count(const struct netcfg *nc, struct run *run)
{
	struct netcfg_stats stats = { .size = sizeof(stats) };

	netcfg_get_stats(nc, &stats);
	run->sample.value[SENDS] = (double)stats.sends / run->sample.ops;
	run->sample.value[LOOKUPS] = (double)stats.lookups;
}
