/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* veth creates that fail: neither end is left, and the message says which one it was. */
#include <fcntl.h>
#include <unistd.h>

#include "support/test.h"

static void nothing_is_left(int n1, int here)
{
	assert_int_equal(count_links(), here);
	assert_int_equal(count_links_in(n1), 2);
	assert_false(link_here("near") || link_here("far"));
	assert_false(link_in(n1, "near") || link_in(n1, "far"));
}

/* n1 with a link "taken" in it. */
static int make_target(void)
{
	const int there = netns_new_named("n1");

	sh_ok_in(there, "ip link add taken type bridge");
	return there;
}

/* B34: taken in the target, by either end. */
static void b34_taken_in_target(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = make_target();

	assert_errno(nc, netcfg_veth_create(nc, "near", "taken", NULL, LINK_CONFIG(.netns = "n1")),
		     -EEXIST);
	assert_cause_has(nc, EEXIST, "\"taken\"");
	assert_cause_lacks(nc, EEXIST, "near");
	nothing_is_left(there, 1);
	assert_errno(nc, netcfg_veth_create(nc, "taken", "far", LINK_CONFIG(.netns = "n1"), NULL),
		     -EEXIST);
	assert_cause_has(nc, EEXIST, "\"taken\"");
	assert_cause_lacks(nc, EEXIST, "far");
	nothing_is_left(there, 1);
	/* Free here and of no use there. */
	assert_errno(nc,
		     netcfg_veth_create(nc, "taken", "far", LINK_CONFIG(.netns = "n1"),
					LINK_CONFIG(.netns = "n1")),
		     -EEXIST);
	nothing_is_left(there, 1);
	close(there);
}

/* The same with an alternative name. */
static void test_taken_as_altname_in_target(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = make_target();

	sh_ok_in(there, "ip link property add dev taken altname alt0");
	assert_errno(nc, netcfg_veth_create(nc, "near", "alt0", NULL, LINK_CONFIG(.netns = "n1")),
		     -EEXIST);
	assert_cause_has(nc, EEXIST, "\"alt0\"");
	nothing_is_left(there, 1);
	assert_errno(nc, netcfg_veth_create(nc, "alt0", "far", LINK_CONFIG(.netns = "n1"), NULL),
		     -EEXIST);
	nothing_is_left(there, 1);
	close(there);
}

/* B34: the far end's namespace is none. */
static void b34_far_netns_is_none(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = make_target();
	const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
	const pid_t gone = netns_process();

	assert_true(file >= 0);
	netns_process_end(gone);
	assert_errno(
		nc,
		netcfg_veth_create(nc, "near", "far", NULL,
				   LINK_CONFIG(.flags = NETCFG_LINK_NETNS_FD, .netns_fd = file)),
		-EINVAL);
	assert_cause_has(nc, EINVAL, "peer.netns_fd");
	assert_errno(
		nc,
		netcfg_veth_create(nc, "near", "far", NULL,
				   LINK_CONFIG(.flags = NETCFG_LINK_NETNS_PID, .netns_pid = gone)),
		-ESRCH);
	assert_cause_has(nc, ESRCH, "peer.netns_pid");
	assert_errno(
		nc,
		netcfg_veth_create(nc, "near", "far",
				   LINK_CONFIG(.flags = NETCFG_LINK_NETNS_PID, .netns_pid = gone),
				   LINK_CONFIG(.flags = NETCFG_LINK_NETNS_PID,
					       .netns_pid = getpid())),
		-ESRCH);
	assert_cause_has(nc, ESRCH, "link.netns_pid");
	assert_errno(nc, netcfg_veth_create(nc, "near", "far", NULL, LINK_CONFIG(.netns = "n9")),
		     -ENOENT);
	assert_message_has(nc, "n9");
	assert_errno(nc,
		     netcfg_veth_create(nc, "near", "far", LINK_CONFIG(.netns = "n1"),
					LINK_CONFIG(.netns = "n9")),
		     -ENOENT);
	nothing_is_left(there, 1);
	close(file);
	close(there);
}

/* A master that is not there is found out before anything is sent. */
static void test_master_is_absent(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_link_config *config = LINK_CONFIG(.master = "absent");
	struct netcfg_stats before = stats_now(nc);
	struct netcfg_stats delta;

	assert_errno(nc, netcfg_veth_create(nc, "near", "far", config, NULL), -ENODEV);
	assert_message_has(nc, "\"absent\"");
	assert_errno(nc, netcfg_veth_create(nc, "near", "far", NULL, config), -ENODEV);
	assert_message_has(nc, "\"absent\"");
	delta = stats_since(nc, &before);
	assert_int_equal(delta.requests, 0);
	assert_int_equal(count_links(), 1);
}

