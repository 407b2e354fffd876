/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lxc_net/show.h"

#include <inttypes.h>
#include <stdio.h>

#include "lxc_net/plan.h"

static void show_addresses(const struct nic_addresses *addresses, const char *what)
{
	for (size_t i = 0; i < addresses->count; i++) {
		const struct nic_address *item = &addresses->items[i];

		printf("  %s %s/%u", what, item->address.text, item->address.length);
		if (*item->broadcast)
			printf(" broadcast %s", item->broadcast);
		putchar('\n');
	}
}

static void show_gateway(const struct gateway *gateway, const char *family)
{
	if (gateway->kind == GATEWAY_ADDRESS)
		printf("  %s gateway %s\n", family, gateway->address.text);
	else if (gateway->kind != GATEWAY_NONE)
		printf("  %s gateway %s\n", family, gateway->kind == GATEWAY_AUTO ? "auto" : "dev");
}

static void show_nic(const struct nic *nic)
{
	printf("NIC %u: %s", nic->index, nic_type_names[nic->type]);
	if (*nic->name)
		printf(" %s", nic->name);
	if (*nic->link)
		printf(" link %s", nic->link);
	if (nic->type == NIC_VETH)
		printf(" pair %s%s", nic->random_pair ? "(chosen at random)" : nic->pair,
		       nic->router ? " router" : "");
	if (nic->type == NIC_VLAN)
		printf(" id %d", nic->vlan_id);
	if (nic->mtu)
		printf(" mtu %" PRIu32, nic->mtu);
	if (*nic->mac)
		printf(" mac %s", nic->mac);
	puts(nic->up ? " up" : " down");
	show_addresses(&nic->addresses[V4], "address");
	show_addresses(&nic->addresses[V6], "address");
	show_gateway(&nic->gateways[V4], "IPv4");
	show_gateway(&nic->gateways[V6], "IPv6");
	show_addresses(&nic->routes[V4], "route");
	show_addresses(&nic->routes[V6], "route");
}

void show_config(const struct config *config)
{
	for (size_t i = 0; i < config->count; i++)
		show_nic(&config->nics[i]);
}
