/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * L2: a request to the kernel, built and called.
 *
 * The builder carries its first error, so filling a request needs no checks:
 * request_call() and its like give the error instead of sending.
 */
#ifndef REQUEST_H
#define REQUEST_H

#include <stddef.h>
#include <stdint.h>

struct netcfg;
struct nlattr;
struct nl_msg;
struct nlmsghdr;
struct socket;

struct request {
	struct netcfg *nc;
	struct nl_msg *msg;
	int err;
};

/* Begin a message of a type (RTM_*) and flags (NLM_F_*) with its family header. */
void request_begin(struct request *r, struct netcfg *nc, uint16_t type, uint16_t flags,
		   const void *header, size_t header_size);

void request_put(struct request *r, int attr, const void *data, size_t len);
void request_put_u8(struct request *r, int attr, uint8_t value);
void request_put_u16(struct request *r, int attr, uint16_t value);
void request_put_u32(struct request *r, int attr, uint32_t value);
void request_put_s32(struct request *r, int attr, int32_t value);
void request_put_string(struct request *r, int attr, const char *value);

/* A family header inside an attribute, as VETH_INFO_PEER has it. */
void request_put_header(struct request *r, const void *header, size_t header_size);

struct nlattr *request_nest(struct request *r, int attr);
void request_nest_end(struct request *r, struct nlattr *nest);

/* What is done with a message of the answer: 0, or -errno to fail the call with. */
typedef int (*request_reply_fn)(const struct nlmsghdr *h, void *arg);

/* Where the messages of a dump go. */
struct request_sink {
	request_reply_fn add;
	void (*reset)(void *arg); /* forget all: the dump begins again */
	void *arg;
};

/* Each of these sends the request on a socket, reads the whole answer, and ends the request. */

/* A change: 0 once the kernel has said so, else its errno. */
int request_call(struct request *r, struct socket *s);

/* A question about one object. -ENODATA if the kernel acknowledged without an answer. */
int request_get(struct request *r, struct socket *s, request_reply_fn reply, void *arg);

/* A question about all: 0, or 1 if it was still interrupted after several tries, or -errno. */
int request_dump(struct request *r, struct socket *s, const struct request_sink *sink);

#endif
