/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The rules of struct netcfg_link_config, in every function that takes one. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

/* A call with everything right but the config. v0 and v1 are there, and br0. */
struct taker {
	const char *what;
	int (*call)(struct netcfg *nc, const struct netcfg_link_config *config);
	const char *kind; /* what the kernel must have for it to succeed, or NULL */
	bool creates;
};

static int take_dummy(struct netcfg *nc, const struct netcfg_link_config *config)
{
	return netcfg_dummy_create(nc, "new", config);
}

static int take_near(struct netcfg *nc, const struct netcfg_link_config *config)
{
	return netcfg_veth_create(nc, "new", "new2", config, NULL);
}

static int take_far(struct netcfg *nc, const struct netcfg_link_config *config)
{
	return netcfg_veth_create(nc, "new2", "new", NULL, config);
}

static int take_vlan(struct netcfg *nc, const struct netcfg_link_config *config)
{
	return netcfg_vlan_create(nc, "new", "v0", 5, NULL, config);
}

static int take_bridge(struct netcfg *nc, const struct netcfg_link_config *config)
{
	return netcfg_bridge_create(nc, "new", NULL, config);
}

static int take_macvlan(struct netcfg *nc, const struct netcfg_link_config *config)
{
	return netcfg_macvlan_create(nc, "new", "v0", NULL, config);
}

static int take_vxlan(struct netcfg *nc, const struct netcfg_link_config *config)
{
	return netcfg_vxlan_create(nc, "new", 5, NULL, config);
}

static int take_ipvlan(struct netcfg *nc, const struct netcfg_link_config *config)
{
	return netcfg_ipvlan_create(nc, "new", "v0", NULL, config);
}

static int take_vrf(struct netcfg *nc, const struct netcfg_link_config *config)
{
	return netcfg_vrf_create(nc, "new", 10, config);
}

static int take_bond(struct netcfg *nc, const struct netcfg_link_config *config)
{
	return netcfg_bond_create(nc, "new", NULL, config);
}

static int take_set(struct netcfg *nc, const struct netcfg_link_config *config)
{
	return netcfg_link_set(nc, "v0", config);
}

static int take_set_by_index(struct netcfg *nc, const struct netcfg_link_config *config)
{
	return netcfg_link_set_by_index(nc, link_index_here("v0"), config);
}

static const struct taker takers[] = {
	{ "netcfg_dummy_create", take_dummy, "dummy", true },
	{ "netcfg_veth_create", take_near, NULL, true },
	{ "netcfg_veth_create, the peer", take_far, NULL, true },
	{ "netcfg_vlan_create", take_vlan, "vlan", true },
	{ "netcfg_bridge_create", take_bridge, "bridge", true },
	{ "netcfg_macvlan_create", take_macvlan, "macvlan", true },
	{ "netcfg_vxlan_create", take_vxlan, "vxlan", true },
	{ "netcfg_ipvlan_create", take_ipvlan, "ipvlan", true },
	{ "netcfg_vrf_create", take_vrf, "vrf", true },
	{ "netcfg_bond_create", take_bond, "bond", true },
	{ "netcfg_link_set", take_set, NULL, false },
	{ "netcfg_link_set_by_index", take_set_by_index, NULL, false },
};

static void make_links(void)
{
	sh_ok("ip netns add n1");
	sh_ok("ip link add v0 type veth peer name v1");
	sh_ok("ip link add br0 type bridge");
}

#define LINKS_MADE 4

/* Every function refuses it, unsent, makes nothing, and names what is wrong. */
static void refuse_everywhere(struct netcfg *nc, const struct netcfg_link_config *config,
			      int expected, const char *named)
{
	for (size_t i = 0; i < ARRAY_SIZE(takers); i++) {
		print_message("  %s\n", takers[i].what);
		assert_unsent(nc, takers[i].call(nc, config), expected);
		assert_message_has(nc, named);
		assert_int_equal(count_links(), LINKS_MADE);
	}
}

/* A size of this library's or a later one's, with nothing in the part we do not know. */
struct later_config {
	struct netcfg_link_config known;
	unsigned char tail[24];
};

static void test_size_too_small(void **state)
{
	static const size_t sizes[] = { 0, 1, sizeof(size_t),
					sizeof(struct netcfg_link_config) - 1 };
	struct sandbox *box = *state;
	struct netcfg_link_config config = { .mtu = 1400 };

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		config.size = sizes[i];
		refuse_everywhere(box->nc, &config, -EINVAL, "size");
	}
	assert_link(-1, "v0", "mtu", "1500");
}

