/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* B77: many first creates at once. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "support/named.h"
#include "support/side.h"
#include "support/test.h"

#define CREATORS 40

static void name_of(char *name, size_t size, int number)
{
	snprintf(name, size, "race%d", number);
}

/* Exactly one mount for the directory and one for each name. */
static void check_all(struct netcfg *nc, int first, int last)
{
	char path[64], name[32];

	assert_int_equal(side_mounts("/run/netns"), 1);
	assert_int_equal(side_mounts_shared("/run/netns"), 1);
	assert_int_equal(named_count(nc), last - first);
	for (int i = first; i < last; i++) {
		name_of(name, sizeof(name), i);
		snprintf(path, sizeof(path), "/run/netns/%s", name);
		assert_int_equal(side_mounts(path), 1);
		assert_int_equal(named(nc, name), NAMED_NETNS);
	}
}

static void check_none(struct netcfg *nc)
{
	assert_int_equal(named_count(nc), 0);
	assert_int_equal(side_mounts("/run/netns"), 1);
}

/* In a child: waits for all the others, then creates, then deletes when told. */
static int create_one(struct side *self, void *arg)
{
	const int *number = arg;
	struct netcfg *nc;
	char name[32];

	name_of(name, sizeof(name), *number);
	side_check(netcfg_open(&nc) == 0);
	side_check(side_tell(self));
	side_check(side_await(self));
	side_check(netcfg_netns_create(nc, name) == 0);
	side_check(side_tell(self));
	side_check(side_await(self));
	side_check(netcfg_netns_delete(nc, name) == 0);
	netcfg_close(nc);
	return 0;
}

static void tell_all(const struct side *children)
{
	for (int i = 0; i < CREATORS; i++)
		assert_true(side_tell(&children[i]));
}

static void await_all(const struct side *children)
{
	for (int i = 0; i < CREATORS; i++)
		assert_true(side_await(&children[i]));
}

static void b77_processes(void **state)
{
	const struct sandbox *box = *state;
	static struct side children[CREATORS];

	assert_false(path_exists("/run/netns"));
	for (int i = 0; i < CREATORS; i++)
		side_start(&children[i], create_one, &i);
	await_all(children);
	tell_all(children);
	await_all(children);
	check_all(box->nc, 0, CREATORS);
	tell_all(children);
	for (int i = 0; i < CREATORS; i++)
		assert_int_equal(side_end(&children[i]), 0);
	check_none(box->nc);
}

static int create_on_a_thread(int number, void *arg)
{
	const ino_t netns = side_netns();
	struct netcfg *nc;
	char name[32];

	(void)arg;
	name_of(name, sizeof(name), number);
	side_check(netcfg_open(&nc) == 0);
	side_check(netcfg_netns_create(nc, name) == 0);
	side_check(side_netns() == netns);
	side_check(netcfg_netns_create(nc, name) == -EEXIST);
	netcfg_close(nc);
	return 0;
}

static int delete_on_a_thread(int number, void *arg)
{
	struct netcfg *nc;
	char name[32];

	(void)arg;
	name_of(name, sizeof(name), number);
	side_check(netcfg_open(&nc) == 0);
	side_check(netcfg_netns_delete(nc, name) == 0);
	netcfg_close(nc);
	return 0;
}

static void b77_threads(void **state)
{
	const struct sandbox *box = *state;

	assert_false(path_exists("/run/netns"));
	assert_int_equal(side_threads(CREATORS, create_on_a_thread, NULL), 0);
	check_all(box->nc, 0, CREATORS);
	assert_int_equal(side_threads(CREATORS, delete_on_a_thread, NULL), 0);
	check_none(box->nc);
}

/* The moment in which it can go wrong is short: many directories are many of them. */
#define DIRECTORIES 60

static int create_in(int number, void *arg)
{
	const char *dir = arg;
	struct netcfg *nc;
	char name[32];

	name_of(name, sizeof(name), number);
	side_check(netcfg_open(&nc) == 0);
	side_check(netcfg_set_netns_dir(nc, dir) == 0);
	side_check(netcfg_netns_create(nc, name) == 0);
	netcfg_close(nc);
	return 0;
}

