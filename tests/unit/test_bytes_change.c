/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The requests that change, move, delete and read links. */
#include <fcntl.h>
#include <net/if.h>
#include <unistd.h>

#include "unit/support/unit.h"

#define CHANGE (NLM_F_REQUEST | NLM_F_ACK)

static const char long_name[] = "an-alternative-name-of-more-than-15-bytes";

/* A request about a link that has this index, or this name in the attribute for it. */
static void begin(struct packet *m, int type, int flags, int ifindex, const char *name)
{
	const struct ifinfomsg ifi = { .ifi_index = ifindex };

	packet_begin(m, type, flags, &ifi, sizeof(ifi));
	if (name)
		packet_string(m, strlen(name) > 15 ? IFLA_ALT_IFNAME : IFLA_IFNAME, name);
}

static void begin_state(struct packet *m, const char *name, unsigned int flags)
{
	const struct ifinfomsg ifi = { .ifi_flags = flags, .ifi_change = IFF_UP };

	packet_begin(m, RTM_SETLINK, CHANGE, &ifi, sizeof(ifi));
	packet_string(m, IFLA_IFNAME, name);
}

static void nothing_at_all(void **state)
{
	struct packet want;

	assert_int_equal(netcfg_link_set(*state, "v0", NULL), 0);
	begin(&want, RTM_SETLINK, CHANGE, 0, "v0");
	assert_sent(RTM_SETLINK, 0, &want);
	assert_int_equal(netcfg_link_set(*state, "v0", LINK_CONFIG(.mtu = 0)), 0);
	assert_sent(RTM_SETLINK, 1, &want);
	assert_int_equal(netcfg_link_set_by_index(*state, INT_MAX, NULL), 0);
	begin(&want, RTM_SETLINK, CHANGE, INT_MAX, NULL);
	assert_sent(RTM_SETLINK, 2, &want);
	assert_int_equal(fake_count(0), 3);
}

static void everything(void **state)
{
	const int fd = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
	const unsigned char mac[6] = { 2, 0, 0, 0, 0, 1 };
	const struct ifinfomsg up = { .ifi_flags = IFF_UP, .ifi_change = IFF_UP };
	struct packet want;

	assert_true(fd >= 0);
	assert_int_equal(
		netcfg_link_set(*state, "v0",
				LINK_CONFIG(.mac = "02:00:00:00:00:01", .alias = "a b\n",
					    .mtu = 1400, .tx_queue_len = 7, .group = 8,
					    .master = "", .netns_fd = fd,
					    .flags = NETCFG_LINK_UP | NETCFG_LINK_NETNS_FD |
						     NETCFG_LINK_TX_QUEUE_LEN | NETCFG_LINK_GROUP)),
		0);
	packet_begin(&want, RTM_SETLINK, CHANGE, &up, sizeof(up));
	packet_string(&want, IFLA_ALT_IFNAME, "v0");
	packet_attr(&want, IFLA_ADDRESS, mac, sizeof(mac));
	packet_attr(&want, IFLA_IFALIAS, "a b\n", 4);
	packet_u32(&want, IFLA_MTU, 1400);
	packet_u32(&want, IFLA_TXQLEN, 7);
	packet_u32(&want, IFLA_GROUP, 8);
	packet_u32(&want, IFLA_MASTER, 0);
	packet_u32(&want, IFLA_NET_NS_FD, (uint32_t)fd);
	assert_sent(RTM_SETLINK, 0, &want);
	assert_int_equal(fake_count(0), 1);
	close(fd);
}

static void up_and_down(void **state)
{
	struct packet want;

	assert_int_equal(netcfg_link_set_up(*state, "v0"), 0);
	begin_state(&want, "v0", IFF_UP);
	assert_sent(RTM_SETLINK, 0, &want);
	assert_int_equal(netcfg_link_set_down(*state, "v0"), 0);
	begin_state(&want, "v0", 0);
	assert_sent(RTM_SETLINK, 1, &want);
}

