/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The cache: how it is switched, what fills it, and what the handle's own changes do to it. */
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/batch_links.h"
#include "support/test.h"

/* One request that needs an index: how it ends, look-ups and hits that it takes. */
#define assert_use(nc, link, expected, asked, hit)                                                 \
	do {                                                                                       \
		const struct netcfg_stats use_before = stats_now(nc);                              \
                                                                                                   \
		assert_errno(nc, netcfg_addr_replace(nc, link, "192.0.2.1/24", NULL), expected);   \
		assert_int_equal(stats_since(nc, &use_before).lookups, asked);                     \
		assert_int_equal(stats_since(nc, &use_before).cache_hits, hit);                    \
	} while (0)

#define assert_asked(nc, link)      assert_use(nc, link, 0, 1, 0)
#define assert_remembered(nc, link) assert_use(nc, link, 0, 0, 1)
#define assert_not_there(nc, link)  assert_use(nc, link, -ENODEV, 1, 0)

static void off_by_default(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_veth_create(nc, "a", "b", NULL, NULL));
	for (int i = 0; i < 3; i++)
		assert_asked(nc, "a");
	netcfg_cache_invalidate(nc, "a");
	netcfg_cache_invalidate(nc, NULL);
	netcfg_cache_disable(nc);
	assert_asked(nc, "a");
	assert_int_equal(stats_now(nc).cache_hits, 0);
	netcfg_cache_disable(NULL);
	netcfg_cache_invalidate(NULL, "a");
	assert_int_equal(netcfg_cache_enable(NULL), -EINVAL);
}

static void switched(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	sh_ok("ip link add name a type veth peer name b");
	assert_unsent(nc, netcfg_cache_enable(nc), 0);
	assert_asked(nc, "a");
	assert_remembered(nc, "a");
	/* On is on: what it knows stays. */
	assert_unsent(nc, netcfg_cache_enable(nc), 0);
	assert_remembered(nc, "a");
	netcfg_cache_invalidate(nc, "b");
	netcfg_cache_invalidate(nc, "absent");
	netcfg_cache_invalidate(nc, "");
	assert_remembered(nc, "a");
	assert_asked(nc, "b");
	netcfg_cache_invalidate(nc, "a");
	assert_remembered(nc, "b");
	assert_asked(nc, "a");
	netcfg_cache_invalidate(nc, NULL);
	assert_asked(nc, "a");
	assert_asked(nc, "b");
	netcfg_cache_disable(nc);
	assert_asked(nc, "a");
	assert_ok(nc, netcfg_cache_enable(nc));
	assert_asked(nc, "a");
}

/* A look-up of any verb fills it, and any verb that needs an index uses it. */
static void filled_by_any(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_stats before;

	sh_ok("ip link add name br0 type bridge && ip link add name a type veth peer name b");
	assert_ok(nc, netcfg_cache_enable(nc));
	assert_int_equal(netcfg_link_index(nc, "br0"), link_index_here("br0"));
	before = stats_now(nc);
	assert_ok(nc, netcfg_link_set_master(nc, "a", "br0"));
	assert_int_equal(stats_since(nc, &before).lookups, 0);
	assert_int_equal(stats_since(nc, &before).cache_hits, 1);
	assert_ok(nc, netcfg_addr_flush(nc, "a", AF_INET));
	assert_remembered(nc, "a");
	assert_ok(nc, netcfg_addr_delete(nc, "a", "192.0.2.1/24", NULL));
	assert_int_equal(stats_since(nc, &before).lookups, 1);
	/* Not a look-up from memory: the question is whether it is there. */
	assert_int_equal(netcfg_link_index(nc, "a"), link_index_here("a"));
	sh_ok("ip link del dev a");
	assert_int_equal(netcfg_link_index(nc, "a"), -ENODEV);
}

static void absence_is_not_remembered(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_cache_enable(nc));
	for (int i = 0; i < 3; i++)
		assert_not_there(nc, "a");
	sh_ok("ip link add name a type veth peer name b");
	assert_asked(nc, "a");
	/* Nor is a create that failed. */
	assert_errno(nc, netcfg_veth_create(nc, "c", "b", NULL, NULL), -EEXIST);
	assert_not_there(nc, "c");
	assert_asked(nc, "b");
}

