/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Order, names and MACs of NICs, and configurations that could not work. */
#include "unit/lxc_net/parsed.h"
#include "unit/support/unit.h"

static void take(struct parsed *parsed, const char *text)
{
	plan_text(parsed, text);
	if (parsed->err)
		print_error("%s\n", parsed->said);
	assert_int_equal(parsed->err, 0);
}

static void check_names(const char *text, const char *const *names)
{
	struct parsed parsed;

	take(&parsed, text);
	for (size_t i = 0; i < parsed.config.count; i++)
		assert_string_equal(parsed.config.nics[i].name, names[i]);
	parsed_free(&parsed);
}

static void test_names_and_order(void **state)
{
	(void)state;
	check_names("lxc.net.5.type = veth\nlxc.net.2.type = veth\nlxc.net.5.name = a\n"
		    "lxc.net.0.type = veth\n",
		    (const char *[]){ "eth0", "eth1", "a" });
	/* What the file names is nobody else's. */
	check_names("lxc.net.0.type = veth\nlxc.net.1.type = veth\nlxc.net.1.name = eth0\n"
		    "lxc.net.2.type = veth\n",
		    (const char *[]){ "eth1", "eth0", "eth2" });
	check_names("lxc.net.0.type = veth\nlxc.net.0.name = lan%d\nlxc.net.1.type = veth\n"
		    "lxc.net.1.name = lan%d\nlxc.net.2.type = veth\nlxc.net.2.name = lan0\n"
		    "lxc.net.3.type = veth\nlxc.net.3.name = %dx\n",
		    (const char *[]){ "lan1", "lan2", "lan0", "0x" });
	check_names("lxc.net.0.type = phys\nlxc.net.0.link = eth0\nlxc.net.1.type = veth\n",
		    (const char *[]){ "eth0", "eth1" });
	/* 'empty' has no link. */
	check_names("lxc.net.0.type = empty\nlxc.net.1.type = veth\n",
		    (const char *[]){ "", "eth0" });
}

static void test_names_taken(void **state)
{
	(void)state;
	assert_refused("lxc.net.0.type = veth\nlxc.net.1.type = veth\nlxc.net.1.name = a\n"
		       "lxc.net.0.name = a\n",
		       4, "has the name");
	assert_refused("lxc.net.0.type = veth\nlxc.net.0.veth.pair = a\nlxc.net.1.type = veth\n"
		       "lxc.net.1.veth.pair = a\n",
		       4, "has the pair");
	assert_refused("lxc.net.0.type = phys\nlxc.net.0.link = a\nlxc.net.1.type = veth\n"
		       "lxc.net.1.name = a\n",
		       4, "has the name");
	assert_refused("lxc.net.0.type = veth\nlxc.net.0.name = lo\n", 2, "taken");
	/* One of two that no number makes different: "fourteen-byte%d" has room for 0 to 9. */
	assert_taken("lxc.net.0.type = veth\nlxc.net.0.name = fourteen-bytes%d\n");
	assert_refused("lxc.net.0.type = veth\nlxc.net.0.name = fourteen-bytes0\n"
		       "lxc.net.1.type = veth\nlxc.net.1.name = fourteen-bytes1\n"
		       "lxc.net.2.type = veth\nlxc.net.2.name = fourteen-bytes2\n"
		       "lxc.net.3.type = veth\nlxc.net.3.name = fourteen-bytes3\n"
		       "lxc.net.4.type = veth\nlxc.net.4.name = fourteen-bytes4\n"
		       "lxc.net.5.type = veth\nlxc.net.5.name = fourteen-bytes5\n"
		       "lxc.net.6.type = veth\nlxc.net.6.name = fourteen-bytes6\n"
		       "lxc.net.7.type = veth\nlxc.net.7.name = fourteen-bytes7\n"
		       "lxc.net.8.type = veth\nlxc.net.8.name = fourteen-bytes8\n"
		       "lxc.net.9.type = veth\nlxc.net.9.name = fourteen-bytes9\n"
		       "lxc.net.10.type = veth\nlxc.net.10.name = fourteen-bytes%d\n",
		       22, "no name is left");
	/* The same name inside and out is two links. */
	assert_taken("lxc.net.0.type = veth\nlxc.net.0.veth.pair = a\nlxc.net.0.name = a\n");
}

