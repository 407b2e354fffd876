/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "raw.h"

#include <errno.h>
#include <net/if.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/netlink.h>
#include <linux/rtnetlink.h>

#include "bench.h"

#define MAX_SEND 98304 /* bytes, well below the usual limit of a socket */

int raw_open(void)
{
	const int on = 1;
	struct sockaddr_nl local = { .nl_family = AF_NETLINK };
	const int sock = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);

	if (sock < 0 || bind(sock, (struct sockaddr *)&local, sizeof(local)) < 0)
		bench_fail("raw: socket: %s", strerror(errno));
	setsockopt(sock, SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof(on));
	return sock;
}

int raw_open_in(int netns, int home)
{
	int sock;

	if (setns(netns, CLONE_NEWNET) < 0)
		bench_fail("raw: setns: %s", strerror(errno));
	sock = raw_open();
	if (setns(home, CLONE_NEWNET) < 0)
		bench_fail("raw: setns: %s", strerror(errno));
	return sock;
}

int raw_index(int sock, const char *name)
{
	struct ifreq request = { 0 };

	strncpy(request.ifr_name, name, sizeof(request.ifr_name) - 1);
	return ioctl(sock, SIOCGIFINDEX, &request) < 0 ? 0 : request.ifr_ifindex;
}

static void *more(struct raw_batch *b, size_t length)
{
	void *place;

	length = NLMSG_ALIGN(length);
	if (b->length + length > b->room) {
		b->room = b->room ? 2 * b->room : 65536;
		b->bytes = realloc(b->bytes, b->room);
		if (!b->bytes)
			bench_fail("out of memory");
	}
	place = b->bytes + b->length;
	memset(place, 0, length);
	b->length += length;
	return place;
}

static struct nlmsghdr *message_at(const struct raw_batch *b, size_t offset)
{
	return (struct nlmsghdr *)(void *)(b->bytes + offset);
}

static void set_length(struct raw_batch *b)
{
	message_at(b, b->last)->nlmsg_len = (uint32_t)(b->length - b->last);
}

void raw_begin(struct raw_batch *b, uint16_t type, uint16_t flags, const void *header,
	       size_t length)
{
	struct nlmsghdr *h;

	b->last = b->length;
	h = more(b, sizeof(*h) + length);
	h->nlmsg_type = type;
	h->nlmsg_flags = NLM_F_REQUEST | flags;
	h->nlmsg_seq = ++b->count;
	memcpy(h + 1, header, length);
	set_length(b);
}

void raw_put(struct raw_batch *b, uint16_t type, const void *value, size_t length)
{
	struct rtattr *a = more(b, RTA_LENGTH(length));

	a->rta_type = type;
	a->rta_len = (unsigned short)RTA_LENGTH(length);
	if (length)
		memcpy(RTA_DATA(a), value, length);
	set_length(b);
}

void raw_put_u32(struct raw_batch *b, uint16_t type, uint32_t value)
{
	raw_put(b, type, &value, sizeof(value));
}

void raw_put_text(struct raw_batch *b, uint16_t type, const char *text)
{
	raw_put(b, type, text, strlen(text) + 1);
}

size_t raw_nest(struct raw_batch *b, uint16_t type)
{
	const size_t nest = b->length;

	raw_put(b, type, NULL, 0);
	return nest;
}

void raw_nest_end(struct raw_batch *b, size_t nest)
{
	struct rtattr *a = (struct rtattr *)(void *)(b->bytes + nest);

	a->rta_len = (unsigned short)(b->length - nest);
}

void raw_put_header(struct raw_batch *b, const void *header, size_t length)
{
	memcpy(more(b, length), header, length);
	set_length(b);
}

static void end_send(struct raw_batch *b, size_t begin, size_t last, size_t end)
{
	struct nlmsghdr *h = message_at(b, last);

	h->nlmsg_flags |= NLM_F_ACK;
	b->sends = realloc(b->sends, (b->send_count + 1) * sizeof(b->sends[0]));
	if (!b->sends)
		bench_fail("out of memory");
	b->sends[b->send_count++] =
		(struct raw_send){ .begin = begin, .end = end, .last_seq = h->nlmsg_seq };
}

void raw_seal(struct raw_batch *b)
{
	size_t begin = 0, last = 0, at = 0;
	unsigned int n = 0;

	while (at < b->length) {
		const size_t length = NLMSG_ALIGN(message_at(b, at)->nlmsg_len);

		if (n == RAW_PER_SEND || at + length - begin > MAX_SEND) {
			end_send(b, begin, last, at);
			begin = at;
			n = 0;
		}
		last = at;
		at += length;
		n++;
	}
	if (n)
		end_send(b, begin, last, at);
}

/* One datagram of answers: true once the last has come. */
static bool take_answers(const unsigned char *bytes, size_t length, uint32_t last_seq,
			 unsigned int *failed, int *first)
{
	size_t at = 0;
	bool done = false;

	while (at + NLMSG_HDRLEN <= length) {
		const struct nlmsghdr *h = (const struct nlmsghdr *)(const void *)(bytes + at);
		const struct nlmsgerr *e = (const struct nlmsgerr *)(const void *)(h + 1);

		if (h->nlmsg_type == NLMSG_ERROR && e->error) {
			(*failed)++;
			if (!*first)
				*first = e->error;
		}
		if (h->nlmsg_type == NLMSG_ERROR && h->nlmsg_seq == last_seq)
			done = true;
		at += NLMSG_ALIGN(h->nlmsg_len);
	}
	return done;
}

unsigned int raw_send_counting(int sock, const struct raw_batch *b, int *ret_first)
{
	_Alignas(struct nlmsghdr) unsigned char bytes[8192];
	unsigned int i, failed = 0;

	*ret_first = 0;
	for (i = 0; i < b->send_count; i++) {
		const struct raw_send *s = &b->sends[i];
		ssize_t n;

		if (send(sock, b->bytes + s->begin, s->end - s->begin, 0) < 0)
			bench_fail("raw: send: %s", strerror(errno));
		do {
			n = recv(sock, bytes, sizeof(bytes), 0);
			if (n < 0)
				bench_fail("raw: receive: %s", strerror(errno));
		} while (!take_answers(bytes, (size_t)n, s->last_seq, &failed, ret_first));
	}
	return failed;
}

void raw_send(int sock, const struct raw_batch *b)
{
	int first;
	const unsigned int failed = raw_send_counting(sock, b, &first);

	if (first == -EOPNOTSUPP)
		bench_skip("this kernel has no such kind of link");
	if (failed)
		bench_fail("raw: %u of %u requests failed: %s", failed, b->count, strerror(-first));
}

void raw_free(struct raw_batch *b)
{
	free(b->bytes);
	free(b->sends);
	memset(b, 0, sizeof(*b));
}
