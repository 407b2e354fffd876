/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* B95: each list of the library, and each way in which its dump can go wrong: an error and no list.
 */
#include <linux/net_namespace.h>

#include "unit/support/unit.h"

/* A list of the API, and one item of its dump. */
struct kind {
	int type;
	void (*make)(struct packet *m);
	int (*list)(struct netcfg *nc, void *ret_list); /* into a pointer */
	void (*free)(void *list);
};

static void make_link(struct packet *m)
{
	packet_link(m, NLM_F_MULTI, 1, "a");
}

static int list_links(struct netcfg *nc, void *ret_list)
{
	return netcfg_link_list(nc, NULL, ret_list);
}

static void free_links(void *list)
{
	netcfg_link_list_free(list);
}

static void make_addr(struct packet *m)
{
	const struct ifaddrmsg ifa = { .ifa_family = AF_INET, .ifa_index = 1 };

	packet_begin(m, RTM_NEWADDR, NLM_F_MULTI, &ifa, sizeof(ifa));
	packet_attr(m, IFA_LOCAL, "\xc0\0\2\1", 4);
}

static int list_addrs(struct netcfg *nc, void *ret_list)
{
	return netcfg_addr_list(nc, NULL, AF_UNSPEC, ret_list);
}

static void free_addrs(void *list)
{
	netcfg_addr_list_free(list);
}

static void make_id(struct packet *m)
{
	const struct rtgenmsg gen = { 0 };

	packet_begin(m, RTM_NEWNSID, NLM_F_MULTI, &gen, sizeof(gen));
	packet_u32(m, NETNSA_NSID, 5);
}

static int list_ids(struct netcfg *nc, void *ret_list)
{
	return netcfg_netns_list_ids(nc, ret_list);
}

static void free_ids(void *list)
{
	netcfg_netns_id_list_free(list);
}

static void make_route(struct packet *m)
{
	const struct rtmsg rtm = { .rtm_family = AF_INET,
				   .rtm_table = RT_TABLE_MAIN,
				   .rtm_type = RTN_UNICAST };

	packet_begin(m, RTM_NEWROUTE, NLM_F_MULTI, &rtm, sizeof(rtm));
	packet_u32(m, RTA_OIF, 1);
}

static int list_routes(struct netcfg *nc, void *ret_list)
{
	return netcfg_route_list(nc, NULL, ret_list);
}

static void free_routes(void *list)
{
	netcfg_route_list_free(list);
}

static const struct kind kinds[] = {
	{ RTM_GETLINK, make_link, list_links, free_links },
	{ RTM_GETADDR, make_addr, list_addrs, free_addrs },
	{ RTM_GETNSID, make_id, list_ids, free_ids },
	{ RTM_GETROUTE, make_route, list_routes, free_routes },
};

static void say_item(const struct kind *k)
{
	struct packet m;

	k->make(&m);
	fake_say(&m);
}

static void say_done(int err, int flags)
{
	struct packet m;

	packet_done(&m, err);
	packet_header(&m)->nlmsg_flags |= (uint16_t)flags;
	fake_say(&m);
}

/* What goes wrong behind the first item. */

static void error_message(const struct kind *k)
{
	struct packet m;

	(void)k;
	packet_error(&m, -ENOMEM, true, NLMSG_HDRLEN);
	fake_say(&m);
}

static void negative_end(const struct kind *k)
{
	(void)k;
	say_done(-EMSGSIZE, 0);
}

static void receive_error(const struct kind *k)
{
	fake_fail(-ENOBUFS);
	say_item(k);
	say_done(0, 0);
}

static void too_long(const struct kind *k)
{
	fake_fail(-EMSGSIZE);
	say_item(k);
	say_done(0, 0);
}

static void overrun(const struct kind *k)
{
	struct packet m;

	packet_begin(&m, NLMSG_OVERRUN, NLM_F_MULTI, NULL, 0);
	fake_say(&m);
	say_item(k);
	say_done(0, 0);
}

static void cut_short(const struct kind *k)
{
	struct packet m;

	k->make(&m);
	m.len -= 4;
	fake_say(&m);
	fake_datagram();
	say_done(0, 0);
}

static void another_type(const struct kind *k)
{
	struct packet m;

	k->make(&m);
	packet_header(&m)->nlmsg_type++;
	fake_say(&m);
	say_done(0, 0);
}

static void silence(const struct kind *k)
{
	(void)k;
}

static void whole_or_error(void **state)
{
	static const struct {
		void (*say)(const struct kind *k);
		int expected;
	} troubles[] = {
		{ error_message, -ENOMEM },  { negative_end, -EMSGSIZE },
		{ receive_error, -ENOBUFS }, { too_long, -EMSGSIZE },
		{ overrun, -ENOBUFS },       { cut_short, -EBADMSG },
		{ another_type, -EBADMSG },  { silence, -ETIMEDOUT },
	};
	void *const untouched = *state;
	void *list;
	size_t i, j;

	assert_int_equal(netcfg_set_netns_dir(*state, "/nonexistent"), 0);
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		for (j = 0; j < ARRAY_SIZE(troubles); j++) {
			list = untouched;
			fake_answer(kinds[i].type);
			say_item(&kinds[i]);
			fake_datagram();
			troubles[j].say(&kinds[i]);
			assert_int_equal(kinds[i].list(*state, &list), troubles[j].expected);
			assert_ptr_equal(list, untouched);
			assert_says(*state, "list ");
			/* And what is left of it is not in the next one. */
			assert_int_equal(kinds[i].list(*state, &list), 0);
			kinds[i].free(list);
		}
	}
}

/* B92: disturbed for ever gives the data with the result 1, each time after the same few tries. */
static void interrupted(void **state)
{
	size_t i, rounds;
	void *list;

	assert_int_equal(netcfg_set_netns_dir(*state, "/nonexistent"), 0);
	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		for (rounds = 0; rounds < 10; rounds++) {
			fake_answer(kinds[i].type);
			say_item(&kinds[i]);
			say_done(0, NLM_F_DUMP_INTR);
		}
		assert_int_equal(kinds[i].list(*state, &list), 1);
		assert_int_equal(fake_count(kinds[i].type), 10);
		kinds[i].free(list);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(whole_or_error),
		handle_test(interrupted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
