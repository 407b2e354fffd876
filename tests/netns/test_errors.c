/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a failed call says: errno, operation, object, cause; and calls without privilege. */
#include <linux/capability.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "support/test.h"

static struct netcfg_link_info info_buffer;
static struct netcfg_link_list *link_list;

/* A call that fails, and what its message must have. */
struct failure {
	int (*call)(struct netcfg *nc);
	int error;
	const char *operation;
	const char *objects[3];
};

static int rename_absent(struct netcfg *nc)
{
	return netcfg_link_rename(nc, "absent", "other");
}

static int rename_to_taken(struct netcfg *nc)
{
	return netcfg_link_rename(nc, "v0", "v1");
}

static int up_absent(struct netcfg *nc)
{
	return netcfg_link_set_up(nc, "absent");
}

static int down_absent(struct netcfg *nc)
{
	return netcfg_link_set_down(nc, "absent");
}

static int mtu_out_of_range(struct netcfg *nc)
{
	return netcfg_link_set_mtu(nc, "v0", 67);
}

static int mac_of_group(struct netcfg *nc)
{
	return netcfg_link_set_mac(nc, "v0", "01:00:00:00:00:00");
}

static int master_absent(struct netcfg *nc)
{
	return netcfg_link_set_master(nc, "v0", "absent");
}

static int master_takes_no_ports(struct netcfg *nc)
{
	return netcfg_link_set_master(nc, "v0", "v1");
}

static int move_loopback(struct netcfg *nc)
{
	const int there = netns_new();
	const int result = netcfg_link_move(nc, "lo", there, NULL);

	close(there);
	return result;
}

static int delete_absent(struct netcfg *nc)
{
	return netcfg_link_delete(nc, "absent");
}

static int delete_loopback(struct netcfg *nc)
{
	return netcfg_link_delete(nc, "lo");
}

static int delete_absent_index(struct netcfg *nc)
{
	return netcfg_link_delete_by_index(nc, 4711);
}

static int set_absent_index(struct netcfg *nc)
{
	return netcfg_link_set_by_index(nc, 4711, LINK_CONFIG(.mtu = 1400));
}

static int get_absent(struct netcfg *nc)
{
	info_buffer.size = sizeof(info_buffer);
	return netcfg_link_get(nc, "absent", &info_buffer);
}

static int get_absent_index(struct netcfg *nc)
{
	info_buffer.size = sizeof(info_buffer);
	return netcfg_link_get_by_index(nc, 4711, &info_buffer);
}

static int index_of_absent(struct netcfg *nc)
{
	return netcfg_link_index(nc, "absent");
}

static int list_ports_of_absent(struct netcfg *nc)
{
	const struct netcfg_link_filter filter = { .size = sizeof(filter), .master = "absent" };

	return netcfg_link_list(nc, &filter, &link_list);
}

static int create_taken(struct netcfg *nc)
{
	return netcfg_veth_create(nc, "v0", "other", NULL, NULL);
}

static int create_in_absent_netns(struct netcfg *nc)
{
	return netcfg_veth_create(nc, "near", "far", NULL, LINK_CONFIG(.netns = "nowhere"));
}

static int create_vlan_out_of_range(struct netcfg *nc)
{
	return netcfg_vlan_create(nc, "v0.5000", "v0", 5000, NULL, NULL);
}

static int create_vlan_on_absent(struct netcfg *nc)
{
	return netcfg_vlan_create(nc, "a.5", "absent", 5, NULL, NULL);
}

static int address_twice(struct netcfg *nc)
{
	return netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL);
}

static int address_of_absent(struct netcfg *nc)
{
	return netcfg_addr_add(nc, "absent", "192.0.2.1/24", NULL);
}

static int delete_absent_address(struct netcfg *nc)
{
	return netcfg_addr_delete(nc, "v0", "192.0.2.9/24", NULL);
}

static int open_absent_netns(struct netcfg *nc)
{
	return netcfg_netns_open(nc, "nowhere");
}

static int delete_absent_netns(struct netcfg *nc)
{
	return netcfg_netns_delete(nc, "nowhere");
}

static int create_netns_twice(struct netcfg *nc)
{
	return netcfg_netns_create(nc, "n1");
}

