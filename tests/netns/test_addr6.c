/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* IPv6 addresses: duplicate address detection, link state, peers, and what is refused. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/addrs.h"
#include "support/side.h"
#include "support/test.h"

#define TENTATIVE NETCFG_ADDR_STATE_TENTATIVE

/* One probe each second: detection on the link then takes longer than side_eventually() waits. */
static void make_detection_slow(const char *link)
{
	char name[64];

	snprintf(name, sizeof(name), "ipv6/conf/%s/dad_transmits", link);
	net_sysctl(name, "100");
}

struct wanted {
	struct netcfg *nc;
	const char *link;
	const char *address;
	uint32_t prefix_length;
	uint32_t set;
	uint32_t clear;
};

static bool has_state(void *arg)
{
	const struct wanted *wanted = arg;
	const uint32_t flags =
		addr_get(wanted->nc, wanted->link, wanted->address, wanted->prefix_length).flags;

	return (flags & wanted->set) == wanted->set && !(flags & wanted->clear);
}

/* 0 or errno of binding a socket to the address. */
static int bind_to(const char *address)
{
	struct sockaddr_in6 to = { .sin6_family = AF_INET6 };
	const int fd = socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int result;

	assert_true(fd >= 0);
	assert_int_equal(inet_pton(AF_INET6, address, &to.sin6_addr), 1);
	result = bind(fd, (const struct sockaddr *)&to, sizeof(to)) < 0 ? errno : 0;
	close(fd);
	return result;
}

static void b46_dummy_needs_no_detection(void **state)
{
	const struct sandbox *box = *state;
	struct wanted done = { box->nc, "d0", "fd00::1", 64, 0, TENTATIVE };

	need_kind("dummy");
	pair_make();
	pair_up();
	sh_ok("ip link add d0 type dummy && ip link set d0 up");
	make_detection_slow("d0");
	make_detection_slow("v0");
	assert_ok(box->nc, netcfg_addr_add(box->nc, "d0", "fd00::1/64", NULL));
	assert_ok(box->nc, netcfg_addr_add(box->nc, "v0", "fd00:1::1/64", NULL));
	assert_true(side_eventually(has_state, &done));
	assert_int_equal(bind_to("fd00::1"), 0);
	assert_true(addr_get(box->nc, "v0", "fd00:1::1", 64).flags & TENTATIVE);
}

static void b59_noprefixroute(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_addr_config config = {
		.size = sizeof(config), .flags = NETCFG_ADDR_NOPREFIXROUTE | NETCFG_ADDR_NODAD
	};

	pair_make();
	pair_up();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd01::1/64", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd02::1/64", &config));
	assert_true(route_here("v0", "fd01::/64"));
	assert_false(route_here("v0", "fd02::/64"));
	assert_false(addr_get(nc, "v0", "fd01::1", 64).flags & NETCFG_ADDR_STATE_NOPREFIXROUTE);
	assert_true(addr_get(nc, "v0", "fd02::1", 64).flags & NETCFG_ADDR_STATE_NOPREFIXROUTE);
}

static void b51_replace_changes_flags(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_config config = { .size = sizeof(config), .flags = NETCFG_ADDR_NODAD };
	uint32_t flags;

	pair_make();
	pair_up();
	assert_ok(nc, netcfg_addr_replace(nc, "v0", "fd01::1/64", &config));
	assert_true(route_here("v0", "fd01::/64"));
	config.flags |= NETCFG_ADDR_NOPREFIXROUTE | NETCFG_ADDR_HOMEADDRESS;
	assert_errno(nc, netcfg_addr_add(nc, "v0", "fd01::1/64", &config), -EEXIST);
	assert_ok(nc, netcfg_addr_replace(nc, "v0", "fd01::1/64", &config));
	flags = addr_get(nc, "v0", "fd01::1", 64).flags;
	assert_true(flags & NETCFG_ADDR_STATE_NOPREFIXROUTE);
	assert_true(flags & NETCFG_ADDR_STATE_HOMEADDRESS);
	assert_false(route_here("v0", "fd01::/64"));
}

