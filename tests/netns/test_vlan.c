/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* VLANs: ids, protocols, flags, maps, MTU. Most of it needs a kernel that has the kind. */
#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

/* The least size a MTU test can tell apart is that of the parent: p0, 1500. */
static void make_parent(void)
{
	sh_ok("ip link add p0 type veth peer name p1");
}

/* B38: no int outside 0..4094 is ever cut to one inside. */
static void b38_bad_ids(void **state)
{
	static const int bad[] = {
		-1,    -4095, -65531, 4095,  4096,   4097,          32768,   65535,
		65536, 65537, 65540,  69630, 100000, (1 << 20) + 5, INT_MAX, INT_MIN,
	};
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_parent();
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		char text[16];

		snprintf(text, sizeof(text), "%d", bad[i]);
		assert_unsent(nc, netcfg_vlan_create(nc, "v", "p0", bad[i], NULL, NULL), -ERANGE);
		assert_message_has(nc, text);
	}
	assert_int_equal(count_links(), 3);
}

/* B37 */
static void b37_good_ids(void **state)
{
	static const int good[] = { 0, 1, 5, 4093, 4094 };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	need_kind("vlan");
	make_parent();
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		struct netcfg_link_info info = { .size = sizeof(info) };
		char text[16];

		snprintf(text, sizeof(text), "%d", good[i]);
		/* One request, and the index of the parent before it. */
		assert_cost(nc, netcfg_vlan_create(nc, "v", "p0", good[i], NULL, NULL), 1, 1);
		assert_link(-1, "v", "id", text);
		assert_link(-1, "v", "protocol", "\"802.1Q\"");
		assert_link(-1, "v", "link", "\"p0\"");
		assert_ok(nc, netcfg_link_get(nc, "v", &info));
		assert_string_equal(info.kind, "vlan");
		assert_int_equal(info.vlan_id, good[i]);
		assert_int_equal(info.vlan_protocol, 0x8100);
		assert_int_equal(info.parent, link_index_here("p0"));
		assert_int_equal(info.peer, 0);
		assert_int_equal(info.link_netnsid, -1);
		assert_ok(nc, netcfg_link_delete(nc, "v"));
	}
}

static void test_config_sizes(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct {
		struct netcfg_vlan_config known;
		unsigned char tail[8];
	} config;

	make_parent();
	memset(&config, 0, sizeof(config));
	assert_unsent(nc, netcfg_vlan_create(nc, "v", "p0", 5, &config.known, NULL), -EINVAL);
	config.known.size = sizeof(config.known) - 1;
	assert_unsent(nc, netcfg_vlan_create(nc, "v", "p0", 5, &config.known, NULL), -EINVAL);
	config.known.size = sizeof(config);
	for (size_t i = 0; i < sizeof(config.tail); i++) {
		memset(config.tail, 0, sizeof(config.tail));
		config.tail[i] = 1;
		assert_unsent(nc, netcfg_vlan_create(nc, "v", "p0", 5, &config.known, NULL),
			      -E2BIG);
	}
	memset(config.tail, 0, sizeof(config.tail));
	assert_errno(nc, netcfg_vlan_create(nc, "v", "p0", 5, &config.known, NULL),
		     have_kind("vlan") ? 0 : -EOPNOTSUPP);
}

static void test_bad_configs(void **state)
{
	static const uint32_t bad_flags[] = {
		1u << 6, 1u << 31, UINT32_MAX, NETCFG_VLAN_REORDER_HDR | NETCFG_VLAN_NO_REORDER_HDR
	};
	static const struct netcfg_vlan_priority ingress[9];
	static const struct netcfg_vlan_priority egress[257];
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_parent();
	for (size_t i = 0; i < ARRAY_SIZE(bad_flags); i++)
		assert_unsent(nc,
			      netcfg_vlan_create(nc, "v", "p0", 5,
						 VLAN_CONFIG(.flags = bad_flags[i]), NULL),
			      -EINVAL);
	assert_unsent(nc, netcfg_vlan_create(nc, "v", "p0", 5, VLAN_CONFIG(.reserved = 1), NULL),
		      -EINVAL);
	assert_unsent(nc,
		      netcfg_vlan_create(nc, "v", "p0", 5, VLAN_CONFIG(.ingress_count = 1), NULL),
		      -EINVAL);
	assert_unsent(nc,
		      netcfg_vlan_create(nc, "v", "p0", 5, VLAN_CONFIG(.egress_count = 1), NULL),
		      -EINVAL);
	assert_true(netcfg_vlan_create(nc, "v", "p0", 5,
				       VLAN_CONFIG(.ingress = ingress, .ingress_count = 9),
				       NULL) < 0);
	assert_true(netcfg_vlan_create(nc, "v", "p0", 5,
				       VLAN_CONFIG(.egress = egress, .egress_count = 257),
				       NULL) < 0);
	assert_int_equal(count_links(), 3);
}

