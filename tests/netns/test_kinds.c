/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What holds for the create of every kind. Dummy, veth and VLAN have more of it in their own tests. */
#include <unistd.h>

#include "support/test.h"

struct kind {
	const char *name;
	int (*create)(struct netcfg *nc, const char *name, const struct netcfg_link_config *link);
	bool has_parent; /* p0 */
	int as_port;     /* the result of a create as a bridge's port */
	int small_mtu;   /* of one with an addr_gen_mode and an MTU too small for IPv6 */
};

static int create_bridge(struct netcfg *nc, const char *name, const struct netcfg_link_config *link)
{
	return netcfg_bridge_create(nc, name, NULL, link);
}

static int create_dummy(struct netcfg *nc, const char *name, const struct netcfg_link_config *link)
{
	return netcfg_dummy_create(nc, name, link);
}

static int create_vlan(struct netcfg *nc, const char *name, const struct netcfg_link_config *link)
{
	return netcfg_vlan_create(nc, name, "p0", 5, NULL, link);
}

static int create_macvlan(struct netcfg *nc, const char *name,
			  const struct netcfg_link_config *link)
{
	return netcfg_macvlan_create(nc, name, "p0", NULL, link);
}

static int create_vxlan(struct netcfg *nc, const char *name, const struct netcfg_link_config *link)
{
	return netcfg_vxlan_create(nc, name, 5, NULL, link);
}

static int create_ipvlan(struct netcfg *nc, const char *name, const struct netcfg_link_config *link)
{
	return netcfg_ipvlan_create(nc, name, "p0", NULL, link);
}

static int create_vrf(struct netcfg *nc, const char *name, const struct netcfg_link_config *link)
{
	return netcfg_vrf_create(nc, name, 10, link);
}

static int create_bond(struct netcfg *nc, const char *name, const struct netcfg_link_config *link)
{
	return netcfg_bond_create(nc, name, NULL, link);
}

static const struct kind kinds[] = {
	{ "bridge", create_bridge, false, -ELOOP, -EAFNOSUPPORT },
	{ "dummy", create_dummy, false, 0, -EAFNOSUPPORT },
	{ "vlan", create_vlan, true, 0, -EAFNOSUPPORT },
	{ "macvlan", create_macvlan, true, 0, -EAFNOSUPPORT },
	{ "vxlan", create_vxlan, false, 0, -EAFNOSUPPORT },
	{ "ipvlan", create_ipvlan, true, -EINVAL, -EAFNOSUPPORT },
	{ "vrf", create_vrf, false, -EINVAL, -EINVAL },
	{ "bond", create_bond, false, 0, -EAFNOSUPPORT },
};

/* Found out once: a try takes a second where the processor is emulated. */
static bool is_there(const struct kind *k)
{
	static signed char known[ARRAY_SIZE(kinds)];
	signed char *answer = &known[k - kinds];

	if (*answer == 0)
		*answer = have_kind(k->name) ? 1 : -1;
	return *answer > 0;
}

static void make_parent(void)
{
	sh_ok("ip link add p0 type veth peer name p1");
	sh_ok("ip link set p0 up; ip link set p1 up");
}

/* B30: a kernel without the kind says so, and that is all that happens. */
static void b30_kind_is_absent(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	make_parent();
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		const bool there = is_there(&kinds[i]);

		print_message("  %s: %s\n", kinds[i].name, there ? "there" : "absent");
		assert_errno(nc, kinds[i].create(nc, "new", NULL), there ? 0 : -EOPNOTSUPP);
		assert_int_equal(count_links(), there ? 4 : 3);
		if (there) {
			char kind[32];

			snprintf(kind, sizeof(kind), "\"%s\"", kinds[i].name);
			assert_link(-1, "new", "info_kind", kind);
			assert_ok(nc, netcfg_link_delete(nc, "new"));
		}
	}
}

/* B30: what was not made with a create of ours is deleted like anything else. */
static void b30_delete_tun(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	need(sh("ip tuntap add tun0 mode tun") == 0, "tun");
	assert_ok(nc, netcfg_link_delete(nc, "tun0"));
	assert_false(link_here("tun0"));
}

