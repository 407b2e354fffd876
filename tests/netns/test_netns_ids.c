/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* B84: what one namespace calls another. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/named.h"
#include "support/side.h"
#include "support/test.h"

#define ABSENT INT32_MIN

/* The id that the list has for a name, or ABSENT. The list must ascend. */
static int32_t id_listed(struct netcfg *nc, const char *name)
{
	struct netcfg_netns_id_info info = { .size = sizeof(info) };
	struct netcfg_netns_id_list *list;
	int32_t last = -1, found = ABSENT;

	assert_ok(nc, netcfg_netns_list_ids(nc, &list));
	while (netcfg_netns_id_list_next(list, &info) == 1) {
		assert_true(info.id > last);
		last = info.id;
		assert_int_equal(info.reserved, 0);
		if (strcmp(info.name, name) == 0)
			found = info.id;
	}
	assert_int_equal(netcfg_netns_id_list_next(list, &info), 0);
	netcfg_netns_id_list_free(list);
	return found;
}

static size_t count_ids(struct netcfg *nc)
{
	struct netcfg_netns_id_info info = { .size = sizeof(info) };
	struct netcfg_netns_id_list *list;
	size_t count = 0;

	assert_ok(nc, netcfg_netns_list_ids(nc, &list));
	while (netcfg_netns_id_list_next(list, &info) == 1)
		count++;
	netcfg_netns_id_list_free(list);
	return count;
}

static int32_t id_of(struct netcfg *nc, const char *name)
{
	int32_t id = ABSENT;

	assert_ok(nc, netcfg_netns_get_id(nc, name, &id));
	assert_true(id >= -1);
	return id;
}

static void create_set_list(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_ok(nc, netcfg_netns_create(nc, "foo"));
	assert_int_equal(count_ids(nc), 0);
	assert_ok(nc, netcfg_netns_set_id(nc, "foo", 1234));
	assert_int_equal(id_listed(nc, "foo"), 1234);
	assert_int_equal(count_ids(nc), 1);
	sh_ok("ip netns list-id | grep -q 'nsid 1234 .*foo'");
}

static void create_set_list_beside_an_older_one(void **state)
{
	struct netcfg *nc;

	(void)state;
	sh_ok("ip netns add bar && ip netns set bar 5678");
	assert_ok(NULL, netcfg_open(&nc));
	assert_ok(nc, netcfg_netns_create(nc, "foo"));
	assert_ok(nc, netcfg_netns_set_id(nc, "foo", 1234));
	assert_int_equal(id_listed(nc, "foo"), 1234);
	assert_int_equal(id_listed(nc, "bar"), 5678);
	assert_int_equal(count_ids(nc), 2);
	/* One that comes later, made by others. */
	sh_ok("ip netns add baz && ip netns set baz 9012");
	assert_int_equal(id_listed(nc, "baz"), 9012);
	assert_int_equal(id_listed(nc, "foo"), 1234);
	netcfg_close(nc);
}

static void b84_none_is_a_success(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	assert_int_equal(id_of(nc, "x"), -1);
	assert_ok(nc, netcfg_netns_attach(nc, "home", box->netns_fd));
	assert_int_equal(id_of(nc, "home"), -1);
	assert_int_equal(id_listed(nc, "x"), ABSENT);
}

static void b84_assign(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	static const int32_t good[] = { 0, 1, 65536, INT32_MAX };
	static const char *const names[] = { "a", "b", "c", "d" };

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	assert_ok(nc, netcfg_netns_set_id(nc, "x", 5));
	assert_int_equal(id_of(nc, "x"), 5);
	assert_errno(nc, netcfg_netns_set_id(nc, "x", 5), -EEXIST);
	assert_message_has(nc, "x");
	assert_errno(nc, netcfg_netns_set_id(nc, "x", 6), -EEXIST);
	assert_errno(nc, netcfg_netns_set_id(nc, "x", NETCFG_NETNS_ID_AUTO), -EEXIST);
	assert_int_equal(id_of(nc, "x"), 5);
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		assert_ok(nc, netcfg_netns_create(nc, names[i]));
		assert_errno(nc, netcfg_netns_set_id(nc, names[i], 5), -EEXIST);
		assert_int_equal(id_of(nc, names[i]), -1);
		assert_ok(nc, netcfg_netns_set_id(nc, names[i], good[i]));
		assert_int_equal(id_of(nc, names[i]), good[i]);
		assert_int_equal(id_listed(nc, names[i]), good[i]);
	}
	assert_int_equal(count_ids(nc), 1 + ARRAY_SIZE(good));
}