static const struct failure failures[] = {
	{ rename_absent, ENODEV, "rename", { "\"absent\"", "\"other\"" } },
	{ rename_to_taken, EEXIST, "rename", { "\"v0\"", "\"v1\"" } },
	{ up_absent, ENODEV, "up", { "\"absent\"" } },
	{ down_absent, ENODEV, "down", { "\"absent\"" } },
	{ mtu_out_of_range, EINVAL, "set", { "\"v0\"", "mtu" } },
	{ mac_of_group, EADDRNOTAVAIL, "set", { "\"v0\"", "mac", "01:00:00:00:00:00" } },
	{ master_absent, ENODEV, "master", { "\"v0\"", "\"absent\"" } },
	{ master_takes_no_ports, EOPNOTSUPP, "master", { "\"v0\"", "\"v1\"" } },
	{ move_loopback, EINVAL, "move", { "\"lo\"" } },
	{ delete_absent, ENODEV, "delete", { "\"absent\"" } },
	{ delete_loopback, EOPNOTSUPP, "delete", { "\"lo\"" } },
	{ delete_absent_index, ENODEV, "delete", { "4711" } },
	{ set_absent_index, ENODEV, "", { "4711" } },
	{ get_absent, ENODEV, "", { "\"absent\"" } },
	{ get_absent_index, ENODEV, "", { "4711" } },
	{ index_of_absent, ENODEV, "", { "\"absent\"" } },
	{ list_ports_of_absent, ENODEV, "list", { "\"absent\"" } },
	{ create_taken, EEXIST, "create veth", { "\"v0\"", "\"other\"" } },
	{ create_in_absent_netns, ENOENT, "create veth", { "\"near\"", "\"far\"", "nowhere" } },
	{ create_vlan_out_of_range, ERANGE, "create vlan", { "\"v0.5000\"", "\"v0\"", "5000" } },
	{ create_vlan_on_absent, ENODEV, "create vlan", { "\"a.5\"", "\"absent\"" } },
	{ address_twice, EEXIST, "add", { "192.0.2.1/24", "\"v0\"" } },
	{ address_of_absent, ENODEV, "add", { "192.0.2.1/24", "\"absent\"" } },
	{ delete_absent_address, EADDRNOTAVAIL, "delete", { "192.0.2.9/24", "\"v0\"" } },
	{ open_absent_netns, ENOENT, "open", { "\"nowhere\"" } },
	{ delete_absent_netns, ENOENT, "delete", { "\"nowhere\"" } },
	{ create_netns_twice, EEXIST, "create", { "\"n1\"" } },
};

static void make_links(void)
{
	sh_ok("ip netns add n1");
	sh_ok("ip link add v0 type veth peer name v1");
	sh_ok("ip addr add 192.0.2.1/24 dev v0");
}

/* B118: operation, then object, then the errno's text, in one line. */
static void b118_messages(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	assert_string_equal(netcfg_error_message(nc), "");
	for (size_t i = 0; i < ARRAY_SIZE(failures); i++) {
		const struct failure *failure = &failures[i];

		assert_errno(nc, failure->call(nc), -failure->error);
		print_message("  %s\n", netcfg_error_message(nc));
		assert_message_has(nc, failure->operation);
		assert_message_has(nc, strerror(failure->error));
		for (size_t n = 0; n < ARRAY_SIZE(failure->objects) && failure->objects[n]; n++)
			assert_message_has(nc, failure->objects[n]);
		/* And the next success leaves nothing of it. */
		assert_ok(nc, netcfg_link_set_mtu(nc, "v0", 1500));
	}
	assert_string_equal(netcfg_error_message(NULL), "");
}

/* B13: what is there is there, and what is gone is gone, as often as one asks. */
static void b13_again(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	assert_ok(nc, netcfg_veth_create(nc, "v0", "v1", NULL, NULL));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "2001:db8::1/64", NULL));
	for (int i = 0; i < 2; i++) {
		assert_errno(nc, netcfg_veth_create(nc, "v0", "v1", NULL, NULL), -EEXIST);
		assert_errno(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL), -EEXIST);
		assert_errno(nc, netcfg_addr_add(nc, "v0", "2001:db8::1/64", NULL), -EEXIST);
	}
	assert_ok(nc, netcfg_addr_delete(nc, "v0", "192.0.2.1/24", NULL));
	assert_errno(nc, netcfg_addr_delete(nc, "v0", "192.0.2.1/24", NULL), -EADDRNOTAVAIL);
	assert_ok(nc, netcfg_link_delete(nc, "v0"));
	assert_errno(nc, netcfg_link_delete(nc, "v0"), -ENODEV);
	assert_errno(nc, netcfg_addr_delete(nc, "v0", "192.0.2.1/24", NULL), -ENODEV);
}