/* Told by the kernel from Linux 6.2 on, else asked for once. */
static void filled_by_creates(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_link_config *in = LINK_CONFIG(.netns = "x");
	const int there = netns_new_named("x");
	static const char *const names[] = { "a", "b", "c", "d" };
	struct netcfg_stats before;

	/* So that the indexes differ there and here. */
	sh_ok_in(there, "ip link add name a index 5 type veth peer name b index 6");
	sh_ok("ip link add name z index 100 type veth peer name y index 200");
	assert_ok(nc, netcfg_cache_enable(nc));
	before = stats_now(nc);
	assert_ok(nc, netcfg_veth_create(nc, "a", "b", NULL, NULL));
	assert_ok(nc, netcfg_veth_create(nc, "c", "in", NULL, in));
	assert_ok(nc, netcfg_veth_create(nc, "in2", "d", in, NULL));
	assert_int_equal(stats_since(nc, &before).requests, 3);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		assert_ok(nc, netcfg_addr_replace(nc, names[i], "192.0.2.1/24", NULL));
		sh_ok("ip addr show dev %s | grep -q 192.0.2.1/24", names[i]);
	}
	assert_int_equal(stats_since(nc, &before).lookups + stats_since(nc, &before).cache_hits,
			 ARRAY_SIZE(names));
	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		assert_remembered(nc, names[i]);
	/* Links that are elsewhere are not here. */
	assert_not_there(nc, "in");
	assert_not_there(nc, "in2");
	close(there);
}

/* Deleted by its other end, its parent, its group, its namespace or an alternative name. */
static void own_deletes(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	static const char *const names[] = { "b", "nobody" };

	assert_ok(nc, netcfg_cache_enable(nc));
	for (int how = 0; how < 7; how++) {
		sh_ok("ip link add name a group 7 type veth peer name b");
		sh_ok("ip link property add dev b altname other");
		assert_asked(nc, "a");
		assert_remembered(nc, "a");
		if (how == 0)
			assert_ok(nc, netcfg_link_delete(nc, "b"));
		if (how == 1)
			assert_ok(nc, netcfg_link_delete_by_index(nc, link_index_here("b")));
		if (how == 2)
			assert_ok(nc, netcfg_link_delete_group(nc, 7));
		if (how == 3)
			assert_ok(nc, netcfg_link_delete(nc, "other"));
		if (how == 4)
			assert_int_equal(netcfg_link_delete_many(nc, names, 2, NULL), 1);
		if (how == 5)
			assert_ok(nc, netcfg_link_delete_many(nc, names, 1, NULL));
		if (how == 6) {
			assert_ok(nc, netcfg_batch_begin(nc, 0));
			assert_ok(nc, netcfg_link_delete(nc, "b"));
			assert_ok(nc, netcfg_link_delete(nc, "a"));
			assert_ok(nc, netcfg_batch_commit(nc));
		}
		assert_not_there(nc, "a");
		assert_not_there(nc, "b");
	}
}

/* By any of the ways to rename. */
static void own_renames(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_cache_enable(nc));
	for (int how = 0; how < 3; how++) {
		sh_ok("ip link add name a type veth peer name b && ip link set dev b mtu 1400");
		assert_asked(nc, "a");
		assert_asked(nc, "b");
		if (how == 0)
			assert_ok(nc, netcfg_link_rename(nc, "a", "c"));
		if (how == 1)
			assert_ok(nc, netcfg_link_set(nc, "a", LINK_CONFIG(.name = "c")));
		if (how == 2)
			assert_ok(nc, netcfg_link_set_by_index(nc, link_index_here("a"),
							       LINK_CONFIG(.name = "c")));
		assert_not_there(nc, "a");
		assert_asked(nc, "c");
		assert_remembered(nc, "c");
		/* Another link takes the name. */
		assert_ok(nc, netcfg_link_rename(nc, "b", "a"));
		assert_ok(nc, netcfg_addr_add(nc, "a", "192.0.2.9/24", NULL));
		sh_ok("ip addr show dev a | grep -q 192.0.2.9/24");
		/* A rename that fails leaves nothing wrong either. */
		assert_errno(nc, netcfg_link_rename(nc, "a", "c"), -EEXIST);
		assert_ok(nc, netcfg_addr_replace(nc, "a", "192.0.2.9/24", NULL));
		assert_ok(nc, netcfg_addr_replace(nc, "c", "192.0.2.1/24", NULL));
		assert_ok(nc, netcfg_link_delete(nc, "c"));
	}
}

