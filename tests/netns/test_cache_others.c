/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The cache and what others do to links, other namespaces, large indexes, alternative names. */
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/addrs.h"
#include "support/batch_links.h"
#include "support/test.h"

static int add(struct netcfg *nc, const char *link)
{
	return netcfg_addr_replace(nc, link, "192.0.2.1/24", NULL);
}

static bool has_it(const char *link)
{
	return sh("ip addr show dev '%s' | grep -q 192.0.2.1/24", link) == 0;
}

/* B115: a name that was given to another link. */
static void b115_deleted_and_made_again(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	sh_ok("ip link add name a index 100 type veth peer name b");
	assert_ok(nc, netcfg_cache_enable(nc));
	assert_ok(nc, add(nc, "a"));
	sh_ok("ip link del dev a && ip link add name a index 200 type veth peer name b");
	/* The kernel's error for an index that nobody has, again and again. */
	for (int i = 0; i < 3; i++)
		assert_errno(nc, add(nc, "a"), -ENODEV);
	assert_false(has_it("a"));
	/* What the kernel finds by name itself is right in any case. */
	assert_ok(nc, netcfg_link_set_mtu(nc, "a", 1400));
	assert_link(-1, "a", "mtu", "1400");
	assert_int_equal(netcfg_link_index(nc, "a"), 200);
	netcfg_cache_invalidate(nc, "a");
	assert_ok(nc, add(nc, "a"));
	assert_true(has_it("a"));
}

/* B115: renamed by someone else: the old name still works, which is the price. */
static void b115_renamed(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	sh_ok("ip link add name a type veth peer name b");
	assert_ok(nc, netcfg_cache_enable(nc));
	assert_ok(nc, netcfg_addr_add(nc, "a", "192.0.2.7/24", NULL));
	sh_ok("ip link set dev a name c");
	assert_ok(nc, add(nc, "a"));
	assert_true(has_it("c"));
	assert_ok(nc, netcfg_addr_delete(nc, "c", "192.0.2.1/24", NULL));
	netcfg_cache_invalidate(nc, NULL);
	assert_errno(nc, add(nc, "a"), -ENODEV);
	assert_ok(nc, add(nc, "c"));
}

/* B115: the index is used again by another link, which gets what was meant for the first. */
static void b115_index_used_again(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	sh_ok("ip link add name a index 100 type veth peer name b");
	assert_ok(nc, netcfg_cache_enable(nc));
	assert_ok(nc, add(nc, "a"));
	sh_ok("ip link del dev a && ip link add name other index 100 type veth peer name b");
	assert_ok(nc, add(nc, "a"));
	assert_true(has_it("other"));
	netcfg_cache_invalidate(nc, "a");
	assert_errno(nc, add(nc, "a"), -ENODEV);
}

/* A stale parent or master. */
static void stale_master(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	sh_ok("ip link add name br0 index 100 type bridge");
	sh_ok("ip link add name a type veth peer name b");
	assert_ok(nc, netcfg_cache_enable(nc));
	assert_ok(nc, netcfg_link_set_master(nc, "a", "br0"));
	sh_ok("ip link del dev br0 && ip link add name br0 index 200 type bridge");
	/* Which of its errnos the kernel has for that is its own affair. */
	assert_true(netcfg_link_set_master(nc, "a", "br0") < 0);
	assert_link_lacks(-1, "a", "master");
	netcfg_cache_invalidate(nc, "br0");
	assert_ok(nc, netcfg_link_set_master(nc, "a", "br0"));
	assert_link(-1, "a", "master", "\"br0\"");
}

/* B116: each handle has its own, and each its own namespace. */
static void b116_same_name_in_two(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int home = ((struct sandbox *)*state)->netns_fd;
	const int there = netns_new_named("x");
	struct netcfg *in, *second;

	assert_ok(NULL, netcfg_open_netns(&in, "x"));
	assert_ok(NULL, netcfg_open_netns_fd(&second, home));
	sh_ok("ip link add name eth0 index 100 type veth peer name p");
	sh_ok_in(there, "ip link add name eth0 index 101 type veth peer name p index 100");
	assert_ok(nc, netcfg_cache_enable(nc));
	assert_ok(in, netcfg_cache_enable(in));
	assert_ok(second, netcfg_cache_enable(second));
	for (int i = 0; i < 3; i++) {
		assert_ok(nc, add(nc, "eth0"));
		assert_ok(in, add(in, "eth0"));
		assert_ok(second, add(second, "eth0"));
	}
	assert_int_equal(stats_now(nc).lookups, 1);
	assert_int_equal(stats_now(in).lookups, 1);
	assert_int_equal(stats_now(second).lookups, 1);
	assert_true(has_it("eth0"));
	sh_ok_in(there, "ip addr show dev eth0 | grep -q 192.0.2.1/24");
	/* What one handle does is another's business to invalidate. */
	assert_ok(nc, netcfg_link_rename(nc, "eth0", "eth1"));
	assert_errno(nc, add(nc, "eth0"), -ENODEV);
	assert_ok(second, add(second, "eth0"));
	assert_ok(in, add(in, "eth0"));
	netcfg_cache_invalidate(second, NULL);
	assert_errno(second, add(second, "eth0"), -ENODEV);
	netcfg_close(second);
	netcfg_close(in);
	close(there);
}

