/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The values of LXC's network keys, and texts that only look like them. */
#include "unit/lxc_net/parsed.h"
#include "unit/support/unit.h"

/* One line for a NIC, of the type that the key needs. */
static const char *config_of(const char *type, const char *key, const char *value)
{
	static char text[4096];

	snprintf(text, sizeof(text), "lxc.net.0.type = %s\nlxc.net.0.%s = %s\n", type, key, value);
	return text;
}

static const struct {
	const char *type, *key, *value;
} bad[] = {
	{ "veth", "type", "vethx" },
	{ "veth", "type", "Veth" },
	{ "veth", "type",
	  "phys "
	  "veth" },
	{ "veth", "link", "a b" },
	{ "veth", "link", "br%d" },
	{ "veth", "link", "a/b" },
	{ "veth", "link", ".." },
	{ "veth", "name", "sixteen-bytes-16" },
	{ "veth", "name", "a/b" },
	{ "veth", "name", "a:b" },
	{ "veth", "name", "eth%s" },
	{ "veth", "name", "eth%" },
	{ "veth", "name", "%d%d" },
	{ "veth", "name", "eth0 # lan" },
	{ "veth", "hwaddr", "02:00:00:00:00" },
	{ "veth", "hwaddr", "02:00:00:00:00:01:02" },
	{ "veth", "hwaddr", "02-00-00-00-00-01" },
	{ "veth", "hwaddr", "02:00:00:00:00:0g" },
	{ "veth", "hwaddr", "03:00:00:00:00:01" },
	{ "veth", "hwaddr", "xB:xx:xx:xx:xx:xx" },
	{ "veth", "hwaddr", "ff:ff:ff:ff:ff:ff" },
	{ "veth", "hwaddr", "00:00:00:00:00:00" },
	{ "veth", "mtu", "0" },
	{ "veth", "mtu", "-1" },
	{ "veth", "mtu",
	  "1500 "
	  "bytes" },
	{ "veth", "mtu", "0x5dc" },
	{ "veth", "mtu", "2147483648" },
	{ "veth", "mtu", "99999999999999999999999999" },
	{ "veth", "veth.pair", "sixteen-bytes-16" },
	{ "veth", "veth.pair", "ve%d" },
	{ "veth", "veth.mode", "routed" },
	{ "vlan", "vlan.id", "4095" },
	{ "vlan", "vlan.id", "65536" },
	{ "vlan", "vlan.id", "-1" },
	{ "vlan", "vlan.id", "1 2" },
	{ "macvlan", "macvlan.mode", "vepa,bridge" },
	{ "macvlan", "macvlan.mode", "source" },
	{ "ipvlan", "ipvlan.mode", "L3" },
	{ "ipvlan", "ipvlan.isolation", "none" },
	{ "veth", "ipv4.address", "dhcp" },
	{ "veth", "ipv4.address", "auto" },
	{ "veth", "ipv4.address", "none" },
	{ "veth", "ipv4.address", "10.0.0.1/33" },
	{ "veth", "ipv4.address", "10.0.0.1/0" },
	{ "veth", "ipv4.address", "10.0.0.1/" },
	{ "veth", "ipv4.address", "10.0.0.1/024" },
	{ "veth", "ipv4.address", "10.0.0.1/255.255.255.0" },
	{ "veth", "ipv4.address", "10.0.0/24" },
	{ "veth", "ipv4.address", "010.0.0.1/24" },
	{ "veth", "ipv4.address", "10.0.0.1/24# text" },
	{ "veth", "ipv4.address", "10.0.0.1/24 # text" },
	{ "veth", "ipv4.address", "10.0.0.1/24 10.0.0.255/24" },
	{ "veth", "ipv4.address", "10.0.0.1/24 10.0.0.255 10.0.0.254" },
	{ "veth", "ipv4.address", "10.0.0.1/24 auto" },
	{ "veth", "ipv4.address", "2001:db8::1/64" },
	{ "veth", "ipv4.address", "0.0.0.0/8" },
	{ "veth", "ipv4.address", "224.0.0.1/24" },
	{ "veth", "ipv4.address", "255.255.255.255/32" },
	{ "veth", "ipv4.address", "240.0.0.1" },
	{ "veth", "ipv6.address", "10.0.0.1/24" },
	{ "veth", "ipv6.address", "2001:db8::1/129" },
	{ "veth", "ipv6.address", "2001:db8::1/0" },
	{ "veth", "ipv6.address", "2001:db8::1%eth0/64" },
	{ "veth", "ipv6.address", "2001:db8::g/64" },
	{ "veth", "ipv6.address", "::/64" },
	{ "veth", "ipv6.address", "::1/128" },
	{ "veth", "ipv6.address", "ff02::1/64" },
	{ "veth", "ipv4.gateway", "Auto" },
	{ "veth", "ipv4.gateway", "10.0.0.1/24" },
	{ "veth", "ipv4.gateway", "0.0.0.0" },
	{ "veth", "ipv4.gateway", "fe80::1" },
	{ "veth", "ipv6.gateway", "10.0.0.1" },
	{ "veth", "ipv6.gateway", "fe80::1%eth0" },
	{ "veth", "veth.ipv4.route", "10.0.0.0" },
	{ "veth", "veth.ipv4.route", "10.0.0.1/24" },
	{ "veth", "veth.ipv6.route", "2001:db8::1/64" },
	{ "veth", "veth.ipv6.route", "2001:db8::" },
	/* Words of nobody, and those that are not done. */
	{ "veth", "ipv4", "10.0.0.1/24" },
	{ "veth", "ipv4.dns", "10.0.0.1" },
	{ "veth", "ipv4.netmask", "255.255.255.0" },
	{ "veth", "hostname", "web" },
	{ "veth", "script.up", "/x" },
	{ "veth", "script.down", "/x" },
	{ "ipvlan", "l2proxy", "1" },
	{ "veth", "veth.vlan.id", "5" },
	{ "veth", "veth.vlan.tagged.id", "5" },
	{ "veth", "types", "veth" },
	{ "veth", "", "veth" },
};