/* B116: moved away and back, by every way to move; the index may be another one each time. */
static void b116_own_moves(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int home = ((struct sandbox *)*state)->netns_fd;
	const int there = netns_new_named("x");
	struct netcfg *in;

	assert_ok(NULL, netcfg_open_netns(&in, "x"));
	assert_ok(nc, netcfg_cache_enable(nc));
	assert_ok(in, netcfg_cache_enable(in));
	sh_ok("ip link add name a index 100 type veth peer name b index 101");
	sh_ok_in(there, "ip link add name y index 100 type veth peer name z index 101");
	for (int how = 0; how < 3; how++) {
		assert_asked(nc, "a");
		assert_ok(in, netcfg_addr_replace(in, "y", "192.0.2.1/24", NULL));
		if (how == 0)
			assert_ok(nc, netcfg_link_move(nc, "a", there, NULL));
		if (how == 1)
			assert_ok(nc, netcfg_link_set(nc, "a", LINK_CONFIG(.netns = "x")));
		if (how == 2)
			assert_ok(nc, netcfg_link_move(nc, "a", there, "a"));
		assert_not_there(nc, "a");
		assert_asked(in, "a");
		assert_ok(in, netcfg_addr_replace(in, "y", "192.0.2.1/24", NULL));
		assert_ok(in, netcfg_link_move(in, "a", home, NULL));
		assert_not_there(in, "a");
	}
	assert_asked(nc, "a");
	sh_ok("ip addr show dev a | grep -q 192.0.2.1/24");
	netcfg_close(in);
	close(there);
}

/* In a batch it serves and is served, and what the batch does to links is known at once. */
static void in_a_batch(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_stats before;

	sh_ok("ip link add name a type veth peer name b");
	assert_ok(nc, netcfg_cache_enable(nc));
	assert_asked(nc, "a");
	before = stats_now(nc);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 10; i++) {
		assert_ok(nc, netcfg_addr_replace(nc, "a", "192.0.2.1/24", NULL));
		assert_ok(nc, netcfg_addr_replace(nc, "b", "192.0.2.1/24", NULL));
	}
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_int_equal(stats_since(nc, &before).lookups, 1);
	assert_in_range(stats_since(nc, &before).cache_hits, 1, 10);
	assert_remembered(nc, "b");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_addr_replace(nc, "a", "192.0.2.2/24", NULL));
	assert_ok(nc, netcfg_link_rename(nc, "a", "c"));
	assert_ok(nc, netcfg_addr_replace(nc, "c", "192.0.2.3/24", NULL));
	assert_ok(nc, netcfg_link_rename(nc, "b", "a"));
	assert_ok(nc, netcfg_addr_replace(nc, "a", "192.0.2.4/24", NULL));
	assert_ok(nc, netcfg_addr_replace(nc, "b", "192.0.2.5/24", NULL));
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_position(nc, 5, -ENODEV);
	sh_ok("ip addr show dev c | grep -q 192.0.2.3/24");
	sh_ok("ip addr show dev a | grep -q 192.0.2.4/24");
	assert_int_not_equal(sh("ip addr show dev c | grep -q 192.0.2.4/24"), 0);
	assert_remembered(nc, "a");
	/* Switched and invalidated while a batch is open: at once. */
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_addr_replace(nc, "a", "192.0.2.4/24", NULL));
	netcfg_cache_disable(nc);
	assert_ok(nc, netcfg_cache_enable(nc));
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_remembered(nc, "a");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(off_by_default),    sandbox_test(switched),
		sandbox_test(filled_by_any),     sandbox_test(absence_is_not_remembered),
		sandbox_test(filled_by_creates), sandbox_test(own_deletes),
		sandbox_test(own_renames),       sandbox_test(b116_own_moves),
		sandbox_test(in_a_batch),
	};

	return sandbox_main(tests);
}