/* The pair is taken back when only its last step fails. */
static void test_follow_up_fails(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = make_target();
	const struct netcfg_link_config *no_bridge =
		LINK_CONFIG(.master = "w0", .flags = NETCFG_LINK_UP, .alias = "x");
	const struct netcfg_link_config *itself = LINK_CONFIG(.master = "near");

	sh_ok("ip link add w0 type veth peer name w1");
	assert_errno(nc, netcfg_veth_create(nc, "near", "far", NULL, no_bridge), -EOPNOTSUPP);
	assert_message_has(nc, "far");
	nothing_is_left(there, 3);
	assert_errno(nc,
		     netcfg_veth_create(nc, "near", "far", LINK_CONFIG(.netns = "n1"), no_bridge),
		     -EOPNOTSUPP);
	nothing_is_left(there, 3);
	assert_errno(nc, netcfg_veth_create(nc, "near", "far", no_bridge, NULL), -EOPNOTSUPP);
	nothing_is_left(there, 3);
	/* It is not there yet when it is looked up. */
	assert_errno(nc, netcfg_veth_create(nc, "near", "far", NULL, itself), -ENODEV);
	nothing_is_left(there, 3);
	assert_ok(nc, netcfg_veth_create(nc, "near", "far", NULL, NULL));
	close(there);
}

/* B22: out of the kind's range, on either end. */
static void b22_mtu_out_of_range(void **state)
{
	static const uint32_t bad[] = { 1, 67, 65536, 70000, INT32_MAX };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = make_target();

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		assert_errno(
			nc, netcfg_veth_create(nc, "near", "far", LINK_CONFIG(.mtu = bad[i]), NULL),
			-EINVAL);
		assert_errno(
			nc, netcfg_veth_create(nc, "near", "far", NULL, LINK_CONFIG(.mtu = bad[i])),
			-EINVAL);
		assert_errno(nc,
			     netcfg_veth_create(nc, "near", "far", LINK_CONFIG(.netns = "n1"),
						LINK_CONFIG(.netns = "n1", .mtu = bad[i])),
			     -EINVAL);
	}
	nothing_is_left(there, 1);
	/* The kernel does not say whose it is: then none may be blamed alone. */
	assert_errno(nc,
		     netcfg_veth_create(nc, "near", "far", LINK_CONFIG(.mtu = 1500),
					LINK_CONFIG(.mtu = 70000)),
		     -EINVAL);
	if (strstr(netcfg_error_message(nc), "the mtu"))
		assert_cause_has(nc, EINVAL, "70000 of far");
	assert_ok(nc, netcfg_veth_create(nc, "near", "far", LINK_CONFIG(.mtu = 68),
					 LINK_CONFIG(.mtu = 65535)));
	assert_link(-1, "near", "mtu", "68");
	assert_link(-1, "far", "mtu", "65535");
	close(there);
}

static void test_too_many_queues(void **state)
{
	static const uint32_t bad[] = { 4097, 65536, UINT32_MAX };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		assert_errno(nc,
			     netcfg_veth_create(nc, "near", "far",
						LINK_CONFIG(.num_tx_queues = bad[i]), NULL),
			     -EINVAL);
		assert_errno(nc,
			     netcfg_veth_create(nc, "near", "far", NULL,
						LINK_CONFIG(.num_rx_queues = bad[i])),
			     -EINVAL);
	}
	assert_int_equal(count_links(), 1);
}

/* B13: the code is the same each time, so that a script can be run again. */
static void b13_again(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_ok(nc, netcfg_veth_create(nc, "near", "far", NULL, NULL));
	for (int i = 0; i < 3; i++)
		assert_errno(nc, netcfg_veth_create(nc, "near", "far", NULL, NULL), -EEXIST);
	assert_ok(nc, netcfg_link_delete(nc, "far"));
	assert_false(link_here("near"));
	for (int i = 0; i < 3; i++) {
		assert_errno(nc, netcfg_link_delete(nc, "near"), -ENODEV);
		assert_errno(nc, netcfg_link_delete(nc, "far"), -ENODEV);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b34_taken_in_target),   sandbox_test(test_taken_as_altname_in_target),
		sandbox_test(b34_far_netns_is_none), sandbox_test(test_master_is_absent),
		sandbox_test(test_follow_up_fails),  sandbox_test(b22_mtu_out_of_range),
		sandbox_test(test_too_many_queues),  sandbox_test(b13_again),
	};

	return sandbox_main(tests);
}
