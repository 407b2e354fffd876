/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Neighbours: the requests, and what the list makes of answers. */
#include <arpa/inet.h>

#include <linux/neighbour.h>

#include "unit/support/unit.h"

#define ADD     (NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL)
#define REPLACE (NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_REPLACE)
#define CHANGE  (NLM_F_REQUEST | NLM_F_ACK)
#define INDEX   70000 /* more than 16 bits (B117) */

static void begin(struct packet *m, int type, int flags, const char *address, unsigned int state,
		  unsigned int ndm_flags)
{
	const int family = strchr(address, ':') ? AF_INET6 : AF_INET;
	const struct ndmsg ndm = { .ndm_family = (uint8_t)family,
				   .ndm_ifindex = INDEX,
				   .ndm_state = (uint16_t)state,
				   .ndm_flags = (uint8_t)ndm_flags };
	unsigned char bytes[16];

	packet_begin(m, type, flags, &ndm, sizeof(ndm));
	assert_int_equal(inet_pton(family, address, bytes), 1);
	packet_attr(m, NDA_DST, bytes, family == AF_INET6 ? 16 : 4);
}

static void plain(void **state)
{
	const struct netcfg_neigh_config *config = NEIGH_CONFIG(.mac = "02:00:00:00:00:0a");
	struct packet want;

	fake_link("d0", INDEX);
	assert_int_equal(netcfg_neigh_add(*state, "d0", "192.0.2.1", config), 0);
	begin(&want, RTM_NEWNEIGH, ADD, "192.0.2.1", NUD_PERMANENT, 0);
	packet_attr(&want, NDA_LLADDR, "\2\0\0\0\0\x0a", 6);
	assert_sent(RTM_NEWNEIGH, 0, &want);
	assert_int_equal(netcfg_neigh_replace(*state, "d0", "2001:db8::1", config), 0);
	begin(&want, RTM_NEWNEIGH, REPLACE, "2001:db8::1", NUD_PERMANENT, 0);
	packet_attr(&want, NDA_LLADDR, "\2\0\0\0\0\x0a", 6);
	assert_sent(RTM_NEWNEIGH, 1, &want);
	assert_int_equal(netcfg_neigh_add(*state, "d0", "192.0.2.1", NULL), 0);
	begin(&want, RTM_NEWNEIGH, ADD, "192.0.2.1", NUD_PERMANENT, 0);
	assert_sent(RTM_NEWNEIGH, 2, &want);
}

static void everything(void **state)
{
	struct packet want;

	fake_link("d0", INDEX);
	assert_int_equal(
		netcfg_neigh_add(*state, "d0", "2001:db8::1",
				 NEIGH_CONFIG(.mac = "ff:FF:00:00:00:00", .protocol = 255,
					      .state = NETCFG_NEIGH_STATE_STALE,
					      .flags = NETCFG_NEIGH_ROUTER | NETCFG_NEIGH_STATE |
						       NETCFG_NEIGH_EXTERN_LEARN)),
		0);
	begin(&want, RTM_NEWNEIGH, ADD, "2001:db8::1", NUD_STALE, NTF_ROUTER | NTF_EXT_LEARNED);
	packet_attr(&want, NDA_LLADDR, "\xff\xff\0\0\0\0", 6);
	packet_u8(&want, NDA_PROTOCOL, 255);
	assert_sent(RTM_NEWNEIGH, 0, &want);
	/* A state that is not read is not looked at; 0 is a state. */
	assert_int_equal(netcfg_neigh_add(*state, "d0", "192.0.2.1", NEIGH_CONFIG(.state = 77)), 0);
	begin(&want, RTM_NEWNEIGH, ADD, "192.0.2.1", NUD_PERMANENT, 0);
	assert_sent(RTM_NEWNEIGH, 1, &want);
	assert_int_equal(netcfg_neigh_add(*state, "d0", "192.0.2.1",
					  NEIGH_CONFIG(.flags = NETCFG_NEIGH_STATE)),
			 0);
	begin(&want, RTM_NEWNEIGH, ADD, "192.0.2.1", NUD_NONE, 0);
	assert_sent(RTM_NEWNEIGH, 2, &want);
}

