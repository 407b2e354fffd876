/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A monitor: its arguments, the list and what follows, and whose events it hears. */
#include <stdlib.h>
#include <unistd.h>

#include "support/events.h"
#include "support/side.h"
#include "support/test.h"

#define LINKS NETCFG_MONITOR_LINKS
#define ADDRS NETCFG_MONITOR_ADDRS
#define NSIDS NETCFG_MONITOR_NSIDS
#define LIST  NETCFG_MONITOR_LIST

static void arguments(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_monitor *monitor = NULL;
	struct netcfg_monitor_config config = { .size = sizeof(config) };
	struct {
		struct netcfg_monitor_config config;
		uint64_t more;
	} newer = { .config.size = sizeof(newer), .more = 1 };
	struct netcfg_event event = { .size = sizeof(event) };

	assert_unsent(nc, netcfg_monitor_open(NULL, nc, NULL), -EINVAL);
	config.flags = 1U << 31;
	assert_unsent(nc, netcfg_monitor_open(&monitor, nc, &config), -EINVAL);
	assert_message_has(nc, "config.flags");
	config.flags = 0;
	config.receive_buffer = (1U << 30) + 1;
	assert_unsent(nc, netcfg_monitor_open(&monitor, nc, &config), -EINVAL);
	assert_message_has(nc, "config.receive_buffer");
	config.size = sizeof(config) - 1;
	assert_unsent(nc, netcfg_monitor_open(&monitor, nc, &config), -EINVAL);
	assert_unsent(nc, netcfg_monitor_open(&monitor, nc, &newer.config), -E2BIG);
	assert_null(monitor);
	newer.more = 0;
	assert_ok(nc, netcfg_monitor_open(&monitor, nc, &newer.config));
	event.size = sizeof(event) - 1;
	assert_int_equal(netcfg_monitor_next(monitor, &event), -EINVAL);
	assert_int_equal(netcfg_monitor_next(monitor, NULL), -EINVAL);
	assert_int_equal(netcfg_monitor_next(NULL, &event), -EINVAL);
	assert_int_equal(netcfg_monitor_fd(NULL), -EINVAL);
	netcfg_monitor_close(NULL);
	netcfg_monitor_close(monitor);
}

static void none_while_a_batch_is_open(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor;

	assert_ok(box->nc, netcfg_batch_begin(box->nc, 0));
	assert_errno(box->nc, netcfg_monitor_open(&monitor, box->nc, NULL), -EBUSY);
	netcfg_batch_abort(box->nc);
}

/* Everything that is there, once, then the mark, then what happens. */
static void b103_list_then_follow(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_stats before = stats_now(nc);
	struct netcfg_monitor *monitor;
	struct seen seen;
	int there;

	sh_ok("ip link add v0 type veth peer name v1");
	sh_ok("ip addr add 192.0.2.1/24 dev v0");
	there = netns_new_named("x");
	sh_ok("ip netns set x 1234");
	monitor = events_open(nc, LINKS | ADDRS | NSIDS | LIST, 0);
	assert_int_equal(stats_since(nc, &before).dumps, 3);
	seen = events_expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK,
			     link_index_here("lo"));
	assert_int_equal(seen.event.flags, NETCFG_EVENT_FROM_LIST);
	assert_string_equal(seen.link.name, "lo");
	events_expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK, 0);
	seen = events_expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK, 0);
	assert_string_equal(seen.link.kind, "veth");
	seen = events_expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_ADDR,
			     link_index_here("v0"));
	assert_int_equal(seen.event.flags, NETCFG_EVENT_FROM_LIST);
	assert_string_equal(seen.addr.address, "192.0.2.1");
	assert_int_equal(seen.addr.prefix_length, 24);
	seen = events_expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_NSID, 0);
	assert_int_equal(seen.event.nsid, 1234);
	seen = events_expect(monitor, NETCFG_EVENT_LISTED, NETCFG_OBJECT_NONE, 0);
	assert_int_equal(seen.event.flags, 0);
	events_none(monitor);

	sh_ok("ip link set v0 mtu 1400");
	seen = events_expect(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_LINK,
			     link_index_here("v0"));
	assert_int_equal(seen.event.flags, 0);
	assert_int_equal(seen.link.mtu, 1400);
	sh_ok("ip addr del 192.0.2.1/24 dev v0");
	seen = events_expect(monitor, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_ADDR,
			     link_index_here("v0"));
	assert_string_equal(seen.addr.address, "192.0.2.1");
	sh_ok("ip addr add 192.0.2.1/24 dev v0");
	events_expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_ADDR, link_index_here("v0"));
	events_none(monitor);
	netcfg_monitor_close(monitor);
	close(there);
}

