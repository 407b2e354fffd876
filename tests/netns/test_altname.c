/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Alternative names: given, used, taken away, listed; by the library, seen by `ip`. */
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/addrs.h"
#include "support/test.h"

#define LONGER "this_is_a_long_alternative_name_with_more_than_fifteen_chars"

/* Does `ip` show it on the link? */
static bool has_altname(const char *link, const char *altname)
{
	return sh("ip -d link show dev %s | grep -qx '    altname %s'", link, altname) == 0;
}

/* The names in the list of a link, with a blank after each. */
static char *listed(struct netcfg *nc, const char *link)
{
	struct netcfg_altname_list *list;
	char *all = calloc(1, 1 << 17);
	const char *name;

	assert_non_null(all);
	assert_ok(nc, netcfg_altname_list(nc, link, &list));
	while (netcfg_altname_list_next(list, &name) == 1) {
		strcat(all, name);
		strcat(all, " ");
	}
	netcfg_altname_list_free(list);
	return all;
}

static void assert_listed(struct netcfg *nc, const char *link, const char *expected)
{
	char *all = listed(nc, link);

	assert_string_equal(all, expected);
	free(all);
}

/* B09: one request for each, and no look-up; the names of any length work at once. */
static void test_b09_add_use_delete(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	char longest[128];

	pair_make();
	memset(longest, 'l', 127);
	longest[127] = '\0';
	assert_listed(nc, "v0", "");
	assert_cost(nc, netcfg_link_add_altname(nc, "v0", "shorty"), 1, 0);
	assert_cost(nc, netcfg_link_add_altname(nc, "shorty", LONGER), 1, 0);
	assert_cost(nc, netcfg_link_add_altname(nc, LONGER, longest), 1, 0);
	assert_true(has_altname("v0", "shorty"));
	assert_true(has_altname("v0", LONGER));
	assert_true(has_altname("v0", longest));
	assert_int_equal(netcfg_link_index(nc, longest), link_index_here("v0"));
	assert_ok(nc, netcfg_link_set_mtu(nc, LONGER, 1400));
	assert_link(-1, "v0", "mtu", "1400");
	assert_ok(nc, netcfg_addr_add(nc, longest, "192.0.2.1/24", NULL));
	assert_cost(nc, netcfg_link_delete_altname(nc, longest, longest), 1, 0);
	assert_false(has_altname("v0", longest));
	assert_errno(nc, netcfg_link_index(nc, longest), -ENODEV);
	assert_listed(nc, "shorty", "shorty " LONGER " ");
	assert_cost(nc, netcfg_link_delete_altname(nc, "v0", "shorty"), 1, 0);
	assert_listed(nc, LONGER, LONGER " ");
	assert_link(-1, "v0", "mtu", "1400");
}

/* B10: taken is taken, by whatever name; the line says whose it is. */
static void test_b10_taken(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	pair_make();
	assert_ok(nc, netcfg_link_add_altname(nc, "v0", "shorty"));
	assert_errno(nc, netcfg_link_add_altname(nc, "v0", "shorty"), -EEXIST);
	assert_errno(nc, netcfg_link_add_altname(nc, "v1", "shorty"), -EEXIST);
	assert_message_has(nc, "alternative name of \"v0\"");
	assert_errno(nc, netcfg_link_add_altname(nc, "v1", "v0"), -EEXIST);
	assert_message_has(nc, "\"v0\" is taken");
	assert_errno(nc, netcfg_link_add_altname(nc, "v0", "v0"), -EEXIST);
	assert_errno(nc, netcfg_veth_create(nc, "shorty", "p", NULL, NULL), -EEXIST);
	assert_message_has(nc, "alternative name of \"v0\"");
	assert_errno(nc, netcfg_link_rename(nc, "v1", "shorty"), -EEXIST);
	assert_errno(nc, netcfg_link_rename(nc, "v0", "shorty"), -EEXIST);
	assert_int_equal(count_links(), 3);
	/* Free again: for a link. */
	assert_ok(nc, netcfg_link_delete_altname(nc, "v0", "shorty"));
	assert_ok(nc, netcfg_link_rename(nc, "v1", "shorty"));
}

/* B10: a delete by an alternative name deletes the link, with the cache and without. */
static void test_b10_delete_link(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	for (int cached = 0; cached < 2; cached++) {
		pair_make();
		assert_ok(nc, netcfg_link_add_altname(nc, "v0", "shorty"));
		if (cached)
			assert_ok(nc, netcfg_cache_enable(nc));
		assert_ok(nc, netcfg_addr_add(nc, "shorty", "192.0.2.1/24", NULL));
		assert_ok(nc, netcfg_link_delete(nc, "shorty"));
		assert_false(link_here("v0"));
		assert_errno(nc, netcfg_addr_add(nc, "shorty", "192.0.2.1/24", NULL), -ENODEV);
	}
}

