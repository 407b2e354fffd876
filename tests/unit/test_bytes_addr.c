/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The requests about addresses and ids of namespaces. */
#include <arpa/inet.h>

#include <linux/if_addr.h>
#include <linux/net_namespace.h>

#include "netns_id.h"
#include "unit/support/unit.h"

#define ADD     (NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL)
#define REPLACE (NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_REPLACE)
#define CHANGE  (NLM_F_REQUEST | NLM_F_ACK)
#define INDEX   70000 /* more than 16 bits (B117) */

static void put_address(struct packet *m, int type, const char *text)
{
	const int family = strchr(text, ':') ? AF_INET6 : AF_INET;
	unsigned char bytes[16];

	assert_int_equal(inet_pton(family, text, bytes), 1);
	packet_attr(m, type, bytes, family == AF_INET6 ? 16 : 4);
}

static void begin(struct packet *m, int type, int flags, const char *local, const char *peer,
		  int prefix_len, int scope)
{
	const struct ifaddrmsg ifa = {
		.ifa_family = strchr(local, ':') ? AF_INET6 : AF_INET,
		.ifa_prefixlen = (uint8_t)prefix_len,
		.ifa_scope = (uint8_t)scope,
		.ifa_index = INDEX,
	};

	packet_begin(m, type, flags, &ifa, sizeof(ifa));
	put_address(m, IFA_LOCAL, local);
	put_address(m, IFA_ADDRESS, peer ? peer : local);
}

static void plain(void **state)
{
	struct packet want;

	fake_link("d0", INDEX);
	assert_int_equal(netcfg_addr_add(*state, "d0", "192.0.2.1/24", NULL), 0);
	begin(&want, RTM_NEWADDR, ADD, "192.0.2.1", NULL, 24, 0);
	assert_sent(RTM_NEWADDR, 0, &want);
	assert_int_equal(netcfg_addr_replace(*state, "d0", "192.0.2.1", NULL), 0);
	begin(&want, RTM_NEWADDR, REPLACE, "192.0.2.1", NULL, 32, 0);
	assert_sent(RTM_NEWADDR, 1, &want);
	assert_int_equal(netcfg_addr_add(*state, "d0", "2001:db8::1", NULL), 0);
	begin(&want, RTM_NEWADDR, ADD, "2001:db8::1", NULL, 128, 0);
	assert_sent(RTM_NEWADDR, 2, &want);
	assert_int_equal(netcfg_addr_add(*state, "d0", "::ffff:192.0.2.1/0", NULL), 0);
	begin(&want, RTM_NEWADDR, ADD, "::ffff:192.0.2.1", NULL, 0, 0);
	assert_sent(RTM_NEWADDR, 3, &want);
	/* 127.0.0.0/8 is of this host only, unless said otherwise. */
	assert_int_equal(netcfg_addr_add(*state, "d0", "127.0.0.2/8", NULL), 0);
	begin(&want, RTM_NEWADDR, ADD, "127.0.0.2", NULL, 8, RT_SCOPE_HOST);
	assert_sent(RTM_NEWADDR, 4, &want);
	assert_int_equal(netcfg_addr_add(*state, "d0", "127.0.0.2/8",
					 ADDR_CONFIG(.flags = NETCFG_ADDR_SCOPE)),
			 0);
	begin(&want, RTM_NEWADDR, ADD, "127.0.0.2", NULL, 8, RT_SCOPE_UNIVERSE);
	assert_sent(RTM_NEWADDR, 5, &want);
}

