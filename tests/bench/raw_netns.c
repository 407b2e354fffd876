/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "raw_netns.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"

#define DIRECTORY "/run/netns"

static int home = -1;

static void must(int result, const char *what)
{
	if (result < 0)
		bench_fail("raw: %s: %s", what, strerror(errno));
}

static void path_of(char path[300], const char *name)
{
	snprintf(path, 300, DIRECTORY "/%s", name);
}

void raw_netns_prepare(void)
{
	if (home >= 0)
		close(home);
	home = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	must(home, "home");
	must(mkdir(DIRECTORY, 0755), "mkdir");
	must(mount(DIRECTORY, DIRECTORY, "none", MS_BIND | MS_REC, NULL), "bind");
	must(mount("", DIRECTORY, "none", MS_SHARED | MS_REC, NULL), "make shared");
}

void raw_netns_create(const char *name)
{
	char path[300];
	int fd;

	path_of(path, name);
	fd = open(path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0);
	must(fd, "create");
	close(fd);
	must(unshare(CLONE_NEWNET), "unshare");
	must(mount("/proc/thread-self/ns/net", path, "none", MS_BIND, NULL), "mount");
}

void raw_netns_home(void)
{
	must(setns(home, CLONE_NEWNET), "setns");
}

void raw_netns_delete(const char *name)
{
	char path[300];

	path_of(path, name);
	must(umount2(path, MNT_DETACH | UMOUNT_NOFOLLOW), "umount");
	must(unlink(path), "unlink");
}

int raw_netns_open(const char *name)
{
	char path[300];
	int fd;

	path_of(path, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	must(fd, "open");
	return fd;
}
