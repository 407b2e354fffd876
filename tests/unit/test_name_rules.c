/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a name of a link may be, where it is new and where it is looked for. */
#include "handle.h"
#include "names.h"
#include "unit/support/unit.h"

/* 16, 127 and 128 bytes. */
#define BYTES16  "0123456789abcdef"
#define BYTES127 BYTES16 BYTES16 BYTES16 BYTES16 BYTES16 BYTES16 BYTES16 "0123456789abcde"

static const struct {
	const char *name;
	int as_new, as_old;
} table[] = {
	{ NULL, -EINVAL, -EINVAL },
	{ "", -EINVAL, -EINVAL },
	{ ".", -EINVAL, -EINVAL },
	{ "..", -EINVAL, -EINVAL },
	{ "/", -EINVAL, -EINVAL },
	{ "a/b", -EINVAL, -EINVAL },
	{ "a:b", -EINVAL, -EINVAL },
	{ "lo:1", -EINVAL, -EINVAL },
	{ "a b", -EINVAL, -EINVAL },
	{ " a", -EINVAL, -EINVAL },
	{ "a ", -EINVAL, -EINVAL },
	{ "a\tb", -EINVAL, -EINVAL },
	{ "a\n", -EINVAL, -EINVAL },
	{ "a\v", -EINVAL, -EINVAL },
	{ "a\f", -EINVAL, -EINVAL },
	{ "a\r", -EINVAL, -EINVAL },
	{ "%", -EINVAL, -EINVAL },
	{ "tap%d", -EINVAL, -EINVAL },
	{ "100%", -EINVAL, -EINVAL },
	{ "a", 0, 0 },
	{ "lo", 0, 0 },
	{ "...", 0, 0 },
	{ ".a", 0, 0 },
	{ "-x", 0, 0 },
	{ "1.2", 0, 0 },
	{ "a+b", 0, 0 },
	{ "12", 0, 0 },
	{ "if12", 0, 0 },
	{ "dev", 0, 0 },
	{ "all", 0, 0 },     /* the kernel's to refuse (B07) */
	{ "default", 0, 0 }, /* likewise */
	{ "a\\b", 0, 0 },
	{ "a\"b", 0, 0 },
	{ "a'b", 0, 0 },
	{ "\x01\x1b\x7f", 0, 0 },
	{ "caf\xc3\xa9", 0, 0 },
	{ "voil\xc3\xa0", 0, 0 }, /* byte 0xA0 is the kernel's to refuse (B06) */
	{ "\xff\x80", 0, 0 },
	{ "0123456789abcde", 0, 0 },
	{ BYTES16, -ERANGE, 0 },
	{ BYTES16 "/", -ERANGE, -EINVAL },
	{ BYTES127, -ERANGE, 0 },
	{ BYTES127 "f", -ERANGE, -ERANGE },
	{ BYTES127 BYTES127, -ERANGE, -ERANGE },
};

static void rules(void **state)
{
	struct netcfg *nc = *state;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		assert_int_equal(name_check_new(nc, "name", table[i].name), table[i].as_new);
		assert_int_equal(name_check(nc, "name", table[i].name), table[i].as_old);
	}
}

/* Every verb that takes a new name refuses what is no name, before anything is sent (B01, B05). */
static void b01_b05_new_names_in_verbs(void **state)
{
	struct netcfg *nc = *state;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		const char *name = table[i].name;
		const int err = table[i].as_new;

		if (err == 0)
			continue;
		assert_int_equal(netcfg_dummy_create(nc, name, NULL), err);
		assert_int_equal(netcfg_veth_create(nc, name, "b", NULL, NULL), err);
		assert_int_equal(netcfg_veth_create(nc, "a", name, NULL, NULL), err);
		assert_int_equal(netcfg_vlan_create(nc, name, "p", 1, NULL, NULL), err);
		assert_int_equal(netcfg_link_rename(nc, "a", name), err);
		if (!name)
			continue;
		assert_int_equal(netcfg_link_set(nc, "a", LINK_CONFIG(.name = name)), err);
		assert_int_equal(netcfg_link_move(nc, "a", 0, name), err);
	}
	assert_nothing_sent();
}

static void old_names_in_verbs(void **state)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_addr_list *addrs;
	struct netcfg_link_list *links;
	struct netcfg *nc = *state;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		const char *name = table[i].name;
		const int err = table[i].as_old;

		if (err == 0)
			continue;
		assert_int_equal(netcfg_link_set(nc, name, NULL), err);
		assert_int_equal(netcfg_link_set_up(nc, name), err);
		assert_int_equal(netcfg_link_set_down(nc, name), err);
		assert_int_equal(netcfg_link_set_mtu(nc, name, 1400), err);
		assert_int_equal(netcfg_link_set_mac(nc, name, "02:00:00:00:00:01"), err);
		assert_int_equal(netcfg_link_set_master(nc, name, "m"), err);
		assert_int_equal(netcfg_link_rename(nc, name, "b"), err);
		assert_int_equal(netcfg_link_move(nc, name, 0, NULL), err);
		assert_int_equal(netcfg_link_delete(nc, name), err);
		assert_int_equal(netcfg_link_index(nc, name), err);
		assert_int_equal(netcfg_link_get(nc, name, &info), err);
		assert_int_equal(netcfg_addr_add(nc, name, "192.0.2.1", NULL), err);
		assert_int_equal(netcfg_addr_replace(nc, name, "192.0.2.1", NULL), err);
		assert_int_equal(netcfg_addr_delete(nc, name, "192.0.2.1", NULL), err);
		assert_int_equal(netcfg_addr_flush(nc, name, AF_UNSPEC), err);
		assert_int_equal(netcfg_vlan_create(nc, "a", name, 1, NULL, NULL), err);
		if (!name) /* all links; no filter */
			continue;
		assert_int_equal(netcfg_addr_list(nc, name, AF_UNSPEC, &addrs), err);
		assert_int_equal(netcfg_link_list(nc, LINK_FILTER(.master = name), &links), err);
		if (!*name) /* detaches */
			continue;
		assert_int_equal(netcfg_link_set_master(nc, "a", name), err);
		assert_int_equal(netcfg_dummy_create(nc, "a", LINK_CONFIG(.master = name)), err);
	}
	assert_nothing_sent();
}

/* The message says which of two names is meant (B03). */
static void b03_which_name(void **state)
{
	struct netcfg *nc = *state;

	assert_int_equal(netcfg_veth_create(nc, BYTES16, "b", NULL, NULL), -ERANGE);
	assert_says(nc, ": name is longer than 15 bytes");
	assert_int_equal(netcfg_veth_create(nc, "a", BYTES16, NULL, NULL), -ERANGE);
	assert_says(nc, ": peer_name is longer than 15 bytes");
	assert_int_equal(netcfg_link_rename(nc, "a", ""), -EINVAL);
	assert_says(nc, ": new_name is empty");
	assert_int_equal(netcfg_link_rename(nc, NULL, "b"), -EINVAL);
	assert_says(nc, ": name is NULL");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(rules),
		handle_test(b01_b05_new_names_in_verbs),
		handle_test(old_names_in_verbs),
		handle_test(b03_which_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
