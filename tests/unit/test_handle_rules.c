/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What holds for every call on a handle: NULL, fork(), settings, outputs left alone. */
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "handle.h"
#include "unit/support/unit.h"

/* Every public function that takes a handle and gives a result. */
static struct netcfg_link_info info = { .size = sizeof(info) };
static struct netcfg_link_list *links;
static struct netcfg_addr_list *addrs;
static struct netcfg_netns_list *names;
static struct netcfg_netns_id_list *ids;
static int32_t id;

#define VERBS(nc) \
	{ \
		netcfg_set_timeout(nc, 1), netcfg_set_netns_dir(nc, "/tmp"), \
			netcfg_dummy_create(nc, "a", NULL), \
			netcfg_veth_create(nc, "a", "b", NULL, NULL), \
			netcfg_vlan_create(nc, "a", "b", 1, NULL, NULL), \
			netcfg_link_set(nc, "a", NULL), netcfg_link_set_by_index(nc, 1, NULL), \
			netcfg_link_set_up(nc, "a"), netcfg_link_set_down(nc, "a"), \
			netcfg_link_set_mtu(nc, "a", 1400), \
			netcfg_link_set_mac(nc, "a", "02:00:00:00:00:01"), \
			netcfg_link_set_master(nc, "a", "b"), netcfg_link_rename(nc, "a", "b"), \
			netcfg_link_move(nc, "a", 0, NULL), netcfg_link_delete(nc, "a"), \
			netcfg_link_delete_by_index(nc, 1), netcfg_link_index(nc, "a"), \
			netcfg_link_get(nc, "a", &info), netcfg_link_get_by_index(nc, 1, &info), \
			netcfg_link_list(nc, NULL, &links), \
			netcfg_addr_add(nc, "a", "192.0.2.1", NULL), \
			netcfg_addr_replace(nc, "a", "192.0.2.1", NULL), \
			netcfg_addr_delete(nc, "a", "192.0.2.1", NULL), \
			netcfg_addr_flush(nc, "a", AF_INET), \
			netcfg_addr_list(nc, "a", AF_INET, &addrs), \
			netcfg_netns_create(nc, "a"), netcfg_netns_attach(nc, "a", 0), \
			netcfg_netns_delete(nc, "a"), netcfg_netns_open(nc, "a"), \
			netcfg_netns_list(nc, &names), netcfg_netns_set_id(nc, "a", 1), \
			netcfg_netns_get_id(nc, "a", &id), netcfg_netns_list_ids(nc, &ids), \
			netcfg_netns_delete_links(nc, "a"), netcfg_cache_enable(nc), \
			netcfg_link_delete_many(nc, NULL, 0, NULL), \
			netcfg_link_delete_group(nc, 1), netcfg_batch_begin(nc, 0), \
			netcfg_batch_commit(nc), \
	}

static void no_handle(void **state)
{
	const int results[] = VERBS(NULL);
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(results); i++)
		assert_int_equal(results[i], -EINVAL);
	netcfg_close(NULL);
	assert_int_equal(netcfg_open(NULL), -EINVAL);
	assert_int_equal(netcfg_open_netns(NULL, "a"), -EINVAL);
	assert_int_equal(netcfg_open_netns_fd(NULL, 0), -EINVAL);
	assert_int_equal(netcfg_open_netns_pid(NULL, 1), -EINVAL);
}

/* In a child every call gives -ECHILD, sends nothing, and says why. */
static int run_child(struct netcfg *nc)
{
	const int results[] = VERBS(nc);
	size_t i;

	for (i = 0; i < ARRAY_SIZE(results); i++) {
		if (results[i] != -ECHILD)
			return (int)i + 1;
	}
	if (fake_count(0) || !strstr(netcfg_error_message(nc), "opened by another process"))
		return 100;
	netcfg_close(nc);
	return 0;
}