/* One call of a process without CAP_NET_ADMIN and CAP_SYS_ADMIN. */
struct attempt {
	int (*call)(struct netcfg *nc);
	int expected;
};

static int try_veth(struct netcfg *nc)
{
	return netcfg_veth_create(nc, "near", "far", NULL, NULL);
}

static int try_veth_elsewhere(struct netcfg *nc)
{
	return netcfg_veth_create(nc, "near", "far", NULL, LINK_CONFIG(.netns = "n1"));
}

static int try_up(struct netcfg *nc)
{
	return netcfg_link_set_up(nc, "v0");
}

static int try_rename(struct netcfg *nc)
{
	return netcfg_link_rename(nc, "v0", "e0");
}

static int try_delete(struct netcfg *nc)
{
	return netcfg_link_delete(nc, "v0");
}

static int try_address(struct netcfg *nc)
{
	return netcfg_addr_add(nc, "v0", "192.0.2.7/24", NULL);
}

static int try_address_delete(struct netcfg *nc)
{
	return netcfg_addr_delete(nc, "v0", "192.0.2.1/24", NULL);
}

static int try_netns(struct netcfg *nc)
{
	return netcfg_netns_create(nc, "new");
}

static int try_get(struct netcfg *nc)
{
	info_buffer.size = sizeof(info_buffer);
	return netcfg_link_get(nc, "v0", &info_buffer);
}

static int try_index(struct netcfg *nc)
{
	const int index = netcfg_link_index(nc, "v0");

	return index > 0 ? 0 : index;
}

static int try_list(struct netcfg *nc)
{
	struct netcfg_link_list *list;
	int result = netcfg_link_list(nc, NULL, &list);

	info_buffer.size = sizeof(info_buffer);
	if (result == 0 && netcfg_link_list_next(list, &info_buffer) != 1)
		result = -ENODATA;
	if (result == 0)
		netcfg_link_list_free(list);
	return result;
}

static int try_address_list(struct netcfg *nc)
{
	struct netcfg_addr_list *list;
	const int result = netcfg_addr_list(nc, "v0", AF_INET, &list);

	if (result == 0)
		netcfg_addr_list_free(list);
	return result;
}

static const struct attempt attempts[] = {
	{ try_veth, -EPERM },   { try_veth_elsewhere, -EPERM },
	{ try_up, -EPERM },     { try_rename, -EPERM },
	{ try_delete, -EPERM }, { try_address, -EPERM },
	{ try_netns, -EPERM },  { try_address_delete, -EPERM },
	{ try_get, 0 },         { try_index, 0 },
	{ try_list, 0 },        { try_address_list, 0 },
};

static int drop_capabilities(void)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

	memset(data, 0, sizeof(data));
	return (int)syscall(SYS_capset, &header, data);
}

/* The child says which attempt went wrong, counted from 1. */
static int attempt_all(struct netcfg *nc)
{
	for (size_t i = 0; i < ARRAY_SIZE(attempts); i++) {
		const int result = attempts[i].call(nc);

		if (result == attempts[i].expected)
			continue;
		fprintf(stderr, "attempt %zu gave %d: %s\n", i, result, netcfg_error_message(nc));
		return (int)i + 1;
	}
	return 0;
}

static int open_without_privilege(void *userdata)
{
	struct netcfg *nc;
	int result;

	(void)userdata;
	if (drop_capabilities() < 0 || netcfg_open(&nc) < 0)
		return 100;
	result = attempt_all(nc);
	netcfg_close(nc);
	return result;
}

/* The socket is no token of what its maker could do. */
static int open_then_drop_privilege(void *userdata)
{
	struct netcfg *nc;
	int result;

	(void)userdata;
	if (netcfg_open(&nc) < 0 || drop_capabilities() < 0)
		return 100;
	result = attempt_all(nc);
	netcfg_close(nc);
	return result;
}

/* B119 */
static void b119_without_privilege(void **state)
{
	(void)state;
	make_links();
	assert_int_equal(in_child(-1, open_without_privilege, NULL), 0);
	assert_int_equal(in_child(-1, open_then_drop_privilege, NULL), 0);
	assert_int_not_equal(access("/run/netns/new", F_OK), 0);
	assert_int_equal(access("/run/netns/n1", F_OK), 0);
	assert_int_equal(count_links(), 3);
	assert_link_not_flag(-1, "v0", "UP");
	sh_ok("ip addr show dev v0 | grep -q 192.0.2.1/24");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b118_messages),
		sandbox_test(b13_again),
		sandbox_test(b119_without_privilege),
	};

	return sandbox_main(tests);
}
