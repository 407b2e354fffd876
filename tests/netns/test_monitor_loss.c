/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Many events, and lost ones. */
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/addrs.h"
#include "support/events.h"
#include "support/side.h"
#include "support/test.h"

#define LINKS NETCFG_MONITOR_LINKS
#define ADDRS NETCFG_MONITOR_ADDRS
#define LIST  NETCFG_MONITOR_LIST

#define FIRST_MTU 1000
#define SMALL	  1 /* byte of receive buffer: the least there is, some dozens of events */

/* One event for each, one after the other. */
static void change_mtu_times(struct netcfg *nc, uint32_t count)
{
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (uint32_t i = 1; i <= count; i++)
		assert_ok(nc, netcfg_link_set_mtu(nc, "v0", FIRST_MTU + i));
	assert_ok(nc, netcfg_batch_commit(nc));
}

/* The mark is exactly where the loss was: all before it, without a gap, then the truth. */
static void b99_overrun_where_the_loss_was(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor;
	struct seen seen;
	uint32_t mtu = FIRST_MTU;

	sh_ok("ip link add v0 mtu %d type veth peer name v1", FIRST_MTU);
	monitor = events_open(box->nc, LINKS, SMALL);
	change_mtu_times(box->nc, 400);
	for (;;) {
		assert_true(events_next(monitor, &seen));
		if (seen.event.type == NETCFG_EVENT_OVERRUN)
			break;
		assert_int_equal(seen.event.type, NETCFG_EVENT_CHANGED);
		assert_int_equal(seen.link.mtu, ++mtu);
	}
	assert_int_equal(seen.event.object, NETCFG_OBJECT_NONE);
	assert_int_equal(seen.event.ifindex, 0);
	assert_true(mtu > FIRST_MTU && mtu < FIRST_MTU + 400);
	/* What happens now is heard of, or listed. */
	sh_ok("ip link set v1 mtu 1300");
	seen = events_expect(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_LINK, 0);
	assert_int_equal(seen.event.flags, NETCFG_EVENT_FROM_LIST);
	seen = events_expect(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_LINK, 0);
	assert_int_equal(seen.event.flags, NETCFG_EVENT_FROM_LIST);
	assert_true(seen.link.mtu == FIRST_MTU + 400 || seen.link.mtu == 1300);
	seen = events_expect(monitor, NETCFG_EVENT_LISTED, NETCFG_OBJECT_NONE, 0);
	assert_int_equal(seen.event.flags, 0);
	events_none(monitor);
	sh_ok("ip link set v0 mtu 1301");
	seen = events_expect(monitor, NETCFG_EVENT_CHANGED, NETCFG_OBJECT_LINK, 0);
	assert_int_equal(seen.event.flags, 0);
	assert_int_equal(seen.link.mtu, 1301);
	events_none(monitor);
	netcfg_monitor_close(monitor);
}

/* Also where the list was not even taken before: it is told first, then what was waiting. */
static void b99_overrun_before_the_list_is_taken(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor;
	struct seen seen;
	uint32_t mtu = FIRST_MTU;

	sh_ok("ip link add v0 mtu %d type veth peer name v1", FIRST_MTU);
	monitor = events_open(box->nc, LINKS | LIST, SMALL);
	change_mtu_times(box->nc, 400);
	for (int i = 0; i < 3; i++)
		events_expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK, 0);
	events_expect(monitor, NETCFG_EVENT_LISTED, NETCFG_OBJECT_NONE, 0);
	while (events_next(monitor, &seen) && seen.event.type == NETCFG_EVENT_CHANGED)
		assert_int_equal(seen.link.mtu, ++mtu);
	assert_int_equal(seen.event.type, NETCFG_EVENT_OVERRUN);
	assert_true(mtu > FIRST_MTU && mtu < FIRST_MTU + 400);
	netcfg_monitor_close(monitor);
}

