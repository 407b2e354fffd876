/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* veth pairs in one namespace: what each end can be given, and what it takes. */
#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

#define NEAR_MAC "02:00:00:00:00:0a"
#define FAR_MAC  "02:00:00:00:00:0b"

/* B32: no end without a name. */
static void b32_both_names_required(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_unsent(nc, netcfg_veth_create(nc, "near", NULL, NULL, NULL), -EINVAL);
	assert_cause_has(nc, EINVAL, "peer");
	assert_unsent(nc, netcfg_veth_create(nc, NULL, "far", NULL, NULL), -EINVAL);
	assert_unsent(nc, netcfg_veth_create(nc, NULL, NULL, NULL, NULL), -EINVAL);
	assert_int_equal(count_links(), 1);
}

static void test_plain(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_cost(nc, netcfg_veth_create(nc, "near", "far", NULL, NULL), 1, 0);
	assert_int_equal(count_links(), 3);
	assert_link(-1, "near", "link", "\"far\"");
	assert_link(-1, "near", "info_kind", "\"veth\"");
	/* B20: nothing said is not 0 said. */
	assert_link(-1, "near", "txqlen", "1000");
	assert_link(-1, "far", "txqlen", "1000");
	assert_link(-1, "near", "mtu", "1500");
	assert_link_not_flag(-1, "near", "UP");
	assert_link_not_flag(-1, "far", "UP");
}

/* All of it fits the one request, as long as the far end is neither up nor a port. */
static void test_every_field_of_both(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const uint32_t read = NETCFG_LINK_TX_QUEUE_LEN | NETCFG_LINK_GROUP;

	sh_ok("ip link add br0 type bridge");
	assert_cost(
		nc,
		netcfg_veth_create(nc, "near", "far",
				   LINK_CONFIG(.mac = NEAR_MAC, .mtu = 1400, .tx_queue_len = 11,
					       .group = 5, .num_tx_queues = 3, .num_rx_queues = 4,
					       .master = "br0", .flags = read | NETCFG_LINK_UP),
				   LINK_CONFIG(.mac = FAR_MAC, .mtu = 9000, .tx_queue_len = 22,
					       .group = 6, .num_tx_queues = 5, .num_rx_queues = 2,
					       .flags = read | NETCFG_LINK_DOWN)),
		1, 1);
	assert_link(-1, "near", "address", "\"" NEAR_MAC "\"");
	assert_link(-1, "near", "mtu", "1400");
	assert_link(-1, "near", "txqlen", "11");
	assert_link(-1, "near", "group", "\"5\"");
	assert_link(-1, "near", "num_tx_queues", "3");
	assert_link(-1, "near", "num_rx_queues", "4");
	assert_link(-1, "near", "master", "\"br0\"");
	assert_link_flag(-1, "near", "UP");
	assert_link(-1, "far", "address", "\"" FAR_MAC "\"");
	assert_link(-1, "far", "mtu", "9000");
	assert_link(-1, "far", "txqlen", "22");
	assert_link(-1, "far", "group", "\"6\"");
	assert_link(-1, "far", "num_tx_queues", "5");
	assert_link(-1, "far", "num_rx_queues", "2");
	assert_link_not_flag(-1, "far", "UP");
}

/* B23: what one end gets says nothing about the other. */
static void b23_nothing_is_inherited(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_link_config *config =
		LINK_CONFIG(.mac = NEAR_MAC, .mtu = 1400, .tx_queue_len = 0, .group = 5,
			    .flags = NETCFG_LINK_TX_QUEUE_LEN | NETCFG_LINK_GROUP);

	assert_cost(nc, netcfg_veth_create(nc, "near", "far", config, NULL), 1, 0);
	assert_cost(nc, netcfg_veth_create(nc, "near2", "far2", NULL, config), 1, 0);
	assert_link(-1, "near", "mtu", "1400");
	assert_link_lacks(-1, "near", "txqlen");
	assert_link(-1, "far", "mtu", "1500");
	assert_link(-1, "far", "txqlen", "1000");
	assert_link_not(-1, "far", "group", "\"5\"");
	assert_link_not(-1, "far", "address", "\"" NEAR_MAC "\"");
	assert_link(-1, "far2", "mtu", "1400");
	assert_link_lacks(-1, "far2", "txqlen");
	assert_link(-1, "near2", "mtu", "1500");
	assert_link(-1, "near2", "txqlen", "1000");
}

