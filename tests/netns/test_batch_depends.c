/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Batches: what is made in one may be named in it, and what could not be made is nobody's. */
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/addrs.h"
#include "support/batch_links.h"
#include "support/test.h"

static bool has_address(const char *link, const char *address)
{
	return sh("ip addr show dev '%s' | grep -q ' %s '", link, address) == 0;
}

/* B110: the whole life of a link, without a stop. */
static void b110_all_in_one(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_link_config *changes = LINK_CONFIG(.mtu = 1400, .alias = "an alias");
	const int there = netns_new();

	sh_ok("ip link add name br0 type bridge");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "a", "b", NULL, NULL));
	assert_ok(nc, netcfg_addr_add(nc, "a", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_link_set(nc, "a", changes));
	assert_ok(nc, netcfg_link_set_master(nc, "b", "br0"));
	assert_ok(nc, netcfg_link_rename(nc, "a", "c"));
	assert_ok(nc, netcfg_addr_add(nc, "c", "192.0.2.2/24", NULL));
	assert_ok(nc, netcfg_link_rename(nc, "br0", "br1"));
	assert_ok(nc, netcfg_link_set_master(nc, "c", "br1"));
	assert_ok(nc, netcfg_link_set_up(nc, "c"));
	assert_ok(nc, netcfg_veth_create(nc, "a", "d", NULL, NULL));
	assert_ok(nc, netcfg_link_move(nc, "d", there, "e"));
	assert_ok(nc, netcfg_veth_create(nc, "d", "f", NULL, NULL));
	assert_ok(nc, netcfg_addr_add(nc, "d", "192.0.2.3/24", NULL));
	assert_ok(nc, netcfg_link_delete(nc, "f"));
	assert_ok(nc, netcfg_veth_create(nc, "f", "d", NULL, NULL));
	assert_ok(nc, netcfg_addr_add(nc, "d", "192.0.2.4/24", NULL));
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_link(-1, "c", "mtu", "1400");
	assert_link(-1, "c", "ifalias", "\"an alias\"");
	assert_link(-1, "c", "master", "\"br1\"");
	assert_link(-1, "b", "master", "\"br1\"");
	assert_link_flag(-1, "c", "UP");
	assert_true(has_address("c", "192.0.2.1/24"));
	assert_true(has_address("c", "192.0.2.2/24"));
	assert_true(has_address("d", "192.0.2.4/24"));
	assert_false(has_address("d", "192.0.2.3/24"));
	assert_true(link_in(there, "e"));
	assert_int_equal(count_links(), 7);
	close(there);
}

/* Everything that can name a link, on one that the batch was to make. */
static void queue_dependants(struct netcfg *nc, int there)
{
	static const char *const names[] = { "old", "new", "old" };

	assert_ok(nc, netcfg_link_set_mtu(nc, "old", 1300));
	assert_ok(nc, netcfg_link_set(nc, "new", LINK_CONFIG(.alias = "x")));
	assert_ok(nc, netcfg_link_rename(nc, "old", "older"));
	assert_ok(nc, netcfg_link_set_master(nc, "lo", "old"));
	assert_ok(nc, netcfg_link_set_master(nc, "old", "br0"));
	assert_ok(nc, netcfg_vlan_create(nc, "old.5", "old", 5, NULL, NULL));
	assert_ok(nc, netcfg_veth_create(nc, "y", "z", NULL, LINK_CONFIG(.master = "old")));
	assert_ok(nc, netcfg_veth_create(nc, "w", "x", LINK_CONFIG(.master = "old"), NULL));
	assert_ok(nc, netcfg_addr_add(nc, "old", "192.0.2.2/24", NULL));
	assert_ok(nc, netcfg_addr_replace(nc, "new", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_addr_delete(nc, "old", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_addr_flush(nc, "old", AF_UNSPEC));
	assert_ok(nc, netcfg_link_move(nc, "old", there, NULL));
	assert_ok(nc, netcfg_link_move(nc, "old", there, "moved"));
	assert_ok(nc, netcfg_link_delete(nc, "old"));
	assert_ok(nc, netcfg_link_set_down(nc, "older"));
	assert_ok(nc, netcfg_link_delete_many(nc, names, ARRAY_SIZE(names), NULL));
}

/* The link that has the name is another: not so much as a question is sent about it. */
static void failed_create(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int there = netns_new();
	struct netcfg_stats before, alone;
	char *picture;
	int count;

	sh_ok("ip link add name old type bridge && ip link add name br0 type bridge");
	sh_ok("ip addr add 192.0.2.1/24 dev old && ip link set dev old mtu 1450 alias mine");
	picture = links_picture();
	before = stats_now(nc);
	assert_errno(nc, netcfg_veth_create(nc, "old", "new", NULL, NULL), -EEXIST);
	alone = stats_since(nc, &before);
	before = stats_now(nc);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "old", "new", NULL, NULL));
	queue_dependants(nc, there);
	count = netcfg_batch_count(nc);
	assert_int_equal(netcfg_batch_commit(nc), count);
	assert_position(nc, 0, -EEXIST);
	for (int i = 1; i < count; i++)
		assert_position(nc, i, -ENODEV);
	assert_int_equal(stats_since(nc, &before).requests, alone.requests);
	assert_int_equal(stats_since(nc, &before).lookups, alone.lookups);
	links_picture_same(picture);
	assert_int_equal(count_links_in(there), 1);
	close(there);
}

