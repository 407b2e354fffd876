/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/bridge.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "support/report.h"

int bridge_make(struct netcfg *nc, const char *name)
{
	const struct netcfg_link_config link = { .size = sizeof(link), .flags = NETCFG_LINK_UP };
	int err = netcfg_bridge_create(nc, name, NULL, &link);

	return err ? complain(nc, err) : 0;
}

int bridge_check(struct netcfg *nc, const char *name)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	int err = netcfg_link_get(nc, name, &info);

	if (err)
		return complain(nc, err);
	if (!strcmp(info.kind, "bridge"))
		return 0;
	fprintf(stderr, "%s: \"%s\" is no bridge\n", program_invocation_short_name, name);
	return -EINVAL;
}
