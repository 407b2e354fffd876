/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

static const char *how_to_make(const char *kind)
{
	if (strcmp(kind, "vlan") == 0)
		return "ip link add v0 type veth peer name v1 && "
		       "ip link add probe0 link v0 type vlan id 1";
	if (strcmp(kind, "macvlan") == 0 || strcmp(kind, "ipvlan") == 0)
		return "ip link add v0 type veth peer name v1 && "
		       "ip link add probe0 link v0 type %s";
	if (strcmp(kind, "vxlan") == 0)
		return "ip link add probe0 type vxlan id 1 dstport 4789";
	if (strcmp(kind, "vrf") == 0)
		return "ip link add probe0 type vrf table 10";
	if (strcmp(kind, "veth") == 0)
		return "ip link add probe0 type veth peer name probe1";
	return "ip link add probe0 type %s";
}

static int try_kind(void *userdata)
{
	const char *kind = userdata;
	const char *make = how_to_make(kind);
	const char *hole = strstr(make, "%s");
	const int head = hole ? (int)(hole - make) : (int)strlen(make);
	char command[256];

	snprintf(command, sizeof(command), "exec >/dev/null 2>&1; %.*s%s", head, make,
		 hole ? kind : "");
	return system(command) == 0 ? 0 : 1;
}

bool have_kind(const char *kind)
{
	const int netns_fd = netns_new();
	char copy[32];
	int result;

	snprintf(copy, sizeof(copy), "%s", kind);
	result = in_child(netns_fd, try_kind, copy);
	close(netns_fd);
	return result == 0;
}

void need(bool there, const char *what)
{
	const char *require = getenv("NETCFG_TEST_REQUIRE");

	if (there)
		return;
	print_message("not here: %s\n", what);
	if (require && strcmp(require, "all") == 0)
		fail();
	sandbox_count_skip();
	skip();
}

void need_kind(const char *kind)
{
	need(have_kind(kind), kind);
}
