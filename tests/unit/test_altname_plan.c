/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Alternative names: the b09_requests, the list, and what a batch and the cache make of them. */
#include "unit/support/unit.h"

#define ADD    (NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL | NLM_F_APPEND)
#define DELETE (NLM_F_REQUEST | NLM_F_ACK)

static const char long_name[] = "an-alternative-name-of-more-than-15-bytes";

static void begin(struct packet *m, int type, int flags, const char *name, const char *altname)
{
	const struct ifinfomsg ifi = { 0 };
	size_t nest;

	packet_begin(m, type, flags, &ifi, sizeof(ifi));
	packet_string(m, strlen(name) > 15 ? IFLA_ALT_IFNAME : IFLA_IFNAME, name);
	nest = packet_nest(m, IFLA_PROP_LIST | NLA_F_NESTED);
	packet_string(m, IFLA_ALT_IFNAME, altname);
	packet_nest_end(m, nest);
}

/* B09: one request, in which the kernel finds the link, whatever the lengths of both names. */
static void b09_requests(void **state)
{
	static const char *const names[] = { "v0", "fifteen-bytes-x", long_name };
	struct packet want;
	size_t i, j, n = 0;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		for (j = 0; j < ARRAY_SIZE(names); j++, n++) {
			assert_int_equal(netcfg_link_add_altname(*state, names[i], names[j]), 0);
			begin(&want, RTM_NEWLINKPROP, ADD, names[i], names[j]);
			assert_sent(RTM_NEWLINKPROP, n, &want);
			assert_int_equal(netcfg_link_delete_altname(*state, names[i], names[j]), 0);
			begin(&want, RTM_DELLINKPROP, DELETE, names[i], names[j]);
			assert_sent(RTM_DELLINKPROP, n, &want);
		}
	}
	assert_int_equal(fake_count(0), 2 * n);
	assert_int_equal(fake_ioctls(), 0);
}

static void listing_asks_for_one(void **state)
{
	const struct ifinfomsg ifi = { 0 };
	struct netcfg_altname_list *list;
	struct packet want;

	fake_link("v0", 70000);
	assert_int_equal(netcfg_altname_list(*state, "v0", &list), 0);
	netcfg_altname_list_free(list);
	packet_begin(&want, RTM_GETLINK, NLM_F_REQUEST, &ifi, sizeof(ifi));
	packet_string(&want, IFLA_IFNAME, "v0");
	packet_u32(&want, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
	assert_sent(RTM_GETLINK, 0, &want);
	assert_int_equal(fake_count(0), 1);
}

static void refused(void **state)
{
	static const char *const bad[] = { NULL, "", ".", "..", "a/b", "a:b", "a b", "a%d", "a\t" };
	struct netcfg_altname_list *list = (void *)&list;
	struct netcfg *nc = *state;
	char longest[129];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		assert_int_equal(netcfg_link_add_altname(nc, bad[i], "x"), -EINVAL);
		assert_says(nc, ": name ");
		assert_int_equal(netcfg_link_add_altname(nc, "v0", bad[i]), -EINVAL);
		assert_says(nc, ": altname ");
		assert_int_equal(netcfg_link_delete_altname(nc, bad[i], "x"), -EINVAL);
		assert_int_equal(netcfg_link_delete_altname(nc, "v0", bad[i]), -EINVAL);
		assert_int_equal(netcfg_altname_list(nc, bad[i], &list), -EINVAL);
	}
	memset(longest, 'l', 128);
	longest[128] = '\0';
	assert_int_equal(netcfg_link_add_altname(nc, "v0", longest), -ERANGE);
	assert_int_equal(netcfg_link_add_altname(nc, longest, "x"), -ERANGE);
	assert_int_equal(netcfg_link_delete_altname(nc, "v0", longest), -ERANGE);
	assert_int_equal(netcfg_altname_list(nc, longest, &list), -ERANGE);
	assert_int_equal(netcfg_altname_list(nc, "v0", NULL), -EINVAL);
	assert_says(nc, "ret_list is NULL");
	assert_ptr_equal(list, &list);
	assert_nothing_sent();
	longest[127] = '\0';
	assert_int_equal(netcfg_link_add_altname(nc, "v0", longest), 0);
	assert_int_equal(netcfg_link_delete_altname(nc, longest, "v0"), 0);
}

