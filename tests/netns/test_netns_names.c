/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of namespaces, and what else may lie in their directory. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/named.h"
#include "support/side.h"
#include "support/test.h"

static void create_and_delete(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	ino_t inode;

	assert_int_equal(named_count(nc), 0);
	assert_ok(nc, netcfg_netns_create(nc, "one"));
	assert_int_equal(named(nc, "one"), NAMED_NETNS);
	assert_int_equal(side_mounts("/run/netns/one"), 1);
	inode = inode_of_name(nc, "one");
	assert_int_equal(inode, inode_of("/run/netns/one"));
	assert_int_not_equal(inode, box->netns);

	assert_errno(nc, netcfg_netns_create(nc, "one"), -EEXIST);
	assert_message_has(nc, "one");
	assert_int_equal(inode_of_name(nc, "one"), inode);
	assert_int_equal(side_mounts("/run/netns/one"), 1);

	assert_ok(nc, netcfg_netns_delete(nc, "one"));
	assert_false(path_exists("/run/netns/one"));
	assert_int_equal(side_mounts("/run/netns/one"), 0);
	assert_errno(nc, netcfg_netns_delete(nc, "one"), -ENOENT);
	assert_message_has(nc, "one");
	assert_errno(nc, netcfg_netns_open(nc, "one"), -ENOENT);
	assert_ok(nc, netcfg_netns_create(nc, "one"));
}

static void loopback_is_down(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg *in;

	assert_ok(box->nc, netcfg_netns_create(box->nc, "one"));
	assert_ok(NULL, netcfg_open_netns(&in, "one"));
	assert_ok(in, netcfg_link_get(in, "lo", &info));
	assert_false(info.flags & NETCFG_LINK_STATE_UP);
	assert_int_equal(info.ifindex, 1);
	netcfg_close(in);
}

/* Every verb with a name, and the opening without a handle, must refuse it. */
static void refuse_name(struct netcfg *nc, const char *name, int own_netns)
{
	struct netcfg *const untouched = nc;
	struct netcfg *opened = untouched;
	int32_t id = 12345;
	const struct netcfg_link_config there = { .size = sizeof(there), .netns = name };

	assert_unsent(nc, netcfg_netns_create(nc, name), -EINVAL);
	assert_message_has(nc, "name");
	assert_unsent(nc, netcfg_netns_attach(nc, name, own_netns), -EINVAL);
	assert_message_has(nc, "name");
	assert_unsent(nc, netcfg_netns_delete(nc, name), -EINVAL);
	assert_message_has(nc, "name");
	assert_unsent(nc, netcfg_netns_open(nc, name), -EINVAL);
	assert_message_has(nc, "name");
	assert_unsent(nc, netcfg_netns_set_id(nc, name, 7), -EINVAL);
	assert_message_has(nc, "name");
	assert_unsent(nc, netcfg_netns_get_id(nc, name, &id), -EINVAL);
	assert_message_has(nc, "name");
	assert_int_equal(id, 12345);
	assert_errno(NULL, netcfg_open_netns(&opened, name), -EINVAL);
	assert_ptr_equal(opened, untouched);
	if (name)
		assert_unsent(nc, netcfg_veth_create(nc, "v0", "v1", NULL, &there), -EINVAL);
}

static void b71_bad_names(void **state)
{
	const struct sandbox *box = *state;
	char name[257];
	static const char *const bad[] = { "a/b", "../x",   ".",  "..",  "",
					   "/",   "/run/x", "x/", "./x", "../netns/x" };

	make_file("/run/x");
	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	assert_ok(box->nc, netcfg_netns_create(box->nc, "x"));
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		refuse_name(box->nc, bad[i], box->netns_fd);
	refuse_name(box->nc, name, box->netns_fd);
	refuse_name(box->nc, NULL, box->netns_fd);
	assert_true(path_exists("/run/x"));
	assert_int_equal(named_count(box->nc), 1);
	assert_int_equal(named(box->nc, "x"), NAMED_NETNS);
	assert_int_equal(count_links(), 1);
}

