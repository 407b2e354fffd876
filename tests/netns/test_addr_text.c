/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* B61: address text is read strictly; and every other bad argument of the address verbs. */
#include <arpa/inet.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "support/addrs.h"
#include "support/test.h"

typedef int (*write_verb)(struct netcfg *nc, const char *link, const char *address,
			  const struct netcfg_addr_config *config);

static const write_verb write_verbs[] = {
	netcfg_addr_add,
	netcfg_addr_replace,
	netcfg_addr_delete,
};

/* None of these is an address, in any field, with or without what follows the slash. */
static const char *const garbage[] = {
	"",
	" ",
	"/",
	"/24",
	"10.0.0/24",
	"10.0.0",
	"10",
	"010.0.0.1",
	"10.0.0.01",
	"0x0a.0.0.1",
	"10.0.0.256",
	"10.0.0.1.1",
	"10.0.0.",
	".10.0.0",
	"10..0.1",
	"-1.0.0.1",
	"+10.0.0.1",
	"1.2.3.4 ",
	" 1.2.3.4",
	"1.2.3.4\n",
	"1.2.3.4x",
	"default",
	"any",
	"all",
	"localhost",
	"02:00:00:00:00:01",
	"fe80::1%eth0",
	"fe80::1%1",
	"[fd00::1]",
	"fd00::1::2",
	"fd00:::1",
	"fd00:",
	":1",
	":::",
	"fd00::12345",
	"fd00::g",
	"1:2:3:4:5:6:7",
	"1:2:3:4:5:6:7:8:9",
	"::ffff:10.0.0",
	"::ffff:10.0.0.256",
	"::ffff:010.0.0.1",
	"fd00::1 ",
	"1111:2222:3333:4444:5555:6666:7777:8888:9999:aaaa:bbbb:cccc:dddd:eeee:ffff:0000:1111",
};

/* An address, but no length. */
static const char *const bad_lengths[] = {
	"10.0.0.1/33",   "10.0.0.1/-1",   "10.0.0.1/ 24", "10.0.0.1/24 ",
	"10.0.0.1/24/3", "10.0.0.1/",     "10.0.0.1//24", "10.0.0.1/024",
	"10.0.0.1/+24",  "10.0.0.1/0x18", "10.0.0.1/24x", "10.0.0.1/255.255.255.0",
	"10.0.0.1/256",  "10.0.0.1/288",  "10.0.0.1/00",  "10.0.0.1/4294967320",
	"10.0.0.1 /24",  "fd00::1/129",   "fd00::1/-1",   "fd00::1/",
	"fd00::1/64/64", "fd00::1/064",   "fd00::1/::",   "fd00::1/18446744073709551680",
	"fd00::1/ 64",   "fd00::1/320",
};

/* An address must be refused by each verb, before anything is sent, by the argument's name. */
static void refuse_address(struct netcfg *nc, const char *address)
{
	for (size_t i = 0; i < ARRAY_SIZE(write_verbs); i++) {
		assert_unsent(nc, write_verbs[i](nc, "v0", address, NULL), -EINVAL);
		assert_message_has(nc, "address");
	}
}

static void b61_address(void **state)
{
	const struct sandbox *box = *state;
	char *before;

	pair_make();
	assert_ok(box->nc, netcfg_addr_add(box->nc, "v0", "10.0.0.1/24", NULL));
	before = addr_picture();
	for (size_t i = 0; i < ARRAY_SIZE(garbage); i++)
		refuse_address(box->nc, garbage[i]);
	for (size_t i = 0; i < ARRAY_SIZE(bad_lengths); i++)
		refuse_address(box->nc, bad_lengths[i]);
	refuse_address(box->nc, NULL);
	addr_picture_same(before);
}

static void refuse_config(struct netcfg *nc, const char *address,
			  const struct netcfg_addr_config *config, int expected, const char *word)
{
	for (size_t i = 0; i < ARRAY_SIZE(write_verbs); i++) {
		assert_unsent(nc, write_verbs[i](nc, "v0", address, config), expected);
		assert_message_has(nc, word);
	}
}

static void b61_peer(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_addr_config config = { .size = sizeof(config) };
	char *before;

	pair_make();
	assert_ok(box->nc, netcfg_addr_add(box->nc, "v0", "10.0.0.1/24", NULL));
	before = addr_picture();
	for (size_t i = 0; i < ARRAY_SIZE(garbage); i++) {
		config.peer = garbage[i];
		refuse_config(box->nc, "10.0.0.1", &config, -EINVAL, "peer");
		refuse_config(box->nc, "fd00::1", &config, -EINVAL, "peer");
	}
	for (size_t i = 0; i < ARRAY_SIZE(bad_lengths); i++) {
		const bool six = strchr(bad_lengths[i], ':');

		config.peer = bad_lengths[i];
		refuse_config(box->nc, six ? "fd00::9" : "10.0.0.1", &config, -EINVAL, "peer");
	}
	/* The other family's. */
	config.peer = "fd00::2";
	refuse_config(box->nc, "10.0.0.1", &config, -EINVAL, "peer");
	config.peer = "10.0.0.2";
	refuse_config(box->nc, "fd00::1", &config, -EINVAL, "peer");
	addr_picture_same(before);
}

