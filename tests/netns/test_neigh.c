/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Neighbours and proxy entries: by the library, seen by `ip`; the list against it. */
#include <arpa/inet.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/addrs.h"
#include "support/test.h"

#define MAC  "02:00:00:00:00:0a"
#define MAC2 "01:00:5e:00:00:0b" /* a multicast one is in use for clusters */

static const struct netcfg_neigh_config proxy = {
	.size = sizeof(proxy),
	.flags = NETCFG_NEIGH_PROXY,
};

/* What `ip` shows of one neighbour, "" if nothing; free() it. */
static char *shown(const char *link, const char *address)
{
	return sh_output("ip neigh show %s dev %s nud all", address, link);
}

/* `ip` must show these words, and no other that matters. */
static void assert_shown(const char *link, const char *address, const char *words)
{
	char *line = shown(link, address);
	char expected[128];

	/* Some versions end the line with a blank. */
	line[strcspn(line, "\n")] = '\0';
	while (*line && line[strlen(line) - 1] == ' ')
		line[strlen(line) - 1] = '\0';
	snprintf(expected, sizeof(expected), "%s%s%s", *words ? address : "", *words ? " " : "",
		 words);
	assert_string_equal(line, expected);
	free(line);
}

static bool proxy_shown(const char *link, const char *address)
{
	return sh("ip neigh show proxy dev %s | grep -q '^%s '", link, address) == 0;
}

/* Find one in the list; the test fails if it has it twice. */
static bool find(struct netcfg *nc, const char *link, const char *address, uint32_t flags,
		 struct netcfg_neigh_info *ret_info)
{
	struct netcfg_neigh_info info = { .size = sizeof(info) };
	struct netcfg_neigh_list *list;
	bool found = false;

	assert_ok(nc, netcfg_neigh_list(nc, link, AF_UNSPEC, flags, &list));
	while (netcfg_neigh_list_next(list, &info) == 1) {
		if (strcmp(info.address, address) != 0)
			continue;
		assert_false(found);
		found = true;
		*ret_info = info;
	}
	netcfg_neigh_list_free(list);
	return found;
}

static size_t count(struct netcfg *nc, const char *link, int family, uint32_t flags)
{
	struct netcfg_neigh_info info = { .size = sizeof(info) };
	struct netcfg_neigh_list *list;
	size_t n = 0;

	assert_ok(nc, netcfg_neigh_list(nc, link, family, flags, &list));
	while (netcfg_neigh_list_next(list, &info) == 1) {
		/* Of multicast addresses, which the kernel makes as it likes. */
		if (info.state != NETCFG_NEIGH_STATE_NOARP)
			n++;
	}
	netcfg_neigh_list_free(list);
	return n;
}

/* Add, add again, replace, delete, delete again. */
static void life(struct netcfg *nc, const char *address)
{
	struct netcfg_neigh_info info;

	assert_cost(nc, netcfg_neigh_add(nc, "v0", address, NEIGH_CONFIG(.mac = MAC)), 1, 1);
	assert_shown("v0", address, "lladdr " MAC " PERMANENT");
	assert_errno(nc, netcfg_neigh_add(nc, "v0", address, NEIGH_CONFIG(.mac = MAC2)), -EEXIST);
	assert_shown("v0", address, "lladdr " MAC " PERMANENT");
	assert_ok(nc,
		  netcfg_neigh_replace(nc, "v0", address,
				       NEIGH_CONFIG(.mac = MAC2, .state = NETCFG_NEIGH_STATE_NOARP,
						    .flags = NETCFG_NEIGH_STATE)));
	assert_shown("v0", address, "lladdr " MAC2 " NOARP");
	/* Without a MAC address it keeps the one it has. */
	assert_ok(nc, netcfg_neigh_replace(nc, "v0", address, NULL));
	assert_shown("v0", address, "lladdr " MAC2 " PERMANENT");
	assert_true(find(nc, "v0", address, 0, &info));
	assert_string_equal(info.mac, MAC2);
	assert_int_equal(info.ifindex, link_index_here("v0"));
	assert_int_equal(info.state, NETCFG_NEIGH_STATE_PERMANENT);
	assert_int_equal(info.flags, 0);
	assert_int_equal(info.family, strchr(address, ':') ? AF_INET6 : AF_INET);
	assert_false(find(nc, "v1", address, 0, &info));
	assert_cost(nc, netcfg_neigh_delete(nc, "v0", address, NULL), 1, 1);
	assert_shown("v0", address, "");
	assert_errno(nc, netcfg_neigh_delete(nc, "v0", address, NULL), -ENOENT);
	assert_message_has(nc, "no such neighbour");
	/* Replace makes one, too. */
	assert_ok(nc, netcfg_neigh_replace(nc, "v0", address, NEIGH_CONFIG(.mac = MAC)));
	assert_shown("v0", address, "lladdr " MAC " PERMANENT");
}