static void proxies(void **state)
{
	const struct netcfg_neigh_config *config = NEIGH_CONFIG(.flags = NETCFG_NEIGH_PROXY);
	struct packet want;

	fake_link("d0", INDEX);
	assert_int_equal(netcfg_neigh_add(*state, "d0", "192.0.2.1", config), 0);
	begin(&want, RTM_NEWNEIGH, ADD, "192.0.2.1", NUD_PERMANENT, NTF_PROXY);
	assert_sent(RTM_NEWNEIGH, 0, &want);
	assert_int_equal(netcfg_neigh_delete(*state, "d0", "192.0.2.1", config), 0);
	begin(&want, RTM_DELNEIGH, CHANGE, "192.0.2.1", 0, NTF_PROXY);
	assert_sent(RTM_DELNEIGH, 0, &want);
}

/* A delete has what tells an entry from others, and nothing else. */
static void deleting(void **state)
{
	struct packet want;

	fake_link("d0", INDEX);
	assert_int_equal(netcfg_neigh_delete(*state, "d0", "2001:db8::1", NULL), 0);
	begin(&want, RTM_DELNEIGH, CHANGE, "2001:db8::1", 0, 0);
	assert_sent(RTM_DELNEIGH, 0, &want);
	assert_int_equal(netcfg_neigh_delete(*state, "d0", "2001:db8::1",
					     NEIGH_CONFIG(.mac = "02:00:00:00:00:01", .protocol = 5,
							  .state = NETCFG_NEIGH_STATE_NOARP,
							  .flags = NETCFG_NEIGH_STATE |
								   NETCFG_NEIGH_ROUTER |
								   NETCFG_NEIGH_EXTERN_LEARN)),
			 0);
	assert_sent(RTM_DELNEIGH, 1, &want);
}

static void assert_refused(struct netcfg *nc, const char *link, const char *address,
			   const struct netcfg_neigh_config *config, int expected, const char *says)
{
	assert_int_equal(netcfg_neigh_add(nc, link, address, config), expected);
	assert_says(nc, says);
	assert_int_equal(netcfg_neigh_replace(nc, link, address, config), expected);
	assert_says(nc, says);
	assert_int_equal(netcfg_neigh_delete(nc, link, address, config), expected);
	assert_says(nc, says);
}

static void refused(void **state)
{
	static const char *const addresses[] = { "",	      "192.0.2.1/32", "::1/128", "192.0.2",
						 "any",	      "192.0.2.1 ",   "fe80::1%d0",
						 "192.0.2.01" };
	static const char *const macs[] = { "", "02:00:00:00:00", "02:00:00:00:00:00:01",
					    "0200.0000.0001", "192.0.2.1" };
	static const uint32_t states[] = { 3, 0x41, 0x100, 0x82, UINT32_MAX };
	struct netcfg *nc = *state;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(addresses); i++)
		assert_refused(nc, "d0", addresses[i], NULL, -EINVAL, ": address \"");
	assert_refused(nc, "d0", NULL, NULL, -EINVAL, "address is NULL");
	assert_refused(nc, NULL, "192.0.2.1", NULL, -EINVAL, "link is NULL");
	for (i = 0; i < ARRAY_SIZE(macs); i++)
		assert_refused(nc, "d0", "192.0.2.1", NEIGH_CONFIG(.mac = macs[i]), -EINVAL,
			       "config.mac \"");
	for (i = 0; i < ARRAY_SIZE(states); i++)
		assert_refused(nc, "d0", "192.0.2.1",
			       NEIGH_CONFIG(.state = states[i], .flags = NETCFG_NEIGH_STATE),
			       -EINVAL, "config.state 0x");
	assert_refused(nc, "d0", "192.0.2.1", NEIGH_CONFIG(.flags = 1), -EINVAL,
		       "config.flags has unknown bits 0x1");
	assert_refused(nc, "d0", "192.0.2.1", NEIGH_CONFIG(.protocol = 256), -ERANGE,
		       "config.protocol 256");
	assert_refused(nc, "d0", "192.0.2.1", NEIGH_CONFIG(.reserved = 1), -EINVAL,
		       "config.reserved");
	assert_refused(nc, "d0", "192.0.2.1", &(const struct netcfg_neigh_config){ .size = 4 }, -EINVAL,
		       "config");
	assert_refused(
		nc, "d0", "192.0.2.1",
		NEIGH_CONFIG(.mac = "02:00:00:00:00:01", .flags = NETCFG_NEIGH_PROXY), -EINVAL,
		"config.mac is given for a proxy entry");
	assert_nothing_sent();
}

