/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is told about one link, and its ifindex. */
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/test.h"

#define MAC "02:00:00:00:00:0f"

static struct netcfg_link_info get(struct netcfg *nc, const char *name)
{
	struct netcfg_link_info info;

	/* What is not written would be seen. */
	memset(&info, 0x55, sizeof(info));
	info.size = sizeof(info);
	assert_cost(nc, netcfg_link_get(nc, name, &info), 1, 0);
	assert_int_equal(info.size, sizeof(info));
	return info;
}

static void test_loopback(void **state)
{
	struct sandbox *box = *state;
	struct netcfg_link_info info = get(box->nc, "lo");

	assert_string_equal(info.name, "lo");
	assert_string_equal(info.kind, "");
	assert_string_equal(info.mac, "00:00:00:00:00:00");
	assert_string_equal(info.alias, "");
	assert_int_equal(info.ifindex, 1);
	assert_int_equal(info.flags & (NETCFG_LINK_STATE_LOOPBACK | NETCFG_LINK_STATE_UP),
			 NETCFG_LINK_STATE_LOOPBACK);
	assert_int_equal(info.operstate, NETCFG_OPERSTATE_DOWN);
	assert_int_equal(info.mtu, 65536);
	assert_int_equal(info.master, 0);
	assert_int_equal(info.parent, 0);
	assert_int_equal(info.peer, 0);
	assert_int_equal(info.link_netnsid, -1);
	assert_int_equal(info.group, 0);
	assert_int_equal(info.vlan_protocol, 0);
	sh_ok("ip link set lo up");
	info = get(box->nc, "lo");
	assert_true(info.flags & NETCFG_LINK_STATE_UP);
	assert_true(info.flags & NETCFG_LINK_STATE_RUNNING);
	assert_true(info.flags & NETCFG_LINK_STATE_LOWER_UP);
}

static void test_every_field(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info;

	sh_ok("ip link add br0 index 50 type bridge");
	sh_ok("ip link add v0 index 40 mtu 1400 address " MAC " numtxqueues 3 numrxqueues 2 "
	      "txqueuelen 55 type veth peer name v1 index 41");
	sh_ok("ip link set v0 alias 'what it is for' group 70000 master br0");
	sh_ok("ip link set v0 up; ip link set v1 up");
	info = get(nc, "v0");
	assert_string_equal(info.name, "v0");
	assert_string_equal(info.kind, "veth");
	assert_string_equal(info.mac, MAC);
	assert_string_equal(info.alias, "what it is for");
	assert_int_equal(info.ifindex, 40);
	assert_true(info.flags & NETCFG_LINK_STATE_UP);
	assert_true(info.flags & NETCFG_LINK_STATE_LOWER_UP);
	assert_true(info.flags & NETCFG_LINK_STATE_BROADCAST);
	assert_true(info.flags & NETCFG_LINK_STATE_MULTICAST);
	assert_false(info.flags & NETCFG_LINK_STATE_LOOPBACK);
	assert_int_equal(info.mtu, 1400);
	assert_int_equal(info.master, 50);
	assert_int_equal(info.parent, 0);
	assert_int_equal(info.peer, 41);
	assert_int_equal(info.link_netnsid, -1);
	assert_int_equal(info.group, 70000);
	assert_int_equal(info.tx_queue_len, 55);
	assert_int_equal(info.num_tx_queues, 3);
	assert_int_equal(info.num_rx_queues, 2);
	assert_int_equal(info.vlan_protocol, 0);
	info = get(nc, "br0");
	assert_string_equal(info.kind, "bridge");
	assert_int_equal(info.peer, 0);
	assert_int_equal(info.parent, 0);
}

/* The flags are all of the kernel's, changed by whomever. */
static void test_flags(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	sh_ok("ip link add v0 type veth peer name v1");
	sh_ok("ip link set v0 promisc on allmulticast on arp off multicast off");
	assert_int_equal(get(nc, "v0").flags,
			 NETCFG_LINK_STATE_BROADCAST | NETCFG_LINK_STATE_NOARP |
				 NETCFG_LINK_STATE_PROMISC | NETCFG_LINK_STATE_ALLMULTI);
	sh_ok("ip link set v0 promisc off allmulticast off arp on multicast on");
	assert_int_equal(get(nc, "v0").flags,
			 NETCFG_LINK_STATE_BROADCAST | NETCFG_LINK_STATE_MULTICAST);
}

