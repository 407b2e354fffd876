/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which NIC a key of LXC's is about, what clears what, and the older keys. */
#include "unit/lxc_net/parsed.h"
#include "unit/support/unit.h"

static const struct nic *nic_of(const struct parsed *parsed, unsigned int index)
{
	for (size_t i = 0; i < parsed->config.count; i++)
		if (parsed->config.nics[i].index == index)
			return &parsed->config.nics[i];
	return NULL;
}

/* Parse what must be right. */
static void take(struct parsed *parsed, const char *text)
{
	parse_text(parsed, text);
	if (parsed->err)
		print_error("%s\n", parsed->said);
	assert_int_equal(parsed->err, 0);
}

static void test_indexes(void **state)
{
	struct parsed parsed;

	(void)state;
	take(&parsed, "lxc.net.5.type = veth\nlxc.net.0.link = br0\nlxc.net.5.name = a\n"
		      "lxc.net.007.name = b\nlxc.net.2147483391.name = c\n");
	assert_int_equal(parsed.config.count, 4);
	assert_string_equal(nic_of(&parsed, 5)->name, "a");
	assert_string_equal(nic_of(&parsed, 0)->link, "br0");
	assert_string_equal(nic_of(&parsed, 7)->name, "b");
	assert_int_equal(nic_of(&parsed, 5)->line, 1);
	assert_int_equal(nic_of(&parsed, 0)->line, 2);
	parsed_free(&parsed);
	assert_refused("lxc.net.2147483392.name = c\n", 1, "unsupported");
	assert_refused("lxc.net.99999999999999999999.name = c\n", 1, "unsupported");
	assert_refused("lxc.net.-1.name = c\n", 1, "unsupported");
	assert_refused("lxc.net.0x1.name = c\n", 1, "unsupported");
	assert_refused("lxc.net.name = c\n", 1, "unsupported");
	assert_refused("lxc.net..name = c\n", 1, "unsupported");
	assert_refused("lxc.net.0 = c\n", 1, "unsupported");
	assert_refused("lxc.net.0. = c\n", 1, "unsupported");
	assert_refused("lxc.net. = c\n", 1, "unsupported");
	assert_refused("lxc.net = c\n", 1, "with a value");
}

static void test_empty_clears(void **state)
{
	struct parsed parsed;
	const struct nic *nic;

	(void)state;
	take(&parsed, "lxc.net.0.type = veth\nlxc.net.0.link = a\nlxc.net.0.name = b\n"
		      "lxc.net.0.hwaddr = 02:00:00:00:00:01\nlxc.net.0.mtu = 1400\n"
		      "lxc.net.0.flags = up\nlxc.net.0.veth.pair = c\n"
		      "lxc.net.0.ipv4.address = 10.0.0.1/24\nlxc.net.0.ipv4.gateway = auto\n"
		      "lxc.net.0.veth.mode = router\nlxc.net.0.veth.ipv4.route = 10.1.0.0/24\n"
		      "lxc.net.0.link =\nlxc.net.0.name =\nlxc.net.0.hwaddr =\nlxc.net.0.mtu =\n"
		      "lxc.net.0.flags =\nlxc.net.0.veth.pair =\nlxc.net.0.ipv4.address =\n"
		      "lxc.net.0.ipv4.gateway =\nlxc.net.0.veth.mode =\n"
		      "lxc.net.0.veth.ipv4.route =\nlxc.net.0.macvlan.mode =\n");
	nic = nic_of(&parsed, 0);
	assert_string_equal(nic->link, "");
	assert_string_equal(nic->name, "");
	assert_string_equal(nic->mac, "");
	assert_string_equal(nic->pair, "");
	assert_int_equal(nic->mtu, 0);
	assert_false(nic->up);
	assert_false(nic->router);
	assert_int_equal(nic->addresses[V4].count, 0);
	assert_int_equal(nic->routes[V4].count, 0);
	assert_int_equal(nic->gateways[V4].kind, GATEWAY_NONE);
	assert_int_equal(nic->type, NIC_VETH);
	parsed_free(&parsed);
}

