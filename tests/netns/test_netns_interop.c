/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Together with `ip netns`; other directories; namespaces without a name. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/named.h"
#include "support/side.h"
#include "support/test.h"

static void names_made_by_ip(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg *in;

	sh_ok("ip netns add x && ip netns add y");
	assert_int_equal(named(nc, "x"), NAMED_NETNS);
	assert_int_equal(inode_of_name(nc, "x"), inode_of("/run/netns/x"));
	assert_errno(nc, netcfg_netns_create(nc, "x"), -EEXIST);
	assert_ok(NULL, netcfg_open_netns(&in, "x"));
	assert_ok(in, netcfg_veth_create(in, "v0", "v1", NULL, NULL));
	netcfg_close(in);
	sh_ok("ip -n x link show dev v0");
	assert_ok(nc, netcfg_netns_create(nc, "z"));
	assert_int_equal(side_mounts("/run/netns"), 1);

	assert_ok(nc, netcfg_netns_delete(nc, "x"));
	assert_false(path_exists("/run/netns/x"));
	assert_int_equal(side_mounts("/run/netns/x"), 0);
	assert_int_not_equal(sh("ip netns list | grep -q '^x'"), 0);
	sh_ok("ip netns list | grep -q '^y'");
	sh_ok("ip netns list | grep -q '^z'");
}

static void names_used_by_ip(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_ok(nc, netcfg_netns_create(nc, "ours"));
	sh_ok("ip netns add theirs");
	assert_int_equal(side_mounts("/run/netns"), 1);
	sh_ok("ip netns list | grep -q '^ours'");
	sh_ok("ip -n ours link add v0 type veth peer name v1 netns theirs");
	sh_ok("ip -n theirs link show dev v1");
	/* Where ip may not mount a sysfs, it cannot enter its own namespaces either. */
	assert_int_equal(sh("ip netns exec ours true"), sh("ip netns exec theirs true"));
	sh_ok("ip netns del ours");
	assert_int_equal(named(nc, "ours"), NAMED_ABSENT);
	assert_int_equal(named(nc, "theirs"), NAMED_NETNS);
	assert_int_equal(side_mounts("/run/netns/ours"), 0);
	assert_ok(nc, netcfg_netns_create(nc, "ours"));
}

static void attach(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int fd = netns_new();
	struct netcfg *in;

	assert_ok(nc, netcfg_netns_attach(nc, "first", fd));
	assert_ok(nc, netcfg_netns_attach(nc, "second", fd));
	assert_errno(nc, netcfg_netns_attach(nc, "second", box->netns_fd), -EEXIST);
	assert_ok(nc, netcfg_netns_attach(nc, "home", box->netns_fd));
	assert_int_equal(inode_of_name(nc, "first"), inode_of_fd(fd));
	assert_int_equal(inode_of_name(nc, "second"), inode_of_fd(fd));
	assert_int_equal(inode_of_name(nc, "home"), box->netns);
	assert_int_equal(side_mounts("/run/netns/first"), 1);
	close(fd);

	/* Borrowed: the name holds the namespace. */
	assert_ok(nc, netcfg_netns_delete(nc, "first"));
	assert_ok(NULL, netcfg_open_netns(&in, "second"));
	assert_ok(in, netcfg_veth_create(in, "v0", "v1", NULL, NULL));
	netcfg_close(in);
	sh_ok("ip -n second link show dev v0");
	assert_ok(nc, netcfg_netns_delete(nc, "home"));
}

static void open_by_name_fd_and_pid(void **state)
{
	const struct sandbox *box = *state;
	const pid_t pid = netns_process();
	const int there = netns_of_process(pid);
	struct netcfg *by[3];
	static const char *const links[] = { "a0", "b0", "c0" };
	static const char *const peers[] = { "a1", "b1", "c1" };

	assert_ok(box->nc, netcfg_netns_attach(box->nc, "x", there));
	assert_ok(NULL, netcfg_open_netns(&by[0], "x"));
	assert_ok(NULL, netcfg_open_netns_fd(&by[1], there));
	assert_ok(NULL, netcfg_open_netns_pid(&by[2], pid));
	for (size_t i = 0; i < ARRAY_SIZE(by); i++)
		assert_ok(by[i], netcfg_veth_create(by[i], links[i], peers[i], NULL, NULL));
	assert_int_equal(count_links_in(there), 7);
	assert_int_equal(count_links(), 1);
	for (size_t i = 0; i < ARRAY_SIZE(by); i++)
		netcfg_close(by[i]);

	assert_ok(NULL, netcfg_open_netns_pid(&by[0], getpid()));
	assert_errno(by[0], netcfg_link_index(by[0], "a0"), -ENODEV);
	netcfg_close(by[0]);
	close(there);
	netns_process_end(pid);
}