/* Without the list what was there is known all the same. */
static void from_now_on(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor;
	struct seen seen;
	int v0;

	sh_ok("ip link add v0 type veth peer name v1");
	sh_ok("ip addr add 192.0.2.1/24 dev v0");
	v0 = link_index_here("v0");
	monitor = events_open(box->nc, LINKS | ADDRS, 0);
	assert_false(events_readable(monitor));
	events_none(monitor);
	sh_ok("ip link set v0 name w0");
	seen = events_expect(monitor, NETCFG_EVENT_RENAMED, NETCFG_OBJECT_LINK, v0);
	assert_string_equal(seen.event.old_name, "v0");
	/* The kernel renames the label with it. */
	seen = events_expect(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_ADDR, v0);
	assert_string_equal(seen.addr.label, "w0");
	sh_ok("ip addr change 192.0.2.1/24 dev w0 preferred_lft 100 valid_lft 200");
	seen = events_expect(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_ADDR, v0);
	assert_true(seen.addr.valid_lifetime > 100 && seen.addr.valid_lifetime <= 200);
	netcfg_monitor_close(monitor);
}

static void only_what_was_asked_for(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *links = events_open(box->nc, LINKS, 0);
	struct netcfg_monitor *addrs = events_open(box->nc, ADDRS, 0);
	struct netcfg_monitor *nsids = events_open(box->nc, NSIDS, 0);
	struct seen seen;
	int there;

	sh_ok("ip link add v0 type veth peer name v1");
	sh_ok("ip addr add 192.0.2.1/24 dev v0");
	there = netns_new_named("x");
	sh_ok("ip netns set x 7");
	while (events_next(links, &seen))
		assert_int_equal(seen.event.object, NETCFG_OBJECT_LINK);
	events_expect(addrs, NETCFG_EVENT_ADDED, NETCFG_OBJECT_ADDR, 0);
	events_none(addrs);
	seen = events_expect(nsids, NETCFG_EVENT_ADDED, NETCFG_OBJECT_NSID, 0);
	assert_int_equal(seen.event.nsid, 7);
	assert_int_equal(seen.event.ifindex, 0);
	events_none(nsids);
	sh_ok("ip netns del x");
	close(there);
	events_await(nsids, &seen);
	assert_int_equal(seen.event.type, NETCFG_EVENT_REMOVED);
	assert_int_equal(seen.event.nsid, 7);
	netcfg_monitor_close(links);
	netcfg_monitor_close(addrs);
	netcfg_monitor_close(nsids);
}

/* The handle's own changes are heard too, and its requests are not disturbed. */
static void b104_own_changes(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_monitor *monitor = events_open(nc, LINKS | ADDRS, 0);
	struct seen seen;

	assert_ok(nc, netcfg_veth_create(nc, "v0", "v1", NULL, NULL));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_link_delete(nc, "v0"));
	events_expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK, 0);
	events_skip_to(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK);
	seen = events_skip_to(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_ADDR);
	assert_string_equal(seen.addr.address, "192.0.2.1");
	events_skip_to(monitor, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_ADDR);
	events_skip_to(monitor, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_LINK);
	events_skip_to(monitor, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_LINK);
	netcfg_monitor_close(monitor);
}

/* All hear the same, whatever each has read, and no closing of one disturbs another. */
static void several_at_once(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitors[8];
	size_t counts[ARRAY_SIZE(monitors)] = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(monitors); i++)
		monitors[i] = events_open(box->nc, LINKS, 0);
	sh_ok("ip link add v0 type veth peer name v1");
	counts[0] = events_drain(monitors[0]);
	netcfg_monitor_close(monitors[7]);
	sh_ok("ip link set v0 mtu 1400; ip link set v1 up; ip link del v0");
	for (size_t i = 0; i < 7; i++)
		counts[i] += events_drain(monitors[i]);
	assert_true(counts[0] >= 5);
	for (size_t i = 1; i < 7; i++)
		assert_int_equal(counts[i], counts[0]);
	for (size_t i = 0; i < 7; i++)
		netcfg_monitor_close(monitors[i]);
}