static void test_clear_whole_nics(void **state)
{
	struct parsed parsed;

	(void)state;
	take(&parsed, "lxc.net.0.type = veth\nlxc.net.1.type = phys\nlxc.net.2.type = empty\n"
		      "lxc.net.1.ipv4.address = 10.0.0.1/24\nlxc.net.1 =\nlxc.net.9 =\n");
	assert_int_equal(parsed.config.count, 2);
	assert_null(nic_of(&parsed, 1));
	assert_int_equal(nic_of(&parsed, 2)->type, NIC_EMPTY);
	parsed_free(&parsed);
	take(&parsed, "lxc.net.0.type = veth\nlxc.net.1.type = phys\nlxc.net =\n"
		      "lxc.net.3.type = empty\n");
	assert_int_equal(parsed.config.count, 1);
	assert_int_equal(nic_of(&parsed, 3)->type, NIC_EMPTY);
	parsed_free(&parsed);
}

/* What goes with a type is set after it, and goes with it. */
static void test_type_rules(void **state)
{
	struct parsed parsed;
	const struct nic *nic;

	(void)state;
	assert_refused("lxc.net.0.macvlan.mode = bridge\nlxc.net.0.type = macvlan\n", 1, "macvlan");
	assert_refused("lxc.net.0.type = veth\nlxc.net.0.vlan.id = 5\n", 2, "vlan");
	assert_refused("lxc.net.0.type = phys\nlxc.net.0.veth.pair = a\n", 2, "veth");
	assert_refused("lxc.net.0.type = macvlan\nlxc.net.0.ipvlan.mode = l2\n", 2, "ipvlan");
	take(&parsed, "lxc.net.0.type = veth\nlxc.net.0.veth.pair = a\nlxc.net.0.link = b\n"
		      "lxc.net.0.veth.mode = router\nlxc.net.0.veth.ipv6.route = 2001:db8::/64\n"
		      "lxc.net.0.type = veth\n");
	nic = nic_of(&parsed, 0);
	assert_string_equal(nic->pair, "");
	assert_false(nic->router);
	assert_int_equal(nic->routes[V6].count, 0);
	assert_string_equal(nic->link, "b");
	parsed_free(&parsed);
	/* Twice in one file, as LXC's own example has it: the second is another try. */
	take(&parsed, "lxc.net.0.type = veth\nlxc.net.0.type = macvlan\n"
		      "lxc.net.0.macvlan.mode = vepa\n");
	assert_int_equal(nic_of(&parsed, 0)->type, NIC_MACVLAN);
	assert_int_equal(nic_of(&parsed, 0)->macvlan_mode, NETCFG_MACVLAN_VEPA);
	parsed_free(&parsed);
}

static void test_addresses_add_up(void **state)
{
	struct parsed parsed;
	const struct nic *nic;

	(void)state;
	take(&parsed, "lxc.net.0.ipv4.address = 10.0.0.1/24 10.0.0.200\n"
		      "lxc.net.0.ipv4.address = 10.0.0.2/24\n"
		      "lxc.net.0.ipv4.address = 10.0.0.2/25\n"
		      "lxc.net.0.ipv6.address = 2001:db8::1\n");
	nic = nic_of(&parsed, 0);
	assert_int_equal(nic->addresses[V4].count, 3);
	assert_string_equal(nic->addresses[V4].items[0].broadcast, "10.0.0.200");
	assert_string_equal(nic->addresses[V4].items[1].broadcast, "");
	assert_int_equal(nic->addresses[V4].items[2].line, 3);
	assert_int_equal(nic->addresses[V6].items[0].address.length, 64);
	parsed_free(&parsed);
	assert_refused("lxc.net.0.ipv4.address = 10.0.0.1/24\n"
		       "lxc.net.0.ipv4.address = 10.0.0.1/24\n",
		       2, "line 1");
	assert_refused("lxc.net.0.ipv6.address = 2001:db8::1/64\n"
		       "lxc.net.0.ipv6.address = 2001:DB8:0::1/80\n",
		       2, "line 1");
}

