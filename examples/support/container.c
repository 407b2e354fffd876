/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/container.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "support/report.h"

#define MTU 1400

void container_describe(struct container *c, const char *name, size_t number)
{
	unsigned int host = (unsigned int)(number % 10000) + 2; /* 1 is for a gateway */

	*c = (struct container){ .name = name };
	snprintf(c->link, sizeof(c->link), CONTAINER_LINK_PREFIX "%s", name);
	snprintf(c->mac, sizeof(c->mac), "02:00:0a:58:%02x:%02x", host >> 8 & 255, host & 255);
	snprintf(c->ipv4, sizeof(c->ipv4), "10.88.%u.%u/16", host >> 8 & 255, host & 255);
	snprintf(c->ipv6, sizeof(c->ipv6), "fd00:88::%x/64", host);
}

int container_create_netns(struct netcfg *outside, const struct container *c)
{
	int err = netcfg_netns_create(outside, c->name);

	return err ? complain(outside, err) : 0;
}

int container_create_veth(struct netcfg *outside, const struct container *c)
{
	/* All of this is one request. Both ends get the MTU: nothing is inherited. */
	const struct netcfg_link_config near = {
		.size = sizeof(near),
		.flags = NETCFG_LINK_UP,
		.mtu = MTU,
		.master = c->bridge,
	};
	const struct netcfg_link_config far = {
		.size = sizeof(far),
		.netns = c->name,
		.mtu = MTU,
		.mac = c->mac,
	};
	int err = netcfg_veth_create(outside, c->link, "eth0", &near, &far);

	return err ? complain(outside, err) : 0;
}

/* The far end goes with it. */
int container_delete_veth(struct netcfg *outside, const struct container *c)
{
	int err = netcfg_link_delete(outside, c->link);

	return err ? complain(outside, err) : 0;
}

/*
 * This alone would take the pair along, but some time later: the link's name would be taken for a
 * while yet. So the link goes first.
 */
int container_delete_netns(struct netcfg *outside, const struct container *c)
{
	int err = netcfg_netns_delete(outside, c->name);

	return err ? complain(outside, err) : 0;
}

int container_open(struct netcfg **ret_inside, const struct container *c)
{
	int err = netcfg_open_netns(ret_inside, c->name);

	if (err)
		fprintf(stderr, "%s: open a handle in \"%s\": %s\n", program_invocation_short_name,
			c->name, strerror(-err));
	return err;
}

int container_configure(struct netcfg *inside, const struct container *c)
{
	const struct netcfg_addr_config ipv4 = { .size = sizeof(ipv4), .broadcast = "auto" };
	/* Nobody else can have the address, so it need not wait until the kernel has asked. */
	const struct netcfg_addr_config ipv6 = { .size = sizeof(ipv6), .flags = NETCFG_ADDR_NODAD };
	int err;

	/*
	 * Addresses first: on a link that is up, each IPv6 address costs time in proportion to
	 * those that are there. With one it hardly matters; with many it does.
	 */
	err = netcfg_addr_add(inside, "eth0", c->ipv4, &ipv4);
	if (err)
		return complain(inside, err);
	err = netcfg_addr_add(inside, "eth0", c->ipv6, &ipv6);
	if (err)
		return complain(inside, err);
	err = netcfg_link_set_up(inside, "eth0");
	if (err)
		return complain(inside, err);
	err = netcfg_link_set_up(inside, "lo");
	return err ? complain(inside, err) : 0;
}

static int mismatch(const struct container *c, const char *what)
{
	fprintf(stderr, "%s: %s: %s not as asked for\n", program_invocation_short_name, c->name,
		what);
	return -EPROTO;
}

static int check_addresses(struct netcfg *inside, const struct container *c, bool show)
{
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct netcfg_addr_list *list;
	int found = 0;
	/* 1 would mean that something changed meanwhile, as link-local addresses do. */
	int err = netcfg_addr_list(inside, "eth0", AF_UNSPEC, &list);

	if (err < 0)
		return complain(inside, err);
	while (netcfg_addr_list_next(list, &info) > 0) {
		char text[NETCFG_ADDR_TEXT_SIZE + 16];

		snprintf(text, sizeof(text), "%s/%" PRIu32, info.address, info.prefix_length);
		found += !strcmp(text, c->ipv4) || !strcmp(text, c->ipv6);
		if (show)
			printf("  %s%s\n", text,
			       info.flags & NETCFG_ADDR_STATE_TENTATIVE ? " tentative" : "");
	}
	netcfg_addr_list_free(list);
	return found == 2 ? 0 : mismatch(c, "the addresses of eth0 are");
}

int container_check(struct netcfg *inside, const struct container *c, bool show)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	int err = netcfg_link_get(inside, "eth0", &info);

	if (err)
		return complain(inside, err);
	if (show)
		printf("%s: %s ifindex %" PRId32 " mtu %" PRIu32 " mac %s %s; outside: %s ifindex "
		       "%" PRId32 "\n",
		       c->name, info.name, info.ifindex, info.mtu, info.mac,
		       info.flags & NETCFG_LINK_STATE_UP ? "up" : "down", c->link, info.peer);
	if (info.mtu != MTU || strcmp(info.mac, c->mac) || !(info.flags & NETCFG_LINK_STATE_UP))
		return mismatch(c, "eth0 is");
	return check_addresses(inside, c, show);
}
