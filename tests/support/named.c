/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <fcntl.h>
#include <net/if.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/named.h"
#include "support/side.h"
#include "support/test.h"

enum named_state named(struct netcfg *nc, const char *name)
{
	struct netcfg_netns_info info = { .size = sizeof(info) };
	char last[NETCFG_NETNS_NAME_SIZE] = "";
	enum named_state state = NAMED_ABSENT;
	struct netcfg_netns_list *list;

	assert_ok(nc, netcfg_netns_list(nc, &list));
	while (netcfg_netns_list_next(list, &info) == 1) {
		assert_true(strcmp(last, info.name) < 0);
		memcpy(last, info.name, sizeof(last));
		assert_in_range(info.valid, 0, 1);
		assert_int_equal(info.reserved, 0);
		if (strcmp(info.name, name) == 0)
			state = info.valid ? NAMED_NETNS : NAMED_OTHER;
	}
	netcfg_netns_list_free(list);
	return state;
}

size_t named_count(struct netcfg *nc)
{
	struct netcfg_netns_info info = { .size = sizeof(info) };
	struct netcfg_netns_list *list;
	size_t count = 0;

	assert_ok(nc, netcfg_netns_list(nc, &list));
	while (netcfg_netns_list_next(list, &info) == 1)
		count++;
	netcfg_netns_list_free(list);
	return count;
}

bool path_exists(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0;
}

void make_file(const char *path)
{
	const int fd = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0);

	assert_true(fd >= 0);
	close(fd);
}

ino_t inode_of(const char *path)
{
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	return st.st_ino;
}

ino_t inode_of_fd(int fd)
{
	struct stat st;

	assert_int_equal(fstat(fd, &st), 0);
	return st.st_ino;
}

ino_t inode_of_name(struct netcfg *nc, const char *name)
{
	const int fd = netcfg_netns_open(nc, name);
	ino_t inode;

	assert_true(fd >= 0);
	inode = inode_of_fd(fd);
	close(fd);
	return inode;
}

static bool witness_is_gone(void *arg)
{
	(void)arg;
	return if_nametoindex("witness") == 0;
}

void wait_for_teardown(void)
{
	const pid_t pid = netns_process();

	sh_ok("ip link add witness type veth peer name w netns %d", (int)pid);
	netns_process_end(pid);
	assert_true(side_eventually(witness_is_gone, NULL));
}
