/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* IPv4 addresses: broadcast, peer, label, scope, flags, lifetimes, secondaries. */
#include <stdlib.h>
#include <sys/socket.h>

#include "support/addrs.h"
#include "support/test.h"

/* One address with one broadcast argument, and the broadcast it must then have. */
static void check_broadcast(struct netcfg *nc, const char *address, const char *broadcast,
			    const char *expected)
{
	struct netcfg_addr_config config = { .size = sizeof(config), .broadcast = broadcast };
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct netcfg_addr_list *list;

	assert_ok(nc, netcfg_addr_add(nc, "v0", address, &config));
	assert_ok(nc, netcfg_addr_list(nc, "v0", AF_INET, &list));
	assert_int_equal(netcfg_addr_list_next(list, &info), 1);
	assert_string_equal(info.broadcast, expected);
	netcfg_addr_list_free(list);
	assert_ok(nc, netcfg_addr_delete(nc, "v0", address, NULL));
}

static void b47_broadcast(void **state)
{
	const struct sandbox *box = *state;
	static const struct {
		const char *address;
		const char *automatic;
	} rows[] = {
		{ "192.168.22.19/24", "192.168.22.255" },
		{ "10.0.0.1/30", "10.0.0.3" },
		{ "10.0.0.2/31", "" },
		{ "10.0.0.1/32", "" },
		{ "10.0.0.1", "" },
		{ "10.129.3.4/9", "10.255.255.255" },
		{ "172.16.0.1/1", "255.255.255.255" },
	};

	pair_make();
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		check_broadcast(box->nc, rows[i].address, NULL, "");
		check_broadcast(box->nc, rows[i].address, "0.0.0.0", "");
		check_broadcast(box->nc, rows[i].address, "auto", rows[i].automatic);
		check_broadcast(box->nc, rows[i].address, "10.7.7.7", "10.7.7.7");
	}
}

static void b47_broadcast_as_others_see_it(void **state)
{
	const struct sandbox *box = *state;
	const struct netcfg_addr_config config = { .size = sizeof(config), .broadcast = "auto" };

	pair_make();
	assert_ok(box->nc, netcfg_addr_add(box->nc, "v0", "10.1.2.3/24", NULL));
	assert_int_not_equal(sh("ip addr show dev v0 | grep brd | grep inet"), 0);
	assert_ok(box->nc, netcfg_addr_add(box->nc, "v1", "10.1.2.3/24", &config));
	sh_ok("ip addr show dev v1 | grep -q 'inet 10.1.2.3/24 brd 10.1.2.255 '");
}

static int add_peer(struct netcfg *nc, const char *address, const char *peer)
{
	const struct netcfg_addr_config config = { .size = sizeof(config), .peer = peer };

	return netcfg_addr_add(nc, "v0", address, &config);
}

static int delete_peer(struct netcfg *nc, const char *address, const char *peer)
{
	const struct netcfg_addr_config config = { .size = sizeof(config), .peer = peer };

	return netcfg_addr_delete(nc, "v0", address, &config);
}

static void b48_peer(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_info info;
	char *before;

	pair_make();
	assert_ok(nc, add_peer(nc, "192.168.0.1", "192.168.0.254/32"));
	assert_true(addr_find(nc, "v0", "192.168.0.1", 32, "192.168.0.254", &info));
	assert_false(addr_find(nc, "v0", "192.168.0.254", 32, "", &info));
	sh_ok("ip addr show dev v0 | grep -q 'inet 192.168.0.1 peer 192.168.0.254/32 '");

	before = addr_picture();
	assert_errno(nc, netcfg_addr_delete(nc, "v0", "192.168.0.1/32", NULL), -EADDRNOTAVAIL);
	assert_errno(nc, netcfg_addr_delete(nc, "v0", "192.168.0.254/32", NULL), -EADDRNOTAVAIL);
	assert_errno(nc, delete_peer(nc, "192.168.0.1", "192.168.0.253"), -EADDRNOTAVAIL);
	assert_errno(nc, delete_peer(nc, "192.168.0.254", "192.168.0.1"), -EADDRNOTAVAIL);
	addr_picture_same(before);

	assert_ok(nc, delete_peer(nc, "192.168.0.1", "192.168.0.254"));
	assert_int_equal(addr_count(nc, "v0", AF_INET), 0);
}

