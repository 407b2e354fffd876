/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The real socket.c, on real rtnetlink sockets, which need no privilege.
 *
 * All unit tests have the fake kernel's functions of these names, so here the
 * library's own get others.
 */
#define socket_open        real_socket_open
#define socket_open_in     real_socket_open_in
#define socket_open_beside real_socket_open_beside
#define socket_listen      real_socket_listen
#define socket_join        real_socket_join
#define socket_leave       real_socket_leave
#define socket_close       real_socket_close
#define socket_send        real_socket_send
#define socket_reserve_seq real_socket_reserve_seq
#define socket_receive     real_socket_receive
#define socket_drain       real_socket_drain
#define socket_same_netns  real_socket_same_netns
#include "socket.c"

#include <dirent.h>
#include <fcntl.h>
#include <net/if.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>

#include "unit/support/unit.h"

static int count_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	assert_non_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

static struct deadline within(int timeout_ms)
{
	struct deadline d;

	deadline_init(&d, timeout_ms);
	return d;
}

/* Ask for the loopback link, or for all links. */
static void ask(struct socket *s, int flags, int ifindex)
{
	const struct ifinfomsg ifi = { .ifi_index = ifindex };
	struct packet m;
	struct iovec iov;

	packet_begin(&m, RTM_GETLINK, NLM_F_REQUEST | flags, &ifi, sizeof(ifi));
	packet_header(&m)->nlmsg_seq = socket_reserve_seq(s, 1);
	iov.iov_base = m.bytes;
	iov.iov_len = m.len;
	assert_int_equal(socket_send(s, &iov, 1), 0);
}

static void open_and_close(void **state)
{
	const int before = count_descriptors();
	struct socket s, t;
	int type;
	socklen_t size = sizeof(type);

	(void)state;
	assert_int_equal(socket_open(&s), 0);
	assert_int_equal(socket_open(&t), 0);
	/* Ports that the kernel chose (B91); descriptors that no child inherits. */
	assert_int_not_equal(s.portid, 0);
	assert_int_not_equal(s.portid, t.portid);
	assert_true(fcntl(s.fd, F_GETFD) & FD_CLOEXEC);
	assert_int_equal(getsockopt(s.fd, SOL_SOCKET, SO_PROTOCOL, &type, &size), 0);
	assert_int_equal(type, NETLINK_ROUTE);
	socket_close(&s);
	socket_close(&t);
	socket_close(&t); /* closed is fine */
	memset(&t, 0, sizeof(t));
	socket_close(&t); /* all zero too, and descriptor 0 stays open */
	assert_int_equal(count_descriptors(), before);
}

static void options(void **state)
{
	static const int wanted[] = { NETLINK_EXT_ACK, NETLINK_CAP_ACK, NETLINK_GET_STRICT_CHK };
	struct socket s;
	size_t i;

	(void)state;
	assert_int_equal(socket_open(&s), 0);
	for (i = 0; i < ARRAY_SIZE(wanted); i++) {
		int on = 0;
		socklen_t size = sizeof(on);

		assert_int_equal(getsockopt(s.fd, SOL_NETLINK, wanted[i], &on, &size), 0);
		assert_int_equal(on, 1);
	}
	socket_close(&s);
}

static void opened_by_descriptor(void **state)
{
	const int before = count_descriptors(), fd = open("/proc/self/ns/net", O_RDONLY);
	struct socket s;
	int err;

	(void)state;
	assert_true(fd >= 0);
	err = socket_open_in(&s, fd);
	assert_true(err == 0 || err == -EPERM); /* without CAP_SYS_ADMIN */
	socket_close(&s);
	close(fd);
	assert_int_equal(socket_open_in(&s, fd), -EBADF);
	socket_close(&s);
	assert_int_equal(socket_open_in(&s, -1), -EBADF);
	socket_close(&s);
	assert_int_equal(count_descriptors(), before);
}