static void mtu(void **state)
{
	struct packet want;

	assert_int_equal(netcfg_link_set_mtu(*state, "v0", 0), 0);
	begin(&want, RTM_SETLINK, CHANGE, 0, "v0");
	packet_u32(&want, IFLA_MTU, 0);
	assert_sent(RTM_SETLINK, 0, &want);
	assert_int_equal(netcfg_link_set_mtu(*state, "v0", INT_MAX), 0);
	begin(&want, RTM_SETLINK, CHANGE, 0, "v0");
	packet_u32(&want, IFLA_MTU, INT_MAX);
	assert_sent(RTM_SETLINK, 1, &want);
	assert_int_equal(netcfg_link_set_mtu(*state, "v0", (uint32_t)INT_MAX + 1), -EINVAL);
	assert_int_equal(fake_count(0), 2);
}

static void mac(void **state)
{
	const unsigned char bytes[6] = { 0xfe, 0xdc, 0xba, 0x98, 0x76, 0x54 };
	struct packet want;

	assert_int_equal(netcfg_link_set_mac(*state, "v0", "fe:DC:ba:98:76:54"), 0);
	begin(&want, RTM_SETLINK, CHANGE, 0, "v0");
	packet_attr(&want, IFLA_ADDRESS, bytes, sizeof(bytes));
	assert_sent(RTM_SETLINK, 0, &want);
	assert_int_equal(netcfg_link_set_mac(*state, "v0", NULL), -EINVAL);
	assert_int_equal(fake_count(0), 1);
}

static void master(void **state)
{
	struct packet want;

	fake_link("br0", 70000);
	assert_int_equal(netcfg_link_set_master(*state, "v0", "br0"), 0);
	begin(&want, RTM_SETLINK, CHANGE, 0, "v0");
	packet_u32(&want, IFLA_MASTER, 70000);
	assert_sent(RTM_SETLINK, 0, &want);

	begin(&want, RTM_SETLINK, CHANGE, 0, "v0");
	packet_u32(&want, IFLA_MASTER, 0);
	assert_int_equal(netcfg_link_set_master(*state, "v0", ""), 0);
	assert_sent(RTM_SETLINK, 1, &want);
	assert_int_equal(netcfg_link_set_master(*state, "v0", NULL), 0);
	assert_sent(RTM_SETLINK, 2, &want);

	assert_int_equal(netcfg_link_set_master(*state, "v0", "br1"), -ENODEV);
	assert_says(*state, "master \"br1\" does not exist");
	assert_int_equal(fake_count(RTM_SETLINK), 3);
}

/* By index, since a name beside a name would be looked for. */
static void renaming(void **state)
{
	struct packet want;

	fake_link("v0", 6);
	assert_int_equal(netcfg_link_rename(*state, "v0", "w0"), 0);
	begin(&want, RTM_SETLINK, CHANGE, 6, NULL);
	packet_string(&want, IFLA_IFNAME, "w0");
	assert_sent(RTM_SETLINK, 0, &want);

	fake_link(long_name, 7);
	assert_int_equal(netcfg_link_rename(*state, long_name, "w1"), 0);
	begin(&want, RTM_SETLINK, CHANGE, 7, NULL);
	packet_string(&want, IFLA_IFNAME, "w1");
	assert_sent(RTM_SETLINK, 1, &want);

	assert_int_equal(netcfg_link_set_by_index(*state, 8, LINK_CONFIG(.name = "w2")), 0);
	begin(&want, RTM_SETLINK, CHANGE, 8, NULL);
	packet_string(&want, IFLA_IFNAME, "w2");
	assert_sent(RTM_SETLINK, 2, &want);

	assert_int_equal(netcfg_link_rename(*state, "gone", "w3"), -ENODEV);
	assert_int_equal(fake_count(RTM_SETLINK), 3);
}

