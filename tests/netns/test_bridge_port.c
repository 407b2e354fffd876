/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ports of bridges and their VLANs: by the library, seen by `ip` and `bridge`. */
#include <stdlib.h>

#include "support/addrs.h"
#include "support/test.h"

static void make_port(void)
{
	pair_make();
	sh_ok("ip link add br0 type bridge; ip link set v0 master br0");
}

static void make_filtering_port(void)
{
	need(sh("ip link add br0 type bridge vlan_filtering 1") == 0, "bridges that filter VLANs");
	pair_make();
	sh_ok("ip link set v0 master br0");
}

static void assert_port(const char *hairpin, const char *isolated, const char *learning)
{
	assert_link(-1, "v0", "hairpin", hairpin);
	assert_link(-1, "v0", "isolated", isolated);
	assert_link(-1, "v0", "learning", learning);
}

/* Each setting by itself: the others stay. */
static void test_port(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	make_port();
	assert_port("false", "false", "true");
	assert_cost(nc,
		    netcfg_bridge_port_set(nc, "v0", PORT_CONFIG(.flags = NETCFG_BRIDGE_PORT_HAIRPIN)),
		    1, 1);
	assert_port("true", "false", "true");
	assert_ok(nc, netcfg_bridge_port_set(nc, "v0",
					     PORT_CONFIG(.flags = NETCFG_BRIDGE_PORT_ISOLATED |
								  NETCFG_BRIDGE_PORT_NO_LEARNING)));
	assert_port("true", "true", "false");
	assert_ok(nc, netcfg_bridge_port_set(nc, "v0", NULL));
	assert_ok(nc, netcfg_bridge_port_set(nc, "v0", PORT_CONFIG(.flags = 0)));
	assert_port("true", "true", "false");
	assert_ok(nc, netcfg_bridge_port_set(nc, "v0",
					     PORT_CONFIG(.flags = NETCFG_BRIDGE_PORT_NO_HAIRPIN |
								  NETCFG_BRIDGE_PORT_LEARNING)));
	assert_port("false", "true", "true");
	assert_ok(nc, netcfg_bridge_port_set(
			      nc, "v0", PORT_CONFIG(.flags = NETCFG_BRIDGE_PORT_NO_ISOLATED)));
	assert_port("false", "false", "true");
	assert_link(-1, "v0", "state", "\"disabled\""); /* which is what a u8 would have set */
}

/* bridge(8) reads the same. */
static void test_port_seen_by_bridge(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	char *json;

	make_port();
	assert_ok(nc, netcfg_bridge_port_set(nc, "v0",
					     PORT_CONFIG(.flags = NETCFG_BRIDGE_PORT_HAIRPIN |
								  NETCFG_BRIDGE_PORT_ISOLATED |
								  NETCFG_BRIDGE_PORT_NO_LEARNING)));
	json = sh_output("bridge -d -j link show dev v0");
	assert_non_null(strstr(json, "\"hairpin\":true"));
	assert_non_null(strstr(json, "\"isolated\":true"));
	assert_non_null(strstr(json, "\"learning\":false"));
	free(json);
}

static void test_no_port(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_bridge_port_config *hairpin =
		PORT_CONFIG(.flags = NETCFG_BRIDGE_PORT_HAIRPIN);

	make_port();
	assert_errno(nc, netcfg_bridge_port_set(nc, "v1", hairpin), -EOPNOTSUPP);
	assert_message_has(nc, "\"v1\" is no port of a bridge");
	assert_errno(nc, netcfg_bridge_port_set(nc, "v1", NULL), -EOPNOTSUPP);
	assert_errno(nc, netcfg_bridge_port_set(nc, "br0", hairpin), -EOPNOTSUPP);
	assert_errno(nc, netcfg_bridge_port_set(nc, "lo", hairpin), -EOPNOTSUPP);
	assert_errno(nc, netcfg_bridge_port_set(nc, "absent", hairpin), -ENODEV);
	assert_message_has(nc, "\"absent\"");
	assert_unsent(nc, netcfg_bridge_port_set(nc, "v0", PORT_CONFIG(.flags = 3)), -EINVAL);
	assert_unsent(nc, netcfg_bridge_port_set(nc, "v0", PORT_CONFIG(.flags = 64)), -EINVAL);
	assert_port("false", "false", "true");
}

