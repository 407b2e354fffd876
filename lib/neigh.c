/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: adding, replacing and deleting neighbours. The list is in neigh_list.c. */
#include <netcfg/neigh.h>

#include <assert.h>
#include <errno.h>
#include <sys/socket.h>

#include <linux/neighbour.h>
#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "addr_text.h"
#include "config.h"
#include "handle.h"
#include "job.h"
#include "mac.h"
#include "names.h"
#include "request.h"
#include "submit.h"

static_assert(NETCFG_NEIGH_PROXY == NTF_PROXY && NETCFG_NEIGH_ROUTER == NTF_ROUTER &&
		      NETCFG_NEIGH_EXTERN_LEARN == NTF_EXT_LEARNED,
	      "the kernel's flags are ours");

#define KERNEL_FLAGS (NETCFG_NEIGH_PROXY | NETCFG_NEIGH_ROUTER | NETCFG_NEIGH_EXTERN_LEARN)

struct neigh {
	struct netcfg_neigh_config config; /* complete; its pointers are the caller's */
	struct addr address;
	unsigned char mac[MAC_LEN];
};

static const struct ndmsg *header_of(const struct job *job)
{
	return nlmsg_data(job->message->h);
}

static void explain_refusal(struct netcfg *nc, const struct job *job, int err)
{
	const struct ndmsg *ndm = header_of(job);

	/* The kernel has no words, and no other errno, for this one (6.1, 6.18). */
	if (err == -ENOBUFS && ndm->ndm_family == AF_INET6 && (ndm->ndm_flags & NTF_PROXY))
		error_detail(&nc->error, err, "is IPv6 disabled on the link?");
}

static void explain_absence(struct netcfg *nc, const struct job *job, int err)
{
	if (err == -ENOENT)
		error_detail(&nc->error, err, "no such %s on \"%s\"",
			     header_of(job)->ndm_flags & NTF_PROXY ? "proxy entry" : "neighbour",
			     job->other);
}

static int check_state(struct netcfg *nc, const struct netcfg_neigh_config *c)
{
	if (!(c->flags & NETCFG_NEIGH_STATE))
		return 0;
	/* One bit at most: the kernel takes two, and shows two. */
	if (c->state > NUD_PERMANENT || (c->state & (c->state - 1)))
		return error_detail(&nc->error, -EINVAL, "config.state 0x%x is no state", c->state);
	return 0;
}

static int check_config(struct netcfg *nc, struct neigh *n)
{
	const struct netcfg_neigh_config *c = &n->config;
	const uint32_t unknown = c->flags & ~(uint32_t)(KERNEL_FLAGS | NETCFG_NEIGH_STATE);
	struct error *e = &nc->error;
	int err = check_state(nc, c);

	if (err)
		return err;
	if (unknown)
		return error_detail(e, -EINVAL, "config.flags has unknown bits 0x%x", unknown);
	if (c->protocol > 255)
		return error_detail(e, -ERANGE, "config.protocol %u is above 255", c->protocol);
	if (c->reserved)
		return error_detail(e, -EINVAL, "config.reserved is not 0");
	if (!c->mac)
		return 0;
	if (c->flags & NETCFG_NEIGH_PROXY)
		return error_detail(e, -EINVAL, "config.mac is given for a proxy entry");
	return mac_read(nc, "config.mac", c->mac, n->mac);
}

static int check(struct netcfg *nc, struct neigh *n, const char *link, const char *address,
		 const struct netcfg_neigh_config *config)
{
	int err = name_check(nc, "link", link);

	if (!err)
		err = config_copy_in(nc, "config", &n->config, sizeof(n->config),
				     SIZE_UP_TO(struct netcfg_neigh_config, reserved), config);
	if (!err)
		err = addr_parse(nc, "address", address, &n->address);
	if (!err && n->address.prefix_given)
		err = error_detail(&nc->error, -EINVAL, "address \"%s\" has a prefix length",
				   address);
	return err ? err : check_config(nc, n);
}

static struct ndmsg add_header(const struct neigh *n)
{
	const struct netcfg_neigh_config *c = &n->config;
	const uint32_t state = c->flags & NETCFG_NEIGH_STATE ? c->state : NUD_PERMANENT;

	return (struct ndmsg){ .ndm_family = (uint8_t)n->address.family,
			       .ndm_state = (uint16_t)state,
			       .ndm_flags = (uint8_t)(c->flags & KERNEL_FLAGS) };
}

static struct ndmsg delete_header(const struct neigh *n)
{
	return (struct ndmsg){ .ndm_family = (uint8_t)n->address.family,
			       .ndm_flags = (uint8_t)(n->config.flags & NETCFG_NEIGH_PROXY) };
}

static void build(struct netcfg *nc, struct request *r, uint16_t type, uint16_t flags,
		  const char *link, const struct neigh *n)
{
	const struct ndmsg ndm = type == RTM_NEWNEIGH ? add_header(n) : delete_header(n);

	static_assert(offsetof(struct ndmsg, ndm_ifindex) == offsetof(struct ifaddrmsg, ifa_index),
		      "where request_fix_header_index() puts it");
	request_begin(r, nc, type, flags, &ndm, sizeof(ndm));
	request_fix_header_index(r, "link", link);
	request_put(r, NDA_DST, n->address.bytes, n->address.len);
	if (type != RTM_NEWNEIGH)
		return;
	if (n->config.mac)
		request_put(r, NDA_LLADDR, n->mac, sizeof(n->mac));
	if (n->config.protocol)
		request_put_u8(r, NDA_PROTOCOL, (uint8_t)n->config.protocol);
}

/* The one way in which neighbours are changed. */
static int change(struct netcfg *nc, uint16_t type, uint16_t flags, const char *link,
		  const char *address, const struct netcfg_neigh_config *config)
{
	struct neigh n;
	struct request r;
	struct job *job;
	int err = check(nc, &n, link, address, config);

	if (err)
		return err;
	job = job_new(nc);
	if (!job)
		return -ENOMEM;
	job->explain = type == RTM_NEWNEIGH ? explain_refusal : explain_absence;
	build(nc, &r, type, flags, link, &n);
	return submit_request(job, &r);
}

int netcfg_neigh_add(struct netcfg *nc, const char *link, const char *address,
		     const struct netcfg_neigh_config *config)
{
	int err = call_begin_queueable(nc, "add neighbour", address, "to", link);

	return err ? err
		   : call_end(nc, change(nc, RTM_NEWNEIGH, NLM_F_CREATE | NLM_F_EXCL, link, address,
					 config));
}

int netcfg_neigh_replace(struct netcfg *nc, const char *link, const char *address,
			 const struct netcfg_neigh_config *config)
{
	int err = call_begin_queueable(nc, "replace neighbour", address, "on", link);

	return err ? err
		   : call_end(nc, change(nc, RTM_NEWNEIGH, NLM_F_CREATE | NLM_F_REPLACE, link,
					 address, config));
}

int netcfg_neigh_delete(struct netcfg *nc, const char *link, const char *address,
			const struct netcfg_neigh_config *config)
{
	int err = call_begin_queueable(nc, "delete neighbour", address, "from", link);

	return err ? err : call_end(nc, change(nc, RTM_DELNEIGH, 0, link, address, config));
}
