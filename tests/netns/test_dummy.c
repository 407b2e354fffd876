/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Dummy links: every field, every place. Needs a kernel that has the kind. */
#include <unistd.h>

#include "support/test.h"

#define MAC "02:00:00:00:00:0e"

static void test_plain(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int before = count_links();

	need_kind("dummy");
	assert_cost(nc, netcfg_dummy_create(nc, "d0", NULL), 1, 0);
	assert_link(-1, "d0", "info_kind", "\"dummy\"");
	assert_link(-1, "d0", "txqlen", "1000");
	assert_link(-1, "d0", "mtu", "1500");
	assert_link_not_flag(-1, "d0", "UP");
	assert_int_equal(count_links(), before + 1);
	assert_ok(nc, netcfg_link_delete(nc, "d0"));
	assert_int_equal(count_links(), before);
}

/* B20 */
static void b20_every_field(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	need_kind("dummy");
	sh_ok("ip link add br0 type bridge");
	assert_cost(nc,
		    netcfg_dummy_create(
			    nc, "d0",
			    LINK_CONFIG(.mac = MAC, .mtu = 9000, .tx_queue_len = 0, .group = 8,
					.num_tx_queues = 3, .num_rx_queues = 2, .master = "br0",
					.flags = NETCFG_LINK_UP | NETCFG_LINK_TX_QUEUE_LEN |
						 NETCFG_LINK_GROUP)),
		    1, 1);
	assert_link(-1, "d0", "address", "\"" MAC "\"");
	assert_link(-1, "d0", "mtu", "9000");
	assert_link_lacks(-1, "d0", "txqlen");
	assert_link(-1, "d0", "group", "\"8\"");
	assert_link(-1, "d0", "num_tx_queues", "3");
	assert_link(-1, "d0", "num_rx_queues", "2");
	assert_link(-1, "d0", "master", "\"br0\"");
	assert_link_flag(-1, "d0", "UP");
	/* The one field that the kernel does not take in the create. */
	assert_cost(nc, netcfg_dummy_create(nc, "d1", LINK_CONFIG(.alias = "an alias")), 2, 0);
	assert_link(-1, "d1", "ifalias", "\"an alias\"");
}

/* B31 */
static void b31_mac_from_the_first_event(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct link_event event;
	int events;
	int seen = 0;

	need_kind("dummy");
	events = link_events_open();
	assert_ok(nc, netcfg_dummy_create(nc, "d0", LINK_CONFIG(.mac = MAC)));
	while (link_event_next(events, &event)) {
		assert_string_equal(event.name, "d0");
		assert_string_equal(event.mac, MAC);
		seen++;
	}
	assert_true(seen > 0);
	close(events);
}

/* B22: a dummy has no limits of its own; the kernel's word, not ours. */
static void b22_mtu_without_limits(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	need_kind("dummy");
	assert_ok(nc, netcfg_dummy_create(nc, "d0", LINK_CONFIG(.mtu = 100000)));
	assert_link(-1, "d0", "mtu", "100000");
	assert_ok(nc, netcfg_link_set_mtu(nc, "d0", 0));
	assert_link(-1, "d0", "mtu", "0");
	/* In a config 0 is "leave". */
	assert_ok(nc, netcfg_link_set_mtu(nc, "d0", 1400));
	assert_ok(nc, netcfg_link_set(nc, "d0", LINK_CONFIG(.mtu = 0)));
	assert_link(-1, "d0", "mtu", "1400");
}

static void test_in_another_netns(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int named;
	int of_pid;
	pid_t pid;

	need_kind("dummy");
	named = netns_new_named("n1");
	pid = netns_process();
	of_pid = netns_of_process(pid);
	assert_cost(nc, netcfg_dummy_create(nc, "d0", LINK_CONFIG(.netns = "n1")), 1, 0);
	assert_cost(
		nc,
		netcfg_dummy_create(nc, "d1",
				    LINK_CONFIG(.netns_fd = named, .mac = MAC,
						.flags = NETCFG_LINK_NETNS_FD | NETCFG_LINK_UP)),
		1, 0);
	assert_cost(nc,
		    netcfg_dummy_create(nc, "d2",
					LINK_CONFIG(.netns_pid = pid, .alias = "x",
						    .flags = NETCFG_LINK_NETNS_PID)),
		    2, 0);
	assert_true(link_in(named, "d0"));
	assert_link(named, "d1", "address", "\"" MAC "\"");
	assert_link_flag(named, "d1", "UP");
	assert_link(of_pid, "d2", "ifalias", "\"x\"");
	assert_int_equal(count_links(), 1);
	close(named);
	close(of_pid);
	netns_process_end(pid);
}

