/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: looking up and reading one link. Lists are in link_list.c. */
#include <netcfg/link.h>

#include <errno.h>

#include "handle.h"
#include "link_info.h"
#include "link_target.h"
#include "names.h"

int netcfg_link_index(struct netcfg *nc, const char *name)
{
	int err = call_begin(nc, "look up link", name, NULL, NULL);

	if (err)
		return err;
	err = name_check(nc, "name", name);
	return call_end(nc, err ? err : name_ask(nc, "name", name));
}

static int get(struct netcfg *nc, const struct link_target *t, struct netcfg_link_info *ret_info)
{
	struct netcfg_link_info info;
	int err = link_target_check(nc, t);

	if (!err)
		err = config_check_out(nc, "ret_info", ret_info, LINK_INFO_FIRST_SIZE);
	if (!err)
		err = link_info_read(nc, &nc->socket, t->ifindex, t->name, &info);
	if (!err)
		config_copy_out(ret_info, &info, sizeof(info));
	return err;
}

int netcfg_link_get(struct netcfg *nc, const char *name, struct netcfg_link_info *ret_info)
{
	const struct link_target t = { .name = name };
	int err = call_begin(nc, "get link", name, NULL, NULL);

	return err ? err : call_end(nc, get(nc, &t, ret_info));
}

int netcfg_link_get_by_index(struct netcfg *nc, int ifindex, struct netcfg_link_info *ret_info)
{
	const struct link_target t = { .by_index = true, .ifindex = ifindex };
	int err = call_begin(nc, "get link by index", NULL, NULL, NULL);

	return err ? err : link_target_end(nc, &t, get(nc, &t, ret_info));
}
