/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Emptying a namespace: when it is back, everything is gone, on both sides. */
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/batch_links.h"
#include "support/side.h"
#include "support/test.h"

/* B76: the names on the host are free at once, each time. */
static void b76_names_are_free(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_link_config *in = LINK_CONFIG(.netns = "x");

	for (int round = 0; round < 20; round++) {
		/* One, and two: deleted singly and in bulk. */
		const int pairs = 1 + round % 2;

		assert_ok(nc, netcfg_netns_create(nc, "x"));
		assert_ok(nc, netcfg_veth_create(nc, "q0", "in0", NULL, in));
		if (pairs == 2)
			assert_ok(nc, netcfg_veth_create(nc, "q1", "in1", NULL, in));
		assert_errno(nc, netcfg_netns_delete_links(nc, "x"), pairs);
		assert_int_equal(count_links(), 1);
		assert_ok(nc, netcfg_netns_delete(nc, "x"));
	}
}

/* B86: every virtual kind; the namespace stays, and can be used on. */
static void b86_every_kind(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int there = netns_new_named("x");
	int expected = 5;

	sh_ok_in(there, "ip link add name v0 type veth peer name v1");
	sh_ok_in(there, "ip link add name br0 type bridge && ip link set dev v0 master br0");
	sh_ok("ip link add name out type veth peer name in netns x");
	sh_ok_in(there, "ip link add name m0 link v0 type macvlan || "
			"ip link add name m0 type bridge");
	if (have_kind("dummy")) {
		sh_ok_in(there, "ip link add name d0 type dummy && ip link set dev d0 up");
		expected++;
	}
	if (have_kind("vlan")) {
		sh_ok_in(there, "ip link add name v1.5 link v1 type vlan id 5");
		expected++;
	}
	sh_ok_in(there, "ip link set dev lo up && ip link set dev v1 up group 77");
	assert_errno(nc, netcfg_netns_delete_links(nc, "x"), expected);
	assert_int_equal(count_links_in(there), 1);
	assert_int_equal(count_links(), 1);
	assert_link_flag(there, "lo", "UP");
	assert_errno(nc, netcfg_netns_delete_links(nc, "x"), 0);
	sh_ok("ip link add name out type veth peer name in netns x");
	assert_true(link_in(there, "in"));
	assert_errno(nc, netcfg_netns_delete_links(nc, "x"), 1);
	assert_ok(nc, netcfg_netns_delete(nc, "x"));
	close(there);
}

/* A VLAN or macvlan whose parent is outside goes, the parent stays. */
static void parents_outside(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int there = netns_new_named("x");

	need(have_kind("macvlan") || (close(there), false), "macvlan");
	sh_ok("ip link add name v0 type veth peer name v1 && ip link set dev v0 mtu 1400");
	sh_ok("for i in 0 1 2; do ip link add name m$i link v0 type macvlan; done");
	sh_ok("ip link set dev m1 netns x && ip link set dev m2 netns x");
	assert_errno(nc, netcfg_netns_delete_links(nc, "x"), 2);
	assert_int_equal(count_links(), 4);
	assert_true(link_here("m0"));
	assert_link(-1, "v0", "mtu", "1400");
	assert_int_equal(count_links_in(there), 1);
	close(there);
}

static void bad_names(void **state)
{
	static const char *const bad[] = { NULL, "", ".", "..", "a/b" };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	char *picture;

	pairs_make(nc, "a", 2);
	picture = links_picture();
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_unsent(nc, netcfg_netns_delete_links(nc, bad[i]), -EINVAL);
	assert_unsent(nc, netcfg_netns_delete_links(nc, "absent"), -ENOENT);
	assert_message_has(nc, "absent");
	sh_ok("ip netns add x && touch /run/netns/file");
	assert_unsent(nc, netcfg_netns_delete_links(nc, "file"), -EINVAL);
	assert_unsent(nc, netcfg_netns_delete_links(nc, "1"), -ENOENT);
	links_picture_same(picture);
}

/* Many at once, by few requests: two each, a sweep for each 256, and one list. */
static void many(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_link_config *in = LINK_CONFIG(.netns = "x");
	struct netcfg_stats before, delta;
	struct names names;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	names_make(&names, "a", 300);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 300; i++)
		assert_ok(nc, netcfg_veth_create(nc, names.list[i], names.list[i], NULL, in));
	assert_ok(nc, netcfg_batch_commit(nc));
	before = stats_now(nc);
	assert_errno(nc, netcfg_netns_delete_links(nc, "x"), 300);
	delta = stats_since(nc, &before);
	assert_int_equal(delta.dumps, 1);
	assert_int_equal(delta.requests, 1 + 2 * 300 + 2);
	assert_int_equal(count_links(), 1);
	names_free(&names);
}

