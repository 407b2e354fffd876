/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Changing links: everything at once, each thing alone, and what must not change with it. */
#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

#define MAC "02:00:00:00:00:0c"

static void make_pair(void)
{
	sh_ok("ip link add v0 type veth peer name v1");
}

static void make_pair_up(void)
{
	make_pair();
	sh_ok("ip link set v0 up");
	sh_ok("ip link set v1 up");
}

static const struct netcfg_link_config everything = {
	.size = sizeof(everything),
	.name = "new",
	.mac = MAC,
	.master = "br0",
	.alias = "the alias",
	.mtu = 1400,
	.tx_queue_len = 33,
	.group = 4,
	.flags = NETCFG_LINK_UP | NETCFG_LINK_TX_QUEUE_LEN | NETCFG_LINK_GROUP,
};

static void assert_everything(const char *name)
{
	assert_link(-1, name, "address", "\"" MAC "\"");
	assert_link(-1, name, "master", "\"br0\"");
	assert_link(-1, name, "ifalias", "\"the alias\"");
	assert_link(-1, name, "mtu", "1400");
	assert_link(-1, name, "txqlen", "33");
	assert_link(-1, name, "group", "\"4\"");
	assert_link_flag(-1, name, "UP");
}

/* One request; a look-up for the link, whose name is not its own any more, and for the master. */
static void test_everything_at_once(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_pair();
	sh_ok("ip link add br0 type bridge");
	assert_cost(nc, netcfg_link_set(nc, "v0", &everything), 1, 2);
	assert_false(link_here("v0"));
	assert_everything("new");
}

static void test_everything_by_index(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int index;

	make_pair();
	sh_ok("ip link add br0 type bridge");
	index = link_index_here("v0");
	assert_cost(nc, netcfg_link_set_by_index(nc, index, &everything), 1, 1);
	assert_int_equal(link_index_here("new"), index);
	assert_everything("new");
}

static void clear(struct netcfg_link_config *config, unsigned int which)
{
	if (!(which & 1))
		config->mac = NULL;
	if (!(which & 2))
		config->alias = NULL;
	if (!(which & 4))
		config->mtu = 0;
	if (!(which & 8))
		config->flags &= ~(uint32_t)NETCFG_LINK_TX_QUEUE_LEN;
	if (!(which & 16))
		config->flags &= ~(uint32_t)NETCFG_LINK_GROUP;
	if (!(which & 32))
		config->flags &= ~(uint32_t)NETCFG_LINK_UP;
}

/* Every combination: what is given arrives, what is not stays. */
static void test_any_combination(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	for (unsigned int which = 0; which < 64; which++) {
		struct netcfg_link_config config = everything;
		char *json;

		config.name = NULL;
		config.master = NULL;
		clear(&config, which);
		make_pair();
		assert_cost(nc, netcfg_link_set(nc, "v0", &config), 1, 0);
		json = link_json(-1, "v0");
		assert_int_equal(!!strstr(json, MAC), which & 1 ? 1 : 0);
		assert_int_equal(!!strstr(json, "\"ifalias\":\"the alias\""), which & 2 ? 1 : 0);
		assert_non_null(strstr(json, which & 4 ? "\"mtu\":1400," : "\"mtu\":1500,"));
		assert_non_null(strstr(json, which & 8 ? "\"txqlen\":33," : "\"txqlen\":1000,"));
		assert_int_equal(!!strstr(json, "\"group\":\"4\""), which & 16 ? 1 : 0);
		assert_int_equal(!!strstr(json, "\"UP\""), which & 32 ? 1 : 0);
		free(json);
		sh_ok("ip link del v0");
	}
}

/* Nothing to change is a question whether the link is there. */
static void test_nothing(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	char *before;
	char *after;

	make_pair_up();
	before = link_json(-1, "v0");
	assert_ok(nc, netcfg_link_set(nc, "v0", NULL));
	assert_ok(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(.mtu = 0)));
	assert_ok(nc, netcfg_link_set_by_index(nc, link_index_here("v0"), NULL));
	after = link_json(-1, "v0");
	assert_string_equal(before, after);
	assert_errno(nc, netcfg_link_set(nc, "absent", NULL), -ENODEV);
	assert_errno(nc, netcfg_link_set_by_index(nc, 100000, NULL), -ENODEV);
	free(before);
	free(after);
}

