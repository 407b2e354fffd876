/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Dumps: whole, interrupted, failing half-way, and with the same link more than once. */
#include <linux/net_namespace.h>

#include "unit/support/unit.h"

#define MULTI NLM_F_MULTI
#define INTR  (NLM_F_MULTI | NLM_F_DUMP_INTR)

static void say_link(int flags, int ifindex, const char *name)
{
	struct packet m;

	packet_link(&m, flags, ifindex, name);
	fake_say(&m);
}

static void say_done(int flags, int err)
{
	struct packet m;

	packet_done(&m, err);
	packet_header(&m)->nlmsg_flags |= (uint16_t)flags;
	fake_say(&m);
}

/* The names in a list, one after the other, and the list freed. */
static const char *names_in(struct netcfg_link_list *list)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	static char names[1024];
	int result;

	names[0] = '\0';
	while ((result = netcfg_link_list_next(list, &info)) == 1) {
		strcat(names, info.name);
		strcat(names, " ");
	}
	assert_int_equal(result, 0);
	netcfg_link_list_free(list);
	return names;
}

static void parts(void **state)
{
	struct netcfg_link_list *list;

	fake_answer(RTM_GETLINK);
	say_link(MULTI, 3, "c");
	say_link(MULTI, 1, "a");
	fake_datagram();
	say_link(MULTI, 70000, "d");
	fake_datagram();
	say_link(MULTI, 2, "b");
	say_done(0, 0);
	assert_int_equal(netcfg_link_list(*state, NULL, &list), 0);
	assert_string_equal(names_in(list), "a b c d ");
}

/* The end may come alone, and what is behind it belongs to nobody. */
static void end_in_its_own_datagram(void **state)
{
	struct netcfg_link_list *list;

	fake_answer(RTM_GETLINK);
	say_link(MULTI, 1, "a");
	fake_datagram();
	say_done(0, 0);
	say_link(MULTI, 2, "b");
	assert_int_equal(netcfg_link_list(*state, NULL, &list), 0);
	assert_string_equal(names_in(list), "a ");
}

static void empty(void **state)
{
	struct netcfg_link_list *list;

	assert_int_equal(netcfg_link_list(*state, NULL, &list), 0);
	assert_string_equal(names_in(list), "");
}

/* Many more than an allocation holds at first. */
static void many(void **state)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;
	char name[16];
	int i;

	fake_answer(RTM_GETLINK);
	for (i = 1000; i > 0; i--) {
		snprintf(name, sizeof(name), "l%d", i);
		say_link(MULTI, i, name);
		if (i % 7 == 0)
			fake_datagram();
	}
	say_done(0, 0);
	assert_int_equal(netcfg_link_list(*state, NULL, &list), 0);
	for (i = 1; i <= 1000; i++) {
		assert_int_equal(netcfg_link_list_next(list, &info), 1);
		assert_int_equal(info.ifindex, i);
	}
	assert_int_equal(netcfg_link_list_next(list, &info), 0);
	assert_int_equal(netcfg_link_list_next(list, &info), 0);
	netcfg_link_list_free(list);
}

/* A message longer than any usual buffer, as links with many VLANs or functions have them (B95). */
static void b95_messages_of_100_kib(void **state)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_addr_info addr = { .size = sizeof(addr) };
	const struct ifaddrmsg ifa = { .ifa_family = AF_INET, .ifa_index = 3 };
	static const size_t sizes[] = { 16384, 32768, 65536, 102400, 1048576 };
	struct netcfg_link_list *list;
	struct netcfg_addr_list *addrs;
	struct packet m;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		packet_link(&m, MULTI, 2, "long");
		m.more = sizes[i];
		fake_answer(RTM_GETLINK);
		say_link(MULTI, 1, "a");
		fake_say(&m);
		say_link(MULTI, 3, "c");
		say_done(0, 0);
		assert_int_equal(netcfg_link_list(*state, NULL, &list), 0);
		assert_string_equal(names_in(list), "a long c ");

		packet_header(&m)->nlmsg_flags = 0;
		fake_answer(RTM_GETLINK);
		fake_say(&m);
		assert_int_equal(netcfg_link_get(*state, "long", &info), 0);
		assert_int_equal(info.ifindex, 2);

		packet_begin(&m, RTM_NEWADDR, MULTI, &ifa, sizeof(ifa));
		packet_attr(&m, IFA_LOCAL, "\xc0\0\2\1", 4);
		m.more = sizes[i];
		fake_answer(RTM_GETADDR);
		fake_say(&m);
		say_done(0, 0);
		assert_int_equal(netcfg_addr_list(*state, NULL, AF_UNSPEC, &addrs), 0);
		assert_int_equal(netcfg_addr_list_next(addrs, &addr), 1);
		assert_string_equal(addr.address, "192.0.2.1");
		netcfg_addr_list_free(addrs);
	}
}