/* B117: 16 bits are not enough, and 31 are there. */
static void b117_large_indexes(void **state)
{
	static const int indexes[] = { 1000, 65536, 70000, 0x7ffffffe, INT_MAX };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_cache_enable(nc));
	for (size_t i = 0; i < ARRAY_SIZE(indexes); i++) {
		struct netcfg_addr_info info;
		struct netcfg_stats before;
		char name[16];

		snprintf(name, sizeof(name), "a%zu", i % 10);
		sh_ok("ip link add name %s index %d type veth peer name p%zu", name, indexes[i], i);
		assert_int_equal(netcfg_link_index(nc, name), indexes[i]);
		before = stats_now(nc);
		assert_ok(nc, add(nc, name));
		assert_ok(nc, add(nc, name));
		assert_int_equal(stats_since(nc, &before).cache_hits, 2);
		assert_true(has_it(name));
		info = addr_get(nc, name, "192.0.2.1", 24);
		assert_int_equal(info.ifindex, indexes[i]);
	}
	assert_ok(nc, netcfg_link_delete_by_index(nc, INT_MAX));
	assert_errno(nc, add(nc, "a4"), -ENODEV);
}

/* B10: an alternative name is one, remembered or not. */
static void b10_alternative_names(void **state)
{
	static const char *const names[] = { "shorty", "an-alternative-name-of-30-bytes" };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	sh_ok("ip link add name a type veth peer name b");
	sh_ok("ip link property add dev a altname %s altname %s", names[0], names[1]);
	for (int cached = 0; cached < 2; cached++) {
		if (cached)
			assert_ok(nc, netcfg_cache_enable(nc));
		for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
			struct netcfg_stats before = stats_now(nc);

			for (int n = 0; n < 3; n++)
				assert_ok(nc, add(nc, names[i]));
			assert_true(has_it("a"));
			assert_int_equal(stats_since(nc, &before).lookups, cached ? 1 : 3);
			assert_int_equal(stats_since(nc, &before).cache_hits, cached ? 2 : 0);
			assert_ok(nc, netcfg_addr_delete(nc, names[i], "192.0.2.1/24", NULL));
			assert_errno(nc, netcfg_addr_delete(nc, "a", "192.0.2.1/24", NULL),
				     -EADDRNOTAVAIL);
			assert_errno(nc, netcfg_veth_create(nc, "shorty", "c", NULL, NULL),
				     -EEXIST);
			assert_errno(nc, netcfg_link_rename(nc, "b", "shorty"), -EEXIST);
			assert_errno(nc, netcfg_link_rename(nc, "a", "shorty"), -EEXIST);
			assert_ok(nc, add(nc, names[i]));
		}
	}
	/* Deleted by one of its names it is gone by all. */
	assert_ok(nc, add(nc, names[1]));
	assert_ok(nc, netcfg_link_delete(nc, names[0]));
	assert_errno(nc, add(nc, names[1]), -ENODEV);
	assert_errno(nc, add(nc, "a"), -ENODEV);
}

/* Thousands of names, each remembered as itself. */
static void many_names(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_stats before;
	struct names names;

	names_make(&names, "a", 300);
	pairs_make(nc, "a", 300);
	assert_ok(nc, netcfg_cache_enable(nc));
	for (int round = 0; round < 2; round++) {
		before = stats_now(nc);
		for (size_t i = 0; i < names.count; i++)
			assert_ok(nc, add(nc, names.list[i]));
		assert_int_equal(stats_since(nc, &before).lookups, round == 0 ? 300 : 0);
		assert_int_equal(stats_since(nc, &before).cache_hits, round == 0 ? 0 : 300);
	}
	for (size_t i = 0; i < names.count; i += 30) {
		netcfg_cache_invalidate(nc, names.list[i]);
		before = stats_now(nc);
		assert_ok(nc, add(nc, names.list[i]));
		assert_ok(nc, add(nc, names.list[(i + 1) % names.count]));
		assert_int_equal(stats_since(nc, &before).lookups, 1);
		assert_int_equal(addr_count(nc, names.list[i], AF_INET), 1);
	}
	assert_ok(nc, netcfg_link_delete_many(nc, names.list, names.count, NULL));
	for (size_t i = 0; i < names.count; i += 30)
		assert_errno(nc, add(nc, names.list[i]), -ENODEV);
	names_free(&names);
}

/* Names that are remembered and forgotten again, more than a table keeps. */
static void names_come_and_go(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	char name[16] = "a", next[16];

	sh_ok("ip link add name a type veth peer name b");
	assert_ok(nc, netcfg_cache_enable(nc));
	for (int i = 0; i < 1500; i++) {
		struct netcfg_stats before = stats_now(nc);

		assert_ok(nc, add(nc, name));
		assert_ok(nc, add(nc, "b"));
		assert_ok(nc, add(nc, name));
		assert_int_equal(stats_since(nc, &before).lookups, 2);
		assert_int_equal(stats_since(nc, &before).cache_hits, 1);
		snprintf(next, sizeof(next), "n%d", i);
		assert_ok(nc, netcfg_link_rename(nc, name, next));
		assert_ok(nc, netcfg_cache_enable(nc));
		memcpy(name, next, sizeof(name));
	}
	assert_errno(nc, add(nc, "n1"), -ENODEV);
	assert_true(has_it(name));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b115_deleted_and_made_again), sandbox_test(b115_renamed),
		sandbox_test(b115_index_used_again),       sandbox_test(stale_master),
		sandbox_test(b116_same_name_in_two),       sandbox_test(b117_large_indexes),
		sandbox_test(b10_alternative_names),       sandbox_test(many_names),
		sandbox_test(names_come_and_go),
	};

	return sandbox_main(tests);
}
