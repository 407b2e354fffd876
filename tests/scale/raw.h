/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The least that speaks rtnetlink: requests that are built once and patched, on sockets that are
 * kept. Made for measuring only: any failure ends the process, and what it made goes with it.
 */
#ifndef SCALE_RAW_H
#define SCALE_RAW_H

#include <linux/rtnetlink.h>
#include <stddef.h>
#include <stdint.h>

struct raw_request {
	_Alignas(struct nlmsghdr) unsigned char bytes[512];
	size_t length;
};

/* End the process with a message: what failed, and errno. */
_Noreturn void raw_die(const char *what);

/* A socket in the calling thread's namespace, and one in the namespace of a descriptor. */
int raw_open(void);
int raw_open_in(int netns, int home);

/* Start a request that wants an acknowledgement or, with NLM_F_DUMP, a dump. */
void raw_start(struct raw_request *request, uint16_t type, uint16_t flags, const void *header,
	       size_t length);

/* Append an attribute; its value is returned to be patched later. Nests need raw_nest_end(). */
void *raw_put(struct raw_request *request, uint16_t type, const void *value, size_t length);
size_t raw_nest(struct raw_request *request, uint16_t type);
void raw_nest_end(struct raw_request *request, size_t nest);

/* A name that may change: always IFNAMSIZ bytes, the kernel ignores what follows the NUL. */
char *raw_put_name(struct raw_request *request, uint16_t type);

/* The header behind struct nlmsghdr, to be patched. */
void *raw_header(struct raw_request *request);

/* Send it and wait for the answer: the number of messages in it, without the last. */
size_t raw_call(int sock, struct raw_request *request);

/* What the name of a link stands for: an ioctl on the same socket. */
int raw_index(int sock, const char *name);

#endif