static void b48_one_local_with_several_peers(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_info info;

	pair_make();
	assert_ok(nc, add_peer(nc, "192.168.0.1", "192.168.0.254"));
	assert_ok(nc, add_peer(nc, "192.168.0.1", "192.168.0.253"));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.168.0.1", NULL));
	assert_errno(nc, add_peer(nc, "192.168.0.1", "192.168.0.253"), -EEXIST);
	assert_int_equal(addr_count(nc, "v0", AF_INET), 3);

	assert_ok(nc, delete_peer(nc, "192.168.0.1", "192.168.0.253"));
	assert_int_equal(addr_count(nc, "v0", AF_INET), 2);
	assert_true(addr_find(nc, "v0", "192.168.0.1", 32, "192.168.0.254", &info));
	assert_ok(nc, netcfg_addr_delete(nc, "v0", "192.168.0.1", NULL));
	assert_int_equal(addr_count(nc, "v0", AF_INET), 1);
	assert_true(addr_find(nc, "v0", "192.168.0.1", 32, "192.168.0.254", &info));
}

/* The kernel compares as much of the peer as the prefix is long: none is one of these, too. */
static void b48_peers_of_one_prefix_are_one(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_info info;

	pair_make();
	assert_ok(nc, add_peer(nc, "192.168.0.1", "192.168.0.254/24"));
	assert_errno(nc, add_peer(nc, "192.168.0.1", "192.168.0.253/24"), -EEXIST);
	assert_errno(nc, netcfg_addr_add(nc, "v0", "192.168.0.1/24", NULL), -EEXIST);
	assert_ok(nc, add_peer(nc, "192.168.0.1", "192.168.1.254/24"));
	assert_errno(nc, delete_peer(nc, "192.168.0.1", "192.168.2.254/24"), -EADDRNOTAVAIL);
	assert_int_equal(addr_count(nc, "v0", AF_INET), 2);
	assert_ok(nc, delete_peer(nc, "192.168.0.1", "192.168.1.1/24"));
	assert_true(addr_find(nc, "v0", "192.168.0.1", 24, "192.168.0.254", &info));
	assert_ok(nc, netcfg_addr_delete(nc, "v0", "192.168.0.1/24", NULL));
	assert_int_equal(addr_count(nc, "v0", AF_INET), 0);
}

static void b48_prefix_is_that_of_the_peer(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_info info;
	static const struct {
		const char *address;
		const char *peer;
		uint32_t prefix_length;
	} rows[] = {
		{ "192.0.2.1", "192.0.2.2", 32 },    { "192.0.2.1/24", "192.0.2.2", 24 },
		{ "192.0.2.1", "192.0.2.2/25", 25 }, { "192.0.2.1/26", "192.0.2.2/26", 26 },
		{ "192.0.2.1", "203.0.113.9/8", 8 },
	};

	pair_make();
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		char peer[32];

		snprintf(peer, sizeof(peer), "%.*s", (int)strcspn(rows[i].peer, "/"), rows[i].peer);
		assert_ok(nc, add_peer(nc, rows[i].address, rows[i].peer));
		assert_true(addr_find(nc, "v0", "192.0.2.1", rows[i].prefix_length, peer, &info));
		assert_ok(nc, delete_peer(nc, rows[i].address, rows[i].peer));
	}
	assert_unsent(nc, add_peer(nc, "192.0.2.1/24", "192.0.2.2/25"), -EINVAL);
	assert_unsent(nc, add_peer(nc, "192.0.2.1/32", "192.0.2.2/24"), -EINVAL);
	assert_unsent(nc, add_peer(nc, "192.0.2.1/24", "192.0.2.2/32"), -EINVAL);
	assert_message_has(nc, "peer");
	assert_int_equal(addr_count(nc, "v0", AF_INET), 0);
}

static void b50_delete_what_is_not_there(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.0.0.5/24", NULL));
	assert_errno(nc, netcfg_addr_delete(nc, "v0", "10.0.0.5/32", NULL), -EADDRNOTAVAIL);
	assert_message_has(nc, "10.0.0.5/32");
	assert_message_has(nc, "v0");
	assert_message_has(nc, "no such address");
	assert_errno(nc, netcfg_addr_delete(nc, "v0", "10.0.0.5/16", NULL), -EADDRNOTAVAIL);
	assert_errno(nc, netcfg_addr_delete(nc, "v0", "10.0.0.6/24", NULL), -EADDRNOTAVAIL);
	assert_errno(nc, netcfg_addr_delete(nc, "v1", "10.0.0.5/24", NULL), -EADDRNOTAVAIL);
	assert_int_equal(addr_count(nc, "v0", AF_INET), 1);

	assert_ok(nc, netcfg_addr_delete(nc, "v0", "10.0.0.5/24", NULL));
	assert_errno(nc, netcfg_addr_delete(nc, "v0", "10.0.0.5/24", NULL), -EADDRNOTAVAIL);
	assert_errno(nc, netcfg_addr_delete(nc, "nolink", "10.0.0.5/24", NULL), -ENODEV);
	assert_message_has(nc, "nolink");
}