static void b59_flags_are_passed_on(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_addr_config config = {
		.size = sizeof(config),
		.flags = NETCFG_ADDR_NODAD | NETCFG_ADDR_HOMEADDRESS | NETCFG_ADDR_MANAGETEMPADDR,
	};
	const uint32_t all = NETCFG_ADDR_STATE_NODAD | NETCFG_ADDR_STATE_HOMEADDRESS |
			     NETCFG_ADDR_STATE_MANAGETEMPADDR;

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd00::1/64", &config));
	assert_int_equal(addr_get(nc, "v0", "fd00::1", 64).flags,
			 all | NETCFG_ADDR_STATE_PERMANENT);
	/* One that no config can give, and that the kernel's 8-bit field has no room for. */
	sh_ok("ip addr add 224.1.2.3/32 dev v0 autojoin");
	assert_true(addr_get(nc, "v0", "224.1.2.3", 32).flags & NETCFG_ADDR_STATE_MCAUTOJOIN);
}

static void b62_mapped_address_is_ipv6(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_info info;

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "::ffff:10.0.0.9", NULL));
	assert_int_equal(addr_count(nc, "v0", AF_INET), 0);
	assert_int_equal(addr_count(nc, "v0", AF_INET6), 1);
	info = addr_get(nc, "v0", "::ffff:10.0.0.9", 128);
	assert_int_equal(info.family, AF_INET6);
	assert_ok(nc, netcfg_addr_delete(nc, "v0", "::ffff:10.0.0.9/128", NULL));
	assert_int_equal(addr_count(nc, "v0", AF_UNSPEC), 0);
}

static void b62_list_holds_the_family_asked_for(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	pair_make();
	net_sysctl("ipv6/conf/all/disable_ipv6", "1");
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.0.0.1/24", NULL));
	assert_int_equal(addr_count(nc, "v0", AF_INET6), 0);
	assert_int_equal(addr_count(nc, NULL, AF_INET6), 0);
	assert_int_equal(addr_count(nc, "v0", AF_UNSPEC), 1);
	assert_int_equal(addr_count(nc, NULL, AF_INET), 1);
}

static void b64_tentative_until_detection_is_over(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_addr_config nodad = { .size = sizeof(nodad),
						  .flags = NETCFG_ADDR_NODAD };
	struct wanted done = { nc, "v0", "fd00::1", 64, 0, TENTATIVE };
	uint32_t flags;

	pair_make();
	/* On a link that is down detection does not begin. */
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd00::1/64", NULL));
	assert_true(addr_get(nc, "v0", "fd00::1", 64).flags & TENTATIVE);
	pair_up();
	assert_true(side_eventually(has_state, &done));
	assert_int_equal(bind_to("fd00::1"), 0);

	make_detection_slow("v0");
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd00::2/64", NULL));
	assert_true(addr_get(nc, "v0", "fd00::2", 64).flags & TENTATIVE);
	assert_int_equal(bind_to("fd00::2"), EADDRNOTAVAIL);
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd00::3/64", &nodad));
	flags = addr_get(nc, "v0", "fd00::3", 64).flags;
	assert_true(flags & NETCFG_ADDR_STATE_NODAD);
	assert_false(flags & TENTATIVE);
	assert_int_equal(bind_to("fd00::3"), 0);
}

static void b64_detection_that_fails(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_addr_config nodad = { .size = sizeof(nodad),
						  .flags = NETCFG_ADDR_NODAD };
	struct wanted failed = { nc, "v1", "fd00::1", 64, NETCFG_ADDR_STATE_DADFAILED, 0 };

	pair_make();
	pair_up();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd00::1/64", &nodad));
	assert_ok(nc, netcfg_addr_add(nc, "v1", "fd00::1/64", NULL));
	assert_true(side_eventually(has_state, &failed));
	assert_false(addr_get(nc, "v0", "fd00::1", 64).flags & NETCFG_ADDR_STATE_DADFAILED);
}

