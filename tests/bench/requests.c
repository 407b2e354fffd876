/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Queues many requests of one kind and sends none: what runs is what builds them. callgrind.sh
 * counts the instructions of two numbers of them, and takes the difference.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <netcfg/netcfg.h>

static int veth(struct netcfg *nc)
{
	const struct netcfg_link_config one_queue = { .size = sizeof(one_queue),
						      .num_tx_queues = 1,
						      .num_rx_queues = 1 };

	return netcfg_veth_create(nc, "a1000", "b1000", &one_queue, &one_queue);
}

static int dummy(struct netcfg *nc)
{
	return netcfg_dummy_create(nc, "a1000", NULL);
}

static int ifb(struct netcfg *nc)
{
	return netcfg_ifb_create(nc, "a1000", NULL);
}

static int vlan(struct netcfg *nc)
{
	return netcfg_vlan_create(nc, "a1000", "parent", 1000, NULL, NULL);
}

static int bridge(struct netcfg *nc)
{
	return netcfg_bridge_create(nc, "a1000", NULL, NULL);
}

static int macvlan(struct netcfg *nc)
{
	return netcfg_macvlan_create(nc, "a1000", "parent", NULL, NULL);
}

static int ipvlan(struct netcfg *nc)
{
	return netcfg_ipvlan_create(nc, "a1000", "parent", NULL, NULL);
}

static int vxlan(struct netcfg *nc)
{
	return netcfg_vxlan_create(nc, "a1000", 1000, NULL, NULL);
}

static int vrf(struct netcfg *nc)
{
	return netcfg_vrf_create(nc, "a1000", 1000, NULL);
}

static int bond(struct netcfg *nc)
{
	return netcfg_bond_create(nc, "a1000", NULL, NULL);
}

static int set_mtu(struct netcfg *nc)
{
	return netcfg_link_set_mtu(nc, "a1000", 1500);
}

static int set_up(struct netcfg *nc)
{
	return netcfg_link_set_up(nc, "a1000");
}

static int set_all(struct netcfg *nc)
{
	const struct netcfg_link_config all = { .size = sizeof(all),
						.flags = NETCFG_LINK_UP | NETCFG_LINK_GROUP |
							 NETCFG_LINK_TX_QUEUE_LEN,
						.mac = "02:00:00:00:00:01",
						.master = "br0",
						.alias = "one of many",
						.mtu = 1400,
						.tx_queue_len = 100,
						.group = 7 };

	return netcfg_link_set(nc, "a1000", &all);
}

static int add_altname(struct netcfg *nc)
{
	return netcfg_link_add_altname(nc, "a1000", "one-of-many");
}

static int add_port_vlan(struct netcfg *nc)
{
	return netcfg_bridge_vlan_add(nc, "a1000", 100, NETCFG_BRIDGE_VLAN_PVID);
}

static int delete_link(struct netcfg *nc)
{
	return netcfg_link_delete(nc, "a1000");
}

static int add_ipv4(struct netcfg *nc)
{
	return netcfg_addr_add(nc, "a1000", "198.18.10.1/32", NULL);
}

static int add_ipv6(struct netcfg *nc)
{
	return netcfg_addr_add(nc, "a1000", "2001:db8::1:1000/128", NULL);
}

static int add_route(struct netcfg *nc)
{
	const struct netcfg_route_config via = { .size = sizeof(via), .via = "198.18.0.1" };

	return netcfg_route_add(nc, "198.51.100.0/24", &via);
}

static int add_route6(struct netcfg *nc)
{
	const struct netcfg_route_config via = { .size = sizeof(via), .via = "2001:db8::1" };

	return netcfg_route_add(nc, "2001:db8:1::/64", &via);
}

static int add_neigh(struct netcfg *nc)
{
	const struct netcfg_neigh_config to = { .size = sizeof(to), .mac = "02:00:00:00:00:01" };

	return netcfg_neigh_add(nc, "a1000", "198.18.0.1", &to);
}

static const struct {
	const char *name;
	int (*queue)(struct netcfg *nc);
} requests[] = {
	{ "veth-create", veth },
	{ "dummy-create", dummy },
	{ "ifb-create", ifb },
	{ "vlan-create", vlan },
	{ "bridge-create", bridge },
	{ "macvlan-create", macvlan },
	{ "ipvlan-create", ipvlan },
	{ "vxlan-create", vxlan },
	{ "vrf-create", vrf },
	{ "bond-create", bond },
	{ "set-mtu", set_mtu },
	{ "set-up", set_up },
	{ "set-eight-things", set_all },
	{ "altname-add", add_altname },
	{ "bridge-vlan-add", add_port_vlan },
	{ "delete", delete_link },
	{ "addr-add-ipv4", add_ipv4 },
	{ "addr-add-ipv6", add_ipv6 },
	{ "route-add-ipv4", add_route },
	{ "route-add-ipv6", add_route6 },
	{ "neigh-add", add_neigh },
};

#define COUNT (sizeof(requests) / sizeof(requests[0]))

static int queue(size_t which, unsigned long times)
{
	struct netcfg *nc;
	int err = netcfg_open(&nc);

	if (err < 0)
		return err;
	err = netcfg_batch_begin(nc, 0);
	while (!err && times-- > 0)
		err = requests[which].queue(nc);
	if (err)
		fprintf(stderr, "requests: %s\n", netcfg_error_message(nc));
	netcfg_batch_abort(nc);
	netcfg_close(nc);
	return err;
}

int main(int argc, char **argv)
{
	size_t i;

	if (argc == 1) {
		for (i = 0; i < COUNT; i++)
			puts(requests[i].name);
		return 0;
	}
	for (i = 0; argc == 3 && i < COUNT; i++) {
		if (strcmp(argv[1], requests[i].name) == 0)
			return queue(i, strtoul(argv[2], NULL, 10)) ? 1 : 0;
	}
	fprintf(stderr, "usage: netcfg_requests [REQUEST NUMBER]; without: name the requests\n");
	return 2;
}
