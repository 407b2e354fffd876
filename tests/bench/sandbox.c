/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "raw.h"
#include "raw_link.h"

/* Grace periods of RCU that a closed socket needs to let go of its namespace, and more. */
#define CLOSE_US     50000
#define SETTLE_TRIES 12000 /* of 5 ms */

int write_text(const char *path, const char *text)
{
	const int fd = open(path, O_WRONLY | O_CLOEXEC);
	const size_t len = strlen(text);
	ssize_t n;

	if (fd < 0)
		return -1;
	n = write(fd, text, len);
	close(fd);
	return n == (ssize_t)len ? 0 : -1;
}

static void refuse(const char *what)
{
	bench_skip("no namespaces: %s: %s", what, strerror(errno));
}

static void map_to_root(uid_t uid, gid_t gid)
{
	char map[64];

	/* Without the first the kernel lets nobody but a privileged process do the last. */
	if (write_text("/proc/self/setgroups", "deny") < 0)
		refuse("setgroups");
	snprintf(map, sizeof(map), "0 %lu 1", (unsigned long)uid);
	if (write_text("/proc/self/uid_map", map) < 0)
		refuse("uid_map");
	snprintf(map, sizeof(map), "0 %lu 1", (unsigned long)gid);
	if (write_text("/proc/self/gid_map", map) < 0)
		refuse("gid_map");
}

static void mount_run(void)
{
	if (mkdir("/run", 0755) < 0 && errno != EEXIST)
		refuse("mkdir /run");
	if (mount("tmpfs", "/run", "tmpfs", 0, "mode=0755") < 0)
		refuse("mount a tmpfs on /run");
}

void sandbox_enter(void)
{
	const uid_t uid = geteuid();
	const gid_t gid = getegid();

	/* Root in a container may lack CAP_SYS_ADMIN: then it is a user like any other. */
	if (uid != 0 || unshare(CLONE_NEWNS | CLONE_NEWNET) < 0) {
		if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWNET) < 0)
			refuse("unshare");
		map_to_root(uid, gid);
	}
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
		refuse("make mounts private");
	mount_run();
}

void sandbox_renew(void)
{
	if (unshare(CLONE_NEWNS | CLONE_NEWNET) < 0)
		bench_fail("unshare: %s", strerror(errno));
	mount_run();
}

/* A process in a namespace of its own, which has one end of a veth pair and ends at once. */
static void leave_a_pair(int home)
{
	struct raw_batch batch = { 0 };
	int sock;

	if (unshare(CLONE_NEWNET) < 0)
		_exit(1);
	sock = raw_open();
	raw_put_veth_to(&batch, "end", "settle", home);
	raw_seal(&batch);
	raw_send(sock, &batch);
	_exit(0);
}

/*
 * Namespaces die in the order in which they were left, all that are waiting at a time. So when
 * the pair of the last one is gone, the devices of those before it are gone too.
 */
void sandbox_settle(void)
{
	const int home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
	int i, sock, status;
	pid_t pid;

	usleep(CLOSE_US);
	pid = fork();
	if (pid == 0)
		leave_a_pair(home);
	if (pid < 0 || waitpid(pid, &status, 0) < 0 || status != 0)
		bench_fail("cannot tell whether the kernel is done");
	close(home);
	sock = raw_open();
	for (i = 0; i < SETTLE_TRIES && raw_index(sock, "settle") > 0; i++)
		usleep(5000);
	close(sock);
	usleep(20000);
}