/* Once is made good by asking again; what the first round had is forgotten (B92). */
static void b92_interrupted_once(void **state)
{
	struct netcfg_link_list *list;

	fake_answer(RTM_GETLINK);
	say_link(INTR, 1, "old");
	say_link(INTR, 2, "gone");
	say_done(0, 0);
	fake_answer(RTM_GETLINK);
	say_link(MULTI, 1, "new");
	say_done(0, 0);
	assert_int_equal(netcfg_link_list(*state, NULL, &list), 0);
	assert_string_equal(names_in(list), "new ");
	assert_int_equal(fake_count(RTM_GETLINK), 2);
}

/* The mark may be on any part, also on the end alone. */
static void interrupted_at_the_end(void **state)
{
	struct netcfg_link_list *list;

	fake_answer(RTM_GETLINK);
	say_link(MULTI, 1, "old");
	say_done(NLM_F_DUMP_INTR, 0);
	fake_answer(RTM_GETLINK);
	say_link(MULTI, 1, "new");
	say_done(0, 0);
	assert_int_equal(netcfg_link_list(*state, NULL, &list), 0);
	assert_string_equal(names_in(list), "new ");
}

/* For ever: the data of the last round and a mark, after a number of rounds that is bounded. */
static void interrupted_always(void **state)
{
	struct netcfg_link_list *list;
	size_t i, rounds = 50;

	for (i = 0; i < rounds; i++) {
		fake_answer(RTM_GETLINK);
		say_link(INTR, 1, "a");
		say_link(INTR, 2, "b");
		say_done(NLM_F_DUMP_INTR, 0);
	}
	assert_int_equal(netcfg_link_list(*state, NULL, &list), 1);
	assert_string_equal(names_in(list), "a b ");
	assert_string_equal(netcfg_error_message(*state), "");
	assert_true(fake_count(RTM_GETLINK) >= 2);
	assert_true(fake_count(RTM_GETLINK) < rounds);
}

/* A list of a call that fails must not be touched, and none be given. */
static void assert_no_list(struct netcfg *nc, int expected)
{
	struct netcfg_link_list *const untouched = (void *)nc;
	struct netcfg_link_list *list = untouched;

	assert_int_equal(netcfg_link_list(nc, NULL, &list), expected);
	assert_ptr_equal(list, untouched);
	assert_says(nc, "list links: ");
	/* What was left of it is not taken for the next answer. */
	assert_int_equal(netcfg_link_list(nc, NULL, &list), 0);
	assert_string_equal(names_in(list), "");
}

/* B95: whatever goes wrong before the end is an error, and never a list that is short. */
static void b95_error_half_way(void **state)
{
	struct packet m;

	packet_error(&m, -ENOMEM, true, NLMSG_HDRLEN);
	fake_answer(RTM_GETLINK);
	say_link(MULTI, 1, "a");
	fake_datagram();
	fake_say(&m);
	assert_no_list(*state, -ENOMEM);
}

static void negative_end(void **state)
{
	fake_answer(RTM_GETLINK);
	say_link(MULTI, 1, "a");
	say_done(0, -EMSGSIZE);
	assert_no_list(*state, -EMSGSIZE);
}

/* The end of a dump has a text too, right behind its errno. */
static void negative_end_with_text(void **state)
{
	struct netcfg_link_list *list;
	struct packet m;

	packet_done(&m, -EINVAL);
	packet_kernel_text(&m, "No such filter", 15);
	fake_answer(RTM_GETLINK);
	fake_say(&m);
	assert_int_equal(netcfg_link_list(*state, NULL, &list), -EINVAL);
	assert_string_equal(netcfg_error_message(*state),
			    "list links: Invalid argument: No such filter");
}