static void everything4(void **state)
{
	const struct ifa_cacheinfo times = { .ifa_valid = 100, .ifa_prefered = 50 };
	struct packet want;

	fake_link("d0", INDEX);
	assert_int_equal(
		netcfg_addr_add(*state, "d0", "192.0.2.9",
				ADDR_CONFIG(.peer = "192.0.2.10/30", .broadcast = "192.0.2.77",
					    .label = "any text:1", .metric = 5, .scope = 253,
					    .protocol = 255, .valid_lifetime = 100,
					    .preferred_lifetime = 50,
					    .flags = NETCFG_ADDR_SCOPE | NETCFG_ADDR_LIFETIME |
						     NETCFG_ADDR_NODAD |
						     NETCFG_ADDR_NOPREFIXROUTE)),
		0);
	begin(&want, RTM_NEWADDR, ADD, "192.0.2.9", "192.0.2.10", 30, RT_SCOPE_LINK);
	put_address(&want, IFA_BROADCAST, "192.0.2.77");
	packet_string(&want, IFA_LABEL, "any text:1");
	packet_u32(&want, IFA_RT_PRIORITY, 5);
	packet_u8(&want, IFA_PROTO, 255);
	packet_attr(&want, IFA_CACHEINFO, &times, sizeof(times));
	packet_u32(&want, IFA_FLAGS, IFA_F_NODAD | IFA_F_NOPREFIXROUTE);
	assert_sent(RTM_NEWADDR, 0, &want);
}

static void everything6(void **state)
{
	const struct ifa_cacheinfo times = { .ifa_valid = NETCFG_ADDR_FOREVER };
	struct packet want;

	fake_link("d0", INDEX);
	assert_int_equal(
		netcfg_addr_replace(*state, "d0", "2001:db8::1/64",
				    ADDR_CONFIG(.peer = "2001:db8::2",
						.valid_lifetime = NETCFG_ADDR_FOREVER,
						.flags = NETCFG_ADDR_LIFETIME | NETCFG_ADDR_NODAD |
							 NETCFG_ADDR_HOMEADDRESS |
							 NETCFG_ADDR_MANAGETEMPADDR |
							 NETCFG_ADDR_NOPREFIXROUTE)),
		0);
	begin(&want, RTM_NEWADDR, REPLACE, "2001:db8::1", "2001:db8::2", 64, 0);
	packet_attr(&want, IFA_CACHEINFO, &times, sizeof(times));
	packet_u32(&want, IFA_FLAGS,
		    IFA_F_NODAD | IFA_F_HOMEADDRESS | IFA_F_MANAGETEMPADDR | IFA_F_NOPREFIXROUTE);
	assert_sent(RTM_NEWADDR, 0, &want);
}

/* A delete has what tells the address from others, and nothing else. */
static void deleting(void **state)
{
	struct packet want;

	fake_link("d0", INDEX);
	assert_int_equal(netcfg_addr_delete(*state, "d0", "192.0.2.1/24", NULL), 0);
	begin(&want, RTM_DELADDR, CHANGE, "192.0.2.1", NULL, 24, 0);
	assert_sent(RTM_DELADDR, 0, &want);
	assert_int_equal(
		netcfg_addr_delete(*state, "d0", "192.0.2.1/24",
				   ADDR_CONFIG(.peer = "192.0.2.2", .label = "d0:1", .metric = 5,
					       .broadcast = "auto", .protocol = 6,
					       .valid_lifetime = 7,
					       .flags = NETCFG_ADDR_LIFETIME | NETCFG_ADDR_NODAD)),
		0);
	begin(&want, RTM_DELADDR, CHANGE, "192.0.2.1", "192.0.2.2", 24, 0);
	packet_string(&want, IFA_LABEL, "d0:1");
	assert_sent(RTM_DELADDR, 1, &want);
}

static void listing(void **state)
{
	struct netcfg_addr_list *list;
	struct ifaddrmsg ifa = { .ifa_family = AF_INET6, .ifa_index = INDEX };
	struct packet want;

	fake_link("d0", INDEX);
	assert_int_equal(netcfg_addr_list(*state, "d0", AF_INET6, &list), 0);
	netcfg_addr_list_free(list);
	packet_begin(&want, RTM_GETADDR, NLM_F_REQUEST | NLM_F_DUMP, &ifa, sizeof(ifa));
	assert_sent(RTM_GETADDR, 0, &want);
	assert_int_equal(netcfg_addr_list(*state, NULL, AF_UNSPEC, &list), 0);
	netcfg_addr_list_free(list);
	memset(&ifa, 0, sizeof(ifa));
	packet_begin(&want, RTM_GETADDR, NLM_F_REQUEST | NLM_F_DUMP, &ifa, sizeof(ifa));
	assert_sent(RTM_GETADDR, 1, &want);
}

