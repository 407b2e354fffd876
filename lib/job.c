/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "job.h"

#include <errno.h>
#include <string.h>

#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "handle.h"
#include "job_create.h"
#include "link_info.h"
#include "link_taken.h"
#include "name_table.h"
#include "names.h"
#include "netns_ref.h"
#include "request.h"

struct job *job_new(struct netcfg *nc)
{
	struct job *job = arena_alloc(&nc->arena, sizeof(*job));

	if (!job)
		return NULL;
	job->operation = nc->error.operation;
	job->object = handle_keep(nc, nc->error.object);
	job->relation = nc->error.relation;
	job->other = handle_keep(nc, nc->error.other);
	return job;
}

static int fix_value(struct netcfg *nc, const struct fix *fix)
{
	int err;

	if (fix->link)
		return name_to_index(nc, fix->what, fix->link);
	err = netns_ref_open(nc, fix->ref);
	return err ? err : fix->ref->fd;
}

int job_fix_message(struct netcfg *nc, struct message *m)
{
	const struct fix *fix;
	int value;

	for (fix = m->fixes; fix; fix = fix->next) {
		value = fix_value(nc, fix);
		if (value < 0)
			return value;
		memcpy((char *)m->h + fix->offset, &value, sizeof(value));
	}
	return 0;
}

/* It goes along with the link, which could then not be given that name. */
static bool is_own_altname(struct netcfg *nc, const struct job *job)
{
	const struct ifinfomsg *ifi = nlmsg_data(job->message->h);
	struct netcfg_link_info info;
	bool own;

	nc->error.muted = true; /* the question's own trouble is no matter here */
	own = name_ask(nc, "new name", job->lands_as) == ifi->ifi_index &&
	      link_info_read(nc, &nc->socket, ifi->ifi_index, NULL, &info) == 0 &&
	      strcmp(info.name, job->lands_as) != 0;
	nc->error.muted = false;
	return own;
}

/*
 * Asked to move and rename at once, the kernel moves first if the old name is
 * free in the target, and fails then if the new one is not: the link would be
 * there, down and without addresses (B83). So look before.
 */
static int check_landing(struct netcfg *nc, const struct job *job)
{
	int taken;

	if (!job->lands_in || !job->renames)
		return 0;
	if (is_own_altname(nc, job))
		return error_detail(&nc->error, -EEXIST,
				    "new name \"%s\" is an alternative name of the link",
				    job->lands_as);
	taken = link_taken_there(nc, job->lands_in, job->lands_as);
	if (taken < 0)
		return error_detail(&nc->error, taken, "entering the target namespace");
	if (!taken)
		return 0;
	link_taken_explain(nc, job->lands_in, "new name", job->lands_as);
	return -EEXIST;
}

int job_prepare(struct netcfg *nc, struct job *job)
{
	int err = job->ends ? job_create_prepare(nc, job) : 0;

	if (!err)
		err = job_fix_message(nc, job->message);
	return err ? err : check_landing(nc, job);
}

/* What the cache knows after a change. */
static void remember(struct netcfg *nc, const struct job *job, int err)
{
	if (!nc->names)
		return;
	/* With a link go its other end, its VLANs and its alternative names. */
	if (job->unmakes)
		name_table_clear(nc->names);
	if (job->drops)
		name_table_forget(nc->names, job->drops);
	if (job->ends)
		job_create_remember(nc->names, job, err);
}

bool job_mtu_may_be_why(const struct netcfg *nc, int err)
{
	return (err == -EINVAL || err == -ERANGE) && !nc->error.kernel[0];
}

void job_explain_mtu(struct netcfg *nc, const char *what, uint32_t mtu, int err)
{
	if (mtu && job_mtu_may_be_why(nc, err))
		error_detail(&nc->error, err,
			     "is the mtu %u of %s out of its range, or above its parent's?", mtu,
			     what);
}

static bool is_master(const struct message *m, const struct fix *fix)
{
	const struct nlattr *a = (const void *)((const char *)m->h + (fix->offset - sizeof(*a)));

	return fix->link && a->nla_type == IFLA_MASTER;
}

void job_explain_master(struct netcfg *nc, const struct message *m, int err)
{
	const struct fix *fix;

	if ((err != -EOPNOTSUPP && err != -EINVAL && err != -EBUSY && err != -ELOOP) ||
	    nc->error.kernel[0])
		return;
	for (fix = m->fixes; fix; fix = fix->next) {
		if (is_master(m, fix))
			error_detail(&nc->error, err, "can it be a port of %s \"%s\"?", fix->what,
				     fix->link);
	}
}

void job_note_kernel_text(struct netcfg *nc, const struct message *m)
{
	if (m->result < 0 && m->kernel_text)
		error_kernel_text(&nc->error, m->kernel_text, strlen(m->kernel_text));
}

int job_conclude(struct netcfg *nc, struct job *job)
{
	int err = job->message->result;

	if (job->ends)
		err = job_create_conclude(nc, job);
	else
		job_note_kernel_text(nc, job->message);
	remember(nc, job, err);
	if (err < 0 && job->explain)
		job->explain(nc, job, err);
	return err;
}

static void close_refs(struct message *m)
{
	const struct fix *fix;

	for (fix = m->fixes; fix; fix = fix->next) {
		if (fix->ref)
			netns_ref_close(fix->ref);
	}
}

void job_release(struct job *job)
{
	if (job->ends)
		job_create_release(job);
	if (job->message)
		close_refs(job->message);
}

bool job_is_last(const struct job *job)
{
	return job->ends && job_create_has_followup(job);
}

int job_run(struct netcfg *nc, struct job *job)
{
	int err;

	if (job->call)
		return job->call(nc, job);
	err = job_prepare(nc, job);
	if (!err) {
		exchange_messages(nc, &nc->socket, &job->message, 1, NULL, NULL);
		err = job_conclude(nc, job);
	}
	job_release(job);
	return err;
}
