/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* RTM_NEWROUTE read by the list: what a kernel said, everything in it, and what is damaged. */
#include <unistd.h>

#include "unit/support/ip_routes.h"
#include "unit/support/unit.h"

/* More than a real one has, so that a wrong one is no other. */
static const struct rtmsg head4 = {
	.rtm_family = AF_INET, .rtm_dst_len = 16, .rtm_tos = 0x10, .rtm_table = 252,
	.rtm_protocol = 201, .rtm_scope = 253, .rtm_type = 5, .rtm_flags = 0x4004,
};

static void begin(struct packet *m, const struct rtmsg *head)
{
	packet_begin(m, RTM_NEWROUTE, NLM_F_MULTI, head, sizeof(*head));
}

static void begin4(struct packet *m)
{
	begin(m, &head4);
	packet_attr(m, RTA_DST, "\x0a\1\0\0", 4);
}

/* The list that messages make, each in a datagram of its own; or -errno. */
static int list_them(struct netcfg *nc, const struct packet *m, size_t count,
		     const struct netcfg_route_filter *filter, struct netcfg_route_list **list)
{
	struct packet done;
	size_t i;

	packet_done(&done, 0);
	fake_answer(RTM_GETROUTE);
	for (i = 0; i < count; i++) {
		fake_say(&m[i]);
		fake_datagram();
	}
	fake_say(&done);
	return netcfg_route_list(nc, filter, list);
}

/* 1, 0 for an empty list, or -errno. */
static int list_one(struct netcfg *nc, const struct packet *m, struct netcfg_route_info *info)
{
	struct netcfg_route_list *list;
	int result = list_them(nc, m, 1, NULL, &list);

	if (result < 0)
		return result;
	memset(info, 0xaa, sizeof(*info));
	info->size = sizeof(*info);
	result = netcfg_route_list_next(list, info);
	netcfg_route_list_free(list);
	return result;
}

static void everything4(void **state)
{
	const struct rta_cacheinfo times = { .rta_expires = 0 };
	struct netcfg_route_info info;
	struct packet m;
	size_t nest;

	begin4(&m);
	packet_u32(&m, RTA_TABLE, 70000);
	packet_attr(&m, RTA_GATEWAY, "\xc0\0\2\1", 4);
	packet_u32(&m, RTA_OIF, 70001);
	packet_attr(&m, RTA_PREFSRC, "\xc0\0\2\x0a", 4);
	packet_u32(&m, RTA_PRIORITY, 0xfffffffe);
	packet_u32(&m, RTA_NH_ID, 77);
	packet_attr(&m, RTA_CACHEINFO, &times, sizeof(times));
	nest = packet_nest(&m, RTA_METRICS);
	packet_u32(&m, RTAX_LOCK, 1 << RTAX_MTU | 1 << RTAX_ADVMSS);
	packet_u32(&m, RTAX_MTU, 1400);
	packet_u32(&m, RTAX_ADVMSS, 1360);
	packet_nest_end(&m, nest);
	assert_int_equal(list_one(*state, &m, &info), 1);
	assert_string_equal(info.destination, "10.1.0.0");
	assert_string_equal(info.via, "192.0.2.1");
	assert_string_equal(info.source, "192.0.2.10");
	assert_int_equal(info.prefix_length, 16);
	assert_int_equal(info.family, AF_INET);
	assert_int_equal(info.via_family, AF_INET);
	assert_int_equal(info.ifindex, 70001);
	assert_int_equal(info.flags, 0x4004);
	assert_int_equal(info.metric, 0xfffffffe);
	assert_int_equal(info.table, 70000);
	assert_int_equal(info.protocol, 201);
	assert_int_equal(info.scope, 253);
	assert_int_equal(info.type, 5);
	assert_int_equal(info.mtu, 1400);
	assert_int_equal(info.mtu_locked, 1);
	assert_int_equal(info.advmss, 1360);
	assert_int_equal(info.tos, 0x10);
	assert_int_equal(info.preference, 0);
	assert_int_equal(info.expires, 0);
	assert_int_equal(info.hop_count, 1);
	assert_int_equal(info.nexthop_id, 77);
}