static void b71_odd_but_good_names(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg *opened;
	char name[256];
	const char *good[] = { "sp ace",      "...",   ".hidden",   "-x",        "12",
			       "caf\xc3\xa9", "a:b%c", "tab\there", "new\nline", name };

	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		assert_ok(nc, netcfg_netns_create(nc, good[i]));
		assert_int_equal(named(nc, good[i]), NAMED_NETNS);
		assert_ok(NULL, netcfg_open_netns(&opened, good[i]));
		netcfg_close(opened);
		assert_errno(nc, netcfg_netns_create(nc, good[i]), -EEXIST);
	}
	assert_int_equal(named_count(nc), ARRAY_SIZE(good));
	for (size_t i = 0; i < ARRAY_SIZE(good); i++)
		assert_ok(nc, netcfg_netns_delete(nc, good[i]));
	assert_int_equal(named_count(nc), 0);
	assert_int_equal(side_mounts("/run/netns"), 1);
}

/* Each way of using a name must say that it is no namespace, and leave it alone. */
static void refuse_use(struct netcfg *nc, const char *name)
{
	const struct netcfg_link_config there = { .size = sizeof(there), .netns = name };
	struct netcfg *const untouched = nc;
	struct netcfg *opened = untouched;
	int32_t id = 12345;

	assert_int_equal(named(nc, name), NAMED_OTHER);
	assert_errno(nc, netcfg_netns_open(nc, name), -EINVAL);
	assert_message_has(nc, "no network namespace");
	assert_message_has(nc, name);
	assert_errno(NULL, netcfg_open_netns(&opened, name), -EINVAL);
	assert_ptr_equal(opened, untouched);
	assert_errno(nc, netcfg_netns_set_id(nc, name, 7), -EINVAL);
	assert_errno(nc, netcfg_netns_get_id(nc, name, &id), -EINVAL);
	assert_int_equal(id, 12345);
	assert_errno(nc, netcfg_veth_create(nc, "v0", "v1", NULL, &there), -EINVAL);
	assert_int_equal(count_links(), 1);
	assert_errno(nc, netcfg_netns_create(nc, name), -EEXIST);
}

static void b72_other_files(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_ok(nc, netcfg_netns_create(nc, "good"));
	make_file("/run/netns/file");
	assert_int_equal(mkdir("/run/netns/directory", 0755), 0);
	refuse_use(nc, "file");
	refuse_use(nc, "directory");
	assert_int_equal(named_count(nc), 3);

	assert_errno(nc, netcfg_netns_delete(nc, "directory"), -EISDIR);
	assert_true(path_exists("/run/netns/directory"));
	assert_ok(nc, netcfg_netns_delete(nc, "file"));
	assert_false(path_exists("/run/netns/file"));
	assert_int_equal(named(nc, "good"), NAMED_NETNS);
}

static void fifo_does_not_block(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_netns_id_list *ids;

	/* Opening one for reading waits for a writer, for ever if nobody prevents it. */
	alarm(60);
	assert_ok(nc, netcfg_netns_create(nc, "good"));
	assert_int_equal(mkfifo("/run/netns/fifo", 0600), 0);
	refuse_use(nc, "fifo");
	assert_ok(nc, netcfg_netns_list_ids(nc, &ids));
	netcfg_netns_id_list_free(ids);
	assert_ok(nc, netcfg_netns_delete(nc, "fifo"));
	assert_false(path_exists("/run/netns/fifo"));
	alarm(0);
}

static void b74_stacked_mounts(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_ok(nc, netcfg_netns_create(nc, "two"));
	for (int i = 0; i < 3; i++)
		assert_int_equal(
			mount("/proc/self/ns/net", "/run/netns/two", "none", MS_BIND, NULL), 0);
	assert_int_equal(side_mounts("/run/netns/two"), 4);
	assert_ok(nc, netcfg_netns_delete(nc, "two"));
	assert_int_equal(side_mounts("/run/netns/two"), 0);
	assert_false(path_exists("/run/netns/two"));
}