static void b61_broadcast(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_addr_config config = { .size = sizeof(config) };
	static const char *const others[] = { "AUTO", "auto ", "+", "10.0.0.255/24", "fd00::1" };
	char *before;

	pair_make();
	assert_ok(box->nc, netcfg_addr_add(box->nc, "v0", "10.0.0.1/24", NULL));
	before = addr_picture();
	for (size_t i = 0; i < ARRAY_SIZE(garbage); i++) {
		config.broadcast = garbage[i];
		refuse_config(box->nc, "10.0.0.1/24", &config, -EINVAL, "broadcast");
	}
	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		config.broadcast = others[i];
		refuse_config(box->nc, "10.0.0.1/24", &config, -EINVAL, "broadcast");
	}
	addr_picture_same(before);
}

/* A text that is good, and the text and length it must come back as. */
static void check_good(struct netcfg *nc, const char *text, const char *address, uint32_t length)
{
	assert_ok(nc, netcfg_addr_add(nc, "v0", text, NULL));
	addr_get(nc, "v0", address, length);
	assert_ok(nc, netcfg_addr_delete(nc, "v0", text, NULL));
	assert_int_equal(addr_count(nc, "v0", AF_UNSPEC), 0);
}

static void b61_good_texts(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	pair_make();
	check_good(nc, "10.0.0.1", "10.0.0.1", 32);
	check_good(nc, "10.0.0.1/32", "10.0.0.1", 32);
	check_good(nc, "10.0.0.1/0", "10.0.0.1", 0);
	check_good(nc, "1.0.0.0/9", "1.0.0.0", 9);
	check_good(nc, "fd00::1", "fd00::1", 128);
	check_good(nc, "fd00::1/128", "fd00::1", 128);
	check_good(nc, "fd00::1/0", "fd00::1", 0);
	check_good(nc, "FD00:0:0:0:0:0:0:00A1/64", "fd00::a1", 64);
	check_good(nc, "fd00::10.0.0.1/64", "fd00::a00:1", 64);
	check_good(nc, "::ffff:10.0.0.1/96", "::ffff:10.0.0.1", 96);
	check_good(nc, "fdff:ffff:ffff:ffff:ffff:ffff:255.255.255.255",
		   "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", 128);
}

static void bad_config(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_addr_config config = { .size = sizeof(config), .flags = 1U << 31 };
	char *before;

	pair_make();
	assert_ok(box->nc, netcfg_addr_add(box->nc, "v0", "10.0.0.1/24", NULL));
	before = addr_picture();
	refuse_config(box->nc, "10.0.0.1/24", &config, -EINVAL, "flags");
	config.flags = NETCFG_ADDR_SCOPE << 1;
	refuse_config(box->nc, "10.0.0.1/24", &config, -EINVAL, "flags");
	config = (struct netcfg_addr_config){ .size = sizeof(config),
					      .flags = NETCFG_ADDR_SCOPE,
					      .scope = 256 };
	refuse_config(box->nc, "10.0.0.1/24", &config, -ERANGE, "scope");
	config = (struct netcfg_addr_config){ .size = sizeof(config), .protocol = 256 };
	refuse_config(box->nc, "10.0.0.1/24", &config, -ERANGE, "protocol");
	config =
		(struct netcfg_addr_config){ .size = sizeof(config), .label = "sixteen bytes...." };
	refuse_config(box->nc, "10.0.0.1/24", &config, -ERANGE, "label");
	config = (struct netcfg_addr_config){ .size = 0 };
	refuse_config(box->nc, "10.0.0.1/24", &config, -EINVAL, "size");
	config = (struct netcfg_addr_config){ .size = sizeof(config) - 1 };
	refuse_config(box->nc, "10.0.0.1/24", &config, -EINVAL, "size");
	addr_picture_same(before);
}

static void config_of_a_later_release(void **state)
{
	const struct sandbox *box = *state;
	struct {
		struct netcfg_addr_config config;
		unsigned char tail[64];
	} later = { .config = { .size = sizeof(later), .metric = 5 } };

	pair_make();
	/* Fields that this library does not know are fine as long as they are zero. */
	assert_ok(box->nc, netcfg_addr_add(box->nc, "v0", "10.0.0.1/24", &later.config));
	assert_int_equal(addr_get(box->nc, "v0", "10.0.0.1", 24).metric, 5);
	later.tail[63] = 1;
	refuse_config(box->nc, "10.0.0.1/24", &later.config, -E2BIG, "config");
}