/* What is meant for a bridge does nothing to the port of another master. */
static void test_port_of_a_bond(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("bond");
	pair_make();
	sh_ok("ip link add bond0 type bond; ip link set v0 master bond0");
	assert_errno(nc,
		     netcfg_bridge_port_set(nc, "v0",
					    PORT_CONFIG(.flags = NETCFG_BRIDGE_PORT_HAIRPIN)),
		     -EOPNOTSUPP);
	assert_errno(nc, netcfg_bridge_port_set(nc, "v0", NULL), -EOPNOTSUPP);
	assert_errno(nc, netcfg_bridge_vlan_add(nc, "v0", 5, 0), -EOPNOTSUPP);
}

/* A port is one by the name that it has got in the same batch, and the bridge is made in it, too. */
static void test_batch(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	sh_ok("ip link add br0 type bridge");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "v0", "v1", LINK_CONFIG(.master = "br0"), NULL));
	assert_ok(nc, netcfg_link_add_altname(nc, "v0", "port-with-a-long-alternative-name"));
	assert_ok(nc, netcfg_bridge_port_set(nc, "port-with-a-long-alternative-name",
					     PORT_CONFIG(.flags = NETCFG_BRIDGE_PORT_HAIRPIN)));
	assert_ok(nc, netcfg_bridge_port_set(nc, "v1",
					     PORT_CONFIG(.flags = NETCFG_BRIDGE_PORT_HAIRPIN)));
	assert_ok(nc, netcfg_bridge_port_set(nc, "v0",
					     PORT_CONFIG(.flags = NETCFG_BRIDGE_PORT_ISOLATED)));
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_int_equal(netcfg_batch_error(nc, 3), -EOPNOTSUPP);
	assert_port("true", "true", "true");
}

/* `bridge -j vlan` of a link must show a VLAN: the text behind its number, up to the brace. */
static void assert_vlan(const char *link, int id, const char *flags)
{
	char *json = sh_output("bridge -j vlan show dev %s", link);
	char expected[96];

	snprintf(expected, sizeof(expected), "{\"vlan\":%d%s}", id, flags);
	if (!strstr(json, expected))
		print_error("no %s in %s\n", expected, json);
	assert_non_null(strstr(json, expected));
	free(json);
}

static void assert_no_vlan(const char *link, int id)
{
	char *json = sh_output("bridge -j vlan show dev %s", link);
	char number[32];

	snprintf(number, sizeof(number), "\"vlan\":%d,", id);
	assert_null(strstr(json, number));
	snprintf(number, sizeof(number), "\"vlan\":%d}", id);
	assert_null(strstr(json, number));
	free(json);
}

#define BOTH ",\"flags\":[\"PVID\",\"Egress Untagged\"]"

static void test_vlans_of_a_port(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	make_filtering_port();
	assert_vlan("v0", 1, BOTH);
	assert_cost(nc, netcfg_bridge_vlan_add(nc, "v0", 5, 0), 1, 1);
	assert_vlan("v0", 5, "");
	assert_ok(nc, netcfg_bridge_vlan_add(nc, "v0", 4094, NETCFG_BRIDGE_VLAN_UNTAGGED));
	assert_vlan("v0", 4094, ",\"flags\":[\"Egress Untagged\"]");
	assert_ok(nc, netcfg_bridge_vlan_add(nc, "v0", 6,
					     NETCFG_BRIDGE_VLAN_PVID |
						     NETCFG_BRIDGE_VLAN_UNTAGGED));
	assert_vlan("v0", 6, BOTH);
	assert_vlan("v0", 1, ",\"flags\":[\"Egress Untagged\"]"); /* no longer the PVID */
	/* One that is there gets the flags. */
	assert_ok(nc, netcfg_bridge_vlan_add(nc, "v0", 5, NETCFG_BRIDGE_VLAN_PVID));
	assert_vlan("v0", 5, ",\"flags\":[\"PVID\"]");
	assert_no_vlan("br0", 5);
	assert_cost(nc, netcfg_bridge_vlan_delete(nc, "v0", 5), 1, 1);
	assert_no_vlan("v0", 5);
	assert_ok(nc, netcfg_bridge_vlan_delete(nc, "v0", 5)); /* the kernel tells no difference */
	assert_ok(nc, netcfg_bridge_vlan_delete(nc, "v0", 4094));
	assert_vlan("v0", 6, ",\"flags\":[\"Egress Untagged\"]");
	assert_true(link_here("v0") && link_here("br0")); /* a delete of VLANs deletes no link */
}