static void explained(void **state)
{
	const struct netcfg_neigh_config *proxy = NEIGH_CONFIG(.flags = NETCFG_NEIGH_PROXY);
	struct netcfg *nc = *state;

	fake_link("d0", INDEX);
	fake_refuse(RTM_DELNEIGH, -ENOENT, NULL);
	assert_int_equal(netcfg_neigh_delete(nc, "d0", "192.0.2.1", NULL), -ENOENT);
	assert_string_equal(netcfg_error_message(nc),
			    "delete neighbour \"192.0.2.1\" from \"d0\": No such file or "
			    "directory: no such neighbour on \"d0\"");
	fake_refuse(RTM_DELNEIGH, -ENOENT, NULL);
	assert_int_equal(netcfg_neigh_delete(nc, "d0", "192.0.2.1", proxy), -ENOENT);
	assert_says(nc, "no such proxy entry on \"d0\"");
	fake_refuse(RTM_NEWNEIGH, -ENOBUFS, NULL);
	assert_int_equal(netcfg_neigh_add(nc, "d0", "2001:db8::1", proxy), -ENOBUFS);
	assert_says(nc, "IPv6 disabled");
	fake_refuse(RTM_NEWNEIGH, -ENOBUFS, NULL);
	assert_int_equal(netcfg_neigh_add(nc, "d0", "192.0.2.1", NULL), -ENOBUFS);
	assert_says_not(nc, "IPv6");
}

static void listing(void **state)
{
	struct ndmsg ndm = { .ndm_family = AF_INET6, .ndm_flags = NTF_PROXY };
	struct netcfg_neigh_list *list;
	struct netcfg *nc = *state;
	struct packet want;

	fake_link("d0", INDEX);
	assert_int_equal(netcfg_neigh_list(nc, "d0", AF_INET6, NETCFG_NEIGH_PROXY, &list), 0);
	netcfg_neigh_list_free(list);
	packet_begin(&want, RTM_GETNEIGH, NLM_F_REQUEST | NLM_F_DUMP, &ndm, sizeof(ndm));
	packet_u32(&want, NDA_IFINDEX, INDEX);
	assert_sent(RTM_GETNEIGH, 0, &want);
	assert_int_equal(netcfg_neigh_list(nc, NULL, AF_UNSPEC, 0, &list), 0);
	netcfg_neigh_list_free(list);
	memset(&ndm, 0, sizeof(ndm));
	packet_begin(&want, RTM_GETNEIGH, NLM_F_REQUEST | NLM_F_DUMP, &ndm, sizeof(ndm));
	assert_sent(RTM_GETNEIGH, 1, &want);
	list = (void *)&list;
	assert_int_equal(netcfg_neigh_list(nc, "d0", AF_UNSPEC, 1, &list), -EINVAL);
	assert_says(nc, "flags has unknown bits 0x1");
	assert_int_equal(netcfg_neigh_list(nc, "d0", AF_UNSPEC, NETCFG_NEIGH_STATE, &list),
			 -EINVAL);
	assert_int_equal(netcfg_neigh_list(nc, "d0", AF_BRIDGE, 0, &list), -EINVAL);
	assert_int_equal(netcfg_neigh_list(nc, "d0", AF_INET + 256, 0, &list), -EINVAL);
	assert_int_equal(netcfg_neigh_list(nc, "", AF_INET, 0, &list), -EINVAL);
	assert_int_equal(netcfg_neigh_list(nc, NULL, AF_INET, 0, NULL), -EINVAL);
	assert_ptr_equal(list, &list);
	assert_int_equal(netcfg_neigh_list(nc, "gone", AF_INET, 0, &list), -ENODEV);
	assert_int_equal(fake_count(RTM_GETNEIGH), 2);
	assert_int_equal(netcfg_neigh_list_next(NULL, NULL), -EINVAL);
	netcfg_neigh_list_free(NULL);
}

