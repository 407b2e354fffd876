/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L2: sending messages and reading the answers. Building them is in request.c. */
#include "request.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/uio.h>

#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "handle.h"
#include "parse.h"

/* How often a dump is begun again that changes disturbed; then it is given with a mark (B92). */
#define DUMP_TRIES 10

/* Longer than any text of the kernel's. */
#define KERNEL_TEXT_SIZE 256

#define IN_FLIGHT 1 /* a message's result before it is known */

/* Answers under way. */
struct exchange {
	struct netcfg *nc;
	struct message *const *messages;
	size_t count;
	uint32_t first_seq;
	exchange_reply_fn reply; /* NULL: acks are all that is expected */
	void *arg;
	bool dump;
	bool single;      /* one message of data is the whole answer, no ack is asked for */
	bool interrupted; /* NLM_F_DUMP_INTR was seen */
	bool done;
};

static void keep_kernel_text(struct exchange *x, size_t i, const struct nlmsghdr *h)
{
	char *copy;
	size_t len;
	const char *text = parse_kernel_text(h, &len);

	if (!text)
		return;
	len = strnlen(text, len);
	if (len >= KERNEL_TEXT_SIZE)
		len = KERNEL_TEXT_SIZE - 1;
	copy = arena_alloc(&x->nc->arena, len + 1);
	if (copy)
		x->messages[i]->kernel_text = memcpy(copy, text, len);
}

/* An ack is asked for by the last message only, and means that all is answered. */
static void take_error(struct exchange *x, size_t i, const struct nlmsghdr *h)
{
	struct message *m = x->messages[i];
	int err = parse_error(h);

	if (err < 0)
		keep_kernel_text(x, i, h);
	if (err < 0 || m->result == IN_FLIGHT)
		/* A question that was acknowledged is not answered yet (B97). */
		m->result = err == 0 && x->reply ? -ENODATA : err;
	if (i == x->count - 1)
		x->done = true;
}

/* The new link's index, where the kernel tells it (6.2). */
static void take_echo(struct message *m, const struct nlmsghdr *h)
{
	struct nlattr *tb[IFLA_MAX + 1];
	const struct ifinfomsg *ifi = nlmsg_data(h);

	if (h->nlmsg_type != RTM_NEWLINK || !(m->h->nlmsg_flags & NLM_F_ECHO) ||
	    parse_message(h, sizeof(*ifi), tb, IFLA_MAX) < 0)
		return;
	m->ifindex = ifi->ifi_index;
	m->peer_ifindex = parse_s32(tb[IFLA_LINK], 0);
}

static void take_data(struct exchange *x, size_t i, const struct nlmsghdr *h)
{
	struct message *m = x->messages[i];
	int err;

	if (!x->reply) {
		take_echo(m, h);
		return;
	}
	err = x->reply(i, h, x->arg);
	if (x->dump && err == 0)
		return;
	m->result = err;
	if (x->dump || x->single)
		x->done = true;
}

static void take_done(struct exchange *x, size_t i, const struct nlmsghdr *h)
{
	int err = parse_done(h);

	if (!x->dump)
		return;
	if (err < 0)
		keep_kernel_text(x, i, h);
	x->messages[i]->result = err;
	x->done = true;
}

static void take(struct exchange *x, size_t i, const struct nlmsghdr *h)
{
	if (h->nlmsg_flags & NLM_F_DUMP_INTR)
		x->interrupted = true;
	switch (h->nlmsg_type) {
	case NLMSG_NOOP:
		break;
	case NLMSG_ERROR:
		take_error(x, i, h);
		break;
	case NLMSG_DONE:
		take_done(x, i, h);
		break;
	case NLMSG_OVERRUN:
		x->messages[i]->result = -ENOBUFS;
		x->done = true;
		break;
	default:
		take_data(x, i, h);
		break;
	}
}

/*
 * All messages of a datagram. What answers another request, or none, is passed over (B111).
 * -EBADMSG if the lengths do not add up: what else was in it is lost, and with it a result.
 */
static int take_datagram(struct exchange *x, struct socket *s, int len)
{
	struct nlmsghdr *h;

	for (h = (struct nlmsghdr *)(void *)s->buf; nlmsg_ok(h, len) && !x->done;
	     h = nlmsg_next(h, &len)) {
		uint32_t i = h->nlmsg_seq - x->first_seq;

		if (i >= x->count || h->nlmsg_pid != s->portid)
			continue;
		x->nc->stats.replies++;
		take(x, i, h);
	}
	return len > 0 && !x->done ? -EBADMSG : 0;
}

