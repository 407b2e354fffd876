/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bulk_delete.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "bulk_phase.h"
#include "handle.h"
#include "job.h"
#include "link_info.h"
#include "names.h"
#include "random.h"
#include "request.h"

/* Bounds how long others wait for the RTNL: 256 veth pairs hold it for about 60 ms. */
#define CHUNK_MAX 256

static void set_result(struct victim *v, int result)
{
	v->job->message->result = result;
}

/* Phase 1: which link is it, of what kind, in what group? */

static void build_question(struct bulk *b, const struct victim *v, struct request *r)
{
	bulk_begin_request(b, r, RTM_GETLINK, v->job->uses ? 0 : v->job->ifindex);
	if (v->job->uses)
		name_put(r, v->job->uses);
	request_put_u32(r, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
}

static int read_answer(size_t i, const struct nlmsghdr *h, void *arg)
{
	struct bulk *b = arg;
	struct victim *v = b->current[i];
	struct netcfg_link_info info;
	int err = link_info_parse(h, &info);

	if (err)
		return err;
	v->ifindex = info.ifindex;
	v->group = info.group;
	/*
	 * One link without a kind (lo, hardware) fails the whole group; a bridge
	 * waits its 16 ms in a group too, and would do so with the RTNL held.
	 */
	v->alone = !info.kind[0] || strcmp(info.kind, "bridge") == 0;
	return 0;
}

static void take_answer(struct bulk *b, struct victim *v, int result)
{
	(void)b;
	if (result == 0)
		return;
	if (result == -ENODATA)
		result = -ENODEV;
	/* Whatever else is wrong, the delete itself will tell. */
	v->alone = result != -ENODEV;
	set_result(v, result);
}

static int look_at_all(struct bulk *b)
{
	const struct phase p = { .build = build_question,
				 .reply = read_answer,
				 .take = take_answer,
				 .per_send = bulk_replies_per_send(b) };
	size_t i, n = 0;

	for (i = 0; i < b->count; i++) {
		struct victim *v = &b->victims[i];

		/* What the batch could not make is not there, whoever has the name. */
		if (v->job->uses && name_check_made(b->nc, "name", v->job->uses) < 0)
			set_result(v, -ENODEV);
		else
			b->chosen[n++] = v;
	}
	return bulk_run_phase(b, &p, b->chosen, n);
}

/* Between the phases: the same link by two names, or twice. */

static int by_ifindex(const void *a, const void *b)
{
	const struct victim *x = *(struct victim *const *)a, *y = *(struct victim *const *)b;

	return (x->ifindex > y->ifindex) - (x->ifindex < y->ifindex);
}

static void find_duplicates(struct bulk *b)
{
	size_t i, n = 0;

	for (i = 0; i < b->count; i++) {
		if (b->victims[i].ifindex)
			b->chosen[n++] = &b->victims[i];
	}
	if (n)
		qsort(b->chosen, n, sizeof(b->chosen[0]), by_ifindex);
	for (i = 1; i < n; i++) {
		struct victim *before = b->chosen[i - 1];

		if (b->chosen[i]->ifindex == before->ifindex)
			b->chosen[i]->same = before->same ? before->same : before;
	}
}

static size_t choose(struct bulk *b, bool alone)
{
	size_t i, n = 0;

	for (i = 0; i < b->count; i++) {
		struct victim *v = &b->victims[i];

		if (!v->same && v->alone == alone && (v->ifindex || v->alone))
			b->chosen[n++] = v;
	}
	return n;
}

/* Phase 2: mark. */

static void build_mark(struct bulk *b, const struct victim *v, struct request *r)
{
	bulk_begin_request(b, r, RTM_SETLINK, v->ifindex);
	request_put_u32(r, IFLA_GROUP, b->group);
}

static void take_mark(struct bulk *b, struct victim *v, int result)
{
	(void)b;
	/* What was not heard of may be marked; the sweep will show. */
	v->marked = result == 0 || result == -ENOBUFS;
	if (!v->marked)
		set_result(v, result == -ENODEV ? 0 : result);
}

/* Phase 3: sweep, and what is done if that fails. */

/*
 * Nothing but the group in it: an index or a name would win over the group, and
 * the group is never 0 or one that someone may have chosen.
 */
static int sweep(struct bulk *b)
{
	struct request r;

	bulk_begin_request(b, &r, RTM_DELLINK, 0);
	request_put_u32(&r, IFLA_GROUP, b->group);
	deadline_init(&b->nc->deadline, b->nc->timeout_ms);
	return request_call(&r, &b->nc->socket);
}

static void build_delete(struct bulk *b, const struct victim *v, struct request *r)
{
	/* What was not told of: by what the caller gave. */
	bulk_begin_request(b, r, RTM_DELLINK, v->ifindex ? v->ifindex : v->job->ifindex);
	if (!v->ifindex && v->job->uses)
		name_put(r, v->job->uses);
}

static void take_delete(struct bulk *b, struct victim *v, int result)
{
	(void)b;
	/* It was there: someone else, or the other end of it, was faster. */
	if (result == -ENODEV && v->ifindex)
		result = 0;
	v->marked = v->marked && result < 0;
	set_result(v, result);
}

static int delete_singly(struct bulk *b, struct victim **victims, size_t n)
{
	/* One by one: a send of many would hold up the answer for as long as all take. */
	const struct phase p = { .build = build_delete, .take = take_delete, .per_send = 1 };

	return bulk_run_phase(b, &p, victims, n);
}

static void build_restore(struct bulk *b, const struct victim *v, struct request *r)
{
	bulk_begin_request(b, r, RTM_SETLINK, v->ifindex);
	request_put_u32(r, IFLA_GROUP, v->group);
}

static bool is_marked(const struct victim *v)
{
	return v->marked;
}

static bool is_missed(const struct victim *v)
{
	return v->missed;
}

/* Have those of a sort first: how many they are. */
static size_t sort_out(struct victim **victims, size_t count, bool (*is)(const struct victim *v))
{
	size_t i, n = 0;

	for (i = 0; i < count; i++) {
		struct victim *v = victims[i];

		if (!is(v))
			continue;
		victims[i] = victims[n];
		victims[n++] = v;
	}
	return n;
}

static void set_results(struct victim **victims, size_t n, int result)
{
	size_t i;

	for (i = 0; i < n; i++)
		set_result(victims[i], result);
}

static int mark(struct bulk *b, struct victim **victims, size_t n)
{
	const struct phase p = { .build = build_mark,
				 .take = take_mark,
				 .per_send = bulk_acks_per_send(b) };
	size_t i;

	/* High and random: two that delete at once never sweep each other's links. */
	b->group = 0x40000000 | (random_u32() & 0x3fffffff);
	for (i = 0; i < n; i++)
		victims[i]->marked = true; /* unless the kernel says no */
	return bulk_run_phase(b, &p, victims, n);
}

/* The sweep failed: singly then. */
static int instead_of_sweep(struct bulk *b, struct victim **victims, size_t n, int why)
{
	int err;

	/* What is true of them until each has an answer of its own. */
	set_results(victims, n, why);
	err = delete_singly(b, victims, n);
	if (err)
		set_results(victims, sort_out(victims, n, is_marked), err);
	return err;
}

/*
 * Phase 4: is it gone? The sweep does not tell how many it took. Who deletes the
 * same link at the same time may have given it another group after ours; and a
 * mark that was not heard of may not have been made. Such a link is deleted by
 * its index. One that is still in the group is a tunnel that the kernel keeps in
 * each namespace (tunl0, sit0): it says yes to deleting those, and leaves them.
 */
static void build_check(struct bulk *b, const struct victim *v, struct request *r)
{
	bulk_begin_request(b, r, RTM_GETLINK, v->ifindex);
	request_put_u32(r, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
}

static int read_check(size_t i, const struct nlmsghdr *h, void *arg)
{
	struct bulk *b = arg;
	struct netcfg_link_info info;
	int err = link_info_parse(h, &info);

	if (!err)
		b->current[i]->missed = info.group != b->group;
	return err;
}

static void take_check(struct bulk *b, struct victim *v, int result)
{
	(void)b;
	if (result == -ENODEV || result == -ENODATA)
		v->marked = v->missed = false;
}

/* Have the rest first: how many have to be asked about. */
static size_t leave_out_gone(struct bulk *b, struct victim **victims, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		victims[i]->marked = !index_is_gone(&b->nc->socket, victims[i]->ifindex);
		victims[i]->missed = victims[i]->marked;
	}
	return sort_out(victims, n, is_marked);
}

static int after_sweep(struct bulk *b, struct victim **victims, size_t n)
{
	const struct phase p = { .build = build_check,
				 .reply = read_check,
				 .take = take_check,
				 .per_send = bulk_replies_per_send(b) };
	int err;

	set_results(victims, n, 0);
	n = leave_out_gone(b, victims, n);
	err = bulk_run_phase(b, &p, victims, n);
	if (!err)
		err = delete_singly(b, victims, sort_out(victims, n, is_missed));
	if (err)
		set_results(victims, sort_out(victims, n, is_marked), err);
	return err;
}

static int delete_marked(struct bulk *b, struct victim **victims, size_t n)
{
	int err;

	if (n == 0)
		return 0;
	err = sweep(b);
	return err ? instead_of_sweep(b, victims, n, err) : after_sweep(b, victims, n);
}

/* Those that are still there get the group back that they had, as far as the kernel answers. */
static void restore_groups(struct bulk *b, struct victim **victims, size_t n)
{
	const struct phase p = { .build = build_restore, .per_send = bulk_acks_per_send(b) };

	bulk_run_phase(b, &p, victims, sort_out(victims, n, is_marked));
}

static int delete_chunk(struct bulk *b, struct victim **victims, size_t count)
{
	int err = mark(b, victims, count);

	if (!err)
		err = delete_marked(b, victims, sort_out(victims, count, is_marked));
	restore_groups(b, victims, count);
	return err;
}

static int delete_all(struct bulk *b)
{
	size_t n, done, count;
	int err = look_at_all(b);

	if (err)
		return err;
	find_duplicates(b);
	count = choose(b, false);
	for (done = 0; done < count && !err; done += n) {
		n = count - done < CHUNK_MAX ? count - done : CHUNK_MAX;
		err = delete_chunk(b, b->chosen + done, n);
	}
	if (err)
		return err;
	count = choose(b, true);
	return delete_singly(b, b->chosen, count);
}

static void share_results(struct bulk *b)
{
	size_t i;

	for (i = 0; i < b->count; i++) {
		const struct victim *v = &b->victims[i];

		if (!v->same)
			continue;
		v->job->message->result = v->same->job->message->result;
		v->job->message->kernel_text = v->same->job->message->kernel_text;
	}
}

int bulk_delete(struct netcfg *nc, struct job *const *jobs, size_t count)
{
	struct bulk b = { .nc = nc, .count = count };
	size_t i;
	int err = -ENOMEM;

	b.victims = calloc(count, sizeof(*b.victims));
	b.chosen = calloc(count, sizeof(*b.chosen));
	for (i = 0; i < count; i++)
		jobs[i]->message->result = -ECANCELED;
	for (i = 0; b.victims && i < count; i++)
		b.victims[i].job = jobs[i];
	if (b.victims && b.chosen) {
		err = delete_all(&b);
		share_results(&b);
	}
	arena_free(&b.arena);
	free(b.chosen);
	free(b.victims);
	return err;
}