/* The same for a rename; the link that was to be renamed still has its own name. */
static void failed_rename(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_stats before;

	sh_ok("ip link add name a type veth peer name b");
	sh_ok("ip link add name c type veth peer name d");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_link_rename(nc, "a", "c"));
	assert_ok(nc, netcfg_link_set_mtu(nc, "c", 1300));
	assert_ok(nc, netcfg_addr_add(nc, "c", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_link_set_mtu(nc, "a", 1400));
	assert_ok(nc, netcfg_addr_add(nc, "a", "192.0.2.2/24", NULL));
	before = stats_now(nc);
	assert_int_equal(netcfg_batch_commit(nc), 3);
	assert_position(nc, 0, -EEXIST);
	assert_position(nc, 1, -ENODEV);
	assert_position(nc, 2, -ENODEV);
	assert_position(nc, 3, 0);
	assert_position(nc, 4, 0);
	assert_link(-1, "c", "mtu", "1500");
	assert_link(-1, "a", "mtu", "1400");
	assert_true(has_address("a", "192.0.2.2/24"));
	assert_false(has_address("c", "192.0.2.1/24"));
	/* With the rename, its explanation, and two that go through. */
	assert_true(stats_since(nc, &before).requests <= 4);
}

/* Once somebody makes it, in the same batch, it may be named. */
static void made_at_last(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	static const int expected[] = { -EEXIST, -ENODEV, 0, 0, 0, 0, 0, -ENODEV };

	sh_ok("ip link add name a type veth peer name b");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "c", "b", NULL, NULL));
	assert_ok(nc, netcfg_link_set_mtu(nc, "c", 1300));
	assert_ok(nc, netcfg_link_rename(nc, "a", "c"));
	assert_ok(nc, netcfg_link_set_mtu(nc, "c", 1400));
	assert_ok(nc, netcfg_link_delete(nc, "c"));
	assert_ok(nc, netcfg_veth_create(nc, "b", "c", NULL, NULL));
	assert_ok(nc, netcfg_addr_add(nc, "b", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_link_set_up(nc, "a"));
	assert_int_equal(netcfg_batch_commit(nc), 3);
	for (int i = 0; i < (int)ARRAY_SIZE(expected); i++)
		assert_position(nc, i, expected[i]);
	assert_link(-1, "c", "mtu", "1500");
	assert_true(has_address("b", "192.0.2.1/24"));
}

/* Two links change names; each address goes where its name is at that time. */
static void swapped_names(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	sh_ok("ip link add name a mtu 1401 type veth peer name b mtu 1402");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_addr_add(nc, "a", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "b", "192.0.2.2/24", NULL));
	assert_ok(nc, netcfg_link_rename(nc, "a", "t"));
	assert_ok(nc, netcfg_link_rename(nc, "b", "a"));
	assert_ok(nc, netcfg_link_rename(nc, "t", "b"));
	assert_ok(nc, netcfg_addr_add(nc, "a", "192.0.2.3/24", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "b", "192.0.2.4/24", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "t", "192.0.2.5/24", NULL));
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_position(nc, 7, -ENODEV);
	assert_link(-1, "a", "mtu", "1402");
	assert_true(has_address("b", "192.0.2.1/24"));
	assert_true(has_address("a", "192.0.2.2/24"));
	assert_true(has_address("a", "192.0.2.3/24"));
	assert_true(has_address("b", "192.0.2.4/24"));
}

/* Deleted and made again many times under one name: each index is the new one's. */
static void made_again_and_again(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	char address[32];

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 20; i++) {
		snprintf(address, sizeof(address), "192.0.2.%d/24", i + 1);
		assert_ok(nc, netcfg_veth_create(nc, "a", "b", NULL, NULL));
		assert_ok(nc, netcfg_addr_add(nc, "a", address, NULL));
		assert_ok(nc, netcfg_addr_add(nc, "b", address, NULL));
		/* Alone, or in a run together with the other end. */
		if (i < 19)
			assert_ok(nc, netcfg_link_delete(nc, "b"));
		if (i < 19 && i % 2)
			assert_ok(nc, netcfg_link_delete(nc, "a"));
	}
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_true(has_address("a", "192.0.2.20/24"));
	assert_true(has_address("b", "192.0.2.20/24"));
	assert_int_equal(addr_count(nc, "a", AF_INET), 1);
}