static void loopback(void **state)
{
	const int index = (int)if_nametoindex("lo");
	struct deadline d = within(5000);
	struct socket s;
	struct nlmsghdr h;
	struct ifinfomsg ifi;
	ssize_t n;

	(void)state;
	if (index == 0)
		skip(); /* a namespace whose loopback was renamed */
	assert_int_equal(socket_open(&s), 0);
	ask(&s, 0, index);
	n = socket_receive(&s, &d, true);
	assert_true(n > (ssize_t)NLMSG_LENGTH(sizeof(ifi)));
	memcpy(&h, s.buf, sizeof(h));
	memcpy(&ifi, s.buf + NLMSG_HDRLEN, sizeof(ifi));
	assert_int_equal(h.nlmsg_type, RTM_NEWLINK);
	assert_int_equal(h.nlmsg_seq, s.seq);
	assert_int_equal(h.nlmsg_pid, s.portid);
	assert_int_equal(ifi.ifi_index, index);
	socket_close(&s);
}

/* A datagram that is longer than the buffer is an error, and with grow none. */
static void too_long_for_the_buffer(void **state)
{
	const int index = (int)if_nametoindex("lo");
	struct deadline d = within(5000);
	struct socket s;

	(void)state;
	if (index == 0)
		skip();
	assert_int_equal(socket_open(&s), 0);
	s.buf_size = 64;
	ask(&s, 0, index);
	assert_int_equal(socket_receive(&s, &d, false), -EMSGSIZE);
	ask(&s, 0, index);
	assert_true(socket_receive(&s, &d, true) > 64);
	assert_true(s.buf_size > 64);
	socket_close(&s);
}

static void nothing_comes(void **state)
{
	struct timespec start, end;
	struct deadline d;
	struct socket s;
	int64_t ms;

	(void)state;
	assert_int_equal(socket_open(&s), 0);
	d = within(0);
	assert_int_equal(socket_receive(&s, &d, true), -ETIMEDOUT);
	clock_gettime(CLOCK_MONOTONIC, &start);
	d = within(60);
	assert_int_equal(socket_receive(&s, &d, false), -ETIMEDOUT);
	clock_gettime(CLOCK_MONOTONIC, &end);
	ms = (end.tv_sec - start.tv_sec) * 1000 + (end.tv_nsec - start.tv_nsec) / 1000000;
	assert_true(ms >= 59);
	/* The deadline is over: not another 60. */
	assert_int_equal(socket_receive(&s, &d, false), -ETIMEDOUT);
	socket_close(&s);
}

static void on_alarm(int number)
{
	(void)number;
}

/* Signals without SA_RESTART neither end the waiting nor prolong it (B112). */
static void b112_signals_while_waiting(void **state)
{
	const struct itimerval often = { .it_interval = { .tv_usec = 2000 },
					 .it_value = { .tv_usec = 2000 } };
	const struct itimerval never = { 0 };
	struct sigaction action = { 0 }, old;
	struct timespec start, end;
	struct deadline d = within(100);
	struct socket s;
	int64_t ms;

	(void)state;
	action.sa_handler = on_alarm;
	assert_int_equal(sigaction(SIGALRM, &action, &old), 0);
	assert_int_equal(socket_open(&s), 0);
	clock_gettime(CLOCK_MONOTONIC, &start);
	assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
	assert_int_equal(socket_receive(&s, &d, true), -ETIMEDOUT);
	assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
	clock_gettime(CLOCK_MONOTONIC, &end);
	ms = (end.tv_sec - start.tv_sec) * 1000 + (end.tv_nsec - start.tv_nsec) / 1000000;
	assert_true(ms >= 99);
	assert_true(ms < 10000);
	socket_close(&s);
	sigaction(SIGALRM, &old, NULL);
}

/* After a drain nothing of an abandoned dump comes any more. */
static void drained(void **state)
{
	struct deadline d = within(0);
	struct socket s;

	(void)state;
	assert_int_equal(socket_open(&s), 0);
	ask(&s, NLM_F_DUMP, 0);
	ask(&s, 0, 1);
	s.stale = true;
	socket_drain(&s);
	assert_false(s.stale);
	assert_int_equal(socket_receive(&s, &d, true), -ETIMEDOUT);
	socket_close(&s);
}

