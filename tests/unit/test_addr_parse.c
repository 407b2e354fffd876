/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Addresses as text: what is one, what is none, and what a config may say about it. */
#include "addr_text.h"
#include "handle.h"
#include "unit/support/unit.h"

/* B61, and everything else that a laxer parser takes. */
static const char *const refused[] = {
	"", "/", "/24", "//", "10.0.0.1/", "10.0.0.1/33", "10.0.0.1/-1", "10.0.0.1/+1",
	"10.0.0.1/ 24", "10.0.0.1/24 ", "10.0.0.1 /24", " 10.0.0.1", "1.2.3.4 ", "1.2.3.4\n",
	"10.0.0.1/24/3", "10.0.0.1//24", "10.0.0.1/24/", "10.0.0.1/024", "10.0.0.1/00",
	"10.0.0.1/0x18", "10.0.0.1/24a", "10.0.0.1/a", "10.0.0.1/255.255.255.0", "10.0.0.1/1000",
	"10.0.0.1/4294967320", "10.0.0.1/18446744073709551640", "10.0.0.1/2147483648",
	"10.0.0/24", "10.0.0", "10.0", "10", "167772161", "0xa000001", "10.0.0.1.", ".10.0.0.1",
	"10..0.1", "10.0.0.1.2", "010.0.0.1", "10.0.0.01", "10.0.0.00", "0x10.0.0.1", "10.0.0.256",
	"10.0.0.-1", "10.0.0.+1", "10.0.0.1000", "10,0,0,1", "default", "any", "all", "none",
	"localhost", "02:00:00:00:00:01", "fe80::1%eth0", "fe80::1%2", "fe80::1%eth0/64", "[::1]",
	"::1]", ":::", "1::2::3", ":1", "1:", "::1:", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9",
	"1:2:3:4:5:6:7:8::9", "::12345", "::g", "fe80::1/129", "fe80::1/-1", "fe80::1/064",
	"fe80::1/", "::1/64/64", "::ffff:192.0.2", "::ffff:192.0.2.256", "::ffff:192.0.02.1",
	"::ffff:192.0.2.1.1", "192.0.2.1::", "::1 ", " ::1", "\xef\xbc\x91.1.1.1",
	"00000:0:0:0:0:0:0:1", "1234:1234:1234:1234:1234:1234:1234:1234:1234:1234:1234:1234",
	"0000:0000:0000:0000:0000:0000:255.255.255.2550",
};

static void no_addresses(void **state)
{
	struct netcfg *nc = *state;
	struct addr a;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(refused); i++) {
		error_begin(&nc->error, "parse", refused[i], NULL, NULL);
		if (addr_parse(nc, "address", refused[i], &a) != -EINVAL)
			fail_msg("\"%s\" is taken for an address", refused[i]);
		assert_int_equal(netcfg_addr_add(nc, "d0", refused[i], NULL), -EINVAL);
		assert_int_equal(netcfg_addr_delete(nc, "d0", refused[i], NULL), -EINVAL);
	}
	assert_int_equal(addr_parse(nc, "address", NULL, &a), -EINVAL);
	assert_nothing_sent();
}