/* One for each name and no more, however they take turns. */
static void one_lookup_for_each_name(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_stats before;
	char link[16], address[32];

	sh_ok("for i in $(seq 0 49); do ip link add name a$i type veth peer name b$i; done");
	before = stats_now(nc);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 1000; i++) {
		snprintf(address, sizeof(address), "10.1.%d.%d/32", i / 250, i % 250);
		assert_ok(nc, netcfg_addr_add(nc, "a0", address, NULL));
	}
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_int_equal(stats_since(nc, &before).lookups, 1);
	before = stats_now(nc);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 1000; i++) {
		snprintf(link, sizeof(link), "a%d", i % 50);
		snprintf(address, sizeof(address), "10.0.%d.%d/32", i / 250, i % 250);
		assert_ok(nc, netcfg_addr_add(nc, link, address, NULL));
	}
	assert_int_equal(stats_since(nc, &before).lookups, 0);
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_int_equal(stats_since(nc, &before).lookups, 50);
	assert_int_equal(stats_since(nc, &before).requests, 1000);
	assert_int_equal(stats_since(nc, &before).cache_hits, 0);
	/* What the kernel finds by name is not looked up at all. */
	before = stats_now(nc);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 50; i++) {
		snprintf(link, sizeof(link), "a%d", i);
		assert_ok(nc, netcfg_link_set_mtu(nc, link, 1400));
	}
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_int_equal(stats_since(nc, &before).lookups, 0);
	assert_int_equal(stats_since(nc, &before).sends, 1);
}

/* A peer that is to be up, to have an alias and a master: all of it, or no pair. */
static void peers(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_link_config *peer =
		LINK_CONFIG(.flags = NETCFG_LINK_UP, .alias = "far", .master = "br0");
	const struct netcfg_link_config *lost =
		LINK_CONFIG(.flags = NETCFG_LINK_UP, .alias = "far", .master = "nobody");
	const struct netcfg_link_config *refused = LINK_CONFIG(.master = "a");

	sh_ok("ip link add name br type bridge");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_link_rename(nc, "br", "br0"));
	assert_ok(nc, netcfg_veth_create(nc, "a", "b", LINK_CONFIG(.alias = "near"), peer));
	assert_ok(nc, netcfg_addr_add(nc, "b", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_veth_create(nc, "c", "d", NULL, lost));
	assert_ok(nc, netcfg_link_set_up(nc, "c"));
	assert_ok(nc, netcfg_veth_create(nc, "e", "f", NULL, refused));
	assert_ok(nc, netcfg_link_set_up(nc, "e"));
	assert_ok(nc, netcfg_link_set_up(nc, "f"));
	assert_ok(nc, netcfg_link_set_up(nc, "a"));
	assert_int_equal(netcfg_batch_commit(nc), 5);
	assert_position(nc, 1, 0);
	assert_position(nc, 2, 0);
	assert_position(nc, 3, -ENODEV);
	assert_position(nc, 4, -ENODEV);
	assert_position(nc, 5, -EOPNOTSUPP);
	assert_position(nc, 6, -ENODEV);
	assert_position(nc, 7, -ENODEV);
	assert_position(nc, 8, 0);
	assert_link(-1, "a", "ifalias", "\"near\"");
	assert_link(-1, "b", "ifalias", "\"far\"");
	assert_link(-1, "b", "master", "\"br0\"");
	assert_link_flag(-1, "b", "UP");
	assert_int_equal(count_links(), 4);
}