/* List what one message makes, into info: 1, 0 for an empty list, or -errno. */
static int list_one(struct netcfg *nc, const struct packet *m, const char *link, uint32_t flags,
		    struct netcfg_neigh_info *info)
{
	struct netcfg_neigh_list *list;
	struct packet done;
	int result;

	packet_done(&done, 0);
	fake_answer(RTM_GETNEIGH);
	fake_say(m);
	fake_datagram(); /* so that the message ends where its buffer ends */
	fake_say(&done);
	result = netcfg_neigh_list(nc, link, AF_UNSPEC, flags, &list);
	if (result < 0)
		return result;
	memset(info, 0xaa, sizeof(*info));
	info->size = sizeof(*info);
	result = netcfg_neigh_list_next(list, info);
	netcfg_neigh_list_free(list);
	return result;
}

static void everything_read(void **state)
{
	unsigned char longest[32];
	struct netcfg_neigh_info info;
	struct packet m;

	begin(&m, RTM_NEWNEIGH, NLM_F_MULTI, "2001:db8::1", NUD_NOARP, NTF_ROUTER | NTF_STICKY);
	memset(longest, 0xab, sizeof(longest));
	packet_attr(&m, NDA_LLADDR, longest, sizeof(longest));
	packet_u8(&m, NDA_PROTOCOL, 9);
	packet_u32(&m, NDA_FLAGS_EXT, NTF_EXT_MANAGED);
	assert_int_equal(list_one(*state, &m, NULL, 0, &info), 1);
	assert_string_equal(info.address, "2001:db8::1");
	assert_int_equal(strlen(info.mac), 95);
	assert_memory_equal(info.mac, "ab:ab:ab", 8);
	assert_int_equal(info.ifindex, INDEX);
	assert_int_equal(info.family, AF_INET6);
	assert_int_equal(info.state, NETCFG_NEIGH_STATE_NOARP);
	assert_int_equal(info.flags, NTF_ROUTER | NTF_STICKY | NTF_EXT_MANAGED << 8);
	assert_int_equal(info.protocol, 9);
	assert_int_equal(info.reserved, 0);

	begin(&m, RTM_NEWNEIGH, NLM_F_MULTI, "192.0.2.1", 0, NTF_PROXY);
	assert_int_equal(list_one(*state, &m, NULL, NETCFG_NEIGH_PROXY, &info), 1);
	assert_string_equal(info.address, "192.0.2.1");
	assert_string_equal(info.mac, "");
	assert_int_equal(info.family, AF_INET);
	assert_int_equal(info.state, 0);
	assert_int_equal(info.flags, NETCFG_NEIGH_PROXY);
	assert_int_equal(info.protocol, 0);
}

/* What was not asked for is not in the list, whatever the kernel gives. */
static void not_asked_for(void **state)
{
	struct netcfg_neigh_info info;
	struct packet m;

	fake_link("d0", INDEX);
	fake_link("d1", INDEX + 1);
	begin(&m, RTM_NEWNEIGH, NLM_F_MULTI, "192.0.2.1", 2, 0);
	assert_int_equal(list_one(*state, &m, NULL, NETCFG_NEIGH_PROXY, &info), 0);
	assert_int_equal(list_one(*state, &m, "d1", 0, &info), 0);
	assert_int_equal(list_one(*state, &m, "d0", 0, &info), 1);
	begin(&m, RTM_NEWNEIGH, NLM_F_MULTI, "192.0.2.1", 2, NTF_PROXY);
	assert_int_equal(list_one(*state, &m, NULL, 0, &info), 0);
	((struct ndmsg *)(void *)(m.bytes + NLMSG_HDRLEN))->ndm_family = AF_BRIDGE;
	assert_int_equal(list_one(*state, &m, NULL, NETCFG_NEIGH_PROXY, &info), 0);
}

