/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bulk_delete.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "bulk_look.h"
#include "bulk_phase.h"
#include "handle.h"
#include "job.h"
#include "random.h"
#include "request.h"

/* Bounds how long others wait for the RTNL: 256 veth pairs hold it for about 60 ms. */
#define CHUNK_MAX 256

static void set_result(struct victim *v, int result)
{
	v->job->message->result = result;
}

/* The same link by two names, or twice. */

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

/* Mark. */

static void build_mark(struct bulk *b, const struct victim *v, struct request *r)
{
	bulk_begin_named(b, v, r, RTM_SETLINK);
	request_put_u32(r, IFLA_GROUP, b->group);
}

static void take_mark(struct bulk *b, struct victim *v, int result)
{
	(void)b;
	/* What was not heard of may be marked; and what has gone may only have another name. */
	v->marked = result == 0 || result == -ENOBUFS;
	v->open = v->marked || result == -ENODEV;
	if (!v->open)
		set_result(v, result);
}

static bool is_marked(const struct victim *v)
{
	return v->marked;
}

static bool is_open(const struct victim *v)
{
	return v->open;
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

/* Delete singly. */

static void set_results(struct victim **victims, size_t n, int result)
{
	size_t i;

	for (i = 0; i < n; i++)
		set_result(victims[i], result);
}

static void build_delete(struct bulk *b, const struct victim *v, struct request *r)
{
	bulk_begin_named(b, v, r, RTM_DELLINK);
}

static void take_delete(struct bulk *b, struct victim *v, int result)
{
	(void)b;
	v->marked = v->marked && result < 0;
	v->open = result == -ENODEV && v->ifindex;
	set_result(v, result);
}

/* They were there: was someone else, or the other end, faster, or do they have other names? */
static int settle_absent(struct bulk *b, struct victim **victims, size_t n)
{
	size_t i;
	int err;

	n = bulk_sort_out(victims, n, is_open);
	err = bulk_look_again(b, victims, n);
	for (i = 0; i < n; i++) {
		victims[i]->open = victims[i]->fate == FATE_UNKNOWN;
		if (victims[i]->fate != FATE_GONE)
			continue;
		victims[i]->marked = false;
		set_result(victims[i], 0);
	}
	return err;
}

static int delete_singly(struct bulk *b, struct victim **victims, size_t n)
{
	/* One by one: a send of many would hold up the answer for as long as all take. */
	const struct phase p = { .build = build_delete, .take = take_delete, .per_send = 1 };
	size_t i;
	int err;

	for (i = 0; i < n; i++)
		victims[i]->open = true;
	err = bulk_run_phase(b, &p, victims, n);
	if (!err)
		err = settle_absent(b, victims, n);
	if (err)
		set_results(victims, bulk_sort_out(victims, n, is_open), err);
	return err;
}

/* Sweep. */

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

static int sweep_or_singly(struct bulk *b, struct victim **victims, size_t n)
{
	int err = n ? sweep(b) : 0;

	if (!err)
		return 0;
	/* What is true of them until each has an answer of its own. */
	set_results(victims, n, err);
	return delete_singly(b, victims, n);
}

static void settle_one(struct victim *v)
{
	const bool is_ours = v->fate == FATE_MISSED || (v->fate == FATE_RENAMED && !v->job->uses);

	v->open = is_ours || v->fate == FATE_UNKNOWN;
	v->marked = v->open || v->fate == FATE_KEPT;
	if (v->fate == FATE_RENAMED)
		set_result(v, -ENODEV);
}

/*
 * Are they gone? The sweep does not tell how many it took. Who deletes the same
 * link at the same time may have given it another group after ours; and a mark
 * that was not heard of may not have been made. Such a link is deleted singly.
 * One that is still in the group is a tunnel that the kernel keeps in each
 * namespace (tunl0, sit0): it says yes to deleting those, and leaves them.
 */
static int settle(struct bulk *b, struct victim **victims, size_t n)
{
	size_t i;
	int err;

	set_results(victims, n, 0);
	err = bulk_look_again(b, victims, n);
	for (i = 0; i < n; i++)
		settle_one(victims[i]);
	n = bulk_sort_out(victims, n, is_open);
	if (!err)
		return delete_singly(b, victims, n);
	set_results(victims, n, err);
	return err;
}

/* Give the group back, as far as the kernel answers. */

static void build_restore(struct bulk *b, const struct victim *v, struct request *r)
{
	bulk_begin_request(b, r, RTM_SETLINK, v->ifindex);
	request_put_u32(r, IFLA_GROUP, v->group);
}

static bool wants_group_back(const struct victim *v)
{
	return v->fate == FATE_KEPT || v->fate == FATE_UNKNOWN;
}

static void restore_groups(struct bulk *b, struct victim **victims, size_t n)
{
	const struct phase p = { .build = build_restore, .per_send = bulk_acks_per_send(b) };

	n = bulk_sort_out(victims, n, is_marked);
	bulk_look_again(b, victims, n);
	bulk_run_phase(b, &p, victims, bulk_sort_out(victims, n, wants_group_back));
}

static int delete_chunk(struct bulk *b, struct victim **victims, size_t count)
{
	int err = mark(b, victims, count);

	if (!err)
		err = sweep_or_singly(b, victims, bulk_sort_out(victims, count, is_marked));
	if (!err)
		err = settle(b, victims, bulk_sort_out(victims, count, is_open));
	restore_groups(b, victims, count);
	return err;
}

static int delete_all(struct bulk *b)
{
	size_t n, done, count;
	int err = bulk_look_at_all(b);

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