static void child(void **state)
{
	int *result = mmap(NULL, sizeof(*result), PROT_READ | PROT_WRITE,
			   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pid_t pid;

	assert_ptr_not_equal(result, MAP_FAILED);
	*result = -1;
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		*result = run_child(*state);
		/* Memory checkers would look for leaks at an exit, before libnl has tidied up. */
		execl("/bin/true", "true", (char *)NULL);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	assert_int_equal(*result, 0);
	munmap(result, sizeof(*result));
	/* The parent's is as it was. */
	assert_int_equal(netcfg_link_delete(*state, "v0"), 0);
}

static void timeout(void **state)
{
	struct netcfg *nc = *state;

	assert_int_equal(nc->timeout_ms, 30000);
	assert_int_equal(netcfg_set_timeout(nc, -2), -EINVAL);
	assert_int_equal(netcfg_set_timeout(nc, INT_MIN), -EINVAL);
	assert_int_equal(nc->timeout_ms, 30000);
	assert_int_equal(netcfg_set_timeout(nc, 0), 0);
	assert_int_equal(netcfg_set_timeout(nc, -1), 0);
	assert_int_equal(netcfg_set_timeout(nc, INT_MAX), 0);
	assert_int_equal(netcfg_link_delete(nc, "v0"), 0);
	assert_int_equal(nc->deadline.timeout_ms, INT_MAX);
}

static void netns_dir(void **state)
{
	static char path[4000];
	struct netcfg *nc = *state;

	assert_int_equal(netcfg_set_netns_dir(nc, ""), -EINVAL);
	assert_int_equal(netcfg_set_netns_dir(nc, "run/netns"), -EINVAL);
	memset(path, '/', 3840);
	assert_int_equal(netcfg_set_netns_dir(nc, path), -EINVAL);
	path[3839] = '\0';
	assert_int_equal(netcfg_set_netns_dir(nc, path), 0);
	assert_string_equal(nc->netns_dir, path);
	assert_int_equal(netcfg_set_netns_dir(nc, "relative"), -EINVAL);
	assert_string_equal(nc->netns_dir, path); /* untouched by a failure */
	assert_int_equal(netcfg_set_netns_dir(nc, NULL), 0);
	assert_null(nc->netns_dir);
}

static void netns_names(void **state)
{
	static const char *const bad[] = { NULL, "", ".", "..", "a/b", "/", "/run/netns/a", "../a" };
	struct netcfg *nc = *state;
	char longest[257];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		assert_int_equal(netcfg_netns_create(nc, bad[i]), -EINVAL);
		assert_int_equal(netcfg_netns_delete(nc, bad[i]), -EINVAL);
		assert_int_equal(netcfg_netns_open(nc, bad[i]), -EINVAL);
		assert_int_equal(netcfg_netns_set_id(nc, bad[i], 1), -EINVAL);
		assert_int_equal(netcfg_netns_get_id(nc, bad[i], &id), -EINVAL);
		if (bad[i])
			assert_int_equal(netcfg_link_set(nc, "v0", LINK_CONFIG(.netns = bad[i])),
					 -EINVAL);
	}
	memset(longest, 'n', 256);
	longest[256] = '\0';
	assert_int_equal(netcfg_netns_open(nc, longest), -EINVAL);
	longest[255] = '\0';
	assert_int_equal(netcfg_netns_open(nc, longest), -ENOENT);
	assert_int_equal(netcfg_netns_set_id(nc, "a", -2), -EINVAL);
	assert_int_equal(netcfg_netns_get_id(nc, "a", NULL), -EINVAL);
	assert_nothing_sent();
}