/* What was lost is found by listing: added, renamed, removed; addresses and ids likewise. */
static void b99_what_was_lost(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor;
	struct seen seen;
	int there = netns_new_named("x");

	sh_ok("ip netns set x 5");
	sh_ok("ip link add index 100 v0 type veth peer name v1 index 101");
	sh_ok("ip link add index 110 w0 type veth peer name w1 index 111");
	sh_ok("ip addr add 192.0.2.1/24 dev v0; ip addr add 192.0.2.2/24 dev w0");
	sh_ok("ip addr add 192.0.2.3/24 dev v1");
	monitor = events_open(box->nc, LINKS | ADDRS | NETCFG_MONITOR_NSIDS, SMALL);
	change_mtu_times(box->nc, 400);
	sh_ok("ip link del w0; ip link set v1 name r1; ip addr del 192.0.2.1/24 dev v0");
	sh_ok("ip link add index 120 n0 type veth peer name n1 index 121");
	sh_ok("ip addr add 192.0.2.4/24 dev n0");
	sh_ok("ip netns add y; ip netns set y 6");
	events_skip_to(monitor, NETCFG_EVENT_OVERRUN, NETCFG_OBJECT_NONE);
	events_expect(monitor, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_ADDR, 0);
	events_expect(monitor, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_ADDR, 0);
	events_expect(monitor, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_LINK, 0);
	seen = events_expect(monitor, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_LINK, 0);
	assert_true(seen.event.ifindex == 110 || seen.event.ifindex == 111);
	assert_int_equal(seen.event.flags, NETCFG_EVENT_FROM_LIST);
	do
		assert_true(events_next(monitor, &seen));
	while (seen.event.type == NETCFG_EVENT_CHANGED && seen.event.ifindex == 100);
	assert_int_equal(seen.event.type, NETCFG_EVENT_RENAMED);
	assert_int_equal(seen.event.ifindex, 101);
	assert_string_equal(seen.event.old_name, "v1");
	assert_string_equal(seen.link.name, "r1");
	events_expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK, 0);
	events_expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_LINK, 0);
	/* The label went with the name. */
	do
		assert_true(events_next(monitor, &seen));
	while (seen.event.type == NETCFG_EVENT_CHANGED && seen.event.ifindex == 101);
	assert_int_equal(seen.event.type, NETCFG_EVENT_ADDED);
	assert_string_equal(seen.addr.address, "192.0.2.4");
	seen = events_expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_NSID, 0);
	assert_int_equal(seen.event.nsid, 6);
	events_expect(monitor, NETCFG_EVENT_LISTED, NETCFG_OBJECT_NONE, 0);
	events_none(monitor);
	netcfg_monitor_close(monitor);
	close(there);
}

/* Who takes one event whenever the descriptor is readable misses none, and sleeps in the end. */
static void readable_while_there_is_something(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor;
	struct seen seen;
	bool listed = false, overrun = false, again = false;

	sh_ok("ip link add v0 mtu %d type veth peer name v1", FIRST_MTU);
	monitor = events_open(box->nc, LINKS | LIST, SMALL);
	while (events_readable(monitor))
		listed |= events_next(monitor, &seen) && seen.event.type == NETCFG_EVENT_LISTED;
	assert_true(listed);
	change_mtu_times(box->nc, 400);
	while (events_readable(monitor)) {
		if (!events_next(monitor, &seen))
			continue;
		overrun |= seen.event.type == NETCFG_EVENT_OVERRUN;
		again |= overrun && seen.event.type == NETCFG_EVENT_LISTED;
	}
	assert_true(overrun && again);
	events_none(monitor);
	netcfg_monitor_close(monitor);
}

static bool may_force(int size)
{
	const int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, 0);
	int err;

	assert_true(fd >= 0);
	err = setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size));
	close(fd);
	return err == 0;
}

/* The buffer is what was asked for where that is allowed, and less where it is not. */
static void burst_of_5000(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor;
	struct seen seen;
	uint32_t mtu = FIRST_MTU, overruns = 0, listed = 0;

	sh_ok("ip link add v0 mtu %d type veth peer name v1", FIRST_MTU);
	monitor = events_open(box->nc, LINKS, 32 << 20);
	change_mtu_times(box->nc, 5000);
	while (events_next(monitor, &seen)) {
		overruns += seen.event.type == NETCFG_EVENT_OVERRUN;
		listed += seen.event.type == NETCFG_EVENT_LISTED;
		if (seen.event.object != NETCFG_OBJECT_LINK)
			continue;
		assert_true(seen.link.mtu == mtu + 1 || overruns == 1);
		mtu = seen.link.mtu;
	}
	assert_int_equal(mtu, FIRST_MTU + 5000);
	assert_int_equal(overruns, may_force(32 << 20) ? 0 : 1);
	assert_int_equal(listed, overruns);
	netcfg_monitor_close(monitor);
}

#define CHURNING 40 /* pairs that are there at a time */

