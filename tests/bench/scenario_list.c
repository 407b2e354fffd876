/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* All links read, as a list. */
#include "scenarios.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>
#include <netcfg/netcfg.h>
#include <netlink/route/link.h>

#include "ip.h"
#include "kind.h"
#include "libnl.h"
#include "measure.h"
#include "ours.h"
#include "raw.h"

#define LISTS      15
#define LIBNL_MAX  5
#define IP_MAX     3
#define RAW_BUFFER 32768 /* the most that the kernel puts into one part of a dump of small links   \
			  */

/* The size is that of the namespace: lo and the ends of pairs. */
static void setup(struct run *run)
{
	make_links(&kind_veth, run->size / 2, 0);
}

static void check_count(const struct run *run, unsigned int count)
{
	if (count != 1 + run->size / 2 * 2)
		bench_fail("%u links were listed of %u", count, 1 + run->size / 2 * 2);
}

/* Made, read to its end, and freed. */
static void ours(struct run *run)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg *nc = ours_open();
	struct netcfg_link_list *list;
	unsigned int count;

	measure_begin(run);
	while (measure_more(run)) {
		ours_check(nc, netcfg_link_list(nc, NULL, &list));
		for (count = 0; netcfg_link_list_next(list, &info) == 1; count++)
			;
		netcfg_link_list_free(list);
		measure_lap(run);
		check_count(run, count);
	}
	measure_laps_end(run);
	ours_count(nc, run);
}

/* One datagram, whose messages are only counted: true at the end of the dump. */
static bool count_links(const unsigned char *bytes, size_t length, unsigned int *count)
{
	size_t at = 0;

	while (at + NLMSG_HDRLEN <= length) {
		const struct nlmsghdr *h = (const struct nlmsghdr *)(const void *)(bytes + at);

		if (h->nlmsg_type == NLMSG_DONE)
			return true;
		if (h->nlmsg_type != RTM_NEWLINK)
			bench_fail("raw: message of type %d", h->nlmsg_type);
		(*count)++;
		at += NLMSG_ALIGN(h->nlmsg_len);
	}
	return false;
}

/* The library's own question, statistics left out too, and the answer received and not read. */
static void raw(struct run *run)
{
	static _Alignas(struct nlmsghdr) unsigned char bytes[RAW_BUFFER];
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };
	struct raw_batch request = { 0 };
	const int sock = raw_open();
	unsigned int count;
	ssize_t n;

	raw_begin(&request, RTM_GETLINK, NLM_F_DUMP, &ifi, sizeof(ifi));
	raw_put_u32(&request, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
	measure_begin(run);
	while (measure_more(run)) {
		if (send(sock, request.bytes, request.length, 0) < 0)
			bench_fail("raw: send: %s", strerror(errno));
		count = 0;
		do {
			n = recv(sock, bytes, sizeof(bytes), MSG_TRUNC);
			if (n < 0 || (size_t)n > sizeof(bytes))
				bench_fail("raw: receive: %s", strerror(n < 0 ? errno : EMSGSIZE));
		} while (!count_links(bytes, (size_t)n, &count));
		measure_lap(run);
		check_count(run, count);
	}
	measure_laps_end(run);
}

static void libnl_cache(struct run *run)
{
	struct nl_sock *sock = libnl_open();
	struct nl_cache *cache;
	unsigned int count;

	measure_begin(run);
	while (measure_more(run)) {
		libnl_check(rtnl_link_alloc_cache(sock, AF_UNSPEC, &cache), "fill cache");
		count = (unsigned int)nl_cache_nitems(cache);
		nl_cache_free(cache);
		measure_lap(run);
		check_count(run, count);
	}
	measure_laps_end(run);
}

static void ip(struct run *run)
{
	measure_begin(run);
	while (measure_more(run)) {
		ip_run_unread("-j link");
		measure_lap(run);
	}
	measure_laps_end(run);
}

static const struct peer peers[] = { { "ours", ours, 0 },
				     { "raw", raw, 0 },
				     { "libnl: cache", libnl_cache, LIBNL_MAX },
				     { "ip -j", ip, IP_MAX },
				     { NULL, NULL, 0 } };

static const struct size sizes[] = { { 10, SMOKE | DEFAULT, 0 },
				     { 1000, DEFAULT, 0 },
				     { 4000, FULL, 3 },
				     { 20000, DEFAULT, 2 },
				     { 0, 0, 0 } };

const struct scenario scenario_list = { .name = "list",
					.title = "All links listed",
					.unit = "list",
					.size_is = "links present",
					.sizes = sizes,
					.ops = LISTS,
					.smoke_ops = 2,
					.setup = setup,
					.peers = peers,
					.shared = true,
					.passes = 3 };
