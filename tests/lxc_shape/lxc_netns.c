/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ids of namespaces that have a descriptor and no name. */
#include "lxc_shape/lxc_shape.h"

#include <stdio.h>

#include <netcfg/netcfg.h>

/*
 * A descriptor is a name too: that of a file in /proc/self/fd. LXC's handle has
 * no other use for the directory of named namespaces.
 */
static int enter_descriptors(struct netcfg *nc, int netns_fd, char name[16])
{
	snprintf(name, 16, "%d", netns_fd);
	return netcfg_set_netns_dir(nc, "/proc/self/fd");
}

int lxc_netns_set_nsid(struct netcfg *nc, int netns_fd)
{
	char name[16];
	int err = enter_descriptors(nc, netns_fd, name);

	if (!err)
		err = netcfg_netns_set_id(nc, name, NETCFG_NETNS_ID_AUTO);
	netcfg_set_netns_dir(nc, NULL);
	return err;
}

int lxc_netns_get_nsid(struct netcfg *nc, int netns_fd)
{
	char name[16];
	int32_t id = -1;
	int err = enter_descriptors(nc, netns_fd, name);

	if (!err)
		err = netcfg_netns_get_id(nc, name, &id);
	netcfg_set_netns_dir(nc, NULL);
	return err ? err : id;
}
