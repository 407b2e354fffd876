/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Addresses, routes, neighbours. The library has addresses as text. */
#include "lxc_shape/lxc_shape.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/rtnetlink.h>

#include <netcfg/netcfg.h>

#define TEXT_SIZE (INET6_ADDRSTRLEN + sizeof("/128"))

static const char *write_address(char text[TEXT_SIZE], int family, const void *address)
{
	return inet_ntop(family, address, text, TEXT_SIZE);
}

static const char *write_prefix(char text[TEXT_SIZE], int family, const void *address, int prefix)
{
	char alone[TEXT_SIZE];

	snprintf(text, TEXT_SIZE, "%s/%d", write_address(alone, family, address), prefix);
	return text;
}

int lxc_ipv4_addr_add(struct netcfg *nc, const char *name, const struct in_addr *addr,
		      const struct in_addr *bcast, int prefix)
{
	char text[TEXT_SIZE], broadcast[TEXT_SIZE];
	const struct netcfg_addr_config config = {
		.size = sizeof(config),
		.broadcast = bcast ? write_address(broadcast, AF_INET, bcast) : NULL,
	};

	return netcfg_addr_add(nc, name, write_prefix(text, AF_INET, addr, prefix), &config);
}

int lxc_ipv6_addr_add(struct netcfg *nc, const char *name, const struct in6_addr *addr, int prefix)
{
	char text[TEXT_SIZE];

	return netcfg_addr_add(nc, name, write_prefix(text, AF_INET6, addr, prefix), NULL);
}

/* The first of a list: 1, 0 if it has none, or -errno. */
static int first_address(struct netcfg *nc, const char *name, int family,
			 struct netcfg_addr_info *ret_info)
{
	struct netcfg_addr_list *list;
	int result = netcfg_addr_list(nc, name, family, &list);

	if (result < 0)
		return result;
	result = netcfg_addr_list_next(list, ret_info);
	netcfg_addr_list_free(list);
	return result;
}

static int get_address(struct netcfg *nc, const char *name, int family, size_t size, void **res)
{
	struct netcfg_addr_info info = { .size = sizeof(info) };
	int found = first_address(nc, name, family, &info);
	void *copy;

	if (found != 1)
		return found;
	copy = malloc(size);
	if (!copy)
		return -ENOMEM;
	if (inet_pton(family, info.address, copy) != 1) {
		free(copy);
		return -EBADMSG;
	}
	*res = copy;
	return 1;
}

int lxc_ipv4_addr_get(struct netcfg *nc, const char *name, struct in_addr **res)
{
	void *address = NULL;
	int found = get_address(nc, name, AF_INET, sizeof(**res), &address);

	if (found == 1)
		*res = address;
	return found;
}

int lxc_ipv6_addr_get(struct netcfg *nc, const char *name, struct in6_addr **res)
{
	void *address = NULL;
	int found = get_address(nc, name, AF_INET6, sizeof(**res), &address);

	if (found == 1)
		*res = address;
	return found;
}

static int add_gateway(struct netcfg *nc, const char *name, int family, const void *gw)
{
	char via[TEXT_SIZE];
	const struct netcfg_route_config config = { .size = sizeof(config),
						    .via = write_address(via, family, gw),
						    .dev = name };

	return netcfg_route_add(nc, "default", &config);
}

int lxc_ipv4_gateway_add(struct netcfg *nc, const char *name, const struct in_addr *gw)
{
	return add_gateway(nc, name, AF_INET, gw);
}

int lxc_ipv6_gateway_add(struct netcfg *nc, const char *name, const struct in6_addr *gw)
{
	return add_gateway(nc, name, AF_INET6, gw);
}

/* Straight to it, without a gateway: the kernel is told by the scope, which is link by itself. */
static int add_destination(struct netcfg *nc, const char *name, const char *prefix)
{
	const struct netcfg_route_config config = { .size = sizeof(config), .dev = name };

	return netcfg_route_add(nc, prefix, &config);
}

int lxc_ipv4_dest_add(struct netcfg *nc, const char *name, const struct in_addr *dest,
		      unsigned int prefix)
{
	char text[TEXT_SIZE];

	return add_destination(nc, name, write_prefix(text, AF_INET, dest, (int)prefix));
}

int lxc_ipv6_dest_add(struct netcfg *nc, const char *name, const struct in6_addr *dest,
		      unsigned int prefix)
{
	char text[TEXT_SIZE];

	return add_destination(nc, name, write_prefix(text, AF_INET6, dest, (int)prefix));
}

int lxc_ip_neigh_proxy(struct netcfg *nc, uint16_t nlmsg_type, int family, const char *name,
		       const void *dest)
{
	char text[TEXT_SIZE];
	const struct netcfg_neigh_config config = { .size = sizeof(config),
						    .flags = NETCFG_NEIGH_PROXY };

	write_address(text, family, dest);
	if (nlmsg_type == RTM_NEWNEIGH)
		return netcfg_neigh_add(nc, name, text, &config);
	return netcfg_neigh_delete(nc, name, text, &config);
}