/* A peer elsewhere is named by an index there and by where that is. */
static void test_peer_elsewhere(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg *there_nc;
	struct netcfg_link_info near;
	struct netcfg_link_info far;
	int32_t id = -1;

	assert_ok(nc, netcfg_netns_create(nc, "n1"));
	assert_ok(nc, netcfg_veth_create(nc, "near", "far", NULL, LINK_CONFIG(.netns = "n1")));
	assert_ok(NULL, netcfg_open_netns(&there_nc, "n1"));
	near = get(nc, "near");
	far = get(there_nc, "far");
	assert_int_equal(near.peer, far.ifindex);
	assert_int_equal(far.peer, near.ifindex);
	assert_ok(nc, netcfg_netns_get_id(nc, "n1", &id));
	assert_true(id >= 0);
	assert_int_equal(near.link_netnsid, id);
	assert_true(far.link_netnsid >= 0);
	netcfg_close(there_nc);
}

/* A link on another one has a parent, and not a peer. */
static void test_parent(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info;

	need_kind("macvlan");
	sh_ok("ip link add v0 type veth peer name v1");
	sh_ok("ip link add m0 link v0 type macvlan");
	info = get(nc, "m0");
	assert_string_equal(info.kind, "macvlan");
	assert_int_equal(info.parent, link_index_here("v0"));
	assert_int_equal(info.peer, 0);
	assert_int_equal(info.link_netnsid, -1);
	assert_int_equal(info.vlan_protocol, 0);
}

/* Any name finds it, and it tells its own. */
static void test_by_altname_and_index(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };

	sh_ok("ip link add v0 type veth peer name v1");
	sh_ok("ip link property add dev v0 altname shorty");
	sh_ok("ip link property add dev v0 altname longer-than-fifteen-bytes");
	assert_string_equal(get(nc, "shorty").name, "v0");
	assert_string_equal(get(nc, "longer-than-fifteen-bytes").name, "v0");
	assert_cost(nc, netcfg_link_get_by_index(nc, link_index_here("v0"), &info), 1, 0);
	assert_string_equal(info.name, "v0");
}

static void test_index(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_stats before;
	struct netcfg_stats delta;

	sh_ok("ip link add v0 type veth peer name v1");
	sh_ok("ip link property add dev v0 altname longer-than-fifteen-bytes");
	before = stats_now(nc);
	assert_int_equal(netcfg_link_index(nc, "v0"), link_index_here("v0"));
	delta = stats_since(nc, &before);
	assert_int_equal(delta.requests, 0);
	assert_int_equal(delta.lookups, 1);
	assert_string_equal(netcfg_error_message(nc), "");
	before = stats_now(nc);
	assert_int_equal(netcfg_link_index(nc, "longer-than-fifteen-bytes"), link_index_here("v0"));
	delta = stats_since(nc, &before);
	assert_int_equal(delta.requests, 1);
	assert_int_equal(delta.lookups, 1);
	assert_int_equal(delta.dumps, 0);
}

static void test_info_sizes(void **state)
{
	static const size_t small[] = { 0, 1, sizeof(size_t), sizeof(struct netcfg_link_info) - 1 };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct {
		struct netcfg_link_info known;
		unsigned char tail[16];
		unsigned char beyond[8];
	} info;

	for (size_t i = 0; i < ARRAY_SIZE(small); i++) {
		memset(&info, 0x55, sizeof(info));
		info.known.size = small[i];
		assert_unsent(nc, netcfg_link_get(nc, "lo", &info.known), -EINVAL);
		assert_unsent(nc, netcfg_link_get_by_index(nc, 1, &info.known), -EINVAL);
		assert_int_equal(info.known.name[0], 0x55);
	}
	assert_unsent(nc, netcfg_link_get(nc, "lo", NULL), -EINVAL);
	assert_unsent(nc, netcfg_link_get_by_index(nc, 1, NULL), -EINVAL);
	memset(&info, 0x55, sizeof(info));
	info.known.size = sizeof(info.known) + sizeof(info.tail);
	assert_errno(nc, netcfg_link_get(nc, "absent", &info.known), -ENODEV);
	/* Untouched on failure. */
	assert_int_equal(info.known.name[0], 0x55);
	assert_int_equal(info.tail[0], 0x55);
	assert_ok(nc, netcfg_link_get(nc, "lo", &info.known));
	assert_string_equal(info.known.name, "lo");
	assert_int_equal(info.known.size, sizeof(info.known) + sizeof(info.tail));
	for (size_t i = 0; i < sizeof(info.tail); i++)
		assert_int_equal(info.tail[i], 0);
	for (size_t i = 0; i < sizeof(info.beyond); i++)
		assert_int_equal(info.beyond[i], 0x55);
}