static void addresses(void **state)
{
	static const struct {
		const char *text;
		int family;
		unsigned int prefix_len;
		bool given;
		const char *bytes;
	} table[] = {
		{ "10.0.0.1", AF_INET, 32, false, "\x0a\0\0\1" },
		{ "10.0.0.1/0", AF_INET, 0, true, "\x0a\0\0\1" },
		{ "10.0.0.1/9", AF_INET, 9, true, "\x0a\0\0\1" },
		{ "10.0.0.1/32", AF_INET, 32, true, "\x0a\0\0\1" },
		{ "255.255.255.255/31", AF_INET, 31, true, "\xff\xff\xff\xff" },
		{ "0.0.0.0", AF_INET, 32, false, "\0\0\0\0" },
		{ "::", AF_INET6, 128, false, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0" },
		{ "::/0", AF_INET6, 0, true, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0" },
		{ "fd00::1", AF_INET6, 128, false, "\xfd\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1" },
		{ "FD00::1/100", AF_INET6, 100, true, "\xfd\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1" },
		{ "1:2:3:4:5:6:7:8/128", AF_INET6, 128, true, "\0\1\0\2\0\3\0\4\0\5\0\6\0\7\0\x08" },
		{ "0001:2:3:4:5:6:7:8", AF_INET6, 128, false, "\0\1\0\2\0\3\0\4\0\5\0\6\0\7\0\x08" },
		{ "1::", AF_INET6, 128, false, "\0\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0" },
		{ "::ffff:192.0.2.1", AF_INET6, 128, false,
		  "\0\0\0\0\0\0\0\0\0\0\xff\xff\xc0\0\2\1" },
		{ "0000:0000:0000:0000:0000:ffff:255.255.255.255/64", AF_INET6, 64, true,
		  "\0\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff" },
	};
	struct addr a;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		memset(&a, 0xaa, sizeof(a));
		assert_int_equal(addr_parse(*state, "address", table[i].text, &a), 0);
		assert_int_equal(a.family, table[i].family);
		assert_int_equal(a.len, table[i].family == AF_INET6 ? 16 : 4);
		assert_int_equal(a.prefix_len, table[i].prefix_len);
		assert_int_equal(a.prefix_given, table[i].given);
		assert_memory_equal(a.bytes, table[i].bytes, a.len);
	}
}

static void comparing(void **state)
{
	struct addr a, b;

	assert_int_equal(addr_parse(*state, "a", "192.0.2.1/24", &a), 0);
	assert_int_equal(addr_parse(*state, "b", "192.0.2.1", &b), 0);
	assert_true(addr_equal(&a, &b));
	assert_false(addr_is_zero(&a));
	assert_int_equal(addr_parse(*state, "b", "192.0.2.2", &b), 0);
	assert_false(addr_equal(&a, &b));
	assert_int_equal(addr_parse(*state, "a", "0.0.0.0", &a), 0);
	assert_int_equal(addr_parse(*state, "b", "::", &b), 0);
	assert_true(addr_is_zero(&a));
	assert_true(addr_is_zero(&b));
	assert_false(addr_equal(&a, &b));
}

/* Configs that are refused before anything is sent. */
static void bad_configs(void **state)
{
	static const struct {
		const char *address;
		struct netcfg_addr_config config;
		int err;
	} table[] = {
		{ "0.0.0.0", { 0 }, -EINVAL },
		{ "0.0.0.0/8", { 0 }, -EINVAL },
		{ "10.0.0.1", { .flags = 1u << 6 }, -EINVAL },
		{ "10.0.0.1", { .flags = 1u << 31 }, -EINVAL },
		{ "10.0.0.1", { .flags = NETCFG_ADDR_HOMEADDRESS }, -EINVAL },
		{ "10.0.0.1", { .flags = NETCFG_ADDR_MANAGETEMPADDR }, -EINVAL },
		{ "10.0.0.1", { .protocol = 256 }, -ERANGE },
		{ "10.0.0.1", { .flags = NETCFG_ADDR_SCOPE, .scope = 256 }, -ERANGE },
		{ "10.0.0.1", { .flags = NETCFG_ADDR_LIFETIME }, -EINVAL },
		{ "10.0.0.1",
		  { .flags = NETCFG_ADDR_LIFETIME, .valid_lifetime = 1, .preferred_lifetime = 2 },
		  -EINVAL },
		{ "10.0.0.1", { .peer = "" }, -EINVAL },
		{ "10.0.0.1", { .peer = "10.0.0.2/33" }, -EINVAL },
		{ "10.0.0.1", { .peer = "::1" }, -EINVAL },
		{ "10.0.0.1/24", { .peer = "10.0.0.2/25" }, -EINVAL },
		{ "10.0.0.1", { .broadcast = "" }, -EINVAL },
		{ "10.0.0.1", { .broadcast = "+" }, -EINVAL },
		{ "10.0.0.1", { .broadcast = "10.0.0.255/24" }, -EINVAL },
		{ "10.0.0.1", { .broadcast = "::1" }, -EINVAL },
		{ "::1", { .broadcast = "auto" }, -EINVAL },
		{ "::1", { .broadcast = "10.0.0.1" }, -EINVAL },
		{ "::1", { .label = "x" }, -EINVAL },
		{ "10.0.0.1", { .label = "" }, -ERANGE },
		{ "10.0.0.1", { .label = "0123456789abcdef" }, -ERANGE },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		struct netcfg_addr_config config = table[i].config;

		config.size = sizeof(config);
		assert_int_equal(netcfg_addr_add(*state, "d0", table[i].address, &config),
				 table[i].err);
		assert_int_equal(netcfg_addr_replace(*state, "d0", table[i].address, &config),
				 table[i].err);
		assert_int_equal(netcfg_addr_delete(*state, "d0", table[i].address, &config),
				 table[i].err);
	}
	assert_nothing_sent();
}

/* The IFA_BROADCAST that is sent; 0 if none is. */
static uint32_t broadcast_with(struct netcfg *nc, const char *address,
			       const struct netcfg_addr_config *config)
{
	const struct fake_request *r;
	struct fake_request last;
	uint32_t value = 0;
	size_t at;

	assert_int_equal(netcfg_addr_add(nc, "d0", address, config), 0);
	last = fake_request(RTM_NEWADDR, fake_count(RTM_NEWADDR) - 1);
	r = &last;
	for (at = NLMSG_LENGTH(sizeof(struct ifaddrmsg)); at < r->len; at += 8) {
		if (r->bytes[at + 2] != IFA_BROADCAST)
			continue;
		memcpy(&value, r->bytes + at + 4, sizeof(value));
	}
	return value;
}

static void broadcasts(void **state)
{
	static const struct {
		const char *address, *broadcast;
		uint8_t sent[4];
	} table[] = {
		{ "10.1.2.3/0", "auto", { 255, 255, 255, 255 } },
		{ "10.1.2.3/1", "auto", { 127, 255, 255, 255 } },
		{ "10.1.2.3/8", "auto", { 10, 255, 255, 255 } },
		{ "10.1.2.3/23", "auto", { 10, 1, 3, 255 } },
		{ "10.1.2.3/24", "auto", { 10, 1, 2, 255 } },
		{ "10.1.2.129/25", "auto", { 10, 1, 2, 255 } },
		{ "10.1.2.2/29", "auto", { 10, 1, 2, 7 } },
		{ "10.1.2.0/30", "auto", { 10, 1, 2, 3 } },
		{ "10.1.2.3/30", "auto", { 10, 1, 2, 3 } },
		{ "10.1.2.3/31", "auto", { 0 } },
		{ "10.1.2.3/32", "auto", { 0 } },
		{ "10.1.2.3", "auto", { 0 } },
		{ "10.1.2.3/24", NULL, { 0 } },
		{ "10.1.2.3/24", "0.0.0.0", { 0 } },
		{ "10.1.2.3/24", "1.2.3.4", { 1, 2, 3, 4 } },
	};
	uint32_t want, sent;
	size_t i;

	fake_link("d0", 3);
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		memcpy(&want, table[i].sent, sizeof(want));
		sent = broadcast_with(*state, table[i].address,
				      ADDR_CONFIG(.broadcast = table[i].broadcast));
		assert_memory_equal(&sent, &want, sizeof(want));
	}
}

