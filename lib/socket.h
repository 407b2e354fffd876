/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L1: one rtnetlink socket: opened here or in another namespace, sent on, received from. */
#ifndef SOCKET_H
#define SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "deadline.h"

struct nl_sock;
struct iovec;

struct socket {
	struct nl_sock *nl; /* owns the descriptor; NULL: closed */
	int fd;
	uint32_t portid;
	uint32_t seq;       /* the last one used; never 0, which is for notifications */
	bool stale;         /* replies to a request that was given up may be waiting */
	bool listens;       /* to notifications */
	unsigned char *buf; /* what was received last */
	size_t buf_size;
	size_t max_send;    /* bytes that one send may have */
	size_t max_acks;    /* short answers that fit the kernel's buffer while we send */
	size_t max_replies; /* answers with data */
};

/* Open in the calling thread's namespace. On failure there is nothing to close. */
int socket_open(struct socket *s);

/* Open in the namespace of a descriptor; the calling thread stays where it is. */
int socket_open_in(struct socket *s, int netns_fd);

/* Are both in one namespace? False if the kernel does not tell. */
bool socket_same_netns(const struct socket *a, const struct socket *b);

/*
 * Open in the namespace that another socket is in, wherever the calling thread
 * is; it stays there. -EPERM: it is elsewhere and lacks the privilege to follow.
 */
int socket_open_beside(struct socket *s, const struct socket *other);

/* A closed or all-zero socket is fine. */
void socket_close(struct socket *s);

/* The first of count sequence numbers that follow each other. */
uint32_t socket_reserve_seq(struct socket *s, uint32_t count);

/* Send messages, each padded to 4 bytes, in one go. Sent whole or not at all. */
int socket_send(struct socket *s, struct iovec *iov, size_t count);

/*
 * Receive one datagram from the kernel into s->buf and give its length, or
 * -errno: -ETIMEDOUT, -ENOBUFS (replies were lost), -EMSGSIZE (too long for
 * the buffer). With grow the buffer is made to fit first.
 */
ssize_t socket_receive(struct socket *s, struct deadline *deadline, bool grow);

/*
 * Get ready for notifications: only the kernel's, with this many bytes for those
 * that wait (as many as the system allows), and a buffer for each that fits.
 */
int socket_listen(struct socket *s, uint32_t receive_buffer);

/* Join a multicast group (RTNLGRP_*), or leave it. */
int socket_join(struct socket *s, int group);
int socket_leave(struct socket *s, int group);

/* Throw away what is waiting, dumps that go on included. */
void socket_drain(struct socket *s);

#endif
