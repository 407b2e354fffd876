/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* addr_gen_mode, state_on and state_off: of new links, of both ends of a pair, of links that exist. */
#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

#define MODE(value) .addr_gen_mode = (value), .flags = NETCFG_LINK_ADDR_GEN_MODE
#define UP_MODE(value) \
	.addr_gen_mode = (value), .flags = NETCFG_LINK_ADDR_GEN_MODE | NETCFG_LINK_UP

/* Waits no longer than the kernel takes: the address is there when the link is up. */
static bool has_link_local(int netns_fd, const char *name)
{
	char *text = netns_fd < 0 ? sh_output("ip -6 -o addr show dev %s", name)
				  : sh_output_in(netns_fd, "ip -6 -o addr show dev %s", name);
	const bool found = strstr(text, "fe80::") != NULL;

	free(text);
	return found;
}

/* Both up, so that addresses are made where they are made at all. */
static void test_mode_of_both_ends(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	/* The create, and for each end the mode and then the link up, in one send. */
	assert_cost(nc,
		    netcfg_veth_create(nc, "a", "b", LINK_CONFIG(UP_MODE(NETCFG_ADDR_GEN_NONE)),
				       LINK_CONFIG(UP_MODE(NETCFG_ADDR_GEN_NONE))),
		    5, 0);
	assert_link(-1, "a", "inet6_addr_gen_mode", "\"none\"");
	assert_link(-1, "b", "inet6_addr_gen_mode", "\"none\"");
	assert_link_flag(-1, "a", "LOWER_UP");
	assert_link_flag(-1, "b", "LOWER_UP");
	assert_false(has_link_local(-1, "a"));
	assert_false(has_link_local(-1, "b"));
	/* Without the mode they are made: what the two above show is no accident. */
	assert_ok(nc, netcfg_veth_create(nc, "c", "d", LINK_CONFIG(.flags = NETCFG_LINK_UP),
					 LINK_CONFIG(UP_MODE(NETCFG_ADDR_GEN_EUI64))));
	assert_true(has_link_local(-1, "c"));
	assert_true(has_link_local(-1, "d"));
	/* One end's says nothing about the other's. */
	assert_ok(nc, netcfg_veth_create(nc, "e", "f", NULL,
					 LINK_CONFIG(MODE(NETCFG_ADDR_GEN_RANDOM))));
	assert_link(-1, "e", "inet6_addr_gen_mode", "\"eui64\"");
	assert_link(-1, "f", "inet6_addr_gen_mode", "\"random\"");
}

/* With all that goes with it, where the ends live elsewhere. */
static void test_mode_in_other_namespaces(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	int near, far;

	near = netns_new_named("near");
	far = netns_new_named("far");
	assert_ok(nc, netcfg_veth_create(
			      nc, "a", "b",
			      LINK_CONFIG(.netns = "near", .alias = "n",
					  .state_off = NETCFG_LINK_STATE_MULTICAST,
					  UP_MODE(NETCFG_ADDR_GEN_NONE)),
			      LINK_CONFIG(.netns = "far", .alias = "f",
					  .state_on = NETCFG_LINK_STATE_ALLMULTI,
					  UP_MODE(NETCFG_ADDR_GEN_NONE))));
	assert_link(near, "a", "inet6_addr_gen_mode", "\"none\"");
	assert_link(near, "a", "ifalias", "\"n\"");
	assert_link_flag(near, "a", "LOWER_UP");
	assert_link_not_flag(near, "a", "MULTICAST");
	assert_false(has_link_local(near, "a"));
	assert_link(far, "b", "inet6_addr_gen_mode", "\"none\"");
	assert_link(far, "b", "ifalias", "\"f\"");
	assert_link_flag(far, "b", "LOWER_UP");
	assert_link_flag(far, "b", "ALLMULTI");
	assert_false(has_link_local(far, "b"));
	assert_int_equal(count_links(), 1);
	close(near);
	close(far);
}

static void test_mode_of_a_port(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_bridge_create(nc, "br0", NULL,
					   LINK_CONFIG(UP_MODE(NETCFG_ADDR_GEN_NONE))));
	assert_ok(nc, netcfg_veth_create(nc, "a", "b",
					 LINK_CONFIG(.master = "br0", UP_MODE(NETCFG_ADDR_GEN_NONE)),
					 LINK_CONFIG(.master = "br0",
						     UP_MODE(NETCFG_ADDR_GEN_NONE))));
	assert_link(-1, "a", "master", "\"br0\"");
	assert_link(-1, "b", "master", "\"br0\"");
	assert_link_flag(-1, "b", "UP");
	assert_link(-1, "b", "inet6_addr_gen_mode", "\"none\"");
	assert_false(has_link_local(-1, "br0"));
}