static void test_later_fields_set(void **state)
{
	struct sandbox *box = *state;
	struct later_config config = { .known = { .size = sizeof(config), .mtu = 1400 } };

	make_links();
	for (size_t i = 0; i < sizeof(config.tail); i++) {
		memset(config.tail, 0, sizeof(config.tail));
		config.tail[i] = 1;
		refuse_everywhere(box->nc, &config.known, -E2BIG, "");
	}
	/* The tail alone counts: the last byte of the size is the last that is looked at. */
	config.known.size = sizeof(struct netcfg_link_config) + 1;
	assert_ok(box->nc, netcfg_link_set(box->nc, "v0", &config.known));
	assert_link(-1, "v0", "mtu", "1400");
}

static void test_later_fields_zero(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct later_config config = { .known = { .size = sizeof(config), .mtu = 1400 } };

	make_links();
	sh_ok("ip link set v0 mtu 1450");
	for (size_t i = 0; i < ARRAY_SIZE(takers); i++) {
		const bool possible = !takers[i].kind || have_kind(takers[i].kind);

		print_message("  %s\n", takers[i].what);
		assert_errno(nc, takers[i].call(nc, &config.known), possible ? 0 : -EOPNOTSUPP);
		if (!possible)
			continue;
		assert_link(-1, takers[i].creates ? "new" : "v0", "mtu", "1400");
		if (takers[i].creates)
			sh_ok("ip link del new");
	}
}

static void test_flags(void **state)
{
	static const uint32_t bad[] = { 1u << 7, 1u << 8, 1u << 31, UINT32_MAX,
					NETCFG_LINK_UP | NETCFG_LINK_DOWN };
	struct sandbox *box = *state;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		refuse_everywhere(box->nc, LINK_CONFIG(.flags = bad[i]), -EINVAL, "");
}

static void test_states(void **state)
{
	static const uint32_t bad[] = { NETCFG_LINK_STATE_UP,
					NETCFG_LINK_STATE_BROADCAST,
					NETCFG_LINK_STATE_RUNNING,
					NETCFG_LINK_STATE_LOWER_UP,
					1u << 31,
					UINT32_MAX };
	struct sandbox *box = *state;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		refuse_everywhere(box->nc, LINK_CONFIG(.state_on = bad[i]), -EINVAL, "state_on");
		refuse_everywhere(box->nc, LINK_CONFIG(.state_off = bad[i]), -EINVAL, "state_off");
	}
	refuse_everywhere(box->nc,
			  LINK_CONFIG(.state_on = NETCFG_LINK_STATE_NOARP,
				      .state_off = NETCFG_LINK_STATE_NOARP),
			  -EINVAL, "state_off");
	refuse_everywhere(box->nc, LINK_CONFIG(.ifindex = -1), -EINVAL, "ifindex");
	refuse_everywhere(box->nc, LINK_CONFIG(.gso_max_segs = 65536), -EINVAL, "gso_max_segs");
}

static void test_addr_gen_mode(void **state)
{
	static const uint32_t bad[] = { 4, 255, 256, 257, UINT32_MAX };
	struct sandbox *box = *state;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		refuse_everywhere(
			box->nc,
			LINK_CONFIG(.addr_gen_mode = bad[i], .flags = NETCFG_LINK_ADDR_GEN_MODE),
			-EINVAL, "addr_gen_mode");
	/* Without its flag it is not read. */
	assert_ok(box->nc, netcfg_link_set(box->nc, "v0", LINK_CONFIG(.addr_gen_mode = 4)));
}

/* B18: as text: six pairs of hexadecimal digits and nothing else. */
static void b18_mac_text(void **state)
{
	static const char *const bad[] = {
		"",
		"02",
		"02:00:00:00:00",
		"02:00:00:00:00:",
		":02:00:00:00:00:01",
		"02:00:00:00:00:01:",
		"02:00:00:00:00:01:02",
		"02:00:00:00:00:01:02:03",
		"2:0:0:0:0:1",
		"02-00-00-00-00-01",
		"0200.0000.0001",
		"020000000001",
		"02:00:00:00:00:0g",
		"02:00:00:00:00:1",
		"02:00:00:00:00:001",
		"02:00:00:00:00:-1",
		"02:00:00:00:00:+1",
		"02:00:00:00:00:0x1",
		" 02:00:00:00:00:01",
		"02:00:00:00:00:01 ",
		"02:00:00:00:00:01\n",
		"02:00:00:00: 0:01",
		"02::00:00:00:00:01",
		"192.0.2.1",
		"random",
	};
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		refuse_everywhere(nc, LINK_CONFIG(.mac = bad[i]), -EINVAL, "mac");
		assert_unsent(nc, netcfg_link_set_mac(nc, "v0", bad[i]), -EINVAL);
		assert_message_has(nc, "mac");
	}
	assert_unsent(nc, netcfg_link_set_mac(nc, "v0", NULL), -EINVAL);
}

