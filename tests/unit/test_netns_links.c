/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Emptying a namespace while the lists of what is in it are interrupted. */
#include "unit/support/unit.h"

#define LIST_TRIES 10 /* of one list, before it is given as it is */

static void say_done(int flags)
{
	struct packet m;

	packet_done(&m, 0);
	packet_header(&m)->nlmsg_flags |= (uint16_t)flags;
	fake_say(&m);
}

static void say_veth(int flags, int ifindex, const char *name)
{
	struct packet m;
	size_t nest;

	packet_link(&m, NLM_F_MULTI | flags, ifindex, name);
	nest = packet_nest(&m, IFLA_LINKINFO);
	packet_string(&m, IFLA_INFO_KIND, "veth");
	packet_nest_end(&m, nest);
	fake_say(&m);
}

/* A list that is tried as often as lists are, and interrupted each time. */
static void interrupted_list(int ifindex, const char *name)
{
	for (int i = 0; i < LIST_TRIES; i++) {
		fake_answer(RTM_GETLINK);
		if (ifindex)
			say_veth(NLM_F_DUMP_INTR, ifindex, name);
		say_done(NLM_F_DUMP_INTR);
	}
}

/* The namespace of this process, by a name that needs no mount. */
static int delete_links(struct netcfg *nc)
{
	assert_int_equal(netcfg_set_netns_dir(nc, "/proc/self/ns"), 0);
	return netcfg_netns_delete_links(nc, "net");
}

static void whole(void **state)
{
	fake_answer(RTM_GETLINK);
	say_veth(0, 7, "v0");
	say_done(0);
	assert_int_equal(delete_links(*state), 1);
	assert_int_equal(fake_count(RTM_DELLINK), 1);
	assert_int_equal(fake_count(RTM_GETLINK), 1);
}

/* What a list that stayed interrupted leaves out is found by the next one. */
static void interrupted_once(void **state)
{
	interrupted_list(7, "v0");
	fake_answer(RTM_GETLINK);
	say_veth(0, 9, "v1");
	say_done(0);
	assert_int_equal(delete_links(*state), 2);
	assert_int_equal(fake_count(RTM_DELLINK), 2);
	assert_int_equal(fake_count(RTM_GETLINK), LIST_TRIES + 1);
}

/* Then it must not be said that all are gone. */
static void interrupted_always(void **state)
{
	for (int i = 0; i < 20; i++)
		interrupted_list(0, NULL);
	assert_int_equal(delete_links(*state), -EBUSY);
	assert_says(*state, "delete links of namespace \"net\": ");
	assert_true(fake_count(RTM_GETLINK) < 20 * LIST_TRIES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(whole),
		handle_test(interrupted_once),
		handle_test(interrupted_always),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
