/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* RTM_NEWROUTE with lengths that lie: an error, never a read beyond the message. */
#include "unit/support/unit.h"

static void begin(struct packet *m, int family, int dst_len)
{
	const struct rtmsg head = { .rtm_family = (uint8_t)family,
				    .rtm_dst_len = (uint8_t)dst_len };

	packet_begin(m, RTM_NEWROUTE, NLM_F_MULTI, &head, sizeof(head));
}

/* 1, 0 for an empty list, or -errno; and what hops there are is looked at. */
static int list_one(struct netcfg *nc, const struct packet *m, struct netcfg_route_info *info)
{
	struct netcfg_route_hop_info hop = { .size = sizeof(hop) };
	struct netcfg_route_list *list;
	struct packet done;
	uint32_t i = 0;
	int result;

	fake_reset(); /* what was sent before takes room */
	packet_done(&done, 0);
	fake_answer(RTM_GETROUTE);
	fake_say(m);
	fake_datagram(); /* so that the message ends where its buffer ends */
	fake_say(&done);
	result = netcfg_route_list(nc, NULL, &list);
	if (result < 0)
		return result;
	info->size = sizeof(*info);
	result = netcfg_route_list_next(list, info);
	while (netcfg_route_list_hop(list, i, &hop) == 1)
		i++;
	assert_int_equal(i, result == 1 ? info->hop_count : 0);
	netcfg_route_list_free(list);
	return result;
}

/* An address of any other length than its family's is none. */
static void addresses(void **state)
{
	static const int attrs[] = { RTA_DST, RTA_GATEWAY, RTA_PREFSRC };
	static const int families[] = { AF_INET, AF_INET6 };
	const char bytes[32] = "\xc0\0\2\1";
	struct netcfg_route_info info;
	struct packet m;
	size_t i, f, len;

	for (i = 0; i < ARRAY_SIZE(attrs); i++) {
		for (f = 0; f < ARRAY_SIZE(families); f++) {
			for (len = 0; len <= sizeof(bytes); len++) {
				begin(&m, families[f], 0);
				packet_attr(&m, attrs[i], bytes, len);
				assert_int_equal(list_one(*state, &m, &info),
						 len == (f ? 16 : 4) ? 1 : -EBADMSG);
			}
		}
	}
}