static void b77_in_many_directories(void **state)
{
	const struct sandbox *box = *state;
	char dir[32];

	for (int i = 0; i < DIRECTORIES; i++) {
		snprintf(dir, sizeof(dir), "/run/d%d", i);
		assert_int_equal(side_threads(4, create_in, dir), 0);
		assert_int_equal(side_mounts(dir), 1);
		assert_ok(box->nc, netcfg_set_netns_dir(box->nc, dir));
		for (int n = 0; n < 4; n++) {
			char name[32];

			name_of(name, sizeof(name), n);
			assert_int_equal(named(box->nc, name), NAMED_NETNS);
		}
	}
}

/* One name, wanted by all: one gets it. */
static int create_the_same(int number, void *arg)
{
	struct netcfg *nc;
	int result;

	(void)number;
	(void)arg;
	side_check(netcfg_open(&nc) == 0);
	result = netcfg_netns_create(nc, "race0");
	netcfg_close(nc);
	side_check(result == 0 || result == -EEXIST);
	return result != 0;
}

static void one_name_for_all(void **state)
{
	const struct sandbox *box = *state;

	assert_int_equal(side_threads(CREATORS, create_the_same, NULL), CREATORS - 1);
	check_all(box->nc, 0, 1);
}

/* In a child: `ip` takes part in the first creates. */
static int create_by_ip(struct side *self, void *arg)
{
	char command[64];
	const int *number = arg;

	side_check(side_tell(self));
	side_check(side_await(self));
	snprintf(command, sizeof(command), "ip netns add race%d", *number);
	side_check(system(command) == 0);
	side_check(side_tell(self));
	side_check(side_await(self));
	return 0;
}

static void together_with_ip(void **state)
{
	const struct sandbox *box = *state;
	static struct side children[CREATORS];
	char name[32];

	for (int i = 0; i < CREATORS; i++)
		side_start(&children[i], i % 4 ? create_one : create_by_ip, &i);
	await_all(children);
	tell_all(children);
	await_all(children);
	check_all(box->nc, 0, CREATORS);
	tell_all(children);
	for (int i = 0; i < CREATORS; i++) {
		assert_int_equal(side_end(&children[i]), 0);
		name_of(name, sizeof(name), i);
		assert_errno(box->nc, netcfg_netns_delete(box->nc, name), i % 4 ? -ENOENT : 0);
	}
	check_none(box->nc);
}

static void (*before_mount)(void); /* called once, before the next mount on a name */

/* In the place of that of the C library: between the file and the mount on it others come in. */
int mount(const char *source, const char *target, const char *type, unsigned long flags,
	  const void *data)
{
	void (*hook)(void) = flags == MS_BIND ? before_mount : NULL;

	if (hook) {
		before_mount = NULL;
		hook();
	}
	return (int)syscall(SYS_mount, source, target, type, flags, data);
}

static void delete_and_make_again(void)
{
	sh_ok("ip netns del n && ip netns add n");
}

/* As far as another create comes before it mounts. */
static void delete_and_begin_again(void)
{
	const int fd = (sh_ok("ip netns del n"), open("/run/netns/n", O_CREAT | O_EXCL, 0));

	assert_true(fd >= 0);
	close(fd);
}

/* The name is somebody else's before the namespace is on it: theirs is left alone. */
static void name_changes_hands(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_netns_create(nc, "first"));
	before_mount = delete_and_make_again;
	assert_errno(nc, netcfg_netns_create(nc, "n"), -ENOENT);
	assert_int_equal(named(nc, "n"), NAMED_NETNS);
	assert_int_equal(side_mounts("/run/netns/n"), 1);
	assert_ok(nc, netcfg_netns_delete(nc, "n"));
	before_mount = delete_and_begin_again;
	assert_errno(nc, netcfg_netns_create(nc, "n"), -ENOENT);
	assert_int_equal(access("/run/netns/n", F_OK), 0);
	assert_ok(nc, netcfg_netns_delete(nc, "n"));
	assert_ok(nc, netcfg_netns_delete(nc, "first"));
	check_none(nc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b77_processes),           sandbox_test(b77_threads),
		sandbox_test(b77_in_many_directories), sandbox_test(one_name_for_all),
		sandbox_test(together_with_ip),        sandbox_test(name_changes_hands),
	};

	return side_main(tests);
}
