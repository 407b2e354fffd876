/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* MAC addresses as text. */
#include "handle.h"
#include "mac.h"
#include "unit/support/unit.h"

static void good(void **state)
{
	unsigned char mac[6];

	assert_int_equal(mac_parse(*state, "link", "02:00:00:00:00:01", mac), 0);
	assert_memory_equal(mac, "\x02\0\0\0\0\x01", 6);
	assert_int_equal(mac_parse(*state, "link", "fE:Dc:bA:98:76:54", mac), 0);
	assert_memory_equal(mac, "\xfe\xdc\xba\x98\x76\x54", 6);
	assert_int_equal(mac_parse(*state, "link", "00:00:00:00:00:01", mac), 0);
	assert_int_equal(mac_parse(*state, "link", "aa:bb:cc:dd:ee:ff", mac), 0);
	assert_memory_equal(mac, "\xaa\xbb\xcc\xdd\xee\xff", 6);
}

static void bad(void **state)
{
	static const char *const texts[] = {
		"",
		"0",
		"02",
		"02:",
		"02:00:00:00:00",
		"02:00:00:00:00:",
		"02:00:00:00:00:0",
		"02:00:00:00:00:01:",
		"02:00:00:00:00:01:02:03",
		"2:00:00:00:00:001",
		"02-00-00-00-00-01",
		"0200.0000.0001",
		"020000000001",
		"02:00:00:00:00:0g",
		"g2:00:00:00:00:01",
		"02:00:00:00:00:01 ",
		" 2:00:00:00:00:01",
		"02:00:00:00:00: 1",
		"0x:00:00:00:00:01",
		"-2:00:00:00:00:01",
		"02:00:00:00 00:01",
		"02:00:00:00:00:\xc3\xa9",
		"02 00 00 00 00 01",
		"02:00:00:00:00:01\n",
		"@2:00:00:00:00:01",
		"`2:00:00:00:00:01",
		"/2:00:00:00:00:01",
		"02::00:00:00:0001",
	};
	struct netcfg *nc = *state;
	unsigned char mac[6];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		if (mac_parse(nc, "link", texts[i], mac) != -EINVAL)
			fail_msg("\"%s\" is taken for a MAC", texts[i]);
		assert_int_equal(netcfg_link_set_mac(nc, "v0", texts[i]), -EINVAL);
		assert_int_equal(netcfg_dummy_create(nc, "v0", LINK_CONFIG(.mac = texts[i])),
				 -EINVAL);
	}
	assert_nothing_sent();
}

/* However long it is, what is wrong with it is said. */
static void much_too_long(void **state)
{
	char text[5000];
	struct netcfg *nc = *state;

	memset(text, 'a', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(netcfg_link_set_mac(nc, "v0", text), -EINVAL);
	assert_says(nc, "is not six pairs");
	assert_int_equal(netcfg_addr_add(nc, "v0", text, NULL), -EINVAL);
	assert_says(nc, "is no address");
}

/* Well formed, but no link can have it: told as such, and not sent (B18). */
static void b18_unusable(void **state)
{
	static const char *const texts[] = { "00:00:00:00:00:00", "01:00:00:00:00:00",
					     "4B:8B:00:00:00:01", "e7:d1:00:00:00:01",
					     "ff:ff:ff:ff:ff:ff" };
	struct netcfg *nc = *state;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		assert_int_equal(netcfg_link_set_mac(nc, "v0", texts[i]), -EADDRNOTAVAIL);
		assert_says(nc, i ? "is a multicast address" : "mac is zero");
		assert_int_equal(
			netcfg_veth_create(nc, "v0", "v1", NULL, LINK_CONFIG(.mac = texts[i])),
			-EADDRNOTAVAIL);
		assert_says(nc, "peer.mac");
	}
	assert_nothing_sent();
}

static void formatting(void **state)
{
	const unsigned char mac[3] = { 0x0a, 0xff, 0 };
	char text[10];
	size_t size;

	(void)state;
	mac_format(mac, 3, text, 9);
	assert_string_equal(text, "0a:ff:00");
	mac_format(mac, 1, text, 9);
	assert_string_equal(text, "0a");
	mac_format(mac, 0, text, 9);
	assert_string_equal(text, "");
	/* Whole or not at all, and never beyond the end. */
	for (size = 1; size < 9; size++) {
		memset(text, 'x', sizeof(text));
		mac_format(mac, 3, text, size);
		assert_string_equal(text, "");
		assert_int_equal(text[size], 'x');
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(good),
		handle_test(bad),
		handle_test(much_too_long),
		handle_test(b18_unusable),
		cmocka_unit_test(formatting),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
