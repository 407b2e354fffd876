/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lxc_net/netns.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int open_pid(int pid)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/ns/net", pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

static int copy_fd(int fd)
{
	int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);

	return copy < 0 ? -errno : copy;
}

static bool is_own(int fd)
{
	struct stat own, other;

	return !stat("/proc/self/ns/net", &own) && !fstat(fd, &other) &&
	       own.st_dev == other.st_dev && own.st_ino == other.st_ino;
}

int target_open(const struct target *target, struct netcfg *host)
{
	int fd = target->name  ? netcfg_netns_open(host, target->name)
		 : target->pid ? open_pid(target->pid)
			       : copy_fd(target->fd);

	/* Both sides would be one, and a phys would go nowhere. */
	if (fd >= 0 && is_own(fd)) {
		close(fd);
		return -EADDRINUSE;
	}
	return fd;
}

const char *target_label(const struct target *target, char *buffer, size_t size)
{
	if (target->name)
		return target->name;
	if (target->pid)
		snprintf(buffer, size, "pid %d", target->pid);
	else
		snprintf(buffer, size, "descriptor %d", target->fd);
	return buffer;
}
