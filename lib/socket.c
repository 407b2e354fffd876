/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "socket.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/netlink.h>
#include <linux/sockios.h>
#include <netlink/handlers.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>

#include "nsthread.h"

/* An error with the kernel's text and, before 4.3, the whole request behind it. */
#define ACK_BUFFER_SIZE 16384
/* The kernel sizes the parts of a dump by the longest receive so far, up to this. */
#define DUMP_BUFFER_SIZE 32768

static int open_descriptor(void)
{
	/* nl_pid 0: the kernel chooses, so any number of handles and libraries get along (B91). */
	struct sockaddr_nl local = { .nl_family = AF_NETLINK };
	const struct sockaddr_nl kernel = { .nl_family = AF_NETLINK };
	const int on = 1;
	int fd, err;

	fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
	if (fd < 0)
		return -errno;
	/* Each of these only makes things better; a kernel without it (4.12, 4.3, 4.20) is fine. */
	setsockopt(fd, SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof(on));
	setsockopt(fd, SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof(on));
	setsockopt(fd, SOL_NETLINK, NETLINK_GET_STRICT_CHK, &on, sizeof(on));
	/* Connected, so that no process can send us what looks like an answer. */
	if (bind(fd, (struct sockaddr *)&local, sizeof(local)) < 0 ||
	    connect(fd, (struct sockaddr *)&kernel, sizeof(kernel)) < 0) {
		err = -errno;
		close(fd);
		return err;
	}
	return fd;
}

/*
 * nl_connect() is not used: it makes up a port from the process id and sets
 * both buffers to 32 KiB. nl_socket_alloc() is not either: it reads $NLCB.
 */
static struct nl_sock *wrap_descriptor(int fd)
{
	struct nl_cb *cb = nl_cb_alloc(NL_CB_DEFAULT);
	struct nl_sock *nl;

	if (!cb)
		return NULL;
	nl = nl_socket_alloc_cb(cb);
	nl_cb_put(cb); /* the socket has its own reference */
	if (nl && nl_socket_set_fd(nl, NETLINK_ROUTE, fd) < 0) {
		nl_socket_free(nl);
		nl = NULL;
	}
	return nl;
}

static size_t buffer_size(int fd, int option)
{
	int size = 0;
	socklen_t len = sizeof(size);

	getsockopt(fd, SOL_SOCKET, option, &size, &len);
	return size > 0 ? (size_t)size : 1;
}

static size_t at_least_one(size_t n)
{
	return n ? n : 1;
}

/*
 * Answers wait in the receive buffer while we send. An ack takes 832 bytes of
 * it, a link with all it has 2 to 8 KiB; what does not fit is lost
 * (kernel-facts section 4).
 */
static void measure(struct socket *s)
{
	const size_t receive = buffer_size(s->fd, SO_RCVBUF);

	s->max_send = buffer_size(s->fd, SO_SNDBUF) / 2;
	s->max_acks = at_least_one(receive / 1024);
	s->max_replies = at_least_one(receive / 8192);
}

int socket_open(struct socket *s)
{
	int fd;

	memset(s, 0, sizeof(*s));
	s->buf_size = ACK_BUFFER_SIZE;
	s->buf = malloc(s->buf_size);
	if (!s->buf)
		return -ENOMEM;
	fd = open_descriptor();
	if (fd < 0) {
		socket_close(s);
		return fd;
	}
	s->nl = wrap_descriptor(fd);
	if (!s->nl) {
		close(fd);
		socket_close(s);
		return -ENOMEM;
	}
	s->fd = fd;
	s->portid = nl_socket_get_local_port(s->nl);
	measure(s);
	return 0;
}

struct birth {
	struct socket *socket;
	int netns_fd;
};

static int open_there(void *arg)
{
	struct birth *birth = arg;

	if (setns(birth->netns_fd, CLONE_NEWNET) < 0)
		return -errno;
	return socket_open(birth->socket);
}

int socket_open_in(struct socket *s, int netns_fd)
{
	struct birth birth = { .socket = s, .netns_fd = netns_fd };

	memset(s, 0, sizeof(*s));
	return nsthread_run(open_there, &birth);
}

/*
 * The cookie of its namespace (Linux 5.14, socket(7)) is the one thing about it that any
 * process may ask a socket for. No namespace has 0.
 */
static uint64_t netns_cookie(const struct socket *s)
{
	uint64_t cookie = 0;
#ifdef SO_NETNS_COOKIE
	socklen_t len = sizeof(cookie);

	if (getsockopt(s->fd, SOL_SOCKET, SO_NETNS_COOKIE, &cookie, &len) < 0)
		return 0;
#else
	(void)s;
#endif
	return cookie;
}

/* Linux 4.10; needs CAP_NET_ADMIN in the user namespace that owns it. */
static int open_netns_of(const struct socket *s)
{
	const int fd = ioctl(s->fd, SIOCGSKNS);

	return fd < 0 ? -errno : fd;
}

/* The namespaces are kept by their sockets, so an inode means one of them. */
static bool read_netns(const struct socket *s, struct stat *st)
{
	const int fd = open_netns_of(s);
	bool known;

	if (fd < 0)
		return false;
	known = fstat(fd, st) == 0;
	close(fd);
	return known;
}

