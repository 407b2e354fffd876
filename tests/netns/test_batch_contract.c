/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Batches: what may be called when, what is refused at once, and that nothing is sent early. */
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/batch_links.h"
#include "support/test.h"
#include "support/verbs.h"

static void order_of_calls(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_unsent(nc, netcfg_batch_commit(nc), -EINVAL);
	netcfg_batch_abort(nc);
	assert_unsent(nc, netcfg_batch_commit(nc), -EINVAL);
	assert_unsent(nc, netcfg_batch_begin(nc, 2), -EINVAL);
	assert_unsent(nc, netcfg_batch_begin(nc, NETCFG_BATCH_STOP_ON_ERROR | 1U << 31), -EINVAL);
	assert_unsent(nc, netcfg_batch_commit(nc), -EINVAL);
	assert_int_equal(netcfg_batch_count(nc), 0);
	assert_unsent(nc, netcfg_batch_begin(nc, NETCFG_BATCH_STOP_ON_ERROR), 0);
	assert_ok(nc, netcfg_link_set_up(nc, "lo"));
	assert_unsent(nc, netcfg_batch_begin(nc, 0), -EBUSY);
	assert_int_equal(netcfg_batch_count(nc), 1);
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_link_flag(-1, "lo", "UP");
	assert_unsent(nc, netcfg_batch_commit(nc), -EINVAL);
	assert_unsent(nc, netcfg_batch_begin(nc, 0), 0);
	assert_unsent(nc, netcfg_batch_commit(nc), 0);
}

static void no_handle(void **state)
{
	(void)state;
	assert_int_equal(netcfg_batch_begin(NULL, 0), -EINVAL);
	assert_int_equal(netcfg_batch_count(NULL), -EINVAL);
	assert_int_equal(netcfg_batch_commit(NULL), -EINVAL);
	netcfg_batch_abort(NULL);
	assert_int_equal(netcfg_batch_error(NULL, 0), -EINVAL);
	assert_string_equal(netcfg_batch_error_message(NULL, 0), "");
}

/* Verbs of the table that an open batch does not take. */
static bool has_to_wait(const char *name)
{
	static const char *const readers[] = { "link_index",  "link_get",   "link_get_by_index",
					       "link_list",   "addr_list",  "set_netns_dir",
					       "batch_begin", "neigh_list", "route_list",
					       "altname_list", "monitor_open" };

	if (strncmp(name, "netns_", 6) == 0)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(readers); i++) {
		if (strcmp(name, readers[i]) == 0)
			return true;
	}
	return false;
}

/* Those that are about the handle itself: done at once, batch or not. */
static bool is_about_handle(const char *name)
{
	return strcmp(name, "set_timeout") == 0 || strcmp(name, "cache_enable") == 0;
}

/* Every verb there is: one that is new is one of the batch's unless it is named above. */
static void every_verb_while_open(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	int expected = 0;

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (size_t i = 0; i < verbs_count; i++) {
		const struct verb *v = &verbs[i];

		/* The place for its results is gone when it is back; tried elsewhere. */
		if (strcmp(v->name, "link_delete_many") == 0 ||
		    strcmp(v->name, "batch_commit") == 0)
			continue;
		if (has_to_wait(v->name)) {
			assert_unsent(nc, v->call(nc), -EBUSY);
		} else if (strcmp(v->name, "link_move") == 0) {
			/* Its descriptor is no namespace. */
			const struct netcfg_stats before = stats_now(nc);

			assert_true(v->call(nc) < 0);
			assert_int_equal(stats_since(nc, &before).requests, 0);
		} else {
			assert_unsent(nc, v->call(nc), 0);
			expected += !is_about_handle(v->name);
		}
		assert_int_equal(netcfg_batch_count(nc), expected);
	}
	assert_true(expected > 15);
	/* Nothing that they name exists: all fail but a change of what nobody has. */
	assert_true(netcfg_batch_commit(nc) > 0);
	for (int i = 0; i < expected; i++)
		assert_true(netcfg_batch_error(nc, i) < 0 && netcfg_batch_error(nc, i) != -EBUSY);
	assert_int_equal(count_links(), 1);
}