/* Three bits are what a tag has. */
static void test_priorities_out_of_range(void **state)
{
	static const uint32_t bad[] = { 8, 256, 65536, UINT32_MAX };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_parent();
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		const struct netcfg_vlan_priority from = { .from = bad[i], .to = 1 };
		const struct netcfg_vlan_priority to = { .from = 1, .to = bad[i] };
		const struct netcfg_stats before = stats_now(nc);
		struct netcfg_stats delta;
		int result;

		result = netcfg_vlan_create(
			nc, "v", "p0", 5, VLAN_CONFIG(.ingress = &from, .ingress_count = 1), NULL);
		assert_true(result == -EINVAL || result == -ERANGE);
		result = netcfg_vlan_create(nc, "v", "p0", 5,
					    VLAN_CONFIG(.egress = &to, .egress_count = 1), NULL);
		assert_true(result == -EINVAL || result == -ERANGE);
		delta = stats_since(nc, &before);
		assert_int_equal(delta.requests, 0);
	}
	assert_int_equal(count_links(), 3);
}

/* B39 */
static void b39_protocols(void **state)
{
	static const uint16_t bad[] = { 0x0800, 0x0081, 0xa888, 0x9100, 1, 0xffff };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };

	need_kind("vlan");
	make_parent();
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_errno(
			nc,
			netcfg_vlan_create(nc, "v", "p0", 1, VLAN_CONFIG(.protocol = bad[i]), NULL),
			-EPROTONOSUPPORT);
	assert_ok(nc, netcfg_vlan_create(nc, "ad", "p0", 1, VLAN_CONFIG(.protocol = 0x88a8), NULL));
	assert_link(-1, "ad", "protocol", "\"802.1ad\"");
	assert_ok(nc, netcfg_link_get(nc, "ad", &info));
	assert_int_equal(info.vlan_protocol, 0x88a8);
	/* The same id in the other protocol is another VLAN. */
	assert_ok(nc, netcfg_vlan_create(nc, "q", "p0", 1, VLAN_CONFIG(.protocol = 0x8100), NULL));
	assert_link(-1, "q", "protocol", "\"802.1Q\"");
	/* QinQ. */
	assert_ok(nc, netcfg_vlan_create(nc, "qinq", "ad", 7, NULL, NULL));
	assert_link(-1, "qinq", "link", "\"ad\"");
	assert_link(-1, "qinq", "protocol", "\"802.1Q\"");
	assert_ok(nc, netcfg_link_delete(nc, "ad"));
	assert_false(link_here("qinq"));
	assert_true(link_here("q"));
}

struct flag_case {
	uint32_t flag;
	const char *shown;
	bool default_on;
};

/* As `ip` shows them; each alone, so that a shifted bit is seen. */
static void test_flags(void **state)
{
	static const struct flag_case cases[] = {
		{ 0, "\"flags\":[\"REORDER_HDR\"]", true },
		{ NETCFG_VLAN_REORDER_HDR, "\"flags\":[\"REORDER_HDR\"]", true },
		{ NETCFG_VLAN_GVRP, "\"GVRP\"", true },
		{ NETCFG_VLAN_MVRP, "\"MVRP\"", true },
		{ NETCFG_VLAN_LOOSE_BINDING, "\"LOOSE_BINDING\"", true },
		{ NETCFG_VLAN_NO_REORDER_HDR | NETCFG_VLAN_LOOSE_BINDING,
		  "\"flags\":[\"LOOSE_BINDING\"]", false },
	};
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	need_kind("vlan");
	make_parent();
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		char *json;

		assert_ok(nc, netcfg_vlan_create(nc, "v", "p0", 5,
						 VLAN_CONFIG(.flags = cases[i].flag), NULL));
		json = link_json(-1, "v");
		print_message("  %s\n", cases[i].shown);
		assert_non_null(strstr(json, cases[i].shown));
		assert_int_equal(!!strstr(json, "REORDER_HDR"), cases[i].default_on);
		assert_int_equal(!!strstr(json, "GVRP"), !!(cases[i].flag & NETCFG_VLAN_GVRP));
		assert_int_equal(!!strstr(json, "MVRP"), !!(cases[i].flag & NETCFG_VLAN_MVRP));
		assert_int_equal(!!strstr(json, "LOOSE"),
				 !!(cases[i].flag & NETCFG_VLAN_LOOSE_BINDING));
		free(json);
		assert_ok(nc, netcfg_link_delete(nc, "v"));
	}
}