/* B18: not "no such address", but the kind of MAC that no link can have. */
static void b18_mac_of_a_group(void **state)
{
	static const char *const bad[] = { "4b:8b:00:00:00:01", "e7:d1:00:00:00:01",
					   "01:00:5e:00:00:01", "33:33:00:00:00:01",
					   "ff:ff:ff:ff:ff:ff", "FF:FF:FF:FF:FF:FF",
					   "00:00:00:00:00:00" };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		refuse_everywhere(nc, LINK_CONFIG(.mac = bad[i]), -EADDRNOTAVAIL, "mac");
		assert_unsent(nc, netcfg_link_set_mac(nc, "v0", bad[i]), -EADDRNOTAVAIL);
		assert_message_has(nc, "mac");
	}
}

/* B21 */
static void b21_alias_too_long(void **state)
{
	static const size_t lengths[] = { 256, 280, 70000 };
	struct sandbox *box = *state;

	make_links();
	sh_ok("ip link set v0 alias old");
	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		char *alias = malloc(lengths[i] + 1);

		assert_non_null(alias);
		memset(alias, 'a', lengths[i]);
		alias[lengths[i]] = '\0';
		refuse_everywhere(box->nc, LINK_CONFIG(.alias = alias), -ERANGE, "alias");
		free(alias);
	}
	assert_link(-1, "v0", "ifalias", "\"old\"");
}

/* B22: a number that only became big on its way through uint32_t. */
static void b22_mtu_of_minus_one(void **state)
{
	static const uint32_t bad[] = { (uint32_t)INT32_MAX + 1, UINT32_MAX - 1, UINT32_MAX };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		refuse_everywhere(nc, LINK_CONFIG(.mtu = bad[i]), -EINVAL, "mtu");
		assert_unsent(nc, netcfg_link_set_mtu(nc, "v0", bad[i]), -EINVAL);
		assert_message_has(nc, "mtu");
	}
}

static void test_create_only_and_set_only(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(takers); i++) {
		if (takers[i].creates) {
			assert_unsent(nc, takers[i].call(nc, LINK_CONFIG(.name = "x")), -EINVAL);
			assert_message_has(nc, "name");
			continue;
		}
		assert_unsent(nc, takers[i].call(nc, LINK_CONFIG(.num_tx_queues = 1)), -EINVAL);
		assert_message_has(nc, "num_tx_queues");
		assert_unsent(nc, takers[i].call(nc, LINK_CONFIG(.num_rx_queues = 1)), -EINVAL);
		assert_message_has(nc, "num_rx_queues");
		assert_unsent(nc, takers[i].call(nc, LINK_CONFIG(.ifindex = 70)), -EINVAL);
		assert_message_has(nc, "ifindex");
	}
	assert_int_equal(count_links(), LINKS_MADE);
	assert_true(link_here("v0"));
}

static void test_more_than_one_netns(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int pid = (int)getpid();
	const uint32_t by_fd = NETCFG_LINK_NETNS_FD;
	const uint32_t by_pid = NETCFG_LINK_NETNS_PID;
	int there;

	make_links();
	there = netns_open_named("n1");
	refuse_everywhere(nc, LINK_CONFIG(.netns = "n1", .flags = by_fd, .netns_fd = there),
			  -EINVAL, "netns");
	refuse_everywhere(nc, LINK_CONFIG(.netns = "n1", .flags = by_pid, .netns_pid = pid),
			  -EINVAL, "netns");
	refuse_everywhere(nc,
			  LINK_CONFIG(.flags = by_fd | by_pid, .netns_fd = there, .netns_pid = pid),
			  -EINVAL, "netns");
	refuse_everywhere(nc,
			  LINK_CONFIG(.netns = "n1", .flags = by_fd | by_pid, .netns_fd = there,
				      .netns_pid = pid),
			  -EINVAL, "netns");
	assert_int_equal(count_links_in(there), 1);
	close(there);
}