/* B10: who has the name that is taken. */
static void b10_explained(void **state)
{
	struct netcfg *nc = *state;
	struct packet owner;

	fake_refuse(RTM_NEWLINKPROP, -EEXIST, NULL);
	packet_link(&owner, 0, 7, "a0");
	fake_answer(RTM_GETLINK);
	fake_say(&owner);
	assert_int_equal(netcfg_link_add_altname(nc, "v0", "shorty"), -EEXIST);
	assert_string_equal(netcfg_error_message(nc),
			    "add alternative name \"shorty\" to \"v0\": File exists: altname "
			    "\"shorty\" is an alternative name of \"a0\"");
	fake_refuse(RTM_DELLINKPROP, -ENOENT, NULL);
	assert_int_equal(netcfg_link_delete_altname(nc, "v0", "shorty"), -ENOENT);
	assert_says(nc, "delete alternative name \"shorty\" from \"v0\": ");
	assert_says(nc, "nobody has that name");
	fake_refuse(RTM_DELLINKPROP, -EINVAL, NULL);
	assert_int_equal(netcfg_link_delete_altname(nc, "v0", "v0"), -EINVAL);
	assert_says(nc, "not an alternative name of \"v0\"");
}

/* List what one message makes: the number of names, or -errno; the last is copied. */
static int list_one(struct netcfg *nc, const struct packet *m, char last[128])
{
	struct netcfg_altname_list *list;
	const char *name;
	int n = 0, result;

	fake_answer(RTM_GETLINK);
	fake_say(m);
	result = netcfg_altname_list(nc, "v0", &list);
	if (result < 0)
		return result;
	while ((result = netcfg_altname_list_next(list, &name)) == 1) {
		assert_true(strlen(name) < 128 && *name);
		strcpy(last, name);
		n++;
	}
	assert_int_equal(result, 0);
	assert_int_equal(netcfg_altname_list_next(list, &name), 0);
	assert_int_equal(netcfg_altname_list_next(list, NULL), -EINVAL);
	netcfg_altname_list_free(list);
	return n;
}

static void replies(void **state)
{
	char name[200], last[128];
	struct packet m;
	size_t nest, len;
	int result;

	packet_link(&m, 0, 7, "v0");
	assert_int_equal(list_one(*state, &m, last), 0);
	nest = packet_nest(&m, IFLA_PROP_LIST | NLA_F_NESTED);
	packet_string(&m, IFLA_ALT_IFNAME, "one");
	packet_u32(&m, IFLA_MTU, 5); /* no name */
	packet_string(&m, IFLA_ALT_IFNAME, "a:b c/%d");
	packet_nest_end(&m, nest);
	assert_int_equal(list_one(*state, &m, last), 2);
	assert_string_equal(last, "a:b c/%d");
	/* Never cut: what is longer than any name is no answer of the kernel. */
	memset(name, 'n', sizeof(name));
	for (len = 0; len < sizeof(name); len++) {
		packet_link(&m, 0, 7, "v0");
		nest = packet_nest(&m, IFLA_PROP_LIST);
		packet_attr(&m, IFLA_ALT_IFNAME, name, len);
		packet_nest_end(&m, nest);
		result = list_one(*state, &m, last);
		assert_int_equal(result, len > 0 && len < 128 ? 1 : -EBADMSG);
		if (result == 1)
			assert_int_equal(strlen(last), len);
	}
	packet_link(&m, 0, 7, "v0");
	packet_header(&m)->nlmsg_type = RTM_DELLINK;
	assert_int_equal(list_one(*state, &m, last), -EBADMSG);
	assert_int_equal(netcfg_altname_list_next(NULL, NULL), -EINVAL);
	netcfg_altname_list_free(NULL);
}

static void assert_order(const int *types, size_t count)
{
	size_t i;

	assert_int_equal(fake_count(0), count);
	for (i = 0; i < count; i++)
		assert_int_equal(((const struct nlmsghdr *)(const void *)fake_request(0, i).bytes)
					 ->nlmsg_type,
				 types[i]);
}

/* One given earlier in a batch is looked up when it is there, one taken away no sooner than gone.
 */
