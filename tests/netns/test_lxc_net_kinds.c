/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* examples/lxc_net: containers with other links than veth pairs. */
#include <stdlib.h>

#include "support/lxc_net.h"
#include "support/test.h"

static void test_09_phys_swap(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin(&lxc, "09-phys-swap");
	/* The third is up and named from the start; it has an alternative name too. */
	sh_ok("ip link property add dev wire3 altname the-third-wire-of-three");
	lxc_up(&lxc);
	assert_false(link_here("eth1") || link_here("eth2") || link_here("wire3"));
	assert_true(link_here("far1") && link_here("far2") && link_here("far3"));
	/* Each is the other's: the far ends tell. */
	assert_shows(lxc.inside, "ip -j addr show dev eth1",
		     "\"local\":\"10.91.0.2\",\"prefixlen\":24");
	assert_shows(lxc.inside, "ip -j addr show dev eth2",
		     "\"local\":\"10.92.0.2\",\"prefixlen\":24");
	assert_link_flag(lxc.inside, "eth1", "UP");
	assert_link_not_flag(lxc.inside, "wire3", "UP");
	assert_link(lxc.inside, "wire3", "mtu", "1350");
	/* The container's root renames one meanwhile. */
	sh_ok_in(lxc.inside, "ip link set eth1 down && ip link set eth1 name renamed");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	assert_link(-1, "wire3", "mtu", "1500");
	sh_ok("ip link set far1 mtu 1401 && ip link set eth1 up");
	assert_link(-1, "eth1", "link", "\"far1\"");
	assert_link(-1, "eth2", "link", "\"far2\"");
	lxc_end(&lxc);
}

/* A MAC that was given is taken back; an alternative name stands for the name. */
static void test_phys_by_altname(void **state)
{
	struct lxc lxc;
	char *before, *after;

	(void)state;
	need_lxc_net();
	sh_ok("ip link add eth7 type veth peer name far7;"
	      "ip link property add dev eth7 altname a-wire-of-many-letters");
	before = sh_output("ip -o link show eth7");
	lxc_begin_empty(&lxc);
	lxc_write(&lxc, "lxc.net.0.type = phys\nlxc.net.0.link = a-wire-of-many-letters\n"
			"lxc.net.0.hwaddr = 02:00:00:00:07:07\nlxc.net.0.mtu = 1300\n");
	lxc_up(&lxc);
	assert_link(lxc.inside, "eth7", "address", "\"02:00:00:00:07:07\"");
	assert_link(lxc.inside, "eth7", "mtu", "1300");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	after = sh_output("ip -o link show eth7");
	assert_non_null(strstr(after, "mtu 1500"));
	assert_string_equal(strstr(before, "link/ether"), strstr(after, "link/ether"));
	free(before);
	free(after);
	lxc_end(&lxc);
}

/* Someone has taken its name: it stays where it is, and comes back when the name is free. */
static void test_phys_name_taken(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	sh_ok("ip link add eth7 type veth peer name far7");
	lxc_begin_empty(&lxc);
	lxc_write(&lxc, "lxc.net.0.type = phys\nlxc.net.0.link = eth7\nlxc.net.0.name = lan0\n");
	lxc_up(&lxc);
	sh_ok("ip link add eth7 type bridge");
	assert_int_equal(lxc_run(&lxc, "down c1"), 1);
	lxc_said(&lxc, "\"eth7\"");
	assert_true(link_in(lxc.inside, "lan0"));
	sh_ok("ip link del eth7");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	assert_link(-1, "eth7", "info_kind", "\"veth\"");
	lxc_end(&lxc);
}

static void test_11_macvlan(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	need_kind("macvlan");
	lxc_begin(&lxc, "11-macvlan");
	lxc_up(&lxc);
	/* The gateway is asked for; both links are one send. */
	lxc_sent(&lxc, 2, 1);
	assert_link(lxc.inside, "eth0", "mode", "\"bridge\"");
	assert_link(lxc.inside, "eth0", "mtu", "1400");
	assert_link(lxc.inside, "eth0", "address", "\"02:00:5e:bb:00:01\"");
	assert_link_flag(lxc.inside, "eth0", "UP");
	assert_shows(lxc.inside, "ip -j addr show dev eth0",
		     "\"local\":\"10.110.0.2\",\"prefixlen\":24");
	assert_shows(lxc.inside, "ip -j route show default",
		     "\"gateway\":\"10.110.0.1\",\"dev\":\"eth0\"");
	assert_link(lxc.inside, "quiet", "mode", "\"private\"");
	assert_link_not_flag(lxc.inside, "quiet", "UP");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

static void test_12_vlan(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	need_kind("vlan");
	lxc_begin(&lxc, "12-vlan");
	lxc_up(&lxc);
	assert_link(lxc.inside, "eth0", "id", "100");
	assert_link(lxc.inside, "eth0", "mtu", "1400");
	assert_link_flag(lxc.inside, "eth0", "UP");
	assert_shows(lxc.inside, "ip -j addr show dev eth0",
		     "\"local\":\"10.120.0.2\",\"prefixlen\":24");
	assert_shows(lxc.inside, "ip -j route show default",
		     "\"gateway\":\"10.120.0.1\",\"dev\":\"eth0\"");
	/* The host's own of that name. */
	assert_link(-1, "eth0", "info_kind", "\"veth\"");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	assert_true(link_here("eth0"));
	lxc_end(&lxc);
}

static void test_13_ipvlan(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	need_kind("ipvlan");
	lxc_begin(&lxc, "13-ipvlan");
	lxc_up(&lxc);
	lxc_sent(&lxc, 1, 1);
	assert_link(lxc.inside, "eth0", "mode", "\"l3\"");
	assert_link_flag(lxc.inside, "eth0", "UP");
	assert_shows(lxc.inside, "ip -j addr show dev eth0",
		     "\"local\":\"10.130.0.2\",\"prefixlen\":32");
	assert_shows(lxc.inside, "ip -j route show default",
		     "{\"dst\":\"default\",\"dev\":\"eth0\"");
	assert_link(lxc.inside, "iso0", "mode", "\"l2\"");
	assert_shows(lxc.inside, "ip -d link show iso0", "private");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

static void test_15_empty(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin(&lxc, "15-empty");
	lxc_up(&lxc);
	assert_int_equal(count_links_in(lxc.inside), 1);
	assert_link_flag(lxc.inside, "lo", "UP");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

static void test_16_phys_prefix(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin(&lxc, "16-phys-prefix");
	lxc_up(&lxc);
	assert_int_equal(count_links_in(lxc.inside), 4);
	assert_link_flag(lxc.inside, "port1", "UP");
	assert_link_flag(lxc.inside, "port2", "UP");
	assert_link_flag(lxc.inside, "portal", "UP");
	assert_int_equal(count_links(), lxc.host_links - 3);
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	assert_true(link_here("port1") && link_here("port2") && link_here("portal"));
	lxc_end(&lxc);
}

static void test_17_none(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin(&lxc, "17-none");
	lxc_up(&lxc);
	lxc_said(&lxc, "note: \"none\"");
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		sandbox_test(test_phys_name_taken), sandbox_test(test_09_phys_swap),
		sandbox_test(test_phys_by_altname), sandbox_test(test_11_macvlan),
		sandbox_test(test_12_vlan),         sandbox_test(test_13_ipvlan),
		sandbox_test(test_15_empty),        sandbox_test(test_16_phys_prefix),
		sandbox_test(test_17_none),
	};

	return sandbox_main(tests);
}