static void test_wrong_ones(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_altname_list *list;

	pair_make();
	assert_ok(nc, netcfg_link_add_altname(nc, "v0", "shorty"));
	assert_errno(nc, netcfg_link_delete_altname(nc, "v0", "absent"), -ENOENT);
	assert_message_has(nc, "nobody has that name");
	assert_errno(nc, netcfg_link_delete_altname(nc, "v1", "shorty"), -EINVAL);
	assert_errno(nc, netcfg_link_delete_altname(nc, "v0", "v0"), -EINVAL);
	assert_message_has(nc, "not an alternative name of \"v0\"");
	assert_errno(nc, netcfg_link_delete_altname(nc, "absent", "shorty"), -ENODEV);
	assert_errno(nc, netcfg_link_add_altname(nc, "absent", "other"), -ENODEV);
	assert_errno(nc, netcfg_altname_list(nc, "absent", &list), -ENODEV);
	assert_errno(nc, netcfg_altname_list(nc, LONGER, &list), -ENODEV);
	assert_unsent(nc, netcfg_link_add_altname(nc, "v0", "a:b"), -EINVAL);
	assert_unsent(nc, netcfg_link_add_altname(nc, "v0", ""), -EINVAL);
	assert_unsent(nc, netcfg_link_delete_altname(nc, "v0", NULL), -EINVAL);
	assert_true(has_altname("v0", "shorty"));
	assert_link(-1, "v0", "mtu", "1500");
}

/* As many as a link can have: the whole list, in an answer of 64 KiB. */
static void test_many(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_altname_list *list;
	char name[128];
	const char *next;
	int n = 0, i, r;

	pair_make();
	memset(name, 'n', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	do {
		snprintf(name, sizeof(name), "%0127d", n);
		r = netcfg_link_add_altname(nc, "v0", name);
		n += r == 0;
	} while (r == 0);
	assert_int_equal(r, -EINVAL);
	assert_true(n > 400);
	assert_ok(nc, netcfg_altname_list(nc, "v0", &list));
	for (i = 0; i < n; i++) {
		snprintf(name, sizeof(name), "%0127d", i);
		assert_int_equal(netcfg_altname_list_next(list, &next), 1);
		assert_string_equal(next, name);
	}
	assert_int_equal(netcfg_altname_list_next(list, &next), 0);
	netcfg_altname_list_free(list);
	assert_ok(nc, netcfg_link_set_mtu(nc, name, 1400));
}

/* What others gave a link is listed whatever its bytes. */
static void test_list_names_of_others(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	pair_make();
	sh_ok("ip link property add dev v0 altname a:b altname c%%d");
	assert_listed(nc, "v0", "a:b c%d ");
	assert_listed(nc, "v1", "");
	assert_ok(nc, netcfg_netns_create(nc, "x"));
	assert_ok(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(.netns = "x")));
	assert_int_equal(sh("ip -n x -d link show dev v0 | grep -q 'altname a:b'"), 0);
}

/* Given, used and taken away in one batch; what comes after does not find it, nor another's. */
static void test_batch(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	static const int expected[] = { 0, 0, 0, 0, 0, 0, -ENODEV, -EEXIST, -ENODEV, 0 };

	pair_make();
	sh_ok("ip link property add dev v0 altname taken");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_link_add_altname(nc, "v0", "shorty"));
	assert_ok(nc, netcfg_link_add_altname(nc, "shorty", LONGER));
	assert_ok(nc, netcfg_addr_add(nc, LONGER, "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_link_set_mtu(nc, "shorty", 1400));
	assert_ok(nc, netcfg_link_delete_altname(nc, LONGER, "shorty"));
	assert_ok(nc, netcfg_addr_add(nc, LONGER, "192.0.2.2/24", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "shorty", "192.0.2.3/24", NULL));
	assert_ok(nc, netcfg_link_add_altname(nc, "v1", "taken"));
	assert_ok(nc, netcfg_link_set_mtu(nc, "taken", 1300)); /* v0's, and not what was meant */
	assert_ok(nc, netcfg_link_add_altname(nc, "v1", "shorty"));
	assert_int_equal(netcfg_batch_commit(nc), 3);
	for (size_t i = 0; i < ARRAY_SIZE(expected); i++)
		assert_int_equal(netcfg_batch_error(nc, (int)i), expected[i]);
	assert_link(-1, "v0", "mtu", "1400");
	assert_int_equal(addr_count(nc, "v0", AF_INET), 2);
	assert_int_equal(addr_count(nc, "v1", AF_INET), 0);
	assert_listed(nc, "v0", "taken " LONGER " ");
	assert_listed(nc, "v1", "shorty ");
}

/* A link made, named, used and deleted by that name, all in one batch. */
static void test_batch_of_a_new_link(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "v0", "v1", NULL, NULL));
	assert_ok(nc, netcfg_link_add_altname(nc, "v0", LONGER));
	assert_ok(nc, netcfg_link_set_up(nc, LONGER));
	assert_ok(nc, netcfg_link_add_altname(nc, "v1", "shorty"));
	assert_ok(nc, netcfg_link_delete(nc, "shorty"));
	assert_ok(nc, netcfg_link_delete(nc, LONGER));
	assert_int_equal(netcfg_batch_commit(nc), 0); /* gone with its other end counts as deleted */
	assert_int_equal(count_links(), 1);
}