/* The one that only a bridge can give meaning to. */
static void test_bridge_binding(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	char *json;

	need_kind("vlan");
	sh_ok("ip link add br0 type bridge vlan_filtering 1");
	assert_ok(nc, netcfg_vlan_create(nc, "v", "br0", 5,
					 VLAN_CONFIG(.flags = NETCFG_VLAN_BRIDGE_BINDING), NULL));
	json = link_json(-1, "v");
	assert_non_null(strstr(json, "BRIDGE_BINDING"));
	free(json);
}

static void test_priority_maps(void **state)
{
	static const struct netcfg_vlan_priority ingress[] = { { 1, 2 }, { 7, 100000 }, { 3, 0 } };
	static const struct netcfg_vlan_priority egress[] = { { 1, 2 }, { 0, 5 }, { 70000, 7 } };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	char *json;

	need_kind("vlan");
	make_parent();
	assert_ok(nc, netcfg_vlan_create(nc, "v", "p0", 5,
					 VLAN_CONFIG(.ingress = ingress, .ingress_count = 3,
						     .egress = egress, .egress_count = 3),
					 NULL));
	json = link_json(-1, "v");
	assert_non_null(strstr(json, "\"ingress_qos\":[{\"from\":1,\"to\":2},"
				     "{\"from\":7,\"to\":100000}]"));
	assert_non_null(strstr(json, "{\"from\":70000,\"to\":7}"));
	assert_non_null(strstr(json, "{\"from\":1,\"to\":2}"));
	assert_non_null(strstr(json, "{\"from\":0,\"to\":5}"));
	free(json);
}

/* As many as there may be: the largest request there is. */
static void test_full_priority_maps(void **state)
{
	struct netcfg_vlan_priority ingress[8];
	struct netcfg_vlan_priority egress[256];
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	char *json;

	need_kind("vlan");
	make_parent();
	for (uint32_t i = 0; i < 8; i++)
		ingress[i] = (struct netcfg_vlan_priority){ .from = i, .to = 100 + i };
	for (uint32_t i = 0; i < 256; i++)
		egress[i] = (struct netcfg_vlan_priority){ .from = 1000 + i, .to = 1 + i % 7 };
	assert_ok(nc, netcfg_vlan_create(nc, "v", "p0", 5,
					 VLAN_CONFIG(.ingress = ingress, .ingress_count = 8,
						     .egress = egress, .egress_count = 256),
					 NULL));
	json = link_json(-1, "v");
	assert_non_null(strstr(json, "{\"from\":7,\"to\":107}"));
	assert_non_null(strstr(json, "{\"from\":1000,\"to\":1}"));
	assert_non_null(strstr(json, "{\"from\":1255,\"to\":4}"));
	free(json);
}

/* B40: both are -EEXIST, and the message tells them apart. */
static void b40_exists(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	need_kind("vlan");
	make_parent();
	assert_ok(nc, netcfg_vlan_create(nc, "v5", "p0", 5, NULL, NULL));
	assert_errno(nc, netcfg_vlan_create(nc, "other", "p0", 5, NULL, NULL), -EEXIST);
	assert_message_has(nc, "\"other\"");
	assert_cause_lacks(nc, EEXIST, "\"other\"");
	/* The kernel's own words follow the errno's. */
	assert_cause_has(nc, EEXIST, "File exists: ");
	assert_errno(nc, netcfg_vlan_create(nc, "v5", "p0", 6, NULL, NULL), -EEXIST);
	assert_cause_has(nc, EEXIST, "\"v5\"");
	assert_errno(nc, netcfg_vlan_create(nc, "p1", "p0", 6, NULL, NULL), -EEXIST);
	assert_cause_has(nc, EEXIST, "\"p1\"");
	assert_int_equal(count_links(), 4);
	/* B13 */
	assert_errno(nc, netcfg_vlan_create(nc, "v5", "p0", 5, NULL, NULL), -EEXIST);
}

/* B42: the kernel has two answers, and each is passed on. */
static void b42_mtu(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	need_kind("vlan");
	make_parent();
	sh_ok("ip link set p0 mtu 9000");
	assert_errno(nc, netcfg_vlan_create(nc, "v", "p0", 5, NULL, LINK_CONFIG(.mtu = 9001)),
		     -EINVAL);
	assert_message_has(nc, "\"p0\"");
	assert_false(link_here("v"));
	assert_ok(nc, netcfg_vlan_create(nc, "v", "p0", 5, NULL, LINK_CONFIG(.mtu = 9000)));
	assert_errno(nc, netcfg_link_set_mtu(nc, "v", 9001), -ERANGE);
	assert_message_has(nc, "mtu");
	assert_link(-1, "v", "mtu", "9000");
	/* The VLAN shrinks with its parent and does not grow with it. */
	assert_ok(nc, netcfg_link_set_mtu(nc, "p0", 1500));
	assert_link(-1, "v", "mtu", "1500");
	assert_ok(nc, netcfg_link_set_mtu(nc, "p0", 9000));
	assert_link(-1, "v", "mtu", "1500");
}