static void test_life(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	pair_make();
	pair_up();
	life(nc, "192.0.2.1");
	life(nc, "2001:db8::1");
	life(nc, "fe80::1234");
}

static void test_states_and_flags(void **state)
{
	static const struct {
		uint32_t state;
		const char *shown;
	} states[] = {
		{ NETCFG_NEIGH_STATE_REACHABLE, "REACHABLE" },
		{ NETCFG_NEIGH_STATE_STALE, "STALE" },
		{ NETCFG_NEIGH_STATE_NOARP, "NOARP" },
		{ NETCFG_NEIGH_STATE_PERMANENT, "PERMANENT" },
	};
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_neigh_info info;
	char words[64], address[16];

	pair_make();
	pair_up();
	for (size_t i = 0; i < ARRAY_SIZE(states); i++) {
		snprintf(address, sizeof(address), "192.0.2.%zu", i + 1);
		assert_ok(nc, netcfg_neigh_add(nc, "v0", address,
					       NEIGH_CONFIG(.mac = MAC, .state = states[i].state,
							    .flags = NETCFG_NEIGH_STATE)));
		snprintf(words, sizeof(words), "lladdr " MAC " %s", states[i].shown);
		assert_shown("v0", address, words);
		assert_true(find(nc, "v0", address, 0, &info));
		assert_int_equal(info.state, states[i].state);
	}
	assert_ok(nc, netcfg_neigh_add(nc, "v0", "2001:db8::1",
				       NEIGH_CONFIG(.mac = MAC, .protocol = 17,
						    .flags = NETCFG_NEIGH_ROUTER)));
	assert_shown("v0", "2001:db8::1", "lladdr " MAC " router PERMANENT proto 17");
	assert_true(find(nc, "v0", "2001:db8::1", 0, &info));
	assert_int_equal(info.flags, NETCFG_NEIGH_ROUTER);
	assert_int_equal(info.protocol, 17);
	/* As that is kept; the other flag is not. */
	assert_ok(nc, netcfg_neigh_replace(nc, "v0", "2001:db8::1", NEIGH_CONFIG(.mac = MAC2)));
	assert_true(find(nc, "v0", "2001:db8::1", 0, &info));
	assert_int_equal(info.protocol, 17);
	assert_string_equal(info.mac, MAC2);
	assert_ok(nc, netcfg_neigh_add(nc, "v0", "192.0.2.77",
				       NEIGH_CONFIG(.mac = MAC, .state = NETCFG_NEIGH_STATE_STALE,
						    .flags = NETCFG_NEIGH_EXTERN_LEARN |
							     NETCFG_NEIGH_STATE)));
	assert_shown("v0", "192.0.2.77", "lladdr " MAC " extern_learn STALE");
	assert_true(find(nc, "v0", "192.0.2.77", 0, &info));
	assert_int_equal(info.flags, NETCFG_NEIGH_EXTERN_LEARN);
}

static void test_proxies(void **state)
{
	static const char *const addresses[] = { "192.0.2.100", "2001:db8::100" };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_neigh_info info;

	pair_make();
	pair_up();
	for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
		const char *a = addresses[i];

		assert_cost(nc, netcfg_neigh_add(nc, "v0", a, &proxy), 1, 1);
		assert_true(proxy_shown("v0", a));
		assert_ok(nc, netcfg_neigh_add(nc, "v0", a, &proxy)); /* no exclusive ones */
		assert_false(find(nc, "v0", a, 0, &info));
		assert_true(find(nc, "v0", a, NETCFG_NEIGH_PROXY, &info));
		assert_int_equal(info.flags, NETCFG_NEIGH_PROXY);
		assert_string_equal(info.mac, "");
		assert_int_equal(info.ifindex, link_index_here("v0"));
		assert_false(find(nc, "v1", a, NETCFG_NEIGH_PROXY, &info));
		/* A neighbour is beside it. */
		assert_errno(nc, netcfg_neigh_delete(nc, "v0", a, NULL), -ENOENT);
		assert_ok(nc, netcfg_neigh_add(nc, "v0", a, NEIGH_CONFIG(.mac = MAC)));
		assert_ok(nc, netcfg_neigh_delete(nc, "v0", a, &proxy));
		assert_false(proxy_shown("v0", a));
		assert_shown("v0", a, "lladdr " MAC " PERMANENT");
		assert_errno(nc, netcfg_neigh_delete(nc, "v0", a, &proxy), -ENOENT);
		assert_message_has(nc, "no such proxy entry");
	}
}