/* The cache: a name that its own handle takes away, and gives to another, is asked for again. */
static void test_cache(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	pair_make();
	assert_ok(nc, netcfg_cache_enable(nc));
	assert_ok(nc, netcfg_link_add_altname(nc, "v0", "shorty"));
	assert_ok(nc, netcfg_addr_add(nc, "shorty", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_link_delete_altname(nc, "v0", "shorty"));
	assert_errno(nc, netcfg_addr_add(nc, "shorty", "192.0.2.2/24", NULL), -ENODEV);
	assert_ok(nc, netcfg_link_add_altname(nc, "v1", "shorty"));
	assert_ok(nc, netcfg_addr_add(nc, "shorty", "192.0.2.3/24", NULL));
	assert_int_equal(addr_count(nc, "v0", AF_INET), 1);
	assert_int_equal(addr_count(nc, "v1", AF_INET), 1);
}

/* Moved by it: whatever happens, it does not become the name. */
static void test_b83_move_by_altname(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int there = netns_new();

	pair_make();
	sh_ok("ip link property add dev v0 altname shorty altname " LONGER);
	sh_ok_in(there, "ip link add name v0 type veth peer name w0");
	assert_errno(nc, netcfg_link_move(nc, "v0", there, NULL), -EEXIST);
	assert_errno(nc, netcfg_link_move(nc, "shorty", there, NULL), -EEXIST);
	assert_errno(nc, netcfg_link_move(nc, LONGER, there, NULL), -EEXIST);
	assert_true(link_here("v0"));
	assert_true(has_altname("v0", "shorty"));
	sh_ok_in(there, "ip link del v0");
	assert_cost(nc, netcfg_link_move(nc, "shorty", there, NULL), 1, 0);
	assert_true(link_in(there, "v0"));
	assert_false(link_here("v0"));
	close(there);
}

/* Nor can it be, since it goes along. */
static void test_b83_move_to_altname(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int there = netns_new();

	pair_make();
	sh_ok("ip link property add dev v0 altname shorty && ip link set dev v0 up");
	assert_errno(nc, netcfg_link_move(nc, "v0", there, "shorty"), -EEXIST);
	assert_message_has(nc, "new name \"shorty\" is an alternative name of the link");
	assert_errno(nc, netcfg_link_move(nc, "shorty", there, "shorty"), -EEXIST);
	assert_errno(nc,
		     netcfg_link_set_by_index(nc, link_index_here("v0"),
					      LINK_CONFIG(.name = "shorty", .netns_fd = there,
							  .flags = NETCFG_LINK_NETNS_FD)),
		     -EEXIST);
	assert_true(link_here("v0"));
	assert_link_flag(-1, "v0", "UP");
	/* Another link's does not matter. */
	assert_ok(nc, netcfg_link_move(nc, "v1", there, "shorty"));
	assert_true(link_in(there, "shorty"));
	close(there);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_b09_add_use_delete),
		sandbox_test(test_b10_taken),
		sandbox_test(test_b10_delete_link),
		sandbox_test(test_wrong_ones),
		sandbox_test(test_many),
		sandbox_test(test_list_names_of_others),
		sandbox_test(test_batch),
		sandbox_test(test_batch_of_a_new_link),
		sandbox_test(test_cache),
		sandbox_test(test_b83_move_by_altname),
		sandbox_test(test_b83_move_to_altname),
	};

	return sandbox_main(tests);
}
