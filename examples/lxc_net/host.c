/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The host's side: links, and for veths in router mode the way to the container. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lxc_net/plan.h"
#include "lxc_net/queue.h"
#include "lxc_net/up.h"

/* A link that is born in the container, under its final name: nothing is moved or renamed. */
static struct netcfg_link_config inside_config(const struct job *job, const struct nic *nic)
{
	return (struct netcfg_link_config){
		.size = sizeof(struct netcfg_link_config),
		.flags = NETCFG_LINK_NETNS_FD,
		.netns_fd = job->netns_fd,
		.mac = *nic->mac ? nic->mac : NULL,
		.mtu = nic->mtu,
	};
}

static int make_veth(struct job *job, const struct nic *nic)
{
	const struct netcfg_link_config far = inside_config(job, nic);
	const struct netcfg_link_config near = {
		.size = sizeof(near),
		.flags = NETCFG_LINK_UP,
		.mac = nic->outer_mac,
		.mtu = nic->mtu,
		.master = *nic->link && !nic->router ? nic->link : NULL,
	};

	return netcfg_veth_create(job->host, nic->pair, nic->name, &near, &far);
}

static int make_vlan(struct job *job, const struct nic *nic)
{
	const struct netcfg_link_config link = inside_config(job, nic);

	return netcfg_vlan_create(job->host, nic->name, nic->link, nic->vlan_id, NULL, &link);
}

static int make_macvlan(struct job *job, const struct nic *nic)
{
	const struct netcfg_link_config link = inside_config(job, nic);
	const struct netcfg_macvlan_config macvlan = {
		.size = sizeof(macvlan),
		/* LXC's default; the kernel's is vepa. */
		.mode = nic->macvlan_mode ? nic->macvlan_mode : NETCFG_MACVLAN_PRIVATE,
	};

	return netcfg_macvlan_create(job->host, nic->name, nic->link, &macvlan, &link);
}

static int make_ipvlan(struct job *job, const struct nic *nic)
{
	const struct netcfg_link_config link = inside_config(job, nic);
	const struct netcfg_ipvlan_config ipvlan = {
		.size = sizeof(ipvlan),
		.mode = nic->ipvlan_mode ? nic->ipvlan_mode : NETCFG_IPVLAN_L3,
		.flags = nic->ipvlan_isolation,
	};

	return netcfg_ipvlan_create(job->host, nic->name, nic->link, &ipvlan, &link);
}

/*
 * Its new name goes along, so that two links can change places: neither has the other's name at
 * any time in one namespace. MTU and MAC follow in the container, where they can be taken back.
 */
static int move_phys(struct job *job, const struct nic *nic)
{
	const struct netcfg_link_config there = {
		.size = sizeof(there),
		.flags = NETCFG_LINK_NETNS_FD,
		.netns_fd = job->netns_fd,
		.name = nic->name,
	};

	return netcfg_link_set(job->host, nic->link, &there);
}

static int (*const make[NIC_TYPES])(struct job *job, const struct nic *nic) = {
	[NIC_VETH] = make_veth,     [NIC_VLAN] = make_vlan, [NIC_MACVLAN] = make_macvlan,
	[NIC_IPVLAN] = make_ipvlan, [NIC_PHYS] = move_phys,
};

/* One that the kernel moved and then could not rename is there under its old name. */
static int find_moved(struct job *job, const struct nic *nic, const struct made *made)
{
	int index;

	if (netcfg_link_index(job->host, made->name) == made->index)
		return -ENODEV;
	index = netcfg_link_index(job->inside, nic->name);
	return index > 0 ? index : netcfg_link_index(job->inside, made->name);
}

/* Note what there is to be taken back of a NIC. Look-ups by ioctl, without a send. */
static void note_made(struct job *job, const struct nic *nic, struct made *made, int err)
{
	int index;

	if (nic->type == NIC_PHYS)
		index = find_moved(job, nic, made);
	else if (err)
		return;
	else if (nic->type == NIC_VETH)
		index = netcfg_link_index(job->host, nic->pair);
	else
		index = netcfg_link_index(job->inside, nic->name);
	if (index <= 0)
		return;
	made->index = index;
	made->kind = nic->type == NIC_PHYS   ? MADE_PHYS
		     : nic->type == NIC_VETH ? MADE_VETH
					     : MADE_INSIDE;
	if (nic->type != NIC_PHYS)
		strcpy(made->name, nic->type == NIC_VETH ? nic->pair : nic->name);
}

