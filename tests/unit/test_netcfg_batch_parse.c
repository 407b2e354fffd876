/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* netcfg_batch: what a line comes to, without a kernel. That ip agrees is tested in netns/. */
#include "netcfg_batch/parse.h"
#include "unit/support/unit.h"

struct parsed {
	struct pool pool;
	struct command *c;
	struct failure f;
	int result;
};

static struct parsed parse(const char *line, int family)
{
	struct parsed p = { .c = NULL };

	p.result = parse_line(&p.pool, line, strlen(line), family, &p.c, &p.f);
	return p;
}

static struct parsed good(const char *line, enum verb verb)
{
	struct parsed p = parse(line, AF_UNSPEC);

	if (p.result != 1)
		fail_msg("\"%s\": %s", line, p.result ? p.f.text : "nothing");
	if (p.c->verb != verb)
		fail_msg("\"%s\" is verb %d", line, p.c->verb);
	return p;
}

static void links(void **state)
{
	struct parsed p;

	(void)state;
	p = good("l a v0 mtu 0x5dc up ty veth peer na", LINK_CREATE);
	assert_string_equal(p.c->u.link.near.name, "v0");
	assert_int_equal(p.c->u.link.near.config.mtu, 1500);
	assert_int_equal(p.c->u.link.near.config.flags, NETCFG_LINK_UP);
	assert_string_equal(p.c->u.link.far.name, "na");
	assert_null(p.c->u.link.far.config.name);
	pool_free(&p.pool);
	p = good("link set v0 name v1 a 2:0:0:0:0:A master br nomaster arp off promisc on", LINK_SET);
	assert_string_equal(p.c->u.link.near.dev, "v0");
	assert_string_equal(p.c->u.link.near.config.name, "v1");
	assert_string_equal(p.c->u.link.near.config.mac, "02:00:00:00:00:0a");
	assert_string_equal(p.c->u.link.near.config.master, "");
	assert_int_equal(p.c->u.link.near.config.state_on,
			 NETCFG_LINK_STATE_NOARP | NETCFG_LINK_STATE_PROMISC);
	pool_free(&p.pool);
	p = good("link set v0 name v0 up", LINK_SET);
	assert_null(p.c->u.link.near.config.name);
	pool_free(&p.pool);
	p = good("link set group 5 down", LINK_SET_GROUP);
	assert_int_equal(p.c->u.link.near.config.group, 5);
	pool_free(&p.pool);
	p = good("link add link e0 name e0.5 type vlan proto 802.1AD id 5 reorder_hdr off", LINK_CREATE);
	assert_int_equal(p.c->u.link.u.vlan.id, 5);
	assert_int_equal(p.c->u.link.u.vlan.config.protocol, 0x88a8);
	assert_int_equal(p.c->u.link.u.vlan.config.flags, NETCFG_VLAN_NO_REORDER_HDR);
	pool_free(&p.pool);
	p = good("link add vx type vxlan vni 7 dstport 0 local 10.1 ttl inherit", LINK_CREATE);
	assert_int_equal(p.c->u.link.u.vxlan.vni, 7);
	assert_int_equal(p.c->u.link.u.vxlan.config.port, 8472);
	assert_string_equal(p.c->u.link.u.vxlan.config.local, "10.1.0.0");
	assert_int_equal(p.c->u.link.u.vxlan.config.flags, NETCFG_VXLAN_TTL_INHERIT);
	assert_null(p.c->warning);
	pool_free(&p.pool);
	p = good("link add bb type bridge stp 1 vlan_filt 0 age 0", LINK_CREATE);
	assert_int_equal(p.c->u.link.u.bridge.flags,
			 NETCFG_BRIDGE_STP | NETCFG_BRIDGE_NO_VLAN_FILTERING |
				 NETCFG_BRIDGE_AGEING_TIME);
	pool_free(&p.pool);
	p = good("link prop a v0 alt x alt y", ALTNAME_ADD);
	assert_int_equal(p.c->u.link.altname_count, 2);
	assert_string_equal(p.c->u.link.altnames[1], "y");
	pool_free(&p.pool);
}

