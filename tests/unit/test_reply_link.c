/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* RTM_NEWLINK read: everything in it, and what is damaged. */
#include "link_info.h"
#include "unit/support/unit.h"

static void begin(struct packet *m)
{
	packet_link(m, 0, 7, NULL);
}

/* Read a copy of exactly its length, so that a sanitizer sees what goes beyond. */
static int parse(const struct packet *m, struct netcfg_link_info *info)
{
	void *copy = malloc(m->len);
	int err;

	assert_non_null(copy);
	memcpy(copy, m->bytes, m->len);
	memset(info, 0xaa, sizeof(*info));
	err = link_info_parse(copy, info);
	free(copy);
	return err;
}

static void everything(void **state)
{
	const struct ifinfomsg ifi = { .ifi_index = INT_MAX, .ifi_flags = 0xfedcba98 };
	const uint8_t mac[6] = { 0xfe, 0xdc, 0xba, 0, 1, 2 };
	struct netcfg_link_info info;
	struct packet m;
	size_t nest, data;

	(void)state;
	packet_begin(&m, RTM_NEWLINK, 0, &ifi, sizeof(ifi));
	packet_string(&m, IFLA_IFNAME, "fifteen-bytes-x");
	packet_string(&m, IFLA_IFALIAS, "an alias");
	packet_attr(&m, IFLA_ADDRESS, mac, sizeof(mac));
	packet_u8(&m, IFLA_OPERSTATE, 6);
	packet_u32(&m, IFLA_MTU, 1);
	packet_u32(&m, IFLA_MASTER, 2);
	packet_u32(&m, IFLA_LINK, 3);
	packet_u32(&m, IFLA_LINK_NETNSID, 4);
	packet_u32(&m, IFLA_GROUP, 5);
	packet_u32(&m, IFLA_TXQLEN, 6);
	packet_u32(&m, IFLA_NUM_TX_QUEUES, 7);
	packet_u32(&m, IFLA_NUM_RX_QUEUES, UINT32_MAX);
	nest = packet_nest(&m, IFLA_LINKINFO);
	packet_string(&m, IFLA_INFO_KIND, "vlan");
	data = packet_nest(&m, IFLA_INFO_DATA);
	packet_u16(&m, IFLA_VLAN_ID, 4094);
	packet_attr(&m, IFLA_VLAN_PROTOCOL, "\x88\xa8", 2);
	packet_nest_end(&m, data);
	packet_nest_end(&m, nest);
	assert_int_equal(parse(&m, &info), 0);
	assert_int_equal(info.size, sizeof(info));
	assert_string_equal(info.name, "fifteen-bytes-x");
	assert_string_equal(info.alias, "an alias");
	assert_string_equal(info.mac, "fe:dc:ba:00:01:02");
	assert_string_equal(info.kind, "vlan");
	assert_int_equal(info.ifindex, INT_MAX);
	assert_int_equal(info.flags, 0xfedcba98);
	assert_int_equal(info.operstate, NETCFG_OPERSTATE_UP);
	assert_int_equal(info.mtu, 1);
	assert_int_equal(info.master, 2);
	assert_int_equal(info.parent, 3);
	assert_int_equal(info.peer, 0);
	assert_int_equal(info.link_netnsid, 4);
	assert_int_equal(info.group, 5);
	assert_int_equal(info.tx_queue_len, 6);
	assert_int_equal(info.num_tx_queues, 7);
	assert_int_equal(info.num_rx_queues, UINT32_MAX);
	assert_int_equal(info.vlan_id, 4094);
	assert_int_equal(info.vlan_protocol, 0x88a8);
}

static void nothing(void **state)
{
	struct netcfg_link_info info, zero = { .size = sizeof(zero) };
	struct packet m;

	(void)state;
	begin(&m);
	assert_int_equal(parse(&m, &info), 0);
	zero.ifindex = 7;
	zero.link_netnsid = -1;
	assert_memory_equal(&info, &zero, sizeof(info));
}