static void prefix_lengths(void **state)
{
	struct netcfg_route_info info;
	struct packet m;
	int len;

	for (len = 0; len < 256; len++) {
		begin(&m, AF_INET, len);
		packet_attr(&m, RTA_DST, "\0\0\0\0", 4);
		assert_int_equal(list_one(*state, &m, &info), len <= 32 ? 1 : -EBADMSG);
		begin(&m, AF_INET6, len);
		packet_attr(&m, RTA_DST, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
		assert_int_equal(list_one(*state, &m, &info), len <= 128 ? 1 : -EBADMSG);
	}
	begin(&m, AF_INET, 8); /* of what? */
	assert_int_equal(list_one(*state, &m, &info), -EBADMSG);
}

/* RTA_VIA: two bytes of family and as many as that has; a family of later times is no error. */
static void other_vias(void **state)
{
	struct netcfg_route_info info;
	unsigned char value[32] = { 0 };
	struct packet m;
	uint16_t family;
	size_t len;

	for (len = 0; len <= sizeof(value); len++) {
		for (family = 0; family < 40; family++) {
			int want = len < 2 ? -EBADMSG : 1;

			if (family == AF_INET || family == AF_INET6)
				want = len == (family == AF_INET ? 6 : 18) ? 1 : -EBADMSG;
			memcpy(value, &family, sizeof(family));
			begin(&m, AF_INET, 0);
			packet_attr(&m, RTA_VIA, value, len);
			assert_int_equal(list_one(*state, &m, &info), want);
			if (want != 1)
				continue;
			assert_int_equal(info.via_family, family);
			if (family != AF_INET && family != AF_INET6)
				assert_string_equal(info.via, "");
		}
	}
}

/* Numbers that are too short are not there. */
static void numbers(void **state)
{
	static const int attrs[] = { RTA_OIF, RTA_PRIORITY, RTA_TABLE, RTA_PREF, RTA_CACHEINFO,
				     RTA_NH_ID, RTA_METRICS, RTA_MAX + 1, 0 };
	const char bytes[64] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
	struct netcfg_route_info info;
	struct packet m;
	size_t i, len;

	for (i = 0; i < ARRAY_SIZE(attrs); i++) {
		for (len = 0; len < sizeof(bytes); len++) {
			begin(&m, AF_INET, 0);
			packet_attr(&m, attrs[i], bytes, len);
			assert_int_equal(list_one(*state, &m, &info), 1);
			assert_int_equal(info.mtu, 0);
			if (len >= 4)
				continue;
			assert_int_equal(info.ifindex, 0);
			assert_int_equal(info.metric, 0);
			assert_int_equal(info.table, 0);
			assert_int_equal(info.nexthop_id, 0);
		}
	}
}

/* One hop with a gateway, and a length of its own that is wrong in every way. */
static void hop_lengths(void **state)
{
	struct netcfg_route_info info;
	struct packet m;
	size_t nest;
	int len, result;

	for (len = 0; len < 64; len++) {
		const struct rtnexthop head = { .rtnh_len = (uint16_t)len, .rtnh_ifindex = 5 };

		begin(&m, AF_INET, 0);
		nest = packet_nest(&m, RTA_MULTIPATH);
		packet_raw(&m, &head, sizeof(head));
		packet_attr(&m, RTA_GATEWAY, "\xc0\0\2\1", 4);
		packet_nest_end(&m, nest);
		result = list_one(*state, &m, &info);
		if (len == 16) {
			assert_int_equal(result, 1);
			assert_int_equal(info.hop_count, 1); /* so it is no route with several */
			assert_string_equal(info.via, "192.0.2.1");
			assert_int_equal(info.ifindex, 5);
		} else {
			/* 13 to 15 cut the gateway off; after 8 the rest is taken for a hop. */
			assert_true(result == -EBADMSG || result == 1);
			if (len < 8 || len > 16)
				assert_int_equal(result, -EBADMSG);
			if (result == 1)
				assert_string_equal(info.via, "");
		}
	}
	begin(&m, AF_INET, 0);
	packet_attr(&m, RTA_MULTIPATH, "", 0);
	assert_int_equal(list_one(*state, &m, &info), 1);
	assert_int_equal(info.hop_count, 0);
}

/* A whole route with hops that ends anywhere. */
static void cut_everywhere(void **state)
{
	struct netcfg_route_info info;
	struct packet m;
	size_t len, whole, nest;
	int result = 0;

	begin(&m, AF_INET, 8);
	packet_attr(&m, RTA_DST, "\x0a\0\0\0", 4);
	nest = packet_nest(&m, RTA_MULTIPATH);
	packet_raw(&m, "\x10\0\0\0\x03\0\0\0", 8);
	packet_attr(&m, RTA_GATEWAY, "\xc0\0\2\1", 4);
	packet_raw(&m, "\x20\0\0\x04\x04\0\0\0", 8);
	packet_attr(&m, RTA_VIA, "\x0a\0\xfe\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\2", 18);
	packet_nest_end(&m, nest);
	whole = m.len;
	for (len = NLMSG_HDRLEN; len <= whole; len++) {
		m.len = len;
		packet_header(&m)->nlmsg_len = (uint32_t)len;
		result = list_one(*state, &m, &info);
		if (len < NLMSG_LENGTH(sizeof(struct rtmsg)))
			assert_int_equal(result, -EBADMSG);
		else
			assert_true(result == -EBADMSG || result == 1);
	}
	assert_int_equal(result, 1);
	assert_int_equal(info.hop_count, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(addresses), handle_test(prefix_lengths), handle_test(other_vias),
		handle_test(numbers),	handle_test(hop_lengths),    handle_test(cut_everywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