static void b51_add_twice_and_replace(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_config config = { .size = sizeof(config), .label = "first" };
	struct netcfg_addr_info info;
	char *before;

	pair_make();
	assert_ok(nc, netcfg_addr_replace(nc, "v0", "10.0.0.1/24", &config));
	before = addr_picture();
	assert_errno(nc, netcfg_addr_add(nc, "v0", "10.0.0.1/24", NULL), -EEXIST);
	config.metric = 77;
	assert_errno(nc, netcfg_addr_add(nc, "v0", "10.0.0.1/24", &config), -EEXIST);
	addr_picture_same(before);
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.0.0.1/25", NULL));

	config.flags = NETCFG_ADDR_LIFETIME | NETCFG_ADDR_NOPREFIXROUTE;
	config.valid_lifetime = 5000;
	config.preferred_lifetime = 4000;
	config.label = "second";
	assert_ok(nc, netcfg_addr_replace(nc, "v0", "10.0.0.1/24", &config));
	info = addr_get(nc, "v0", "10.0.0.1", 24);
	assert_int_equal(info.metric, 77);
	assert_in_range(info.valid_lifetime, 4000, 5000);
	assert_in_range(info.preferred_lifetime, 3000, 4000);
	/* The kernel keeps the label, and with IPv4 the flags: the list says what is. */
	assert_string_equal(info.label, "first");
	assert_int_equal(!!(info.flags & NETCFG_ADDR_STATE_NOPREFIXROUTE),
			 sh("ip addr show dev v0 | grep -q noprefixroute") == 0);

	/* Another peer is another address, also for replace. */
	config = (struct netcfg_addr_config){ .size = sizeof(config), .peer = "10.7.0.2" };
	assert_ok(nc, netcfg_addr_replace(nc, "v0", "10.0.0.1/24", &config));
	assert_int_equal(addr_count(nc, "v0", AF_INET), 3);
}

static void check_secondaries(struct netcfg *nc, const char *promote)
{
	struct netcfg_addr_info info;
	const bool promoted = promote[0] == '1';

	net_sysctl("ipv4/conf/all/promote_secondaries", promote);
	net_sysctl("ipv4/conf/v0/promote_secondaries", promote);
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.5.0.1/24", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.5.0.2/24", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.5.0.3/24", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.5.0.4/25", NULL));
	assert_false(addr_get(nc, "v0", "10.5.0.1", 24).flags & NETCFG_ADDR_STATE_SECONDARY);
	assert_true(addr_get(nc, "v0", "10.5.0.2", 24).flags & NETCFG_ADDR_STATE_SECONDARY);
	assert_true(addr_get(nc, "v0", "10.5.0.3", 24).flags & NETCFG_ADDR_STATE_SECONDARY);
	assert_false(addr_get(nc, "v0", "10.5.0.4", 25).flags & NETCFG_ADDR_STATE_SECONDARY);

	assert_ok(nc, netcfg_addr_delete(nc, "v0", "10.5.0.1/24", NULL));
	assert_int_equal(addr_count(nc, "v0", AF_INET), promoted ? 3 : 1);
	addr_get(nc, "v0", "10.5.0.4", 25);
	assert_int_equal(addr_find(nc, "v0", "10.5.0.2", 24, "", &info), promoted);
	if (!promoted)
		return;
	assert_false(info.flags & NETCFG_ADDR_STATE_SECONDARY);
	assert_true(addr_get(nc, "v0", "10.5.0.3", 24).flags & NETCFG_ADDR_STATE_SECONDARY);
}

static void b54_secondaries_go_with_the_primary(void **state)
{
	const struct sandbox *box = *state;

	pair_make();
	check_secondaries(box->nc, "0");
}

static void b54_secondaries_are_promoted(void **state)
{
	const struct sandbox *box = *state;

	pair_make();
	check_secondaries(box->nc, "1");
}