/* One of each, on what exists: not a byte is sent, and aborted they leave no trace. */
static void queue_everything(struct netcfg *nc, int netns_fd)
{
	static const char *const names[] = { "ap1", "ap2" };
	static int errors[2];
	const struct netcfg_link_config *many =
		LINK_CONFIG(.mtu = 1300, .alias = "x", .flags = NETCFG_LINK_UP, .name = "renamed");

	assert_unsent(nc, netcfg_veth_create(nc, "new", "peer", NULL, NULL), 0);
	assert_unsent(nc, netcfg_veth_create(nc, "n1", "n2", NULL, LINK_CONFIG(.netns = "no")), 0);
	assert_unsent(nc, netcfg_dummy_create(nc, "d0", NULL), 0);
	assert_unsent(nc, netcfg_vlan_create(nc, "a0.5", "a0", 5, NULL, NULL), 0);
	assert_unsent(nc, netcfg_link_set(nc, "a0", many), 0);
	assert_unsent(nc, netcfg_link_set_by_index(nc, link_index_here("a1"), many), 0);
	assert_unsent(nc, netcfg_link_set_up(nc, "a1"), 0);
	assert_unsent(nc, netcfg_link_set_down(nc, "lo"), 0);
	assert_unsent(nc, netcfg_link_set_mtu(nc, "a1", 1400), 0);
	assert_unsent(nc, netcfg_link_set_mac(nc, "a1", "02:00:00:00:00:01"), 0);
	assert_unsent(nc, netcfg_link_set_master(nc, "a1", "a2"), 0);
	assert_unsent(nc, netcfg_link_rename(nc, "a1", "b1"), 0);
	assert_unsent(nc, netcfg_link_move(nc, "a2", netns_fd, NULL), 0);
	assert_unsent(nc, netcfg_link_move(nc, "a2", netns_fd, "b2"), 0);
	assert_unsent(nc, netcfg_addr_add(nc, "a0", "192.0.2.2/24", NULL), 0);
	assert_unsent(nc, netcfg_addr_replace(nc, "a0", "192.0.2.3/24", NULL), 0);
	assert_unsent(nc, netcfg_addr_delete(nc, "a0", "192.0.2.1/24", NULL), 0);
	assert_unsent(nc, netcfg_addr_flush(nc, "a0", AF_UNSPEC), 0);
	assert_unsent(nc, netcfg_link_delete(nc, "a0"), 0);
	assert_unsent(nc, netcfg_link_delete_by_index(nc, link_index_here("a1")), 0);
	assert_unsent(nc, netcfg_link_delete_many(nc, names, 2, errors), 0);
	assert_unsent(nc, netcfg_link_delete_group(nc, 5), 0);
}

static void aborted(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_stats before = stats_now(nc);
	int netns_fd = netns_new();
	char *picture;

	sh_ok("for i in 0 1 2; do ip link add name a$i type veth peer name ap$i; done");
	sh_ok("ip addr add 192.0.2.1/24 dev a0 && ip link set dev a0 group 5");
	picture = links_picture();
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	queue_everything(nc, netns_fd);
	assert_int_equal(netcfg_batch_count(nc), 23);
	netcfg_batch_abort(nc);
	assert_int_equal(stats_since(nc, &before).sends, 0);
	assert_int_equal(stats_since(nc, &before).lookups, 0);
	links_picture_same(picture);
	assert_int_equal(count_links_in(netns_fd), 1);
	assert_unsent(nc, netcfg_batch_commit(nc), -EINVAL);
	/* Verbs act at once again. */
	assert_ok(nc, netcfg_link_rename(nc, "a1", "b1"));
	assert_true(link_here("b1"));
	close(netns_fd);
}

