/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The same attributes as `ip` sends for the same change. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/support/ip_requests.h"
#include "unit/support/unit.h"

/* What was sent must be what `ip` sent, but with the type that the library has for it. */
static void assert_as_ip(int type, const uint8_t *ip, size_t len)
{
	const struct fake_request r = fake_request(type, 0);
	struct packet m;

	if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
		skip(); /* the records are */
	packet_begin(&m, type, 0, NULL, 0);
	memcpy(m.bytes, ip, len);
	m.len = len;
	packet_header(&m)->nlmsg_type = (uint16_t)type;
	assert_same_message(r.bytes, r.len, m.bytes, m.len);
}

static void as_ip_veth(void **state)
{
	fake_link("br0", 4);
	assert_int_equal(
		netcfg_veth_create(*state, "v0", "v1",
				   LINK_CONFIG(.mtu = 1400, .mac = "02:00:00:00:00:01",
					       .tx_queue_len = 10, .num_tx_queues = 2,
					       .num_rx_queues = 3, .group = 7, .master = "br0",
					       .flags = NETCFG_LINK_UP | NETCFG_LINK_TX_QUEUE_LEN |
							NETCFG_LINK_GROUP),
				   LINK_CONFIG(.mtu = 1300, .mac = "02:00:00:00:00:02",
					       .tx_queue_len = 20, .num_tx_queues = 4,
					       .num_rx_queues = 5, .group = 9,
					       .flags = NETCFG_LINK_TX_QUEUE_LEN |
							NETCFG_LINK_GROUP)),
		0);
	assert_as_ip(RTM_NEWLINK, ip_veth, ip_veth_len);
}

static void as_ip_vlan(void **state)
{
	static const struct netcfg_vlan_priority in[] = { { 1, 2 }, { 3, 4 } },
						 out[] = { { 5, 6 }, { 7, 1 } };

	fake_link("d0", 3);
	assert_int_equal(
		netcfg_vlan_create(*state, "d0.5", "d0", 5,
				   VLAN_CONFIG(.protocol = 0x88a8, .ingress = in, .egress = out,
					       .ingress_count = 2, .egress_count = 2,
					       .flags = NETCFG_VLAN_NO_REORDER_HDR |
							NETCFG_VLAN_GVRP | NETCFG_VLAN_MVRP |
							NETCFG_VLAN_LOOSE_BINDING |
							NETCFG_VLAN_BRIDGE_BINDING),
				   LINK_CONFIG(.mtu = 1400)),
		0);
	assert_as_ip(RTM_NEWLINK, ip_vlan, ip_vlan_len);
}

static void as_ip_dummy(void **state)
{
	assert_int_equal(netcfg_dummy_create(*state, "dm0", LINK_CONFIG(.mac = "02:00:00:00:00:03")),
			 0);
	assert_as_ip(RTM_NEWLINK, ip_dummy, ip_dummy_len);
}

/* `ip` looks every name up first; by index the requests are the same. */
static void as_ip_alias(void **state)
{
	assert_int_equal(netcfg_link_set_by_index(*state, 6, LINK_CONFIG(.alias = "hello")), 0);
	assert_as_ip(RTM_SETLINK, ip_alias, ip_alias_len);
}

static void as_ip_down(void **state)
{
	assert_int_equal(netcfg_link_set_by_index(*state, 6,
						  LINK_CONFIG(.flags = NETCFG_LINK_DOWN)),
			 0);
	assert_as_ip(RTM_SETLINK, ip_down, ip_down_len);
}

static void as_ip_rename(void **state)
{
	fake_link("v0", 6);
	assert_int_equal(netcfg_link_rename(*state, "v0", "w0"), 0);
	assert_as_ip(RTM_SETLINK, ip_rename, ip_rename_len);
}

static void as_ip_nomaster(void **state)
{
	assert_int_equal(netcfg_link_set_by_index(*state, 6, LINK_CONFIG(.master = "")), 0);
	assert_as_ip(RTM_SETLINK, ip_nomaster, ip_nomaster_len);
}

static void as_ip_change(void **state)
{
	assert_int_equal(
		netcfg_link_set_by_index(*state, 6,
					 LINK_CONFIG(.mtu = 1200, .mac = "02:00:00:00:00:09",
						     .group = 3,
						     .flags = NETCFG_LINK_TX_QUEUE_LEN |
							      NETCFG_LINK_GROUP |
							      NETCFG_LINK_UP)),
		0);
	assert_as_ip(RTM_SETLINK, ip_change, ip_change_len);
}