static int receive_answers(struct exchange *x, struct socket *s)
{
	while (!x->done) {
		ssize_t n = socket_receive(s, &x->nc->deadline, x->reply != NULL);

		if (n >= 0)
			n = take_datagram(x, s, (int)n);
		if (n < 0) {
			/* What comes later must not be taken for the next answer. */
			s->stale = true;
			return (int)n;
		}
	}
	/* A dump given up half-way goes on, unless the kernel was the one to end it. */
	if (x->dump && x->messages[0]->result < 0)
		s->stale = true;
	return 0;
}

/* Number the messages and lay them out for one send. */
static void prepare(struct exchange *x, struct socket *s, struct iovec *iov)
{
	size_t i;

	x->first_seq = socket_reserve_seq(s, (uint32_t)x->count);
	for (i = 0; i < x->count; i++) {
		struct message *m = x->messages[i];

		m->result = IN_FLIGHT;
		m->ifindex = 0;
		m->kernel_text = NULL;
		m->h->nlmsg_seq = x->first_seq + (uint32_t)i;
		m->h->nlmsg_pid = s->portid;
		iov[i].iov_base = m->h;
		iov[i].iov_len = NLMSG_ALIGN(m->h->nlmsg_len);
	}
	if (!x->dump && !x->single)
		x->messages[x->count - 1]->h->nlmsg_flags |= NLM_F_ACK;
	x->nc->stats.sends++;
	x->nc->stats.requests += x->count;
	x->nc->stats.dumps += x->dump;
}

static void settle(struct exchange *x, int err)
{
	size_t i;

	for (i = 0; i < x->count; i++) {
		struct message *m = x->messages[i];

		/* Not heard of although the last was answered: done, or for a question never. */
		if (m->result == IN_FLIGHT)
			m->result = err ? err : (x->reply ? -ENODATA : 0);
		if (x->nc->log)
			handle_log(x->nc, LOG_PRIORITY_DEBUG,
				   "request type %u, flags 0x%x, %u bytes, sequence %u: %d",
				   m->h->nlmsg_type, m->h->nlmsg_flags, m->h->nlmsg_len,
				   m->h->nlmsg_seq, m->result);
	}
}

static int exchange(struct exchange *x, struct socket *s)
{
	struct iovec iov[EXCHANGE_MAX];
	int err;

	if (s->stale)
		socket_drain(s);
	prepare(x, s, iov);
	err = socket_send(s, iov, x->count);
	if (!err)
		err = receive_answers(x, s);
	settle(x, err);
	return err;
}

int exchange_messages(struct netcfg *nc, struct socket *s, struct message *const *messages,
		      size_t count, exchange_reply_fn reply, void *arg)
{
	struct exchange x = {
		.nc = nc, .messages = messages, .count = count, .reply = reply, .arg = arg
	};

	return exchange(&x, s);
}

/* A request as the only message of an exchange, where it was built. */
static int exchange_alone(struct request *r, struct socket *s, struct exchange *x, uint16_t flags)
{
	struct message m = { 0 }, *only = &m;

	if (r->err)
		return r->err;
	m.h = nlmsg_hdr(r->msg);
	m.h->nlmsg_flags |= flags;
	x->nc = r->nc;
	x->messages = &only;
	x->count = 1;
	x->dump = (flags & NLM_F_DUMP) == NLM_F_DUMP;
	exchange(x, s);
	if (m.result < 0 && m.kernel_text)
		error_kernel_text(&r->nc->error, m.kernel_text, KERNEL_TEXT_SIZE);
	return m.result;
}

int request_call(struct request *r, struct socket *s)
{
	struct exchange x = { 0 };
	int err = exchange_alone(r, s, &x, 0);

	request_release(r);
	return err;
}

/* The one message of these has no number for its caller. */
struct lone_reply {
	request_reply_fn reply;
	void *arg;
};

static int reply_alone(size_t i, const struct nlmsghdr *h, void *arg)
{
	const struct lone_reply *lone = arg;

	(void)i;
	return lone->reply(h, lone->arg);
}

int request_get(struct request *r, struct socket *s, request_reply_fn reply, void *arg)
{
	struct lone_reply lone = { .reply = reply, .arg = arg };
	struct exchange x = { .reply = reply_alone, .arg = &lone, .single = true };
	int err = exchange_alone(r, s, &x, 0);

	request_release(r);
	return err;
}

int request_dump(struct request *r, struct socket *s, const struct request_sink *sink)
{
	struct lone_reply lone = { .reply = sink->add, .arg = sink->arg };
	int tries, err = 0;

	for (tries = 0; tries < DUMP_TRIES; tries++) {
		struct exchange x = { .reply = reply_alone, .arg = &lone };

		sink->reset(sink->arg);
		err = exchange_alone(r, s, &x, NLM_F_DUMP);
		if (err < 0)
			break;
		err = x.interrupted ? 1 : 0;
		if (!x.interrupted)
			break;
	}
	request_release(r);
	return err;
}