static void test_vlans_of_the_bridge(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	make_filtering_port();
	assert_ok(nc, netcfg_bridge_vlan_add(nc, "br0", 5, NETCFG_BRIDGE_VLAN_SELF));
	assert_vlan("br0", 5, "");
	assert_no_vlan("v0", 5);
	assert_ok(nc, netcfg_bridge_vlan_add(nc, "br0", 6,
					     NETCFG_BRIDGE_VLAN_SELF | NETCFG_BRIDGE_VLAN_PVID |
						     NETCFG_BRIDGE_VLAN_UNTAGGED));
	assert_vlan("br0", 6, BOTH);
	assert_errno(nc, netcfg_bridge_vlan_add(nc, "br0", 7, 0), -EOPNOTSUPP);
	assert_message_has(nc, "vlan 7: ");
	assert_errno(nc, netcfg_bridge_vlan_add(nc, "v0", 7, NETCFG_BRIDGE_VLAN_SELF), -EOPNOTSUPP);
	assert_ok(nc, netcfg_bridge_vlan_delete(nc, "br0", 5));
	assert_ok(nc, netcfg_bridge_vlan_delete(nc, "br0", 6));
	assert_no_vlan("br0", 5);
	assert_no_vlan("br0", 6);
	assert_vlan("v0", 1, BOTH);
	assert_true(link_here("v0") && link_here("br0"));
}

/* One that is the port of something else, and a VRF's, has its own all the same. */
static void test_vlans_of_a_bridge_in_a_vrf(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need_kind("vrf");
	make_filtering_port();
	sh_ok("ip link add vrf0 type vrf table 10; ip link set br0 master vrf0");
	assert_ok(nc, netcfg_bridge_vlan_add(nc, "br0", 5, NETCFG_BRIDGE_VLAN_SELF));
	assert_vlan("br0", 5, "");
	assert_ok(nc, netcfg_bridge_vlan_delete(nc, "br0", 5));
	assert_no_vlan("br0", 5);
}

/* Nothing is a VLAN of what is no port; and this is told, even where the kernel filters none. */
static void test_vlans_refused(void **state)
{
	static const int ids[] = { 0, -1, 4095, 65541, INT_MAX, INT_MIN };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	int filtering;

	make_port();
	for (size_t i = 0; i < ARRAY_SIZE(ids); i++) {
		assert_unsent(nc, netcfg_bridge_vlan_add(nc, "v0", ids[i], 0), -ERANGE);
		assert_unsent(nc, netcfg_bridge_vlan_delete(nc, "v0", ids[i]), -ERANGE);
	}
	assert_unsent(nc, netcfg_bridge_vlan_add(nc, "v0", 5, 8), -EINVAL);
	assert_errno(nc, netcfg_bridge_vlan_add(nc, "absent", 5, 0), -ENODEV);
	assert_errno(nc, netcfg_bridge_vlan_delete(nc, "absent", 5), -ENODEV);
	assert_errno(nc, netcfg_bridge_vlan_add(nc, "v1", 5, 0), -EOPNOTSUPP);
	filtering = sh("ip link set br0 type bridge vlan_filtering 1") == 0;
	assert_errno(nc, netcfg_bridge_vlan_delete(nc, "v1", 5), filtering ? -EINVAL : -EOPNOTSUPP);
	assert_errno(nc, netcfg_bridge_vlan_add(nc, "v0", 5, 0), filtering ? 0 : -EOPNOTSUPP);
	assert_errno(nc, netcfg_bridge_vlan_delete(nc, "v0", 5), filtering ? 0 : -EOPNOTSUPP);
}

/* Every VLAN there is, on a port that the batch makes. */
static void test_batch_of_all_vlans(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_stats before;

	make_filtering_port();
	before = stats_now(nc);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "w0", "w1", LINK_CONFIG(.master = "br0"), NULL));
	for (int id = 1; id <= 4094; id++)
		assert_ok(nc, netcfg_bridge_vlan_add(nc, "w0", id, 0));
	for (int id = 1; id <= 4094; id += 2)
		assert_ok(nc, netcfg_bridge_vlan_delete(nc, "w0", id));
	assert_int_equal(netcfg_batch_commit(nc), 0);
	assert_true(stats_since(nc, &before).sends < 50);
	assert_vlan("w0", 2, "");
	assert_vlan("w0", 4094, "");
	assert_no_vlan("w0", 1);
	assert_no_vlan("w0", 4093);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_port),
		sandbox_test(test_port_seen_by_bridge),
		sandbox_test(test_no_port),
		sandbox_test(test_port_of_a_bond),
		sandbox_test(test_batch),
		sandbox_test(test_vlans_of_a_port),
		sandbox_test(test_vlans_of_the_bridge),
		sandbox_test(test_vlans_of_a_bridge_in_a_vrf),
		sandbox_test(test_vlans_refused),
		sandbox_test(test_batch_of_all_vlans),
	};

	return sandbox_main(tests);
}