int host_make_links(struct job *job)
{
	const struct config *config = job->config;
	struct queue queue;
	size_t position = 0;
	int err;

	queue_begin(&queue, job->host, job->say);
	for (size_t i = 0; i < config->count; i++)
		if (nic_has_link(&config->nics[i]))
			QUEUE(&queue, config->nics[i].line,
			      make[config->nics[i].type](job, &config->nics[i]));
	err = queue_commit(&queue);
	for (size_t i = 0; i < config->count; i++)
		if (nic_has_link(&config->nics[i]))
			note_made(job, &config->nics[i], &job->made[i],
				  queue_result(&queue, position++));
	return err;
}

static int write_sysctl(struct job *job, const struct nic *nic, const char *protocol,
			const char *key)
{
	char path[128];
	int fd, err = 0;

	snprintf(path, sizeof(path), "/proc/sys/net/%s/conf/%s/%s", protocol, nic->pair, key);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, "1", 1) != 1)
		err = -errno;
	if (fd >= 0)
		close(fd);
	if (err)
		refuse(job->say, nic->line, "write \"%s\": %s", path, strerror(-err));
	return err;
}

static bool uses(const struct nic *nic, int family)
{
	return nic->addresses[family].count || nic->gateways[family].kind != GATEWAY_NONE;
}

/* Let the host end forward, and answer for others. These settings go with the link. */
static int forward(struct job *job, const struct nic *nic)
{
	int err = 0;

	if (uses(nic, V4))
		err = write_sysctl(job, nic, "ipv4", "forwarding");
	if (!err && uses(nic, V6))
		err = write_sysctl(job, nic, "ipv6", "forwarding");
	if (!err && uses(nic, V6))
		err = write_sysctl(job, nic, "ipv6", "proxy_ndp");
	return err;
}

static void route_to_pair(struct queue *queue, const struct nic *nic, const char *address,
			  unsigned int length, size_t line)
{
	const struct netcfg_route_config route = { .size = sizeof(route), .dev = nic->pair };
	char destination[64];

	snprintf(destination, sizeof(destination), "%s/%u", address, length);
	QUEUE(queue, line, netcfg_route_add(queue->nc, destination, &route));
}

/*
 * The container's own addresses, and the host's answer to who asks for the gateway's MAC. Proxies
 * are permanent unless told otherwise: others the kernel drops when the carrier is lost, as it is
 * until the far end is up.
 */
static void route_router(struct queue *queue, const struct nic *nic, int family)
{
	const struct netcfg_neigh_config proxy = { .size = sizeof(proxy),
						   .flags = NETCFG_NEIGH_PROXY };
	const struct gateway *gateway = &nic->gateways[family];

	for (size_t i = 0; i < nic->addresses[family].count; i++) {
		const struct nic_address *item = &nic->addresses[family].items[i];

		route_to_pair(queue, nic, item->address.text, family == V4 ? 32 : 128, item->line);
	}
	if (gateway->kind != GATEWAY_ADDRESS && gateway->kind != GATEWAY_AUTO)
		return;
	QUEUE(queue, gateway->line,
	      netcfg_neigh_add(queue->nc, nic->pair, gateway->address.text, &proxy));
}

static void route_nic(struct queue *queue, const struct nic *nic)
{
	for (int family = 0; family < FAMILIES; family++) {
		if (nic->router)
			route_router(queue, nic, family);
		for (size_t i = 0; i < nic->routes[family].count; i++) {
			const struct nic_address *item = &nic->routes[family].items[i];

			route_to_pair(queue, nic, item->address.text, item->address.length,
				      item->line);
		}
	}
}

int host_route(struct job *job)
{
	struct queue queue;
	int err = 0;

	for (size_t i = 0; i < job->config->count && !err; i++)
		if (job->config->nics[i].router)
			err = forward(job, &job->config->nics[i]);
	if (err)
		return err;
	queue_begin(&queue, job->host, job->say);
	for (size_t i = 0; i < job->config->count; i++)
		if (job->config->nics[i].type == NIC_VETH)
			route_nic(&queue, &job->config->nics[i]);
	/* Without anything in it a batch sends nothing. */
	return queue_commit(&queue);
}