/* What the kernel does not take within the create costs one request for each end. */
static void test_follow_ups(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_link_config *up = LINK_CONFIG(.flags = NETCFG_LINK_UP);
	const struct netcfg_link_config *alias = LINK_CONFIG(.alias = "a b");

	sh_ok("ip link add br0 type bridge");
	assert_cost(nc, netcfg_veth_create(nc, "a0", "a1", up, NULL), 1, 0);
	assert_cost(nc, netcfg_veth_create(nc, "b0", "b1", NULL, up), 2, 0);
	assert_cost(nc, netcfg_veth_create(nc, "c0", "c1", up, up), 2, 0);
	assert_cost(nc, netcfg_veth_create(nc, "d0", "d1", alias, NULL), 2, 0);
	assert_cost(nc, netcfg_veth_create(nc, "e0", "e1", NULL, alias), 2, 0);
	assert_cost(nc, netcfg_veth_create(nc, "f0", "f1", alias, up), 3, 0);
	assert_cost(nc, netcfg_veth_create(nc, "g0", "g1", NULL, LINK_CONFIG(.master = "br0")), 2,
		    1);
	assert_cost(nc,
		    netcfg_veth_create(nc, "h0", "h1", NULL,
				       LINK_CONFIG(.master = "br0", .alias = "all of it",
						   .flags = NETCFG_LINK_UP)),
		    2, 1);
	assert_link_flag(-1, "a0", "UP");
	assert_link_not_flag(-1, "a1", "UP");
	assert_link_flag(-1, "b1", "UP");
	assert_link_not_flag(-1, "b0", "UP");
	assert_link_flag(-1, "c0", "LOWER_UP");
	assert_link_flag(-1, "c1", "LOWER_UP");
	assert_link(-1, "d0", "ifalias", "\"a b\"");
	assert_link_not(-1, "d1", "ifalias", "\"a b\"");
	assert_link(-1, "e1", "ifalias", "\"a b\"");
	assert_link(-1, "f0", "ifalias", "\"a b\"");
	assert_link_flag(-1, "f1", "UP");
	assert_link(-1, "g1", "master", "\"br0\"");
	assert_link(-1, "h1", "master", "\"br0\"");
	assert_link(-1, "h1", "ifalias", "\"all of it\"");
	assert_link_flag(-1, "h1", "UP");
}

/* One that is meant to come up with a bridge on it. */
static void test_both_are_ports(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	sh_ok("ip link add br0 type bridge");
	sh_ok("ip link add br1 type bridge");
	assert_cost(nc,
		    netcfg_veth_create(nc, "near", "far", LINK_CONFIG(.master = "br0"),
				       LINK_CONFIG(.master = "br1")),
		    2, 2);
	assert_link(-1, "near", "master", "\"br0\"");
	assert_link(-1, "far", "master", "\"br1\"");
	/* An empty master is none. */
	assert_ok(nc, netcfg_veth_create(nc, "near2", "far2", LINK_CONFIG(.master = ""),
					 LINK_CONFIG(.master = "")));
	assert_link_not(-1, "near2", "master", "\"br0\"");
}

/* B31: no one ever sees a MAC that is not the caller's. */
static void b31_mac_from_the_first_event(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int events = link_events_open();
	struct link_event event;
	int seen = 0;

	assert_ok(nc, netcfg_veth_create(nc, "near", "far", LINK_CONFIG(.mac = NEAR_MAC),
					 LINK_CONFIG(.mac = FAR_MAC)));
	while (link_event_next(events, &event)) {
		const bool near = strcmp(event.name, "near") == 0;

		assert_true(near || strcmp(event.name, "far") == 0);
		assert_string_equal(event.mac, near ? NEAR_MAC : FAR_MAC);
		seen |= near ? 1 : 2;
	}
	assert_int_equal(seen, 3);
	close(events);
}