static void test_chosen(void **state)
{
	struct parsed parsed;
	const struct nic *nic;

	(void)state;
	take(&parsed, "lxc.net.0.type = veth\nlxc.net.0.hwaddr = 0X:16:3e:xx:Xx:aX\n"
		      "lxc.net.1.type = veth\nlxc.net.2.type = veth\nlxc.net.2.veth.pair = mine\n");
	nic = parsed.config.nics;
	/* The digits are 0, 1, 2... of which the second must be even. */
	assert_string_equal(nic[0].mac, "00:16:3e:67:89:ab");
	assert_string_equal(nic[1].mac, "");
	for (int i = 0; i < 3; i++)
		assert_memory_equal(nic[i].outer_mac, "fe:", 3);
	assert_string_not_equal(nic[0].outer_mac, nic[1].outer_mac);
	assert_int_equal(strlen(nic[0].pair), 10);
	assert_memory_equal(nic[0].pair, "veth", 4);
	assert_string_not_equal(nic[0].pair, nic[1].pair);
	assert_string_equal(nic[2].pair, "mine");
	parsed_free(&parsed);
}

static int no_random(unsigned char *bytes, size_t length)
{
	(void)bytes;
	(void)length;
	return -ENOSYS;
}

/* Always the same: two pairs would have one name. */
static int poor_random(unsigned char *bytes, size_t length)
{
	memset(bytes, 0xff, length);
	return 0;
}

static void swallow(void *userdata, const char *text)
{
	(void)text;
	++*(int *)userdata;
}

static void test_random(void **state)
{
	int said = 0;
	const struct say say = { .file = "f", .put = swallow, .userdata = &said };
	struct parsed parsed;
	unsigned char bytes[12] = { 0 };
	char mac[] = "xx:xx:xx:xx:xx:xx";

	(void)state;
	parse_text(&parsed, "lxc.net.0.type = veth\nlxc.net.1.type = veth\n");
	assert_int_equal(plan_make(&parsed.config, no_random, &say), -ENOSYS);
	assert_int_equal(said, 1);
	parsed_free(&parsed);
	parse_text(&parsed, "lxc.net.0.type = veth\nlxc.net.1.type = veth\n");
	assert_int_equal(plan_make(&parsed.config, poor_random, &say), -EEXIST);
	parsed_free(&parsed);
	/* No group's address, and not that of nobody. */
	mac_fill(mac, bytes);
	assert_string_equal(mac, "00:00:00:00:00:01");
	strcpy(mac, "xx:xx:xx:xx:xx:xx");
	memset(bytes, 0xff, sizeof(bytes));
	mac_fill(mac, bytes);
	assert_string_equal(mac, "fe:ff:ff:ff:ff:ff");
	assert_int_equal(plan_random_bytes(bytes, sizeof(bytes)), 0);
}

static void test_incomplete(void **state)
{
	(void)state;
	assert_refused("lxc.net.0.type = veth\nlxc.net.3.link = a\n", 2, "no type");
	assert_refused("lxc.net.0.type = veth\nlxc.net.0.type =\n", 1, "no type");
	assert_refused("lxc.net.0.type = vlan\nlxc.net.0.link = a\n", 1, "vlan.id");
	assert_refused("lxc.net.0.type = vlan\nlxc.net.0.vlan.id = 1\n", 1, "needs a link");
	assert_refused("\nlxc.net.0.type = macvlan\n", 2, "needs a link");
	assert_refused("lxc.net.0.type = ipvlan\n", 1, "needs a link");
	assert_refused("lxc.net.0.type = phys\n", 1, "needs a link");
	assert_refused("lxc.net.0.type = ipvlan\nlxc.net.0.link = a\n"
		       "lxc.net.0.hwaddr = 02:00:00:00:00:01\n",
		       3, "its link's hwaddr");
	assert_refused("lxc.net.0.type = phys\nlxc.net.0.link = eth+\n", 2, "no link was found");
}

#define UP      "lxc.net.0.type = veth\nlxc.net.0.flags = up\nlxc.net.0.link = a\n"
#define ADDRESS "lxc.net.0.ipv4.address = 10.0.0.2/24\n"