#define assert_refused(nc, call, expected)                                                         \
	do {                                                                                       \
		assert_unsent(nc, call, expected);                                                 \
		assert_int_equal(netcfg_batch_count(nc), 1);                                       \
	} while (0)

static void refuse_links(struct netcfg *nc)
{
	assert_refused(nc, netcfg_link_set_up(nc, NULL), -EINVAL);
	assert_refused(nc, netcfg_link_set_up(nc, ""), -EINVAL);
	assert_refused(nc, netcfg_link_set_down(nc, "a/b"), -EINVAL);
	assert_refused(nc, netcfg_link_set_mtu(nc, "lo", 0x80000000U), -EINVAL);
	assert_refused(nc, netcfg_link_set_mac(nc, "lo", "02:00:00:00:00"), -EINVAL);
	assert_refused(nc, netcfg_link_set_mac(nc, "lo", "01:00:00:00:00:01"), -EADDRNOTAVAIL);
	assert_refused(nc, netcfg_link_set_master(nc, "lo", "a b"), -EINVAL);
	assert_refused(nc, netcfg_link_rename(nc, "lo", "sixteen-bytes-16"), -ERANGE);
	assert_refused(nc, netcfg_link_rename(nc, "lo", NULL), -EINVAL);
	assert_refused(nc, netcfg_link_move(nc, "lo", -1, NULL), -EBADF);
	assert_refused(nc, netcfg_link_delete(nc, NULL), -EINVAL);
	assert_refused(nc, netcfg_link_delete(nc, ""), -EINVAL);
	assert_refused(nc, netcfg_link_delete_by_index(nc, 0), -EINVAL);
	assert_refused(nc, netcfg_link_set_by_index(nc, -1, LINK_CONFIG(.mtu = 1400)), -EINVAL);
	assert_refused(nc, netcfg_link_delete_group(nc, 0), -EINVAL);
	assert_refused(nc, netcfg_link_set(nc, "lo", LINK_CONFIG(.flags = 1U << 31)), -EINVAL);
	assert_refused(nc, netcfg_link_set(nc, "lo", LINK_CONFIG(.flags = 3)), -EINVAL);
}

static void refuse_creates(struct netcfg *nc)
{
	const struct netcfg_link_config *bad_pid =
		LINK_CONFIG(.flags = NETCFG_LINK_NETNS_PID, .netns_pid = 0);
	const struct netcfg_link_config *bad_fd =
		LINK_CONFIG(.flags = NETCFG_LINK_NETNS_FD, .netns_fd = 9999);

	assert_refused(nc, netcfg_dummy_create(nc, "a:b", NULL), -EINVAL);
	assert_refused(nc, netcfg_dummy_create(nc, "d", LINK_CONFIG(.name = "x")), -EINVAL);
	assert_refused(nc, netcfg_veth_create(nc, "a", NULL, NULL, NULL), -EINVAL);
	assert_refused(nc, netcfg_veth_create(nc, "a", "b", NULL, bad_pid), -EINVAL);
	assert_refused(nc, netcfg_veth_create(nc, "a", "b", NULL, bad_fd), -EBADF);
	assert_refused(nc, netcfg_veth_create(nc, "a", "b", NULL, LINK_CONFIG(.netns = "a/b")),
		       -EINVAL);
	assert_refused(nc, netcfg_vlan_create(nc, "v", "lo", 4095, NULL, NULL), -ERANGE);
	assert_refused(nc, netcfg_vlan_create(nc, "v", NULL, 5, NULL, NULL), -EINVAL);
}