/* IPv4 fields with an IPv6 address, and the other way round. */
static void fields_of_the_other_family(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_addr_config config = { .size = sizeof(config), .broadcast = "auto" };
	char *before;

	pair_make();
	before = addr_picture();
	refuse_config(box->nc, "fd00::1/64", &config, -EINVAL, "broadcast");
	config.broadcast = "10.0.0.255";
	refuse_config(box->nc, "fd00::1/64", &config, -EINVAL, "broadcast");
	config = (struct netcfg_addr_config){ .size = sizeof(config), .label = "v0:1" };
	refuse_config(box->nc, "fd00::1/64", &config, -EINVAL, "label");
	config = (struct netcfg_addr_config){ .size = sizeof(config),
					      .flags = NETCFG_ADDR_HOMEADDRESS };
	refuse_config(box->nc, "10.0.0.1/24", &config, -EINVAL, "HOMEADDRESS");
	config.flags = NETCFG_ADDR_MANAGETEMPADDR;
	refuse_config(box->nc, "10.0.0.1/24", &config, -EINVAL, "MANAGETEMPADDR");
	addr_picture_same(before);
	/* NODAD is the one that may stay in a config for both. */
	config.flags = NETCFG_ADDR_NODAD;
	assert_ok(box->nc, netcfg_addr_add(box->nc, "v0", "10.0.0.1/24", &config));
}

/* What all verbs of this header say to a link's name. */
static void refuse_link(struct netcfg *nc, const char *link, int expected)
{
	struct netcfg_addr_list *const untouched = (struct netcfg_addr_list *)&nc;
	struct netcfg_addr_list *list = untouched;

	for (size_t i = 0; i < ARRAY_SIZE(write_verbs); i++)
		assert_unsent(nc, write_verbs[i](nc, link, "10.0.0.1/24", NULL), expected);
	assert_message_has(nc, "link");
	assert_unsent(nc, netcfg_addr_flush(nc, link, AF_UNSPEC), expected);
	assert_message_has(nc, "link");
	if (!link)
		return; /* to list, that means all links */
	assert_unsent(nc, netcfg_addr_list(nc, link, AF_UNSPEC, &list), expected);
	assert_message_has(nc, "link");
	assert_ptr_equal(list, untouched);
}

static void bad_link(void **state)
{
	const struct sandbox *box = *state;
	char long_name[129];

	memset(long_name, 'n', sizeof(long_name) - 1);
	long_name[sizeof(long_name) - 1] = '\0';
	refuse_link(box->nc, NULL, -EINVAL);
	refuse_link(box->nc, "", -EINVAL);
	refuse_link(box->nc, "..", -EINVAL);
	refuse_link(box->nc, "v0/", -EINVAL);
	refuse_link(box->nc, "v0:1", -EINVAL);
	refuse_link(box->nc, long_name, -ERANGE);
}

static void absent_link(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_list *const untouched = (struct netcfg_addr_list *)&nc;
	struct netcfg_addr_list *list = untouched;
	static const char *const links[] = { "nolink", "if1", "1",
					     "an_alternative_name_of_no_link" };

	for (size_t i = 0; i < ARRAY_SIZE(links); i++) {
		for (size_t j = 0; j < ARRAY_SIZE(write_verbs); j++) {
			assert_errno(nc, write_verbs[j](nc, links[i], "10.0.0.1/24", NULL),
				     -ENODEV);
			assert_message_has(nc, links[i]);
		}
		assert_errno(nc, netcfg_addr_flush(nc, links[i], AF_INET), -ENODEV);
		assert_errno(nc, netcfg_addr_list(nc, links[i], AF_INET, &list), -ENODEV);
		assert_message_has(nc, links[i]);
		assert_ptr_equal(list, untouched);
	}
}

static void bad_family_and_list(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_list *const untouched = (struct netcfg_addr_list *)&nc;
	struct netcfg_addr_list *list = untouched;
	static const int families[] = { -1, 1, 7, 256 + AF_INET, 1 << 30 };

	for (size_t i = 0; i < ARRAY_SIZE(families); i++) {
		assert_unsent(nc, netcfg_addr_list(nc, "lo", families[i], &list), -EINVAL);
		assert_message_has(nc, "family");
		assert_unsent(nc, netcfg_addr_list(nc, NULL, families[i], &list), -EINVAL);
		assert_unsent(nc, netcfg_addr_flush(nc, "lo", families[i]), -EINVAL);
		assert_message_has(nc, "family");
	}
	assert_ptr_equal(list, untouched);
	assert_unsent(nc, netcfg_addr_list(nc, "lo", AF_INET, NULL), -EINVAL);
	assert_message_has(nc, "ret_list");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b61_address),
		sandbox_test(b61_peer),
		sandbox_test(b61_broadcast),
		sandbox_test(b61_good_texts),
		sandbox_test(bad_config),
		sandbox_test(config_of_a_later_release),
		sandbox_test(fields_of_the_other_family),
		sandbox_test(bad_link),
		sandbox_test(absent_link),
		sandbox_test(bad_family_and_list),
	};

	return sandbox_main(tests);
}