static void test_bad_index(void **state)
{
	static const int bad[] = { 0, -1, INT_MIN };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		assert_unsent(nc, netcfg_link_set_by_index(nc, bad[i], LINK_CONFIG(.mtu = 1400)),
			      -EINVAL);
		assert_unsent(nc, netcfg_link_delete_by_index(nc, bad[i]), -EINVAL);
		assert_unsent(nc, netcfg_link_get_by_index(nc, bad[i], &info), -EINVAL);
	}
	assert_errno(nc, netcfg_link_set_by_index(nc, 77, LINK_CONFIG(.mtu = 1400)), -ENODEV);
	assert_message_has(nc, "77");
	assert_errno(nc, netcfg_link_delete_by_index(nc, 77), -ENODEV);
	assert_message_has(nc, "77");
	assert_errno(nc, netcfg_link_get_by_index(nc, INT_MAX, &info), -ENODEV);
}

/* One request each, whatever the kind of name. */
static void test_short_forms(void **state)
{
	static const char longer[] = "an-alternative-name-of-v0";
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_pair();
	sh_ok("ip link property add dev v0 altname %s", longer);
	assert_cost(nc, netcfg_link_set_up(nc, "v0"), 1, 0);
	assert_link_flag(-1, "v0", "UP");
	assert_cost(nc, netcfg_link_set_down(nc, "v0"), 1, 0);
	assert_link_not_flag(-1, "v0", "UP");
	assert_cost(nc, netcfg_link_set_up(nc, longer), 1, 0);
	assert_cost(nc, netcfg_link_set_mtu(nc, "v0", 1400), 1, 0);
	assert_link(-1, "v0", "mtu", "1400");
	assert_cost(nc, netcfg_link_set_mac(nc, longer, MAC), 1, 0);
	assert_link(-1, "v0", "address", "\"" MAC "\"");
	/* Not every kernel renames a link that is up. */
	sh_ok("ip link set v0 down");
	assert_cost(nc, netcfg_link_rename(nc, "v0", "v9"), 1, 1);
	assert_cost(nc, netcfg_link_set(nc, "v9", LINK_CONFIG(.name = "v0", .mtu = 1300)), 1, 1);
	assert_cost(nc, netcfg_link_delete(nc, longer), 1, 0);
	assert_false(link_here("v0"));
}

/* Setting what is set succeeds. */
static void test_twice(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_pair();
	for (int i = 0; i < 2; i++) {
		assert_ok(nc, netcfg_link_set_up(nc, "v0"));
		assert_ok(nc, netcfg_link_set_mtu(nc, "v0", 1400));
		assert_ok(nc, netcfg_link_set_mac(nc, "v0", MAC));
		assert_ok(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(.alias = "x")));
	}
	for (int i = 0; i < 2; i++)
		assert_ok(nc, netcfg_link_set_down(nc, "v0"));
	assert_link_not_flag(-1, "v0", "UP");
}

/* What is changed while the link is up; each must leave it up and its carrier alone. */
static const struct netcfg_link_config harmless[] = {
	{ .size = sizeof(struct netcfg_link_config), .mac = MAC },
	{ .size = sizeof(struct netcfg_link_config), .mtu = 1400 },
	{ .size = sizeof(struct netcfg_link_config), .alias = "x" },
	{ .size = sizeof(struct netcfg_link_config), .alias = "" },
	{ .size = sizeof(struct netcfg_link_config),
	  .tx_queue_len = 44,
	  .flags = NETCFG_LINK_TX_QUEUE_LEN },
	{ .size = sizeof(struct netcfg_link_config), .group = 4, .flags = NETCFG_LINK_GROUP },
	{ .size = sizeof(struct netcfg_link_config), .master = "br0" },
	{ .size = sizeof(struct netcfg_link_config), .master = "br1" },
	{ .size = sizeof(struct netcfg_link_config), .master = "" },
	{ .size = sizeof(struct netcfg_link_config), .flags = NETCFG_LINK_UP },
	{ .size = sizeof(struct netcfg_link_config),
	  .mac = "02:00:00:00:00:0d",
	  .mtu = 1500,
	  .alias = "y",
	  .master = "br0",
	  .tx_queue_len = 55,
	  .group = 5,
	  .flags = NETCFG_LINK_TX_QUEUE_LEN | NETCFG_LINK_GROUP },
};