/* IFLA_LINK is the other end of a pair, the parent of others, and a tunnel's own index. */
static void link_of_kinds(void **state)
{
	static const struct {
		const char *kind;
		int32_t link, parent, peer;
	} table[] = {
		{ "veth", 9, 0, 9 }, { "veth", 7, 0, 7 },  { "macvlan", 9, 9, 0 },
		{ "ipip", 7, 0, 0 }, { "ipip", 0, 0, 0 },  { NULL, 9, 9, 0 },
		{ "vet", 9, 9, 0 },  { "vethx", 9, 9, 0 }, { "netkit", 9, 0, 9 },
		{ "vxcan", 9, 0, 9 },
	};
	struct netcfg_link_info info;
	struct packet m;
	size_t i, nest;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		begin(&m);
		packet_u32(&m, IFLA_LINK, (uint32_t)table[i].link);
		if (table[i].kind) {
			nest = packet_nest(&m, IFLA_LINKINFO);
			packet_string(&m, IFLA_INFO_KIND, table[i].kind);
			packet_nest_end(&m, nest);
		}
		assert_int_equal(parse(&m, &info), 0);
		assert_int_equal(info.parent, table[i].parent);
		assert_int_equal(info.peer, table[i].peer);
		assert_int_equal(info.vlan_protocol, 0);
	}
}

static void macs(void **state)
{
	static const struct {
		size_t len;
		size_t text_len;
	} table[] = { { 0, 0 },	  { 1, 2 },   { 4, 11 }, { 6, 17 },  { 8, 23 },
		      { 16, 47 }, { 20, 59 }, { 32, 95 }, { 33, 0 }, { 255, 0 } };
	struct netcfg_link_info info;
	unsigned char mac[255];
	struct packet m;
	size_t i;

	(void)state;
	memset(mac, 0xab, sizeof(mac));
	for (i = 0; i < ARRAY_SIZE(table); i++) {
		begin(&m);
		packet_attr(&m, IFLA_ADDRESS, mac, table[i].len);
		assert_int_equal(parse(&m, &info), 0);
		assert_int_equal(strlen(info.mac), table[i].text_len);
		assert_int_equal(strspn(info.mac, "ab:"), table[i].text_len);
	}
}

/* Texts: with and without NUL, with something behind it, as long as they fit, and longer. */
static void texts(void **state)
{
	struct netcfg_link_info info;
	char longest[257];
	struct packet m;
	size_t len;

	(void)state;
	memset(longest, 'a', sizeof(longest));
	for (len = 253; len <= sizeof(longest); len++) {
		begin(&m);
		packet_attr(&m, IFLA_IFALIAS, longest, len);
		packet_attr(&m, IFLA_IFNAME, longest, len - 240);
		assert_int_equal(parse(&m, &info), 0);
		/* Never cut: what does not fit is no such name. */
		assert_int_equal(strlen(info.alias), len <= 255 ? len : 0);
		assert_int_equal(strlen(info.name), len <= 255 ? len - 240 : 0);
	}
	begin(&m);
	packet_attr(&m, IFLA_IFNAME, "v0\0garbage", 10);
	packet_attr(&m, IFLA_IFALIAS, "", 0);
	assert_int_equal(parse(&m, &info), 0);
	assert_string_equal(info.name, "v0");
	assert_string_equal(info.alias, "");
}

static void long_kind(void **state)
{
	struct netcfg_link_info info;
	struct packet m;
	char kind[40];
	size_t len, nest;

	(void)state;
	memset(kind, 'k', sizeof(kind));
	for (len = 30; len < sizeof(kind); len++) {
		begin(&m);
		nest = packet_nest(&m, IFLA_LINKINFO);
		packet_attr(&m, IFLA_INFO_KIND, kind, len);
		packet_nest_end(&m, nest);
		assert_int_equal(parse(&m, &info), 0);
		assert_int_equal(strlen(info.kind), len <= 31 ? len : 0);
	}
}

