/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The scripts of the fake kernel, and its sockets. What it says unasked is in fake_default.c. */
#include "unit/support/fake_kernel.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

#include <cmocka.h>

#include <linux/rtnetlink.h>

#include "socket.h"
#include "unit/support/fake_default.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define ANSWERS_MAX  512
#define REQUESTS_MAX 4096
#define UNKNOWN_ATTR 0x3fff

/* A step of an answer: a message, the end of a datagram, or a failure. */
struct step {
	struct packet *message;
	int err; /* 0 without message: the datagram ends */
};

struct answer {
	int type;
	int send_err;
	bool used;
	bool usual; /* what there is without a script */
	struct step *steps;
	size_t count;
};

/* What waits to be received. */
struct arrival {
	struct arrival *next;
	int err;
	size_t len;
	uint8_t *bytes;
};

static struct {
	struct answer answers[ANSWERS_MAX];
	size_t answers_count;
	struct fake_request requests[REQUESTS_MAX];
	size_t requests_count;
	struct arrival *arrivals;
	int sockets_made, sockets_open;
	int drains;
	int sends;
	int open_err;
	uint32_t groups;
	uint32_t receive_buffer;
} kernel;

static void *must(void *memory)
{
	if (!memory)
		abort();
	return memory;
}

static void forget_arrivals(void)
{
	while (kernel.arrivals) {
		struct arrival *first = kernel.arrivals;

		kernel.arrivals = first->next;
		free(first->bytes);
		free(first);
	}
}

void fake_reset(void)
{
	const int open = kernel.sockets_open;
	size_t i, j;

	for (i = 0; i < kernel.answers_count; i++) {
		for (j = 0; j < kernel.answers[i].count; j++)
			free(kernel.answers[i].steps[j].message);
		free(kernel.answers[i].steps);
	}
	for (i = 0; i < kernel.requests_count; i++)
		free((void *)(uintptr_t)kernel.requests[i].bytes);
	forget_arrivals();
	memset(&kernel, 0, sizeof(kernel));
	kernel.sockets_open = open;
	fake_default_reset();
}

/* Scripts */

void fake_answer(int type)
{
	if (kernel.answers_count == ANSWERS_MAX)
		abort();
	kernel.answers[kernel.answers_count++].type = type;
}

static struct step *add_step(void)
{
	struct answer *a = &kernel.answers[kernel.answers_count - 1];

	a->steps = must(realloc(a->steps, (a->count + 1) * sizeof(*a->steps)));
	memset(&a->steps[a->count], 0, sizeof(*a->steps));
	return &a->steps[a->count++];
}

void fake_say(const struct packet *m)
{
	struct step *step = add_step();

	step->message = must(malloc(sizeof(*m)));
	*step->message = *m;
}

void fake_datagram(void)
{
	add_step();
}

void fake_fail(int err)
{
	add_step()->err = err;
}

void fake_fail_send(int err)
{
	kernel.answers[kernel.answers_count - 1].send_err = err;
}

void fake_default(int type)
{
	fake_answer(type);
	kernel.answers[kernel.answers_count - 1].usual = true;
}

void fake_ack(int type)
{
	struct packet m;

	fake_answer(type);
	packet_error(&m, 0, true, NLMSG_HDRLEN);
	fake_say(&m);
}

void fake_refuse(int type, int err, const char *text)
{
	struct packet m;

	fake_answer(type);
	packet_error(&m, err, true, NLMSG_HDRLEN);
	if (text)
		packet_kernel_text(&m, text, strlen(text) + 1);
	fake_say(&m);
}

/* Arrivals */

static struct arrival *add_arrival(void)
{
	struct arrival **end = &kernel.arrivals;

	while (*end)
		end = &(*end)->next;
	*end = must(calloc(1, sizeof(**end)));
	return *end;
}

/* Attributes of at most 32 KiB that nobody knows, the last one of what is left, at least a header. */
static void fill_up(uint8_t *bytes, size_t len)
{
	struct nlattr a = { .nla_type = UNKNOWN_ATTR };
	size_t at;

	memset(bytes, 0xaa, len);
	for (at = 0; len - at >= sizeof(a); at += a.nla_len) {
		a.nla_len = (uint16_t)(len - at < 32768 + sizeof(a) ? len - at : 32768);
		memcpy(bytes + at, &a, sizeof(a));
	}
}