/* Combinations that no config may have; none is sent. */
static void bad_link_configs(void **state)
{
	static char alias[257];
	const struct netcfg_link_config configs[] = {
		{ .flags = 1u << 7 },
		{ .flags = NETCFG_LINK_ADDR_GEN_MODE, .addr_gen_mode = 4 },
		{ .state_on = NETCFG_LINK_STATE_UP },
		{ .state_off = NETCFG_LINK_STATE_UP },
		{ .state_on = 0x80, .state_off = 0x80 },
		{ .ifindex = -1 },
		{ .ifindex = INT_MIN },
		{ .flags = 1u << 31 },
		{ .flags = NETCFG_LINK_UP | NETCFG_LINK_DOWN },
		{ .netns = "a", .flags = NETCFG_LINK_NETNS_FD },
		{ .netns = "a", .flags = NETCFG_LINK_NETNS_PID },
		{ .flags = NETCFG_LINK_NETNS_FD | NETCFG_LINK_NETNS_PID, .netns_pid = 1 },
		{ .netns = "a", .master = "br0" },
		{ .netns_pid = 1, .flags = NETCFG_LINK_NETNS_PID, .master = "br0" },
		{ .netns_pid = 0, .flags = NETCFG_LINK_NETNS_PID },
		{ .netns_pid = -1, .flags = NETCFG_LINK_NETNS_PID },
		{ .mtu = (uint32_t)INT_MAX + 1 },
		{ .mtu = UINT32_MAX },
	};
	struct netcfg *nc = *state;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(configs); i++) {
		struct netcfg_link_config c = configs[i];

		c.size = sizeof(c);
		assert_int_equal(netcfg_dummy_create(nc, "a", &c), -EINVAL);
		assert_int_equal(netcfg_veth_create(nc, "a", "b", &c, NULL), -EINVAL);
		assert_int_equal(netcfg_veth_create(nc, "a", "b", NULL, &c), -EINVAL);
		assert_int_equal(netcfg_link_set(nc, "a", &c), -EINVAL);
	}
	assert_int_equal(netcfg_dummy_create(nc, "a", LINK_CONFIG(.name = "b")), -EINVAL);
	assert_int_equal(netcfg_link_set(nc, "a", LINK_CONFIG(.num_tx_queues = 1)), -EINVAL);
	assert_int_equal(netcfg_link_set(nc, "a", LINK_CONFIG(.num_rx_queues = 1)), -EINVAL);
	assert_int_equal(netcfg_link_set(nc, "a", LINK_CONFIG(.ifindex = 7)), -EINVAL);
	assert_int_equal(netcfg_veth_create(nc, "a", "b", NULL, LINK_CONFIG(.ifindex = 7)),
			 -EINVAL);
	assert_says(nc, "peer.ifindex");
	memset(alias, 'a', 256);
	assert_int_equal(netcfg_link_set(nc, "a", LINK_CONFIG(.alias = alias)), -ERANGE);
	assert_int_equal(netcfg_dummy_create(nc, "a", LINK_CONFIG(.alias = alias)), -ERANGE);
	assert_nothing_sent();
	alias[255] = '\0';
	assert_int_equal(netcfg_link_set(nc, "a", LINK_CONFIG(.alias = alias)), 0);
}

static void bad_vlans(void **state)
{
	static const int bad_ids[] = { -1, 4095, 4096, 65536, 65540, INT_MAX, INT_MIN };
	const struct netcfg_vlan_priority low[] = { { 7, 7 }, { 8, 8 } };
	const struct {
		struct netcfg_vlan_config config;
		int err;
	} table[] = {
		{ { .flags = 1u << 6 }, -EINVAL },
		{ { .flags = NETCFG_VLAN_REORDER_HDR | NETCFG_VLAN_NO_REORDER_HDR }, -EINVAL },
		{ { .reserved = 1 }, -EINVAL },
		{ { .ingress_count = 1 }, -EINVAL },
		{ { .egress_count = 1 }, -EINVAL },
		{ { .ingress = low, .ingress_count = 2 }, -ERANGE },
		{ { .egress = low, .egress_count = 2 }, -ERANGE },
		{ { .ingress = low, .ingress_count = 9 }, -ERANGE },
		{ { .egress = low, .egress_count = 257 }, -ERANGE },
		{ { .egress = low, .egress_count = UINT32_MAX }, -ERANGE },
	};
	struct netcfg *nc = *state;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad_ids); i++) /* B38 */
		assert_int_equal(netcfg_vlan_create(nc, "a", "b", bad_ids[i], NULL, NULL), -ERANGE);
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		struct netcfg_vlan_config c = table[i].config;

		c.size = sizeof(c);
		assert_int_equal(netcfg_vlan_create(nc, "a", "b", 1, &c, NULL), table[i].err);
	}
	assert_nothing_sent();
}

static void version(void **state)
{
	char text[40];

	(void)state;
	snprintf(text, sizeof(text), "%d.%d.%d", NETCFG_VERSION_MAJOR, NETCFG_VERSION_MINOR,
		 NETCFG_VERSION_PATCH);
	assert_string_equal(netcfg_version(), text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_handle),   handle_test(child),
		handle_test(timeout),	       handle_test(netns_dir),
		handle_test(netns_names),      handle_test(bad_link_configs),
		handle_test(bad_vlans),	       cmocka_unit_test(version),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
