/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/test.h"

static int open_own(void)
{
	const int fd = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);

	assert_true(fd >= 0);
	return fd;
}

void netns_enter(int netns_fd)
{
	assert_int_equal(setns(netns_fd, CLONE_NEWNET), 0);
}

int netns_new(void)
{
	const int home = open_own();
	int fd;

	assert_int_equal(unshare(CLONE_NEWNET), 0);
	fd = open_own();
	netns_enter(home);
	close(home);
	return fd;
}

int netns_open_named(const char *name)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "/run/netns/%s", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	return fd;
}

int netns_new_named(const char *name)
{
	sh_ok("ip netns add '%s'", name);
	return netns_open_named(name);
}

static void sit_in_new_netns(int ready_fd)
{
	/* Should the test end without netns_process_end(), the child goes too. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (unshare(CLONE_NEWNET) < 0 || write(ready_fd, "", 1) != 1)
		_exit(1);
	close(ready_fd);
	for (;;)
		pause();
}

pid_t netns_process(void)
{
	int ready[2];
	char byte;
	pid_t pid;

	assert_int_equal(pipe2(ready, O_CLOEXEC), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0)
		sit_in_new_netns(ready[1]);
	close(ready[1]);
	assert_int_equal(read(ready[0], &byte, 1), 1);
	close(ready[0]);
	return pid;
}

int netns_of_process(pid_t pid)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/ns/net", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	return fd;
}

void netns_process_end(pid_t pid)
{
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
}

int in_child(int netns_fd, int (*function)(void *userdata), void *userdata)
{
	int status;
	const pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		if (netns_fd >= 0 && setns(netns_fd, CLONE_NEWNET) < 0)
			_exit(126);
		_exit(function(userdata));
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}
