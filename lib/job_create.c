/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "job_create.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>

#include "handle.h"
#include "job.h"
#include "link_taken.h"
#include "name_table.h"
#include "names.h"
#include "netns_ref.h"
#include "random.h"
#include "request.h"

#define END_COUNT 2

bool job_create_has_followup(const struct job *job)
{
	return job->ends[0].followup || job->ends[1].followup;
}

static int prepare_end(struct netcfg *nc, struct job_end *end)
{
	struct socket *s;
	int err;

	if (!end->followup)
		return 0;
	err = job_fix_message(nc, end->followup);
	if (err || !end->netns)
		return err;
	err = netns_ref_open(nc, end->netns);
	if (err)
		return err;
	s = arena_alloc(&nc->arena, sizeof(*s));
	if (!s)
		return -ENOMEM;
	err = socket_open_in(s, end->netns->fd);
	if (err)
		return error_detail(&nc->error, err, "entering the namespace of \"%s\"", end->name);
	end->there = s;
	return 0;
}

int job_create_prepare(struct netcfg *nc, struct job *job)
{
	int err = prepare_end(nc, &job->ends[0]);

	/*
	 * The kernel tells the new index (6.2), but to whom, if the link is elsewhere? To
	 * be finished it is found by that: others (udev) may have renamed it by then.
	 */
	if (!job->ends[0].netns && (nc->names || job_create_has_followup(job)))
		job->message->h->nlmsg_flags |= NLM_F_ECHO;
	return err ? err : prepare_end(nc, &job->ends[1]);
}

/* High, where the kernel's own numbers do not come, and unlikely to meet another's. */
static int random_ifindex(void)
{
	return (int)(0x10000000 | (random_u32() & 0x6fffffff));
}

/*
 * Kernels before 6.15 or so look the name up in the handle's namespace even if
 * the link is to live in another (B35). With an index in the request they look
 * for that index instead, and for the name only where the link will be.
 */
static int create_again(struct netcfg *nc, struct job *job)
{
	struct ifinfomsg *ifi = nlmsg_data(job->message->h);

	/* With an index of the caller's the name was not looked up. */
	if (ifi->ifi_index || !job->ends[0].netns ||
	    !name_is_taken(nc, &nc->socket, job->ends[0].name))
		return -EEXIST;
	ifi->ifi_index = random_ifindex();
	exchange_messages(nc, &nc->socket, &job->message, 1, NULL, NULL);
	return job->message->result;
}

/* A bare EEXIST may be about either name, or none. The kernel's words, if any, say it all. */
static void explain_exists(struct netcfg *nc, const struct job *job)
{
	const struct job_end *link = &job->ends[0], *peer = &job->ends[1];

	if (job->message->kernel_text && !peer->what)
		return;
	if (link_taken_explain(nc, link->netns, link->what, link->name) || !peer->what)
		return;
	if (link_taken_explain(nc, peer->netns, peer->what, peer->name))
		return;
	if (strcmp(link->name, peer->name) == 0)
		error_detail(&nc->error, -EEXIST, "%s and %s are the same", link->what, peer->what);
}

/* The kernel has no words for it. */
static void explain_index(struct netcfg *nc, const struct job *job, int err)
{
	const struct ifinfomsg *ifi = nlmsg_data(job->message->h);

	if (ifi->ifi_index && (err == -EEXIST || err == -EBUSY) && !job->message->kernel_text)
		error_detail(&nc->error, err, "is ifindex %d taken?", ifi->ifi_index);
}

/* Which end it is about: the kernel's errno is the same for both. */
static void explain_ends(struct netcfg *nc, const struct job_end ends[END_COUNT], int err)
{
	int i;

	if (ends[0].mtu && ends[1].mtu && job_mtu_may_be_why(nc, err))
		error_detail(&nc->error, err,
			     "is the mtu %u of %s or the mtu %u of %s out of its range?",
			     ends[0].mtu, ends[0].name, ends[1].mtu, ends[1].name);
	for (i = 0; i < END_COUNT; i++) {
		job_explain_mtu(nc, ends[i].name, ends[i].mtu, err);
		if (err == -ESRCH)
			netns_ref_explain(nc, ends[i].netns);
	}
}

