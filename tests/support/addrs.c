/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <stdlib.h>
#include <sys/socket.h>

#include "support/addrs.h"
#include "support/side.h"
#include "support/test.h"

void pair_make(void)
{
	sh_ok("ip link add v0 type veth peer name v1");
}

void pair_up(void)
{
	sh_ok("ip link set v0 up && ip link set v1 up");
}

bool addr_find(struct netcfg *nc, const char *link, const char *address, uint32_t prefix_length,
	       const char *peer, struct netcfg_addr_info *ret_info)
{
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct netcfg_addr_list *list;
	int found = 0;

	assert_ok(nc, netcfg_addr_list(nc, link, AF_UNSPEC, &list));
	while (netcfg_addr_list_next(list, &info) == 1) {
		if (strcmp(info.address, address) != 0 || info.prefix_length != prefix_length ||
		    strcmp(info.peer, peer) != 0)
			continue;
		*ret_info = info;
		found++;
	}
	netcfg_addr_list_free(list);
	assert_in_range(found, 0, 1);
	return found;
}

struct netcfg_addr_info addr_get(struct netcfg *nc, const char *link, const char *address,
				 uint32_t prefix_length)
{
	struct netcfg_addr_info info;

	if (!addr_find(nc, link, address, prefix_length, "", &info))
		fail_msg("%s/%u is not on %s", address, (unsigned int)prefix_length, link);
	return info;
}

size_t addr_count(struct netcfg *nc, const char *link, int family)
{
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct netcfg_addr_list *list;
	size_t count = 0;

	assert_ok(nc, netcfg_addr_list(nc, link, family, &list));
	while (netcfg_addr_list_next(list, &info) == 1) {
		if (family != AF_UNSPEC)
			assert_int_equal(info.family, family);
		count++;
	}
	netcfg_addr_list_free(list);
	return count;
}

char *addr_picture(void)
{
	return sh_output("ip -d addr show");
}

void addr_picture_same(char *before)
{
	char *after = addr_picture();

	assert_string_equal(after, before);
	free(after);
	free(before);
}

bool route_here(const char *link, const char *prefix)
{
	const char *family = strchr(prefix, ':') ? "-6" : "-4";

	return sh("ip %s route show dev '%s' | grep -q '^%s '", family, link, prefix) == 0;
}

void net_sysctl(const char *name, const char *value)
{
	char path[128];

	snprintf(path, sizeof(path), "/proc/sys/net/%s", name);
	if (side_write_file(path, value) < 0)
		need(false, "a writable /proc/sys/net");
}