/* In the handle's namespace, wherever the handle is from and the thread has gone. */
static void b89_in_the_handles_namespace(void **state)
{
	const struct sandbox *box = *state;
	const int there = netns_new();
	struct netcfg_monitor *here_monitor, *there_monitor;
	struct netcfg *nc;
	struct seen seen;

	assert_ok(NULL, netcfg_open_netns_fd(&nc, there));
	there_monitor = events_open(nc, LINKS | LIST, 0);
	netcfg_close(nc); /* which the monitor does not need any more */
	netns_enter(there);
	here_monitor = events_open(box->nc, LINKS | LIST, 0);
	netns_enter(box->netns_fd);
	events_skip_to(here_monitor, NETCFG_EVENT_LISTED, NETCFG_OBJECT_NONE);
	events_skip_to(there_monitor, NETCFG_EVENT_LISTED, NETCFG_OBJECT_NONE);
	sh_ok("ip link add index 1000 here type veth peer name here2");
	sh_ok_in(there, "ip link add index 2000 there type veth peer name there2");
	events_expect(here_monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK, 0);
	seen = events_skip_to(here_monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK);
	assert_int_equal(strncmp(seen.link.name, "here", 4), 0);
	events_drain(here_monitor);
	seen = events_expect(there_monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK, 0);
	assert_int_equal(strncmp(seen.link.name, "there", 5), 0);
	netcfg_monitor_close(here_monitor);
	netcfg_monitor_close(there_monitor);
	close(there);
}

static int listen_without_privilege(struct side *self, void *arg)
{
	struct netcfg_event event = { .size = sizeof(event) };
	struct netcfg_monitor *monitor;
	struct netcfg *nc;
	int added = 0;

	(void)arg;
	side_check(netcfg_open(&nc) == 0);
	side_check(side_drop_privilege() == 0);
	side_check(netcfg_link_set_mtu(nc, "lo", 1400) == -EPERM);
	side_check(netcfg_monitor_open(&monitor, nc, NULL) == 0);
	side_check(side_tell(self) && side_await(self));
	while (netcfg_monitor_next(monitor, &event) == 1)
		added += event.type == NETCFG_EVENT_ADDED && event.object == NETCFG_OBJECT_LINK;
	side_check(added == 2);
	netcfg_monitor_close(monitor);
	netcfg_close(nc);
	return 0;
}

/* Who may change nothing may listen. */
static void without_privilege(void **state)
{
	struct side side;

	(void)state;
	side_start(&side, listen_without_privilege, NULL);
	assert_true(side_await(&side));
	sh_ok("ip link add v0 type veth peer name v1");
	assert_true(side_tell(&side));
	assert_int_equal(side_end(&side), 0);
}

static int listen_elsewhere_without_privilege(void *arg)
{
	const int *there = arg;
	struct netcfg_monitor *monitor = NULL;
	struct netcfg *nc;

	side_check(netcfg_open_netns_fd(&nc, *there) == 0);
	side_check(side_drop_privilege() == 0);
	side_check(netcfg_monitor_open(&monitor, nc, NULL) == -EPERM);
	side_check(strstr(netcfg_error_message(nc), "namespace") != NULL);
	side_check(monitor == NULL);
	netcfg_close(nc);
	return 0;
}

/* But not in a namespace that it is not in: an error, and never the wrong namespace. */
static void elsewhere_without_privilege(void **state)
{
	int there = netns_new();

	(void)state;
	assert_int_equal(in_child(-1, listen_elsewhere_without_privilege, &there), 0);
	close(there);
}

static int use_after_fork(void *arg)
{
	struct netcfg_monitor *monitor = arg;
	struct netcfg_event event = { .size = sizeof(event) };

	side_check(netcfg_monitor_next(monitor, &event) == -ECHILD);
	side_check(netcfg_monitor_fd(monitor) == -ECHILD);
	netcfg_monitor_close(monitor);
	return 0;
}

static void after_a_fork(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor = events_open(box->nc, LINKS, 0);

	sh_ok("ip link add v0 type veth peer name v1");
	assert_int_equal(in_child(-1, use_after_fork, monitor), 0);
	events_expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK, 0);
	netcfg_monitor_close(monitor);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(arguments),
		sandbox_test(none_while_a_batch_is_open),
		sandbox_test(b103_list_then_follow),
		sandbox_test(from_now_on),
		sandbox_test(only_what_was_asked_for),
		sandbox_test(b104_own_changes),
		sandbox_test(several_at_once),
		sandbox_test(b89_in_the_handles_namespace),
		sandbox_test(without_privilege),
		sandbox_test(elsewhere_without_privilege),
		sandbox_test(after_a_fork),
	};

	return side_main(tests);
}
