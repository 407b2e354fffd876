/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The least that speaks rtnetlink: messages that lie ready one behind the other, and are sent up
 * to 200 at a time with an ack for the last. What it takes is what the kernel takes. Any failure
 * ends the process.
 */
#ifndef RAW_H
#define RAW_H

#include <stddef.h>
#include <stdint.h>

#define RAW_PER_SEND 200

/* Messages, in the order in which they are sent. All zero: none. */
struct raw_batch {
	unsigned char *bytes;
	size_t length, room;
	size_t last; /* where the last message begins */
	unsigned int count;
	struct raw_send {
		size_t begin, end;
		uint32_t last_seq;
	} * sends;
	unsigned int send_count;
};

/* A socket in the calling thread's namespace, and one in another. */
int raw_open(void);
int raw_open_in(int netns, int home);

/* What a link's name stands for: an ioctl on the same socket; 0: no such link. */
int raw_index(int sock, const char *name);

/* Begin a message, and put attributes into it. */
void raw_begin(struct raw_batch *b, uint16_t type, uint16_t flags, const void *header,
	       size_t length);
void raw_put(struct raw_batch *b, uint16_t type, const void *value, size_t length);
void raw_put_u32(struct raw_batch *b, uint16_t type, uint32_t value);
void raw_put_text(struct raw_batch *b, uint16_t type, const char *text);
size_t raw_nest(struct raw_batch *b, uint16_t type);
void raw_nest_end(struct raw_batch *b, size_t nest);
/* A header behind an attribute's own, as VETH_INFO_PEER has it. */
void raw_put_header(struct raw_batch *b, const void *header, size_t length);

/* After the last message: divide them into sends. */
void raw_seal(struct raw_batch *b);

/* Send them all, each but the last of a send unanswered unless it fails, which is the end. */
void raw_send(int sock, const struct raw_batch *b);

/* The same, but errors are counted. */
unsigned int raw_send_counting(int sock, const struct raw_batch *b, int *ret_first);

void raw_free(struct raw_batch *b);

#endif