static void batch_waits(void **state)
{
	static const int types[] = { RTM_NEWLINKPROP, RTM_GETLINK, RTM_NEWADDR, RTM_DELLINKPROP,
				     RTM_GETLINK };
	struct netcfg *nc = *state;

	fake_link("shorty", 7);
	assert_int_equal(netcfg_batch_begin(nc, 0), 0);
	assert_int_equal(netcfg_link_add_altname(nc, "v0", "shorty"), 0);
	assert_int_equal(netcfg_addr_add(nc, "shorty", "192.0.2.1", NULL), 0);
	assert_int_equal(netcfg_link_delete_altname(nc, "v0", "shorty"), 0);
	assert_int_equal(netcfg_addr_add(nc, "shorty", "192.0.2.2", NULL), 0);
	/* As if the kernel no longer knew it, the second time. */
	fake_answer(RTM_GETLINK);
	{
		struct packet m;

		packet_link(&m, 0, 7, "v0");
		fake_say(&m);
	}
	fake_refuse(RTM_GETLINK, -ENODEV, NULL);
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_int_equal(netcfg_batch_error(nc, 3), -ENODEV);
	assert_order(types, ARRAY_SIZE(types));
}

/* Strings are the batch's own. */
static void batch_copies(void **state)
{
	char name[8] = "v0", altname[8] = "short", drop[8] = "drop", link[8] = "short";
	struct netcfg *nc = *state;
	struct packet want;

	fake_refuse(RTM_NEWLINKPROP, -EPERM, NULL);
	fake_refuse(RTM_DELLINKPROP, -ENOENT, NULL);
	assert_int_equal(netcfg_batch_begin(nc, 0), 0);
	assert_int_equal(netcfg_link_add_altname(nc, name, altname), 0);
	assert_int_equal(netcfg_link_delete_altname(nc, name, drop), 0);
	assert_int_equal(netcfg_link_set_up(nc, link), 0);
	memset(name, 'x', sizeof(name) - 1);
	memset(altname, 'x', sizeof(altname) - 1);
	memset(drop, 'x', sizeof(drop) - 1);
	memset(link, 'x', sizeof(link) - 1);
	assert_int_equal(netcfg_batch_commit(nc), 3);
	begin(&want, RTM_NEWLINKPROP, ADD & ~NLM_F_ACK, "v0", "short");
	assert_sent(RTM_NEWLINKPROP, 0, &want);
	assert_int_equal(netcfg_batch_error(nc, 2), -ENODEV);
	assert_string_equal(netcfg_batch_error_message(nc, 1),
			    "delete alternative name \"drop\" from \"v0\": No such file or "
			    "directory: nobody has that name");
}

/* What names nothing that changes goes in one send. */
static void batch_is_one_send(void **state)
{
	struct netcfg *nc = *state;
	char name[16];
	int i;

	assert_int_equal(netcfg_batch_begin(nc, 0), 0);
	for (i = 0; i < 50; i++) {
		snprintf(name, sizeof(name), "alt%d", i);
		assert_int_equal(netcfg_link_add_altname(nc, "v0", name), 0);
		assert_int_equal(netcfg_link_delete_altname(nc, "v0", name), 0);
	}
	assert_int_equal(netcfg_batch_commit(nc), 0);
	assert_int_equal(fake_sends(), 1);
}

/* One that could not be given is someone else's: who uses it is not sent, until it is given. */
static void batch_after_a_failure(void **state)
{
	struct netcfg *nc = *state;

	fake_link("shorty", 8);
	fake_refuse(RTM_NEWLINKPROP, -EEXIST, NULL);
	fake_refuse(RTM_DELLINKPROP, -EINVAL, NULL);
	assert_int_equal(netcfg_batch_begin(nc, 0), 0);
	assert_int_equal(netcfg_link_add_altname(nc, "v0", "shorty"), 0);
	assert_int_equal(netcfg_link_set_up(nc, "shorty"), 0);
	assert_int_equal(netcfg_link_delete_altname(nc, "v0", "shorty"), 0);
	assert_int_equal(netcfg_link_set_up(nc, "shorty"), 0);
	assert_int_equal(netcfg_link_delete_altname(nc, "w0", "shorty"), 0);
	assert_int_equal(netcfg_link_add_altname(nc, "v0", "shorty"), 0);
	assert_int_equal(netcfg_link_set_up(nc, "shorty"), 0);
	assert_int_equal(netcfg_batch_commit(nc), 4);
	assert_int_equal(netcfg_batch_error(nc, 0), -EEXIST);
	assert_int_equal(netcfg_batch_error(nc, 1), -ENODEV);
	assert_int_equal(netcfg_batch_error(nc, 2), -EINVAL);
	assert_int_equal(netcfg_batch_error(nc, 3), -ENODEV);
	assert_int_equal(netcfg_batch_error(nc, 4), 0);
	assert_int_equal(netcfg_batch_error(nc, 5), 0);
	assert_int_equal(netcfg_batch_error(nc, 6), 0);
	assert_int_equal(fake_count(RTM_SETLINK), 1);
}

