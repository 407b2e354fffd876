/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The directory of names as a mount point: made once, never touched again, locked meanwhile. */
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/named.h"
#include "support/side.h"
#include "support/test.h"

static void first_create_makes_it_shared(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_false(path_exists("/run/netns"));
	assert_ok(nc, netcfg_netns_create(nc, "a"));
	assert_int_equal(side_mounts("/run/netns"), 1);
	assert_int_equal(side_mounts_shared("/run/netns"), 1);
	assert_int_equal(side_mounts_shared("/run/netns/a"), 1);
	assert_ok(nc, netcfg_netns_create(nc, "b"));
	assert_ok(nc, netcfg_netns_attach(nc, "c", box->netns_fd));
	assert_int_equal(side_mounts("/run/netns"), 1);
	assert_int_equal(side_mounts_shared("/run/netns/b"), 1);
	assert_int_equal(side_mounts_shared("/run/netns/c"), 1);
	for (const char *name = "abc"; *name; name++) {
		const char one[] = { *name, '\0' };

		assert_ok(nc, netcfg_netns_delete(nc, one));
	}
	assert_int_equal(side_mounts("/run/netns"), 1);
	assert_int_equal(named_count(nc), 0);
}

static void directory_that_is_there_already(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_int_equal(mkdir("/run/netns", 0711), 0);
	make_file("/run/netns/file");
	assert_ok(nc, netcfg_netns_create(nc, "a"));
	assert_int_equal(side_mounts("/run/netns"), 1);
	assert_int_equal(side_mounts_shared("/run/netns"), 1);
	/* What was in it is in it. */
	assert_int_equal(named(nc, "file"), NAMED_OTHER);
	assert_int_equal(named(nc, "a"), NAMED_NETNS);
}

static void mount_that_is_there_already(struct netcfg *nc, unsigned long propagation)
{
	assert_int_equal(mkdir("/run/netns", 0755), 0);
	assert_int_equal(mount("tmpfs", "/run/netns", "tmpfs", 0, NULL), 0);
	assert_int_equal(mount("none", "/run/netns", "none", propagation, NULL), 0);
	assert_ok(nc, netcfg_netns_create(nc, "a"));
	/* The same mount: not one more over it. */
	assert_int_equal(side_mounts("/run/netns"), 1);
	assert_int_equal(side_mounts_shared("/run/netns"), 1);
	assert_int_equal(side_mounts_shared("/run/netns/a"), 1);
	assert_int_equal(named(nc, "a"), NAMED_NETNS);
	sh_ok("ip netns add b");
	assert_int_equal(side_mounts("/run/netns"), 1);
	assert_ok(nc, netcfg_netns_delete(nc, "a"));
	assert_ok(nc, netcfg_netns_delete(nc, "b"));
	assert_int_equal(side_mounts("/run/netns"), 1);
}

static void private_mount(void **state)
{
	const struct sandbox *box = *state;

	mount_that_is_there_already(box->nc, MS_PRIVATE);
}

static void shared_mount(void **state)
{
	const struct sandbox *box = *state;

	mount_that_is_there_already(box->nc, MS_SHARED);
}

/* A create that worked on the whole tree would make the one name shared again. */
static void create_leaves_other_mounts_alone(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_ok(nc, netcfg_netns_create(nc, "a"));
	assert_ok(nc, netcfg_netns_create(nc, "b"));
	assert_int_equal(mount("none", "/run/netns/a", "none", MS_PRIVATE, NULL), 0);
	assert_int_equal(side_mounts_shared("/run/netns/a"), 0);
	assert_ok(nc, netcfg_netns_create(nc, "c"));
	assert_ok(nc, netcfg_netns_attach(nc, "d", box->netns_fd));
	assert_ok(nc, netcfg_netns_delete(nc, "b"));
	assert_int_equal(side_mounts_shared("/run/netns/a"), 0);
	assert_int_equal(side_mounts_shared("/run/netns/c"), 1);
	assert_int_equal(side_mounts_shared("/run/netns"), 1);
	assert_int_equal(side_mounts("/run/netns"), 1);
}

/* In a child: makes "inner" where nobody else sees the mount, and goes on using it. */
static int private_create(struct side *self, void *arg)
{
	struct netcfg *nc, *in;
	int fd;

	(void)arg;
	side_check(unshare(CLONE_NEWNS) == 0);
	side_check(mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) == 0);
	side_check(netcfg_open(&nc) == 0);
	side_check(netcfg_netns_create(nc, "inner") == 0);
	fd = netcfg_netns_open(nc, "inner");
	side_check(fd >= 0);
	side_check(netcfg_open_netns(&in, "inner") == 0);
	side_check(netcfg_veth_create(in, "v0", "v1", NULL, NULL) == 0);
	netcfg_close(in);

	side_check(side_tell(self));
	side_check(side_await(self)); /* deleted by the test meanwhile */
	side_check(netcfg_open_netns_fd(&in, fd) == 0);
	side_check(netcfg_link_index(in, "v0") > 0);
	netcfg_close(in);
	close(fd);
	netcfg_close(nc);
	return 0;
}

