/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: adding, replacing and deleting addresses. Lists and flush are in addr_list.c. */
#include <netcfg/addr.h>

#include <errno.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "addr_attrs.h"
#include "handle.h"
#include "job.h"
#include "names.h"
#include "request.h"
#include "submit.h"

/* EACCES has nothing to do with capabilities, and EADDRNOTAVAIL nothing with absence (B67, B68). */
static void explain_refusal(struct netcfg *nc, const struct job *job, int err)
{
	const struct ifaddrmsg *ifa = nlmsg_data(job->message->h);

	if (ifa->ifa_family != AF_INET6)
		return;
	if (err == -EACCES)
		error_detail(&nc->error, err, "IPv6 is disabled on the link");
	else if (err == -EADDRNOTAVAIL)
		error_detail(&nc->error, err, "not an address that can be assigned");
	else if (err == -EINVAL && !nc->error.kernel[0])
		error_detail(&nc->error, err, "is the mtu below 1280?");
}

static void explain_absence(struct netcfg *nc, const struct job *job, int err)
{
	if (err == -EADDRNOTAVAIL)
		error_detail(&nc->error, err, "no such address on \"%s\"", job->other);
}

static void build(struct netcfg *nc, struct request *r, uint16_t type, uint16_t flags,
		  const char *link, const struct addr_attrs *a)
{
	const struct ifaddrmsg ifa = addr_attrs_header(a);

	request_begin(r, nc, type, flags, &ifa, sizeof(ifa));
	request_fix_header_index(r, "link", link);
	addr_attrs_put_key(r, a);
	if (type == RTM_NEWADDR)
		addr_attrs_put_rest(r, a);
}

/* The one way in which addresses are changed. */
static int change(struct netcfg *nc, uint16_t type, uint16_t flags, const char *link,
		  const char *address, const struct netcfg_addr_config *config)
{
	struct addr_attrs a = { 0 };
	struct request r;
	struct job *job;
	int err = name_check(nc, "link", link);

	if (!err)
		err = addr_attrs_check(nc, &a, address, config);
	if (err)
		return err;
	job = job_new(nc);
	if (!job)
		return -ENOMEM;
	job->explain = type == RTM_NEWADDR ? explain_refusal : explain_absence;
	build(nc, &r, type, flags, link, &a);
	return submit_request(job, &r);
}

int netcfg_addr_add(struct netcfg *nc, const char *link, const char *address,
		    const struct netcfg_addr_config *config)
{
	int err = call_begin_queueable(nc, "add address", address, "to", link);

	return err ? err
		   : call_end(nc, change(nc, RTM_NEWADDR, NLM_F_CREATE | NLM_F_EXCL, link, address,
					 config));
}

int netcfg_addr_replace(struct netcfg *nc, const char *link, const char *address,
			const struct netcfg_addr_config *config)
{
	int err = call_begin_queueable(nc, "replace address", address, "on", link);

	return err ? err
		   : call_end(nc, change(nc, RTM_NEWADDR, NLM_F_CREATE | NLM_F_REPLACE, link,
					 address, config));
}

int netcfg_addr_delete(struct netcfg *nc, const char *link, const char *address,
		       const struct netcfg_addr_config *config)
{
	int err = call_begin_queueable(nc, "delete address", address, "from", link);

	return err ? err : call_end(nc, change(nc, RTM_DELADDR, 0, link, address, config));
}
