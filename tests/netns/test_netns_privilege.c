/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Namespaces without privilege, at the limit, and where the way home is barred. */
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/named.h"
#include "support/side.h"
#include "support/test.h"

/* The link count of the directory: one for each thread, and two. */
static size_t count_threads(void)
{
	struct stat st;

	return stat("/proc/self/task", &st) < 0 ? 0 : st.st_nlink;
}

static bool threads_are_as_before(void *arg)
{
	return count_threads() == *(const size_t *)arg;
}

/* No child, and no thread: a joined one stays in the list while its exit still takes. */
static bool alone(size_t threads_before)
{
	return waitpid(-1, NULL, WNOHANG | __WALL) == -1 && errno == ECHILD &&
	       side_eventually(threads_are_as_before, &threads_before);
}

/* In a child, with the directory there or not. */
static int create_unprivileged(void *arg)
{
	const size_t threads = count_threads();
	const ino_t netns = side_netns();
	struct netcfg *nc;
	int own;

	(void)arg;
	side_check(netcfg_open(&nc) == 0);
	own = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	side_check(side_drop_privilege() == 0);
	side_check(netcfg_netns_create(nc, "y") == -EPERM);
	side_check(strstr(netcfg_error_message(nc), "y"));
	side_check(!path_exists("/run/netns/y"));
	side_check(netcfg_netns_attach(nc, "y", own) == -EPERM);
	side_check(!path_exists("/run/netns/y"));
	side_check(side_netns() == netns);
	side_check(alone(threads));
	close(own);
	netcfg_close(nc);
	return 0;
}

static void create_without_privilege(void **state)
{
	const struct sandbox *box = *state;

	assert_int_equal(in_child(-1, create_unprivileged, NULL), 0);
	assert_int_equal(side_mounts("/run/netns"), 0);
	assert_ok(box->nc, netcfg_netns_create(box->nc, "x"));
	assert_int_equal(in_child(-1, create_unprivileged, NULL), 0);
	assert_int_equal(side_mounts("/run/netns"), 1);
	assert_int_equal(named_count(box->nc), 1);
	assert_ok(box->nc, netcfg_netns_create(box->nc, "y"));
}

static int use_unprivileged(void *arg)
{
	const struct netcfg_link_config there = { .size = sizeof(there), .netns = "x" };
	const size_t threads = count_threads();
	const ino_t netns = side_netns();
	struct netcfg *nc, *in = NULL;
	int32_t id;
	int fd;

	(void)arg;
	side_check(netcfg_open(&nc) == 0);
	side_check(side_drop_privilege() == 0);
	side_check(netcfg_open_netns(&in, "x") == -EPERM);
	side_check(!in);
	side_check(netcfg_open_netns_pid(&in, getpid()) == -EPERM);
	side_check(netcfg_netns_set_id(nc, "x", 7) == -EPERM);
	side_check(netcfg_netns_delete(nc, "x") == -EPERM);
	side_check(path_exists("/run/netns/x"));
	side_check(netcfg_veth_create(nc, "v0", "v1", NULL, &there) == -EPERM);
	side_check(netcfg_link_index(nc, "v0") == -ENODEV);
	/* Looking needs none. */
	side_check(netcfg_link_index(nc, "lo") == 1);
	side_check(netcfg_netns_get_id(nc, "x", &id) == 0 && id == -1);
	fd = netcfg_netns_open(nc, "x");
	side_check(fd >= 0);
	side_check(netcfg_open_netns_fd(&in, fd) == -EPERM);
	close(fd);
	side_check(side_netns() == netns);
	side_check(alone(threads));
	netcfg_close(nc);
	return 0;
}

static void use_without_privilege(void **state)
{
	const struct sandbox *box = *state;

	assert_ok(box->nc, netcfg_netns_create(box->nc, "x"));
	assert_int_equal(in_child(-1, use_unprivileged, NULL), 0);
	assert_int_equal(side_mounts("/run/netns/x"), 1);
	assert_int_equal(named(box->nc, "x"), NAMED_NETNS);
}

/* The file is there already when the mount fails, for want of /proc. */
static int attach_without_proc(void *arg)
{
	const struct sandbox *box = arg;
	struct netcfg *nc;

	side_check(unshare(CLONE_NEWNS) == 0);
	side_check(mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) == 0);
	side_check(mount("tmpfs", "/proc", "tmpfs", 0, NULL) == 0);
	side_check(netcfg_open(&nc) == 0);
	side_check(netcfg_netns_attach(nc, "y", box->netns_fd) < 0);
	side_check(netcfg_error_message(nc)[0]);
	side_check(!path_exists("/run/netns/y"));
	side_check(netcfg_netns_create(nc, "y") < 0);
	side_check(!path_exists("/run/netns/y"));
	netcfg_close(nc);
	return 0;
}