static void test_gateways(void **state)
{
	(void)state;
	assert_taken(UP ADDRESS "lxc.net.0.ipv4.gateway = 10.0.0.1\n");
	assert_taken(UP ADDRESS "lxc.net.0.ipv4.gateway = 169.254.0.1\n");
	assert_taken(UP ADDRESS "lxc.net.0.ipv4.gateway = auto\n");
	assert_taken(UP ADDRESS "lxc.net.0.ipv4.gateway = dev\n");
	assert_taken(UP "lxc.net.0.ipv6.gateway = fe80::1\n");
	assert_refused(UP "lxc.net.0.ipv6.gateway = 2001:db8::1\n", 4, "needs an IPv6 address");
	assert_refused(UP ADDRESS "lxc.net.0.ipv6.gateway = dev\n", 5, "needs an IPv6 address");
	assert_refused(UP "lxc.net.0.ipv4.gateway = 10.0.0.1\n", 4, "needs an IPv4 address");
	assert_refused(UP ADDRESS "lxc.net.0.ipv4.gateway = 10.0.0.1\nlxc.net.0.flags =\n", 5,
		       "flags");
	assert_refused(UP ADDRESS "lxc.net.0.ipv4.gateway = auto\nlxc.net.0.link =\n", 5,
		       "needs a link");
	assert_refused(UP "lxc.net.0.type = ipvlan\n" ADDRESS "lxc.net.0.ipv4.gateway = auto\n", 6,
		       "veth and macvlan");
	assert_refused(UP ADDRESS "lxc.net.0.ipv4.gateway = 10.0.0.1\nlxc.net.1.type = veth\n"
				  "lxc.net.1.flags = up\nlxc.net.1.ipv4.address = 10.1.0.2/24\n"
				  "lxc.net.1.ipv4.gateway = dev\n",
		       9, "has an IPv4 gateway");
}

static void test_reaches(void **state)
{
	struct parsed parsed;
	struct address gateway;
	const struct nic *nic;
	static const struct {
		const char *text;
		bool reached;
	} table[] = {
		{ "10.0.0.1", true },     { "10.0.0.127", true }, { "10.0.0.128", false },
		{ "10.0.1.1", false },    { "192.0.2.9", true },  { "192.0.2.8", false },
		{ "169.254.0.1", false },
	};

	(void)state;
	take(&parsed, UP "lxc.net.0.ipv4.address = 10.0.0.2/25\n"
			 "lxc.net.0.ipv4.address = 192.0.2.9/32\n"
			 "lxc.net.0.ipv6.address = 2001:db8::2/61\n");
	nic = parsed.config.nics;
	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		assert_int_equal(value_address(table[i].text, AF_INET, &gateway), 0);
		assert_int_equal(nic_reaches(nic, V4, &gateway), table[i].reached);
	}
	assert_int_equal(value_address("2001:db8:0:7::1", AF_INET6, &gateway), 0);
	assert_true(nic_reaches(nic, V6, &gateway));
	assert_int_equal(value_address("2001:db8:0:8::1", AF_INET6, &gateway), 0);
	assert_false(nic_reaches(nic, V6, &gateway));
	assert_int_equal(value_address("fe80::1", AF_INET6, &gateway), 0);
	assert_true(nic_reaches(nic, V6, &gateway));
	parsed_free(&parsed);
}

static void test_none_and_empty(void **state)
{
	struct parsed parsed;

	(void)state;
	take(&parsed, "lxc.net.0.type = none\nlxc.net.1.type = none\n");
	assert_true(plan_shares_host(&parsed.config));
	assert_false(plan_wants_lo(&parsed.config));
	parsed_free(&parsed);
	take(&parsed, "");
	assert_false(plan_shares_host(&parsed.config));
	parsed_free(&parsed);
	take(&parsed, "lxc.net.0.type = empty\nlxc.net.0.flags = up\n");
	assert_false(plan_shares_host(&parsed.config));
	assert_true(plan_wants_lo(&parsed.config));
	parsed_free(&parsed);
	assert_noted("lxc.net.0.type = empty\nlxc.net.1.type = none\n", 2, "no effect");
	assert_noted("lxc.net.0.type = empty\nlxc.net.0.ipv4.address = 10.0.0.1/8\n", 1,
		     "only its flags");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names_and_order), cmocka_unit_test(test_names_taken),
		cmocka_unit_test(test_chosen),          cmocka_unit_test(test_random),
		cmocka_unit_test(test_incomplete),      cmocka_unit_test(test_gateways),
		cmocka_unit_test(test_reaches),         cmocka_unit_test(test_none_and_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