/* By the first byte; LXC looks at the last. */
static void test_length_by_class(void **state)
{
	static const struct {
		const char *address;
		unsigned int length;
	} table[] = {
		{ "1.2.3.200", 8 },    { "127.255.255.5", 8 }, { "128.0.0.1", 16 },
		{ "191.1.1.1", 16 },   { "192.0.0.1", 24 },    { "203.0.113.5", 24 },
		{ "223.9.9.130", 24 },
	};
	struct parsed parsed;
	char text[100];

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(table); i++) {
		snprintf(text, sizeof(text), "lxc.net.0.ipv4.address = %s\n", table[i].address);
		take(&parsed, text);
		assert_int_equal(nic_of(&parsed, 0)->addresses[V4].items[0].address.length,
				 table[i].length);
		assert_non_null(strstr(parsed.said, "f:1: note: "));
		parsed_free(&parsed);
	}
}

static void test_older_keys(void **state)
{
	struct parsed parsed;

	(void)state;
	take(&parsed, "lxc.network.type=veth\nlxc.network.link=br0\nlxc.network.ipv4=10.0.0.1/24\n"
		      "lxc.network.type = phys\nlxc.network.link = eth1\n"
		      "lxc.network.ipv6 = 2001:db8::1/64\nlxc.network.0.ipv4.gateway = 10.0.0.254\n"
		      "lxc.network.0.veth.pair = a\n");
	assert_int_equal(parsed.config.count, 2);
	assert_string_equal(nic_of(&parsed, 0)->link, "br0");
	assert_string_equal(nic_of(&parsed, 0)->pair, "a");
	assert_int_equal(nic_of(&parsed, 0)->addresses[V4].count, 1);
	assert_int_equal(nic_of(&parsed, 0)->gateways[V4].kind, GATEWAY_ADDRESS);
	assert_string_equal(nic_of(&parsed, 1)->link, "eth1");
	assert_int_equal(nic_of(&parsed, 1)->addresses[V6].count, 1);
	parsed_free(&parsed);
	take(&parsed, "lxc.network.type = veth\nlxc.network =\nlxc.network.type = empty\n");
	assert_int_equal(parsed.config.count, 1);
	assert_int_equal(nic_of(&parsed, 0)->type, NIC_EMPTY);
	parsed_free(&parsed);
}

static void test_older_keys_refused(void **state)
{
	(void)state;
	assert_refused("lxc.network.link = br0\nlxc.network.type = veth\n", 1,
		       "no lxc.network.type");
	assert_refused("lxc.network.type = veth\nlxc.network.1.link = br0\n", 2,
		       "no lxc.network.type");
	assert_refused("lxc.network.type = vethx\n", 1, "veth");
	assert_refused("lxc.network.type = veth\nlxc.network.ipv4.dns = 1\n", 2, "unsupported");
	assert_refused("lxc.network.type = veth\nlxc.net.0.name = a\n", 2, "in one file");
	assert_refused("lxc.net.0.type = veth\nlxc.network.type = veth\n", 2, "in one file");
}

static void test_too_many(void **state)
{
	char *text = malloc(CONFIG_MAX_NICS * 32 + 64);
	size_t length = 0;

	(void)state;
	assert_non_null(text);
	for (int i = 0; i < CONFIG_MAX_NICS; i++)
		length += (size_t)sprintf(text + length, "lxc.net.%d.type = empty\n", i);
	assert_taken(text);
	strcpy(text + length, "lxc.net.1000.type = empty\n");
	assert_refused(text, CONFIG_MAX_NICS + 1, "more than");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_indexes),          cmocka_unit_test(test_empty_clears),
		cmocka_unit_test(test_clear_whole_nics), cmocka_unit_test(test_type_rules),
		cmocka_unit_test(test_addresses_add_up), cmocka_unit_test(test_length_by_class),
		cmocka_unit_test(test_older_keys),       cmocka_unit_test(test_older_keys_refused),
		cmocka_unit_test(test_too_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