static void addresses(void **state)
{
	struct parsed p;

	(void)state;
	p = good("a a 10.1/16 brd + dev v0", ADDR_ADD);
	assert_string_equal(p.c->u.addr.address, "10.1.0.0/16");
	assert_string_equal(p.c->u.addr.config.broadcast, "10.1.255.255");
	pool_free(&p.pool);
	p = good("addr add 010.0x1.1.1/255.255.255.0 brd - dev v0", ADDR_ADD);
	assert_string_equal(p.c->u.addr.address, "8.1.1.1/24");
	assert_string_equal(p.c->u.addr.config.broadcast, "8.1.1.0");
	pool_free(&p.pool);
	p = good("addr add 10.0.0.1/24 peer 10.1.0.1 dev v0", ADDR_ADD);
	assert_string_equal(p.c->u.addr.address, "10.0.0.1");
	assert_string_equal(p.c->u.addr.config.peer, "10.1.0.1/32");
	pool_free(&p.pool);
	p = good("addr add 10.0.0.1/31 brd + dev v0", ADDR_ADD);
	assert_null(p.c->u.addr.config.broadcast);
	pool_free(&p.pool);
	p = good("addr add 10.0.0.1 nodad dev v0", ADDR_ADD);
	assert_int_equal(p.c->u.addr.config.flags, 0);
	assert_non_null(p.c->warning);
	pool_free(&p.pool);
	p = good("a d 10.0.0.1 dev v0", ADDR_DELETE_ANY_LENGTH);
	pool_free(&p.pool);
	p = good("a d 2001:DB8::1 dev v0", ADDR_DELETE);
	assert_string_equal(p.c->u.addr.address, "2001:db8::1/128");
	pool_free(&p.pool);
	p = good("addr flush v0", ADDR_FLUSH);
	pool_free(&p.pool);
	p = good("addr flush v0 scope global to 10/8", ADDR_FLUSH_SOME);
	assert_int_equal(p.c->u.addrs.family, AF_INET);
	pool_free(&p.pool);
}

static void routes(void **state)
{
	struct parsed p;

	(void)state;
	p = good("r a default via fe80::1 dev v0", ROUTE_ADD);
	assert_int_equal(p.c->u.route.config.family, AF_INET6);
	assert_string_equal(p.c->u.route.destination, "default");
	pool_free(&p.pool);
	p = good("r a default dev v0", ROUTE_ADD);
	assert_int_equal(p.c->u.route.config.family, AF_INET);
	pool_free(&p.pool);
	p = good("-6 r a default dev v0 tos 10 table local proto static pref low", ROUTE_ADD);
	assert_int_equal(p.c->u.route.config.family, AF_INET6);
	assert_int_equal(p.c->u.route.config.tos, 0x10);
	assert_int_equal(p.c->u.route.config.table, 255);
	assert_int_equal(p.c->u.route.config.protocol, 4);
	assert_int_equal(p.c->u.route.config.preference, NETCFG_ROUTE_PREFERENCE_LOW);
	pool_free(&p.pool);
	p = good("r a 2001:db8::1/32 dev v0", ROUTE_ADD);
	assert_string_equal(p.c->u.route.destination, "2001:db8::/32");
	pool_free(&p.pool);
	p = good("r r unreach 10/8 metric 7 metric 8", ROUTE_REPLACE);
	assert_int_equal(p.c->u.route.config.type, NETCFG_ROUTE_UNREACHABLE);
	assert_int_equal(p.c->u.route.config.metric, 8);
	pool_free(&p.pool);
	p = good("r a 10/8 nexthop via 10.0.0.1 weight 256 nexthop dev v1 onlink", ROUTE_ADD);
	assert_int_equal(p.c->u.route.config.hop_count, 2);
	assert_int_equal(p.c->u.route.config.hops[0].weight, 256);
	assert_string_equal(p.c->u.route.config.hops[1].dev, "v1");
	pool_free(&p.pool);
	p = good("r f table all", ROUTE_FLUSH);
	assert_int_equal(p.c->u.routes.family, AF_UNSPEC);
	pool_free(&p.pool);
	p = good("r f ::/0", ROUTE_FLUSH);
	assert_int_equal(p.c->u.routes.family, AF_INET);
	pool_free(&p.pool);
}

static void others(void **state)
{
	struct parsed p;

	(void)state;
	p = good("n a 10.0.0.1 ll 2:0:0:0:0:1 dev v0 nud r", NEIGH_ADD);
	assert_string_equal(p.c->u.neigh.config.mac, "02:00:00:00:00:01");
	assert_int_equal(p.c->u.neigh.config.state, NETCFG_NEIGH_STATE_REACHABLE);
	pool_free(&p.pool);
	p = good("n fl all", NEIGH_FLUSH);
	assert_int_equal(p.c->u.neighs.states, 0x1ff & ~0xc0);
	pool_free(&p.pool);
	p = good("n fl dev v0 nud none nud stale", NEIGH_FLUSH);
	assert_int_equal(p.c->u.neighs.states, 0x104);
	pool_free(&p.pool);
	p = good("netns s", NETNS_LIST);
	pool_free(&p.pool);
	p = good("-n ns -4 netns set x 0x10 more", NETNS_SET);
	assert_string_equal(p.c->netns, "ns");
	assert_int_equal(p.c->u.named.id, 16);
	assert_non_null(p.c->warning);
	pool_free(&p.pool);
	p = parse(" \t ", AF_UNSPEC);
	assert_int_equal(p.result, 0);
	pool_free(&p.pool);
}

