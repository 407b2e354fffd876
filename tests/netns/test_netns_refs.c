/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* B80: what is no namespace, by descriptor and by process id. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/named.h"
#include "support/side.h"
#include "support/test.h"

/* A link that is to go nowhere. */
static void make_link(void)
{
	sh_ok("ip link add v0 type veth peer name v1 && ip link set v0 up");
}

/* A pid that nobody has: that of a child that was waited for. */
static pid_t dead_process(void)
{
	const pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	return pid;
}

static void refuse_fd(struct netcfg *nc, int fd, int expected)
{
	const struct netcfg_link_config there = { .size = sizeof(there),
						  .flags = NETCFG_LINK_NETNS_FD,
						  .netns_fd = fd };
	struct netcfg *const untouched = nc;
	struct netcfg *in = untouched;

	assert_errno(NULL, netcfg_open_netns_fd(&in, fd), expected);
	assert_ptr_equal(in, untouched);
	assert_errno(nc, netcfg_netns_attach(nc, "x", fd), expected);
	assert_false(path_exists("/run/netns/x"));
	assert_errno(nc, netcfg_link_move(nc, "v0", fd, NULL), expected);
	assert_errno(nc, netcfg_link_move(nc, "v0", fd, "w0"), expected);
	assert_errno(nc, netcfg_link_set(nc, "v0", &there), expected);
	assert_errno(nc, netcfg_veth_create(nc, "a0", "a1", NULL, &there), expected);
	assert_errno(nc, netcfg_veth_create(nc, "a0", "a1", &there, NULL), expected);
	assert_link_flag(-1, "v0", "UP");
	assert_int_equal(count_links(), 3);
}

static void b80_descriptors(void **state)
{
	const struct sandbox *box = *state;
	const int file = open("/dev/null", O_RDONLY | O_CLOEXEC);
	const int directory = open("/", O_RDONLY | O_CLOEXEC);
	const int mnt_ns = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
	const int pid_ns = open("/proc/self/ns/pid", O_RDONLY | O_CLOEXEC);
	int closed, pipe_fds[2];

	make_link();
	assert_int_equal(pipe2(pipe_fds, O_CLOEXEC), 0);
	closed = fcntl(file, F_DUPFD_CLOEXEC, 100);
	close(closed);
	refuse_fd(box->nc, closed, -EBADF);
	refuse_fd(box->nc, -1, -EBADF);
	refuse_fd(box->nc, INT_MAX, -EBADF);
	refuse_fd(box->nc, file, -EINVAL);
	refuse_fd(box->nc, directory, -EINVAL);
	refuse_fd(box->nc, mnt_ns, -EINVAL);
	refuse_fd(box->nc, pid_ns, -EINVAL);
	refuse_fd(box->nc, pipe_fds[0], -EINVAL);
	close(file);
	close(directory);
	close(mnt_ns);
	close(pid_ns);
	close(pipe_fds[0]);
	close(pipe_fds[1]);
}

static void refuse_pid(struct netcfg *nc, pid_t pid, int expected)
{
	const struct netcfg_link_config there = { .size = sizeof(there),
						  .flags = NETCFG_LINK_NETNS_PID,
						  .netns_pid = pid };
	struct netcfg *const untouched = nc;
	struct netcfg *in = untouched;

	assert_errno(NULL, netcfg_open_netns_pid(&in, pid), expected);
	assert_ptr_equal(in, untouched);
	assert_errno(nc, netcfg_veth_create(nc, "a0", "a1", NULL, &there), expected);
	assert_errno(nc, netcfg_link_set(nc, "v0", &there), expected);
	assert_link_flag(-1, "v0", "UP");
	assert_int_equal(count_links(), 3);
}

static void b80_processes(void **state)
{
	const struct sandbox *box = *state;

	make_link();
	refuse_pid(box->nc, dead_process(), -ESRCH);
	refuse_pid(box->nc, 0, -EINVAL);
	refuse_pid(box->nc, -1, -EINVAL);
	refuse_pid(box->nc, INT_MIN, -EINVAL);
	refuse_pid(box->nc, INT_MAX, -ESRCH);
}

static void b80_two_targets(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_config there = { .size = sizeof(there),
					    .flags = NETCFG_LINK_NETNS_FD | NETCFG_LINK_NETNS_PID,
					    .netns_fd = box->netns_fd,
					    .netns_pid = getpid() };

	make_link();
	assert_ok(nc, netcfg_netns_create(nc, "x"));
	for (int i = 0; i < 3; i++) {
		assert_unsent(nc, netcfg_veth_create(nc, "a0", "a1", NULL, &there), -EINVAL);
		assert_message_has(nc, "netns");
		assert_unsent(nc, netcfg_link_set(nc, "v0", &there), -EINVAL);
		assert_message_has(nc, "netns");
		there.netns = "x";
		there.flags = i ? NETCFG_LINK_NETNS_PID : NETCFG_LINK_NETNS_FD;
	}
	assert_link_flag(-1, "v0", "UP");
	assert_int_equal(count_links(), 3);
}

/* A process that may not be looked into by one without privilege. */
static int hide(struct side *self, void *arg)
{
	(void)arg;
	side_check(prctl(PR_SET_DUMPABLE, 0) == 0);
	side_check(side_tell(self));
	side_await(self);
	return 0;
}

static int open_hidden(void *arg)
{
	const pid_t *pid = arg;
	struct netcfg *in;

	side_check(side_drop_privilege() == 0);
	side_check(netcfg_open_netns_pid(&in, *pid) == -EACCES);
	return 0;
}

static void process_that_may_not_be_looked_into(void **state)
{
	struct side hidden;

	(void)state;
	side_start(&hidden, hide, NULL);
	assert_true(side_await(&hidden));
	assert_int_equal(in_child(-1, open_hidden, &hidden.pid), 0);
	assert_true(side_tell(&hidden));
	assert_int_equal(side_end(&hidden), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b80_descriptors),
		sandbox_test(b80_processes),
		sandbox_test(b80_two_targets),
		sandbox_test(process_that_may_not_be_looked_into),
	};

	return side_main(tests);
}
