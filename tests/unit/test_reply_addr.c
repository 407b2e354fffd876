/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* RTM_NEWADDR read by the list: everything in it, and what is damaged. */
#include <linux/if_addr.h>

#include "unit/support/unit.h"

static void begin(struct packet *m, int family)
{
	const struct ifaddrmsg ifa = { .ifa_family = (uint8_t)family,
				       .ifa_prefixlen = 24,
				       .ifa_flags = 0x80,
				       .ifa_scope = 253,
				       .ifa_index = 70000 };

	packet_begin(m, RTM_NEWADDR, NLM_F_MULTI, &ifa, sizeof(ifa));
}

/* List what one message makes, into info: 1, 0 for an empty list, or -errno. */
static int list_one(struct netcfg *nc, const struct packet *m, struct netcfg_addr_info *info)
{
	struct netcfg_addr_list *list;
	struct packet done;
	int result;

	packet_done(&done, 0);
	fake_answer(RTM_GETADDR);
	fake_say(m);
	fake_datagram(); /* so that the message ends where its buffer ends */
	fake_say(&done);
	result = netcfg_addr_list(nc, NULL, AF_UNSPEC, &list);
	if (result < 0)
		return result;
	memset(info, 0xaa, sizeof(*info));
	info->size = sizeof(*info);
	result = netcfg_addr_list_next(list, info);
	netcfg_addr_list_free(list);
	return result;
}

static void everything4(void **state)
{
	const struct ifa_cacheinfo times = { .ifa_valid = 100, .ifa_prefered = 50 };
	struct netcfg_addr_info info;
	struct packet m;

	begin(&m, AF_INET);
	packet_attr(&m, IFA_ADDRESS, "\xc0\0\2\2", 4);
	packet_attr(&m, IFA_LOCAL, "\xc0\0\2\1", 4);
	packet_attr(&m, IFA_BROADCAST, "\xc0\0\2\xff", 4);
	packet_string(&m, IFA_LABEL, "fifteen-bytes-x");
	packet_u32(&m, IFA_FLAGS, 0x12345680);
	packet_attr(&m, IFA_CACHEINFO, &times, sizeof(times));
	packet_u32(&m, IFA_RT_PRIORITY, 9);
	packet_u8(&m, IFA_PROTO, 255);
	assert_int_equal(list_one(*state, &m, &info), 1);
	assert_string_equal(info.address, "192.0.2.1");
	assert_string_equal(info.peer, "192.0.2.2");
	assert_string_equal(info.broadcast, "192.0.2.255");
	assert_string_equal(info.label, "fifteen-bytes-x");
	assert_int_equal(info.ifindex, 70000);
	assert_int_equal(info.family, AF_INET);
	assert_int_equal(info.prefix_length, 24);
	assert_int_equal(info.scope, 253);
	assert_int_equal(info.flags, 0x12345680);
	assert_int_equal(info.valid_lifetime, 100);
	assert_int_equal(info.preferred_lifetime, 50);
	assert_int_equal(info.metric, 9);
	assert_int_equal(info.protocol, 255);
	assert_int_equal(info.reserved, 0);
}

/* The least there is: no peer, for ever, the flags of the header. */
static void least(void **state)
{
	struct netcfg_addr_info info;
	struct packet m;

	begin(&m, AF_INET);
	packet_attr(&m, IFA_ADDRESS, "\xc0\0\2\1", 4);
	packet_attr(&m, IFA_LOCAL, "\xc0\0\2\1", 4);
	assert_int_equal(list_one(*state, &m, &info), 1);
	assert_string_equal(info.address, "192.0.2.1");
	assert_string_equal(info.peer, "");
	assert_string_equal(info.broadcast, "");
	assert_string_equal(info.label, "");
	assert_int_equal(info.flags, 0x80);
	assert_int_equal(info.valid_lifetime, NETCFG_ADDR_FOREVER);
	assert_int_equal(info.preferred_lifetime, NETCFG_ADDR_FOREVER);
	assert_int_equal(info.metric, 0);
	assert_int_equal(info.protocol, 0);
}