static void no_file_after_a_failed_mount(void **state)
{
	struct sandbox *box = *state;

	assert_int_equal(in_child(-1, attach_without_proc, box), 0);
	assert_false(path_exists("/run/netns/y"));
	assert_ok(box->nc, netcfg_netns_create(box->nc, "y"));
}

/*
 * A user namespace of its own, with a /run of its own, in the network namespace
 * it was started in, which it does not own.
 */
static int confine(void)
{
	const uid_t uid = geteuid();
	const gid_t gid = getegid();
	char map[64];

	if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0)
		return SIDE_SKIP;
	side_check(side_write_file("/proc/self/setgroups", "deny") == 0);
	snprintf(map, sizeof(map), "0 %lu 1", (unsigned long)uid);
	side_check(side_write_file("/proc/self/uid_map", map) == 0);
	snprintf(map, sizeof(map), "0 %lu 1", (unsigned long)gid);
	side_check(side_write_file("/proc/self/gid_map", map) == 0);
	side_check(mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) == 0);
	side_check(mount("tmpfs", "/run", "tmpfs", 0, "mode=0755") == 0);
	return 0;
}

static int create_at_the_limit(void *arg)
{
	const int confined = confine();
	struct netcfg *nc;

	(void)arg;
	if (confined)
		return confined;
	side_check(netcfg_open(&nc) == 0);
	side_check(netcfg_netns_create(nc, "x") == 0);
	if (side_write_file("/proc/sys/user/max_net_namespaces", "1") < 0)
		return SIDE_SKIP;
	side_check(netcfg_netns_create(nc, "y") == -ENOSPC);
	side_check(!path_exists("/run/netns/y"));
	side_check(side_mounts("/run/netns") == 1);
	side_check(side_mounts("/run/netns/x") == 1);
	side_check(side_write_file("/proc/sys/user/max_net_namespaces", "2") == 0);
	side_check(netcfg_netns_create(nc, "y") == 0);
	netcfg_close(nc);
	return 0;
}

static void run_confined(int (*fn)(void *arg))
{
	const int result = in_child(-1, fn, NULL);

	need(result != SIDE_SKIP, "a user namespace in this one");
	assert_int_equal(result, 0);
}

static void limit_of_namespaces(void **state)
{
	(void)state;
	run_confined(create_at_the_limit);
}

/* The trap: such a process may go there, and then not come back. */
static int cannot_come_home(void *arg)
{
	const int *there = arg;
	const int home = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);

	side_check(home >= 0);
	side_check(setns(*there, CLONE_NEWNET) == 0);
	side_check(setns(home, CLONE_NEWNET) == -1 && errno == EPERM);
	return 0;
}

static int in_a_fork(int (*fn)(void *arg), void *arg)
{
	int status;
	const pid_t pid = fork();

	if (pid == 0)
		_exit(fn(arg));
	side_check(pid > 0);
	side_check(waitpid(pid, &status, 0) == pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static int work_confined(void *arg)
{
	struct netcfg_link_config there = { .size = sizeof(there), .netns = "mine" };
	const ino_t netns = side_netns();
	const int confined = confine();
	struct netcfg *nc, *in;
	int fd;

	(void)arg;
	if (confined)
		return confined;
	side_check(netcfg_open(&nc) == 0);
	side_check(netcfg_veth_create(nc, "v0", "v1", NULL, NULL) == -EPERM);
	side_check(netcfg_netns_create(nc, "mine") == 0);
	side_check(netcfg_netns_create(nc, "other") == 0);
	side_check(side_netns() == netns);
	fd = netcfg_netns_open(nc, "mine");
	side_check(fd >= 0);
	side_check(in_a_fork(cannot_come_home, &fd) == 0);

	side_check(netcfg_open_netns(&in, "mine") == 0);
	side_check(side_netns() == netns);
	there.netns = "other";
	there.alias = "far";
	there.flags = NETCFG_LINK_UP;
	side_check(netcfg_veth_create(in, "v0", "v1", NULL, &there) == 0);
	side_check(side_netns() == netns);
	side_check(netcfg_netns_set_id(in, "other", 1234) != 0); /* the veth gave it one */
	side_check(netcfg_link_index(in, "v0") > 0);
	side_check(netcfg_link_index(nc, "v0") == -ENODEV);
	netcfg_close(in);
	side_check(netcfg_open_netns_fd(&in, fd) == 0);
	side_check(netcfg_link_delete(in, "v0") == 0);
	netcfg_close(in);
	close(fd);
	side_check(netcfg_netns_delete(nc, "mine") == 0);
	side_check(side_netns() == netns);
	netcfg_close(nc);
	return 0;
}

static void confined_to_its_user_namespace(void **state)
{
	(void)state;
	run_confined(work_confined);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(create_without_privilege),       sandbox_test(use_without_privilege),
		sandbox_test(no_file_after_a_failed_mount),   sandbox_test(limit_of_namespaces),
		sandbox_test(confined_to_its_user_namespace),
	};

	return side_main(tests);
}