/* The results of the handle's own batch, and its namespace, have no part in it. */
static void handle_is_left_alone(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int home = ((struct sandbox *)*state)->netns_fd;
	struct netcfg *in;

	sh_ok("ip netns add x && ip netns add y && ip link add name out type veth peer name in "
	      "netns x");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_link_set_up(nc, "nobody"));
	assert_errno(nc, netcfg_netns_delete_links(nc, "x"), -EBUSY);
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_errno(nc, netcfg_netns_delete_links(nc, "x"), 1);
	assert_position(nc, 0, -ENODEV);
	/* By a handle that is elsewhere; even the one it is bound to itself. */
	sh_ok("ip link add name out type veth peer name in netns x");
	assert_ok(NULL, netcfg_open_netns(&in, "y"));
	assert_errno(in, netcfg_netns_delete_links(in, "x"), 1);
	sh_ok("ip link add name out type veth peer name in netns y");
	assert_errno(in, netcfg_netns_delete_links(in, "y"), 1);
	netcfg_close(in);
	assert_ok(nc, netcfg_netns_attach(nc, "here", home));
	sh_ok("ip link add name out type veth peer name in");
	assert_errno(nc, netcfg_netns_delete_links(nc, "here"), 2);
	assert_int_equal(count_links(), 1);
}

/* A cache must not know the outer ends any more: they are gone with the inner ones. */
static void cache_forgets(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	sh_ok("ip netns add x && ip link add name out type veth peer name in netns x");
	assert_ok(nc, netcfg_cache_enable(nc));
	assert_ok(nc, netcfg_addr_add(nc, "out", "192.0.2.1/24", NULL));
	assert_errno(nc, netcfg_netns_delete_links(nc, "x"), 1);
	sh_ok("ip link add name out type veth peer name in netns x");
	assert_ok(nc, netcfg_addr_add(nc, "out", "192.0.2.1/24", NULL));
	sh_ok("ip addr show dev out | grep -q 192.0.2.1/24");
}

#define PAIRS 40

/* Deletes the same by the outer ends, or all of it too. */
static int delete_beside(struct side *self, void *arg)
{
	const bool all = arg != NULL;
	char name[16];
	struct netcfg *nc;

	side_check(netcfg_open(&nc) == 0);
	side_check(side_tell(self) && side_await(self));
	if (all)
		side_check(netcfg_netns_delete_links(nc, "x") >= 0);
	for (int i = 0; i < PAIRS && !all; i++) {
		int err;

		snprintf(name, sizeof(name), "a%d", i);
		err = netcfg_link_delete(nc, name);
		side_check(err == 0 || err == -ENODEV);
	}
	netcfg_close(nc);
	return 0;
}

/* What somebody else was faster with is gone, which is what was asked for. */
static void somebody_is_faster(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_link_config *in = LINK_CONFIG(.netns = "x");
	char name[16];
	struct side side;
	int result;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	for (int round = 0; round < 20; round++) {
		assert_ok(nc, netcfg_batch_begin(nc, 0));
		for (int i = 0; i < PAIRS; i++) {
			snprintf(name, sizeof(name), "a%d", i);
			assert_ok(nc, netcfg_veth_create(nc, name, name, NULL, in));
		}
		assert_ok(nc, netcfg_batch_commit(nc));
		side_start(&side, delete_beside, round % 2 ? &side : NULL);
		assert_true(side_await(&side) && side_tell(&side));
		result = netcfg_netns_delete_links(nc, "x");
		assert_int_equal(side_end(&side), 0);
		assert_in_range(result, 0, PAIRS);
		assert_int_equal(count_links(), 1);
	}
}

static int delete_without_privilege(void *userdata)
{
	struct netcfg *nc;

	(void)userdata;
	side_check(netcfg_open(&nc) == 0);
	side_check(side_drop_privilege() == 0);
	side_check(netcfg_netns_delete_links(nc, "x") == -EPERM);
	netcfg_close(nc);
	return 0;
}

static void without_privilege(void **state)
{
	(void)state;
	sh_ok("ip netns add x && ip link add name out type veth peer name in netns x");
	assert_int_equal(in_child(-1, delete_without_privilege, NULL), 0);
	assert_true(link_here("out"));
}

/* Answers of 40 KiB do not fit the receive buffer together: the links go one by one. */
static void long_answers(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	sh_ok("w=$(printf '%%0100d' 0); for i in 0 1 2 3 4 5 6 7 8 9; do "
	      "ip -n x link add a$i type veth peer name b$i; a=; "
	      "for j in $(seq 300); do a=\"$a altname $i-$j-$w\"; done; "
	      "ip -n x link property add dev a$i $a; done");
	assert_errno(nc, netcfg_netns_delete_links(nc, "x"), 20);
	assert_ok(nc, netcfg_netns_delete(nc, "x"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b76_names_are_free),
		sandbox_test(b86_every_kind),
		sandbox_test(parents_outside),
		sandbox_test(bad_names),
		sandbox_test(many),
		sandbox_test(handle_is_left_alone),
		sandbox_test(cache_forgets),
		sandbox_test(somebody_is_faster),
		sandbox_test(without_privilege),
		sandbox_test(long_answers),
	};

	return side_main(tests);
}