/* B35: each where it is to live, under a name that is taken here, with all that may follow. */
static void b35_other_namespace(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const pid_t pid = netns_process();
	const int of_pid = netns_of_process(pid);
	const int named = netns_new_named("n1");

	make_parent();
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		const struct netcfg_link_config ways[] = {
			{ .size = sizeof(ways[0]), .netns = "n1", .alias = "there" },
			{ .size = sizeof(ways[0]),
			  .netns_fd = named,
			  .addr_gen_mode = NETCFG_ADDR_GEN_NONE,
			  .flags = NETCFG_LINK_NETNS_FD | NETCFG_LINK_UP |
				   NETCFG_LINK_ADDR_GEN_MODE },
			{ .size = sizeof(ways[0]),
			  .netns_pid = pid,
			  .flags = NETCFG_LINK_NETNS_PID | NETCFG_LINK_UP },
			{ .size = sizeof(ways[0]),
			  .netns_pid = pid,
			  .alias = "there",
			  .state_on = NETCFG_LINK_STATE_ALLMULTI,
			  .flags = NETCFG_LINK_NETNS_PID },
		};
		char kind[32];

		if (!is_there(&kinds[i]))
			continue;
		snprintf(kind, sizeof(kind), "\"%s\"", kinds[i].name);
		for (size_t w = 0; w < ARRAY_SIZE(ways); w++) {
			const int there = w < 2 ? named : of_pid;

			print_message("  %s, way %zu\n", kinds[i].name, w);
			assert_ok(nc, kinds[i].create(nc, "p1", &ways[w]));
			assert_link(there, "p1", "info_kind", kind);
			if (ways[w].alias)
				assert_link(there, "p1", "ifalias", "\"there\"");
			if (ways[w].flags & NETCFG_LINK_UP)
				assert_link_flag(there, "p1", "UP");
			if (ways[w].state_on)
				assert_link_flag(there, "p1", "ALLMULTI");
			if (ways[w].flags & NETCFG_LINK_ADDR_GEN_MODE)
				assert_link(there, "p1", "inet6_addr_gen_mode", "\"none\"");
			assert_int_equal(count_links_in(there), 2);
			assert_int_equal(count_links(), 3);
			sh_ok_in(there, "ip link del p1");
		}
	}
	assert_link(-1, "p1", "info_kind", "\"veth\"");
	close(named);
	close(of_pid);
	netns_process_end(pid);
}

static void test_failures_leave_nothing(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int there = netns_new_named("n1");

	make_parent();
	sh_ok_in(there, "ip link add taken type bridge");
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		const struct kind *k = &kinds[i];

		if (!is_there(k))
			continue;
		print_message("  %s\n", k->name);
		assert_errno(nc, k->create(nc, "p1", NULL), -EEXIST);
		assert_cause_has(nc, EEXIST, "\"p1\"");
		assert_errno(nc, k->create(nc, "taken", LINK_CONFIG(.netns = "n1")), -EEXIST);
		assert_cause_has(nc, EEXIST, "\"taken\"");
		assert_errno(nc, k->create(nc, "new", LINK_CONFIG(.netns = "absent")), -ENOENT);
		assert_errno(nc, k->create(nc, "new", LINK_CONFIG(.master = "absent")), -ENODEV);
		assert_message_has(nc, "master \"absent\"");
		assert_errno(nc, k->create(nc, "new", LINK_CONFIG(.master = "p1")), -EOPNOTSUPP);
		/* The kernel takes the create and refuses what follows. */
		assert_errno(nc,
			     k->create(nc, "new",
				       LINK_CONFIG(.mtu = 1000, .netns = "n1",
						   .flags = NETCFG_LINK_ADDR_GEN_MODE)),
			     k->small_mtu);
		assert_int_equal(count_links(), 3);
		assert_int_equal(count_links_in(there), 2);
	}
	close(there);
}

/* Parent and master are made by the same batch, and its own end is used by it. */
static void test_batch(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		const struct kind *k = &kinds[i];
		struct netcfg_stats before, delta;

		if (!is_there(k))
			continue;
		print_message("  %s\n", k->name);
		before = stats_now(nc);
		assert_ok(nc, netcfg_batch_begin(nc, 0));
		assert_ok(nc, netcfg_bridge_create(nc, "br0", NULL, NULL));
		assert_ok(nc, netcfg_veth_create(nc, "p0", "p1", NULL, NULL));
		assert_ok(nc, k->create(nc, "new", LINK_CONFIG(.mtu = 1400, .alias = "x")));
		assert_ok(nc, netcfg_link_set_master(nc, "new", "br0"));
		assert_ok(nc, netcfg_link_set(nc, "new", LINK_CONFIG(.mtu = 1300)));
		assert_unsent(nc, k->create(nc, "new", NULL), 0);
		assert_int_equal(netcfg_batch_commit(nc), k->as_port ? 2 : 1);
		delta = stats_since(nc, &before);
		assert_int_equal(delta.dumps, 0);
		assert_int_equal(netcfg_batch_error(nc, 2), 0);
		assert_int_equal(netcfg_batch_error(nc, 3), k->as_port);
		assert_int_equal(netcfg_batch_error(nc, 4), 0);
		assert_int_equal(netcfg_batch_error(nc, 5), -EEXIST);
		assert_link(-1, "new", "mtu", "1300");
		assert_link(-1, "new", "ifalias", "\"x\"");
		if (!k->as_port)
			assert_link(-1, "new", "master", "\"br0\"");
		if (k->has_parent)
			assert_link(-1, "new", "link", "\"p0\"");
		sh_ok("ip link del new; ip link del br0; ip link del p0");
		/* A port from the first. */
		assert_ok(nc, netcfg_batch_begin(nc, 0));
		assert_ok(nc, netcfg_bridge_create(nc, "br0", NULL, NULL));
		assert_ok(nc, netcfg_veth_create(nc, "p0", "p1", NULL, NULL));
		assert_ok(nc, k->create(nc, "new", LINK_CONFIG(.master = "br0")));
		assert_int_equal(netcfg_batch_commit(nc), k->as_port ? 1 : 0);
		assert_int_equal(netcfg_batch_error(nc, 2), k->as_port);
		assert_true(link_here("new") == !k->as_port);
		if (!k->as_port)
			assert_link(-1, "new", "master", "\"br0\"");
		sh_ok("ip link del br0; ip link del p0");
		sh("ip link del new");
		assert_int_equal(count_links(), 1);
	}
}

