/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L2: reading attributes of a reply without believing any length in it. */
#ifndef PARSE_H
#define PARSE_H

#include <stddef.h>
#include <stdint.h>

struct nlattr;
struct nlmsghdr;

/*
 * Point tb[0..max] at the attributes behind a family header. Types above max
 * are passed over. -EBADMSG if the message is shorter than the header.
 */
int parse_message(const struct nlmsghdr *h, size_t header_size, struct nlattr *tb[], int max);

/* The same for what is nested in an attribute; NULL gives nothing. */
void parse_nested(const struct nlattr *nest, struct nlattr *tb[], int max);

/* The value, or fallback if the attribute is absent or too short. */
uint8_t parse_u8(const struct nlattr *attr, uint8_t fallback);
uint16_t parse_u16(const struct nlattr *attr, uint16_t fallback);
uint32_t parse_u32(const struct nlattr *attr, uint32_t fallback);
int32_t parse_s32(const struct nlattr *attr, int32_t fallback);

/* Copy text, which need not end in a NUL; "" if absent. Too long for dst: "", never cut. */
void parse_string(const struct nlattr *attr, char *dst, size_t size);

/* The errno of an NLMSG_ERROR (0: an ack), or -EBADMSG. */
int parse_error(const struct nlmsghdr *h);

/* The errno that ends a dump (0: all is there), from NLMSG_DONE, or -EBADMSG. */
int parse_done(const struct nlmsghdr *h);

/* The extended ack's text in an NLMSG_ERROR or NLMSG_DONE, or NULL. */
const char *parse_kernel_text(const struct nlmsghdr *h, size_t *ret_len);

#endif