static void test_parent(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	need_kind("vlan");
	make_parent();
	sh_ok("ip link property add dev p0 altname shorty");
	sh_ok("ip link property add dev p0 altname the-parent-of-the-vlans");
	assert_cost(nc, netcfg_vlan_create(nc, "v1", "shorty", 1, NULL, NULL), 1, 1);
	assert_link(-1, "v1", "link", "\"p0\"");
	/* Too long for the ioctl: the look-up is a message of its own. */
	assert_cost(nc, netcfg_vlan_create(nc, "v2", "the-parent-of-the-vlans", 2, NULL, NULL), 2,
		    1);
	assert_link(-1, "v2", "link", "\"p0\"");
	assert_errno(nc, netcfg_vlan_create(nc, "v3", "absent", 3, NULL, NULL), -ENODEV);
	assert_message_has(nc, "\"absent\"");
	assert_errno(nc, netcfg_vlan_create(nc, "v3", "lo", 3, NULL, NULL), -EOPNOTSUPP);
	assert_message_has(nc, "\"lo\"");
	/* B45: a name says nothing about parent and id. */
	assert_ok(nc, netcfg_vlan_create(nc, "p1.9", "p0", 4, NULL, NULL));
	assert_link(-1, "p1.9", "link", "\"p0\"");
	assert_link(-1, "p1.9", "id", "4");
	assert_int_equal(count_links(), 6);
}

static void test_every_field(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	need_kind("vlan");
	make_parent();
	sh_ok("ip link add br0 type bridge; ip link set p0 up");
	assert_cost(
		nc,
		netcfg_vlan_create(nc, "v", "p0", 5, NULL,
				   LINK_CONFIG(.mac = "02:00:00:00:00:05", .mtu = 1400,
					       .tx_queue_len = 7, .group = 8, .master = "br0",
					       .num_tx_queues = 3, .num_rx_queues = 2,
					       .flags = NETCFG_LINK_UP | NETCFG_LINK_TX_QUEUE_LEN |
							NETCFG_LINK_GROUP)),
		1, 2);
	assert_link(-1, "v", "address", "\"02:00:00:00:00:05\"");
	assert_link(-1, "v", "mtu", "1400");
	assert_link(-1, "v", "txqlen", "7");
	assert_link(-1, "v", "group", "\"8\"");
	assert_link(-1, "v", "master", "\"br0\"");
	assert_link(-1, "v", "num_tx_queues", "3");
	assert_link_flag(-1, "v", "UP");
	assert_cost(nc, netcfg_vlan_create(nc, "v6", "p0", 6, NULL, LINK_CONFIG(.alias = "six")), 2,
		    1);
	assert_link(-1, "v6", "ifalias", "\"six\"");
}

/* Up on a parent that is down is refused, and no VLAN is left over. */
static void test_up_on_down_parent(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	need_kind("vlan");
	make_parent();
	assert_errno(
		nc,
		netcfg_vlan_create(nc, "v", "p0", 5, NULL, LINK_CONFIG(.flags = NETCFG_LINK_UP)),
		-ENETDOWN);
	assert_false(link_here("v"));
	assert_ok(nc, netcfg_vlan_create(nc, "v", "p0", 5, NULL, NULL));
	assert_errno(nc, netcfg_link_set_up(nc, "v"), -ENETDOWN);
	assert_ok(nc, netcfg_link_set_up(nc, "p0"));
	assert_ok(nc, netcfg_link_set_up(nc, "v"));
	assert_link_flag(-1, "v", "UP");
	/* Loose binding is for this. */
	assert_ok(nc, netcfg_link_set_down(nc, "p0"));
	assert_ok(nc, netcfg_vlan_create(nc, "w", "p0", 6,
					 VLAN_CONFIG(.flags = NETCFG_VLAN_LOOSE_BINDING),
					 LINK_CONFIG(.flags = NETCFG_LINK_UP)));
	assert_link_flag(-1, "w", "UP");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b38_bad_ids),
		sandbox_test(b37_good_ids),
		sandbox_test(test_config_sizes),
		sandbox_test(test_bad_configs),
		sandbox_test(test_priorities_out_of_range),
		sandbox_test(b39_protocols),
		sandbox_test(test_flags),
		sandbox_test(test_bridge_binding),
		sandbox_test(test_priority_maps),
		sandbox_test(test_full_priority_maps),
		sandbox_test(b40_exists),
		sandbox_test(b42_mtu),
		sandbox_test(test_parent),
		sandbox_test(test_every_field),
		sandbox_test(test_up_on_down_parent),
	};

	return sandbox_main(tests);
}