/* The table of the header, a lock of something else, no way at all. */
static void least(void **state)
{
	const struct rtmsg head = { .rtm_family = AF_INET, .rtm_table = 252, .rtm_type = 6 };
	struct netcfg_route_info info;
	struct packet m;
	size_t nest;

	begin(&m, &head);
	nest = packet_nest(&m, RTA_METRICS);
	packet_u32(&m, RTAX_LOCK, 1 << RTAX_ADVMSS);
	packet_nest_end(&m, nest);
	assert_int_equal(list_one(*state, &m, &info), 1);
	assert_string_equal(info.destination, "0.0.0.0");
	assert_string_equal(info.via, "");
	assert_string_equal(info.source, "");
	assert_int_equal(info.via_family, 0);
	assert_int_equal(info.ifindex, 0);
	assert_int_equal(info.table, 252);
	assert_int_equal(info.mtu, 0);
	assert_int_equal(info.mtu_locked, 0);
	assert_int_equal(info.hop_count, 0);
	assert_int_equal(info.nexthop_id, 0);
}

static uint32_t expires_of(struct netcfg *nc, int32_t ticks)
{
	const struct rtmsg head = { .rtm_family = AF_INET6 };
	const struct rta_cacheinfo times = { .rta_expires = ticks };
	struct netcfg_route_info info;
	struct packet m;

	begin(&m, &head);
	packet_u8(&m, RTA_PREF, 3);
	packet_attr(&m, RTA_CACHEINFO, &times, sizeof(times));
	assert_int_equal(list_one(nc, &m, &info), 1);
	assert_string_equal(info.destination, "::");
	assert_int_equal(info.preference, NETCFG_ROUTE_PREFERENCE_LOW);
	return info.expires;
}

/* In ticks; no second that is left is called none. */
static void expiry(void **state)
{
	const int32_t tick = (int32_t)sysconf(_SC_CLK_TCK);

	assert_int_equal(expires_of(*state, 0), 0);
	assert_int_equal(expires_of(*state, 1), 1);
	assert_int_equal(expires_of(*state, tick), 1);
	assert_int_equal(expires_of(*state, tick + 1), 2);
	assert_int_equal(expires_of(*state, 100 * tick), 100);
	assert_int_equal(expires_of(*state, INT32_MAX), (INT32_MAX - 1) / tick + 1);
	assert_int_equal(expires_of(*state, -1), 1);
	assert_int_equal(expires_of(*state, INT32_MIN), 1);
}

