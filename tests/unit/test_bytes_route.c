/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The requests about routes: those that `ip` sends, and what is ours. */
#include <arpa/inet.h>

#include "unit/support/ip_routes.h"
#include "unit/support/unit.h"

#define LO    1
#define INDEX 3 /* of d0, as in the records */

#define ADD   (NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL)

/* The request that was sent last must be what `ip` sent. */
static void assert_as_ip(int type, const uint8_t *ip, size_t len)
{
	const struct fake_request r = fake_request(type, fake_count(type) - 1);
	struct packet m;

	if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
		skip(); /* the records are */
	packet_begin(&m, type, 0, NULL, 0);
	memcpy(m.bytes, ip, len);
	m.len = len;
	assert_same_message(r.bytes, r.len, m.bytes, m.len);
}

#define AS_IP(type, record) assert_as_ip(type, ip_route_##record, ip_route_##record##_len)

static void links(void)
{
	fake_link("d0", INDEX);
	fake_link("lo", LO);
}

static void as_ip_single(void **state)
{
	struct netcfg *nc = *state;

	links();
	assert_int_equal(netcfg_route_add(nc, "default",
					  ROUTE_CONFIG(.via = "192.0.2.1", .dev = "d0",
						       .metric = 100)),
			 0);
	AS_IP(RTM_NEWROUTE, via4);
	assert_int_equal(netcfg_route_add(nc, "2001:db8:5::/48",
					  ROUTE_CONFIG(.via = "fe80::1", .dev = "d0")),
			 0);
	AS_IP(RTM_NEWROUTE, via6);
	assert_int_equal(netcfg_route_add(nc, "10.1.0.0/16",
					  ROUTE_CONFIG(.dev = "d0", .source = "192.0.2.10",
						       .protocol = NETCFG_ROUTE_PROTOCOL_STATIC)),
			 0);
	AS_IP(RTM_NEWROUTE, link);
	assert_int_equal(netcfg_route_add(nc, "10.2.0.0/16",
					  ROUTE_CONFIG(.via = "fe80::2", .dev = "d0")),
			 0);
	AS_IP(RTM_NEWROUTE, via_other);
	assert_int_equal(
		netcfg_route_add(nc, "10.3.0.0/16",
				 ROUTE_CONFIG(.via = "10.9.9.9", .dev = "d0", .mtu = 1400,
					      .advmss = 1360, .tos = 0x10,
					      .flags = NETCFG_ROUTE_ONLINK |
						       NETCFG_ROUTE_MTU_LOCK)),
		0);
	AS_IP(RTM_NEWROUTE, onlink);
	assert_int_equal(netcfg_route_add(nc, "2001:db8:1::/48",
					  ROUTE_CONFIG(.via = "2001:db8::1", .expires = 100,
						       .preference = NETCFG_ROUTE_PREFERENCE_HIGH,
						       .mtu = 1400, .table = 300,
						       .flags = NETCFG_ROUTE_PREFERENCE)),
			 0);
	AS_IP(RTM_NEWROUTE, six);
}

static void as_ip_types(void **state)
{
	struct netcfg *nc = *state;

	links();
	assert_int_equal(netcfg_route_add(nc, "10.4.0.0/16",
					  ROUTE_CONFIG(.type = NETCFG_ROUTE_BLACKHOLE, .metric = 5,
						       .table = 1000)),
			 0);
	AS_IP(RTM_NEWROUTE, table);
	assert_int_equal(netcfg_route_add(nc, "10.5.0.0/16",
					  ROUTE_CONFIG(.type = NETCFG_ROUTE_LOCAL, .dev = "lo")),
			 0);
	AS_IP(RTM_NEWROUTE, local);
	assert_int_equal(netcfg_route_add(nc, "10.7.0.255",
					  ROUTE_CONFIG(.type = NETCFG_ROUTE_BROADCAST,
						       .dev = "d0")),
			 0);
	AS_IP(RTM_NEWROUTE, broadcast);
}

static const struct netcfg_route_hop hops[] = {
	{ .via = "192.0.2.1", .dev = "d0", .weight = 3 },
	{ .via = "10.8.8.8", .dev = "d0", .flags = NETCFG_ROUTE_ONLINK },
	{ .via = "fe80::2", .dev = "d0", .weight = 256 },
};