/* Numbers that are too short count as absent; longer ones are read as far as they are known. */
static void numbers_of_wrong_length(void **state)
{
	struct netcfg_link_info info;
	struct packet m;
	size_t len;

	(void)state;
	for (len = 0; len < 4; len++) {
		begin(&m);
		packet_attr(&m, IFLA_MTU, "\1\1\1\1", len);
		packet_attr(&m, IFLA_MASTER, "\1\1\1\1", len);
		packet_attr(&m, IFLA_LINK_NETNSID, "\1\1\1\1", len);
		packet_attr(&m, IFLA_OPERSTATE, "\6", len ? 1 : 0);
		assert_int_equal(parse(&m, &info), 0);
		assert_int_equal(info.mtu, 0);
		assert_int_equal(info.master, 0);
		assert_int_equal(info.link_netnsid, -1);
		assert_int_equal(info.operstate, len ? 6 : 0);
	}
	begin(&m);
	packet_attr(&m, IFLA_MTU, "\1\1\1\1\2\2\2\2", 8);
	assert_int_equal(parse(&m, &info), 0);
	assert_int_equal(info.mtu, 0x01010101);
}

/* A nested attribute that says it is longer than what it is in. */
static void nested_beyond_its_parent(void **state)
{
	static const uint16_t lengths[] = { 0, 1, 3, 13, 100, UINT16_MAX };
	struct netcfg_link_info info;
	struct packet m;
	size_t i, nest, at;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		begin(&m);
		nest = packet_nest(&m, IFLA_LINKINFO);
		at = m.len;
		packet_string(&m, IFLA_INFO_KIND, "veth");
		memcpy(m.bytes + at, &lengths[i], sizeof(lengths[i]));
		packet_nest_end(&m, nest);
		packet_u32(&m, IFLA_MTU, 5); /* what comes behind is still read */
		assert_int_equal(parse(&m, &info), 0);
		assert_string_equal(info.kind, "");
		assert_int_equal(info.mtu, 5);
	}
}

/* The message ends in every place, and nothing behind it is read. */
static void cut_everywhere(void **state)
{
	struct netcfg_link_info info;
	struct packet m;
	size_t nest, data, len, whole;

	(void)state;
	begin(&m);
	packet_string(&m, IFLA_IFNAME, "v0");
	nest = packet_nest(&m, IFLA_LINKINFO);
	packet_string(&m, IFLA_INFO_KIND, "vlan");
	data = packet_nest(&m, IFLA_INFO_DATA);
	packet_u16(&m, IFLA_VLAN_ID, 5);
	packet_nest_end(&m, data);
	packet_nest_end(&m, nest);
	packet_attr(&m, IFLA_ADDRESS, "\1\2\3\4\5\6", 6);
	whole = m.len;
	for (len = NLMSG_HDRLEN; len < whole; len++) {
		m.len = len;
		packet_header(&m)->nlmsg_len = (uint32_t)len;
		assert_int_equal(parse(&m, &info),
				 len < NLMSG_LENGTH(sizeof(struct ifinfomsg)) ? -EBADMSG : 0);
		if (len < whole - 2) /* only padding is missing then */
			continue;
		assert_string_equal(info.name, "v0");
		assert_int_equal(info.vlan_id, 5);
		assert_string_equal(info.mac, "01:02:03:04:05:06");
	}
}

static void unknown_attributes(void **state)
{
	struct netcfg_link_info info;
	struct packet m;

	(void)state;
	begin(&m);
	packet_attr(&m, 0, "x", 1);
	packet_attr(&m, 0x3fff, "y", 1);
	packet_attr(&m, IFLA_MAX + 1, "z", 1);
	packet_u32(&m, IFLA_MTU, 5);
	packet_u32(&m, IFLA_GROUP | 0x8000, 6); /* NLA_F_NESTED is no part of the type */
	assert_int_equal(parse(&m, &info), 0);
	assert_int_equal(info.mtu, 5);
	assert_int_equal(info.group, 6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything),
		cmocka_unit_test(nothing),
		cmocka_unit_test(link_of_kinds),
		cmocka_unit_test(macs),
		cmocka_unit_test(texts),
		cmocka_unit_test(long_kind),
		cmocka_unit_test(numbers_of_wrong_length),
		cmocka_unit_test(nested_beyond_its_parent),
		cmocka_unit_test(cut_everywhere),
		cmocka_unit_test(unknown_attributes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