/* Links that come, go, change and get other names, until the test says stop. */
static int churn(struct side *self, void *arg)
{
	struct pollfd stop = { .fd = self->from, .events = POLLIN };
	struct netcfg *nc;

	(void)arg;
	side_check(netcfg_open(&nc) == 0);
	for (unsigned int i = 0; poll(&stop, 1, 0) == 0; i++) {
		char name[16], peer[16], other[16];

		snprintf(name, sizeof(name), "c%u", i % CHURNING);
		snprintf(peer, sizeof(peer), "p%u", i % CHURNING);
		snprintf(other, sizeof(other), "r%u", i % CHURNING);
		if (i >= CHURNING)
			side_check(netcfg_link_delete(nc, other) == 0);
		if (i == CHURNING)
			side_check(side_tell(self));
		side_check(netcfg_veth_create(nc, name, peer, NULL, NULL) == 0);
		side_check(netcfg_link_set_mtu(nc, peer, 1400) == 0);
		side_check(netcfg_link_rename(nc, name, other) == 0);
	}
	netcfg_close(nc);
	return 0;
}

/*
 * Follow it for this many events, slower and slower if some are to be lost and
 * none are: none contradicts what was told before, and in the end all is told.
 * How many overruns there were.
 */
static size_t follow(struct netcfg *nc, uint32_t receive_buffer, size_t events, unsigned int pause)
{
	struct links_told *told = calloc(1, sizeof(*told));
	struct netcfg_monitor *monitor;
	struct side side;
	struct seen seen;
	size_t overruns;

	assert_non_null(told);
	side_start(&side, churn, NULL);
	assert_true(side_await(&side));
	monitor = events_open(nc, LINKS | LIST, receive_buffer);
	while (told->events < events || (pause && !told->overruns)) {
		events_await(monitor, &seen);
		links_told_take(told, &seen);
		usleep(pause);
		if (pause && told->events > events)
			pause += 100;
	}
	assert_true(side_tell(&side));
	assert_int_equal(side_end(&side), 0);
	while (events_next(monitor, &seen))
		links_told_take(told, &seen);
	links_told_check(told, nc);
	netcfg_monitor_close(monitor);
	overruns = told->overruns;
	free(told);
	return overruns;
}

static void delete_pairs(struct netcfg *nc)
{
	char names[CHURNING][16];
	const char *pointers[CHURNING];

	for (int i = 0; i < CHURNING; i++) {
		snprintf(names[i], sizeof(names[i]), "r%d", i);
		pointers[i] = names[i];
	}
	assert_ok(nc, netcfg_link_delete_many(nc, pointers, CHURNING, NULL));
}

static void b103_opened_while_links_change(void **state)
{
	const struct sandbox *box = *state;

	for (int i = 0; i < 10; i++) {
		assert_int_equal(follow(box->nc, 0, 200, 0), 0);
		delete_pairs(box->nc);
	}
}

static void b99_overruns_while_links_change(void **state)
{
	const struct sandbox *box = *state;

	assert_true(follow(box->nc, SMALL, 1500, 4000) > 0);
}

/* B54: each address that goes with its primary is told. */
static void b54_secondaries(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor;
	struct seen seen;

	pair_make();
	net_sysctl("ipv4/conf/v0/promote_secondaries", "0");
	sh_ok("ip addr add 10.5.0.1/24 dev v0; ip addr add 10.5.0.2/24 dev v0");
	monitor = events_open(box->nc, ADDRS | LIST, 0);
	events_skip_to(monitor, NETCFG_EVENT_LISTED, NETCFG_OBJECT_NONE);
	sh_ok("ip addr add 10.5.0.3/24 dev v0; ip addr add 10.5.0.4/25 dev v0");
	seen = events_expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_ADDR, 0);
	assert_true(seen.addr.flags & NETCFG_ADDR_STATE_SECONDARY);
	events_expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_ADDR, 0);
	assert_ok(box->nc, netcfg_addr_delete(box->nc, "v0", "10.5.0.1/24", NULL));
	for (int i = 0; i < 3; i++)
		events_expect(monitor, NETCFG_EVENT_REMOVED, NETCFG_OBJECT_ADDR, 0);
	events_none(monitor);
	netcfg_monitor_close(monitor);
}

