/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "torture/lists.h"

#include <netcfg/netcfg.h>

int read_links(struct netcfg *nc)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;
	int count = 0, err = netcfg_link_list(nc, NULL, &list);

	if (err)
		return err;
	while (netcfg_link_list_next(list, &info) == 1)
		count++;
	netcfg_link_list_free(list);
	return count;
}

int read_addrs(struct netcfg *nc, const char *link, int family)
{
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct netcfg_addr_list *list;
	int count = 0, err = netcfg_addr_list(nc, link, family, &list);

	if (err)
		return err;
	while (netcfg_addr_list_next(list, &info) == 1)
		count++;
	netcfg_addr_list_free(list);
	return count;
}
