/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L2: sending a request and reading the answer. Building it is in request.c. */
#include "request.h"

#include <errno.h>
#include <stdbool.h>

#include <linux/netlink.h>
#include <netlink/msg.h>

#include "handle.h"
#include "parse.h"

/* How often a dump is begun again that changes disturbed; then it is given with a mark (B92). */
#define DUMP_TRIES 10

/* An answer under way. */
struct exchange {
	struct netcfg *nc;
	uint32_t seq;
	request_reply_fn reply; /* NULL: an ack is all that is expected */
	void *arg;
	bool dump;
	bool interrupted; /* NLM_F_DUMP_INTR was seen */
	bool done;
	int result;
};

static void finish(struct exchange *x, int result)
{
	x->done = true;
	x->result = result;
}

static void keep_kernel_text(struct exchange *x, const struct nlmsghdr *h)
{
	size_t len;
	const char *text = parse_kernel_text(h, &len);

	if (text)
		error_kernel_text(&x->nc->error, text, len);
}

static void take_error(struct exchange *x, const struct nlmsghdr *h)
{
	int err = parse_error(h);

	if (err < 0)
		keep_kernel_text(x, h);
	else if (x->reply)
		err = -ENODATA; /* acknowledged, but not answered (B97) */
	finish(x, err);
}

static void take_data(struct exchange *x, const struct nlmsghdr *h)
{
	int err;

	if (!x->reply)
		return; /* an echo or a notification of ours */
	err = x->reply(h, x->arg);
	if (err < 0 || !x->dump)
		finish(x, err);
}

static void take(struct exchange *x, const struct nlmsghdr *h)
{
	int err;

	if (h->nlmsg_flags & NLM_F_DUMP_INTR)
		x->interrupted = true;
	switch (h->nlmsg_type) {
	case NLMSG_NOOP:
		break;
	case NLMSG_ERROR:
		take_error(x, h);
		break;
	case NLMSG_DONE:
		err = parse_done(h);
		if (err < 0)
			keep_kernel_text(x, h);
		finish(x, err);
		break;
	case NLMSG_OVERRUN:
		finish(x, -ENOBUFS);
		break;
	default:
		take_data(x, h);
		break;
	}
}

/* All messages of a datagram. What answers another request, or none, is passed over (B111). */
static void take_datagram(struct exchange *x, struct socket *s, int len)
{
	struct nlmsghdr *h;

	for (h = (struct nlmsghdr *)(void *)s->buf; nlmsg_ok(h, len) && !x->done;
	     h = nlmsg_next(h, &len)) {
		if (h->nlmsg_seq != x->seq || h->nlmsg_pid != s->portid)
			continue;
		x->nc->stats.replies++;
		take(x, h);
	}
}

static int receive_answer(struct exchange *x, struct socket *s)
{
	while (!x->done) {
		ssize_t n = socket_receive(s, &x->nc->deadline, x->reply != NULL);

		if (n < 0) {
			/* What comes later must not be taken for the next answer. */
			s->stale = true;
			return (int)n;
		}
		take_datagram(x, s, (int)n);
	}
	/* A dump given up half-way goes on, unless the kernel was the one to end it. */
	if (x->dump && x->result < 0)
		s->stale = true;
	return x->result;
}

static int exchange(struct request *r, struct socket *s, struct exchange *x, uint16_t flags)
{
	struct nlmsghdr *h;
	int err;

	if (r->err)
		return r->err;
	if (s->stale)
		socket_drain(s);
	h = nlmsg_hdr(r->msg);
	h->nlmsg_flags |= flags;
	h->nlmsg_pid = s->portid;
	h->nlmsg_seq = socket_next_seq(s);
	x->nc = r->nc;
	x->seq = h->nlmsg_seq;
	x->dump = (flags & NLM_F_DUMP) == NLM_F_DUMP;
	r->nc->stats.sends++;
	r->nc->stats.requests++;
	if (x->dump)
		r->nc->stats.dumps++;
	err = socket_send(s, h, h->nlmsg_len);
	if (!err)
		err = receive_answer(x, s);
	if (r->nc->log)
		handle_log(r->nc, LOG_PRIORITY_DEBUG,
			   "request type %u, flags 0x%x, %u bytes, sequence %u: %d", h->nlmsg_type,
			   h->nlmsg_flags, h->nlmsg_len, h->nlmsg_seq, err);
	return err;
}

static void end(struct request *r)
{
	if (r->nc->spare)
		nlmsg_free(r->msg);
	else
		r->nc->spare = r->msg;
	r->msg = NULL;
}

int request_call(struct request *r, struct socket *s)
{
	struct exchange x = { 0 };
	int err = exchange(r, s, &x, NLM_F_ACK);

	end(r);
	return err;
}

int request_get(struct request *r, struct socket *s, request_reply_fn reply, void *arg)
{
	struct exchange x = { .reply = reply, .arg = arg };
	int err = exchange(r, s, &x, 0);

	end(r);
	return err;
}

int request_dump(struct request *r, struct socket *s, const struct request_sink *sink)
{
	int tries, err = 0;

	for (tries = 0; tries < DUMP_TRIES; tries++) {
		struct exchange x = { .reply = sink->add, .arg = sink->arg };

		sink->reset(sink->arg);
		err = exchange(r, s, &x, NLM_F_DUMP);
		if (err < 0)
			break;
		err = x.interrupted ? 1 : 0;
		if (!x.interrupted)
			break;
	}
	end(r);
	return err;
}