static void test_link_stays_up(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	long carrier_changes;
	int index;
	int events;

	make_pair_up();
	sh_ok("ip link add br0 type bridge");
	sh_ok("ip link add br1 type bridge");
	index = link_index_here("v0");
	carrier_changes = link_sysfs("v0", "carrier_changes");
	for (size_t i = 0; i < ARRAY_SIZE(harmless); i++) {
		events = link_events_open();
		assert_ok(nc, netcfg_link_set(nc, "v0", &harmless[i]));
		assert_true(link_events_not_up(events, index) <= 0);
		close(events);
		assert_link_flag(-1, "v0", "UP");
		assert_link_flag(-1, "v0", "LOWER_UP");
	}
	events = link_events_open();
	assert_ok(nc, netcfg_link_set_mtu(nc, "v0", 1300));
	assert_ok(nc, netcfg_link_set_mac(nc, "v0", MAC));
	assert_ok(nc, netcfg_link_set_master(nc, "v0", "br1"));
	assert_ok(nc, netcfg_link_set_master(nc, "v0", NULL));
	/* Events there were, so that their silence about "down" says something. */
	assert_int_equal(link_events_not_up(events, index), 0);
	assert_int_equal(link_sysfs("v0", "carrier_changes"), carrier_changes);
	close(events);
}

/* Up and down are one bit; what others set beside it stays. */
static void test_up_changes_no_other_flag(void **state)
{
	static const uint32_t others = NETCFG_LINK_STATE_NOARP | NETCFG_LINK_STATE_PROMISC |
				       NETCFG_LINK_STATE_ALLMULTI | NETCFG_LINK_STATE_MULTICAST;
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };
	uint32_t before;

	make_pair();
	sh_ok("ip link set v0 promisc on allmulticast on arp off multicast off");
	assert_ok(nc, netcfg_link_get(nc, "v0", &info));
	before = info.flags & others;
	assert_ok(nc, netcfg_link_set_up(nc, "v0"));
	assert_ok(nc, netcfg_link_get(nc, "v0", &info));
	assert_true(info.flags & NETCFG_LINK_STATE_UP);
	assert_int_equal(info.flags & others, before);
	assert_ok(nc, netcfg_link_set_down(nc, "v0"));
	assert_ok(nc, netcfg_link_get(nc, "v0", &info));
	assert_false(info.flags & NETCFG_LINK_STATE_UP);
	assert_int_equal(info.flags & others, before);
}

/* And one that is down is not brought up. */
static void test_link_stays_down(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_pair();
	sh_ok("ip link add br0 type bridge");
	sh_ok("ip link add br1 type bridge");
	for (size_t i = 0; i < ARRAY_SIZE(harmless); i++) {
		if (harmless[i].flags & NETCFG_LINK_UP)
			continue;
		assert_ok(nc, netcfg_link_set(nc, "v0", &harmless[i]));
		assert_link_not_flag(-1, "v0", "UP");
	}
}

/* B21 */
static void b21_alias(void **state)
{
	static const char *const aliases[] = { "x",          "a b  c", "two\nlines", "caf\xc3\xa9",
					       "\"quoted\"", "\x01",   "%s%n",       "/../:" };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };
	char longest[256];

	make_pair();
	memset(longest, 'a', 255);
	longest[255] = '\0';
	assert_ok(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(.alias = longest)));
	assert_ok(nc, netcfg_link_get(nc, "v0", &info));
	assert_string_equal(info.alias, longest);
	for (size_t i = 0; i < ARRAY_SIZE(aliases); i++) {
		assert_ok(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(.alias = aliases[i])));
		assert_ok(nc, netcfg_link_get(nc, "v0", &info));
		assert_string_equal(info.alias, aliases[i]);
	}
	assert_cost(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(.alias = "")), 1, 0);
	assert_ok(nc, netcfg_link_get(nc, "v0", &info));
	assert_string_equal(info.alias, "");
	assert_ok(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(.alias = "")));
}