/* Links and families are kept apart, by whatever name the link is given. */
static void test_lists(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_neigh_list *list;

	pair_make();
	pair_up();
	sh_ok("ip link property add dev v1 altname a-name-of-more-than-fifteen-bytes");
	sh_ok("for i in $(seq 30); do echo neigh add 192.0.2.$i lladdr " MAC " dev v0; "
	      "echo neigh add 2001:db8::$i lladdr " MAC " dev v0; done | ip -batch -");
	sh_ok("ip neigh add 192.0.2.1 lladdr " MAC " dev v1");
	sh_ok("ip neigh add proxy 192.0.2.9 dev v1; ip neigh add proxy 2001:db8::9 dev v0");
	assert_int_equal(count(nc, "v0", AF_UNSPEC, 0), 60);
	assert_int_equal(count(nc, "v0", AF_INET, 0), 30);
	assert_int_equal(count(nc, "v0", AF_INET6, 0), 30);
	assert_int_equal(count(nc, "v1", AF_UNSPEC, 0), 1);
	assert_int_equal(count(nc, "a-name-of-more-than-fifteen-bytes", AF_INET, 0), 1);
	assert_int_equal(count(nc, NULL, AF_UNSPEC, 0), 61);
	assert_int_equal(count(nc, NULL, AF_INET, 0), 31);
	assert_int_equal(count(nc, NULL, AF_UNSPEC, NETCFG_NEIGH_PROXY), 2);
	assert_int_equal(count(nc, "v1", AF_UNSPEC, NETCFG_NEIGH_PROXY), 1);
	assert_int_equal(count(nc, "v1", AF_INET6, NETCFG_NEIGH_PROXY), 0);
	assert_errno(nc, netcfg_neigh_list(nc, "absent", AF_INET, 0, &list), -ENODEV);
	assert_unsent(nc, netcfg_neigh_list(nc, "v0", AF_PACKET, 0, &list), -EINVAL);
	assert_unsent(nc, netcfg_neigh_list(nc, "v0", AF_INET, 1, &list), -EINVAL);
	assert_unsent(nc, netcfg_neigh_list(nc, "a:b", AF_INET, 0, &list), -EINVAL);
}

static void test_refused(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	pair_make();
	pair_up();
	assert_errno(nc, netcfg_neigh_add(nc, "absent", "192.0.2.1", NEIGH_CONFIG(.mac = MAC)),
		     -ENODEV);
	assert_message_has(nc, "\"absent\"");
	assert_unsent(nc, netcfg_neigh_add(nc, "v0", "192.0.2.1/32", NEIGH_CONFIG(.mac = MAC)),
		      -EINVAL);
	assert_unsent(nc, netcfg_neigh_add(nc, "v0", "192.0.2.1", NEIGH_CONFIG(.mac = "any")),
		      -EINVAL);
	assert_unsent(nc, netcfg_neigh_delete(nc, "v0", "default", NULL), -EINVAL);
	/* No MAC address. */
	assert_errno(nc, netcfg_neigh_add(nc, "v0", "2001:db8::1", NULL), -EINVAL);
	net_sysctl("ipv6/conf/v0/disable_ipv6", "1");
	assert_errno(nc, netcfg_neigh_add(nc, "v0", "2001:db8::2", NEIGH_CONFIG(.mac = MAC)),
		     -EINVAL);
	assert_ok(nc, netcfg_neigh_add(nc, "v0", "192.0.2.1", NEIGH_CONFIG(.mac = MAC)));
}

/* An MTU below 1280 takes IPv6 off a link. */
static void test_without_ipv6(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	sh_ok("ip link add v0 mtu 1000 type veth peer name v1");
	assert_errno(nc, netcfg_neigh_add(nc, "v0", "2001:db8::2", NEIGH_CONFIG(.mac = MAC)),
		     -EINVAL);
	assert_errno(nc, netcfg_neigh_add(nc, "v0", "2001:db8::2", &proxy), -ENOBUFS);
	assert_message_has(nc, "IPv6 disabled");
	assert_ok(nc, netcfg_neigh_add(nc, "v0", "192.0.2.2", NEIGH_CONFIG(.mac = MAC)));
	assert_ok(nc, netcfg_neigh_add(nc, "v0", "192.0.2.2", &proxy));
}