static void as_ip_delete(void **state)
{
	assert_int_equal(netcfg_link_delete_by_index(*state, 6), 0);
	assert_as_ip(RTM_DELLINK, ip_delete, ip_delete_len);
}

static void as_ip_addr4(void **state)
{
	fake_link("d0", 3);
	assert_int_equal(
		netcfg_addr_add(*state, "d0", "192.0.2.1/24",
				ADDR_CONFIG(.broadcast = "auto", .label = "d0:x", .metric = 5,
					    .scope = NETCFG_SCOPE_LINK, .valid_lifetime = 100,
					    .preferred_lifetime = 50,
					    .flags = NETCFG_ADDR_SCOPE | NETCFG_ADDR_LIFETIME |
						     NETCFG_ADDR_NOPREFIXROUTE)),
		0);
	assert_as_ip(RTM_NEWADDR, ip_addr4, ip_addr4_len);
}

static void as_ip_addr4_peer(void **state)
{
	fake_link("d0", 3);
	assert_int_equal(netcfg_addr_add(*state, "d0", "192.0.2.9",
					 ADDR_CONFIG(.peer = "192.0.2.10/30")),
			 0);
	assert_as_ip(RTM_NEWADDR, ip_addr4_peer, ip_addr4_peer_len);
}

static void as_ip_addr4_host(void **state)
{
	fake_link("d0", 3);
	assert_int_equal(netcfg_addr_add(*state, "d0", "127.0.0.2/8", NULL), 0);
	assert_as_ip(RTM_NEWADDR, ip_addr4_host, ip_addr4_host_len);
}

static void as_ip_addr6(void **state)
{
	fake_link("d0", 3);
	assert_int_equal(
		netcfg_addr_add(*state, "d0", "2001:db8::1/64",
				ADDR_CONFIG(.valid_lifetime = NETCFG_ADDR_FOREVER,
					    .flags = NETCFG_ADDR_LIFETIME | NETCFG_ADDR_NODAD |
						     NETCFG_ADDR_HOMEADDRESS |
						     NETCFG_ADDR_MANAGETEMPADDR |
						     NETCFG_ADDR_NOPREFIXROUTE)),
		0);
	assert_as_ip(RTM_NEWADDR, ip_addr6, ip_addr6_len);
}

static void as_ip_addr4_replace(void **state)
{
	fake_link("d0", 3);
	assert_int_equal(netcfg_addr_replace(*state, "d0", "192.0.2.1/24", NULL), 0);
	assert_as_ip(RTM_NEWADDR, ip_addr4_replace, ip_addr4_replace_len);
}

static void as_ip_addr4_delete(void **state)
{
	fake_link("d0", 3);
	assert_int_equal(netcfg_addr_delete(*state, "d0", "192.0.2.1/24", NULL), 0);
	assert_as_ip(RTM_DELADDR, ip_addr4_delete, ip_addr4_delete_len);
}

/* A name is a file: here a symbolic link to this program's own namespace. */
static void as_ip_nsid(void **state)
{
	char dir[] = "/tmp/netcfg-unit-XXXXXX", path[sizeof(dir) + 8];
	uint32_t fd;
	uint8_t *ip;

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/ns", dir);
	assert_int_equal(symlink("/proc/self/ns/net", path), 0);
	assert_int_equal(netcfg_set_netns_dir(*state, dir), 0);
	assert_int_equal(netcfg_netns_set_id(*state, "ns", 12), 0);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(dir), 0);

	/* The descriptor's number is whatever was free. */
	memcpy(&fd, fake_request(RTM_NEWNSID, 0).bytes + NLMSG_HDRLEN + 8, sizeof(fd));
	ip = malloc(ip_nsid_len);
	assert_non_null(ip);
	memcpy(ip, ip_nsid, ip_nsid_len);
	memcpy(ip + NLMSG_HDRLEN + 8, &fd, sizeof(fd));
	assert_as_ip(RTM_NEWNSID, ip, ip_nsid_len);
	free(ip);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(as_ip_veth),
		handle_test(as_ip_vlan),
		handle_test(as_ip_dummy),
		handle_test(as_ip_alias),
		handle_test(as_ip_down),
		handle_test(as_ip_rename),
		handle_test(as_ip_nomaster),
		handle_test(as_ip_change),
		handle_test(as_ip_delete),
		handle_test(as_ip_addr4),
		handle_test(as_ip_addr4_peer),
		handle_test(as_ip_addr4_host),
		handle_test(as_ip_addr6),
		handle_test(as_ip_addr4_replace),
		handle_test(as_ip_addr4_delete),
		handle_test(as_ip_nsid),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