static const struct {
	const char *destination, *via, *source;
	struct netcfg_route_info rest;
} recorded[] = {
	{ "10.4.0.0", "", "", { .prefix_length = 16, .family = AF_INET, .metric = 5, .table = 1000,
				.type = NETCFG_ROUTE_PROHIBIT, .protocol = 3 } },
	{ "10.2.0.0", "fe80::2", "", { .prefix_length = 16, .family = AF_INET,
				       .via_family = AF_INET6, .ifindex = 3, .table = 254,
				       .type = 1, .protocol = 3, .hop_count = 1 } },
	{ "10.3.0.0", "10.9.9.9", "", { .prefix_length = 16, .family = AF_INET,
					.via_family = AF_INET, .ifindex = 3, .table = 254,
					.flags = NETCFG_ROUTE_STATE_ONLINK, .metric = 9, .type = 1,
					.protocol = 3, .hop_count = 1, .mtu = 1400,
					.mtu_locked = 1, .advmss = 1360, .tos = 0x10 } },
	{ "10.6.0.0", "", "", { .prefix_length = 16, .family = AF_INET, .table = 254, .type = 1,
				.protocol = 3, .hop_count = 3 } },
	{ "10.7.0.0", "192.0.2.9", "", { .prefix_length = 16, .family = AF_INET,
					 .via_family = AF_INET, .ifindex = 3, .table = 254,
					 .flags = NETCFG_ROUTE_STATE_ONLINK, .type = 1,
					 .protocol = 3, .hop_count = 1, .nexthop_id = 7 } },
	{ "192.0.2.0", "", "192.0.2.10", { .prefix_length = 24, .family = AF_INET, .ifindex = 3,
					   .table = 254, .type = 1, .protocol = 4, .scope = 253,
					   .hop_count = 1 } },
	{ "2001:db8:1::", "fe80::1", "", { .prefix_length = 48, .family = AF_INET6,
					   .via_family = AF_INET6, .ifindex = 3, .table = 300,
					   .metric = 1024, .type = 1, .protocol = 3, .hop_count = 1,
					   .mtu = 1400, .expires = 100,
					   .preference = NETCFG_ROUTE_PREFERENCE_HIGH } },
	{ "2001:db8:2::", "", "", { .prefix_length = 48, .family = AF_INET6, .table = 254,
				    .metric = 1024, .type = 1, .protocol = 3, .hop_count = 2 } },
	{ "::", "", "", { .family = AF_INET6, .ifindex = 1, .table = 254, .metric = 77,
			  .type = NETCFG_ROUTE_UNREACHABLE, .protocol = 3 } },
};

static void check_recorded(size_t i, const struct netcfg_route_info *info)
{
	struct netcfg_route_info want = recorded[i].rest;

	want.size = sizeof(want);
	strcpy(want.destination, recorded[i].destination);
	strcpy(want.via, recorded[i].via);
	strcpy(want.source, recorded[i].source);
	assert_string_equal(info->destination, want.destination);
	assert_string_equal(info->via, want.via);
	assert_string_equal(info->source, want.source);
	assert_memory_equal(&info->prefix_length, &want.prefix_length,
			    sizeof(want) - offsetof(struct netcfg_route_info, prefix_length));
}

static void assert_hop(const struct netcfg_route_list *list, uint32_t position, const char *via,
		       uint32_t family, int ifindex, uint32_t weight, uint32_t flags)
{
	struct netcfg_route_hop_info hop = { .size = sizeof(hop) };

	assert_int_equal(netcfg_route_list_hop(list, position, &hop), 1);
	assert_string_equal(hop.via, via);
	assert_int_equal(hop.via_family, family);
	assert_int_equal(hop.ifindex, ifindex);
	assert_int_equal(hop.weight, weight);
	assert_int_equal(hop.flags, flags);
}

static void check_hops(const struct netcfg_route_list *list, size_t i)
{
	struct netcfg_route_hop_info hop = { .size = sizeof(hop) };

	if (i == 3) {
		assert_hop(list, 2, "fe80::2", AF_INET6, 2, 256, 0);
		assert_hop(list, 0, "192.0.2.1", AF_INET, 3, 3, 0);
		assert_hop(list, 1, "10.8.8.8", AF_INET, 3, 1, NETCFG_ROUTE_STATE_ONLINK);
	} else if (i == 7) {
		assert_hop(list, 0, "fe80::1", AF_INET6, 3, 1, 0);
		assert_hop(list, 1, "fe80::2", AF_INET6, 2, 5, 0);
	} else if (recorded[i].rest.hop_count) {
		assert_hop(list, 0, recorded[i].via, recorded[i].rest.via_family,
			   recorded[i].rest.ifindex, 1, recorded[i].rest.flags);
	}
	assert_int_equal(netcfg_route_list_hop(list, recorded[i].rest.hop_count, &hop), 0);
	assert_int_equal(netcfg_route_list_hop(list, UINT32_MAX, &hop), 0);
}