/* A link without IPv6 has no mode: nothing is left of the create, of either end. */
static void test_mode_without_ipv6(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_errno(nc,
		     netcfg_veth_create(nc, "a", "b",
					LINK_CONFIG(.mtu = 1000, UP_MODE(NETCFG_ADDR_GEN_NONE)),
					NULL),
		     -EAFNOSUPPORT);
	assert_message_has(nc, "\"a\"");
	assert_errno(nc,
		     netcfg_veth_create(nc, "a", "b", NULL,
					LINK_CONFIG(.mtu = 1000, UP_MODE(NETCFG_ADDR_GEN_NONE))),
		     -EAFNOSUPPORT);
	assert_message_has(nc, "\"b\"");
	/* RFC 7217 needs a secret. */
	assert_errno(nc,
		     netcfg_bridge_create(nc, "a", NULL,
					  LINK_CONFIG(UP_MODE(NETCFG_ADDR_GEN_STABLE_PRIVACY))),
		     -EINVAL);
	assert_int_equal(count_links(), 1);
	sh_ok("ip link add v0 mtu 1000 type veth peer name v1");
	assert_errno(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(MODE(NETCFG_ADDR_GEN_NONE))),
		     -EAFNOSUPPORT);
}

/* The mode is fine, the link cannot come up: that is told, and it is taken back. */
static void test_mode_and_no_way_up(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	sh_ok("ip link add p0 address 02:00:00:00:00:01 type veth peer name p1");
	assert_errno(nc,
		     netcfg_macvlan_create(nc, "m", "p0", NULL,
					   LINK_CONFIG(.mac = "02:00:00:00:00:01",
						       UP_MODE(NETCFG_ADDR_GEN_NONE))),
		     -EADDRINUSE);
	assert_false(link_here("m"));
	assert_ok(nc, netcfg_macvlan_create(nc, "m", "p0", NULL,
					    LINK_CONFIG(MODE(NETCFG_ADDR_GEN_NONE))));
	assert_link(-1, "m", "inet6_addr_gen_mode", "\"none\"");
}

static void test_set_mode(void **state)
{
	static const struct {
		uint32_t mode;
		const char *shown;
	} modes[] = {
		{ NETCFG_ADDR_GEN_NONE, "\"none\"" },
		{ NETCFG_ADDR_GEN_RANDOM, "\"random\"" },
		{ NETCFG_ADDR_GEN_EUI64, "\"eui64\"" },
	};
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	sh_ok("ip link add v0 type veth peer name v1; ip link set v1 up");
	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		assert_cost(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(MODE(modes[i].mode))), 1, 0);
		assert_link(-1, "v0", "inet6_addr_gen_mode", modes[i].shown);
	}
	assert_errno(nc,
		     netcfg_link_set(nc, "v0", LINK_CONFIG(MODE(NETCFG_ADDR_GEN_STABLE_PRIVACY))),
		     -EINVAL);
	assert_ok(nc, netcfg_link_set_by_index(nc, link_index_here("v0"),
					       LINK_CONFIG(MODE(NETCFG_ADDR_GEN_NONE))));
	assert_ok(nc, netcfg_link_set_up(nc, "v0"));
	assert_link_flag(-1, "v0", "LOWER_UP");
	assert_false(has_link_local(-1, "v0"));
}

static const struct {
	uint32_t bit;
	const char *shown;
} bits[] = {
	{ NETCFG_LINK_STATE_NOARP, "NOARP" },
	{ NETCFG_LINK_STATE_PROMISC, "PROMISC" },
	{ NETCFG_LINK_STATE_ALLMULTI, "ALLMULTI" },
	{ NETCFG_LINK_STATE_MULTICAST, "MULTICAST" },
};

static void check_bit(const char *name, size_t i, bool on)
{
	if (on)
		assert_link_flag(-1, name, bits[i].shown);
	else
		assert_link_not_flag(-1, name, bits[i].shown);
}