static void moving(void **state)
{
	const int fd = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
	struct packet want;

	assert_true(fd >= 0);
	assert_int_equal(netcfg_link_move(*state, "v0", fd, NULL), 0);
	/* The name to find, which is not to be the name to have. */
	begin(&want, RTM_SETLINK, CHANGE, 0, NULL);
	packet_string(&want, IFLA_ALT_IFNAME, "v0");
	packet_u32(&want, IFLA_NET_NS_FD, (uint32_t)fd);
	assert_sent(RTM_SETLINK, 0, &want);

	fake_link("v0", 6);
	assert_int_equal(netcfg_link_move(*state, "v0", fd, "w0"), 0);
	begin(&want, RTM_SETLINK, CHANGE, 6, NULL);
	packet_string(&want, IFLA_IFNAME, "w0");
	packet_u32(&want, IFLA_NET_NS_FD, (uint32_t)fd);
	assert_sent(RTM_SETLINK, 1, &want);
	close(fd);

	assert_int_equal(netcfg_link_move(*state, "v0", fd, NULL), -EBADF);
	assert_int_equal(netcfg_link_move(*state, "v0", -1, NULL), -EBADF);
	assert_int_equal(fake_count(RTM_SETLINK), 2);
}

static void deleting(void **state)
{
	struct packet want;

	assert_int_equal(netcfg_link_delete(*state, "v0"), 0);
	begin(&want, RTM_DELLINK, CHANGE, 0, "v0");
	assert_sent(RTM_DELLINK, 0, &want);
	assert_int_equal(netcfg_link_delete(*state, long_name), 0);
	begin(&want, RTM_DELLINK, CHANGE, 0, long_name);
	assert_sent(RTM_DELLINK, 1, &want);
	assert_int_equal(netcfg_link_delete_by_index(*state, 70000), 0);
	begin(&want, RTM_DELLINK, CHANGE, 70000, NULL);
	assert_sent(RTM_DELLINK, 2, &want);
}

/* A delete that says neither index nor name takes a whole group (B11). */
static void b11_deleting_nobody(void **state)
{
	assert_int_equal(netcfg_link_delete(*state, NULL), -EINVAL);
	assert_int_equal(netcfg_link_delete(*state, ""), -EINVAL);
	assert_int_equal(netcfg_link_delete_by_index(*state, 0), -EINVAL);
	assert_int_equal(netcfg_link_delete_by_index(*state, -1), -EINVAL);
	assert_int_equal(netcfg_link_delete_by_index(*state, INT_MIN), -EINVAL);
	assert_nothing_sent();
}

static void reading(void **state)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct packet want;

	fake_link("v0", 6);
	fake_link(long_name, 7);
	assert_int_equal(netcfg_link_get(*state, "v0", &info), 0);
	begin(&want, RTM_GETLINK, NLM_F_REQUEST, 0, "v0");
	packet_u32(&want, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
	assert_sent(RTM_GETLINK, 0, &want);
	assert_int_equal(netcfg_link_get_by_index(*state, 6, &info), 0);
	begin(&want, RTM_GETLINK, NLM_F_REQUEST, 6, NULL);
	packet_u32(&want, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
	assert_sent(RTM_GETLINK, 1, &want);
	assert_int_equal(netcfg_link_index(*state, long_name), 7);
	begin(&want, RTM_GETLINK, NLM_F_REQUEST, 0, long_name);
	packet_u32(&want, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
	assert_sent(RTM_GETLINK, 2, &want);
}

static void listing(void **state)
{
	struct netcfg_link_list *list;
	struct packet want;
	size_t nest;

	assert_int_equal(netcfg_link_list(*state, NULL, &list), 0);
	netcfg_link_list_free(list);
	begin(&want, RTM_GETLINK, NLM_F_REQUEST | NLM_F_DUMP, 0, NULL);
	packet_u32(&want, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
	assert_sent(RTM_GETLINK, 0, &want);

	fake_link("br0", 4);
	assert_int_equal(
		netcfg_link_list(*state, LINK_FILTER(.kind = "veth", .master = "br0"), &list), 0);
	netcfg_link_list_free(list);
	packet_u32(&want, IFLA_MASTER, 4);
	nest = packet_nest(&want, IFLA_LINKINFO);
	packet_string(&want, IFLA_INFO_KIND, "veth");
	packet_nest_end(&want, nest);
	assert_sent(RTM_GETLINK, 2, &want); /* 1 is the look-up */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(nothing_at_all),
		handle_test(everything),
		handle_test(up_and_down),
		handle_test(mtu),
		handle_test(mac),
		handle_test(master),
		handle_test(renaming),
		handle_test(moving),
		handle_test(deleting),
		handle_test(b11_deleting_nobody),
		handle_test(reading),
		handle_test(listing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
