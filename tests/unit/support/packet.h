/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Netlink messages made and compared without the library's own code and without
 * libnl, so that a mistake there is not made here too.
 */
#ifndef UNIT_SUPPORT_PACKET_H
#define UNIT_SUPPORT_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/netlink.h>

#define PACKET_SIZE 8192

struct packet {
	_Alignas(struct nlmsghdr) uint8_t bytes[PACKET_SIZE];
	size_t len;    /* how much of it there is, whatever its header says */
	bool keep_seq; /* as a reply: the sequence number stays as the test set it */
	bool keep_pid; /* likewise the port */
	size_t more;   /* as a reply: so many bytes of unknown attributes come behind it */
};

/* Begin a message; header may be NULL. Its length is kept right by all that is added. */
void packet_begin(struct packet *m, int type, int flags, const void *header, size_t size);

void packet_attr(struct packet *m, int type, const void *data, size_t len);
void packet_u8(struct packet *m, int type, uint8_t value);
void packet_u16(struct packet *m, int type, uint16_t value);
void packet_u32(struct packet *m, int type, uint32_t value);
void packet_string(struct packet *m, int type, const char *text); /* with its NUL */
void packet_raw(struct packet *m, const void *data, size_t len);  /* padded, no header */

/* A nest is where it begins. */
size_t packet_nest(struct packet *m, int type);
void packet_nest_end(struct packet *m, size_t nest);

struct nlmsghdr *packet_header(struct packet *m);

/* An NLMSG_ERROR about a request of len bytes that comes back with it (capped: only its header). */
void packet_error(struct packet *m, int err, bool capped, size_t request_len);

/* The extended ack's text, len bytes as they are. */
void packet_kernel_text(struct packet *m, const void *text, size_t len);

/* The end of a dump. */
void packet_done(struct packet *m, int err);

/* An RTM_NEWLINK. */
void packet_link(struct packet *m, int flags, int ifindex, const char *name);

/*
 * Text that is the same for the same request: the family header, then each
 * attribute in the order of types, nested ones resolved. Padding that is not
 * zero and lengths that do not add up are written into it. To be freed.
 */
char *packet_text(const void *message, size_t len);

/* Fail with both texts unless they are the same. */
void assert_same_message(const void *actual, size_t actual_len, const void *expected,
			 size_t expected_len);

#endif