/* VLANs on what the batch makes, and what goes with a parent. */
static void vlans(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int there = netns_new();
	const struct netcfg_link_config *in_there =
		LINK_CONFIG(.flags = NETCFG_LINK_NETNS_FD, .netns_fd = there);

	need(have_kind("vlan") || (close(there), false), "vlan");
	need_kind("dummy");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_dummy_create(nc, "d", LINK_CONFIG(.flags = NETCFG_LINK_UP)));
	assert_ok(nc, netcfg_vlan_create(nc, "d.5", "d", 5, NULL, NULL));
	assert_ok(nc, netcfg_vlan_create(nc, "d.5.6", "d.5", 6, NULL, in_there));
	assert_ok(nc, netcfg_link_rename(nc, "d.5", "five"));
	assert_ok(nc, netcfg_addr_add(nc, "five", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_vlan_create(nc, "d.5", "d", 5, NULL, NULL));
	assert_ok(nc, netcfg_vlan_create(nc, "x", "d.5", 7, NULL, NULL));
	assert_ok(nc, netcfg_vlan_create(nc, "d.5", "five", 7, NULL, NULL));
	assert_ok(nc, netcfg_link_set_up(nc, "five"));
	assert_ok(nc, netcfg_link_set_up(nc, "d.5"));
	assert_int_equal(netcfg_batch_commit(nc), 2);
	assert_position(nc, 5, -EEXIST);
	assert_position(nc, 6, -ENODEV);
	assert_link_flag(-1, "d.5", "UP");
	assert_true(has_address("five", "192.0.2.1/24"));
	assert_true(link_in(there, "d.5.6"));
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_addr_add(nc, "five", "192.0.2.2/24", NULL));
	assert_ok(nc, netcfg_link_delete(nc, "d"));
	assert_ok(nc, netcfg_addr_add(nc, "five", "192.0.2.3/24", NULL));
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_position(nc, 2, -ENODEV);
	assert_int_equal(count_links(), 1);
	assert_int_equal(count_links_in(there), 1);
	close(there);
}

/* A second create of a name that this batch has made already takes nothing from the first. */
static void made_twice(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "a", "b", NULL, NULL));
	assert_ok(nc, netcfg_veth_create(nc, "a", "c", NULL, NULL));
	assert_ok(nc, netcfg_link_set_up(nc, "a"));
	assert_ok(nc, netcfg_addr_add(nc, "b", "192.0.2.1/24", NULL));
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_int_equal(netcfg_batch_error(nc, 1), -EEXIST);
	assert_link_flag(-1, "a", "UP");
}

/* The kernel renames before it gives a master: what fails then has the new name all the same. */
static void renamed_before_it_failed(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	sh_ok("ip link add ra type veth peer name rb");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_link_set(nc, "ra", LINK_CONFIG(.name = "rc", .master = "rb")));
	assert_ok(nc, netcfg_link_set_up(nc, "rc"));
	assert_ok(nc, netcfg_link_set(nc, "rc", LINK_CONFIG(.name = "rb")));
	assert_ok(nc, netcfg_link_set_up(nc, "rb"));
	assert_int_equal(netcfg_batch_commit(nc), 3);
	assert_int_equal(netcfg_batch_error(nc, 0), -EOPNOTSUPP);
	assert_int_equal(netcfg_batch_error(nc, 1), 0);
	/* Taken by someone else: not the batch's to change. */
	assert_true(netcfg_batch_error(nc, 2) < 0);
	assert_int_equal(netcfg_batch_error(nc, 3), -ENODEV);
	assert_link_flag(-1, "rc", "UP");
	assert_link_not_flag(-1, "rb", "UP");
}

/* Its own, whatever else was deleted or renamed in between. */
static void made_before_others_went(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	sh_ok("ip link add c0 type veth peer name c1 && ip link add d0 type veth peer name d1");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "a0", "a1", NULL, NULL));
	assert_ok(nc, netcfg_link_delete(nc, "c0"));
	assert_ok(nc, netcfg_veth_create(nc, "a0", "a9", NULL, NULL));
	assert_ok(nc, netcfg_link_set_up(nc, "a0"));
	assert_ok(nc, netcfg_link_rename(nc, "d0", "e0"));
	assert_ok(nc, netcfg_veth_create(nc, "a0", "a9", NULL, NULL));
	assert_ok(nc, netcfg_link_set_mtu(nc, "a0", 1400));
	/* Taken away by the batch itself, and someone else's by then: not its own any more. */
	assert_ok(nc, netcfg_link_delete(nc, "a0"));
	assert_ok(nc, netcfg_link_rename(nc, "d1", "a0"));
	assert_ok(nc, netcfg_veth_create(nc, "a0", "a9", NULL, NULL));
	assert_ok(nc, netcfg_link_set_mtu(nc, "a0", 1300));
	assert_int_equal(netcfg_batch_commit(nc), 3);
	assert_position(nc, 2, -EEXIST);
	assert_position(nc, 3, 0);
	assert_position(nc, 5, -EEXIST);
	assert_position(nc, 6, 0);
	assert_position(nc, 9, -EEXIST);
	assert_position(nc, 10, 0);
	assert_link(-1, "a0", "mtu", "1300");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(renamed_before_it_failed),
		sandbox_test(b110_all_in_one), sandbox_test(failed_create),
		sandbox_test(failed_rename),   sandbox_test(made_at_last),
		sandbox_test(swapped_names),   sandbox_test(made_again_and_again),
		sandbox_test(peers),           sandbox_test(one_lookup_for_each_name),
		sandbox_test(vlans),           sandbox_test(made_twice),
		sandbox_test(made_before_others_went),
	};

	return sandbox_main(tests);
}