static void refuse_addresses(struct netcfg *nc)
{
	assert_refused(nc, netcfg_addr_add(nc, "lo", "10.0.0.1/33", NULL), -EINVAL);
	assert_refused(nc, netcfg_addr_add(nc, "lo", NULL, NULL), -EINVAL);
	assert_refused(nc, netcfg_addr_add(nc, NULL, "10.0.0.1", NULL), -EINVAL);
	assert_refused(nc, netcfg_addr_replace(nc, "lo", "default", NULL), -EINVAL);
	assert_refused(nc, netcfg_addr_delete(nc, "lo", "10.0.0", NULL), -EINVAL);
	assert_refused(nc, netcfg_addr_flush(nc, "lo", 77), -EINVAL);
	assert_refused(nc, netcfg_addr_flush(nc, "", AF_INET), -EINVAL);
}

/* The error is that of the verb without a batch, and what was queued stays queued. */
static void bad_arguments(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const char *const names[] = { "a", "b", NULL, "c" };
	int errors[] = { 77, 77, 77, 77 };

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_link_set_up(nc, "lo"));
	refuse_links(nc);
	refuse_creates(nc);
	refuse_addresses(nc);
	/* Of many either all are queued or none. */
	assert_refused(nc, netcfg_link_delete_many(nc, names, ARRAY_SIZE(names), errors), -EINVAL);
	assert_refused(nc, netcfg_link_delete_many(nc, NULL, 1, errors), -EINVAL);
	assert_refused(nc, netcfg_link_delete_many(nc, names, (size_t)INT_MAX + 1, errors),
		       -EINVAL);
	assert_refused(nc, netcfg_link_delete_many(nc, NULL, 0, NULL), 0);
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_int_equal(netcfg_batch_count(nc), 1);
	assert_position(nc, 0, 0);
	assert_int_equal(errors[0], 77);
	assert_link_flag(-1, "lo", "UP");
}

/* Names, addresses and configs may be written over as soon as a verb is back. */
static void strings_are_copied(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	char name[16] = "near", far[16] = "far", alias[16] = "one", mac[18] = "02:00:00:00:00:07";
	char address[32] = "192.0.2.1/24", netns[16] = "x", new_name[16] = "new";
	struct netcfg_link_config config = {
		.size = sizeof(config), .alias = alias, .mac = mac, .netns = netns
	};
	const char *names[] = { far };
	const int netns_fd = netns_new_named("x");

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, name, far, NULL, &config));
	assert_ok(nc, netcfg_addr_add(nc, name, address, NULL));
	assert_ok(nc, netcfg_link_rename(nc, name, new_name));
	memset(name, 'N', sizeof(name) - 1);
	strcpy(far, "gone");
	assert_ok(nc, netcfg_veth_create(nc, far, "other", NULL, NULL));
	assert_ok(nc, netcfg_link_delete_many(nc, names, 1, NULL));
	memset(far, 'F', sizeof(far) - 1);
	memset(alias, 'A', sizeof(alias) - 1);
	memset(mac, 'M', sizeof(mac) - 1);
	memset(address, '9', sizeof(address) - 1);
	memset(netns, '/', sizeof(netns) - 1);
	memset(new_name, 'Z', sizeof(new_name) - 1);
	memset(&config, 0xff, sizeof(config));
	names[0] = NULL;
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_link(netns_fd, "far", "ifalias", "\"one\"");
	assert_link(netns_fd, "far", "address", "\"02:00:00:00:00:07\"");
	sh_ok("ip addr show dev new | grep -q 192.0.2.1/24");
	assert_int_equal(count_links(), 2);
	close(netns_fd);
}