/* A master is looked up here; the link is to be elsewhere. */
static void test_master_and_netns(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int pid = (int)getpid();
	int there;

	make_links();
	there = netns_open_named("n1");
	refuse_everywhere(nc, LINK_CONFIG(.master = "br0", .netns = "n1"), -EINVAL, "master");
	refuse_everywhere(
		nc, LINK_CONFIG(.master = "br0", .flags = NETCFG_LINK_NETNS_FD, .netns_fd = there),
		-EINVAL, "master");
	refuse_everywhere(
		nc, LINK_CONFIG(.master = "br0", .flags = NETCFG_LINK_NETNS_PID, .netns_pid = pid),
		-EINVAL, "master");
	close(there);
}

static void test_bad_names_of_netns(void **state)
{
	static const char *const bad[] = { "", ".", "..", "a/b", "/run/netns/n1", "../n1", "n1/" };
	struct sandbox *box = *state;
	char too_long[257];

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		refuse_everywhere(box->nc, LINK_CONFIG(.netns = bad[i]), -EINVAL, "netns");
	memset(too_long, 'n', 256);
	too_long[256] = '\0';
	refuse_everywhere(box->nc, LINK_CONFIG(.netns = too_long), -EINVAL, "netns");
}

/* Nothing was made and the link that was to move is here. */
static void fail_everywhere(struct netcfg *nc, const struct netcfg_link_config *config,
			    int expected)
{
	for (size_t i = 0; i < ARRAY_SIZE(takers); i++) {
		print_message("  %s\n", takers[i].what);
		assert_errno(nc, takers[i].call(nc, config), expected);
		if (expected == -ESRCH)
			assert_cause_has(nc, ESRCH, "netns_pid");
		assert_int_equal(count_links(), LINKS_MADE);
		assert_true(link_here("v0"));
	}
}

/* B80: each in its own words. A namespace of another type is none of ours. */
static void b80_absent_netns(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
	const int mount_ns = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
	const pid_t gone = netns_process();
	const uint32_t by_fd = NETCFG_LINK_NETNS_FD;

	assert_true(file >= 0 && mount_ns >= 0);
	netns_process_end(gone);
	make_links();
	sh_ok("touch /run/netns/file");
	fail_everywhere(nc, LINK_CONFIG(.netns = "absent"), -ENOENT);
	assert_message_has(nc, "absent");
	fail_everywhere(nc, LINK_CONFIG(.netns = "file"), -EINVAL);
	fail_everywhere(nc, LINK_CONFIG(.flags = by_fd, .netns_fd = -1), -EBADF);
	fail_everywhere(nc, LINK_CONFIG(.flags = by_fd, .netns_fd = 1000000), -EBADF);
	fail_everywhere(nc, LINK_CONFIG(.flags = by_fd, .netns_fd = file), -EINVAL);
	fail_everywhere(nc, LINK_CONFIG(.flags = by_fd, .netns_fd = mount_ns), -EINVAL);
	fail_everywhere(nc, LINK_CONFIG(.flags = NETCFG_LINK_NETNS_PID, .netns_pid = gone), -ESRCH);
	close(file);
	close(mount_ns);
}

/* What is not asked to be read is not read. */
static void test_fields_without_their_flag(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_link_config *config =
		LINK_CONFIG(.netns_fd = -1, .netns_pid = -1, .tx_queue_len = 7, .group = 7);

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(takers); i++) {
		const char *name = takers[i].creates ? "new" : "v0";

		if (takers[i].kind && !have_kind(takers[i].kind))
			continue;
		assert_ok(nc, takers[i].call(nc, config));
		assert_link_not(-1, name, "group", "\"7\"");
		assert_link_not(-1, name, "txqlen", "7");
		if (takers[i].creates)
			sh_ok("ip link del new");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_size_too_small),
		sandbox_test(test_later_fields_set),
		sandbox_test(test_later_fields_zero),
		sandbox_test(test_flags),
		sandbox_test(test_states),
		sandbox_test(test_addr_gen_mode),
		sandbox_test(b18_mac_text),
		sandbox_test(b18_mac_of_a_group),
		sandbox_test(b21_alias_too_long),
		sandbox_test(b22_mtu_of_minus_one),
		sandbox_test(test_create_only_and_set_only),
		sandbox_test(test_more_than_one_netns),
		sandbox_test(test_master_and_netns),
		sandbox_test(test_bad_names_of_netns),
		sandbox_test(b80_absent_netns),
		sandbox_test(test_fields_without_their_flag),
	};

	return sandbox_main(tests);
}