/* B66 for neighbours: what goes with a link that is set down, and stays gone. */
static void b66_link_down(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	pair_make();
	pair_up();
	assert_ok(nc, netcfg_neigh_add(nc, "v0", "192.0.2.1", NEIGH_CONFIG(.mac = MAC)));
	assert_ok(nc, netcfg_neigh_add(nc, "v0", "192.0.2.2", &proxy));
	assert_ok(nc,
		  netcfg_neigh_add(nc, "v0", "192.0.2.3",
				   NEIGH_CONFIG(.flags = NETCFG_NEIGH_PROXY | NETCFG_NEIGH_STATE)));
	assert_ok(nc, netcfg_link_set_down(nc, "v0"));
	assert_ok(nc, netcfg_link_set_up(nc, "v0"));
	assert_shown("v0", "192.0.2.1", "");
	assert_false(proxy_shown("v0", "192.0.2.2"));
	assert_false(proxy_shown("v0", "192.0.2.3"));
	/* On one that is down they can be made. */
	assert_ok(nc, netcfg_link_set_down(nc, "v0"));
	assert_ok(nc, netcfg_neigh_add(nc, "v0", "192.0.2.1", NEIGH_CONFIG(.mac = MAC)));
	assert_ok(nc, netcfg_link_set_up(nc, "v0"));
	assert_shown("v0", "192.0.2.1", "lladdr " MAC " PERMANENT");
}

/* A link made in the batch, renamed in it; a failure alone; one send for many. */
static void test_batch(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_neigh_list *list;
	struct netcfg_stats before;
	char address[16];

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "a", "b", NULL, NULL));
	assert_ok(nc, netcfg_neigh_add(nc, "a", "192.0.2.1", NEIGH_CONFIG(.mac = MAC)));
	assert_ok(nc, netcfg_link_rename(nc, "a", "c"));
	assert_ok(nc, netcfg_neigh_add(nc, "a", "192.0.2.2", NEIGH_CONFIG(.mac = MAC)));
	assert_ok(nc, netcfg_neigh_add(nc, "c", "192.0.2.3", &proxy));
	assert_ok(nc, netcfg_neigh_delete(nc, "c", "192.0.2.99", NULL));
	assert_ok(nc, netcfg_neigh_replace(nc, "c", "2001:db8::1", NEIGH_CONFIG(.mac = MAC)));
	assert_unsent(nc, netcfg_neigh_add(nc, "c", "192.0.2.3/24", NULL), -EINVAL);
	assert_unsent(nc, netcfg_neigh_list(nc, NULL, AF_UNSPEC, 0, &list), -EBUSY);
	assert_int_equal(netcfg_batch_commit(nc), 2);
	assert_int_equal(netcfg_batch_error(nc, 3), -ENODEV);
	assert_int_equal(netcfg_batch_error(nc, 5), -ENOENT);
	assert_non_null(strstr(netcfg_batch_error_message(nc, 5), "no such neighbour on \"c\""));
	assert_int_equal(count(nc, "c", AF_UNSPEC, 0), 2);
	assert_true(proxy_shown("c", "192.0.2.3"));

	before = stats_now(nc);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 150; i++) {
		snprintf(address, sizeof(address), "198.51.100.%d", i);
		assert_ok(nc, netcfg_neigh_add(nc, "c", address, &proxy));
	}
	assert_int_equal(netcfg_batch_commit(nc), 0);
	assert_int_equal(stats_since(nc, &before).sends, 1);
	assert_int_equal(stats_since(nc, &before).lookups, 1);
	assert_int_equal(count(nc, "c", AF_INET, NETCFG_NEIGH_PROXY), 151);
}

/* Have the kernel look for a neighbour, who does not answer. */
static void ask_for(const char *address)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = 9 };
	const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	assert_int_equal(inet_pton(AF_INET, address, &to.sin_addr), 1);
	assert_int_equal(sendto(fd, "x", 1, 0, (const struct sockaddr *)&to, sizeof(to)), 1);
	close(fd);
}

/* Those that the kernel finds are in the list as well, and an add does not take their place. */
static void test_found_by_the_kernel(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_neigh_info info;

	pair_make();
	pair_up();
	sh_ok("ip addr add 192.0.2.1/24 dev v0");
	ask_for("192.0.2.9");
	assert_true(find(nc, "v0", "192.0.2.9", 0, &info));
	assert_string_equal(info.mac, "");
	assert_true(info.state & (NETCFG_NEIGH_STATE_INCOMPLETE | NETCFG_NEIGH_STATE_FAILED));
	assert_errno(nc, netcfg_neigh_add(nc, "v0", "192.0.2.9", NEIGH_CONFIG(.mac = MAC)),
		     -EEXIST);
	assert_ok(nc, netcfg_neigh_replace(nc, "v0", "192.0.2.9", NEIGH_CONFIG(.mac = MAC)));
	assert_shown("v0", "192.0.2.9", "lladdr " MAC " PERMANENT");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_life),
		sandbox_test(test_states_and_flags),
		sandbox_test(test_proxies),
		sandbox_test(test_lists),
		sandbox_test(test_refused),
		sandbox_test(test_without_ipv6),
		sandbox_test(b66_link_down),
		sandbox_test(test_batch),
		sandbox_test(test_found_by_the_kernel),
	};

	return sandbox_main(tests);
}
