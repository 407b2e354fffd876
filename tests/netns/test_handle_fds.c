/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* B90: descriptors: none is left, none is inherited, and what happens when there are no more. */
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/named.h"
#include "support/side.h"
#include "support/test.h"

#define FDS_MAX 1024

/* Opening in every way, and failing to. */
static int open_and_close(void)
{
	struct netcfg *nc, *in, *none = NULL;
	int fd;

	side_check(netcfg_open(&nc) == 0);
	side_check(netcfg_open_netns(&in, "x") == 0);
	netcfg_close(in);
	side_check(netcfg_open_netns(&none, "absent") == -ENOENT);
	side_check(netcfg_open_netns(&none, "file") == -EINVAL);
	side_check(netcfg_open_netns_pid(&in, getpid()) == 0);
	netcfg_close(in);
	fd = netcfg_netns_open(nc, "x");
	side_check(fd >= 0);
	side_check(netcfg_open_netns_fd(&in, fd) == 0);
	netcfg_close(in);
	close(fd);
	side_check(netcfg_open_netns_fd(&none, 0) < 0);
	side_check(netcfg_netns_open(nc, "file") == -EINVAL);
	side_check(!none);
	netcfg_close(nc);
	return 0;
}

/* Lists and writes that look into other namespaces, and those that fail on the way. */
static int use(struct netcfg *nc)
{
	const struct netcfg_link_config far = {
		.size = sizeof(far), .netns = "x", .alias = "far", .flags = NETCFG_LINK_UP
	};
	const struct netcfg_link_config nowhere = { .size = sizeof(nowhere), .netns = "absent" };
	struct netcfg_netns_id_list *ids;
	struct netcfg_netns_list *names;
	struct netcfg_link_list *links;
	int32_t id;

	side_check(netcfg_netns_create(nc, "y") == 0);
	side_check(netcfg_netns_create(nc, "y") == -EEXIST);
	side_check(netcfg_netns_get_id(nc, "y", &id) == 0);
	side_check(netcfg_netns_set_id(nc, "file", 3) == -EINVAL);
	side_check(netcfg_netns_list_ids(nc, &ids) == 0);
	netcfg_netns_id_list_free(ids);
	side_check(netcfg_netns_list(nc, &names) == 0);
	netcfg_netns_list_free(names);
	side_check(netcfg_link_list(nc, NULL, &links) == 0);
	netcfg_link_list_free(links);
	side_check(netcfg_veth_create(nc, "a0", "v1", NULL, &far) == -EEXIST);
	side_check(netcfg_veth_create(nc, "a0", "a1", NULL, &nowhere) == -ENOENT);
	side_check(netcfg_netns_delete(nc, "y") == 0);
	return 0;
}

static void make_x(struct netcfg *nc)
{
	const struct netcfg_link_config there = { .size = sizeof(there), .netns = "x" };

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	assert_ok(nc, netcfg_veth_create(nc, "v0", "v1", NULL, &there));
	make_file("/run/netns/file");
}

static void b90_count_is_flat(void **state)
{
	const struct sandbox *box = *state;
	size_t before;

	make_x(box->nc);
	assert_int_equal(open_and_close(), 0);
	assert_int_equal(use(box->nc), 0);
	before = count_fds();
	for (int i = 0; i < 5000; i++) {
		assert_int_equal(open_and_close(), 0);
		if (i % 10 == 0)
			assert_int_equal(use(box->nc), 0);
		if (i % 500 == 0)
			assert_int_equal(count_fds(), before);
	}
	assert_int_equal(count_fds(), before);
}

struct watch {
	bool known[FDS_MAX]; /* not the library's */
	struct netcfg *nc;
	atomic_bool done;
};

/* How many descriptors, other than the known ones, an exec would hand on. */
static int count_inherited(const struct watch *watch)
{
	int count = 0;

	for (int fd = 0; fd < FDS_MAX; fd++) {
		const int flags = fcntl(fd, F_GETFD);

		count += !watch->known[fd] && flags >= 0 && !(flags & FD_CLOEXEC);
	}
	return count;
}

static void note_known(struct watch *watch)
{
	for (int fd = 0; fd < FDS_MAX; fd++)
		watch->known[fd] = fcntl(fd, F_GETFD) >= 0;
}

static void b90_all_close_on_exec(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *by[4];
	static struct watch watch;
	int fd;

	make_x(box->nc);
	note_known(&watch);
	assert_ok(NULL, netcfg_open(&by[0]));
	assert_ok(NULL, netcfg_open_netns(&by[1], "x"));
	assert_ok(NULL, netcfg_open_netns_pid(&by[2], getpid()));
	fd = netcfg_netns_open(by[0], "x");
	assert_true(fd >= 0);
	assert_ok(NULL, netcfg_open_netns_fd(&by[3], fd));
	assert_int_equal(count_inherited(&watch), 0);
	close(fd);
	for (size_t i = 0; i < ARRAY_SIZE(by); i++)
		netcfg_close(by[i]);
}