/* IPv6 has IFA_LOCAL only with a peer, and the longest text. */
static void everything6(void **state)
{
	const char *local = "\xfe\xdc\xfe\xdc\xfe\xdc\xfe\xdc\xfe\xdc\xfe\xdc\xfe\xdc\xfe\xdc";
	struct netcfg_addr_info info;
	struct packet m;

	begin(&m, AF_INET6);
	packet_attr(&m, IFA_ADDRESS, local, 16);
	assert_int_equal(list_one(*state, &m, &info), 1);
	assert_int_equal(info.family, AF_INET6);
	assert_string_equal(info.address, "fedc:fedc:fedc:fedc:fedc:fedc:fedc:fedc");
	assert_string_equal(info.peer, "");

	begin(&m, AF_INET6);
	packet_attr(&m, IFA_LOCAL, local, 16);
	packet_attr(&m, IFA_ADDRESS, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1", 16);
	assert_int_equal(list_one(*state, &m, &info), 1);
	assert_string_equal(info.address, "fedc:fedc:fedc:fedc:fedc:fedc:fedc:fedc");
	assert_string_equal(info.peer, "::1");
}

/* An address that is shorter or longer than its family's: no address, no read beyond it. */
static void try_address_length(struct netcfg *nc, int family, int attr, size_t len)
{
	const char bytes[32] = "\xc0\0\2\1\1\1\1\1\1\1\1\1\1\1\1\1\1";
	struct netcfg_addr_info info;
	struct packet m;
	int result;

	begin(&m, family);
	packet_attr(&m, attr, bytes, len);
	result = list_one(nc, &m, &info);
	assert_true(result == -EBADMSG || result == 1);
	if (result != 1 || len >= (family == AF_INET6 ? 16u : 4u))
		return;
	/* Nothing that would begin as the bytes do. An IPv4 address that is not there is 0.0.0.0.
	 */
	assert_null(strstr(info.address, family == AF_INET6 ? "c0" : "192"));
	assert_null(strstr(info.peer, family == AF_INET6 ? "c0" : "192"));
	assert_null(strstr(info.broadcast, family == AF_INET6 ? "c0" : "192"));
}

static void addresses_of_wrong_length(void **state)
{
	static const int attrs[] = { IFA_LOCAL, IFA_ADDRESS, IFA_BROADCAST };
	size_t i, len;

	for (i = 0; i < ARRAY_SIZE(attrs); i++) {
		for (len = 0; len <= 32; len++) {
			try_address_length(*state, AF_INET, attrs[i], len);
			try_address_length(*state, AF_INET6, attrs[i], len);
		}
	}
}

/* Other attributes that are too short, or too long: an error or nothing, and no crash. */
static void other_values_of_wrong_length(void **state)
{
	static const int attrs[] = { IFA_LABEL,       IFA_FLAGS, IFA_CACHEINFO,
				     IFA_RT_PRIORITY, IFA_PROTO, IFA_MAX + 1 };
	const char bytes[40] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
	struct netcfg_addr_info info;
	struct packet m;
	size_t i, len;
	int result;

	for (i = 0; i < ARRAY_SIZE(attrs); i++) {
		for (len = 0; len <= sizeof(bytes); len++) {
			begin(&m, AF_INET);
			packet_attr(&m, IFA_LOCAL, "\xc0\0\2\1", 4);
			packet_attr(&m, attrs[i], bytes, len);
			result = list_one(*state, &m, &info);
			assert_true(result == -EBADMSG || result == 1);
			if (result == 1)
				assert_string_equal(info.address, "192.0.2.1");
			if (result == 1)
				assert_true(strlen(info.label) < sizeof(info.label));
		}
	}
}

static void cut_everywhere(void **state)
{
	struct netcfg_addr_info info;
	struct packet m;
	size_t len, whole;
	int result;

	begin(&m, AF_INET);
	packet_attr(&m, IFA_LOCAL, "\xc0\0\2\1", 4);
	packet_string(&m, IFA_LABEL, "d0:1");
	packet_attr(&m, IFA_BROADCAST, "\xc0\0\2\xff", 4);
	packet_u8(&m, IFA_PROTO, 5);
	whole = m.len;
	for (len = NLMSG_HDRLEN; len < whole; len++) {
		m.len = len;
		packet_header(&m)->nlmsg_len = (uint32_t)len;
		result = list_one(*state, &m, &info);
		if (len < NLMSG_LENGTH(sizeof(struct ifaddrmsg)))
			assert_int_equal(result, -EBADMSG);
		else
			assert_true(result == -EBADMSG || result == 1);
	}
	assert_int_equal(result, 1); /* all but padding was there */
	assert_int_equal(info.protocol, 5);
}

/* What is no address of a link is not in the list, nor what was not asked for (B96). */
static void b96_not_asked_for(void **state)
{
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct netcfg_addr_list *list;
	struct packet m, done;

	begin(&m, AF_DECnet);
	packet_attr(&m, IFA_LOCAL, "\1\2", 2);
	assert_int_equal(list_one(*state, &m, &info), 0);

	fake_link("d0", 70000);
	fake_link("d1", 70001);
	begin(&m, AF_INET);
	packet_attr(&m, IFA_LOCAL, "\xc0\0\2\1", 4);
	packet_done(&done, 0);
	fake_answer(RTM_GETADDR);
	fake_say(&m);
	fake_say(&done);
	assert_int_equal(netcfg_addr_list(*state, "d1", AF_UNSPEC, &list), 0);
	assert_int_equal(netcfg_addr_list_next(list, &info), 0);
	netcfg_addr_list_free(list);
	fake_answer(RTM_GETADDR);
	fake_say(&m);
	fake_say(&done);
	assert_int_equal(netcfg_addr_list(*state, "d0", AF_INET6, &list), 0);
	assert_int_equal(netcfg_addr_list_next(list, &info), 0);
	netcfg_addr_list_free(list);
	fake_answer(RTM_GETADDR);
	fake_say(&m);
	fake_say(&done);
	assert_int_equal(netcfg_addr_list(*state, "d0", AF_INET, &list), 0);
	assert_int_equal(netcfg_addr_list_next(list, &info), 1);
	assert_string_equal(info.address, "192.0.2.1");
	netcfg_addr_list_free(list);
}

static void of_another_type(void **state)
{
	struct netcfg_addr_info info;
	struct packet m;

	begin(&m, AF_INET);
	packet_attr(&m, IFA_LOCAL, "\xc0\0\2\1", 4);
	packet_header(&m)->nlmsg_type = RTM_DELADDR;
	assert_int_equal(list_one(*state, &m, &info), -EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(everything4),
		handle_test(least),
		handle_test(everything6),
		handle_test(addresses_of_wrong_length),
		handle_test(other_values_of_wrong_length),
		handle_test(cut_everywhere),
		handle_test(b96_not_asked_for),
		handle_test(of_another_type),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