/* What a real kernel said, as it said it, in one datagram. */
static void record_of_a_kernel(void **state)
{
	struct netcfg_route_info info = { .size = sizeof(info) };
	struct netcfg_route_hop_info hop = { .size = sizeof(hop) };
	struct netcfg_route_list *list;
	struct packet m, done;
	size_t at, i = 0;

	if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
		skip();
	packet_done(&done, 0);
	fake_answer(RTM_GETROUTE);
	for (at = 0; at < kernel_routes_len; at += m.len) {
		const struct nlmsghdr *h = (const void *)(kernel_routes + at);

		packet_begin(&m, RTM_NEWROUTE, 0, NULL, 0);
		m.len = NLMSG_ALIGN(h->nlmsg_len);
		memcpy(m.bytes, h, m.len);
		fake_say(&m);
	}
	fake_say(&done);
	assert_int_equal(netcfg_route_list(*state, NULL, &list), 0);
	assert_int_equal(netcfg_route_list_hop(list, 0, &hop), 0); /* of no route yet */
	while (netcfg_route_list_next(list, &info) == 1) {
		assert_true(i < ARRAY_SIZE(recorded));
		check_recorded(i, &info);
		check_hops(list, i++);
	}
	assert_int_equal(i, ARRAY_SIZE(recorded));
	check_hops(list, i - 1); /* that one is still the last */
	hop.size = sizeof(hop) - 1;
	assert_int_equal(netcfg_route_list_hop(list, 0, &hop), -EINVAL);
	assert_int_equal(netcfg_route_list_hop(list, 0, NULL), -EINVAL);
	netcfg_route_list_free(list);
	assert_int_equal(netcfg_route_list_hop(NULL, 0, &hop), -EINVAL);
	assert_int_equal(netcfg_route_list_next(NULL, &info), -EINVAL);
	netcfg_route_list_free(NULL);
}

/* What is passed on or passed over in a list of all: -1 to be refused. */
static void no_routes(void **state)
{
	static const struct {
		int family;
		unsigned int flags;
		int listed;
	} table[] = {
		{ AF_INET, 0, 1 }, { AF_INET6, 0, 1 }, { AF_INET, RTM_F_CLONED, 0 },
		{ AF_INET6, RTM_F_CLONED | RTM_F_PREFIX, 0 }, { 128 /* multicast */, 0, 0 },
		{ 129, 0, 0 }, { 28 /* MPLS */, 0, 0 }, { 0, 0, 0 },
	};
	struct netcfg_route_info info;
	struct packet m;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		const struct rtmsg head = { .rtm_family = (uint8_t)table[i].family,
					    .rtm_flags = table[i].flags };

		begin(&m, &head);
		assert_int_equal(list_one(*state, &m, &info), table[i].listed);
	}
	begin4(&m);
	packet_header(&m)->nlmsg_type = RTM_DELROUTE;
	assert_int_equal(list_one(*state, &m, &info), -EBADMSG);
}

/* The routes of IPv4 in a list of b96_filtered(), whose hops lead through links 3 and 4. */
static int count_listed(struct netcfg_route_list *list)
{
	struct netcfg_route_info info = { .size = sizeof(info) };
	int count = 0;

	while (netcfg_route_list_next(list, &info) == 1) {
		if (info.family == AF_INET6)
			continue;
		assert_hop(list, 0, "", 0, 3, 1, 0);
		assert_hop(list, 1, "", 0, 4, 1, 0);
		count++;
	}
	netcfg_route_list_free(list);
	return count;
}

