/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ports of bridges: attach, detach, and what cannot be a port or have one. */
#include <unistd.h>

#include "support/test.h"

static void make_links(void)
{
	sh_ok("ip link add v0 type veth peer name v1");
	sh_ok("ip link add br0 type bridge");
	sh_ok("ip link add br1 type bridge");
}

/* The three ways to say it; each must give the same. */
static int by_verb(struct netcfg *nc, const char *name, const char *master)
{
	return netcfg_link_set_master(nc, name, master);
}

static int by_config(struct netcfg *nc, const char *name, const char *master)
{
	return netcfg_link_set(nc, name, LINK_CONFIG(.master = master ? master : ""));
}

static int by_index(struct netcfg *nc, const char *name, const char *master)
{
	return netcfg_link_set_by_index(nc, link_index_here(name),
					LINK_CONFIG(.master = master ? master : ""));
}

static int (*const ways[])(struct netcfg *, const char *, const char *) = { by_verb, by_config,
									    by_index };

/* B24 */
static void b24_attach_and_detach(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
		assert_cost(nc, ways[i](nc, "v0", "br0"), 1, 1);
		assert_link(-1, "v0", "master", "\"br0\"");
		/* Again, then to another one: that moves it. */
		assert_ok(nc, ways[i](nc, "v0", "br0"));
		assert_ok(nc, ways[i](nc, "v0", "br1"));
		assert_link(-1, "v0", "master", "\"br1\"");
		/* No name is to be looked up for none. */
		assert_cost(nc, ways[i](nc, "v0", NULL), 1, 0);
		assert_link_not(-1, "v0", "master", "\"br1\"");
		assert_ok(nc, ways[i](nc, "v0", NULL));
	}
	assert_ok(nc, netcfg_link_set_master(nc, "v0", "br0"));
	assert_ok(nc, netcfg_link_set_master(nc, "v0", ""));
	assert_link_not(-1, "v0", "master", "\"br0\"");
}

/* B24: a master that is not there, is none, or is the link itself. */
static void b24_no_master(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_stats before;
	struct netcfg_stats delta;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(ways); i++) {
		before = stats_now(nc);
		assert_errno(nc, ways[i](nc, "v0", "absent"), -ENODEV);
		delta = stats_since(nc, &before);
		assert_int_equal(delta.requests, 0);
		assert_message_has(nc, "\"absent\"");
		assert_errno(nc, ways[i](nc, "v0", "v1"), -EOPNOTSUPP);
		assert_errno(nc, ways[i](nc, "v0", "v0"), -EOPNOTSUPP);
		assert_errno(nc, ways[i](nc, "v0", "lo"), -EOPNOTSUPP);
		assert_errno(nc, ways[i](nc, "lo", "br0"), -EINVAL);
		assert_true(ways[i](nc, "br1", "br0") < 0);
	}
	assert_link_not(-1, "v0", "master", "\"v1\"");
	assert_link_not(-1, "br1", "master", "\"br0\"");
}

/* What cannot be done does not undo what was. */
static void test_port_keeps_its_master(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	assert_ok(nc, netcfg_link_set_master(nc, "v0", "br0"));
	assert_errno(nc, netcfg_link_set_master(nc, "v0", "absent"), -ENODEV);
	assert_link(-1, "v0", "master", "\"br0\"");
	assert_errno(nc, netcfg_link_set_master(nc, "absent", "br0"), -ENODEV);
	assert_message_has(nc, "\"absent\"");
}

/* B24: addresses stay where they are. */
static void b24_port_keeps_its_addresses(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	sh_ok("ip addr add 192.0.2.1/24 dev v0");
	assert_ok(nc, netcfg_link_set_master(nc, "v0", "br0"));
	sh_ok("ip addr show dev v0 | grep -q 192.0.2.1/24");
	assert_ok(nc, netcfg_link_set_master(nc, "v0", NULL));
	sh_ok("ip addr show dev v0 | grep -q 192.0.2.1/24");
}