/* B22 */
static void b22_mtu(void **state)
{
	static const uint32_t bad[] = { 0, 1, 67, 65536, 70000, INT32_MAX };
	static const uint32_t good[] = { 68, 65535, 1500 };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_pair();
	sh_ok("ip link set v0 mtu 1400");
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		assert_errno(nc, netcfg_link_set_mtu(nc, "v0", bad[i]), -EINVAL);
		assert_message_has(nc, "mtu");
		if (bad[i] != 0)
			assert_errno(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(.mtu = bad[i])),
				     -EINVAL);
		assert_link(-1, "v0", "mtu", "1400");
	}
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		char text[16];

		snprintf(text, sizeof(text), "%u", good[i]);
		assert_ok(nc, netcfg_link_set_mtu(nc, "v0", good[i]));
		assert_link(-1, "v0", "mtu", text);
	}
}

/* B20: 0 is a length like any other when it is asked for. */
static void b20_queue_length(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_pair();
	assert_ok(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(.flags = NETCFG_LINK_TX_QUEUE_LEN)));
	assert_link_lacks(-1, "v0", "txqlen");
	assert_ok(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(.mtu = 1400)));
	assert_link_lacks(-1, "v0", "txqlen");
	assert_ok(nc, netcfg_link_set(nc, "v0",
				      LINK_CONFIG(.flags = NETCFG_LINK_TX_QUEUE_LEN,
						  .tx_queue_len = 1000)));
	assert_link(-1, "v0", "txqlen", "1000");
}

/* Likewise; and all 32 bits of a group are the caller's. */
static void test_group(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };
	static const uint32_t groups[] = { 1, 70000, INT32_MAX, UINT32_MAX, 0 };

	make_pair();
	for (size_t i = 0; i < ARRAY_SIZE(groups); i++) {
		assert_ok(nc, netcfg_link_set(
				      nc, "v0",
				      LINK_CONFIG(.flags = NETCFG_LINK_GROUP, .group = groups[i])));
		assert_ok(nc, netcfg_link_get(nc, "v0", &info));
		assert_int_equal(info.group, groups[i]);
		assert_ok(nc, netcfg_link_get(nc, "v1", &info));
		assert_int_equal(info.group, 0);
	}
}

/* B16: loopback is deleted by nobody; anything else of it may be changed. */
static void b16_loopback(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_errno(nc, netcfg_link_delete(nc, "lo"), -EOPNOTSUPP);
	assert_message_has(nc, "\"lo\"");
	assert_errno(nc, netcfg_link_delete_by_index(nc, 1), -EOPNOTSUPP);
	assert_link_not_flag(-1, "lo", "UP");
	assert_ok(nc, netcfg_link_set(
			      nc, "lo",
			      LINK_CONFIG(.mtu = 1400, .alias = "me", .flags = NETCFG_LINK_UP)));
	assert_link_flag(-1, "lo", "UP");
	assert_link(-1, "lo", "mtu", "1400");
	assert_link(-1, "lo", "ifalias", "\"me\"");
	assert_errno(nc, netcfg_link_delete(nc, "lo"), -EOPNOTSUPP);
	assert_link_flag(-1, "lo", "UP");
}

static void test_delete_by_index(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int index;

	make_pair();
	index = link_index_here("v0");
	assert_cost(nc, netcfg_link_delete_by_index(nc, index), 1, 0);
	assert_int_equal(count_links(), 1);
	assert_errno(nc, netcfg_link_delete_by_index(nc, index), -ENODEV);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_everything_at_once),
		sandbox_test(test_everything_by_index),
		sandbox_test(test_any_combination),
		sandbox_test(test_nothing),
		sandbox_test(test_bad_index),
		sandbox_test(test_short_forms),
		sandbox_test(test_twice),
		sandbox_test(test_link_stays_up),
		sandbox_test(test_up_changes_no_other_flag),
		sandbox_test(test_link_stays_down),
		sandbox_test(b21_alias),
		sandbox_test(b22_mtu),
		sandbox_test(b20_queue_length),
		sandbox_test(test_group),
		sandbox_test(b16_loopback),
		sandbox_test(test_delete_by_index),
	};

	return sandbox_main(tests);
}