/* B53: what ends by itself is told as it happens. */
static void b53_lifetime_over(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor = events_open(box->nc, ADDRS, 0);
	struct seen seen;

	pair_make();
	/* The kernel looks at lifetimes up to two seconds late. */
	sh_ok("ip addr add 192.0.2.1/24 dev v0 valid_lft 5 preferred_lft 1");
	seen = events_expect(monitor, NETCFG_EVENT_ADDED, NETCFG_OBJECT_ADDR, 0);
	assert_false(seen.addr.flags & NETCFG_ADDR_STATE_DEPRECATED);
	events_await(monitor, &seen);
	assert_int_equal(seen.event.type, NETCFG_EVENT_CHANGED);
	assert_true(seen.addr.flags & NETCFG_ADDR_STATE_DEPRECATED);
	assert_string_equal(seen.addr.address, "192.0.2.1");
	events_await(monitor, &seen);
	assert_int_equal(seen.event.type, NETCFG_EVENT_REMOVED);
	assert_string_equal(seen.addr.address, "192.0.2.1");
	netcfg_monitor_close(monitor);
}

/* B66: what goes with the link's being up is told as it goes. */
static void b66_addresses_of_a_link_set_down(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor;
	bool gone = false;
	struct seen seen;

	pair_make();
	pair_up();
	sh_ok("ip addr add fd00::1/64 dev v0 nodad; ip addr add 192.0.2.1/24 dev v0");
	monitor = events_open(box->nc, ADDRS, 0);
	assert_ok(box->nc, netcfg_link_set_down(box->nc, "v0"));
	while (!gone) {
		events_await(monitor, &seen);
		assert_string_not_equal(seen.addr.address, "192.0.2.1");
		gone = seen.event.type == NETCFG_EVENT_REMOVED &&
		       strcmp(seen.addr.address, "fd00::1") == 0;
	}
	/* Nothing and nobody puts it back. */
	assert_ok(box->nc, netcfg_link_set_up(box->nc, "v0"));
	while (events_next(monitor, &seen))
		assert_string_not_equal(seen.addr.address, "fd00::1");
	netcfg_monitor_close(monitor);
}

/* Wait for what becomes of a tentative address: its flags then. */
static uint32_t await_decision(struct netcfg_monitor *monitor, const char *address)
{
	struct seen seen;

	for (;;) {
		events_await(monitor, &seen);
		if (seen.event.object != NETCFG_OBJECT_ADDR ||
		    strcmp(seen.addr.address, address) != 0)
			continue;
		assert_int_equal(seen.event.type, NETCFG_EVENT_CHANGED);
		if (!(seen.addr.flags & NETCFG_ADDR_STATE_TENTATIVE) ||
		    (seen.addr.flags & NETCFG_ADDR_STATE_DADFAILED))
			return seen.addr.flags;
	}
}

static void b106_tentative_then_ready_or_not(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg_monitor *monitor;
	struct seen seen;

	pair_make();
	pair_up();
	monitor = events_open(box->nc, ADDRS, 0);
	sh_ok("ip addr add fd00::1/64 dev v0");
	do
		events_await(monitor, &seen);
	while (strcmp(seen.addr.address, "fd00::1") != 0);
	assert_int_equal(seen.event.type, NETCFG_EVENT_ADDED);
	assert_true(seen.addr.flags & NETCFG_ADDR_STATE_TENTATIVE);
	assert_false(await_decision(monitor, "fd00::1") & NETCFG_ADDR_STATE_DADFAILED);
	/* The other end may not have it. */
	sh_ok("ip addr add fd00::1/64 dev v1");
	do
		events_await(monitor, &seen);
	while (strcmp(seen.addr.address, "fd00::1") != 0);
	assert_int_equal(seen.event.type, NETCFG_EVENT_ADDED);
	assert_true(await_decision(monitor, "fd00::1") & NETCFG_ADDR_STATE_DADFAILED);
	netcfg_monitor_close(monitor);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b99_overrun_where_the_loss_was),
		sandbox_test(b99_overrun_before_the_list_is_taken),
		sandbox_test(b99_what_was_lost),
		sandbox_test(readable_while_there_is_something),
		sandbox_test(burst_of_5000),
		sandbox_test(b103_opened_while_links_change),
		sandbox_test(b99_overruns_while_links_change),
		sandbox_test(b54_secondaries),
		sandbox_test(b53_lifetime_over),
		sandbox_test(b66_addresses_of_a_link_set_down),
		sandbox_test(b106_tentative_then_ready_or_not),
	};

	return sandbox_main(tests);
}