/* A child of a process in the middle of its work, as far as what it hands on is concerned. */
static _Noreturn void check_and_exec(const struct watch *watch)
{
	if (count_inherited(watch) == 0)
		execl("/bin/sh", "sh", "-c", "exit 0", (char *)NULL);
	_exit(1);
}

/* One thread works; the other one forks: a child has what was open at that moment. */
static int work_or_fork(int number, void *arg)
{
	struct watch *watch = arg;
	int status, failed = 0;
	pid_t pid;

	if (number == 0) {
		for (int i = 0; i < 50 && !failed; i++)
			failed = open_and_close() || use(watch->nc);
		atomic_store(&watch->done, true);
		return failed;
	}
	do {
		pid = fork();
		if (pid == 0)
			check_and_exec(watch);
		side_check(pid > 0);
		side_check(waitpid(pid, &status, 0) == pid);
		side_check(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	} while (!atomic_load(&watch->done));
	return 0;
}

static void b90_nothing_reaches_a_child_by_exec(void **state)
{
	const struct sandbox *box = *state;
	static struct watch watch;

	make_x(box->nc);
	note_known(&watch);
	watch.nc = box->nc;
	assert_int_equal(side_threads(2, work_or_fork, &watch), 0);
}

/* Leave room for that many more descriptors. */
static void leave_room(unsigned int count)
{
	const int lowest = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
	struct rlimit limit;

	assert_true(lowest >= 0);
	close(lowest);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	limit.rlim_cur = (rlim_t)lowest + count;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
}

/*
 * A kernel looks for a free descriptor first and makes the file then. An
 * emulated limit comes too late for that; nobody could clean up after it.
 */
static bool open_fails_in_vain(void)
{
	const bool in_vain = open("/run/probe", O_RDONLY | O_CREAT | O_CLOEXEC, 0600) < 0 &&
			     path_exists("/run/probe");

	unlink("/run/probe");
	return in_vain;
}

/* Each answer is a success or says that there are no more descriptors. */
static int try_with_little_room(struct netcfg *nc, bool emulated_limit)
{
	const struct netcfg_link_config far = {
		.size = sizeof(far), .netns = "x", .alias = "far", .flags = NETCFG_LINK_UP
	};
	struct netcfg *opened = NULL;
	struct netcfg_netns_id_list *ids = NULL;
	struct netcfg_netns_list *names = NULL;
	int results[8], failures = 0;
	int32_t id;

	results[0] = netcfg_open(&opened);
	netcfg_close(opened);
	opened = NULL;
	results[1] = netcfg_open_netns(&opened, "x");
	netcfg_close(opened);
	results[2] = netcfg_netns_create(nc, "y");
	results[3] = netcfg_netns_list(nc, &names);
	netcfg_netns_list_free(names);
	results[4] = netcfg_netns_list_ids(nc, &ids);
	netcfg_netns_id_list_free(ids);
	results[5] = netcfg_netns_get_id(nc, "x", &id);
	results[6] = netcfg_veth_create(nc, "a0", "a1", NULL, &far);
	results[7] = netcfg_netns_open(nc, "x");
	if (results[7] >= 0)
		results[7] = close(results[7]);
	for (size_t i = 0; i < ARRAY_SIZE(results); i++) {
		if (results[i] != 0 && results[i] != -EMFILE)
			fail_msg("result %zu is %d", i, results[i]);
		failures += results[i] != 0;
	}
	if (!emulated_limit)
		assert_int_equal(path_exists("/run/netns/y"), results[2] == 0);
	else if (results[2] != 0)
		unlink("/run/netns/y");
	assert_int_equal(netcfg_link_index(nc, "a0") > 0, results[6] == 0);
	if (results[2] == 0)
		assert_ok(nc, netcfg_netns_delete(nc, "y"));
	if (results[6] == 0)
		assert_ok(nc, netcfg_link_delete(nc, "a0"));
	return failures;
}

static void no_more_descriptors(void **state)
{
	const struct sandbox *box = *state;
	const size_t before = count_fds();
	struct rlimit limit;
	bool emulated;
	int failures;

	make_x(box->nc);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	leave_room(0);
	emulated = open_fails_in_vain();
	assert_int_equal(try_with_little_room(box->nc, emulated), 8);
	for (unsigned int room = 1; room < 8; room++) {
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
		leave_room(room);
		failures = try_with_little_room(box->nc, emulated);
	}
	assert_int_equal(failures, 0);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_int_equal(count_fds(), before);
	assert_int_equal(side_mounts("/run/netns"), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b90_count_is_flat),
		sandbox_test(b90_all_close_on_exec),
		sandbox_test(b90_nothing_reaches_a_child_by_exec),
		sandbox_test(no_more_descriptors),
	};

	return side_main(tests);
}
