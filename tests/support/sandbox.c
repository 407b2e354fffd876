/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/test.h"

#define EXIT_SKIPPED 77

static size_t skipped;

static void refuse(const char *what)
{
	const char *require = getenv("NETCFG_TEST_REQUIRE");
	const bool required = require && *require;

	fprintf(stderr, "no sandbox: %s: %s\n", what, strerror(errno));
	exit(required ? EXIT_FAILURE : EXIT_SKIPPED);
}

static void write_file(const char *path, const char *text)
{
	const int fd = open(path, O_WRONLY | O_CLOEXEC);
	const size_t len = strlen(text);

	if (fd < 0 || write(fd, text, len) != (ssize_t)len)
		refuse(path);
	close(fd);
}

static void map_to_root(uid_t uid, gid_t gid)
{
	char map[64];

	/* Without this the kernel lets nobody but a privileged process map a group. */
	write_file("/proc/self/setgroups", "deny");
	snprintf(map, sizeof(map), "0 %lu 1", (unsigned long)uid);
	write_file("/proc/self/uid_map", map);
	snprintf(map, sizeof(map), "0 %lu 1", (unsigned long)gid);
	write_file("/proc/self/gid_map", map);
}

static void mount_run(void)
{
	if (mkdir("/run", 0755) < 0 && errno != EEXIST)
		refuse("mkdir /run");
	if (mount("tmpfs", "/run", "tmpfs", 0, "mode=0755") < 0)
		refuse("mount a tmpfs on /run");
}

static void *do_nothing(void *arg)
{
	return arg;
}

/* With the first thread ThreadSanitizer starts one of its own: let it be there from the start. */
static void have_had_a_thread(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, do_nothing, NULL) != 0)
		refuse("start a thread");
	pthread_join(thread, NULL);
}

int sandbox_enter(void)
{
	const uid_t uid = geteuid();
	const gid_t gid = getegid();

	/* Root in a container may lack CAP_SYS_ADMIN: then it is a user like any other. */
	if (uid != 0 || unshare(CLONE_NEWNS | CLONE_NEWNET) < 0) {
		if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET) < 0)
			refuse("unshare(user, mount, net)");
		map_to_root(uid, gid);
	}
	if (mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) < 0)
		refuse("make mounts private");
	mount_run();
	have_had_a_thread();
	return 0;
}

static size_t count_entries(const char *path)
{
	DIR *dir = opendir(path);
	size_t count = 0;

	if (!dir)
		return 0;
	for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir))
		count += entry->d_name[0] != '.';
	closedir(dir);
	return count;
}

size_t count_fds(void)
{
	/* Its own descriptor is in the list it reads, each time. */
	return count_entries("/proc/self/fd");
}

static ino_t netns_inode(void)
{
	struct stat info;

	return stat("/proc/thread-self/ns/net", &info) < 0 ? 0 : info.st_ino;
}

static size_t count_threads(void)
{
	return count_entries("/proc/self/task");
}

/* A joined thread stays in the list for the moment that its exit still takes. */
static bool threads_are_gone(size_t expected)
{
	for (int i = 0; i < 5000 && count_threads() > expected; i++)
		usleep(1000);
	return count_threads() <= expected;
}

int sandbox_setup(void **state)
{
	static struct sandbox box;

	memset(&box, 0, sizeof(box));
	/* Detached with all that is mounted below: the last test's named namespaces. */
	if (umount2("/run", MNT_DETACH) < 0)
		return -1;
	mount_run();
	if (unshare(CLONE_NEWNET) < 0)
		return -1;
	box.netns = netns_inode();
	box.fds = count_fds();
	box.threads = count_threads();
	box.netns_fd = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	if (box.netns_fd < 0 || netcfg_open(&box.nc) < 0)
		return -1;
	*state = &box;
	return 0;
}

int sandbox_teardown(void **state)
{
	const struct sandbox *box = *state;
	size_t fds;

	netcfg_close(box->nc);
	close(box->netns_fd);
	fds = count_fds();
	if (fds != box->fds) {
		print_error("%zu descriptors are open, %zu were at the start\n", fds, box->fds);
		return -1;
	}
	if (!threads_are_gone(box->threads)) {
		print_error("a thread is left over\n");
		return -1;
	}
	if (netns_inode() != box->netns) {
		print_error("the thread is in another network namespace than it was\n");
		return -1;
	}
	return 0;
}

void sandbox_count_skip(void)
{
	skipped++;
}

int sandbox_result(int failed, size_t count)
{
	if (failed)
		return EXIT_FAILURE;
	return skipped == count ? EXIT_SKIPPED : EXIT_SUCCESS;
}