static void receive_fails_half_way(void **state)
{
	fake_answer(RTM_GETLINK);
	say_link(MULTI, 1, "a");
	fake_fail(-ENOBUFS);
	say_link(MULTI, 2, "b");
	say_done(0, 0);
	assert_no_list(*state, -ENOBUFS);
}

static void overrun_half_way(void **state)
{
	struct packet m;

	packet_begin(&m, NLMSG_OVERRUN, MULTI, NULL, 0);
	fake_answer(RTM_GETLINK);
	say_link(MULTI, 1, "a");
	fake_say(&m);
	say_link(MULTI, 2, "b");
	say_done(0, 0);
	assert_no_list(*state, -ENOBUFS);
}

/* What the buffer was too small for: socket.c gives that error, and keeps what it cut. */
static void too_long_half_way(void **state)
{
	fake_answer(RTM_GETLINK);
	say_link(MULTI, 1, "a");
	fake_fail(-EMSGSIZE);
	say_done(0, 0);
	assert_no_list(*state, -EMSGSIZE);
}

/* A datagram whose end is missing had a link in it, or the end of the list. */
static void datagram_cut_short(void **state)
{
	struct packet m;
	size_t len, whole;

	packet_link(&m, MULTI, 2, "b");
	whole = m.len;
	for (len = 1; len < whole; len++) {
		m.len = len;
		fake_answer(RTM_GETLINK);
		say_link(MULTI, 1, "a");
		fake_say(&m);
		fake_datagram();
		say_done(0, 0);
		assert_no_list(*state, -EBADMSG);
	}
}

static void no_end(void **state)
{
	fake_answer(RTM_GETLINK);
	say_link(MULTI, 1, "a");
	assert_no_list(*state, -ETIMEDOUT);
}

/* An ack is no end of a dump: nothing says that all links came. */
static void ack_instead_of_an_end(void **state)
{
	struct netcfg_link_list *list;
	struct packet m;

	packet_error(&m, 0, true, NLMSG_HDRLEN);
	fake_answer(RTM_GETLINK);
	say_link(MULTI, 1, "a");
	fake_datagram();
	fake_say(&m);
	assert_true(netcfg_link_list(*state, NULL, &list) < 0);
}

static void message_of_another_type(void **state)
{
	struct packet m;

	packet_link(&m, MULTI, 1, "a");
	packet_header(&m)->nlmsg_type = RTM_DELLINK;
	fake_answer(RTM_GETLINK);
	fake_say(&m);
	say_done(0, 0);
	assert_no_list(*state, -EBADMSG);
}

static void message_too_short(void **state)
{
	struct packet m;

	packet_begin(&m, RTM_NEWLINK, MULTI, "\0\0\0\0\1\0\0", 8);
	fake_answer(RTM_GETLINK);
	fake_say(&m);
	say_done(0, 0);
	assert_no_list(*state, -EBADMSG);
}

/* Each ifindex once (B98), also if it was renamed between two parts. */
static void b98_same_link_twice(void **state)
{
	static const int orders[][5] = { { 2, 1, 2, 2, 3 }, { 1, 2, 2, 3, 3 }, { 1, 1, 1, 2, 3 } };
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;
	size_t i, j;
	int index;

	for (i = 0; i < ARRAY_SIZE(orders); i++) {
		fake_answer(RTM_GETLINK);
		for (j = 0; j < ARRAY_SIZE(orders[i]); j++)
			say_link(MULTI, orders[i][j], "name");
		say_done(0, 0);
		assert_int_equal(netcfg_link_list(*state, NULL, &list), 0);
		for (index = 1; index <= 3; index++) {
			assert_int_equal(netcfg_link_list_next(list, &info), 1);
			assert_int_equal(info.ifindex, index);
		}
		assert_int_equal(netcfg_link_list_next(list, &info), 0);
		netcfg_link_list_free(list);
	}
}