bool socket_same_netns(const struct socket *a, const struct socket *b)
{
	const uint64_t cookie = netns_cookie(a);
	struct stat of_a, of_b;

	if (cookie)
		return netns_cookie(b) == cookie;
	return read_netns(a, &of_a) && read_netns(b, &of_b) && of_a.st_dev == of_b.st_dev &&
	       of_a.st_ino == of_b.st_ino;
}

int socket_open_beside(struct socket *s, const struct socket *other)
{
	int netns_fd, err = socket_open(s);

	/* Here, as nearly always: then no privilege is needed. */
	if (err || socket_same_netns(s, other))
		return err;
	socket_close(s);
	netns_fd = open_netns_of(other);
	if (netns_fd < 0)
		return netns_fd;
	err = socket_open_in(s, netns_fd);
	close(netns_fd);
	return err;
}

void socket_close(struct socket *s)
{
	if (s->nl)
		nl_socket_free(s->nl); /* closes the descriptor */
	free(s->buf);
	memset(s, 0, sizeof(*s));
}

uint32_t socket_reserve_seq(struct socket *s, uint32_t count)
{
	uint32_t first = s->seq + 1;

	if (first == 0 || UINT32_MAX - first < count - 1)
		first = 1;
	s->seq = first + count - 1;
	return first;
}

int socket_send(struct socket *s, struct iovec *iov, size_t count)
{
	const struct msghdr msg = { .msg_iov = iov, .msg_iovlen = count };
	ssize_t n;

	/* EINTR comes before the kernel has looked at a message: nothing is sent twice (B112). */
	do {
		if (count == 1) /* the usual case, and the cheaper call */
			n = send(s->fd, iov->iov_base, iov->iov_len, MSG_NOSIGNAL);
		else
			n = sendmsg(s->fd, &msg, MSG_NOSIGNAL);
	} while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : 0;
}

static int wait_readable(struct socket *s, struct deadline *deadline)
{
	struct pollfd pfd = { .fd = s->fd, .events = POLLIN };
	int left, n;

	do {
		left = deadline_left(deadline);
		n = poll(&pfd, 1, left);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return -errno;
	return n == 0 ? -ETIMEDOUT : 0;
}

/* The length of the next datagram, which stays where it is. */
static ssize_t peek_length(struct socket *s)
{
	return recv(s->fd, NULL, 0, MSG_PEEK | MSG_TRUNC | MSG_DONTWAIT);
}

static int make_room(struct socket *s, size_t want)
{
	unsigned char *bigger;

	if (want < DUMP_BUFFER_SIZE)
		want = DUMP_BUFFER_SIZE;
	if (want <= s->buf_size)
		return 0;
	bigger = realloc(s->buf, want);
	if (!bigger)
		return -ENOMEM;
	s->buf = bigger;
	s->buf_size = want;
	return 0;
}

/* -EINTR for what no kernel sent: to a group a privileged process can send too. */
static ssize_t receive_notification(struct socket *s)
{
	struct sockaddr_nl from = { 0 };
	socklen_t len = sizeof(from);
	ssize_t n = recvfrom(s->fd, s->buf, s->buf_size, MSG_TRUNC | MSG_DONTWAIT,
			     (struct sockaddr *)&from, &len);

	if (n >= 0 && from.nl_pid != 0) {
		errno = EINTR;
		return -1;
	}
	return n;
}

/* One attempt: a length; -EAGAIN: nothing there; -EINTR: try again; or another -errno. */
static ssize_t receive_once(struct socket *s, bool grow)
{
	ssize_t n;
	int err;

	if (grow) {
		n = peek_length(s);
		if (n < 0)
			return -errno;
		err = make_room(s, (size_t)n);
		if (err)
			return err;
	}
	/* A connected socket takes from others what is sent to a group, and nothing else. */
	if (s->listens)
		n = receive_notification(s);
	else
		n = recv(s->fd, s->buf, s->buf_size, MSG_TRUNC | MSG_DONTWAIT);
	if (n < 0)
		return -errno;
	return (size_t)n > s->buf_size ? -EMSGSIZE : n;
}

ssize_t socket_receive(struct socket *s, struct deadline *deadline, bool grow)
{
	for (;;) {
		/* The kernel answers while we send, so there is rarely anything to wait for. */
		ssize_t n = receive_once(s, grow);

		if (n == -EINTR)
			continue;
		if (n != -EAGAIN)
			return n;
		n = wait_readable(s, deadline);
		if (n < 0)
			return n;
	}
}

int socket_listen(struct socket *s, uint32_t receive_buffer)
{
	const int size = (int)receive_buffer;

	/* The first is cut to net.core.rmem_max; the second needs CAP_NET_ADMIN on the host. */
	if (setsockopt(s->fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size)) < 0)
		return -errno;
	setsockopt(s->fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size));
	s->listens = true;
	return make_room(s, DUMP_BUFFER_SIZE);
}

int socket_join(struct socket *s, int group)
{
	return setsockopt(s->fd, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, &group, sizeof(group)) < 0
		       ? -errno
		       : 0;
}

int socket_leave(struct socket *s, int group)
{
	return setsockopt(s->fd, SOL_NETLINK, NETLINK_DROP_MEMBERSHIP, &group, sizeof(group)) < 0
		       ? -errno
		       : 0;
}

void socket_drain(struct socket *s)
{
	ssize_t n;

	do {
		n = recv(s->fd, s->buf, s->buf_size, MSG_DONTWAIT);
	} while (n >= 0 || errno == EINTR || errno == ENOBUFS);
	s->stale = false;
}
