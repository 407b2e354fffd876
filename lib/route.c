/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: adding, changing and deleting routes. Lists are in route_list.c. */
#include <netcfg/route.h>

#include <errno.h>

#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "handle.h"
#include "job.h"
#include "request.h"
#include "route_attrs.h"
#include "submit.h"

/* The kernel has no words for these two. */
static void explain(struct netcfg *nc, const struct job *job, int err)
{
	const struct nlmsghdr *h = job->message->h;

	if (h->nlmsg_type == RTM_DELROUTE && err == -ESRCH)
		error_detail(&nc->error, err, "there is no such route");
	else if (err == -ENOENT && !(h->nlmsg_flags & NLM_F_CREATE))
		error_detail(&nc->error, err, "there is no such route");
}

/* Once they are known to be there to be read. */
static void note_words(struct netcfg *nc, const struct netcfg_route_config *c)
{
	nc->error.relation = c->via ? "via" : "dev";
	nc->error.other = c->via ? c->via : c->dev;
}

/* The one way in which routes are changed. */
static int change(struct netcfg *nc, uint16_t type, uint16_t flags, const char *destination,
		  const struct netcfg_route_config *config)
{
	struct route_attrs a = { .deleting = type == RTM_DELROUTE };
	struct rtmsg rtm;
	struct request r;
	struct job *job;
	int err = route_attrs_check(nc, &a, destination, config);

	if (err)
		return err;
	note_words(nc, &a.config);
	job = job_new(nc);
	if (!job)
		return -ENOMEM;
	job->explain = explain;
	rtm = route_attrs_header(&a);
	request_begin(&r, nc, type, flags, &rtm, sizeof(rtm));
	route_attrs_put(&r, &a);
	return submit_request(job, &r);
}

int netcfg_route_add(struct netcfg *nc, const char *destination,
		     const struct netcfg_route_config *config)
{
	int err = call_begin_queueable(nc, "add route", destination, NULL, NULL);

	return err ? err
		   : call_end(nc, change(nc, RTM_NEWROUTE, NLM_F_CREATE | NLM_F_EXCL, destination,
					 config));
}

int netcfg_route_replace(struct netcfg *nc, const char *destination,
			 const struct netcfg_route_config *config)
{
	int err = call_begin_queueable(nc, "replace route", destination, NULL, NULL);

	return err ? err
		   : call_end(nc, change(nc, RTM_NEWROUTE, NLM_F_CREATE | NLM_F_REPLACE,
					 destination, config));
}

int netcfg_route_append(struct netcfg *nc, const char *destination,
			const struct netcfg_route_config *config)
{
	int err = call_begin_queueable(nc, "append route", destination, NULL, NULL);

	return err ? err
		   : call_end(nc, change(nc, RTM_NEWROUTE, NLM_F_CREATE | NLM_F_APPEND, destination,
					 config));
}

int netcfg_route_prepend(struct netcfg *nc, const char *destination,
			 const struct netcfg_route_config *config)
{
	int err = call_begin_queueable(nc, "prepend route", destination, NULL, NULL);

	return err ? err
		   : call_end(nc, change(nc, RTM_NEWROUTE, NLM_F_CREATE, destination, config));
}

int netcfg_route_change(struct netcfg *nc, const char *destination,
			const struct netcfg_route_config *config)
{
	int err = call_begin_queueable(nc, "change route", destination, NULL, NULL);

	return err ? err
		   : call_end(nc, change(nc, RTM_NEWROUTE, NLM_F_REPLACE, destination, config));
}

int netcfg_route_delete(struct netcfg *nc, const char *destination,
			const struct netcfg_route_config *config)
{
	int err = call_begin_queueable(nc, "delete route", destination, NULL, NULL);

	return err ? err : call_end(nc, change(nc, RTM_DELROUTE, 0, destination, config));
}