/* What a bridge or IPv6 says of a link has another family and far less in it (B98). */
static void b98_other_families(void **state)
{
	static const uint8_t families[] = { AF_BRIDGE, AF_INET6 };
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;
	struct packet m;
	size_t i;
	int before;

	for (i = 0; i < ARRAY_SIZE(families); i++) {
		for (before = 0; before < 2; before++) {
			const struct ifinfomsg ifi = { .ifi_family = families[i], .ifi_index = 5 };

			fake_answer(RTM_GETLINK);
			if (!before)
				say_link(MULTI, 5, "port");
			packet_begin(&m, RTM_NEWLINK, MULTI, &ifi, sizeof(ifi));
			fake_say(&m);
			if (before)
				say_link(MULTI, 5, "port");
			say_done(0, 0);
			assert_int_equal(netcfg_link_list(*state, NULL, &list), 0);
			assert_int_equal(netcfg_link_list_next(list, &info), 1);
			assert_string_equal(info.name, "port");
			assert_int_equal(netcfg_link_list_next(list, &info), 0);
			netcfg_link_list_free(list);
		}
	}
}

/* A kernel that ignores the filter gives all links; the caller gets those it asked for (B96). */
static void b96_filter_ignored(void **state)
{
	struct netcfg_link_list *list;
	struct packet m;
	size_t nest;
	int i;

	fake_answer(RTM_GETLINK); /* the look-up */
	say_link(0, 4, "br0");
	fake_answer(RTM_GETLINK);
	for (i = 0; i < 8; i++) {
		const struct ifinfomsg ifi = { .ifi_index = 10 + i, .ifi_flags = i & 1 };
		const char name[2] = { (char)('a' + i), '\0' };

		packet_begin(&m, RTM_NEWLINK, MULTI, &ifi, sizeof(ifi));
		packet_string(&m, IFLA_IFNAME, name);
		packet_u32(&m, IFLA_MASTER, i & 2 ? 4 : 9);
		nest = packet_nest(&m, IFLA_LINKINFO);
		packet_string(&m, IFLA_INFO_KIND, i & 4 ? "veth" : "vethx");
		packet_nest_end(&m, nest);
		fake_say(&m);
	}
	say_done(0, 0);
	assert_int_equal(netcfg_link_list(*state,
					  LINK_FILTER(.kind = "veth", .master = "br0",
						      .flags = NETCFG_LINK_FILTER_UP),
					  &list),
			 0);
	assert_string_equal(names_in(list), "h ");
}

/* The list of ids is a dump as well. */
static void ids(void **state)
{
	struct netcfg_netns_id_info info = { .size = sizeof(info) };
	const struct rtgenmsg gen = { 0 };
	struct netcfg_netns_id_list *list;
	struct packet m;
	int round, i;

	assert_int_equal(netcfg_set_netns_dir(*state, "/nonexistent"), 0);
	for (round = 0; round < 2; round++) {
		fake_answer(RTM_GETNSID);
		for (i = 3 - round; i > 0; i--) {
			packet_begin(&m, RTM_NEWNSID, round ? MULTI : INTR, &gen, sizeof(gen));
			packet_u32(&m, NETNSA_NSID, (uint32_t)i);
			fake_say(&m);
		}
		say_done(0, 0);
	}
	assert_int_equal(netcfg_netns_list_ids(*state, &list), 0);
	for (i = 1; i <= 2; i++) {
		assert_int_equal(netcfg_netns_id_list_next(list, &info), 1);
		assert_int_equal(info.id, i);
		assert_string_equal(info.name, "");
	}
	assert_int_equal(netcfg_netns_id_list_next(list, &info), 0);
	netcfg_netns_id_list_free(list);

	packet_begin(&m, RTM_NEWNSID, MULTI, &gen, sizeof(gen)); /* without an id */
	fake_answer(RTM_GETNSID);
	fake_say(&m);
	say_done(0, 0);
	assert_int_equal(netcfg_netns_list_ids(*state, &list), -EBADMSG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(parts),
		handle_test(end_in_its_own_datagram),
		handle_test(empty),
		handle_test(many),
		handle_test(b95_messages_of_100_kib),
		handle_test(b92_interrupted_once),
		handle_test(interrupted_at_the_end),
		handle_test(interrupted_always),
		handle_test(b95_error_half_way),
		handle_test(negative_end),
		handle_test(negative_end_with_text),
		handle_test(receive_fails_half_way),
		handle_test(overrun_half_way),
		handle_test(too_long_half_way),
		handle_test(datagram_cut_short),
		handle_test(no_end),
		handle_test(ack_instead_of_an_end),
		handle_test(message_of_another_type),
		handle_test(message_too_short),
		handle_test(b98_same_link_twice),
		handle_test(b98_other_families),
		handle_test(b96_filter_ignored),
		handle_test(ids),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
