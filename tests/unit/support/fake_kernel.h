/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A kernel made of scripts. Its file has the functions of lib/socket.h, so the
 * library's own are not linked: what it sends is recorded, what it receives is
 * what the test wrote down, in buffers of exactly that length.
 *
 * Without a script a change is acknowledged, a dump is empty, and a link is
 * known if fake_link() told of it. Of changes only groups are kept: links can be
 * put into one and be deleted with it. There is one fake kernel in a program.
 */
#ifndef UNIT_SUPPORT_FAKE_KERNEL_H
#define UNIT_SUPPORT_FAKE_KERNEL_H

#include <stddef.h>
#include <stdint.h>

#include "unit/support/packet.h"

/* Forget links, scripts and requests. Sockets stay open. */
void fake_reset(void);

/* There is a link, which a look-up by name, alternative name or index finds. */
void fake_link(const char *name, int ifindex);

/* What that link is, and the group it is in; it has no kind until it is told. */
void fake_kind(const char *kind, uint32_t group);

/* Names of up to 15 bytes are found by ioctl(2), which fails until this is called. */
void fake_ioctl(void);
int fake_ioctls(void); /* how many were tried since fake_reset() */

/*
 * Scripts. fake_answer() begins the answer to the next request of a type (RTM_*)
 * that has none yet; what follows goes into it, in this order. Sequence number
 * and port become those of the request, unless the message keeps its own. An
 * answer with nothing in it is silence.
 */
void fake_answer(int type);
void fake_say(const struct packet *m); /* into the datagram that is under way */
void fake_datagram(void);               /* the next message begins another one */
void fake_fail(int err);                /* receiving fails with -errno */
void fake_fail_send(int err);           /* sending does; nothing is recorded */

/* Short forms of an answer; the first is what there is without a script. */
void fake_default(int type);
void fake_ack(int type);
void fake_refuse(int type, int err, const char *text); /* text NULL: none */

/* A message that is waiting before anything is asked. */
void fake_waiting(const struct packet *m);
void fake_waiting_fail(int err); /* receiving it fails with -errno */

struct fake_request {
	const uint8_t *bytes;
	size_t len;
	int socket; /* 0: the first that was opened, 1: the next... */
};

/* How many requests of a type were sent; 0: of any. */
size_t fake_count(int type);

/* The n-th of a type (0: of any), from 0. Fails the test if there is none. */
struct fake_request fake_request(int type, size_t n);

/* The n-th request of a type must be this one. */
void assert_sent(int type, size_t n, const struct packet *expected);

/* No request was sent at all, or only look-ups. */
void assert_nothing_sent(void);
void assert_no_change_sent(void);

int fake_open_sockets(void); /* now */
int fake_sends(void);        /* since fake_reset() */
int fake_drains(void);       /* likewise */
void fake_fail_open(int err); /* the next socket_open_in() or _beside() fails */

uint32_t fake_groups(void);         /* joined now, a bit for each RTNLGRP_* */
uint32_t fake_receive_buffer(void); /* asked for last */

#endif