/* Whatever is called in between, what is known of the last batch stays until the next. */
static void results_stay(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const char *const names[] = { "absent", "nobody" };
	const char *message;
	char *copy;

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_link_set_up(nc, "lo"));
	assert_ok(nc, netcfg_link_set_up(nc, "absent"));
	assert_int_equal(netcfg_batch_commit(nc), 1);
	message = netcfg_batch_error_message(nc, 1);
	copy = strdup(message);
	assert_non_null(copy);
	assert_string_equal(netcfg_error_message(nc), copy);
	pairs_make(nc, "a", 0);
	assert_int_equal(netcfg_batch_count(nc), 0);
	assert_int_equal(netcfg_batch_error(nc, 1), -EINVAL);
	assert_string_equal(netcfg_batch_error_message(nc, 1), "");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_link_set_up(nc, "lo"));
	assert_ok(nc, netcfg_link_set_up(nc, "absent"));
	assert_int_equal(netcfg_batch_commit(nc), 1);
	message = netcfg_batch_error_message(nc, 1);
	for (int i = 0; i < 1000; i++)
		assert_errno(nc, netcfg_link_delete(nc, "a-longer-name-than-the-other-one-was"),
			     -ENODEV);
	assert_int_equal(netcfg_link_delete_many(nc, names, 2, NULL), 2);
	assert_errno(nc, netcfg_netns_delete_links(nc, "absent"), -ENOENT);
	assert_errno(nc, netcfg_batch_commit(nc), -EINVAL);
	assert_errno(nc, netcfg_batch_begin(nc, 2), -EINVAL);
	assert_int_equal(netcfg_batch_count(nc), 2);
	assert_position(nc, 0, 0);
	assert_position(nc, 1, -ENODEV);
	assert_ptr_equal(netcfg_batch_error_message(nc, 1), message);
	assert_string_equal(message, copy);
	assert_int_equal(netcfg_batch_error(nc, -1), -EINVAL);
	assert_int_equal(netcfg_batch_error(nc, 2), -EINVAL);
	assert_int_equal(netcfg_batch_error(nc, INT_MAX), -EINVAL);
	assert_int_equal(netcfg_batch_error(nc, INT_MIN), -EINVAL);
	assert_string_equal(netcfg_batch_error_message(nc, 2), "");
	free(copy);
}

/* Closed in every state: nothing of it is left, which the sanitizers and valgrind see. */
static void closed_at_any_time(void **state)
{
	struct netcfg *nc;

	(void)state;
	for (int stage = 0; stage < 4; stage++) {
		assert_ok(NULL, netcfg_open(&nc));
		assert_ok(nc, netcfg_batch_begin(nc, 0));
		for (int i = 0; i < 500; i++)
			assert_ok(nc, netcfg_veth_create(nc, "a", "b", NULL,
							 LINK_CONFIG(.netns = "absent")));
		if (stage == 1)
			netcfg_batch_abort(nc);
		if (stage >= 2)
			assert_int_equal(netcfg_batch_commit(nc), 500);
		if (stage == 3) {
			assert_ok(nc, netcfg_batch_begin(nc, 0));
			assert_ok(nc, netcfg_link_set_up(nc, "lo"));
		}
		netcfg_close(nc);
	}
	assert_link_not_flag(-1, "lo", "UP");
}

static int use_in_child(void *userdata)
{
	struct netcfg *nc = userdata;

	if (netcfg_link_set_down(nc, "lo") != -ECHILD || netcfg_batch_begin(nc, 0) != -ECHILD ||
	    netcfg_batch_commit(nc) != -ECHILD)
		return 1;
	netcfg_batch_abort(nc);
	netcfg_close(nc);
	return 0;
}

/* A child has no part in it, and does it no harm. */
static void fork_in_between(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_link_set_up(nc, "lo"));
	assert_int_equal(in_child(-1, use_in_child, nc), 0);
	assert_link_not_flag(-1, "lo", "UP");
	assert_int_equal(netcfg_batch_count(nc), 1);
	assert_ok(nc, netcfg_addr_add(nc, "lo", "192.0.2.1", NULL));
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_link_flag(-1, "lo", "UP");
	assert_int_equal(in_child(-1, use_in_child, nc), 0);
	assert_position(nc, 1, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(order_of_calls),  sandbox_test(no_handle),
		sandbox_test(aborted),         sandbox_test(every_verb_while_open),
		sandbox_test(bad_arguments),   sandbox_test(strings_are_copied),
		sandbox_test(results_stay),    sandbox_test(closed_at_any_time),
		sandbox_test(fork_in_between),
	};

	return sandbox_main(tests);
}
