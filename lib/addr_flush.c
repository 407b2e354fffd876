/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: taking all addresses off a link. */
#include <netcfg/addr.h>

#include <arpa/inet.h>
#include <errno.h>

#include <linux/if_addr.h>
#include <linux/rtnetlink.h>

#include "addr_list.h"
#include "handle.h"
#include "job.h"
#include "names.h"
#include "request.h"
#include "submit.h"

/* Addresses may come while others go: a secondary that is promoted, someone else's. */
#define ROUNDS_MAX 5

static int delete_one(struct netcfg *nc, const struct netcfg_addr_info *info)
{
	const int family = (int)info->family;
	const size_t len = family == AF_INET6 ? 16 : 4;
	const struct ifaddrmsg ifa = { .ifa_family = (uint8_t)family,
				       .ifa_prefixlen = (uint8_t)info->prefix_length,
				       .ifa_index = (uint32_t)info->ifindex };
	uint8_t local[16], peer[16];
	struct request r;

	if (inet_pton(family, info->address, local) != 1 ||
	    inet_pton(family, info->peer[0] ? info->peer : info->address, peer) != 1)
		return -EBADMSG;
	request_begin(&r, nc, RTM_DELADDR, 0, &ifa, sizeof(ifa));
	/* Never without IFA_LOCAL: the kernel would take the link's first address. */
	request_put(&r, IFA_LOCAL, local, len);
	request_put(&r, IFA_ADDRESS, peer, len);
	return request_call(&r, &nc->socket);
}

/* The number that are gone, or -errno. */
static int delete_all(struct netcfg *nc, const struct list *addrs)
{
	size_t i;

	for (i = 0; i < addrs->count; i++) {
		int err = delete_one(nc, list_at(addrs, i));

		/* Gone with its primary, or by someone else's hand. */
		if (err < 0 && err != -EADDRNOTAVAIL)
			return err;
	}
	return (int)addrs->count;
}

static int flush_rounds(struct netcfg *nc, int ifindex, int family, struct list *addrs)
{
	int round, n, removed = 0;

	for (round = 0; round < ROUNDS_MAX; round++) {
		n = addr_list_read(nc, ifindex, family, addrs);
		if (n < 0)
			return n;
		/* Nothing in a list that was interrupted is no proof that there is nothing. */
		if (addrs->count == 0 && n == 0)
			return removed;
		n = delete_all(nc, addrs);
		if (n < 0)
			return n;
		removed += n;
	}
	return error_detail(&nc->error, -EBUSY, "addresses keep being added");
}

/* At its turn, if it was queued. */
static int run_flush(struct netcfg *nc, const struct job *job)
{
	struct list addrs;
	int err, ifindex = name_to_index(nc, "link", job->uses);

	if (ifindex < 0)
		return ifindex;
	list_init(&addrs, sizeof(struct netcfg_addr_info));
	err = flush_rounds(nc, ifindex, job->family, &addrs);
	list_free(&addrs);
	return err;
}

static int flush(struct netcfg *nc, const char *link, int family)
{
	struct job *job;
	int err = name_check(nc, "link", link);

	if (!err)
		err = addr_family_check(nc, family);
	if (err)
		return err;
	job = job_new(nc);
	if (!job)
		return -ENOMEM;
	job->call = run_flush;
	job->family = family;
	job->uses = handle_keep(nc, link);
	return job->uses ? submit(nc, job) : -ENOMEM;
}

int netcfg_addr_flush(struct netcfg *nc, const char *link, int family)
{
	int err = call_begin_queueable(nc, "flush addresses of", link, NULL, NULL);

	return err ? err : call_end(nc, flush(nc, link, family));
}