/* B117: an ifindex is an int in every place. */
static void large_index(struct netcfg *nc, int index)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_addr_info address = { .size = sizeof(address) };
	struct netcfg_addr_list *list;

	sh_ok("ip link add big index %d type veth peer name far", index);
	sh_ok("ip link add br0 type bridge");
	assert_int_equal(netcfg_link_index(nc, "big"), index);
	assert_ok(nc, netcfg_link_get_by_index(nc, index, &info));
	assert_string_equal(info.name, "big");
	assert_int_equal(info.ifindex, index);
	assert_int_equal(get(nc, "far").peer, index);
	assert_ok(nc, netcfg_link_set_by_index(nc, index, LINK_CONFIG(.mtu = 1400)));
	assert_int_equal(get(nc, "big").mtu, 1400);
	assert_ok(nc, netcfg_link_set_master(nc, "big", "br0"));
	assert_ok(nc, netcfg_link_rename(nc, "big", "large"));
	assert_ok(nc, netcfg_addr_add(nc, "large", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_addr_list(nc, "large", AF_INET, &list));
	assert_int_equal(netcfg_addr_list_next(list, &address), 1);
	assert_int_equal(address.ifindex, index);
	netcfg_addr_list_free(list);
	assert_ok(nc, netcfg_link_delete_by_index(nc, index));
	assert_false(link_here("large"));
	sh_ok("ip link del br0");
}

static void test_b117_large_indexes(void **state)
{
	static const int indexes[] = { 255, 256, 65535, 65536, 70000, 16777217, INT_MAX };
	struct sandbox *box = *state;

	for (size_t i = 0; i < ARRAY_SIZE(indexes); i++)
		large_index(box->nc, indexes[i]);
}

/* A bridge with such an index as master. */
static void test_b117_large_index_of_master(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	sh_ok("ip link add br0 index 2147483647 type bridge");
	assert_ok(nc, netcfg_veth_create(nc, "v0", "v1", LINK_CONFIG(.master = "br0"), NULL));
	assert_int_equal(get(nc, "v0").master, INT_MAX);
}

/* Creates and deletes until it is killed. */
static void flap(void)
{
	struct netcfg *nc;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (netcfg_open(&nc) < 0)
		_exit(1);
	for (;;) {
		if (netcfg_veth_create(nc, "here0", "gone0", NULL, NULL) < 0)
			_exit(1);
		if (netcfg_link_delete(nc, "here0") < 0)
			_exit(1);
	}
}

/* B97: there or not, but never a success with nothing. */
static void test_b97_while_it_comes_and_goes(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int found = 0;
	int absent = 0;
	int status;
	const pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0)
		flap();
	while (found < 20 || absent < 20) {
		struct netcfg_link_info info = { .size = sizeof(info) };
		const int result = netcfg_link_get(nc, "here0", &info);

		assert_true(result == 0 || result == -ENODEV);
		assert_string_equal(info.name, result == 0 ? "here0" : "");
		if (result == 0)
			found++;
		else
			absent++;
		assert_int_equal(waitpid(pid, &status, WNOHANG), 0);
	}
	assert_int_equal(kill(pid, SIGKILL), 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_loopback),
		sandbox_test(test_every_field),
		sandbox_test(test_flags),
		sandbox_test(test_peer_elsewhere),
		sandbox_test(test_parent),
		sandbox_test(test_by_altname_and_index),
		sandbox_test(test_index),
		sandbox_test(test_info_sizes),
		sandbox_test(test_b117_large_indexes),
		sandbox_test(test_b117_large_index_of_master),
		sandbox_test(test_b97_while_it_comes_and_goes),
	};

	return sandbox_main(tests);
}