static void b55_label(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_config config = { .size = sizeof(config) };
	static const char *const labels[] = { "v0:vip", "foo", "v0", "x", "label of 15 byt", "v1" };

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.0.0.99/32", NULL));
	assert_string_equal(addr_get(nc, "v0", "10.0.0.99", 32).label, "v0");
	for (size_t i = 0; i < ARRAY_SIZE(labels); i++) {
		config.label = labels[i];
		assert_ok(nc, netcfg_addr_add(nc, "v0", "10.0.0.1/32", &config));
		assert_string_equal(addr_get(nc, "v0", "10.0.0.1", 32).label, labels[i]);
		assert_ok(nc, netcfg_addr_delete(nc, "v0", "10.0.0.1/32", NULL));
	}
	config.label = "label of 16 byte";
	assert_unsent(nc, netcfg_addr_add(nc, "v0", "10.0.0.1/32", &config), -ERANGE);
	assert_message_has(nc, "label");
	config.label = "";
	assert_unsent(nc, netcfg_addr_add(nc, "v0", "10.0.0.1/32", &config), -ERANGE);
	assert_message_has(nc, "label");
	assert_int_equal(addr_count(nc, "v0", AF_INET), 1);
}

static void b56_label_on_delete(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_config config = { .size = sizeof(config), .label = "v0:1" };

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.0.0.1/24", &config));
	config.label = "bogus";
	assert_errno(nc, netcfg_addr_delete(nc, "v0", "10.0.0.1/24", &config), -EADDRNOTAVAIL);
	assert_string_equal(addr_get(nc, "v0", "10.0.0.1", 24).label, "v0:1");
	config.label = "v0:1";
	assert_ok(nc, netcfg_addr_delete(nc, "v0", "10.0.0.1/24", &config));
	assert_int_equal(addr_count(nc, "v0", AF_INET), 0);

	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.0.0.1/24", &config));
	assert_ok(nc, netcfg_addr_delete(nc, "v0", "10.0.0.1/24", NULL));
	assert_int_equal(addr_count(nc, "v0", AF_INET), 0);
}

static void b58_label_names_no_link(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_config config = { .size = sizeof(config), .label = "v1" };
	struct netcfg_addr_info info;

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.0.0.1/24", &config));
	config.label = "v0:dummyiface";
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.0.0.2/24", &config));
	assert_int_equal(addr_count(nc, "v1", AF_INET), 0);
	info = addr_get(nc, "v0", "10.0.0.1", 24);
	assert_string_equal(info.label, "v1");
	assert_int_equal(info.ifindex, link_index_here("v0"));
	info = addr_get(nc, NULL, "10.0.0.2", 24);
	assert_string_equal(info.label, "v0:dummyiface");
	assert_int_equal(info.ifindex, link_index_here("v0"));
}

static void b59_noprefixroute(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_addr_config config = { .size = sizeof(config),
						   .flags = NETCFG_ADDR_NOPREFIXROUTE };

	pair_make();
	pair_up();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.1.0.1/24", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.2.0.1/24", &config));
	assert_true(route_here("v0", "10.1.0.0/24"));
	assert_false(route_here("v0", "10.2.0.0/24"));
	assert_false(addr_get(nc, "v0", "10.1.0.1", 24).flags & NETCFG_ADDR_STATE_NOPREFIXROUTE);
	assert_true(addr_get(nc, "v0", "10.2.0.1", 24).flags & NETCFG_ADDR_STATE_NOPREFIXROUTE);
}

static void b60_what_the_kernel_would_swallow(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	static const char *const refused[] = { "0.0.0.0/0", "0.0.0.0/32", "0.0.0.0", "0.0.0.0/8" };

	pair_make();
	for (size_t i = 0; i < ARRAY_SIZE(refused); i++) {
		assert_unsent(nc, netcfg_addr_add(nc, "v0", refused[i], NULL), -EINVAL);
		assert_message_has(nc, "0.0.0.0");
		assert_unsent(nc, netcfg_addr_replace(nc, "v0", refused[i], NULL), -EINVAL);
	}
	assert_int_equal(addr_count(nc, "v0", AF_INET), 0);

	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.9.9.9/0", NULL));
	addr_get(nc, "v0", "10.9.9.9", 0);
	assert_ok(nc, netcfg_addr_add(nc, "v0", "224.0.0.5/32", NULL));
	addr_get(nc, "v0", "224.0.0.5", 32);
	assert_ok(nc, netcfg_addr_add(nc, "v0", "255.255.255.255/32", NULL));
	addr_get(nc, "v0", "255.255.255.255", 32);
	assert_ok(nc, netcfg_addr_add(nc, "v0", "127.0.0.5/8", NULL));
	addr_get(nc, "v0", "127.0.0.5", 8);
	assert_int_equal(addr_count(nc, "v0", AF_INET), 4);
}