/* What the batch gave and took away again is not its own any more. */
static void batch_after_a_drop(void **state)
{
	struct netcfg *nc = *state;

	fake_link("shorty", 8);
	fake_ack(RTM_NEWLINKPROP); /* for the first */
	assert_int_equal(netcfg_batch_begin(nc, 0), 0);
	assert_int_equal(netcfg_link_add_altname(nc, "v0", "shorty"), 0);
	assert_int_equal(netcfg_link_set_up(nc, "shorty"), 0);
	assert_int_equal(netcfg_link_delete_altname(nc, "v0", "shorty"), 0);
	assert_int_equal(netcfg_link_set_up(nc, "v0"), 0);
	assert_int_equal(netcfg_link_add_altname(nc, "v0", "shorty"), 0);
	assert_int_equal(netcfg_link_set_up(nc, "shorty"), 0);
	fake_refuse(RTM_NEWLINKPROP, -EEXIST, NULL); /* for the second */
	assert_int_equal(netcfg_batch_commit(nc), 2);
	assert_int_equal(netcfg_batch_error(nc, 4), -EEXIST);
	assert_int_equal(netcfg_batch_error(nc, 5), -ENODEV);
	assert_int_equal(fake_count(RTM_SETLINK), 2);
}

/* The cache forgets the name that is taken away, and no other. */
static void cache_forgets_one(void **state)
{
	struct netcfg *nc = *state;
	struct netcfg_stats stats = { .size = sizeof(stats) };

	fake_link("shorty", 7);
	fake_link("other", 8);
	assert_int_equal(netcfg_cache_enable(nc), 0);
	assert_int_equal(netcfg_addr_add(nc, "shorty", "192.0.2.1", NULL), 0);
	assert_int_equal(netcfg_addr_add(nc, "other", "192.0.2.1", NULL), 0);
	assert_int_equal(netcfg_link_delete_altname(nc, "v0", "shorty"), 0);
	assert_int_equal(netcfg_addr_add(nc, "shorty", "192.0.2.1", NULL), 0);
	assert_int_equal(netcfg_addr_add(nc, "other", "192.0.2.1", NULL), 0);
	netcfg_get_stats(nc, &stats);
	assert_int_equal(stats.lookups, 3);
	assert_int_equal(stats.cache_hits, 1);
	/* In a batch, too: the batch's own view and the handle's. */
	assert_int_equal(netcfg_batch_begin(nc, 0), 0);
	assert_int_equal(netcfg_addr_add(nc, "shorty", "192.0.2.1", NULL), 0);
	assert_int_equal(netcfg_link_delete_altname(nc, "v0", "shorty"), 0);
	assert_int_equal(netcfg_addr_add(nc, "shorty", "192.0.2.1", NULL), 0);
	assert_int_equal(netcfg_batch_commit(nc), 0);
	netcfg_get_stats(nc, &stats);
	assert_int_equal(stats.lookups, 4);
	assert_int_equal(stats.cache_hits, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(b09_requests),
		handle_test(listing_asks_for_one),
		handle_test(refused),
		handle_test(b10_explained),
		handle_test(replies),
		handle_test(batch_waits),
		handle_test(batch_copies),
		handle_test(batch_is_one_send),
		handle_test(batch_after_a_failure),
		handle_test(batch_after_a_drop),
		handle_test(cache_forgets_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
