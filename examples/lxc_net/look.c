/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the host is asked before anything is made. Nothing is changed here. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "lxc_net/plan.h"
#include "lxc_net/queue.h"
#include "lxc_net/up.h"

/* Both ends of a pair get the MTU of what the host end is connected to, as in LXC. */
static int look_at_mtu(struct job *job, struct nic *nic)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	int err = netcfg_link_get(job->host, nic->link, &info);

	if (err)
		return say_failure(job->say, nic->link_line, job->host, err);
	nic->mtu = info.mtu;
	return 0;
}

/* How good an address is as a gateway; 0: not at all. */
static int rank(const struct netcfg_addr_info *info, const struct address *address)
{
	if (info->flags & NETCFG_ADDR_STATE_DADFAILED || info->scope == NETCFG_SCOPE_HOST)
		return 0;
	/* A bridge gives itself one of these when it is set up: nobody has chosen it. */
	return address_is_link_local(address) ? 1 : 2;
}

/* The first address of the link. */
static int look_at_gateway(struct job *job, struct nic *nic, int family)
{
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct gateway *gateway = &nic->gateways[family];
	const int af = family == V4 ? AF_INET : AF_INET6;
	struct netcfg_addr_list *list;
	int best = 0;
	/* 1: addresses of this link changed meanwhile. What was read is as good as any. */
	int err = netcfg_addr_list(job->host, nic->link, af, &list);

	if (err < 0)
		return say_failure(job->say, gateway->line, job->host, err);
	while (netcfg_addr_list_next(list, &info) > 0) {
		struct address address;

		if (value_address(info.address, af, &address) || rank(&info, &address) <= best)
			continue;
		best = rank(&info, &address);
		gateway->address = address;
	}
	netcfg_addr_list_free(list);
	if (best)
		return 0;
	refuse(job->say, gateway->line, "NIC %u: \"%s\" has no IPv%d address to be the gateway",
	       nic->index, nic->link, family == V4 ? 4 : 6);
	return -EADDRNOTAVAIL;
}

/* As it is to be given back. */
static int look_at_phys(struct job *job, struct nic *nic, struct made *made)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	int err = netcfg_link_get(job->host, nic->link, &info);

	if (err)
		return say_failure(job->say, nic->link_line, job->host, err);
	strcpy(made->name, info.name);
	made->old_mtu = info.mtu;
	if (*nic->mac)
		strcpy(made->old_mac, info.mac);
	made->index = info.ifindex;
	if (nic->keeps_name)
		strcpy(nic->name, info.name);
	return 0;
}

int host_look(struct job *job)
{
	int err = 0;

	for (size_t i = 0; i < job->config->count && !err; i++) {
		struct nic *nic = &job->config->nics[i];

		job->made[i].line = nic->line;
		if (nic->type == NIC_VETH && *nic->link && !nic->mtu)
			err = look_at_mtu(job, nic);
		if (!err && nic->type == NIC_PHYS)
			err = look_at_phys(job, nic, &job->made[i]);
		for (int family = 0; family < FAMILIES && !err && nic_has_link(nic); family++)
			if (nic->gateways[family].kind == GATEWAY_AUTO)
				err = look_at_gateway(job, nic, family);
	}
	return err;
}

static int no_room(const struct nic *nic, const struct say *say)
{
	refuse(say, nic->link_line, "no memory, or more than %d NICs", CONFIG_MAX_NICS);
	return -ENOMEM;
}

/* One NIC for each name; the first takes the place of the one that has the '+'. */
static int take_links(struct config *config, size_t position, struct netcfg_link_list *list,
		      const struct say *say)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	char prefix[sizeof(config->nics[0].link)];
	size_t found = 0;

	strcpy(prefix, config->nics[position].link);
	prefix[strlen(prefix) - 1] = '\0';
	while (netcfg_link_list_next(list, &info) > 0) {
		struct nic *nic = &config->nics[position];

		if (strncmp(info.name, prefix, strlen(prefix)) || !strcmp(info.name, "lo"))
			continue;
		if (found && *nic->name)
			return refuse(say, nic->name_line, "NIC %u: one name for all \"%s+\"",
				      nic->index, prefix);
		if (found++)
			nic = config_copy_nic(config, position);
		if (!nic)
			return no_room(&config->nics[position], say);
		strcpy(nic->link, info.name);
	}
	return 0;
}

int host_find_links(struct config *config, struct netcfg *host, const struct say *say)
{
	const size_t count = config->count;

	for (size_t i = 0; i < count; i++) {
		struct netcfg_link_list *list;
		int err;

		if (!nic_wants_prefix(&config->nics[i]))
			continue;
		err = netcfg_link_list(host, NULL, &list);
		if (err < 0)
			return say_failure(say, config->nics[i].link_line, host, err);
		err = take_links(config, i, list, say);
		netcfg_link_list_free(list);
		if (err)
			return err;
	}
	return 0;
}