static void b79_symlink_to_a_process(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const pid_t pid = netns_process();
	const int there = netns_of_process(pid);
	struct netcfg *in;
	char target[64];

	assert_ok(nc, netcfg_netns_create(nc, "real"));
	snprintf(target, sizeof(target), "/proc/%d/ns/net", (int)pid);
	assert_int_equal(symlink(target, "/run/netns/h"), 0);
	assert_int_equal(named(nc, "h"), NAMED_NETNS);
	assert_int_equal(inode_of_name(nc, "h"), inode_of_fd(there));
	assert_ok(NULL, netcfg_open_netns(&in, "h"));
	assert_ok(in, netcfg_veth_create(in, "v0", "v1", NULL, NULL));
	assert_true(link_in(there, "v0"));
	netcfg_close(in);
	assert_errno(nc, netcfg_netns_create(nc, "h"), -EEXIST);

	assert_ok(nc, netcfg_netns_delete(nc, "h"));
	assert_false(path_exists("/run/netns/h"));
	assert_true(link_in(there, "v0"));
	close(there);
	netns_process_end(pid);
}

static void b79_symlink_to_a_name(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_ok(nc, netcfg_netns_create(nc, "real"));
	assert_int_equal(symlink("/run/netns/real", "/run/netns/h"), 0);
	assert_int_equal(inode_of_name(nc, "h"), inode_of_name(nc, "real"));
	assert_ok(nc, netcfg_netns_delete(nc, "h"));
	assert_false(path_exists("/run/netns/h"));
	assert_int_equal(side_mounts("/run/netns/real"), 1);
	assert_int_equal(named(nc, "real"), NAMED_NETNS);
}

static void b79_dangling_symlink(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg *const untouched = nc;
	struct netcfg *in = untouched;

	assert_ok(nc, netcfg_netns_create(nc, "real"));
	assert_int_equal(symlink("/run/nowhere", "/run/netns/h"), 0);
	assert_int_equal(named(nc, "h"), NAMED_OTHER);
	assert_errno(nc, netcfg_netns_open(nc, "h"), -ENOENT);
	assert_errno(NULL, netcfg_open_netns(&in, "h"), -ENOENT);
	assert_ptr_equal(in, untouched);
	/* A create must not make the file that the link points to either. */
	assert_errno(nc, netcfg_netns_create(nc, "h"), -EEXIST);
	assert_false(path_exists("/run/nowhere"));
	assert_ok(nc, netcfg_netns_delete(nc, "h"));
	assert_false(path_exists("/run/netns/h"));
}

static void b81_number_is_a_name(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const pid_t pid = netns_process();
	const int there = netns_of_process(pid);
	struct netcfg *in;
	char name[32];

	snprintf(name, sizeof(name), "%d", (int)pid);
	assert_errno(nc, netcfg_netns_open(nc, name), -ENOENT);
	assert_errno(NULL, netcfg_open_netns(&in, name), -ENOENT);
	assert_ok(nc, netcfg_netns_create(nc, name));
	assert_true(path_exists("/run/netns"));
	assert_int_not_equal(inode_of_name(nc, name), inode_of_fd(there));
	assert_ok(NULL, netcfg_open_netns(&in, name));
	assert_ok(in, netcfg_veth_create(in, "v0", "v1", NULL, NULL));
	netcfg_close(in);
	assert_false(link_in(there, "v0"));
	close(there);
	netns_process_end(pid);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(create_and_delete),
		sandbox_test(loopback_is_down),
		sandbox_test(b71_bad_names),
		sandbox_test(b71_odd_but_good_names),
		sandbox_test(b72_other_files),
		sandbox_test(fifo_does_not_block),
		sandbox_test(b74_stacked_mounts),
		sandbox_test(b79_symlink_to_a_process),
		sandbox_test(b79_symlink_to_a_name),
		sandbox_test(b79_dangling_symlink),
		sandbox_test(b81_number_is_a_name),
	};

	return side_main(tests);
}