/* Descriptor 0 is one like any other. */
static void b80_descriptor_zero(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_link_config there = { .size = sizeof(there),
						  .flags = NETCFG_LINK_NETNS_FD,
						  .netns_fd = 0 };
	const int fd = netns_new();
	const int saved = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	struct netcfg *in;

	assert_int_equal(dup2(fd, STDIN_FILENO), STDIN_FILENO);
	assert_ok(NULL, netcfg_open_netns_fd(&in, 0));
	assert_ok(nc, netcfg_veth_create(nc, "v0", "v1", NULL, &there));
	assert_true(link_in(fd, "v1"));
	assert_true(netcfg_link_index(in, "v1") > 0);
	netcfg_close(in);
	assert_ok(nc, netcfg_netns_attach(nc, "x", 0));
	assert_ok(nc, netcfg_link_move(nc, "v0", 0, NULL));
	assert_true(link_in(fd, "v0"));
	/* Borrowed: it is still open, and still refers to the namespace. */
	assert_int_equal(inode_of_fd(STDIN_FILENO), inode_of_fd(fd));
	assert_ok(nc, netcfg_netns_delete(nc, "x"));
	close(fd);
	assert_int_equal(close(STDIN_FILENO), 0);
	if (saved >= 0) {
		dup2(saved, STDIN_FILENO);
		close(saved);
	}
}

static void another_directory(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_link_config there = { .size = sizeof(there), .netns = "x" };
	char dir[] = "/run/elsewhere/names";
	struct netcfg *other;
	int fd;

	assert_ok(NULL, netcfg_open(&other));
	assert_int_equal(mkdir("/run/elsewhere", 0755), 0);
	assert_ok(nc, netcfg_set_netns_dir(nc, dir));
	memset(dir, 'x', sizeof(dir) - 1); /* it was copied */
	assert_int_equal(named_count(nc), 0);
	assert_ok(nc, netcfg_netns_create(nc, "x"));
	assert_int_equal(side_mounts("/run/elsewhere/names/x"), 1);
	assert_int_equal(side_mounts("/run/elsewhere/names"), 1);
	assert_false(path_exists("/run/netns"));
	assert_int_equal(named(nc, "x"), NAMED_NETNS);
	fd = netcfg_netns_open(nc, "x");
	assert_true(fd >= 0);
	assert_ok(nc, netcfg_veth_create(nc, "v0", "v1", NULL, &there));
	assert_true(link_in(fd, "v1"));
	close(fd);

	/* The other handle has its own, and a name may be in both. */
	assert_errno(other, netcfg_netns_open(other, "x"), -ENOENT);
	assert_ok(other, netcfg_netns_create(other, "x"));
	assert_int_not_equal(inode_of_name(other, "x"), inode_of_name(nc, "x"));
	assert_ok(nc, netcfg_netns_delete(nc, "x"));
	assert_int_equal(named_count(nc), 0);
	assert_int_equal(named_count(other), 1);
	assert_ok(nc, netcfg_set_netns_dir(nc, NULL));
	assert_int_equal(inode_of_name(nc, "x"), inode_of_name(other, "x"));
	netcfg_close(other);
}

static void directories_that_are_none(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	char path[3842];

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	assert_unsent(nc, netcfg_set_netns_dir(nc, ""), -EINVAL);
	assert_message_has(nc, "dir");
	assert_unsent(nc, netcfg_set_netns_dir(nc, "run/netns"), -EINVAL);
	assert_unsent(nc, netcfg_set_netns_dir(nc, "./netns"), -EINVAL);
	memset(path, 'p', sizeof(path));
	path[0] = '/';
	path[3840] = '\0';
	assert_unsent(nc, netcfg_set_netns_dir(nc, path), -EINVAL);
	assert_message_has(nc, "dir");
	/* The directory is as it was. */
	assert_int_equal(named(nc, "x"), NAMED_NETNS);
	path[3839] = '\0';
	assert_ok(nc, netcfg_set_netns_dir(nc, path));

	assert_ok(nc, netcfg_set_netns_dir(nc, "/run/no/such/dir"));
	assert_int_equal(named_count(nc), 0);
	assert_errno(nc, netcfg_netns_create(nc, "y"), -ENOENT);
	assert_errno(nc, netcfg_netns_open(nc, "y"), -ENOENT);
	assert_errno(nc, netcfg_netns_delete(nc, "y"), -ENOENT);
	make_file("/run/file");
	assert_ok(nc, netcfg_set_netns_dir(nc, "/run/file"));
	assert_errno(nc, netcfg_netns_create(nc, "y"), -ENOTDIR);
	assert_errno(nc, netcfg_netns_open(nc, "y"), -ENOTDIR);
}

/* A path that just fits, made of parts that do. */
static void directory_of_the_longest_path(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	char path[4096] = "/run";
	char name[256];
	size_t length = strlen(path);

	while (length < 3839) {
		const size_t part = 3839 - length < 202 ? 3839 - length - 1 : 200;

		path[length] = '/';
		memset(path + length + 1, 'd', part);
		length += part + 1;
		path[length] = '\0';
		if (length < 3839)
			assert_int_equal(mkdir(path, 0755), 0);
	}
	assert_int_equal(strlen(path), 3839);
	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_ok(nc, netcfg_set_netns_dir(nc, path));
	assert_ok(nc, netcfg_netns_create(nc, name));
	assert_int_equal(named(nc, name), NAMED_NETNS);
	assert_ok(nc, netcfg_netns_delete(nc, name));
	assert_int_equal(named_count(nc), 0);
	assert_int_equal(side_mounts(path), 1);
	assert_int_equal(umount2(path, MNT_DETACH), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(names_made_by_ip),
		sandbox_test(names_used_by_ip),
		sandbox_test(attach),
		sandbox_test(open_by_name_fd_and_pid),
		sandbox_test(b80_descriptor_zero),
		sandbox_test(another_directory),
		sandbox_test(directories_that_are_none),
		sandbox_test(directory_of_the_longest_path),
	};

	return side_main(tests);
}