/* B31: udev leaves a MAC alone whose type is NET_ADDR_SET, and only that. */
static void b31_mac_is_set_not_random(void **state)
{
	const long net_addr_random = 1;
	const long net_addr_set = 3;
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_ok(nc, netcfg_veth_create(nc, "near", "far", LINK_CONFIG(.mac = NEAR_MAC),
					 LINK_CONFIG(.mac = FAR_MAC)));
	assert_ok(nc, netcfg_veth_create(nc, "near2", "far2", NULL, NULL));
	need(link_sysfs("near", "ifindex") > 0, "sysfs");
	assert_int_equal(link_sysfs("near", "addr_assign_type"), net_addr_set);
	assert_int_equal(link_sysfs("far", "addr_assign_type"), net_addr_set);
	assert_int_equal(link_sysfs("near2", "addr_assign_type"), net_addr_random);
	assert_int_equal(link_sysfs("far2", "addr_assign_type"), net_addr_random);
}

/* Digits of either case are the same MAC. */
static void test_mac_with_capitals(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_ok(nc, netcfg_veth_create(nc, "near", "far", LINK_CONFIG(.mac = "02:AB:cD:Ef:00:99"),
					 NULL));
	assert_link(-1, "near", "address", "\"02:ab:cd:ef:00:99\"");
}

/* B20: the one value that kernels disagree on: it is stored or refused, and never half a pair. */
static void b20_largest_queue_length(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };
	const struct netcfg_link_config *config =
		LINK_CONFIG(.flags = NETCFG_LINK_TX_QUEUE_LEN, .tx_queue_len = UINT32_MAX);
	int result;

	sh_ok("ip link add v0 type veth peer name v1");
	result = netcfg_link_set(nc, "v0", config);
	assert_true(result == 0 || result == -ERANGE);
	assert_ok(nc, netcfg_link_get(nc, "v0", &info));
	assert_int_equal(info.tx_queue_len, result == 0 ? UINT32_MAX : 1000);
	result = netcfg_veth_create(nc, "near", "far", config, NULL);
	assert_true(result == 0 || result == -ERANGE);
	assert_int_equal(link_here("near"), result == 0);
	assert_int_equal(link_here("far"), result == 0);
}

/* B40's kind for veth, B13, B118: which of the two names it is. */
static void b13_b40_b118_name_is_taken(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	sh_ok("ip link add old type veth peer name older");
	assert_errno(nc, netcfg_veth_create(nc, "old", "far", NULL, NULL), -EEXIST);
	assert_cause_has(nc, EEXIST, "\"old\"");
	assert_cause_lacks(nc, EEXIST, "far");
	assert_false(link_here("far"));
	assert_errno(nc, netcfg_veth_create(nc, "near", "older", NULL, NULL), -EEXIST);
	assert_cause_has(nc, EEXIST, "\"older\"");
	assert_cause_lacks(nc, EEXIST, "near");
	assert_false(link_here("near"));
	assert_errno(nc, netcfg_veth_create(nc, "old", "older", NULL, NULL), -EEXIST);
	assert_errno(nc, netcfg_veth_create(nc, "lo", "far", NULL, NULL), -EEXIST);
	/* B34 */
	assert_errno(nc, netcfg_veth_create(nc, "same", "same", NULL, NULL), -EEXIST);
	assert_cause_has(nc, EEXIST, "same");
	assert_false(link_here("same"));
	assert_int_equal(count_links(), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b32_both_names_required),
		sandbox_test(test_plain),
		sandbox_test(test_every_field_of_both),
		sandbox_test(b23_nothing_is_inherited),
		sandbox_test(test_follow_ups),
		sandbox_test(test_both_are_ports),
		sandbox_test(b31_mac_from_the_first_event),
		sandbox_test(b31_mac_is_set_not_random),
		sandbox_test(test_mac_with_capitals),
		sandbox_test(b20_largest_queue_length),
		sandbox_test(b13_b40_b118_name_is_taken),
	};

	return sandbox_main(tests);
}
