/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The requests about ports of bridges and VLANs of these. */
#include <linux/if_bridge.h>

#include "unit/support/unit.h"

#define CHANGE (NLM_F_REQUEST | NLM_F_ACK)
#define INDEX  70000 /* more than 16 bits (B117) */

static void begin(struct packet *m, int type)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_BRIDGE, .ifi_index = INDEX };

	packet_begin(m, type, CHANGE, &ifi, sizeof(ifi));
}

/* Each setting on, off, and left: 0, 1, -1. */
static void assert_port(struct netcfg *nc, size_t n, uint32_t flags, int hairpin, int isolated,
			int learning)
{
	const struct nlattr *nest;
	struct packet want;
	size_t start;

	assert_int_equal(netcfg_bridge_port_set(nc, "p0", PORT_CONFIG(.flags = flags)), 0);
	begin(&want, RTM_SETLINK);
	start = packet_nest(&want, IFLA_PROTINFO);
	if (hairpin >= 0)
		packet_u8(&want, IFLA_BRPORT_MODE, (uint8_t)hairpin);
	if (isolated >= 0)
		packet_u8(&want, IFLA_BRPORT_ISOLATED, (uint8_t)isolated);
	if (learning >= 0)
		packet_u8(&want, IFLA_BRPORT_LEARNING, (uint8_t)learning);
	packet_nest_end(&want, start);
	assert_sent(RTM_SETLINK, n, &want);
	/* Without this mark the kernel takes the first byte for a state of the port. */
	nest = (const void *)(fake_request(RTM_SETLINK, n).bytes + NLMSG_HDRLEN +
			      sizeof(struct ifinfomsg));
	assert_int_equal(nest->nla_type, IFLA_PROTINFO | NLA_F_NESTED);
}

static void port(void **state)
{
	struct packet want;

	fake_link("p0", INDEX);
	assert_port(*state, 0, NETCFG_BRIDGE_PORT_LEARNING, -1, -1, 1);
	assert_port(*state, 1, NETCFG_BRIDGE_PORT_HAIRPIN, 1, -1, -1);
	assert_port(*state, 2, NETCFG_BRIDGE_PORT_NO_HAIRPIN, 0, -1, -1);
	assert_port(*state, 3, NETCFG_BRIDGE_PORT_ISOLATED | NETCFG_BRIDGE_PORT_NO_LEARNING, -1, 1,
		    0);
	assert_port(*state, 4, NETCFG_BRIDGE_PORT_LEARNING | NETCFG_BRIDGE_PORT_NO_ISOLATED, -1, 0,
		    1);
	assert_port(*state, 5,
		    NETCFG_BRIDGE_PORT_HAIRPIN | NETCFG_BRIDGE_PORT_ISOLATED |
			    NETCFG_BRIDGE_PORT_LEARNING,
		    1, 1, 1);
	/* Nothing: whether it is a port is asked all the same. */
	begin(&want, RTM_SETLINK);
	assert_int_equal(netcfg_bridge_port_set(*state, "p0", NULL), 0);
	assert_sent(RTM_SETLINK, 6, &want);
	assert_int_equal(netcfg_bridge_port_set(*state, "p0", PORT_CONFIG(.flags = 0)), 0);
	assert_sent(RTM_SETLINK, 7, &want);
}

static void port_refused(void **state)
{
	struct netcfg *nc = *state;
	struct {
		struct netcfg_bridge_port_config config;
		uint32_t more[2];
	} newer = { .config.size = sizeof(newer), .more[1] = 1 };
	int i;

	for (i = 0; i < 3; i++) {
		assert_int_equal(
			netcfg_bridge_port_set(nc, "p0", PORT_CONFIG(.flags = 3u << 2 * i)),
			-EINVAL);
		assert_says(nc, "has both ");
	}
	assert_int_equal(netcfg_bridge_port_set(nc, "p0", PORT_CONFIG(.flags = 1 << 6)), -EINVAL);
	assert_says(nc, "config.flags has unknown bits 0x40");
	assert_int_equal(netcfg_bridge_port_set(nc, "p0", PORT_CONFIG(.flags = 1u << 31)), -EINVAL);
	assert_int_equal(netcfg_bridge_port_set(nc, "p0", PORT_CONFIG(.reserved = 1)), -EINVAL);
	assert_says(nc, "config.reserved");
	assert_int_equal(netcfg_bridge_port_set(
				 nc, "p0", &(const struct netcfg_bridge_port_config){ .size = 8 }),
			 -EINVAL);
	assert_int_equal(netcfg_bridge_port_set(nc, "p0", &newer.config), -E2BIG);
	assert_int_equal(netcfg_bridge_port_set(nc, NULL, NULL), -EINVAL);
	assert_says(nc, "name is NULL");
	assert_int_equal(netcfg_bridge_port_set(nc, "a:b", NULL), -EINVAL);
	assert_nothing_sent();
}

static void vlan(struct packet *m, int attr, unsigned int flags, unsigned int id)
{
	const struct bridge_vlan_info info = { .flags = (uint16_t)flags, .vid = (uint16_t)id };

	packet_attr(m, attr, &info, sizeof(info));
}

static void assert_add(struct netcfg *nc, size_t n, int id, uint32_t flags, unsigned int expected)
{
	struct packet want;
	size_t start;

	assert_int_equal(netcfg_bridge_vlan_add(nc, "p0", id, flags), 0);
	begin(&want, RTM_SETLINK);
	start = packet_nest(&want, IFLA_AF_SPEC);
	if (flags & NETCFG_BRIDGE_VLAN_SELF)
		packet_u16(&want, IFLA_BRIDGE_FLAGS, BRIDGE_FLAGS_SELF);
	vlan(&want, IFLA_BRIDGE_VLAN_INFO, expected, (unsigned int)id);
	packet_nest_end(&want, start);
	assert_sent(RTM_SETLINK, n, &want);
}

