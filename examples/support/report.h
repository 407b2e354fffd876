/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the library has to say: the text of a failure, and what was sent. */
#ifndef EXAMPLES_REPORT_H
#define EXAMPLES_REPORT_H

#include <netcfg/netcfg.h>

/* Show why the last call on a handle failed: operation, object, cause. Returns @p err. */
int complain(const struct netcfg *nc, int err);

/* Add the counters of a handle; call it once for each, before the handle is closed. */
void counters_add(struct netcfg_stats *sum, const struct netcfg *nc);

void counters_print(const struct netcfg_stats *sum);

#endif