static void as_ip_hops(void **state)
{
	links();
	assert_int_equal(netcfg_route_add(*state, "10.6.0.0/16",
					  ROUTE_CONFIG(.hops = hops, .hop_count = 3)),
			 0);
	AS_IP(RTM_NEWROUTE, hops);
}

static void as_ip_verbs(void **state)
{
	struct netcfg *nc = *state;

	links();
	assert_int_equal(netcfg_route_replace(nc, "10.1.0.0/16", ROUTE_CONFIG(.via = "192.0.2.2")),
			 0);
	AS_IP(RTM_NEWROUTE, replace);
	assert_int_equal(netcfg_route_append(nc, "10.1.0.0/16", ROUTE_CONFIG(.via = "192.0.2.3")),
			 0);
	AS_IP(RTM_NEWROUTE, append);
	assert_int_equal(netcfg_route_change(nc, "10.1.0.0/16", ROUTE_CONFIG(.via = "192.0.2.4")),
			 0);
	AS_IP(RTM_NEWROUTE, change);
}

static void as_ip_deletes(void **state)
{
	struct netcfg *nc = *state;

	links();
	assert_int_equal(netcfg_route_delete(nc, "default", ROUTE_CONFIG(.via = "192.0.2.1")), 0);
	AS_IP(RTM_DELROUTE, delete_via);
	assert_int_equal(netcfg_route_delete(nc, "10.1.0.0/16", NULL), 0);
	AS_IP(RTM_DELROUTE, delete);
	assert_int_equal(netcfg_route_delete(nc, "10.4.0.0/16",
					     ROUTE_CONFIG(.type = NETCFG_ROUTE_BLACKHOLE,
							  .table = 1000)),
			 0);
	AS_IP(RTM_DELROUTE, delete_blackhole);
	assert_int_equal(netcfg_route_delete(nc, "10.5.0.0/16",
					     ROUTE_CONFIG(.type = NETCFG_ROUTE_LOCAL,
							  .dev = "lo")),
			 0);
	AS_IP(RTM_DELROUTE, delete_local);
	assert_int_equal(netcfg_route_delete(nc, "2001:db8:5::/48",
					     ROUTE_CONFIG(.via = "fe80::1", .dev = "d0")),
			 0);
	AS_IP(RTM_DELROUTE, delete6);
}

static struct rtmsg head(int family, int type, int scope)
{
	return (struct rtmsg){ .rtm_family = (uint8_t)family, .rtm_table = RT_TABLE_MAIN,
			       .rtm_protocol = RTPROT_BOOT, .rtm_scope = (uint8_t)scope,
			       .rtm_type = (uint8_t)type };
}

/* "default" is of the family that is said, else of the first gateway there is. */
static void defaults(void **state)
{
	static const struct netcfg_route_hop six[] = { { .dev = "d0" }, { .via = "2001:db8::1" } };
	struct netcfg *nc = *state;
	struct rtmsg rtm = head(AF_INET6, RTN_UNICAST, 0);
	struct packet want;
	size_t nest;

	links();
	assert_int_equal(netcfg_route_add(nc, "default",
					  ROUTE_CONFIG(.family = AF_INET6, .dev = "d0")),
			 0);
	packet_begin(&want, RTM_NEWROUTE, ADD, &rtm, sizeof(rtm));
	packet_u32(&want, RTA_OIF, INDEX);
	assert_sent(RTM_NEWROUTE, 0, &want);

	assert_int_equal(netcfg_route_add(nc, "default", ROUTE_CONFIG(.hops = six, .hop_count = 2)),
			 0);
	packet_begin(&want, RTM_NEWROUTE, ADD, &rtm, sizeof(rtm));
	nest = packet_nest(&want, RTA_MULTIPATH);
	packet_raw(&want, "\x08\0\0\0\x03\0\0\0", 8);
	packet_raw(&want, "\x1c\0\0\0\0\0\0\0", 8);
	packet_attr(&want, RTA_GATEWAY, "\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\1", 16);
	packet_nest_end(&want, nest);
	assert_sent(RTM_NEWROUTE, 1, &want);

	/* IPv4 through IPv6 is what was asked for. */
	assert_int_equal(netcfg_route_add(nc, "default",
					  ROUTE_CONFIG(.family = AF_INET, .via = "fe80::1",
						       .dev = "d0")),
			 0);
	rtm = head(AF_INET, RTN_UNICAST, 0);
	packet_begin(&want, RTM_NEWROUTE, ADD, &rtm, sizeof(rtm));
	packet_u32(&want, RTA_OIF, INDEX);
	packet_attr(&want, RTA_VIA, "\x0a\0\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\1", 18);
	assert_sent(RTM_NEWROUTE, 2, &want);
}

