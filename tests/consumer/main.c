/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A program of somebody else, which needs no privilege. */
#include <netcfg/netcfg.h>

#include <stdio.h>
#include <string.h>

int main(void)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg *nc;
	int err, index;

	printf("libnetcfg %s\n", netcfg_version());
	err = netcfg_open(&nc);
	if (err) {
		fprintf(stderr, "open: %s\n", strerror(-err));
		return 1;
	}
	index = netcfg_link_index(nc, "lo");
	if (index > 0)
		err = netcfg_link_get_by_index(nc, index, &info);
	if (index < 0 || err) {
		fprintf(stderr, "%s\n", netcfg_error_message(nc));
		netcfg_close(nc);
		return 1;
	}
	printf("%s is link %d\n", info.name, (int)info.ifindex);
	netcfg_close(nc);
	return 0;
}
