/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Deleting all addresses of a link. */
#include <stdlib.h>
#include <sys/socket.h>

#include "support/addrs.h"
#include "support/side.h"
#include "support/test.h"

static void add(struct netcfg *nc, const char *link, const char *const *addresses, size_t count)
{
	for (size_t i = 0; i < count; i++)
		assert_ok(nc, netcfg_addr_add(nc, link, addresses[i], NULL));
}

static const char *const four[] = {
	"10.5.0.1/24", "10.5.0.2/24", "10.5.0.3/24", "10.5.0.4/25", "10.6.0.1/32",
};

static const char *const six[] = { "fd00::1/64", "fd00::2/64", "fd01::1/128" };

static void flush_secondaries(struct netcfg *nc, const char *promote)
{
	pair_make();
	net_sysctl("ipv4/conf/all/promote_secondaries", promote);
	net_sysctl("ipv4/conf/v0/promote_secondaries", promote);
	add(nc, "v0", four, ARRAY_SIZE(four));
	add(nc, "v0", six, ARRAY_SIZE(six));
	add(nc, "v1", four, ARRAY_SIZE(four));
	assert_errno(nc, netcfg_addr_flush(nc, "v0", AF_INET), ARRAY_SIZE(four));
	assert_int_equal(addr_count(nc, "v0", AF_INET), 0);
	assert_int_equal(addr_count(nc, "v0", AF_INET6), ARRAY_SIZE(six));
	assert_int_equal(addr_count(nc, "v1", AF_INET), ARRAY_SIZE(four));
	assert_ok(nc, netcfg_addr_flush(nc, "v0", AF_INET));
}

static void flush_ipv4_where_secondaries_go(void **state)
{
	const struct sandbox *box = *state;

	flush_secondaries(box->nc, "0");
}

static void flush_ipv4_where_secondaries_are_promoted(void **state)
{
	const struct sandbox *box = *state;

	flush_secondaries(box->nc, "1");
}

static bool has_link_local(void *arg)
{
	return addr_count(arg, "v0", AF_INET6) > 0;
}

static void flush_ipv6_with_link_local(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	pair_make();
	pair_up();
	assert_true(side_eventually(has_link_local, nc));
	add(nc, "v0", six, ARRAY_SIZE(six));
	add(nc, "v0", four, ARRAY_SIZE(four));
	assert_errno(nc, netcfg_addr_flush(nc, "v0", AF_INET6), ARRAY_SIZE(six) + 1);
	assert_int_equal(addr_count(nc, "v0", AF_INET6), 0);
	assert_int_equal(addr_count(nc, "v0", AF_INET), ARRAY_SIZE(four));
}

static void flush_both_families(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	pair_make();
	add(nc, "v0", four, ARRAY_SIZE(four));
	add(nc, "v0", six, ARRAY_SIZE(six));
	add(nc, "v1", six, ARRAY_SIZE(six));
	assert_errno(nc, netcfg_addr_flush(nc, "v0", AF_UNSPEC),
		     ARRAY_SIZE(four) + ARRAY_SIZE(six));
	assert_int_equal(addr_count(nc, "v0", AF_UNSPEC), 0);
	assert_int_equal(addr_count(nc, "v1", AF_UNSPEC), ARRAY_SIZE(six));
	assert_ok(nc, netcfg_addr_flush(nc, "v0", AF_UNSPEC));
}

/* Each is deleted as what it is, with its peer, prefix length and label. */
static void flush_addresses_of_all_shapes(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_config config = { .size = sizeof(config) };

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1", NULL));
	config.peer = "192.0.2.2/24";
	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1", &config));
	config.peer = "192.0.2.3";
	config.label = "vip";
	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1", &config));
	config = (struct netcfg_addr_config){ .size = sizeof(config), .peer = "fd00::2" };
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd00::1", &config));
	config = (struct netcfg_addr_config){
		.size = sizeof(config), .flags = NETCFG_ADDR_NOPREFIXROUTE | NETCFG_ADDR_NODAD
	};
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd01::1/64", &config));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.9.9.9/0", &config));
	assert_errno(nc, netcfg_addr_flush(nc, "v0", AF_UNSPEC), 6);
	assert_int_equal(addr_count(nc, "v0", AF_UNSPEC), 0);
}

static void flush_many(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	char address[32];

	pair_make();
	for (unsigned int i = 0; i < 300; i++) {
		snprintf(address, sizeof(address), "10.%u.%u.1/%u", i / 100, i % 100,
			 i % 2 ? 32U : 16U);
		assert_ok(nc, netcfg_addr_add(nc, "v0", address, NULL));
	}
	assert_errno(nc, netcfg_addr_flush(nc, "v0", AF_INET), 300);
	assert_int_equal(addr_count(nc, "v0", AF_UNSPEC), 0);
}

/* In a child: what a process without privilege is told. */
static int flush_unprivileged(void *arg)
{
	struct netcfg *nc;

	(void)arg;
	side_check(netcfg_open(&nc) == 0);
	side_check(side_drop_privilege() == 0);
	side_check(netcfg_addr_flush(nc, "v0", AF_UNSPEC) == -EPERM);
	side_check(strstr(netcfg_error_message(nc), "v0"));
	side_check(netcfg_addr_flush(nc, "v1", AF_UNSPEC) == 0);
	side_check(netcfg_addr_delete(nc, "v0", "10.5.0.1/24", NULL) == -EPERM);
	side_check(netcfg_addr_replace(nc, "v0", "10.5.0.1/24", NULL) == -EPERM);
	netcfg_close(nc);
	return 0;
}

static void flush_needs_privilege(void **state)
{
	const struct sandbox *box = *state;
	char *before;

	pair_make();
	add(box->nc, "v0", four, ARRAY_SIZE(four));
	add(box->nc, "v0", six, ARRAY_SIZE(six));
	before = addr_picture();
	assert_int_equal(in_child(-1, flush_unprivileged, NULL), 0);
	addr_picture_same(before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(flush_ipv4_where_secondaries_go),
		sandbox_test(flush_ipv4_where_secondaries_are_promoted),
		sandbox_test(flush_ipv6_with_link_local),
		sandbox_test(flush_both_families),
		sandbox_test(flush_addresses_of_all_shapes),
		sandbox_test(flush_many),
		sandbox_test(flush_needs_privilege),
	};

	return sandbox_main(tests);
}