static void b84_auto(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int32_t x, y;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	assert_ok(nc, netcfg_netns_create(nc, "y"));
	assert_ok(nc, netcfg_netns_set_id(nc, "x", NETCFG_NETNS_ID_AUTO));
	assert_ok(nc, netcfg_netns_set_id(nc, "y", NETCFG_NETNS_ID_AUTO));
	x = id_of(nc, "x");
	y = id_of(nc, "y");
	assert_true(x >= 0 && y >= 0 && x != y);
	assert_int_equal(id_listed(nc, "x"), x);
	assert_int_equal(id_listed(nc, "y"), y);
}

static void b84_bad_arguments(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int32_t id = 77;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	assert_unsent(nc, netcfg_netns_set_id(nc, "x", -7), -EINVAL);
	assert_message_has(nc, "id");
	assert_unsent(nc, netcfg_netns_set_id(nc, "x", -2), -EINVAL);
	assert_unsent(nc, netcfg_netns_set_id(nc, "x", INT32_MIN), -EINVAL);
	assert_unsent(nc, netcfg_netns_get_id(nc, "x", NULL), -EINVAL);
	assert_message_has(nc, "ret_id");
	assert_unsent(nc, netcfg_netns_list_ids(nc, NULL), -EINVAL);
	assert_message_has(nc, "ret_list");
	assert_unsent(nc, netcfg_netns_list(nc, NULL), -EINVAL);
	assert_message_has(nc, "ret_list");
	assert_int_equal(id_of(nc, "x"), -1);

	assert_errno(nc, netcfg_netns_set_id(nc, "absent", 5), -ENOENT);
	assert_message_has(nc, "absent");
	assert_errno(nc, netcfg_netns_get_id(nc, "absent", &id), -ENOENT);
	assert_message_has(nc, "absent");
	assert_int_equal(id, 77);
}

static void b84_freed_with_the_namespace(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	assert_ok(nc, netcfg_netns_create(nc, "y"));
	assert_ok(nc, netcfg_netns_set_id(nc, "x", 5));
	assert_ok(nc, netcfg_netns_delete(nc, "x"));
	wait_for_teardown();
	assert_int_equal(id_listed(nc, "x"), ABSENT);
	assert_ok(nc, netcfg_netns_set_id(nc, "y", 5));
	assert_int_equal(id_listed(nc, "y"), 5);
}

static void ids_that_the_kernel_assigns(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_link_config there = { .size = sizeof(there), .netns = "x" };
	int32_t id;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	assert_ok(nc, netcfg_veth_create(nc, "v0", "v1", NULL, &there));
	/* To show v0, with its other end there, the kernel needs a number for there. */
	sh_ok("ip link show dev v0");
	id = id_of(nc, "x");
	assert_true(id >= 0);
	assert_int_equal(id_listed(nc, "x"), id);
	assert_errno(nc, netcfg_netns_set_id(nc, "x", 1234), -EEXIST);
}

static void names_of_ids(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int fd;

	/* Two names of one: the first of them. */
	assert_ok(nc, netcfg_netns_create(nc, "m"));
	fd = netcfg_netns_open(nc, "m");
	assert_true(fd >= 0);
	assert_ok(nc, netcfg_netns_attach(nc, "z", fd));
	assert_ok(nc, netcfg_netns_attach(nc, "b", fd));
	assert_ok(nc, netcfg_netns_set_id(nc, "z", 8));
	assert_int_equal(id_of(nc, "m"), 8);
	assert_int_equal(id_listed(nc, "b"), 8);
	assert_int_equal(count_ids(nc), 1);
	/* None: still listed while it lives. */
	assert_ok(nc, netcfg_netns_delete(nc, "b"));
	assert_ok(nc, netcfg_netns_delete(nc, "m"));
	assert_int_equal(id_listed(nc, "z"), 8);
	assert_ok(nc, netcfg_netns_delete(nc, "z"));
	assert_int_equal(id_listed(nc, ""), 8);
	close(fd);
}