/* A nest with one hop is a plain route, and leaves nothing for the next one to find. */
static void one_hop_of_several(void **state)
{
	struct netcfg_route_info info = { .size = sizeof(info) };
	struct netcfg_route_list *list;
	struct packet m[2];
	size_t nest;

	begin4(&m[0]);
	nest = packet_nest(&m[0], RTA_MULTIPATH);
	packet_raw(&m[0], "\x08\0\x08\x07\x05\0\0\0", 8);
	packet_nest_end(&m[0], nest);
	begin4(&m[1]);
	nest = packet_nest(&m[1], RTA_MULTIPATH);
	packet_raw(&m[1], "\x08\0\0\0\x03\0\0\0\x08\0\0\0\x04\0\0\0", 16);
	packet_nest_end(&m[1], nest);
	assert_int_equal(list_them(*state, m, 2, NULL, &list), 0);
	assert_int_equal(netcfg_route_list_next(list, &info), 1);
	assert_int_equal(info.hop_count, 1);
	assert_int_equal(info.ifindex, 5);
	assert_int_equal(info.flags, 0x400c);
	assert_hop(list, 0, "", 0, 5, 1, 0x0c); /* what is of the route is not of the hop */
	assert_int_equal(netcfg_route_list_next(list, &info), 1);
	assert_int_equal(info.hop_count, 2);
	assert_hop(list, 0, "", 0, 3, 1, 0);
	assert_hop(list, 1, "", 0, 4, 1, 0);
	netcfg_route_list_free(list);
}

/* The library's own filter, where the kernel has none (B96). */
static void b96_filtered(void **state)
{
	struct netcfg_route_list *list;
	const struct {
		struct netcfg_route_filter filter;
		bool listed;
	} table[] = {
		{ { .dev = "d0" }, true }, { { .dev = "d1" }, true }, { { .dev = "d2" }, false },
		{ { .family = AF_INET }, true }, { { .family = AF_INET6 }, false },
		{ { .table = 252 }, true }, { { .table = 253 }, false },
		{ { .table = 508 }, false }, { { .protocol = 201 }, true },
		{ { .protocol = 200 }, false }, { { .type = 5 }, true }, { { .type = 1 }, false },
		{ { .dev = "d1", .family = AF_INET, .table = 252, .protocol = 201, .type = 5 },
		  true },
	};
	struct packet m[3];
	size_t i, nest;

	fake_link("d0", 3);
	fake_link("d1", 4);
	fake_link("d2", 5);
	/* Its hops must not be taken for those of the next one. */
	begin(&m[0], &(const struct rtmsg){ .rtm_family = AF_INET6, .rtm_table = 7 });
	nest = packet_nest(&m[0], RTA_MULTIPATH);
	packet_raw(&m[0], "\x08\0\0\0\x06\0\0\0\x08\0\0\0\x06\0\0\0", 16);
	packet_nest_end(&m[0], nest);
	begin4(&m[1]);
	nest = packet_nest(&m[1], RTA_MULTIPATH);
	packet_raw(&m[1], "\x08\0\0\0\x03\0\0\0\x08\0\0\0\x04\0\0\0", 16);
	packet_nest_end(&m[1], nest);
	begin(&m[2], &(const struct rtmsg){ .rtm_family = AF_INET6, .rtm_table = 8 });
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		struct netcfg_route_filter filter = table[i].filter;

		filter.size = sizeof(filter);
		assert_int_equal(list_them(*state, m, ARRAY_SIZE(m), &filter, &list), 0);
		assert_int_equal(count_listed(list), table[i].listed);
	}
}

/* A table that no route ever came into, and the same errno otherwise. */
static void table_that_is_not_there(void **state)
{
	struct netcfg_route_info info = { .size = sizeof(info) };
	struct netcfg_route_list *list = (void *)state;
	struct packet done;

	packet_done(&done, -ENOENT);
	fake_answer(RTM_GETROUTE);
	fake_say(&done);
	assert_int_equal(netcfg_route_list(*state, NULL, &list), -ENOENT);
	assert_ptr_equal(list, state);
	fake_answer(RTM_GETROUTE);
	fake_say(&done);
	assert_int_equal(netcfg_route_list(*state, ROUTE_FILTER(.table = 9), &list), 0);
	assert_string_equal(netcfg_error_message(*state), "");
	assert_int_equal(netcfg_route_list_next(list, &info), 0);
	netcfg_route_list_free(list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(everything4), handle_test(least),
		handle_test(expiry),	  handle_test(record_of_a_kernel),
		handle_test(no_routes),	  handle_test(b96_filtered),
		handle_test(one_hop_of_several),
		handle_test(table_that_is_not_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
