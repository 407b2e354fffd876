/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The same two sends by hand; and the way of those who create both ends at home and then move one,
 * with no more sends than that takes.
 */
#include "container.h"

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>

#include "bench.h"
#include "raw.h"
#include "raw_link.h"

static int host;

void container_put_pair(struct raw_batch *b, const struct container *c, const char *peer,
			int peer_netns, int master)
{
	const struct ifinfomsg near_end = { .ifi_family = AF_UNSPEC,
					    .ifi_flags = master ? IFF_UP : 0,
					    .ifi_change = master ? IFF_UP : 0 };
	const struct ifinfomsg far_end = { .ifi_family = AF_UNSPEC };
	size_t info, data, end;

	raw_begin(b, RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL, &near_end, sizeof(near_end));
	raw_put_text(b, IFLA_IFNAME, c->link);
	raw_put_u32(b, IFLA_MTU, CONTAINER_MTU);
	if (master)
		raw_put_u32(b, IFLA_MASTER, (uint32_t)master);
	info = raw_nest(b, IFLA_LINKINFO);
	raw_put_text(b, IFLA_INFO_KIND, "veth");
	data = raw_nest(b, IFLA_INFO_DATA);
	end = raw_nest(b, VETH_INFO_PEER);
	raw_put_header(b, &far_end, sizeof(far_end));
	raw_put_text(b, IFLA_IFNAME, peer);
	raw_put(b, IFLA_ADDRESS, c->mac_bytes, sizeof(c->mac_bytes));
	raw_put_u32(b, IFLA_MTU, CONTAINER_MTU);
	if (peer_netns >= 0)
		raw_put_u32(b, IFLA_NET_NS_FD, (uint32_t)peer_netns);
	raw_nest_end(b, end);
	raw_nest_end(b, data);
	raw_nest_end(b, info);
}

void container_put_inside(struct raw_batch *b, const struct container *c, int ifindex)
{
	raw_put_addr(b, ifindex, AF_INET, c->bytes4, 15);
	raw_put_addr(b, ifindex, AF_INET6, c->bytes6, 64);
	raw_put_set_up(b, CONTAINER_LINK);
	raw_put_set_up(b, "lo");
	raw_put_gateway(b, ifindex, AF_INET, c->gateway4);
	raw_put_gateway(b, ifindex, AF_INET6, c->gateway6);
}

static void send_and_clear(int sock, struct raw_batch *b)
{
	raw_seal(b);
	raw_send(sock, b);
	b->length = 0;
	b->count = 0;
	b->send_count = 0;
}

static struct raw_batch batch; /* its memory is kept */

static void finish_inside(const struct container *c)
{
	const int there = raw_open_in(c->netns_fd, c->home);

	container_put_inside(&batch, c, raw_index(there, CONTAINER_LINK));
	send_and_clear(there, &batch);
	close(there);
}

static void attach(const struct container *c)
{
	container_put_pair(&batch, c, CONTAINER_LINK, c->netns_fd, raw_index(host, c->bridge));
	send_and_clear(host, &batch);
	finish_inside(c);
}

void container_raw(struct run *run)
{
	host = raw_open();
	container_each(run, attach);
	close(host);
}

static void put_move(struct raw_batch *b, const char *name, int netns)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC,
				       .ifi_index = raw_index(host, name) };

	raw_begin(b, RTM_SETLINK, 0, &ifi, sizeof(ifi));
	raw_put_text(b, IFLA_IFNAME, CONTAINER_LINK);
	raw_put_u32(b, IFLA_NET_NS_FD, (uint32_t)netns);
}

static void attach_by_move(const struct container *c)
{
	container_put_pair(&batch, c, "moving", -1, raw_index(host, c->bridge));
	send_and_clear(host, &batch);
	put_move(&batch, "moving", c->netns_fd);
	send_and_clear(host, &batch);
	finish_inside(c);
}

void container_move(struct run *run)
{
	host = raw_open();
	container_each(run, attach_by_move);
	close(host);
}
