/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: the ifindex cache, as the caller switches it. What uses it is in names.c and job.c. */
#include <netcfg/context.h>

#include <errno.h>
#include <stdlib.h>

#include "handle.h"
#include "name_table.h"

static int enable(struct netcfg *nc)
{
	if (!nc->names)
		nc->names = calloc(1, sizeof(*nc->names));
	return nc->names ? 0 : -ENOMEM;
}

int netcfg_cache_enable(struct netcfg *nc)
{
	int err = call_begin_queueable(nc, "enable cache", NULL, NULL, NULL);

	return err ? err : call_end(nc, enable(nc));
}

void netcfg_cache_disable(struct netcfg *nc)
{
	if (!nc || !nc->names)
		return;
	name_table_free(nc->names);
	free(nc->names);
	nc->names = NULL;
}

void netcfg_cache_invalidate(struct netcfg *nc, const char *name)
{
	if (!nc || !nc->names)
		return;
	if (name)
		name_table_forget(nc->names, name);
	else
		name_table_clear(nc->names);
}