/* Messages begin at multiples of 4; the last one ends where it ends. */
static void append(struct arrival *to, const struct packet *m, const struct nlmsghdr *request,
		   uint32_t portid)
{
	const size_t offset = NLMSG_ALIGN(to->len);
	struct nlmsghdr h;

	to->bytes = must(realloc(to->bytes, offset + m->len + m->more));
	memset(to->bytes + to->len, 0, offset - to->len);
	memcpy(to->bytes + offset, m->bytes, m->len);
	fill_up(to->bytes + offset + m->len, m->more);
	to->len = offset + m->len + m->more;
	if (!request || m->len < sizeof(h))
		return;
	memcpy(&h, m->bytes, sizeof(h));
	h.nlmsg_len += (uint32_t)m->more;
	if (!m->keep_seq)
		h.nlmsg_seq = request->nlmsg_seq;
	if (!m->keep_pid)
		h.nlmsg_pid = portid;
	memcpy(to->bytes + offset, &h, sizeof(h));
}

static void play(const struct answer *a, const struct nlmsghdr *request, uint32_t portid)
{
	struct arrival *datagram = NULL;
	size_t i;

	for (i = 0; i < a->count; i++) {
		const struct step *step = &a->steps[i];

		if (!step->message) {
			datagram = NULL;
			if (step->err)
				add_arrival()->err = step->err;
			continue;
		}
		if (!datagram)
			datagram = add_arrival();
		append(datagram, step->message, request, portid);
	}
}

void fake_waiting(const struct packet *m)
{
	append(add_arrival(), m, NULL, 0);
}

void fake_waiting_fail(int err)
{
	add_arrival()->err = err;
}

/* Requests */

static int type_of(const struct fake_request *r)
{
	return ((const struct nlmsghdr *)(const void *)r->bytes)->nlmsg_type;
}

size_t fake_count(int type)
{
	size_t i, n = 0;

	for (i = 0; i < kernel.requests_count; i++)
		n += type == 0 || type_of(&kernel.requests[i]) == type;
	return n;
}

struct fake_request fake_request(int type, size_t n)
{
	size_t i;

	for (i = 0; i < kernel.requests_count; i++) {
		const struct fake_request *r = &kernel.requests[i];

		if ((type == 0 || type_of(r) == type) && n-- == 0)
			return *r;
	}
	fail_msg("no such request of type %d was sent", type);
	return (struct fake_request){ 0 };
}

void assert_sent(int type, size_t n, const struct packet *expected)
{
	const struct fake_request r = fake_request(type, n);

	assert_same_message(r.bytes, r.len, expected->bytes, expected->len);
}

void assert_nothing_sent(void)
{
	assert_int_equal(fake_count(0), 0);
}

void assert_no_change_sent(void)
{
	assert_int_equal(fake_count(0), fake_count(RTM_GETLINK));
}

int fake_open_sockets(void)
{
	return kernel.sockets_open;
}

int fake_sends(void)
{
	return kernel.sends;
}

int fake_drains(void)
{
	return kernel.drains;
}

uint32_t fake_groups(void)
{
	return kernel.groups;
}

uint32_t fake_receive_buffer(void)
{
	return kernel.receive_buffer;
}

void fake_fail_open(int err)
{
	kernel.open_err = err;
}

/* The functions of socket.h */

int socket_open(struct socket *s)
{
	memset(s, 0, sizeof(*s));
	/* No descriptor, so that names are not looked up by ioctl(2). */
	s->fd = -1 - kernel.sockets_made;
	s->portid = 1000 + (uint32_t)kernel.sockets_made++;
	/* As the real ones are with the buffers that Linux has by default. */
	s->max_send = 106496;
	s->max_acks = 208;
	s->max_replies = 26;
	kernel.sockets_open++;
	return 0;
}

int socket_open_in(struct socket *s, int netns_fd)
{
	const int err = kernel.open_err;

	memset(s, 0, sizeof(*s));
	if (netns_fd < 0)
		return -EBADF;
	kernel.open_err = 0;
	return err ? err : socket_open(s);
}

