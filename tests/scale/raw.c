/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "raw.h"

#include <errno.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define EXIT_SKIP 77

void raw_die(const char *what)
{
	fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, strerror(errno));
	/* As in the examples: this kernel lacks a kind of link. */
	exit(errno == EOPNOTSUPP ? EXIT_SKIP : 1);
}

int raw_open(void)
{
	const struct sockaddr_nl address = { .nl_family = AF_NETLINK };
	const int on = 1;
	int sock = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);

	if (sock < 0 || bind(sock, (const struct sockaddr *)&address, sizeof(address)))
		raw_die("netlink socket");
	/* Else the addresses of one link could not be had without those of all the others. */
	if (setsockopt(sock, SOL_NETLINK, NETLINK_GET_STRICT_CHK, &on, sizeof(on)))
		raw_die("NETLINK_GET_STRICT_CHK");
	return sock;
}

int raw_open_in(int netns, int home)
{
	int sock;

	if (setns(netns, CLONE_NEWNET))
		raw_die("setns");
	sock = raw_open();
	if (setns(home, CLONE_NEWNET))
		raw_die("setns back");
	return sock;
}

void raw_start(struct raw_request *request, uint16_t type, uint16_t flags, const void *header,
	       size_t length)
{
	struct nlmsghdr *message = (struct nlmsghdr *)request->bytes;

	memset(request, 0, sizeof(*request));
	message->nlmsg_type = type;
	message->nlmsg_flags = NLM_F_REQUEST | flags;
	if ((flags & NLM_F_DUMP) != NLM_F_DUMP)
		message->nlmsg_flags |= NLM_F_ACK;
	memcpy(request->bytes + NLMSG_HDRLEN, header, length);
	request->length = NLMSG_SPACE(length);
}

void *raw_put(struct raw_request *request, uint16_t type, const void *value, size_t length)
{
	struct rtattr *attribute = (struct rtattr *)(request->bytes + request->length);

	if (request->length + RTA_SPACE(length) > sizeof(request->bytes)) {
		errno = EMSGSIZE;
		raw_die("request");
	}
	attribute->rta_type = type;
	attribute->rta_len = (unsigned short)RTA_LENGTH(length);
	if (value)
		memcpy(RTA_DATA(attribute), value, length);
	request->length += RTA_SPACE(length);
	return RTA_DATA(attribute);
}

size_t raw_nest(struct raw_request *request, uint16_t type)
{
	size_t nest = request->length;

	raw_put(request, type, NULL, 0);
	return nest;
}

void raw_nest_end(struct raw_request *request, size_t nest)
{
	struct rtattr *attribute = (struct rtattr *)(request->bytes + nest);

	attribute->rta_len = (unsigned short)(request->length - nest);
}

char *raw_put_name(struct raw_request *request, uint16_t type)
{
	return raw_put(request, type, NULL, IFNAMSIZ);
}

void *raw_header(struct raw_request *request)
{
	return request->bytes + NLMSG_HDRLEN;
}

/* The messages of one datagram. Returns 1 when the answer is complete. */
static int read_answer(struct nlmsghdr *message, size_t length, uint32_t seq, size_t *count)
{
	for (; NLMSG_OK(message, length); message = NLMSG_NEXT(message, length)) {
		if (message->nlmsg_seq != seq)
			continue;
		if (message->nlmsg_type == NLMSG_ERROR) {
			const struct nlmsgerr *error = NLMSG_DATA(message);

			errno = -error->error;
			if (error->error)
				raw_die("the kernel refuses a request");
			return 1;
		}
		if (message->nlmsg_type == NLMSG_DONE)
			return 1;
		++*count;
	}
	return 0;
}

size_t raw_call(int sock, struct raw_request *request)
{
	static _Alignas(struct nlmsghdr) unsigned char buffer[32768];
	static uint32_t seq;
	struct nlmsghdr *message = (struct nlmsghdr *)request->bytes;
	size_t count = 0;
	ssize_t got;

	message->nlmsg_len = (uint32_t)request->length;
	message->nlmsg_seq = ++seq;
	if (send(sock, request->bytes, request->length, 0) < 0)
		raw_die("send");
	do {
		got = recv(sock, buffer, sizeof(buffer), 0);
		if (got < 0)
			raw_die("recv");
	} while (!read_answer((struct nlmsghdr *)buffer, (size_t)got, seq, &count));
	return count;
}

int raw_index(int sock, const char *name)
{
	struct ifreq request = { 0 };

	snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", name);
	if (ioctl(sock, SIOCGIFINDEX, &request))
		raw_die(name);
	return request.ifr_ifindex;
}