/* A parent that the batch could not make is not looked for: whoever has its name is someone else. */
static void test_batch_without_parent(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	make_parent();
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (!kinds[i].has_parent || !is_there(&kinds[i]))
			continue;
		assert_ok(nc, netcfg_batch_begin(nc, 0));
		assert_ok(nc, netcfg_veth_create(nc, "p0", "other", NULL, NULL));
		assert_ok(nc, kinds[i].create(nc, "new", NULL));
		assert_int_equal(netcfg_batch_commit(nc), 2);
		assert_int_equal(netcfg_batch_error(nc, 1), -ENODEV);
		assert_int_equal(count_links(), 3);
	}
}

/* The kinds' own configs, by the rules of sized structs. */
union any_config {
	size_t size;
	struct netcfg_bridge_config bridge;
	struct netcfg_macvlan_config macvlan;
	struct netcfg_vxlan_config vxlan;
	struct netcfg_ipvlan_config ipvlan;
	struct netcfg_bond_config bond;
	unsigned char bytes[256];
};

static int take_bridge(struct netcfg *nc, const union any_config *config)
{
	return netcfg_bridge_create(nc, "new", &config->bridge, NULL);
}

static int take_macvlan(struct netcfg *nc, const union any_config *config)
{
	return netcfg_macvlan_create(nc, "new", "p0", &config->macvlan, NULL);
}

static int take_vxlan(struct netcfg *nc, const union any_config *config)
{
	return netcfg_vxlan_create(nc, "new", 5, &config->vxlan, NULL);
}

static int take_ipvlan(struct netcfg *nc, const union any_config *config)
{
	return netcfg_ipvlan_create(nc, "new", "p0", &config->ipvlan, NULL);
}

static int take_bond(struct netcfg *nc, const union any_config *config)
{
	return netcfg_bond_create(nc, "new", &config->bond, NULL);
}

static const struct {
	const char *kind;
	size_t size;
	int (*take)(struct netcfg *nc, const union any_config *config);
} takers[] = {
	{ "bridge", sizeof(struct netcfg_bridge_config), take_bridge },
	{ "macvlan", sizeof(struct netcfg_macvlan_config), take_macvlan },
	{ "vxlan", sizeof(struct netcfg_vxlan_config), take_vxlan },
	{ "ipvlan", sizeof(struct netcfg_ipvlan_config), take_ipvlan },
	{ "bond", sizeof(struct netcfg_bond_config), take_bond },
};

static void test_config_sizes(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;

	make_parent();
	for (size_t i = 0; i < ARRAY_SIZE(takers); i++) {
		const size_t bad[] = { 0, 1, sizeof(size_t), takers[i].size - 1 };
		union any_config config;

		print_message("  %s\n", takers[i].kind);
		memset(&config, 0, sizeof(config));
		for (size_t j = 0; j < ARRAY_SIZE(bad); j++) {
			config.size = bad[j];
			assert_unsent(nc, takers[i].take(nc, &config), -EINVAL);
			assert_message_has(nc, takers[i].kind);
			assert_message_has(nc, "size");
		}
		config.size = sizeof(config);
		for (size_t j = takers[i].size; j < sizeof(config); j++) {
			config.bytes[j] = 1;
			assert_unsent(nc, takers[i].take(nc, &config), -E2BIG);
			config.bytes[j] = 0;
		}
		/* A later library's, with nothing in what we do not know. */
		assert_errno(nc, takers[i].take(nc, &config),
			     have_kind(takers[i].kind) ? 0 : -EOPNOTSUPP);
		if (have_kind(takers[i].kind))
			assert_ok(nc, netcfg_link_delete(nc, "new"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b30_kind_is_absent),
		sandbox_test(b30_delete_tun),
		sandbox_test(b35_other_namespace),
		sandbox_test(test_failures_leave_nothing),
		sandbox_test(test_batch),
		sandbox_test(test_batch_without_parent),
		sandbox_test(test_config_sizes),
	};

	return sandbox_main(tests);
}
