/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "container.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "kind.h"
#include "measure.h"
#include "raw.h"
#include "raw_link.h"
#include "raw_netns.h"

/* The kernel goes on working for links that were just set up: not at the next peer's cost. */
#define PAUSE_US 500000

static unsigned int number_of(const struct run *run)
{
	unsigned int i = 0;

	while (strcmp(run->scenario->peers[i].name, run->peer) != 0)
		i++;
	return i;
}

static void describe(struct container *c, unsigned int peer, unsigned int i)
{
	memset(c, 0, sizeof(*c));
	snprintf(c->link, sizeof(c->link), "v%u-%u", peer, i);
	snprintf(c->bridge, sizeof(c->bridge), "br%u", peer);
	snprintf(c->netns, sizeof(c->netns), "c%u-%u", peer, i);
	snprintf(c->mac, sizeof(c->mac), "02:00:00:%02x:%02x:%02x", peer & 255, (i >> 8) & 255,
		 i & 255);
	snprintf(c->address4, sizeof(c->address4), "198.18.%u.%u/15", (i >> 8) & 255, i & 255);
	snprintf(c->address6, sizeof(c->address6), "2001:db8::1:%x/64", i & 65535);
	memcpy(c->mac_bytes,
	       (unsigned char[]){ 2, 0, 0, (unsigned char)peer, (unsigned char)(i >> 8),
				  (unsigned char)i },
	       6);
	memcpy(c->bytes4, (unsigned char[]){ 198, 18, (unsigned char)(i >> 8), (unsigned char)i },
	       4);
	inet_pton(AF_INET6, "2001:db8::1:0", c->bytes6);
	c->bytes6[14] = (unsigned char)(i >> 8);
	c->bytes6[15] = (unsigned char)i;
	inet_pton(AF_INET, CONTAINER_GATEWAY4, c->gateway4);
	inet_pton(AF_INET6, CONTAINER_GATEWAY6, c->gateway6);
}

static unsigned int count_for(const struct run *run, const struct peer *peer)
{
	return peer->max_ops && peer->max_ops < run->ops ? peer->max_ops : run->ops;
}

static void make_namespaces(const struct run *run)
{
	const struct peer *peers = run->scenario->peers;
	struct container c;
	unsigned int peer, i;

	raw_netns_prepare();
	for (peer = 0; peers[peer].name; peer++) {
		for (i = 0; i < count_for(run, &peers[peer]); i++) {
			describe(&c, peer, i);
			raw_netns_create(c.netns);
		}
	}
	raw_netns_home();
}

/* The size is how many other links there are. */
void container_setup(struct run *run)
{
	const struct peer *peers = run->scenario->peers;
	struct raw_batch batch = { 0 };
	const int sock = raw_open();
	struct container c;
	unsigned int peer;

	make_links(&kind_veth, run->size / 2, 0);
	for (peer = 0; peers[peer].name; peer++) {
		describe(&c, peer, 0);
		raw_put_bridge(&batch, c.bridge);
		raw_put_set_up(&batch, c.bridge);
	}
	raw_seal(&batch);
	raw_send(sock, &batch);
	raw_free(&batch);
	close(sock);
	make_namespaces(run);
}

void container_each(struct run *run, container_fn attach)
{
	const int home = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
	const unsigned int peer = number_of(run);
	struct container c;

	usleep(PAUSE_US);
	measure_begin(run);
	while (measure_more(run)) {
		describe(&c, peer, run->lap_count);
		c.home = home;
		c.netns_fd = raw_netns_open(c.netns);
		attach(&c);
		close(c.netns_fd);
		measure_lap(run);
	}
	measure_laps_end(run);
	close(home);
}