static void assert_refused(const char *const *lines, size_t count, bool stops)
{
	for (size_t i = 0; i < count; i++) {
		struct parsed p = parse(lines[i], AF_UNSPEC);

		if (p.result != -1)
			fail_msg("\"%s\" is taken", lines[i]);
		if (p.f.stops != stops)
			fail_msg("\"%s\" %s the run: %s", lines[i],
				 stops ? "should end" : "should not end", p.f.text);
		assert_true(*p.f.text);
		pool_free(&p.pool);
	}
}

/* As ip does, the run goes on with -force. */
static void matters_of_one_line(void **state)
{
	static const char *const lines[] = {
		"frob", "\"\" x", "LINK set v0 up", "ip link set v0 up", "sudo ip link", "-all netns",
		"link add v0", "link add v0 type frob", "link set v0 promisc x", "link set v0 address x",
		"link set v0 address 1:2:3", "link set v0 xdp off", "link add b type bridge",
		"link add bb type bridge frob 1", "link add v0 type veth frob", "addr add 10.0.0.1",
		"addr add dev v0", "addr flush", "addr add ::1 brd + dev v0", "route flush",
		"neigh flush", "neigh add 10.0.0.1 lladdr zz dev v0", "netns add", "netns set x",
		"netns attach x 0", "netns exec x y", "rule add", "addr show", "route",
		"link set v0 mtu -5", "link add x type vxlan dstport 1", "link set x netns y index 5",
		"route add 10/8 dev v0 window 5", "neigh add proxy 10.0.0.1", "neigh", "link",
	};

	(void)state;
	assert_refused(lines, ARRAY_SIZE(lines), false);
}

static void ends_of_the_run(void **state)
{
	static const char *const lines[] = {
		"link frob", "link set v0 mtu x", "link set v0 mtu", "link set v0 v1", "link set up",
		"link set v0 mtu 1 mtu 2", "link del v0 v1", "link add a/b type bridge", "link del",
		"link set \"\" up", "link set br down", "link add name a dev b type bridge",
		"link add x type vxlan id 16777216", "link add v0 type veth peer p q",
		"link set v0 group frob", "link property frob", "link property add v0 altname a/b",
		"link set v0 index 5", "link help", "link set v0 help", "addr frob",
		"addr add 10.0.0.1/33 dev v0", "addr add 10.0.0.1/24 10.0.0.2 dev v0",
		"addr add 10.0.0.1/24 dev v0 scope frob", "addr add 10.0.0.1/24 dev",
		"addr add 10.0.0.256/24 dev v0", "addr add 1.2.3.4.5 dev v0",
		"addr add 10.0.0.1/255.0.255.0 dev v0", "addr add :::/64 dev v0", "route add",
		"route add 10/8 10/8", "route add 10/8 via", "route add 10/8 blackhole",
		"route add 10/8 nexthop", "route add 10/8 nexthop via 10.0.0.1 weight 257",
		"route add 10/8 nexthop via 10.0.0.1 weight 0", "route add 10/8 dev v0 table frob",
		"route add 10/8 via 10.0.0.1 via 10.0.0.2", "route add 10/8 via ::1",
		"route add 10.0.0.0/33 dev v0", "neigh add 10.0.0.1", "neigh add dev v0",
		"neigh add x dev v0", "neigh add 10.0.0.1 dev v0 nud frob", "neigh add 10.0.0.1 dev v0 x",
		"netns frob", "netns add a/b", "netns add .", "netns set x -5", "netns list-id frob",
		"help", "-n", "-6", "\"open", "'", "link set v0 alias \"a b",
		"route add 10/8 nexthop nexthop", "addr add 10.0.0.1/24 dev v0 brd + brd -",
		"route add 10/8 dev v0 metric 4294967296", "route add 10/8 dev v0 metric -1",
	};

	struct parsed p;

	(void)state;
	assert_refused(lines, ARRAY_SIZE(lines), true);
	p = parse("addr add 10.0.0.1 dev v0", AF_INET6); /* of the other family */
	assert_int_equal(p.result, -1);
	pool_free(&p.pool);
	p = parse("route add ::/0 dev v0", AF_INET);
	assert_int_equal(p.result, -1);
	pool_free(&p.pool);
}

/* What is shown of a line cannot harm a terminal or break the report in two. */
static void told_in_one_line(void **state)
{
	struct parsed p = parse("link set v0 mtu \"a\nb\033[2J\177\"", AF_UNSPEC);

	(void)state;
	assert_int_equal(p.result, -1);
	for (const char *c = p.f.text; *c; c++)
		assert_true(*c >= ' ' && *c != 127);
	pool_free(&p.pool);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(links),	       cmocka_unit_test(addresses),
		cmocka_unit_test(routes),	       cmocka_unit_test(others),
		cmocka_unit_test(matters_of_one_line), cmocka_unit_test(ends_of_the_run),
		cmocka_unit_test(told_in_one_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