/* On and off, each alone: in the create, of either end, and in a change. One request. */
static void test_state_bits(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	for (size_t i = 0; i < ARRAY_SIZE(bits); i++) {
		const struct netcfg_link_config *on = LINK_CONFIG(.state_on = bits[i].bit);
		const struct netcfg_link_config *off = LINK_CONFIG(.state_off = bits[i].bit);

		print_message("  %s\n", bits[i].shown);
		assert_cost(nc, netcfg_veth_create(nc, "a", "b", on, off), 1, 0);
		check_bit("a", i, true);
		check_bit("b", i, false);
		assert_link_not_flag(-1, "a", "UP");
		assert_cost(nc, netcfg_link_set(nc, "a", off), 1, 0);
		assert_cost(nc, netcfg_link_set(nc, "b", on), 1, 0);
		check_bit("a", i, false);
		check_bit("b", i, true);
		/* Nothing else is touched. */
		for (size_t j = 0; j < ARRAY_SIZE(bits); j++)
			if (j != i)
				check_bit("b", j, bits[j].bit == NETCFG_LINK_STATE_MULTICAST);
		assert_ok(nc, netcfg_link_delete(nc, "a"));
		assert_cost(nc, netcfg_veth_create(nc, "a", "b", off, on), 1, 0);
		check_bit("a", i, false);
		check_bit("b", i, true);
		assert_ok(nc, netcfg_link_delete(nc, "a"));
	}
}

/* Together with the rest, and a change of one leaves a link up. */
static void test_state_bits_together(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_cost(nc,
		    netcfg_bridge_create(nc, "b", NULL,
					 LINK_CONFIG(.flags = NETCFG_LINK_UP,
						     .state_on = NETCFG_LINK_STATE_NOARP |
								 NETCFG_LINK_STATE_PROMISC,
						     .state_off = NETCFG_LINK_STATE_MULTICAST)),
		    1, 0);
	assert_link_flag(-1, "b", "UP");
	check_bit("b", 0, true);
	check_bit("b", 1, true);
	check_bit("b", 3, false);
	assert_ok(nc, netcfg_link_set(nc, "b",
				      LINK_CONFIG(.mtu = 1400,
						  .state_on = NETCFG_LINK_STATE_MULTICAST,
						  .state_off = NETCFG_LINK_STATE_NOARP)));
	assert_link_flag(-1, "b", "UP");
	check_bit("b", 0, false);
	check_bit("b", 1, true);
	check_bit("b", 3, true);
	assert_link(-1, "b", "mtu", "1400");
	assert_ok(nc, netcfg_link_set(nc, "b",
				      LINK_CONFIG(.flags = NETCFG_LINK_DOWN,
						  .state_off = NETCFG_LINK_STATE_PROMISC)));
	assert_link_not_flag(-1, "b", "UP");
	check_bit("b", 1, false);
}

static void test_in_a_batch(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_bridge_create(nc, "br0", NULL, NULL));
	assert_ok(nc, netcfg_veth_create(nc, "a", "b",
					 LINK_CONFIG(.master = "br0", UP_MODE(NETCFG_ADDR_GEN_NONE)),
					 LINK_CONFIG(.state_on = NETCFG_LINK_STATE_NOARP,
						     .master = "br0",
						     UP_MODE(NETCFG_ADDR_GEN_NONE))));
	assert_ok(nc, netcfg_veth_create(nc, "c", "d", NULL,
					 LINK_CONFIG(.mtu = 1000, MODE(NETCFG_ADDR_GEN_NONE))));
	assert_ok(nc, netcfg_link_set(nc, "a", LINK_CONFIG(MODE(NETCFG_ADDR_GEN_RANDOM))));
	assert_ok(nc, netcfg_link_set_up(nc, "c"));
	assert_int_equal(netcfg_batch_commit(nc), 2);
	assert_int_equal(netcfg_batch_error(nc, 2), -EAFNOSUPPORT);
	assert_int_equal(netcfg_batch_error(nc, 4), -ENODEV);
	assert_link(-1, "a", "inet6_addr_gen_mode", "\"random\"");
	assert_link(-1, "b", "inet6_addr_gen_mode", "\"none\"");
	assert_link(-1, "b", "master", "\"br0\"");
	assert_link_flag(-1, "b", "NOARP");
	assert_link_flag(-1, "a", "LOWER_UP");
	assert_int_equal(count_links(), 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_mode_of_both_ends),
		sandbox_test(test_mode_in_other_namespaces),
		sandbox_test(test_mode_of_a_port),
		sandbox_test(test_mode_without_ipv6),
		sandbox_test(test_mode_and_no_way_up),
		sandbox_test(test_set_mode),
		sandbox_test(test_state_bits),
		sandbox_test(test_state_bits_together),
		sandbox_test(test_in_a_batch),
	};

	return sandbox_main(tests);
}
