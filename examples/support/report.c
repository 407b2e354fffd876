/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

int complain(const struct netcfg *nc, int err)
{
	fprintf(stderr, "%s: %s\n", program_invocation_short_name, netcfg_error_message(nc));
	return err;
}

void counters_add(struct netcfg_stats *sum, const struct netcfg *nc)
{
	struct netcfg_stats stats = { .size = sizeof(stats) };

	netcfg_get_stats(nc, &stats);
	sum->sends += stats.sends;
	sum->requests += stats.requests;
	sum->replies += stats.replies;
	sum->lookups += stats.lookups;
	sum->cache_hits += stats.cache_hits;
	sum->dumps += stats.dumps;
}

void counters_print(const struct netcfg_stats *sum)
{
	printf("%" PRIu64 " requests in %" PRIu64 " sends, %" PRIu64
	       " of them for lists that were asked for; %" PRIu64 " look-ups of a name\n",
	       sum->requests, sum->sends, sum->dumps, sum->lookups);
}