/* B35: on every kernel, also on those that look the name up where the caller is. */
static void b35_name_exists_here(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int there;

	need_kind("dummy");
	there = netns_new_named("n1");
	sh_ok("ip link add here mtu 1234 type dummy");
	sh_ok("ip link property add dev here altname alt0");
	assert_ok(nc, netcfg_dummy_create(nc, "here",
					  LINK_CONFIG(.netns = "n1", .alias = "there", .mtu = 1300,
						      .mac = MAC, .flags = NETCFG_LINK_UP)));
	assert_link(there, "here", "ifalias", "\"there\"");
	assert_link(there, "here", "mtu", "1300");
	assert_link(there, "here", "address", "\"" MAC "\"");
	assert_link_flag(there, "here", "UP");
	assert_ok(nc, netcfg_dummy_create(nc, "alt0", LINK_CONFIG(.netns = "n1")));
	assert_true(link_in(there, "alt0"));
	assert_link(-1, "here", "mtu", "1234");
	assert_link_not(-1, "here", "ifalias", "\"there\"");
	assert_link_not_flag(-1, "here", "UP");
	assert_int_equal(count_links(), 2);
	/* Taken there as well: now it is. */
	assert_errno(nc, netcfg_dummy_create(nc, "here", LINK_CONFIG(.netns = "n1")), -EEXIST);
	assert_cause_has(nc, EEXIST, "\"here\"");
	assert_errno(nc, netcfg_dummy_create(nc, "lo", LINK_CONFIG(.netns = "n1")), -EEXIST);
	assert_int_equal(count_links_in(there), 3);
	close(there);
}

/* Nothing is left of what could not be finished. */
static void test_failures(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int there;

	need_kind("dummy");
	there = netns_new_named("n1");
	sh_ok("ip link add d0 type dummy");
	sh_ok("ip link property add dev d0 altname alt0");
	assert_errno(nc, netcfg_dummy_create(nc, "d0", NULL), -EEXIST);
	assert_cause_has(nc, EEXIST, "\"d0\"");
	assert_errno(nc, netcfg_dummy_create(nc, "alt0", NULL), -EEXIST);
	assert_cause_has(nc, EEXIST, "alternative");
	assert_errno(nc, netcfg_dummy_create(nc, "new", LINK_CONFIG(.master = "absent")), -ENODEV);
	assert_errno(nc, netcfg_dummy_create(nc, "new", LINK_CONFIG(.master = "d0")), -EOPNOTSUPP);
	assert_errno(nc, netcfg_dummy_create(nc, "new", LINK_CONFIG(.master = "d0", .alias = "x")),
		     -EOPNOTSUPP);
	assert_errno(nc, netcfg_dummy_create(nc, "new", LINK_CONFIG(.num_tx_queues = 100000)),
		     -EINVAL);
	assert_errno(nc, netcfg_dummy_create(nc, "new", LINK_CONFIG(.netns = "absent")), -ENOENT);
	assert_int_equal(count_links(), 2);
	assert_int_equal(count_links_in(there), 1);
	close(there);
}

/* B37's kind for a kernel without it: said as such, and nothing else changes. */
static void b37_kind_is_missing(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	if (have_kind("dummy"))
		assert_ok(nc, netcfg_dummy_create(nc, "d0", NULL));
	else
		assert_errno(nc, netcfg_dummy_create(nc, "d0", NULL), -EOPNOTSUPP);
	assert_int_equal(link_here("d0"), have_kind("dummy"));
}

static void test_move(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int there;

	need_kind("dummy");
	there = netns_new();
	assert_ok(nc, netcfg_dummy_create(nc, "d0", LINK_CONFIG(.mac = MAC, .mtu = 1400)));
	assert_ok(nc, netcfg_link_move(nc, "d0", there, "e0"));
	assert_link(there, "e0", "address", "\"" MAC "\"");
	assert_link(there, "e0", "mtu", "1400");
	close(there);
}

/* B86: with its namespace goes what is in it, and does not come here. */
static void b86_netns_deleted(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int events;
	int index;

	need_kind("dummy");
	assert_ok(nc, netcfg_netns_create(nc, "n1"));
	assert_ok(nc, netcfg_dummy_create(nc, "d0", LINK_CONFIG(.netns = "n1")));
	/* A pair with an end here tells when the namespace is gone. */
	assert_ok(nc, netcfg_veth_create(nc, "near", "far", NULL, LINK_CONFIG(.netns = "n1")));
	index = link_index_here("near");
	events = link_events_open();
	assert_ok(nc, netcfg_netns_delete(nc, "n1"));
	link_events_await_deleted(events, index);
	assert_int_equal(count_links(), 1);
	close(events);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_plain),
		sandbox_test(b20_every_field),
		sandbox_test(b31_mac_from_the_first_event),
		sandbox_test(b22_mtu_without_limits),
		sandbox_test(test_in_another_netns),
		sandbox_test(b35_name_exists_here),
		sandbox_test(test_failures),
		sandbox_test(b37_kind_is_missing),
		sandbox_test(test_move),
		sandbox_test(b86_netns_deleted),
	};

	return sandbox_main(tests);
}