static struct socket *socket_of(struct netcfg *nc, const struct job_end *end)
{
	return end->there ? end->there : &nc->socket;
}

/* The kernel's number for an end, wherever it is; 0: not told. */
static int index_of(const struct job *job, int i)
{
	return i == 0 ? job->message->ifindex : job->message->peer_ifindex;
}

/*
 * With one end go both: the first by its number, which nobody else can have
 * given away, or else the one that could not be finished.
 */
static void take_back(struct netcfg *nc, const struct job *job, int failed)
{
	const int i = index_of(job, 0) > 0 ? 0 : failed;
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC, .ifi_index = index_of(job, i) };
	struct request r;

	nc->error.muted = true; /* why it is taken back is what the caller is to read */
	request_begin(&r, nc, RTM_DELLINK, 0, &ifi, sizeof(ifi));
	if (!ifi.ifi_index)
		name_put(&r, job->ends[i].name);
	request_call(&r, socket_of(nc, &job->ends[i]));
	nc->error.muted = false;
}

/* The index instead of the name, which stands last: beside an index it would be a new one. */
static void find_by_index(struct message *m, const char *name, int ifindex)
{
	struct ifinfomsg *ifi = nlmsg_data(m->h);

	ifi->ifi_index = ifindex;
	m->h->nlmsg_len -= (uint32_t)nla_total_size((int)strlen(name) + 1);
}

static int finish_end(struct netcfg *nc, const struct job *job, int end)
{
	const struct job_end *e = &job->ends[end];
	struct message *const m[] = { e->followup, e->up };
	const struct message *failed = NULL;
	int i;

	if (!m[0])
		return 0;
	for (i = 0; index_of(job, end) > 0 && i < 2; i++) {
		if (m[i])
			find_by_index(m[i], e->name, index_of(job, end));
	}
	exchange_messages(nc, socket_of(nc, e), m, m[1] ? 2 : 1, NULL, NULL);
	if (m[0]->result < 0)
		failed = m[0];
	else if (m[1] && m[1]->result < 0)
		failed = m[1];
	if (!failed)
		return 0;
	job_note_kernel_text(nc, failed);
	job_explain_master(nc, failed, failed->result);
	error_detail(&nc->error, failed->result, "finishing \"%s\"", e->name);
	take_back(nc, job, end);
	return failed->result;
}

int job_create_conclude(struct netcfg *nc, struct job *job)
{
	int i, err = job->message->result;

	if (err == -EEXIST)
		err = create_again(nc, job);
	job_note_kernel_text(nc, job->message);
	if (err == -EEXIST)
		explain_exists(nc, job);
	explain_index(nc, job, err);
	if (err < 0) {
		explain_ends(nc, job->ends, err);
		job_explain_master(nc, job->message, err);
	}
	for (i = 0; i < END_COUNT && !err; i++)
		err = finish_end(nc, job, i);
	return err;
}

void job_create_remember(struct name_table *names, const struct job *job, int err)
{
	int i;

	for (i = 0; i < END_COUNT; i++) {
		const struct job_end *end = &job->ends[i];
		const int ifindex = index_of(job, i);

		if (!end->what || end->netns)
			continue;
		name_table_forget(names, end->name);
		if (!err && ifindex > 0)
			name_table_learn(names, end->name, ifindex);
	}
}

void job_create_release(struct job *job)
{
	int i;

	for (i = 0; i < END_COUNT; i++) {
		struct job_end *end = &job->ends[i];

		if (end->there)
			socket_close(end->there);
		end->there = NULL;
		if (end->netns)
			netns_ref_close(end->netns);
	}
}
