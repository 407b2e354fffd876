/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The functions of lib/socket.h, in the library's place: what is sent is swallowed, what is
 * received is the input. */
#include "socket.h"

#include <errno.h>
#include <net/if.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>

#include "fuzz.h"
#include "input.h"

struct input input;

int ioctl(int fd, unsigned long request, ...);

/* Every name is found; the descriptor is none. */
int ioctl(int fd, unsigned long request, ...)
{
	struct ifreq *asked;
	va_list args;

	(void)fd;
	(void)request;
	va_start(args, request);
	asked = va_arg(args, struct ifreq *);
	va_end(args);
	asked->ifr_ifindex = 7;
	return 0;
}

int socket_open(struct socket *s)
{
	memset(s, 0, sizeof(*s));
	s->fd = -1;
	s->portid = 1000;
	s->max_send = 106496;
	s->max_acks = 208;
	s->max_replies = 26;
	return 0;
}

int socket_open_in(struct socket *s, int netns_fd)
{
	(void)netns_fd;
	return socket_open(s);
}

void socket_close(struct socket *s)
{
	free(s->buf);
	memset(s, 0, sizeof(*s));
}

bool socket_same_netns(const struct socket *a, const struct socket *b)
{
	return a == b;
}

uint32_t socket_reserve_seq(struct socket *s, uint32_t count)
{
	s->seq += count;
	return s->seq - count + 1;
}

int socket_send(struct socket *s, struct iovec *iov, size_t count)
{
	(void)s;
	(void)iov;
	(void)count;
	return 0;
}

/* In memory of exactly its length, so that a sanitizer sees what goes beyond. */
ssize_t socket_receive(struct socket *s, struct deadline *deadline, bool grow)
{
	uint16_t len;

	(void)deadline;
	(void)grow;
	if (input.size < sizeof(len))
		return -ETIMEDOUT;
	memcpy(&len, input.data, sizeof(len));
	input.data += sizeof(len);
	input.size -= sizeof(len);
	if (len == INPUT_LOST)
		return -ENOBUFS;
	if (len > input.size)
		len = (uint16_t)input.size;
	free(s->buf);
	s->buf_size = len ? len : 1;
	s->buf = malloc(s->buf_size);
	must(s->buf);
	memcpy(s->buf, input.data, len);
	input.data += len;
	input.size -= len;
	return len;
}

int socket_open_beside(struct socket *s, const struct socket *other)
{
	(void)other;
	return socket_open(s);
}

int socket_listen(struct socket *s, uint32_t receive_buffer)
{
	(void)s;
	(void)receive_buffer;
	return 0;
}

int socket_join(struct socket *s, int group)
{
	(void)s;
	(void)group;
	return 0;
}

int socket_leave(struct socket *s, int group)
{
	(void)s;
	(void)group;
	return 0;
}

void socket_drain(struct socket *s)
{
	s->stale = false;
}
