/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The container's side. */
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>

#include "lxc_net/plan.h"
#include "lxc_net/queue.h"
#include "lxc_net/up.h"

static void set_phys(struct queue *queue, const struct nic *nic)
{
	const struct netcfg_link_config changes = {
		.size = sizeof(changes),
		.mac = *nic->mac ? nic->mac : NULL,
		.mtu = nic->mtu,
	};

	if (changes.mac || changes.mtu)
		QUEUE(queue, nic->line, netcfg_link_set(queue->nc, nic->name, &changes));
}

static void add_addresses(struct queue *queue, const struct nic *nic, int family)
{
	for (size_t i = 0; i < nic->addresses[family].count; i++) {
		const struct nic_address *item = &nic->addresses[family].items[i];
		struct netcfg_addr_config config = { .size = sizeof(config) };
		char address[64];

		/* None for /31 and /32: there LXC makes up one that is of another network. */
		if (family == V4)
			config.broadcast = *item->broadcast ? item->broadcast : "auto";
		snprintf(address, sizeof(address), "%s/%u", item->address.text,
			 item->address.length);
		QUEUE(queue, item->line, netcfg_addr_add(queue->nc, nic->name, address, &config));
	}
}

/* Addresses first: on a link that is up each IPv6 address costs more. */
static void configure_link(struct queue *queue, const struct nic *nic)
{
	if (nic->type == NIC_PHYS)
		set_phys(queue, nic);
	for (int family = 0; family < FAMILIES; family++)
		add_addresses(queue, nic, family);
	if (nic->up)
		QUEUE(queue, nic->line, netcfg_link_set_up(queue->nc, nic->name));
}

static void add_default(struct queue *queue, const struct nic *nic, int family)
{
	const struct gateway *gateway = &nic->gateways[family];
	struct netcfg_route_config route = {
		.size = sizeof(route),
		.dev = nic->name,
		.family = family == V4 ? AF_INET : AF_INET6,
	};

	if (gateway->kind == GATEWAY_NONE)
		return;
	if (gateway->kind != GATEWAY_DEV) {
		/* A gateway that no address leads to is on the link, says who wrote the file. */
		if (!nic_reaches(nic, family, &gateway->address))
			QUEUE(queue, gateway->line,
			      netcfg_route_add(queue->nc, gateway->address.text, &route));
		route.via = gateway->address.text;
	}
	QUEUE(queue, gateway->line, netcfg_route_add(queue->nc, "default", &route));
}

int inside_configure(struct job *job)
{
	const struct config *config = job->config;
	struct queue queue;

	queue_begin(&queue, job->inside, job->say);
	for (size_t i = 0; i < config->count; i++)
		if (nic_has_link(&config->nics[i]))
			configure_link(&queue, &config->nics[i]);
	if (plan_wants_lo(config))
		QUEUE(&queue, 0, netcfg_link_set_up(job->inside, "lo"));
	for (size_t i = 0; i < config->count; i++)
		for (int family = 0; family < FAMILIES; family++)
			if (nic_has_link(&config->nics[i]))
				add_default(&queue, &config->nics[i], family);
	return queue_commit(&queue);
}