static void b65_prefix_length_makes_no_other_address(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd00::1/64", NULL));
	assert_errno(nc, netcfg_addr_add(nc, "v0", "fd00::1/64", NULL), -EEXIST);
	assert_errno(nc, netcfg_addr_add(nc, "v0", "fd00::1/48", NULL), -EEXIST);
	assert_errno(nc, netcfg_addr_delete(nc, "v0", "fd00::1/48", NULL), -EADDRNOTAVAIL);
	assert_message_has(nc, "fd00::1/48");
	addr_get(nc, "v0", "fd00::1", 64);
	assert_ok(nc, netcfg_addr_delete(nc, "v0", "fd00::1/64", NULL));
	assert_errno(nc, netcfg_addr_delete(nc, "v0", "fd00::1/64", NULL), -EADDRNOTAVAIL);
}

static void b66_set_down(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_addr_config nodad = { .size = sizeof(nodad),
						  .flags = NETCFG_ADDR_NODAD };
	struct netcfg_addr_info info;

	pair_make();
	pair_up();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd00::1/64", &nodad));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.0.0.1/24", NULL));
	assert_ok(nc, netcfg_link_set_down(nc, "v0"));
	assert_int_equal(addr_count(nc, "v0", AF_INET6), 0);
	assert_int_equal(addr_count(nc, "v0", AF_INET), 1);
	assert_ok(nc, netcfg_link_set_up(nc, "v0"));
	/* Nobody puts it back. The link-local one is the kernel's own. */
	assert_false(addr_find(nc, "v0", "fd00::1", 64, "", &info));
	addr_get(nc, "v0", "10.0.0.1", 24);

	net_sysctl("ipv6/conf/v0/keep_addr_on_down", "1");
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd00::1/64", &nodad));
	assert_ok(nc, netcfg_link_set_down(nc, "v0"));
	addr_get(nc, "v0", "fd00::1", 64);
	assert_ok(nc, netcfg_link_set_up(nc, "v0"));
	addr_get(nc, "v0", "fd00::1", 64);
}

/* In a child: a request that lacks the privilege, on a link without IPv6. */
static int add_unprivileged(void *arg)
{
	struct netcfg *nc;

	(void)arg;
	side_check(netcfg_open(&nc) == 0);
	side_check(side_drop_privilege() == 0);
	side_check(netcfg_addr_add(nc, "v0", "fd00::1/64", NULL) == -EPERM);
	side_check(!strstr(netcfg_error_message(nc), "IPv6 is disabled"));
	netcfg_close(nc);
	return 0;
}

static void b67_ipv6_disabled(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	pair_make();
	net_sysctl("ipv6/conf/v0/disable_ipv6", "1");
	assert_errno(nc, netcfg_addr_add(nc, "v0", "fd00::1/64", NULL), -EACCES);
	assert_message_has(nc, "IPv6 is disabled");
	assert_message_has(nc, "v0");
	assert_errno(nc, netcfg_addr_replace(nc, "v0", "fd00::1/64", NULL), -EACCES);
	assert_message_has(nc, "IPv6 is disabled");
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.0.0.1/24", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "v1", "fd00::1/64", NULL));
	assert_int_equal(in_child(-1, add_unprivileged, NULL), 0);
}

static void b68_not_assignable(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	static const char *const addresses[] = { "ff02::5/128", "::1/128", "::/128", "::" };

	pair_make();
	for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
		assert_errno(nc, netcfg_addr_add(nc, "v0", addresses[i], NULL), -EADDRNOTAVAIL);
		assert_null(strstr(netcfg_error_message(nc), "no such address"));
		assert_errno(nc, netcfg_addr_replace(nc, "v0", addresses[i], NULL), -EADDRNOTAVAIL);
		assert_null(strstr(netcfg_error_message(nc), "no such address"));
	}
	assert_int_equal(addr_count(nc, "v0", AF_UNSPEC), 0);
	assert_ok(nc, netcfg_addr_add(nc, "lo", "::1/128", NULL));
	addr_get(nc, "lo", "::1", 128);
}

