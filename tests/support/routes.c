/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <stdlib.h>
#include <sys/socket.h>

#include "support/routes.h"
#include "support/side.h"
#include "support/test.h"

#define HOPS_MAX 8

/* The kernel's work queue has seen that they have carrier: routes change no more by themselves. */
static bool is_running(void *arg)
{
	(void)arg;
	return sh("ip link show v0 | grep -q 'state UP' && ip link show v1 | grep -q 'state UP'") ==
	       0;
}

void routes_links_make(void)
{
	sh_ok("ip link set lo up && ip link add v0 type veth peer name v1 && "
	      "ip link set v0 addrgenmode none && ip link set v1 addrgenmode none && "
	      "ip link set v0 up && ip link set v1 up");
	assert_true(side_eventually(is_running, NULL));
	sh_ok("ip addr add 192.0.2.10/24 dev v0 && ip addr add 198.51.100.10/24 dev v1 && "
	      "ip addr add 2001:db8::10/64 dev v0 nodad && "
	      "ip addr add 2001:db8:ffff::10/64 dev v1 nodad");
}

char *route_json(int family, const char *destination)
{
	return sh_output("ip -%c -d -j route show table all exact '%s'",
			 family == AF_INET6 ? '6' : '4', destination);
}

static char *json_of(const char *destination)
{
	return route_json(strchr(destination, ':') ? AF_INET6 : AF_INET, destination);
}

void check_route(const char *destination, const char *key, const char *value, const char *file,
		 int line)
{
	char *json = json_of(destination), *wanted;
	bool found = false;

	assert_true(asprintf(&wanted, "\"%s\":%s", key, value) >= 0);
	for (const char *at = strstr(json, wanted); at && !found; at = strstr(at + 1, wanted))
		found = strchr(",}]", at[strlen(wanted)]);
	if (!found) {
		print_error("%s is missing: %s\n", wanted, json);
		_fail(file, line);
	}
	free(wanted);
	free(json);
}

void check_no_route(const char *destination, const char *file, int line)
{
	char *json = json_of(destination);

	if (strncmp(json, "[]", 2) != 0 && strncmp(json, "[ ]", 3) != 0) {
		print_error("there is a route: %s\n", json);
		_fail(file, line);
	}
	free(json);
}

size_t route_count(struct netcfg *nc, const struct netcfg_route_filter *filter)
{
	struct netcfg_route_info info = { .size = sizeof(info) };
	struct netcfg_route_list *list;
	size_t count = 0;

	assert_ok(nc, netcfg_route_list(nc, filter, &list));
	while (netcfg_route_list_next(list, &info) == 1)
		count++;
	netcfg_route_list_free(list);
	return count;
}

static void take_hops(const struct netcfg_route_list *list, const struct netcfg_route_info *info,
		      struct netcfg_route_hop_info *hops)
{
	struct netcfg_route_hop_info hop = { .size = sizeof(hop) };

	for (uint32_t i = 0; i < info->hop_count && i < HOPS_MAX; i++) {
		assert_int_equal(netcfg_route_list_hop(list, i, &hop), 1);
		hops[i] = hop;
	}
	assert_int_equal(netcfg_route_list_hop(list, info->hop_count, &hop), 0);
}

bool route_find(struct netcfg *nc, const char *destination, uint32_t prefix_length, size_t n,
		struct netcfg_route_info *ret_info, struct netcfg_route_hop_info *hops)
{
	struct netcfg_route_info info = { .size = sizeof(info) };
	struct netcfg_route_list *list;
	size_t seen = 0;

	assert_ok(nc, netcfg_route_list(nc, NULL, &list));
	while (netcfg_route_list_next(list, &info) == 1) {
		if (strcmp(info.destination, destination) != 0 ||
		    info.prefix_length != prefix_length || seen++ != n)
			continue;
		*ret_info = info;
		if (hops)
			take_hops(list, &info, hops);
	}
	netcfg_route_list_free(list);
	return seen > n;
}

struct netcfg_route_info route_get(struct netcfg *nc, const char *destination,
				   uint32_t prefix_length, struct netcfg_route_hop_info *hops)
{
	struct netcfg_route_info info, other;

	if (!route_find(nc, destination, prefix_length, 0, &info, hops))
		fail_msg("%s/%u is not in the list", destination, (unsigned int)prefix_length);
	if (route_find(nc, destination, prefix_length, 1, &other, NULL))
		fail_msg("%s/%u is in the list twice", destination, (unsigned int)prefix_length);
	return info;
}