static void names_in_another_directory(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	assert_ok(nc, netcfg_netns_set_id(nc, "x", 3));
	assert_ok(nc, netcfg_set_netns_dir(nc, "/run/elsewhere"));
	assert_int_equal(id_listed(nc, ""), 3);
	assert_ok(nc, netcfg_netns_create(nc, "y"));
	assert_ok(nc, netcfg_netns_set_id(nc, "y", 4));
	assert_int_equal(id_listed(nc, "y"), 4);
	assert_int_equal(count_ids(nc), 2);
	make_file("/run/elsewhere/file");
	assert_int_equal(mkdir("/run/elsewhere/dir", 0755), 0);
	assert_int_equal(id_listed(nc, "y"), 4);
}

static void ids_are_the_handles_own(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg *in;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	assert_ok(nc, netcfg_netns_create(nc, "y"));
	assert_ok(NULL, netcfg_open_netns(&in, "y"));
	assert_ok(nc, netcfg_netns_set_id(nc, "x", 5));
	assert_ok(in, netcfg_netns_set_id(in, "x", 6));
	assert_int_equal(id_of(nc, "x"), 5);
	assert_int_equal(id_of(in, "x"), 6);
	assert_int_equal(id_listed(nc, "x"), 5);
	assert_int_equal(id_listed(in, "x"), 6);
	assert_int_equal(count_ids(in), 1);
	netcfg_close(in);
}

static void many_ids(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	char name[16];

	for (int i = 0; i < 100; i++) {
		snprintf(name, sizeof(name), "n%d", i);
		assert_ok(nc, netcfg_netns_create(nc, name));
		assert_ok(nc, netcfg_netns_set_id(nc, name, 10000 - 37 * i));
	}
	assert_int_equal(count_ids(nc), 100);
	for (int i = 0; i < 100; i += 33) {
		snprintf(name, sizeof(name), "n%d", i);
		assert_int_equal(id_listed(nc, name), 10000 - 37 * i);
	}
}

static void list_arguments(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_netns_id_info id = { .size = sizeof(id) };
	struct netcfg_netns_info info = { .size = sizeof(info) };
	struct netcfg_netns_id_list *ids;
	struct netcfg_netns_list *list;

	assert_ok(box->nc, netcfg_netns_create(box->nc, "x"));
	assert_ok(box->nc, netcfg_netns_set_id(box->nc, "x", 3));
	assert_ok(box->nc, netcfg_netns_list_ids(box->nc, &ids));
	assert_ok(box->nc, netcfg_netns_list(box->nc, &list));
	id.size = info.size = sizeof(size_t);
	assert_int_equal(netcfg_netns_id_list_next(ids, &id), -EINVAL);
	assert_int_equal(netcfg_netns_id_list_next(ids, NULL), -EINVAL);
	assert_int_equal(netcfg_netns_id_list_next(NULL, &id), -EINVAL);
	assert_int_equal(netcfg_netns_list_next(list, &info), -EINVAL);
	assert_int_equal(netcfg_netns_list_next(list, NULL), -EINVAL);
	assert_int_equal(netcfg_netns_list_next(NULL, &info), -EINVAL);
	id.size = sizeof(id);
	info.size = sizeof(info);
	assert_int_equal(netcfg_netns_id_list_next(ids, &id), 1);
	assert_int_equal(netcfg_netns_list_next(list, &info), 1);
	assert_string_equal(info.name, "x");
	assert_string_equal(id.name, "x");
	netcfg_netns_id_list_free(ids);
	netcfg_netns_list_free(list);
	netcfg_netns_id_list_free(NULL);
	netcfg_netns_list_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(create_set_list),
		sandbox_test(create_set_list_beside_an_older_one),
		sandbox_test(b84_none_is_a_success),
		sandbox_test(b84_assign),
		sandbox_test(b84_auto),
		sandbox_test(b84_bad_arguments),
		sandbox_test(b84_freed_with_the_namespace),
		sandbox_test(ids_that_the_kernel_assigns),
		sandbox_test(names_of_ids),
		sandbox_test(names_in_another_directory),
		sandbox_test(ids_are_the_handles_own),
		sandbox_test(many_ids),
		sandbox_test(list_arguments),
	};

	return side_main(tests);
}
