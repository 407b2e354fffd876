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
struct netns_ref;
struct nlattr;
struct nl_msg;
struct nlmsghdr;
struct socket;

/* As many messages as one exchange may have, whatever the socket's limits. */
#define EXCHANGE_MAX 200

struct request {
	struct netcfg *nc;
	struct nl_msg *msg;
	struct fix *fixes;
	int err;
};

/*
 * 32 bits of a message that are only known when it is about to be sent: the
 * index of a link that an earlier message makes, a descriptor that is not to
 * stay open while the message waits.
 */
struct fix {
	struct fix *next;
	uint32_t offset;
	const char *what;      /* the argument, for the error line */
	const char *link;      /* the index of this link; or NULL: */
	struct netns_ref *ref; /* a descriptor of this namespace */
};

/* A message that is ready but for its fixes. It lies in the handle's arena. */
struct message {
	struct nlmsghdr *h;
	struct fix *fixes;
	int result;              /* 0 or -errno, after an exchange */
	int ifindex;             /* the new link's, if NLM_F_ECHO gave it; else 0 */
	int peer_ifindex;        /* likewise, of a veth's other end */
	const char *kernel_text; /* or NULL */
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

/* Put 32 bits that are the index of a link, or have the header's index be that of one. */
void request_put_index(struct request *r, int attr, const char *what, const char *link);
void request_fix_header_index(struct request *r, const char *what, const char *link);

/* Have the 32 bits that were put last be the index of a link; what is kept as it is. */
void request_fix_last_index(struct request *r, const char *what, const char *link);

/* Put 32 bits that are a descriptor of a namespace; ref lies in the arena. */
void request_put_netns(struct request *r, int attr, struct netns_ref *ref);

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

/* End the request without sending it. */
void request_release(struct request *r);

/* End the request by making it a message to be sent later. */
int request_finish(struct request *r, struct message **ret_message);

/* Each of these sends the request on a socket, reads the whole answer, and ends the request. */

/* A change: 0 once the kernel has said so, else its errno. */
int request_call(struct request *r, struct socket *s);

/* A question about one object. -ENODATA if the kernel acknowledged without an answer. */
int request_get(struct request *r, struct socket *s, request_reply_fn reply, void *arg);

/* A question about all: 0, or 1 if it was still interrupted after several tries, or -errno. */
int request_dump(struct request *r, struct socket *s, const struct request_sink *sink);

/* What is done with the data that answers message number i of an exchange. */
typedef int (*exchange_reply_fn)(size_t i, const struct nlmsghdr *h, void *arg);

/*
 * Send messages, whose fixes are made, in one go, and learn the result of each.
 * Only the last asks for an ack: errors are answered in any case
 * (kernel-facts section 4). 0, or the -errno of the transport; then what is not
 * known for a message is its result. reply is for questions; NULL for changes.
 */
int exchange_messages(struct netcfg *nc, struct socket *s, struct message *const *messages,
		      size_t count, exchange_reply_fn reply, void *arg);

#endif