/* What another process, or another socket of ours, writes to the port is no reply. */
static void written_by_others(void **state)
{
	struct sockaddr_nl to = { .nl_family = AF_NETLINK };
	struct deadline d = within(200);
	struct socket s, other;
	struct packet m;
	ssize_t n;

	(void)state;
	assert_int_equal(socket_open(&s), 0);
	assert_int_equal(socket_open(&other), 0);
	to.nl_pid = s.portid;
	packet_error(&m, -EPERM, true, NLMSG_HDRLEN);
	n = sendto(other.fd, m.bytes, m.len, 0, (struct sockaddr *)&to, sizeof(to));
	/* It is refused at once; who has no CAP_NET_ADMIN cannot even try. */
	assert_true(n < 0 && (errno == ECONNREFUSED || (errno == EPERM || errno == ECONNREFUSED)));
	assert_int_equal(socket_receive(&s, &d, false), -ETIMEDOUT);
	ask(&s, 0, 1);
	d = within(5000);
	assert_true(socket_receive(&s, &d, true) > 0);
	socket_close(&s);
	socket_close(&other);
}

/* A send that is longer than the kernel takes is refused whole. */
static void too_long_to_send(void **state)
{
	struct iovec iov = { .iov_len = 8 * 1024 * 1024 };
	struct deadline d = within(0);
	struct socket s;

	(void)state;
	iov.iov_base = calloc(1, iov.iov_len);
	assert_non_null(iov.iov_base);
	assert_int_equal(socket_open(&s), 0);
	assert_int_equal(socket_send(&s, &iov, 1), -EMSGSIZE);
	assert_int_equal(socket_receive(&s, &d, true), -ETIMEDOUT);
	/* The limit that the socket tells is one that the kernel takes. */
	assert_true(s.max_send >= 4096);
	assert_true(s.max_acks >= 1);
	assert_true(s.max_replies >= 1);
	iov.iov_len = s.max_send;
	assert_int_equal(socket_send(&s, &iov, 1), 0);
	socket_close(&s);
	free(iov.iov_base);
}

/* Several messages in one send are all answered, in order. */
static void several_messages(void **state)
{
	struct ifinfomsg ifi = { .ifi_index = INT_MAX };
	struct deadline d = within(5000);
	struct packet m[3];
	struct iovec iov[3];
	struct nlmsghdr h;
	struct socket s;
	uint32_t first, i;

	(void)state;
	assert_int_equal(socket_open(&s), 0);
	first = socket_reserve_seq(&s, 3);
	for (i = 0; i < 3; i++) {
		packet_begin(&m[i], RTM_GETLINK, NLM_F_REQUEST, &ifi, sizeof(ifi));
		packet_header(&m[i])->nlmsg_seq = first + i;
		iov[i].iov_base = m[i].bytes;
		iov[i].iov_len = m[i].len;
	}
	assert_int_equal(socket_send(&s, iov, 3), 0);
	for (i = 0; i < 3; i++) {
		assert_true(socket_receive(&s, &d, true) >= NLMSG_HDRLEN);
		memcpy(&h, s.buf, sizeof(h));
		assert_int_equal(h.nlmsg_type, NLMSG_ERROR);
		assert_int_equal(h.nlmsg_seq, first + i);
	}
	socket_close(&s);
}

/* Numbers that follow each other, never 0, also where they begin anew. */
static void sequence(void **state)
{
	static const uint32_t counts[] = { 1, 2, 3, 200 };
	struct socket s = { 0 };
	uint32_t first, before;
	size_t i;

	(void)state;
	assert_int_equal(socket_reserve_seq(&s, 1), 1);
	assert_int_equal(socket_reserve_seq(&s, 3), 2);
	assert_int_equal(socket_reserve_seq(&s, 1), 5);
	for (i = 0; i < ARRAY_SIZE(counts); i++) {
		for (before = UINT32_MAX - 205; before != 5; before++) {
			s.seq = before;
			first = socket_reserve_seq(&s, counts[i]);
			assert_int_not_equal(first, 0);
			assert_true(first <= UINT32_MAX - (counts[i] - 1)); /* none is 0 */
			assert_int_equal(s.seq, first + counts[i] - 1);
			assert_true(first == before + 1 || first == 1);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(open_and_close),
		cmocka_unit_test(options),
		cmocka_unit_test(opened_by_descriptor),
		cmocka_unit_test(loopback),
		cmocka_unit_test(too_long_for_the_buffer),
		cmocka_unit_test(nothing_comes),
		cmocka_unit_test(b112_signals_while_waiting),
		cmocka_unit_test(drained),
		cmocka_unit_test(written_by_others),
		cmocka_unit_test(too_long_to_send),
		cmocka_unit_test(several_messages),
		cmocka_unit_test(sequence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
