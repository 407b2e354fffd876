/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/bridge.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/report.h"

/* This version of the library makes no bridges, so iproute2 does. */
int bridge_make(const char *name)
{
	char *argv[] = { "ip", "link", "add", "name", (char *)name, "up", "type", "bridge", NULL };
	int status;
	pid_t child;
	int err = posix_spawnp(&child, argv[0], NULL, NULL, argv, environ);

	if (err) {
		fprintf(stderr, "%s: ip, which is to make the bridge: %s\n",
			program_invocation_short_name, strerror(err));
		return -err;
	}
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return 0;
	fprintf(stderr, "%s: ip could not make the bridge \"%s\"\n", program_invocation_short_name,
		name);
	return -EPROTO;
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
