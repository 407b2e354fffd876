/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

static int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int err = 0;

	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		err = -errno;
	close(fd);
	return err;
}

static int map_to_root(uid_t uid, gid_t gid)
{
	char map[64];
	int err;

	/* user_namespaces(7): without this a group may not be mapped. */
	err = write_file("/proc/self/setgroups", "deny");
	if (err)
		return err;
	snprintf(map, sizeof(map), "0 %lu 1", (unsigned long)uid);
	err = write_file("/proc/self/uid_map", map);
	if (err)
		return err;
	snprintf(map, sizeof(map), "0 %lu 1", (unsigned long)gid);
	return write_file("/proc/self/gid_map", map);
}

static int unshare_all(void)
{
	/* Asked before: in a user namespace without a map every id is that of "nobody". */
	uid_t uid = geteuid();
	gid_t gid = getegid();

	if (!unshare(CLONE_NEWNET | CLONE_NEWNS))
		return 0;
	if (errno != EPERM)
		return -errno;
	if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWNS))
		return -errno;
	return map_to_root(uid, gid);
}

static int private_run(void)
{
	/* Else the mounts below would appear in the host's mount namespace too. */
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
		return -errno;
	if (mount("tmpfs", "/run", "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755"))
		return -errno;
	return 0;
}

int sandbox_enter(void)
{
	int err = unshare_all();

	if (err) {
		fprintf(stderr,
			"%s: cannot make namespaces of its own: %s\n"
			"Run it as root, or let users make namespaces (sysctls "
			"user.max_{user,net,mnt}_namespaces,\n"
			"kernel.unprivileged_userns_clone, "
			"kernel.apparmor_restrict_unprivileged_userns),\n"
			"or run it as root with --host, which works on this host itself.\n",
			program_invocation_short_name, strerror(-err));
		return err;
	}
	err = private_run();
	if (err)
		fprintf(stderr, "%s: cannot mount a /run of its own: %s\n",
			program_invocation_short_name, strerror(-err));
	return err;
}
