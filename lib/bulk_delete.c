/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bulk_delete.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "handle.h"
#include "job.h"
#include "link_info.h"
#include "names.h"
#include "random.h"
#include "request.h"

/* Bounds how long others wait for the RTNL: 256 veth pairs hold it for about 60 ms. */
#define CHUNK_MAX 256

/* A link to be deleted. */
struct victim {
	struct job *job;
	const struct victim *same; /* the one that deletes the same link; or NULL */
	int ifindex;               /* 0: not found */
	uint32_t group;            /* the one it had */
	bool alone;                /* does not go, or gains nothing, in a group */
	bool marked;               /* or perhaps so: in the private group */
	bool unsure;               /* whether it is marked was not heard */
};

struct bulk {
	struct netcfg *nc;
	struct victim *victims; /* one for each job */
	struct victim **chosen; /* those of the phase under way */
	size_t count;
	struct victim **current; /* those of the exchange under way */
	struct arena arena;      /* its messages */
	uint32_t group;
};

/* What a phase sends about a link, and what it makes of the answer. */
struct phase {
	void (*build)(struct bulk *b, const struct victim *v, struct request *r);
	exchange_reply_fn reply;                                    /* for questions */
	void (*take)(struct bulk *b, struct victim *v, int result); /* NULL: nothing */
	size_t per_send;
};

static void set_result(struct victim *v, int result)
{
	v->job->message->result = result;
}

/* The messages of an exchange lie in an arena of their own, so a long run takes no more memory. */
static void swap_arenas(struct bulk *b)
{
	struct arena mine = b->arena;

	b->arena = b->nc->arena;
	b->nc->arena = mine;
}

static int exchange_some(struct bulk *b, const struct phase *p, size_t n, struct message **messages)
{
	struct netcfg *nc = b->nc;
	struct request r;
	size_t i;
	int err;

	for (i = 0; i < n; i++) {
		p->build(b, b->current[i], &r);
		err = request_finish(&r, &messages[i]);
		if (err)
			return err;
	}
	deadline_init(&nc->deadline, nc->timeout_ms);
	return exchange_messages(nc, &nc->socket, messages, n, p->reply, b);
}

static void take_some(struct bulk *b, const struct phase *p, size_t n,
		      struct message *const *messages)
{
	size_t i;

	for (i = 0; p->take && i < n; i++) {
		struct message *of_job = b->current[i]->job->message;
		const char *text = messages[i]->kernel_text;

		of_job->kernel_text = text ? arena_string(&b->nc->arena, text) : NULL;
		p->take(b, b->current[i], messages[i]->result);
	}
}

/* One message for each victim, in as few sends as the answers allow. */
static int run_phase(struct bulk *b, const struct phase *p, struct victim **victims, size_t count)
{
	struct message *messages[EXCHANGE_MAX];
	size_t n, done;
	int err = 0;

	for (done = 0; done < count; done += n) {
		n = count - done < p->per_send ? count - done : p->per_send;
		b->current = victims + done;
		swap_arenas(b);
		err = exchange_some(b, p, n, messages);
		swap_arenas(b);
		if (err && err != -ENOBUFS)
			break;
		take_some(b, p, n, messages);
		arena_reset(&b->arena);
	}
	return err == -ENOBUFS ? 0 : err;
}

static size_t acks_per_send(const struct bulk *b)
{
	const size_t max = b->nc->socket.max_acks;

	return max < EXCHANGE_MAX ? max : EXCHANGE_MAX;
}

static void begin_link_request(struct bulk *b, struct request *r, uint16_t type, int ifindex)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC, .ifi_index = ifindex };

	request_begin(r, b->nc, type, 0, &ifi, sizeof(ifi));
}

/* Phase 1: which link is it, of what kind, in what group? */

static void build_question(struct bulk *b, const struct victim *v, struct request *r)
{
	begin_link_request(b, r, RTM_GETLINK, v->job->uses ? 0 : v->job->ifindex);
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
	const size_t max = b->nc->socket.max_replies;
	const struct phase p = { .build = build_question,
				 .reply = read_answer,
				 .take = take_answer,
				 .per_send = max < EXCHANGE_MAX ? max : EXCHANGE_MAX };
	size_t i, n = 0;

	for (i = 0; i < b->count; i++) {
		struct victim *v = &b->victims[i];

		/* What the batch could not make is not there, whoever has the name. */
		if (v->job->uses && name_check_made(b->nc, "name", v->job->uses) < 0)
			set_result(v, -ENODEV);
		else
			b->chosen[n++] = v;
	}
	return run_phase(b, &p, b->chosen, n);
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
	begin_link_request(b, r, RTM_SETLINK, v->ifindex);
	request_put_u32(r, IFLA_GROUP, b->group);
}

static void take_mark(struct bulk *b, struct victim *v, int result)
{
	(void)b;
	v->unsure = result == -ENOBUFS;
	v->marked = result == 0 || v->unsure;
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

	begin_link_request(b, &r, RTM_DELLINK, 0);
	request_put_u32(&r, IFLA_GROUP, b->group);
	deadline_init(&b->nc->deadline, b->nc->timeout_ms);
	return request_call(&r, &b->nc->socket);
}

static void build_delete(struct bulk *b, const struct victim *v, struct request *r)
{
	/* What was not told of: by what the caller gave. */
	begin_link_request(b, r, RTM_DELLINK, v->ifindex ? v->ifindex : v->job->ifindex);
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

	return run_phase(b, &p, victims, n);
}

static void build_restore(struct bulk *b, const struct victim *v, struct request *r)
{
	begin_link_request(b, r, RTM_SETLINK, v->ifindex);
	request_put_u32(r, IFLA_GROUP, v->group);
}

static bool is_marked(const struct victim *v)
{
	return v->marked;
}

static bool is_unsure(const struct victim *v)
{
	return v->marked && v->unsure;
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
				 .per_send = acks_per_send(b) };
	size_t i;

	/* High and random: two that delete at once never sweep each other's links. */
	b->group = 0x40000000 | (random_u32() & 0x3fffffff);
	for (i = 0; i < n; i++)
		victims[i]->marked = true; /* unless the kernel says no */
	return run_phase(b, &p, victims, n);
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
 * A link whose mark was not heard of may not have been in the sweep: it is
 * deleted by its index, and -ENODEV says that it was. And the kernel says yes to
 * deleting the tunnels that it keeps in each namespace (tunl0, sit0), but leaves
 * them: then a second sweep finds someone in the group.
 */
static int after_sweep(struct bulk *b, struct victim **victims, size_t n)
{
	size_t i, unsure;
	int err;

	set_results(victims, n, 0);
	unsure = sort_out(victims, n, is_unsure);
	err = delete_singly(b, victims, unsure);
	if (err) {
		set_results(victims, sort_out(victims, unsure, is_marked), err);
		return err;
	}
	if (sweep(b) != -ENODEV)
		return 0;
	for (i = 0; i < n; i++)
		victims[i]->marked = false;
	return 0;
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
	const struct phase p = { .build = build_restore, .per_send = acks_per_send(b) };

	run_phase(b, &p, victims, sort_out(victims, n, is_marked));
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