/* The prefix is the peer's, so its last address is too, as `ip` has it. */
static void broadcast_of_peer(void **state)
{
	static const uint8_t want[] = { 198, 51, 100, 255 };
	const struct netcfg_addr_config *config =
		ADDR_CONFIG(.peer = "198.51.100.2/24", .broadcast = "auto");
	uint32_t sent;

	fake_link("d0", 3);
	sent = broadcast_with(*state, "192.0.2.1", config);
	assert_memory_equal(&sent, want, sizeof(want));
}

static void bad_families(void **state)
{
	static const int families[] = { -1, AF_UNIX, AF_DECnet, AF_BRIDGE, 256 + AF_INET, INT_MAX };
	struct netcfg_addr_list *list;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(families); i++) {
		assert_int_equal(netcfg_addr_list(*state, "d0", families[i], &list), -EINVAL);
		assert_int_equal(netcfg_addr_flush(*state, "d0", families[i]), -EINVAL);
	}
	assert_int_equal(netcfg_addr_list(*state, NULL, AF_INET, NULL), -EINVAL);
	assert_nothing_sent();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(no_addresses),
		handle_test(addresses),
		handle_test(comparing),
		handle_test(bad_configs),
		handle_test(broadcasts), handle_test(broadcast_of_peer),
		handle_test(bad_families),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