static void b78_created_in_another_mount_namespace(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct side other;
	struct netcfg *in;

	assert_ok(nc, netcfg_netns_create(nc, "mine"));
	side_start(&other, private_create, NULL);
	assert_true(side_await(&other));
	assert_true(path_exists("/run/netns/inner"));
	assert_int_equal(named(nc, "inner"), NAMED_OTHER);
	assert_errno(nc, netcfg_netns_open(nc, "inner"), -EINVAL);
	assert_errno(NULL, netcfg_open_netns(&in, "inner"), -EINVAL);
	assert_errno(nc, netcfg_netns_create(nc, "inner"), -EEXIST);
	assert_ok(nc, netcfg_netns_delete(nc, "inner"));
	assert_false(path_exists("/run/netns/inner"));
	assert_true(side_tell(&other));
	assert_int_equal(side_end(&other), 0);
	assert_ok(nc, netcfg_netns_create(nc, "inner"));
	assert_int_equal(named(nc, "inner"), NAMED_NETNS);
}

/* A name must reach the mount namespaces that share the directory, as those of `ip` do. */
static int look_for_new_name(struct side *self, void *arg)
{
	struct netcfg *nc;
	int fd;

	(void)arg;
	side_check(unshare(CLONE_NEWNS) == 0);
	side_check(mount("none", "/", "none", MS_REC | MS_SLAVE, NULL) == 0);
	side_check(netcfg_open(&nc) == 0);
	side_check(side_tell(self));
	side_check(side_await(self));
	fd = netcfg_netns_open(nc, "later");
	side_check(fd >= 0);
	close(fd);
	netcfg_close(nc);
	return 0;
}

static void names_reach_other_mount_namespaces(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct side other;

	assert_ok(nc, netcfg_netns_create(nc, "first"));
	side_start(&other, look_for_new_name, NULL);
	assert_true(side_await(&other));
	assert_ok(nc, netcfg_netns_create(nc, "later"));
	assert_true(side_tell(&other));
	assert_int_equal(side_end(&other), 0);
}

static int lock_directory(void)
{
	const int fd = open("/run/netns", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(flock(fd, LOCK_EX), 0);
	return fd;
}

static void another_process_keeps_the_lock(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int lock;

	assert_int_equal(mkdir("/run/netns", 0755), 0);
	lock = lock_directory();
	assert_ok(nc, netcfg_set_timeout(nc, 50));
	assert_errno(nc, netcfg_netns_create(nc, "a"), -ETIMEDOUT);
	assert_message_has(nc, "a");
	assert_ok(nc, netcfg_set_timeout(nc, 0));
	assert_errno(nc, netcfg_netns_attach(nc, "a", box->netns_fd), -ETIMEDOUT);
	assert_false(path_exists("/run/netns/a"));
	assert_int_equal(side_mounts("/run/netns"), 0);

	/* B111: the next call is a normal one. */
	assert_int_equal(netcfg_link_index(nc, "lo"), 1);
	close(lock);
	assert_ok(nc, netcfg_netns_create(nc, "a"));
	assert_int_equal(side_mounts("/run/netns"), 1);
}

/* In a child: keeps the lock until told, then lets it go while the test waits for it. */
static int keep_lock(struct side *self, void *arg)
{
	const int fd = open("/run/netns", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	(void)arg;
	side_check(fd >= 0);
	side_check(flock(fd, LOCK_EX) == 0);
	side_check(side_tell(self));
	side_check(side_await(self));
	return 0;
}

static int create_patiently(struct side *self, void *arg)
{
	struct netcfg *nc;

	(void)arg;
	side_check(netcfg_open(&nc) == 0);
	side_check(side_tell(self));
	side_check(netcfg_set_timeout(nc, -1) == 0);
	side_check(netcfg_netns_create(nc, "a") == 0);
	netcfg_close(nc);
	return 0;
}

static void create_waits_for_the_lock(void **state)
{
	const struct sandbox *box = *state;
	struct side holder, creator;

	assert_int_equal(mkdir("/run/netns", 0755), 0);
	side_start(&holder, keep_lock, NULL);
	assert_true(side_await(&holder));
	side_start(&creator, create_patiently, NULL);
	assert_true(side_await(&creator));
	assert_int_equal(side_mounts("/run/netns"), 0);
	assert_true(side_tell(&holder));
	assert_int_equal(side_end(&holder), 0);
	assert_int_equal(side_end(&creator), 0);
	assert_int_equal(side_mounts("/run/netns"), 1);
	assert_int_equal(named(box->nc, "a"), NAMED_NETNS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(first_create_makes_it_shared),
		sandbox_test(directory_that_is_there_already),
		sandbox_test(private_mount),
		sandbox_test(shared_mount),
		sandbox_test(create_leaves_other_mounts_alone),
		sandbox_test(b78_created_in_another_mount_namespace),
		sandbox_test(names_reach_other_mount_namespaces),
		sandbox_test(another_process_keeps_the_lock),
		sandbox_test(create_waits_for_the_lock),
	};

	return side_main(tests);
}