static void vlan_add(void **state)
{
	fake_link("p0", INDEX);
	assert_add(*state, 0, 1, 0, 0);
	assert_add(*state, 1, 4094, NETCFG_BRIDGE_VLAN_PVID, BRIDGE_VLAN_INFO_PVID);
	assert_add(*state, 2, 256, NETCFG_BRIDGE_VLAN_UNTAGGED, BRIDGE_VLAN_INFO_UNTAGGED);
	assert_add(*state, 3, 5, NETCFG_BRIDGE_VLAN_SELF, 0);
	assert_add(*state, 4, 6,
		   NETCFG_BRIDGE_VLAN_SELF | NETCFG_BRIDGE_VLAN_PVID | NETCFG_BRIDGE_VLAN_UNTAGGED,
		   BRIDGE_VLAN_INFO_PVID | BRIDGE_VLAN_INFO_UNTAGGED);
}

static void vlan_delete(void **state)
{
	const struct br_vlan_msg header = { .family = AF_BRIDGE, .ifindex = INDEX };
	struct packet want;
	size_t start;

	fake_link("p0", INDEX);
	assert_int_equal(netcfg_bridge_vlan_delete(*state, "p0", 4094), 0);
	packet_begin(&want, RTM_DELVLAN, CHANGE, &header, sizeof(header));
	start = packet_nest(&want, BRIDGE_VLANDB_ENTRY);
	vlan(&want, BRIDGE_VLANDB_ENTRY_INFO, 0, 4094);
	packet_nest_end(&want, start);
	assert_sent(RTM_DELVLAN, 0, &want);
	assert_int_equal(fake_count(RTM_DELLINK), 0);
}

/* Before any cast: 65541 is not 5 (B22 is of this sort). */
static void b22_vlan_refused(void **state)
{
	static const int ids[] = { 0, -1, 4095, 4096, 65536, 65541, INT_MAX, INT_MIN };
	struct netcfg *nc = *state;
	char text[32];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ids); i++) {
		assert_int_equal(netcfg_bridge_vlan_add(nc, "p0", ids[i], 0), -ERANGE);
		snprintf(text, sizeof(text), "vlan_id %d ", ids[i]);
		assert_says(nc, text);
		assert_int_equal(netcfg_bridge_vlan_delete(nc, "p0", ids[i]), -ERANGE);
		assert_says(nc, text);
	}
	assert_int_equal(netcfg_bridge_vlan_add(nc, "p0", 5, 8), -EINVAL);
	assert_says(nc, "flags has unknown bits 0x8");
	assert_int_equal(netcfg_bridge_vlan_add(nc, NULL, 5, 0), -EINVAL);
	assert_int_equal(netcfg_bridge_vlan_delete(nc, "", 5), -EINVAL);
	assert_nothing_sent();
}

static void explained(void **state)
{
	struct netcfg *nc = *state;

	fake_link("p0", INDEX);
	fake_refuse(RTM_SETLINK, -EOPNOTSUPP, NULL);
	assert_int_equal(netcfg_bridge_port_set(nc, "p0", NULL), -EOPNOTSUPP);
	assert_says(nc, "change bridge port \"p0\": ");
	assert_says(nc, "\"p0\" is no port of a bridge");
	fake_refuse(RTM_SETLINK, -EOPNOTSUPP, NULL);
	assert_int_equal(netcfg_bridge_vlan_add(nc, "p0", 5, 0), -EOPNOTSUPP);
	assert_says(nc, "add bridge vlan to \"p0\": ");
	assert_says(nc, "vlan 5: is it a port of a bridge");
	fake_refuse(RTM_DELVLAN, -EINVAL, "no valid port");
	assert_int_equal(netcfg_bridge_vlan_delete(nc, "p0", 5), -EINVAL);
	assert_string_equal(
		netcfg_error_message(nc),
		"delete bridge vlan from \"p0\": Invalid argument: vlan 5: no valid port");
	assert_int_equal(netcfg_bridge_vlan_delete(nc, "gone", 5), -ENODEV);
	assert_says(nc, "name \"gone\" does not exist");
}

/* In a batch: what a create makes is looked up behind it; each failure says which VLAN it was. */
static void batch(void **state)
{
	struct netcfg *nc = *state;
	char text[32];
	int i;

	fake_link("p0", INDEX);
	assert_int_equal(netcfg_batch_begin(nc, 0), 0);
	assert_int_equal(netcfg_veth_create(nc, "p0", "p1", NULL, NULL), 0);
	assert_int_equal(netcfg_bridge_port_set(nc, "p0", NULL), 0);
	for (i = 1; i <= 100; i++) {
		fake_refuse(i % 2 ? RTM_SETLINK : RTM_DELVLAN, -EOPNOTSUPP, NULL);
		if (i % 2)
			assert_int_equal(netcfg_bridge_vlan_add(nc, "p0", i, 0), 0);
		else
			assert_int_equal(netcfg_bridge_vlan_delete(nc, "p0", i), 0);
	}
	assert_int_equal(netcfg_batch_commit(nc), 100);
	assert_int_equal(fake_sends(), 3); /* the create, the look-up, the rest */
	assert_int_equal(netcfg_batch_error(nc, 1), -EOPNOTSUPP); /* the first refusal is its */
	for (i = 2; i <= 100; i += 2) {
		snprintf(text, sizeof(text), "vlan %d: ", i);
		assert_non_null(strstr(netcfg_batch_error_message(nc, 1 + i), text));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(port),        handle_test(port_refused),     handle_test(vlan_add),
		handle_test(vlan_delete), handle_test(b22_vlan_refused), handle_test(explained),
		handle_test(batch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
