/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bulk_phase.h"

#include <errno.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>

#include "handle.h"
#include "job.h"
#include "names.h"

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

		/* That a link is not there any more is no word about its delete. */
		if (!p->reply)
			of_job->kernel_text = text ? arena_string(&b->nc->arena, text) : NULL;
		p->take(b, b->current[i], messages[i]->result);
	}
}

int bulk_run_phase(struct bulk *b, const struct phase *p, struct victim **victims, size_t count)
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

size_t bulk_acks_per_send(const struct bulk *b)
{
	const size_t max = b->nc->socket.max_acks;

	return max < EXCHANGE_MAX ? max : EXCHANGE_MAX;
}

size_t bulk_replies_per_send(const struct bulk *b)
{
	const size_t max = b->nc->socket.max_replies;

	return max < EXCHANGE_MAX ? max : EXCHANGE_MAX;
}

void bulk_begin_request(struct bulk *b, struct request *r, uint16_t type, int ifindex)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC, .ifi_index = ifindex };

	request_begin(r, b->nc, type, 0, &ifi, sizeof(ifi));
}

size_t bulk_sort_out(struct victim **victims, size_t count, bool (*is)(const struct victim *v))
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

void bulk_begin_named(struct bulk *b, const struct victim *v, struct request *r, uint16_t type)
{
	bulk_begin_request(b, r, type, v->job->uses ? 0 : v->job->ifindex);
	if (v->job->uses)
		name_put(r, v->job->uses);
}