int socket_open_beside(struct socket *s, const struct socket *other)
{
	const int err = kernel.open_err;

	memset(s, 0, sizeof(*s));
	kernel.open_err = 0;
	if (other->fd >= 0)
		return -EBADF;
	return err ? err : socket_open(s);
}

int socket_listen(struct socket *s, uint32_t receive_buffer)
{
	s->listens = true;
	kernel.receive_buffer = receive_buffer;
	return 0;
}

int socket_join(struct socket *s, int group)
{
	if (!s->listens || (kernel.groups & 1u << group))
		return -EINVAL;
	kernel.groups |= 1u << group;
	return 0;
}

int socket_leave(struct socket *s, int group)
{
	(void)s;
	kernel.groups &= ~(1u << group);
	return 0;
}

void socket_close(struct socket *s)
{
	if (s->fd < 0)
		kernel.sockets_open--;
	if (s->listens)
		kernel.groups = 0;
	free(s->buf);
	memset(s, 0, sizeof(*s));
}

bool socket_same_netns(const struct socket *a, const struct socket *b)
{
	return a == b; /* each that was opened elsewhere has a namespace of its own */
}

uint32_t socket_reserve_seq(struct socket *s, uint32_t count)
{
	uint32_t first = s->seq + 1;

	/* As the real one: never 0. */
	if (first == 0 || UINT32_MAX - first < count - 1)
		first = 1;
	s->seq = first + count - 1;
	return first;
}

static struct answer *find_answer(int type)
{
	size_t i;

	for (i = 0; i < kernel.answers_count; i++) {
		if (!kernel.answers[i].used && kernel.answers[i].type == type)
			return &kernel.answers[i];
	}
	return NULL;
}

static void record(const struct socket *s, const void *data, size_t len)
{
	struct fake_request *r = &kernel.requests[kernel.requests_count++];
	uint8_t *copy = must(malloc(len));

	if (kernel.requests_count == REQUESTS_MAX)
		abort();
	memcpy(copy, data, len);
	r->bytes = copy;
	r->len = len;
	r->socket = -1 - s->fd;
}

static int take_request(struct socket *s, const struct nlmsghdr *h)
{
	struct answer *a = find_answer(h->nlmsg_type);
	struct packet m, ack;
	struct step steps[] = { { .message = &m }, { 0 }, { .message = &ack } };
	struct answer unasked = { .steps = steps };

	if (a)
		a->used = true;
	if (a && a->send_err)
		return a->send_err;
	record(s, h, h->nlmsg_len);
	if (!a || a->usual) {
		unasked.count = fake_default_answer(h, h->nlmsg_len, &m);
		/* Data may be asked for with an ack behind it. */
		packet_error(&ack, 0, true, NLMSG_HDRLEN);
		if ((h->nlmsg_flags & NLM_F_ACK) && packet_header(&m)->nlmsg_type != NLMSG_ERROR)
			unasked.count = ARRAY_SIZE(steps);
		a = &unasked;
	}
	play(a, h, s->portid);
	return 0;
}

int socket_send(struct socket *s, struct iovec *iov, size_t count)
{
	size_t i, bytes = 0;
	int err = 0;

	for (i = 0; i < count && !err; i++) {
		const struct nlmsghdr *h = iov[i].iov_base;

		/* Or the kernel would not find the next message. */
		assert_int_equal(iov[i].iov_len, NLMSG_ALIGN(h->nlmsg_len));
		bytes += iov[i].iov_len;
		err = take_request(s, h);
	}
	assert_true(bytes <= s->max_send);
	kernel.sends += !err;
	return err;
}

ssize_t socket_receive(struct socket *s, struct deadline *deadline, bool grow)
{
	struct arrival *first = kernel.arrivals;
	ssize_t result;

	(void)deadline;
	(void)grow;
	if (!first)
		return -ETIMEDOUT; /* nothing will ever come */
	kernel.arrivals = first->next;
	result = first->err ? first->err : (ssize_t)first->len;
	if (first->bytes) {
		free(s->buf);
		s->buf = first->bytes;
		s->buf_size = first->len;
	}
	free(first);
	return result;
}

void socket_drain(struct socket *s)
{
	forget_arrivals();
	s->stale = false;
	kernel.drains++;
}