static void say_address(int flags, const char *local, const char *peer)
{
	struct packet m;

	begin(&m, RTM_NEWADDR, flags, local, peer, 24, 0);
	fake_say(&m);
}

/* Each is deleted as it was listed, and the list is read again. */
static void flushing(void **state)
{
	struct packet want, done;

	fake_link("d0", INDEX);
	packet_done(&done, 0);
	fake_answer(RTM_GETADDR);
	say_address(NLM_F_MULTI, "192.0.2.1", NULL);
	say_address(NLM_F_MULTI, "192.0.2.9", "192.0.2.10");
	say_address(NLM_F_MULTI, "2001:db8::1", NULL);
	fake_say(&done);
	fake_ack(RTM_DELADDR);
	fake_refuse(RTM_DELADDR, -EADDRNOTAVAIL, NULL); /* gone meanwhile: as well */
	assert_int_equal(netcfg_addr_flush(*state, "d0", AF_UNSPEC), 3);
	assert_string_equal(netcfg_error_message(*state), "");
	begin(&want, RTM_DELADDR, CHANGE, "192.0.2.1", NULL, 24, 0);
	assert_sent(RTM_DELADDR, 0, &want);
	begin(&want, RTM_DELADDR, CHANGE, "192.0.2.9", "192.0.2.10", 24, 0);
	assert_sent(RTM_DELADDR, 1, &want);
	begin(&want, RTM_DELADDR, CHANGE, "2001:db8::1", NULL, 24, 0);
	assert_sent(RTM_DELADDR, 2, &want);
	assert_int_equal(fake_count(RTM_DELADDR), 3);
	assert_int_equal(fake_count(RTM_GETADDR), 2);
}

static void flushing_for_ever(void **state)
{
	struct packet done;
	int i;

	fake_link("d0", INDEX);
	packet_done(&done, 0);
	for (i = 0; i < 20; i++) {
		fake_answer(RTM_GETADDR);
		say_address(NLM_F_MULTI, "192.0.2.1", NULL);
		fake_say(&done);
	}
	assert_int_equal(netcfg_addr_flush(*state, "d0", AF_INET), -EBUSY);
	assert_true(fake_count(RTM_GETADDR) < 20);
}

/* An empty list that was interrupted does not say that there are no addresses. */
static void flushing_while_interrupted(void **state)
{
	struct packet interrupted, done;
	int i;

	fake_link("d0", INDEX);
	packet_done(&interrupted, 0);
	packet_header(&interrupted)->nlmsg_flags |= NLM_F_DUMP_INTR;
	packet_done(&done, 0);
	for (i = 0; i < 10; i++) { /* as often as one list is tried */
		fake_answer(RTM_GETADDR);
		fake_say(&interrupted);
	}
	fake_answer(RTM_GETADDR);
	say_address(NLM_F_MULTI, "192.0.2.1", NULL);
	fake_say(&done);
	assert_int_equal(netcfg_addr_flush(*state, "d0", AF_INET), 1);
	assert_int_equal(fake_count(RTM_DELADDR), 1);
	assert_int_equal(fake_count(RTM_GETADDR), 12);
}

static void ids(void **state)
{
	const struct rtgenmsg gen = { 0 };
	struct packet want, reply;
	int32_t id = 99;

	packet_begin(&reply, RTM_NEWNSID, 0, &gen, sizeof(gen));
	packet_u32(&reply, NETNSA_NSID, 12);
	fake_answer(RTM_GETNSID);
	fake_say(&reply);
	assert_int_equal(netns_id_read(*state, 7, &id), 0);
	assert_int_equal(id, 12);
	packet_begin(&want, RTM_GETNSID, NLM_F_REQUEST, &gen, sizeof(gen));
	packet_u32(&want, NETNSA_FD, 7);
	assert_sent(RTM_GETNSID, 0, &want);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(plain),
		handle_test(everything4),
		handle_test(everything6),
		handle_test(deleting),
		handle_test(listing),
		handle_test(flushing),
		handle_test(flushing_for_ever),
		handle_test(flushing_while_interrupted),
		handle_test(ids),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
