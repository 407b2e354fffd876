/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "netns_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "handle.h"
#include "netns_file.h"

#define LOCK_POLL_NS 1000000

/* Polled, since a blocked flock(2) cannot be given a time limit. Held for microseconds by us. */
static int lock(struct netcfg *nc, int fd)
{
	const struct timespec pause = { .tv_nsec = LOCK_POLL_NS };

	while (flock(fd, LOCK_EX | LOCK_NB) < 0) {
		if (errno != EWOULDBLOCK && errno != EINTR)
			return -errno;
		if (deadline_left(&nc->deadline) == 0)
			return -ETIMEDOUT;
		nanosleep(&pause, NULL);
	}
	return 0;
}

/*
 * Never recursive on what is a mount point already: that would visit each of
 * the namespaces in it, at every create. It also tells whether it is one.
 */
static int make_shared(const char *dir)
{
	return mount("", dir, "none", MS_SHARED, NULL) < 0 ? -errno : 0;
}

/*
 * Bind the directory on itself, mounts that are in it included. Private before
 * shared, so that it does not stay in the group of the mount it came from: each
 * namespace would be mounted there a second time, below it.
 */
static int make_mount_point(const char *dir)
{
	if (mount(dir, dir, "none", MS_BIND | MS_REC, NULL) < 0 ||
	    mount("", dir, "none", MS_PRIVATE | MS_REC, NULL) < 0 ||
	    mount("", dir, "none", MS_SHARED | MS_REC, NULL) < 0)
		return -errno;
	return 0;
}

int netns_dir_prepare(struct netcfg *nc)
{
	const char *dir = netns_dir(nc);
	int fd, err;

	if (mkdir(dir, 0755) < 0 && errno != EEXIST)
		return error_detail(&nc->error, -errno, "making %s", dir);
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return error_detail(&nc->error, -errno, "opening %s", dir);
	err = lock(nc, fd);
	if (err) {
		close(fd);
		return error_detail(&nc->error, err, "locking %s", dir);
	}
	err = make_shared(dir);
	if (err == -EINVAL) /* no mount point yet */
		err = make_mount_point(dir);
	close(fd); /* and the lock with it */
	return err ? error_detail(&nc->error, err, "making %s a shared mount", dir) : 0;
}