/* B25: nothing of a link is remembered; a bridge's MAC is whatever it is now. */
static void b25_mac_of_bridge_is_fresh(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };

	make_links();
	sh_ok("ip link set v0 address 02:00:00:00:00:01");
	assert_ok(nc, netcfg_link_set_master(nc, "v0", "br0"));
	assert_ok(nc, netcfg_link_get(nc, "br0", &info));
	assert_string_equal(info.mac, "02:00:00:00:00:01");
	assert_ok(nc, netcfg_link_set_mac(nc, "v0", "02:00:00:00:00:02"));
	assert_ok(nc, netcfg_link_get(nc, "br0", &info));
	assert_string_equal(info.mac, "02:00:00:00:00:02");
	assert_ok(nc, netcfg_link_set_master(nc, "v0", NULL));
	assert_ok(nc, netcfg_link_get(nc, "br0", &info));
	assert_string_not_equal(info.mac, "02:00:00:00:00:02");
}

/* B36: a bridge goes with its ports on; they stay, and free. */
static void b36_delete_bridge_with_ports(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	sh_ok("ip addr add 192.0.2.1/24 dev v0");
	sh_ok("ip link set br0 up");
	assert_ok(nc, netcfg_link_set_master(nc, "v0", "br0"));
	assert_ok(nc, netcfg_link_set_up(nc, "v0"));
	assert_ok(nc, netcfg_link_delete(nc, "br0"));
	assert_link_not(-1, "v0", "master", "\"br0\"");
	assert_link_flag(-1, "v0", "UP");
	sh_ok("ip addr show dev v0 | grep -q 192.0.2.1/24");
}

/* A master in the handle's namespace, whatever the thread's has of that name. */
static void test_master_of_the_handles_netns(void **state)
{
	const int there = netns_new_named("n1");
	struct netcfg *nc;

	(void)state;
	make_links();
	sh_ok_in(there, "ip link add v0 type veth peer name v1");
	/* So that the index of one bridge is not by chance that of the other. */
	sh_ok_in(there, "ip link add br0 index 500 type bridge");
	assert_ok(NULL, netcfg_open_netns(&nc, "n1"));
	assert_ok(nc, netcfg_link_set_master(nc, "v0", "br0"));
	assert_link(there, "v0", "master", "\"br0\"");
	assert_link_not(-1, "v0", "master", "\"br0\"");
	assert_errno(nc, netcfg_link_set_master(nc, "v0", "br1"), -ENODEV);
	netcfg_close(nc);
	assert_int_equal(close(there), 0);
}

/* The kernel has no words for it: a veth takes no ports, and a bridge no loopback. */
static void refused_master_is_named(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_link_config *in_veth = LINK_CONFIG(.master = "veth0");

	sh_ok("ip link add name veth0 type veth peer name veth1 && ip link add name br9 type bridge");
	assert_errno(nc, netcfg_link_set(nc, "veth1", in_veth), -EOPNOTSUPP);
	assert_message_has(nc, "veth0");
	assert_errno(nc, netcfg_link_set(nc, "lo", LINK_CONFIG(.master = "br9")), -EINVAL);
	assert_message_has(nc, "br9");
	assert_errno(nc, netcfg_bridge_create(nc, "br8", NULL, in_veth), -EOPNOTSUPP);
	assert_message_has(nc, "veth0");
	assert_errno(nc, netcfg_veth_create(nc, "n0", "n1", NULL, in_veth), -EOPNOTSUPP);
	assert_message_has(nc, "veth0");
	assert_int_equal(count_links(), 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b24_attach_and_detach),
		sandbox_test(b24_no_master),
		sandbox_test(test_port_keeps_its_master),
		sandbox_test(b24_port_keeps_its_addresses),
		sandbox_test(b25_mac_of_bridge_is_fresh),
		sandbox_test(b36_delete_bridge_with_ports),
		sandbox_test(test_master_of_the_handles_netns),
		sandbox_test(refused_master_is_named),
	};

	return sandbox_main(tests);
}
