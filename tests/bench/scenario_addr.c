/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Many addresses on one link, which is down. */
#include "scenarios.h"

#include <arpa/inet.h>

#include <netcfg/netcfg.h>
#include <netlink/route/addr.h>
#include <netlink/route/link.h>

#include "ip.h"
#include "kind.h"
#include "libnl.h"
#include "measure.h"
#include "ours.h"
#include "raw.h"
#include "raw_link.h"

#define IP_MAX 50
#define LINK   "a0"

struct family {
	int family;
	int prefix_length;
	void (*text)(char text[INET6_ADDRSTRLEN], unsigned int i);
};

/* 198.18.0.0/15 is for benchmarks: RFC 2544; 2001:db8::/32 for examples: RFC 3849. */
static void text4(char text[INET6_ADDRSTRLEN], unsigned int i)
{
	snprintf(text, INET6_ADDRSTRLEN, "198.%u.%u.%u", 18 + (i >> 16), (i >> 8) & 255, i & 255);
}

static void text6(char text[INET6_ADDRSTRLEN], unsigned int i)
{
	snprintf(text, INET6_ADDRSTRLEN, "2001:db8::%x:%x", 1 + (i >> 16), i & 65535);
}

static void setup(void)
{
	make_links(&kind_veth, 1, 0);
}

static void ours(struct run *run)
{
	const struct family *f = run->arg;
	struct netcfg *nc = ours_open();
	char text[INET6_ADDRSTRLEN];
	unsigned int i;

	setup();
	measure_begin(run);
	ours_begin(nc);
	for (i = 0; i < run->ops; i++) {
		f->text(text, i);
		ours_check(nc, netcfg_addr_add(nc, LINK, text, NULL));
	}
	ours_commit(nc);
	measure_end(run, run->ops);
	ours_count(nc, run);
}

static void raw(struct run *run)
{
	const struct family *f = run->arg;
	struct raw_batch batch = { 0 };
	const int sock = raw_open();
	unsigned char address[16];
	char text[INET6_ADDRSTRLEN];
	unsigned int i;
	int ifindex;

	setup();
	ifindex = raw_index(sock, LINK);
	for (i = 0; i < run->ops; i++) {
		f->text(text, i);
		inet_pton(f->family, text, address);
		raw_put_addr(&batch, ifindex, f->family, address, (uint8_t)f->prefix_length);
	}
	raw_seal(&batch);
	measure_begin(run);
	raw_send(sock, &batch);
	measure_end(run, run->ops);
}

static void add(struct nl_sock *sock, const struct family *f, int ifindex, const char *text)
{
	struct rtnl_addr *addr = rtnl_addr_alloc();
	struct nl_addr *local;

	libnl_check(nl_addr_parse(text, f->family, &local), "parse address");
	rtnl_addr_set_ifindex(addr, ifindex);
	libnl_check(rtnl_addr_set_local(addr, local), "set address");
	libnl_check(rtnl_addr_add(sock, addr, NLM_F_CREATE | NLM_F_EXCL), "add address");
	nl_addr_put(local);
	rtnl_addr_put(addr);
}

static void libnl(struct run *run)
{
	const struct family *f = run->arg;
	struct nl_sock *sock = libnl_open();
	struct nl_cache *cache;
	char text[INET6_ADDRSTRLEN];
	unsigned int i;
	int ifindex;

	setup();
	measure_begin(run);
	libnl_check(rtnl_link_alloc_cache(sock, AF_UNSPEC, &cache), "fill cache");
	ifindex = rtnl_link_name2i(cache, LINK);
	for (i = 0; i < run->ops; i++) {
		f->text(text, i);
		add(sock, f, ifindex, text);
	}
	measure_end(run, run->ops);
}

static void batch_of_ip(struct run *run)
{
	const struct family *f = run->arg;
	FILE *lines = ip_lines();
	char text[INET6_ADDRSTRLEN];
	unsigned int i;

	setup();
	for (i = 0; i < run->ops; i++) {
		f->text(text, i);
		fprintf(lines, "address add %s/%d dev " LINK "\n", text, f->prefix_length);
	}
	measure_begin(run);
	ip_batch(lines);
	measure_end(run, run->ops);
}

static void ip(struct run *run)
{
	const struct family *f = run->arg;
	char text[INET6_ADDRSTRLEN];

	setup();
	measure_begin(run);
	while (measure_more(run)) {
		f->text(text, run->lap_count);
		ip_run("address add %s/%d dev " LINK, text, f->prefix_length);
		measure_lap(run);
	}
	measure_laps_end(run);
}

static const struct peer peers[] = { { "ours", ours, 0 },   { "raw", raw, 0 },
				     { "libnl", libnl, 0 }, { "ip -batch", batch_of_ip, 0 },
				     { "ip", ip, IP_MAX },  { NULL, NULL, 0 } };

static const struct size sizes4[] = { { 20, SMOKE, 0 },
				      { 1000, DEFAULT, 0 },
				      { 25500, DEFAULT, 3 },
				      { 51000, FULL, 2 },
				      { 0, 0, 0 } };

static const struct size sizes6[] = { { 20, SMOKE, 0 }, { 3000, DEFAULT, 0 }, { 0, 0, 0 } };

static const struct family ipv4 = { AF_INET, 32, text4 };
static const struct family ipv6 = { AF_INET6, 128, text6 };

const struct scenario scenario_addr4 = { .name = "addr4",
					 .title = "IPv4 addresses on one link that is down",
					 .unit = "address",
					 .size_is = "addresses",
					 .sizes = sizes4,
					 .peers = peers,
					 .arg = &ipv4 };

const struct scenario scenario_addr6 = { .name = "addr6",
					 .title = "IPv6 addresses on one link that is down",
					 .unit = "address",
					 .size_is = "addresses",
					 .sizes = sizes6,
					 .peers = peers,
					 .arg = &ipv6 };