static void test_bad_values(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_refused(config_of(bad[i].type, bad[i].key, bad[i].value), 2, "");
}

static const struct {
	const char *key, *value;
} good[] = {
	{ "link", "br0" },
	{ "link", "a-name-of-more-than-15-bytes" },
	{ "link", "eth0+" },
	{ "link", "+" },
	{ "name", "fifteen-bytes15" },
	{ "name", "lan%d" },
	{ "name", "%d" },
	{ "name", "type" },
	{ "hwaddr", "02:16:3E:xx:XX:xX" },
	{ "hwaddr", "xx:xx:xx:xx:xx:xx" },
	{ "hwaddr", "00:00:00:00:00:01" },
	{ "mtu", "1" },
	{ "mtu", "2147483647" },
	{ "flags", "up" },
	{ "veth.pair", "fifteen-bytes15" },
	{ "veth.mode", "bridge" },
	{ "veth.mode", "router" },
	{ "veth.ipv4.route", "0.0.0.0/0" },
	{ "veth.ipv4.route", "10.0.0.1/32" },
	{ "veth.ipv4.route", "10.0.0.128/25" },
	{ "veth.ipv6.route", "2001:db8::/32" },
	{ "ipv4.address", "10.0.0.1/32" },
	{ "ipv4.address", "10.0.0.1/1" },
	{ "ipv4.address", "240.0.0.1/8" },
	{ "ipv4.address", "10.0.0.1/24  10.0.0.254" },
	{ "ipv6.address", "2001:db8::1" },
	{ "ipv6.address", "fe80::1/64" },
	{ "ipv6.address", "::ffff:192.0.2.1/128" },
	{ "script.up", "" },
	{ "l2proxy", "" },
	{ "vlan.id", "" },
};

static void test_good_values(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(good); i++)
		assert_taken(config_of("veth", good[i].key, good[i].value));
	assert_taken("lxc.net.0.type = vlan\nlxc.net.0.vlan.id = 0\nlxc.net.0.link = a\n");
	assert_taken("lxc.net.0.type = vlan\nlxc.net.0.vlan.id = 4094\nlxc.net.0.link = a\n");
	/* LXC takes any value. */
	assert_noted(config_of("veth", "flags", "down"), 2, "\"up\"");
}

/* Each in turn, cut after each byte and with each byte changed: no crash, and one line said. */
static void test_hostile_values(void **state)
{
	static const char *const texts[] = {
		"lxc.net.0.type = veth\nlxc.net.0.ipv4.address = 10.0.0.1/24 10.0.0.255\n"
		"lxc.net.0.hwaddr = 02:xx:xx:xx:xx:xx\nlxc.net.12.type=\"phys\"\nlxc.net =\n",
		"lxc.network.type = veth\nlxc.network.0.ipv6.gateway = fe80::1\r\nlxc.network.=x\n",
	};
	struct parsed parsed;
	char copy[256];

	(void)state;
	for (size_t t = 0; t < ARRAY_SIZE(texts); t++) {
		const size_t length = strlen(texts[t]);

		for (size_t i = 0; i < length; i++) {
			parse_bytes(&parsed, texts[t], i);
			parsed_free(&parsed);
			for (unsigned int byte = 0; byte < 256; byte++) {
				memcpy(copy, texts[t], length);
				copy[i] = (char)byte;
				parse_bytes(&parsed, copy, length);
				assert_int_equal(parsed.err < 0, parsed.err != 0);
				assert_true(!parsed.err || *parsed.said);
				parsed_free(&parsed);
			}
		}
	}
}

/* Longer than any room for it, everywhere. */
static void test_long_values(void **state)
{
	static const char *const keys[] = {
		"type",         "link",         "name",         "hwaddr",
		"mtu",          "veth.pair",    "veth.mode",    "ipv4.address",
		"ipv6.address", "ipv4.gateway", "ipv6.gateway", "veth.ipv4.route",
	};
	static char value[3000];

	(void)state;
	memset(value, '1', sizeof(value) - 1);
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		assert_refused(config_of("veth", keys[i], value), 2, keys[i]);
	memset(value, '0', sizeof(value) - 1);
	assert_refused(config_of("veth", "ipv4.address", value), 2, "");
	assert_refused(config_of("veth", value, "x"), 2, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bad_values),
		cmocka_unit_test(test_good_values),
		cmocka_unit_test(test_hostile_values),
		cmocka_unit_test(test_long_values),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
