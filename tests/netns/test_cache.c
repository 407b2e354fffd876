/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The cache: off unless asked for, right by itself for what its handle does, stale for the rest. */
#include "support/test.h"

static void make_pair(struct netcfg *nc)
{
	assert_ok(nc, netcfg_veth_create(nc, "a", "b", NULL, NULL));
}

/* An address more on a link: look-ups and hits that it takes. */
#define assert_lookup(nc, link, expected, asked, hit)                                              \
	do {                                                                                       \
		const struct netcfg_stats cache_before = stats_now(nc);                            \
                                                                                                   \
		assert_errno(nc, netcfg_addr_replace(nc, link, "192.0.2.1/24", NULL), expected);   \
		assert_int_equal(stats_since(nc, &cache_before).lookups, asked);                   \
		assert_int_equal(stats_since(nc, &cache_before).cache_hits, hit);                  \
	} while (0)

static void test_off(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	make_pair(nc);
	assert_lookup(nc, "a", 0, 1, 0);
	assert_lookup(nc, "a", 0, 1, 0);
	netcfg_cache_invalidate(nc, NULL);
	netcfg_cache_disable(nc);
}

static void test_filled_and_emptied(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	make_pair(nc);
	assert_ok(nc, netcfg_cache_enable(nc));
	assert_lookup(nc, "a", 0, 1, 0);
	assert_lookup(nc, "a", 0, 0, 1);
	netcfg_cache_invalidate(nc, "b");
	assert_lookup(nc, "a", 0, 0, 1);
	netcfg_cache_invalidate(nc, "a");
	assert_lookup(nc, "a", 0, 1, 0);
	netcfg_cache_invalidate(nc, NULL);
	assert_lookup(nc, "a", 0, 1, 0);
	/* That something is not there is not remembered. */
	assert_lookup(nc, "later", -ENODEV, 1, 0);
	sh_ok("ip link add later type veth peer name p");
	assert_lookup(nc, "later", 0, 1, 0);
	netcfg_cache_disable(nc);
	assert_lookup(nc, "a", 0, 1, 0);
}

/* B115: our own rename and delete, the far end's death too; with a kernel that echoes or not. */
static void test_own_changes(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_cache_enable(nc));
	make_pair(nc);
	assert_ok(nc, netcfg_addr_replace(nc, "a", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_addr_replace(nc, "b", "192.0.2.2/24", NULL));
	assert_ok(nc, netcfg_link_rename(nc, "a", "c"));
	assert_lookup(nc, "a", -ENODEV, 1, 0);
	assert_lookup(nc, "c", 0, 1, 0);
	assert_ok(nc, netcfg_link_delete(nc, "c"));
	assert_lookup(nc, "b", -ENODEV, 1, 0);
	make_pair(nc);
	assert_ok(nc, netcfg_addr_replace(nc, "b", "192.0.2.2/24", NULL));
	sh_ok("ip addr show dev b | grep -q 192.0.2.2/24");
}

/* B115: what others do is stale until invalidated, as documented. */
static void test_changes_of_others(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_cache_enable(nc));
	make_pair(nc);
	assert_ok(nc, netcfg_addr_replace(nc, "a", "192.0.2.1/24", NULL));
	sh_ok("ip link del dev a; ip link add name a type veth peer name b");
	assert_lookup(nc, "a", -ENODEV, 0, 1);
	netcfg_cache_invalidate(nc, "a");
	assert_lookup(nc, "a", 0, 1, 0);
}

/* B116: the same name in two namespaces, and B117: any index. */
static void test_namespaces_and_large_indexes(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg *there;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	assert_ok(NULL, netcfg_open_netns(&there, "x"));
	sh_ok("ip link add name a index 70000 type veth peer name p index 70001");
	sh_ok("ip -n x link add name a index 2147483647 type veth peer name p index 5");
	assert_ok(nc, netcfg_cache_enable(nc));
	assert_ok(there, netcfg_cache_enable(there));
	for (int i = 0; i < 2; i++) {
		assert_lookup(nc, "a", 0, i == 0, i == 1);
		assert_lookup(there, "a", 0, i == 0, i == 1);
	}
	assert_ok(nc, netcfg_link_delete(nc, "a"));
	assert_lookup(there, "a", 0, 0, 1);
	netcfg_close(there);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_off),
		sandbox_test(test_filled_and_emptied),
		sandbox_test(test_own_changes),
		sandbox_test(test_changes_of_others),
		sandbox_test(test_namespaces_and_large_indexes),
	};

	return sandbox_main(tests);
}