/* The scopes that go with the types, unless one is given; and the numbers at their limits. */
static void scopes(void **state)
{
	static const struct {
		uint32_t type;
		int scope, deleted;
	} table[] = {
		{ 0, RT_SCOPE_LINK, RT_SCOPE_NOWHERE },
		{ NETCFG_ROUTE_UNICAST, RT_SCOPE_LINK, RT_SCOPE_NOWHERE },
		{ NETCFG_ROUTE_LOCAL, RT_SCOPE_HOST, RT_SCOPE_HOST },
		{ NETCFG_ROUTE_BROADCAST, RT_SCOPE_LINK, RT_SCOPE_LINK },
		{ NETCFG_ROUTE_ANYCAST, RT_SCOPE_LINK, RT_SCOPE_LINK },
		{ NETCFG_ROUTE_MULTICAST, RT_SCOPE_LINK, RT_SCOPE_LINK },
		{ NETCFG_ROUTE_UNREACHABLE, RT_SCOPE_UNIVERSE, RT_SCOPE_NOWHERE },
		{ NETCFG_ROUTE_THROW, RT_SCOPE_UNIVERSE, RT_SCOPE_NOWHERE },
	};
	struct netcfg *nc = *state;
	struct rtmsg rtm;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		const struct netcfg_route_config *c = ROUTE_CONFIG(.type = table[i].type);

		assert_int_equal(netcfg_route_add(nc, "10.0.0.0/8", c), 0);
		memcpy(&rtm, fake_request(RTM_NEWROUTE, i).bytes + NLMSG_HDRLEN, sizeof(rtm));
		assert_int_equal(rtm.rtm_scope, table[i].scope);
		assert_int_equal(netcfg_route_delete(nc, "10.0.0.0/8", c), 0);
		memcpy(&rtm, fake_request(RTM_DELROUTE, i).bytes + NLMSG_HDRLEN, sizeof(rtm));
		assert_int_equal(rtm.rtm_scope, table[i].deleted);
		assert_int_equal(rtm.rtm_type, table[i].type);
		assert_int_equal(rtm.rtm_protocol, 0);
	}
	assert_int_equal(netcfg_route_add(nc, "10.0.0.0/8",
					  ROUTE_CONFIG(.flags = NETCFG_ROUTE_SCOPE, .scope = 255,
						       .tos = 255, .protocol = 255, .table = 255,
						       .type = 9)),
			 0);
	memcpy(&rtm, fake_request(RTM_NEWROUTE, i).bytes + NLMSG_HDRLEN, sizeof(rtm));
	assert_int_equal(rtm.rtm_scope, 255);
	assert_int_equal(rtm.rtm_tos, 255);
	assert_int_equal(rtm.rtm_protocol, 255);
	assert_int_equal(rtm.rtm_table, 255);
	assert_int_equal(rtm.rtm_type, 9);
}

/* As many hops as there may be, through gateways of the other family: the longest request. */
static void most_hops(void **state)
{
	static struct netcfg_route_hop many[NETCFG_ROUTE_HOP_COUNT_MAX];
	struct fake_request r;
	size_t i;

	links();
	for (i = 0; i < ARRAY_SIZE(many); i++)
		many[i] = (struct netcfg_route_hop){ .via = "fe80::1", .dev = "d0" };
	assert_int_equal(netcfg_route_add(*state, "10.0.0.0/8",
					  ROUTE_CONFIG(.hops = many, .hop_count = ARRAY_SIZE(many),
						       .metric = 1, .table = 1000, .mtu = 1400,
						       .advmss = 1, .source = "10.0.0.1")),
			 0);
	r = fake_request(RTM_NEWROUTE, 0);
	assert_int_equal(r.len, NLMSG_LENGTH(sizeof(struct rtmsg)) + 8 + 4 + 256 * 32 + 8 * 3 + 20);
}