static void check_scope(struct netcfg *nc, const char *address, uint32_t flags, uint32_t scope,
			uint32_t expected)
{
	const struct netcfg_addr_config config = { .size = sizeof(config),
						   .flags = flags,
						   .scope = scope };

	assert_ok(nc, netcfg_addr_add(nc, "v0", address, &config));
	assert_int_equal(addr_get(nc, "v0", address, 32).scope, expected);
	assert_ok(nc, netcfg_addr_delete(nc, "v0", address, NULL));
}

static void scope_is_given_or_that_of_ip(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	pair_make();
	check_scope(nc, "10.0.0.1", 0, 0, NETCFG_SCOPE_UNIVERSE);
	check_scope(nc, "126.255.255.255", 0, 0, NETCFG_SCOPE_UNIVERSE);
	check_scope(nc, "127.0.0.1", 0, 0, NETCFG_SCOPE_HOST);
	check_scope(nc, "127.255.0.9", 0, 0, NETCFG_SCOPE_HOST);
	check_scope(nc, "128.0.0.1", 0, 0, NETCFG_SCOPE_UNIVERSE);
	/* Without the flag the field is not read. */
	check_scope(nc, "10.0.0.1", 0, NETCFG_SCOPE_LINK, NETCFG_SCOPE_UNIVERSE);
	check_scope(nc, "10.0.0.1", NETCFG_ADDR_SCOPE, NETCFG_SCOPE_LINK, NETCFG_SCOPE_LINK);
	check_scope(nc, "10.0.0.1", NETCFG_ADDR_SCOPE, NETCFG_SCOPE_SITE, NETCFG_SCOPE_SITE);
	check_scope(nc, "10.0.0.1", NETCFG_ADDR_SCOPE, 99, 99);
	check_scope(nc, "10.0.0.1", NETCFG_ADDR_SCOPE, 255, NETCFG_SCOPE_NOWHERE);
	check_scope(nc, "127.0.0.1", NETCFG_ADDR_SCOPE, NETCFG_SCOPE_UNIVERSE,
		    NETCFG_SCOPE_UNIVERSE);
	assert_ok(nc, netcfg_addr_add(nc, "v0", "127.0.0.1/8", NULL));
	sh_ok("ip addr show dev v0 | grep -q 'inet 127.0.0.1/8 scope host'");
}

static void b63_same_address_on_two_links(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	static const char *const addresses[] = { "10.0.0.1/24", "fd00::1/64" };

	pair_make();
	for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
		assert_ok(nc, netcfg_addr_add(nc, "v0", addresses[i], NULL));
		assert_ok(nc, netcfg_addr_add(nc, "v1", addresses[i], NULL));
	}
	assert_int_equal(addr_count(nc, NULL, AF_UNSPEC), 4);
	for (size_t i = 0; i < ARRAY_SIZE(addresses); i++)
		assert_ok(nc, netcfg_addr_delete(nc, "v0", addresses[i], NULL));
	assert_int_equal(addr_count(nc, "v0", AF_UNSPEC), 0);
	assert_int_equal(addr_count(nc, "v1", AF_UNSPEC), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b47_broadcast),
		sandbox_test(b47_broadcast_as_others_see_it),
		sandbox_test(b48_peer),
		sandbox_test(b48_one_local_with_several_peers),
		sandbox_test(b48_peers_of_one_prefix_are_one),
		sandbox_test(b48_prefix_is_that_of_the_peer),
		sandbox_test(b50_delete_what_is_not_there),
		sandbox_test(b51_add_twice_and_replace),
		sandbox_test(b54_secondaries_go_with_the_primary),
		sandbox_test(b54_secondaries_are_promoted),
		sandbox_test(b55_label),
		sandbox_test(b56_label_on_delete),
		sandbox_test(b58_label_names_no_link),
		sandbox_test(b59_noprefixroute),
		sandbox_test(b60_what_the_kernel_would_swallow),
		sandbox_test(scope_is_given_or_that_of_ip),
		sandbox_test(b63_same_address_on_two_links),
	};

	return sandbox_main(tests);
}
