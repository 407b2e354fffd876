/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* examples/lxc_net: containers with veth pairs, from the files in tests/forms/lxc. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/lxc_net.h"
#include "support/test.h"

/* The name of the only port of a bridge, which nobody chose. */
static void port_of(const char *bridge, char name[16])
{
	char *output = sh_output("ip -o link show master %s", bridge);

	assert_int_equal(sscanf(output, "%*d: %15[^@:]", name), 1);
	free(output);
}

static void test_01_minimal(void **state)
{
	struct lxc lxc;
	char port[16];

	(void)state;
	need_lxc_net();
	lxc_begin(&lxc, "01-veth-minimal");
	lxc_up(&lxc);
	/* The MTU of the bridge is asked for, then all is one request. */
	lxc_sent(&lxc, 2, 1);
	port_of("labbr0", port);
	assert_memory_equal(port, "veth", 4);
	assert_int_equal(strlen(port), 10);
	assert_link_flag(-1, port, "UP");
	assert_shows(-1, "ip -j link show master labbr0", "\"address\":\"fe:");
	assert_link_flag(lxc.inside, "eth0", "UP");
	assert_link_flag(lxc.inside, "eth0", "LOWER_UP");
	assert_link_flag(lxc.inside, "lo", "UP");
	assert_shows_not(lxc.inside, "ip -j -4 addr show dev eth0", "\"local\"");
	assert_shows_not(lxc.inside, "ip -j -4 route; ip -j -6 route", "default");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

static void test_02_static(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin(&lxc, "02-veth-static");
	lxc_up(&lxc);
	lxc_sent(&lxc, 1, 1);
	assert_link(-1, "vweb1", "mtu", "1400");
	assert_link(-1, "vweb1", "master", "\"labbr0\"");
	assert_link_flag(-1, "vweb1", "UP");
	assert_shows(-1, "ip -j link show vweb1", "\"address\":\"fe:");
	assert_link(lxc.inside, "eth0", "mtu", "1400");
	assert_link(lxc.inside, "eth0", "address", "\"02:00:5e:aa:00:02\"");
	assert_link_flag(lxc.inside, "eth0", "UP");
	assert_shows(lxc.inside, "ip -j -4 addr show dev eth0",
		     "\"local\":\"192.0.2.20\",\"prefixlen\":24,\"broadcast\":\"192.0.2.255\"");
	assert_shows(lxc.inside, "ip -j route show default",
		     "\"dst\":\"default\",\"gateway\":\"192.0.2.1\",\"dev\":\"eth0\"");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	/* And again: nothing of the first time is in the way. */
	lxc_up(&lxc);
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

static void test_03_unattached(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin(&lxc, "03-veth-unattached");
	lxc_up(&lxc);
	lxc_sent(&lxc, 1, 1);
	lxc_said(&lxc, "note: \"yes\" means \"up\"");
	assert_link_flag(-1, "vlone", "UP");
	assert_link_lacks(-1, "vlone", "master");
	assert_link(-1, "vlone", "mtu", "1500");
	assert_link_flag(lxc.inside, "lan0", "UP");
	/* No broadcast for a /31: both of its addresses are hosts (RFC 3021). */
	assert_shows(lxc.inside, "ip -j addr show dev lan0",
		     "\"local\":\"10.3.0.2\",\"prefixlen\":31,\"scope\"");
	assert_shows(lxc.inside, "ip -j addr show dev lan0",
		     "\"local\":\"2001:db8:3::2\",\"prefixlen\":64");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

static void test_04_index_gap_order(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin(&lxc, "04-index-gap-order");
	lxc_up(&lxc);
	/* Two bridges are asked for their MTU; three pairs are one send. */
	lxc_sent(&lxc, 3, 1);
	assert_int_equal(count_links_in(lxc.inside), 4);
	assert_link_flag(-1, "vspare", "UP");
	assert_link_lacks(-1, "vspare", "master");
	assert_link_not_flag(lxc.inside, "spare", "UP");
	assert_link_flag(lxc.inside, "mgmt", "UP");
	assert_link_flag(lxc.inside, "eth0", "UP");
	assert_shows(lxc.inside, "ip -j addr show dev mgmt",
		     "\"local\":\"10.55.0.2\",\"prefixlen\":24");
	assert_shows(lxc.inside, "ip -j addr show dev eth0",
		     "\"local\":\"10.50.0.2\",\"prefixlen\":24");
	assert_shows(lxc.inside, "ip -j route show default",
		     "\"gateway\":\"10.50.0.1\",\"dev\":\"eth0\"");
	assert_shows(-1, "ip -o link show master labbr0", "veth");
	assert_shows(-1, "ip -o link show master labbr1", "veth");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

static void test_05_clearing(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin(&lxc, "05-clearing");
	lxc_up(&lxc);
	lxc_sent(&lxc, 2, 1);
	assert_int_equal(count_links_in(lxc.inside), 2);
	assert_false(link_here("vforgotten"));
	assert_link(lxc.inside, "eth0", "mtu", "1500");
	assert_link_not(lxc.inside, "eth0", "address", "\"02:00:00:00:00:05\"");
	assert_shows(lxc.inside, "ip -j addr show dev eth0",
		     "\"local\":\"10.5.0.4\",\"prefixlen\":24");
	assert_shows_not(lxc.inside, "ip -j addr show dev eth0", "\"10.5.0.2\"");
	assert_shows_not(lxc.inside, "ip -j addr show dev eth0", "\"10.5.0.3\"");
	assert_shows_not(lxc.inside, "ip -j route", "default");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

/* Three random bytes behind the three that were given. */
static void check_template(const struct lxc *lxc, char mac[18])
{
	char *output = sh_output_in(lxc->inside, "ip -j link show dev eth0");
	const char *at = strstr(output, "\"address\":\"02:16:3e:");

	assert_non_null(at);
	memcpy(mac, at + strlen("\"address\":\""), 17);
	mac[17] = '\0';
	assert_int_equal(strspn(mac, "0123456789abcdef:"), 17);
	free(output);
}

static void test_06_gateway_auto_template(void **state)
{
	struct lxc lxc;
	char first[18], second[18], port[16];

	(void)state;
	need_lxc_net();
	lxc_begin(&lxc, "06-gateway-auto-template");
	lxc_up(&lxc);
	/* The MTU, an address of each family, and the pair. */
	lxc_sent(&lxc, 4, 1);
	check_template(&lxc, first);
	port_of("labbr0", port);
	assert_link(-1, port, "mtu", "1450");
	assert_link(lxc.inside, "eth0", "mtu", "1450");
	assert_shows(lxc.inside, "ip -j addr show dev eth0",
		     "\"local\":\"10.60.0.9\",\"prefixlen\":24,\"broadcast\":\"10.60.0.255\"");
	assert_shows(lxc.inside, "ip -j addr show dev eth0",
		     "\"local\":\"2001:db8:60::9\",\"prefixlen\":64");
	assert_shows(lxc.inside, "ip -j route show default",
		     "\"gateway\":\"10.60.0.1\",\"dev\":\"eth0\"");
	assert_shows(lxc.inside, "ip -6 -j route show default",
		     "\"gateway\":\"2001:db8:60::1\",\"dev\":\"eth0\"");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	lxc_up(&lxc);
	check_template(&lxc, second);
	assert_string_not_equal(first, second);
	lxc_end(&lxc);
}

/* A bridge that is up has a link-local address first of all. */
static void test_06_no_address_to_take(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin(&lxc, "06-gateway-auto-template");
	sh_ok("ip addr flush dev labbr0; ip addr add fe80::6/64 dev labbr0 nodad;"
	      "ip addr add 10.60.0.1/24 dev labbr0");
	lxc_up(&lxc);
	assert_shows(lxc.inside, "ip -6 -j route show default",
		     "\"gateway\":\"fe80::6\",\"dev\":\"eth0\"");
	lxc_down(&lxc);
	sh_ok("ip addr flush dev labbr0");
	lxc_up_fails(&lxc, "06-gateway-auto-template.conf:9: ");
	lxc_end(&lxc);
}

static void test_07_gateway_outside(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin(&lxc, "07-gateway-outside");
	lxc_up(&lxc);
	lxc_sent(&lxc, 3, 1);
	/* No broadcast: LXC gives it 10.70.0.3. */
	assert_shows(lxc.inside, "ip -j -4 addr show dev eth0",
		     "\"local\":\"10.70.0.2\",\"prefixlen\":32,\"scope\"");
	assert_shows(lxc.inside, "ip -j route",
		     "{\"dst\":\"169.254.0.1\",\"dev\":\"eth0\",\"scope\":\"link\"");
	assert_shows(lxc.inside, "ip -j route show default",
		     "\"gateway\":\"169.254.0.1\",\"dev\":\"eth0\"");
	assert_shows(lxc.inside, "ip -6 -j route",
		     "{\"dst\":\"2001:db8:ffff::1\",\"dev\":\"eth1\"");
	assert_shows(lxc.inside, "ip -6 -j route show default",
		     "\"gateway\":\"2001:db8:ffff::1\",\"dev\":\"eth1\"");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

static void test_08_gateway_dev(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin(&lxc, "08-gateway-dev");
	lxc_up(&lxc);
	lxc_sent(&lxc, 2, 1);
	assert_shows(lxc.inside, "ip -j route show default",
		     "{\"dst\":\"default\",\"dev\":\"wan0\",\"scope\":\"link\"");
	/* On the link by itself: no route to it. */
	assert_shows(lxc.inside, "ip -6 -j route show default",
		     "\"gateway\":\"fe80::1\",\"dev\":\"wan0\"");
	assert_shows_not(lxc.inside, "ip -6 -j route", "\"dst\":\"fe80::1\"");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

static void test_10_older_keys(void **state)
{
	struct lxc lxc;
	char mac[18];

	(void)state;
	need_lxc_net();
	lxc_begin(&lxc, "10-legacy-network");
	lxc_up(&lxc);
	check_template(&lxc, mac);
	assert_shows(lxc.inside, "ip -j addr show dev eth0",
		     "\"local\":\"10.0.9.50\",\"prefixlen\":24,\"broadcast\":\"10.0.9.255\"");
	assert_shows(lxc.inside, "ip -j addr show dev eth0",
		     "\"local\":\"10.0.9.51\",\"prefixlen\":24,\"broadcast\":\"10.0.9.255\"");
	assert_shows(lxc.inside, "ip -j route show default",
		     "\"gateway\":\"10.0.9.1\",\"dev\":\"eth0\"");
	/* By the book, class C; LXC's mistake would make it a /8. */
	lxc_said(&lxc, "10-legacy-network.conf:16: note: ");
	assert_shows(lxc.inside, "ip -j addr show dev data0",
		     "\"local\":\"198.51.100.2\",\"prefixlen\":24");
	assert_shows(lxc.inside, "ip -j addr show dev data0",
		     "\"local\":\"2001:db8:a::2\",\"prefixlen\":64");
	assert_link(lxc.inside, "data0", "mtu", "1400");
	assert_link(-1, "vold1", "mtu", "1400");
	assert_link(-1, "vold1", "master", "\"labbr1\"");
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

/* One packet to anywhere: the kernel has to find the gateway's MAC for it. */
static int send_to_gateway(void *userdata)
{
	const struct sockaddr_in to = { .sin_family = AF_INET,
					.sin_port = htons(9),
					.sin_addr.s_addr = htonl(0xc6336463) };
	const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	(void)userdata;
	return sendto(fd, "", 1, 0, (const struct sockaddr *)&to, sizeof(to)) == 1 ? 0 : 1;
}

static bool gateway_is_known(int inside)
{
	char *output = sh_output_in(inside, "ip neigh show 169.254.0.1");
	const bool known = strstr(output, "lladdr fe:");

	free(output);
	return known;
}

static void test_14_router(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin(&lxc, "14-router");
	lxc_up(&lxc);
	/* The pair, and what waits until its far end is up. */
	lxc_sent(&lxc, 2, 1);
	assert_link_lacks(-1, "vrouted", "master");
	assert_shows(-1, "ip -j route", "{\"dst\":\"198.51.100.5\",\"dev\":\"vrouted\"");
	assert_shows(-1, "ip -j route", "{\"dst\":\"198.51.100.128/28\",\"dev\":\"vrouted\"");
	assert_shows(-1, "ip -6 -j route", "{\"dst\":\"2001:db8:14::5\",\"dev\":\"vrouted\"");
	assert_shows(-1, "ip -6 -j route", "{\"dst\":\"2001:db8:14:1::/64\",\"dev\":\"vrouted\"");
	/* They must still be there when the kernel has seen that the link came up. */
	sh_ok("sleep 1.2");
	assert_shows(-1, "ip neigh show proxy", "169.254.0.1 dev vrouted");
	assert_shows(-1, "ip -6 neigh show proxy", "2001:db8:ffff::1 dev vrouted");
	assert_shows(-1, "cat /proc/sys/net/ipv4/conf/vrouted/forwarding", "1");
	assert_shows(-1, "cat /proc/sys/net/ipv6/conf/vrouted/proxy_ndp", "1");
	assert_shows(lxc.inside, "ip -j route show default", "\"gateway\":\"169.254.0.1\"");
	/* The container asks who has its gateway, and the host answers in its stead. */
	assert_int_equal(in_child(lxc.inside, send_to_gateway, NULL), 0);
	for (int i = 0; i < 100 && !gateway_is_known(lxc.inside); i++)
		usleep(50000);
	assert_true(gateway_is_known(lxc.inside));
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	assert_shows_not(-1, "ip route; ip -6 route; ip neigh show proxy", "vrouted");
	lxc_end(&lxc);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		sandbox_test(test_01_minimal),
		sandbox_test(test_02_static),
		sandbox_test(test_03_unattached),
		sandbox_test(test_04_index_gap_order),
		sandbox_test(test_05_clearing),
		sandbox_test(test_06_gateway_auto_template),
		sandbox_test(test_06_no_address_to_take),
		sandbox_test(test_07_gateway_outside),
		sandbox_test(test_08_gateway_dev),
		sandbox_test(test_10_older_keys),
		sandbox_test(test_14_router),
	};

	return sandbox_main(tests);
}
