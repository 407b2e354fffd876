/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: giving network namespaces names, and taking them away. */
#include <netcfg/netns.h>

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "handle.h"
#include "netns_dir.h"
#include "netns_file.h"
#include "nsthread.h"

/* Mounts that are put on a name while it is being deleted; more is not chance. */
#define DELETE_TRIES 16

static int unshare_here(void *arg)
{
	int *fd = arg;

	if (unshare(CLONE_NEWNET) < 0)
		return -errno;
	/* /proc/self would be the process's first thread. */
	*fd = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	return *fd < 0 ? -errno : 0;
}

/* A descriptor of a namespace that nobody else knows. */
static int make_namespace(struct netcfg *nc)
{
	int fd, err = nsthread_run(unshare_here, &fd);

	return err ? error_detail(&nc->error, err, "making a network namespace") : fd;
}

/* Take a file of ours away, unless its name is somebody else's by now. */
static void take_back(const char *path, int fd)
{
	struct stat ours, there;

	if (fstat(fd, &ours) == 0 && lstat(path, &there) == 0 && ours.st_dev == there.st_dev &&
	    ours.st_ino == there.st_ino)
		unlink(path);
}

/*
 * On the very file that was opened. By its path it might be another one: that
 * of a process which made the name again after a third had deleted ours. What
 * was deleted takes no mount (ENOENT).
 */
static int mount_on_file(int netns_fd, int fd)
{
	char source[64], target[64];

	snprintf(source, sizeof(source), "/proc/thread-self/fd/%d", netns_fd);
	snprintf(target, sizeof(target), "/proc/thread-self/fd/%d", fd);
	return mount(source, target, "none", MS_BIND, NULL) < 0 ? -errno : 0;
}

/* The file first, exclusively; then the namespace on it, last, as those who watch expect it. */
static int mount_on_name(struct netcfg *nc, const char *path, int netns_fd)
{
	int fd, err;

	fd = open(path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0);
	if (fd < 0)
		return error_detail(&nc->error, -errno, "making %s", path);
	err = mount_on_file(netns_fd, fd);
	if (err)
		take_back(path, fd);
	close(fd);
	return err ? error_detail(&nc->error, err, "mounting on %s", path) : 0;
}

/* The cheap answer, before a namespace is made for nothing. */
static int check_free(struct netcfg *nc, const char *path)
{
	struct stat st;

	if (lstat(path, &st) == 0)
		return error_detail(&nc->error, -EEXIST, "%s exists", path);
	return errno == ENOENT ? 0 : error_detail(&nc->error, -errno, "looking at %s", path);
}

static int create(struct netcfg *nc, const char *name)
{
	char path[NETNS_PATH_SIZE];
	int fd, err = netns_name_check(nc, "name", name);

	if (err)
		return err;
	netns_path(nc, name, path);
	err = netns_dir_prepare(nc);
	if (!err)
		err = check_free(nc, path);
	if (err)
		return err;
	fd = make_namespace(nc);
	if (fd < 0)
		return fd;
	err = mount_on_name(nc, path, fd);
	close(fd);
	return err;
}

int netcfg_netns_create(struct netcfg *nc, const char *name)
{
	int err = call_begin(nc, "create namespace", name, NULL, NULL);

	return err ? err : call_end(nc, create(nc, name));
}

static int attach(struct netcfg *nc, const char *name, int netns_fd)
{
	char path[NETNS_PATH_SIZE];
	int err = netns_name_check(nc, "name", name);

	if (!err)
		err = netns_fd_check(nc, "netns_fd", netns_fd);
	if (!err)
		err = netns_dir_prepare(nc);
	if (err)
		return err;
	netns_path(nc, name, path);
	return mount_on_name(nc, path, netns_fd);
}

int netcfg_netns_attach(struct netcfg *nc, const char *name, int netns_fd)
{
	int err = call_begin(nc, "attach namespace", name, NULL, NULL);

	return err ? err : call_end(nc, attach(nc, name, netns_fd));
}

/* Every layer that is mounted on the file (B74). Not through a symbolic link (B79). */
static int unmount_all(const char *path)
{
	while (umount2(path, MNT_DETACH | UMOUNT_NOFOLLOW) == 0)
		;
	return errno == EINVAL ? 0 : -errno;
}

static int unmount_and_unlink(const char *path)
{
	int tries, err;

	for (tries = 0; tries < DELETE_TRIES; tries++) {
		err = unmount_all(path);
		if (err)
			return err;
		if (unlink(path) == 0)
			return 0;
		if (errno != EBUSY)
			return -errno;
	}
	return -EBUSY;
}

static int remove_name(struct netcfg *nc, const char *name)
{
	char path[NETNS_PATH_SIZE];
	struct stat st;
	int err = netns_name_check(nc, "name", name);

	if (err)
		return err;
	netns_path(nc, name, path);
	if (lstat(path, &st) < 0)
		return error_detail(&nc->error, -errno, "looking at %s", path);
	if (S_ISDIR(st.st_mode)) /* whatever is mounted on it is not ours */
		return error_detail(&nc->error, -EISDIR, "%s", path);
	err = unmount_and_unlink(path);
	return err ? error_detail(&nc->error, err, "unmounting and removing %s", path) : 0;
}

int netcfg_netns_delete(struct netcfg *nc, const char *name)
{
	int err = call_begin(nc, "delete namespace", name, NULL, NULL);

	return err ? err : call_end(nc, remove_name(nc, name));
}

int netcfg_netns_open(struct netcfg *nc, const char *name)
{
	int err = call_begin(nc, "open namespace", name, NULL, NULL);

	return err ? err : call_end(nc, netns_open_name(nc, "name", name));
}