static void b69_mtu_below_1280(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd00::1/64", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.0.0.1/24", NULL));
	assert_ok(nc, netcfg_link_set_mtu(nc, "v0", 1200));
	assert_int_equal(addr_count(nc, "v0", AF_INET6), 0);
	assert_int_equal(addr_count(nc, "v0", AF_INET), 1);
	assert_ok(nc, netcfg_link_set_mtu(nc, "v0", 1279));
	assert_errno(nc, netcfg_addr_add(nc, "v0", "fd00::1/64", NULL), -EINVAL);
	assert_message_has(nc, "1280");
	assert_ok(nc, netcfg_link_set_mtu(nc, "v0", 1280));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd00::1/64", NULL));
	addr_get(nc, "v0", "10.0.0.1", 24);
}

static void b70_peer(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_config config = { .size = sizeof(config), .peer = "fd00::2/128" };
	struct netcfg_addr_info info;

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd00::1", &config));
	assert_true(addr_find(nc, "v0", "fd00::1", 128, "fd00::2", &info));
	sh_ok("ip -6 addr show dev v0 | grep -q 'inet6 fd00::1 peer fd00::2/128 '");
	config.peer = "fd00::3";
	assert_errno(nc, netcfg_addr_add(nc, "v0", "fd00::1", &config), -EEXIST);
	/* For IPv6 a replace changes the peer of the address that is there. */
	assert_ok(nc, netcfg_addr_replace(nc, "v0", "fd00::1/128", &config));
	assert_true(addr_find(nc, "v0", "fd00::1", 128, "fd00::3", &info));
	assert_int_equal(addr_count(nc, "v0", AF_INET6), 1);
	assert_ok(nc, netcfg_addr_delete(nc, "v0", "fd00::1/128", NULL));
	assert_int_equal(addr_count(nc, "v0", AF_INET6), 0);

	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd00::1/64", &config));
	assert_true(addr_find(nc, "v0", "fd00::1", 64, "fd00::3", &info));
	assert_ok(nc, netcfg_addr_delete(nc, "v0", "fd00::1/64", &config));
	assert_int_equal(addr_count(nc, "v0", AF_INET6), 0);
}

static void scope_is_the_kernels(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_addr_config config = { .size = sizeof(config),
						   .flags = NETCFG_ADDR_SCOPE,
						   .scope = NETCFG_SCOPE_HOST };

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd00::1/64", &config));
	assert_int_equal(addr_get(nc, "v0", "fd00::1", 64).scope, NETCFG_SCOPE_UNIVERSE);
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fe80::1/64", &config));
	assert_int_equal(addr_get(nc, "v0", "fe80::1", 64).scope, NETCFG_SCOPE_LINK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b46_dummy_needs_no_detection),
		sandbox_test(b51_replace_changes_flags),
		sandbox_test(b59_noprefixroute),
		sandbox_test(b59_flags_are_passed_on),
		sandbox_test(b62_mapped_address_is_ipv6),
		sandbox_test(b62_list_holds_the_family_asked_for),
		sandbox_test(b64_tentative_until_detection_is_over),
		sandbox_test(b64_detection_that_fails),
		sandbox_test(b65_prefix_length_makes_no_other_address),
		sandbox_test(b66_set_down),
		sandbox_test(b67_ipv6_disabled),
		sandbox_test(b68_not_assignable),
		sandbox_test(b69_mtu_below_1280),
		sandbox_test(b70_peer),
		sandbox_test(scope_is_the_kernels),
	};

	return sandbox_main(tests);
}