/* In a batch a link is looked up at the end, and its argument still has its name. */
static void queued(void **state)
{
	struct netcfg *nc = *state;
	struct netcfg_route_hop late[] = { { .via = "192.0.2.1" }, { .dev = "d1" } };

	assert_int_equal(netcfg_batch_begin(nc, 0), 0);
	assert_int_equal(netcfg_route_add(nc, "default",
					  ROUTE_CONFIG(.via = "192.0.2.1", .dev = "d0",
						       .metric = 100)),
			 0);
	assert_int_equal(netcfg_route_add(nc, "10.0.0.0/8",
					  ROUTE_CONFIG(.hops = late, .hop_count = 2)),
			 0);
	assert_int_equal(netcfg_route_list(nc, NULL, &(struct netcfg_route_list *){ NULL }), -EBUSY);
	assert_nothing_sent();
	memset(late, 0, sizeof(late));
	links();
	assert_int_equal(netcfg_batch_commit(nc), 1);
	AS_IP(RTM_NEWROUTE, via4);
	assert_int_equal(fake_count(RTM_NEWROUTE), 1);
	assert_int_equal(netcfg_batch_error(nc, 1), -ENODEV);
	assert_says(nc, "add route \"10.0.0.0/8\"");
	assert_says(nc, "config.hops[1].dev \"d1\"");
}

static void listing(void **state)
{
	struct rtmsg rtm = { .rtm_family = AF_INET6, .rtm_table = 254, .rtm_protocol = 4,
			     .rtm_type = RTN_LOCAL };
	struct netcfg_route_list *list;
	struct packet want;

	links();
	assert_int_equal(netcfg_route_list(*state,
					   ROUTE_FILTER(.dev = "d0", .family = AF_INET6,
							.table = 254, .protocol = 4, .type = 2),
					   &list),
			 0);
	netcfg_route_list_free(list);
	packet_begin(&want, RTM_GETROUTE, NLM_F_REQUEST | NLM_F_DUMP, &rtm, sizeof(rtm));
	packet_u32(&want, RTA_OIF, INDEX);
	assert_sent(RTM_GETROUTE, 0, &want);

	assert_int_equal(netcfg_route_list(*state, ROUTE_FILTER(.table = 70000), &list), 0);
	netcfg_route_list_free(list);
	memset(&rtm, 0, sizeof(rtm));
	packet_begin(&want, RTM_GETROUTE, NLM_F_REQUEST | NLM_F_DUMP, &rtm, sizeof(rtm));
	packet_u32(&want, RTA_TABLE, 70000);
	assert_sent(RTM_GETROUTE, 1, &want);

	assert_int_equal(netcfg_route_list(*state, NULL, &list), 0);
	netcfg_route_list_free(list);
	packet_begin(&want, RTM_GETROUTE, NLM_F_REQUEST | NLM_F_DUMP, &rtm, sizeof(rtm));
	assert_sent(RTM_GETROUTE, 2, &want);
}

/* What the kernel has no words for. */
static void explained(void **state)
{
	struct netcfg *nc = *state;

	links();
	fake_refuse(RTM_DELROUTE, -ESRCH, NULL);
	assert_int_equal(netcfg_route_delete(nc, "10.0.0.0/8", ROUTE_CONFIG(.via = "10.0.0.1")),
			 -ESRCH);
	assert_says(nc, "delete route \"10.0.0.0/8\" via \"10.0.0.1\"");
	assert_says(nc, "no such route");
	fake_refuse(RTM_NEWROUTE, -ENOENT, NULL);
	assert_int_equal(netcfg_route_change(nc, "10.0.0.0/8", ROUTE_CONFIG(.dev = "d0")), -ENOENT);
	assert_says(nc, "change route \"10.0.0.0/8\" dev \"d0\"");
	assert_says(nc, "no such route");
	fake_refuse(RTM_NEWROUTE, -ENETUNREACH, "Nexthop has invalid gateway");
	assert_int_equal(netcfg_route_add(nc, "10.0.0.0/8", ROUTE_CONFIG(.via = "10.0.0.1")),
			 -ENETUNREACH);
	assert_says(nc, "Nexthop has invalid gateway");
	assert_says_not(nc, "no such route");
	assert_int_equal(netcfg_route_add(nc, "10.0.0.0/8", ROUTE_CONFIG(.dev = "d7")), -ENODEV);
	assert_says(nc, "config.dev \"d7\"");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(as_ip_single), handle_test(as_ip_types), handle_test(as_ip_hops),
		handle_test(as_ip_verbs),  handle_test(as_ip_deletes), handle_test(defaults),
		handle_test(scopes),	   handle_test(most_hops),   handle_test(queued),
		handle_test(listing),	   handle_test(explained),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