static void damaged(void **state)
{
	static const int attrs[] = { NDA_LLADDR, NDA_PROTOCOL, NDA_FLAGS_EXT, NDA_MAX + 1 };
	const struct ndmsg ndm = { .ndm_family = AF_INET, .ndm_ifindex = INDEX };
	const char bytes[64] = "\xc0\0\2\1";
	struct netcfg_neigh_info info;
	struct packet m;
	size_t i, len, whole;
	int result;

	for (len = 0; len <= sizeof(bytes); len++) {
		packet_begin(&m, RTM_NEWNEIGH, NLM_F_MULTI, &ndm, sizeof(ndm));
		packet_attr(&m, NDA_DST, bytes, len);
		assert_int_equal(list_one(*state, &m, NULL, 0, &info), len == 4 ? 1 : -EBADMSG);
	}
	packet_begin(&m, RTM_NEWNEIGH, NLM_F_MULTI, &ndm, sizeof(ndm));
	assert_int_equal(list_one(*state, &m, NULL, 0, &info), -EBADMSG);
	for (i = 0; i < ARRAY_SIZE(attrs); i++) {
		for (len = 0; len <= sizeof(bytes); len++) {
			begin(&m, RTM_NEWNEIGH, NLM_F_MULTI, "192.0.2.1", 2, 0);
			packet_attr(&m, attrs[i], bytes, len);
			result = list_one(*state, &m, NULL, 0, &info);
			assert_true(result == -EBADMSG || result == 1);
			if (result == 1)
				assert_true(strlen(info.mac) < sizeof(info.mac));
		}
	}
	begin(&m, RTM_NEWNEIGH, NLM_F_MULTI, "192.0.2.1", 2, 0);
	packet_u8(&m, NDA_PROTOCOL, 5);
	whole = m.len;
	for (len = NLMSG_HDRLEN; len < whole; len++) {
		m.len = len;
		packet_header(&m)->nlmsg_len = (uint32_t)len;
		result = list_one(*state, &m, NULL, 0, &info);
		assert_true(result == -EBADMSG || (result == 1 && len >= whole - 8));
	}
	begin(&m, RTM_DELNEIGH, NLM_F_MULTI, "192.0.2.1", 2, 0);
	assert_int_equal(list_one(*state, &m, NULL, 0, &info), -EBADMSG);
}

/* In a batch the index is looked up behind what makes the link, once. */
static void batch(void **state)
{
	struct netcfg *nc = *state;
	char address[16] = "192.0.2.1", mac[18] = "02:00:00:00:00:01", link[8] = "d0";
	struct packet want;

	fake_link("d0", INDEX);
	assert_int_equal(netcfg_batch_begin(nc, 0), 0);
	assert_int_equal(netcfg_dummy_create(nc, "d0", NULL), 0);
	assert_int_equal(netcfg_neigh_add(nc, link, address, NEIGH_CONFIG(.mac = mac)), 0);
	assert_int_equal(netcfg_neigh_replace(nc, link, address, NEIGH_CONFIG(.mac = mac)), 0);
	assert_int_equal(netcfg_neigh_delete(nc, link, address, NULL), 0);
	memset(address, 'x', sizeof(address) - 1);
	memset(mac, 'x', sizeof(mac) - 1);
	memset(link, 'x', sizeof(link) - 1);
	assert_int_equal(netcfg_batch_commit(nc), 0);
	assert_int_equal(fake_sends(), 3);
	begin(&want, RTM_NEWNEIGH, ADD & ~NLM_F_ACK, "192.0.2.1", NUD_PERMANENT, 0);
	packet_attr(&want, NDA_LLADDR, "\2\0\0\0\0\1", 6);
	assert_sent(RTM_NEWNEIGH, 0, &want);
	begin(&want, RTM_DELNEIGH, CHANGE, "192.0.2.1", 0, 0);
	assert_sent(RTM_DELNEIGH, 0, &want);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(plain),	      handle_test(everything),	  handle_test(proxies),
		handle_test(deleting),	      handle_test(refused),	  handle_test(explained),
		handle_test(listing),	      handle_test(everything_read), handle_test(not_asked_for),
		handle_test(damaged),	      handle_test(batch),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
