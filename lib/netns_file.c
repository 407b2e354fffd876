/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "netns_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <linux/magic.h>
#include <linux/nsfs.h>

#include "handle.h"

const char *netns_dir(const struct netcfg *nc)
{
	return nc->netns_dir ? nc->netns_dir : NETNS_DIR_DEFAULT;
}

int netns_name_check(struct netcfg *nc, const char *what, const char *name)
{
	struct error *e = &nc->error;

	if (!name)
		return error_detail(e, -EINVAL, "%s is NULL", what);
	if (!*name)
		return error_detail(e, -EINVAL, "%s is empty", what);
	if (strnlen(name, 256) > 255)
		return error_detail(e, -EINVAL, "%s is longer than 255 bytes", what);
	if (strchr(name, '/') || strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return error_detail(e, -EINVAL, "%s \"%s\" is no file name", what, name);
	return 0;
}

void netns_path(const struct netcfg *nc, const char *name, char *path)
{
	snprintf(path, NETNS_PATH_SIZE, "%s/%s", netns_dir(nc), name);
}

/* 0, -EBADF or -EINVAL. The file system first: the ioctl might mean something to a device. */
static int check_fd(int fd)
{
	struct statfs fs;
	int type;

	if (fstatfs(fd, &fs) < 0)
		return errno == EBADF ? -EBADF : -EINVAL;
	if (fs.f_type != NSFS_MAGIC)
		return -EINVAL;
	type = ioctl(fd, NS_GET_NSTYPE); /* Linux 4.11 */
	if (type < 0)
		return errno == ENOTTY ? 0 : -errno;
	return type == CLONE_NEWNET ? 0 : -EINVAL;
}

int netns_fd_check(struct netcfg *nc, const char *what, int fd)
{
	int err = check_fd(fd);

	if (err == -EBADF)
		return error_detail(&nc->error, err, "%s %d is not open", what, fd);
	if (err < 0)
		return error_detail(&nc->error, err, "%s %d is no network namespace", what, fd);
	return 0;
}

int netns_open_path(const char *path)
{
	/* O_NONBLOCK: someone may have put a fifo there. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	int err;

	if (fd < 0)
		return -errno;
	err = check_fd(fd);
	if (err < 0) {
		close(fd);
		return err;
	}
	return fd;
}

int netns_open_name(struct netcfg *nc, const char *what, const char *name)
{
	char path[NETNS_PATH_SIZE];
	int fd = netns_name_check(nc, what, name);

	if (fd < 0)
		return fd;
	netns_path(nc, name, path);
	fd = netns_open_path(path);
	if (fd == -ENOENT)
		return error_detail(&nc->error, fd, "%s \"%s\" does not exist in %s", what, name,
				    netns_dir(nc));
	/* A socket, a directory, the plain file that another mount namespace sees (B78). */
	if (fd == -EINVAL || fd == -ENXIO || fd == -EISDIR)
		return error_detail(&nc->error, -EINVAL, "%s \"%s\" is no network namespace", what,
				    name);
	return fd < 0 ? error_detail(&nc->error, fd, "opening %s", path) : fd;
}

int netns_open_pid(struct netcfg *nc, const char *what, int pid)
{
	char path[64];
	int fd;

	if (pid <= 0)
		return error_detail(&nc->error, -EINVAL, "%s %d is no process id", what, pid);
	snprintf(path, sizeof(path), "/proc/%d/ns/net", pid);
	fd = netns_open_path(path);
	if (fd == -ENOENT)
		return error_detail(&nc->error, -ESRCH, "%s %d does not exist", what, pid);
	return fd < 0 ? error_detail(&nc->error, fd, "opening %s", path) : fd;
}
