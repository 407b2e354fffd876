/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "parse.h"

#include <errno.h>
#include <string.h>

#include <linux/netlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>

int parse_message(const struct nlmsghdr *h, size_t header_size, struct nlattr *tb[], int max)
{
	memset(tb, 0, sizeof(tb[0]) * ((size_t)max + 1));
	if (!nlmsg_valid_hdr(h, (int)header_size))
		return -EBADMSG;
	/* Every value is checked where it is read, so no policy: one bad one spoils no other. */
	nla_parse(tb, max, nlmsg_attrdata(h, (int)header_size), nlmsg_attrlen(h, (int)header_size),
		  NULL);
	return 0;
}

void parse_nested(const struct nlattr *nest, struct nlattr *tb[], int max)
{
	memset(tb, 0, sizeof(tb[0]) * ((size_t)max + 1));
	if (nest)
		nla_parse(tb, max, nla_data(nest), nla_len(nest), NULL);
}

static void copy_value(const struct nlattr *attr, void *value, size_t size)
{
	if (attr && nla_len(attr) >= (int)size)
		memcpy(value, nla_data(attr), size);
}

uint8_t parse_u8(const struct nlattr *attr, uint8_t fallback)
{
	copy_value(attr, &fallback, sizeof(fallback));
	return fallback;
}

uint16_t parse_u16(const struct nlattr *attr, uint16_t fallback)
{
	copy_value(attr, &fallback, sizeof(fallback));
	return fallback;
}

uint32_t parse_u32(const struct nlattr *attr, uint32_t fallback)
{
	copy_value(attr, &fallback, sizeof(fallback));
	return fallback;
}

int32_t parse_s32(const struct nlattr *attr, int32_t fallback)
{
	copy_value(attr, &fallback, sizeof(fallback));
	return fallback;
}

void parse_string(const struct nlattr *attr, char *dst, size_t size)
{
	size_t len;

	dst[0] = '\0';
	if (!attr || nla_len(attr) <= 0)
		return;
	len = strnlen(nla_data(attr), (size_t)nla_len(attr));
	if (len >= size)
		return;
	memcpy(dst, nla_data(attr), len);
	dst[len] = '\0';
}

int parse_error(const struct nlmsghdr *h)
{
	const struct nlmsgerr *e = nlmsg_data(h);

	if (h->nlmsg_len < NLMSG_LENGTH(sizeof(*e)))
		return -EBADMSG;
	/* Not an errno: nothing that came from the kernel. */
	return e->error > 0 || e->error < -4095 ? -EBADMSG : e->error;
}

int parse_done(const struct nlmsghdr *h)
{
	int err = 0;

	if (h->nlmsg_len >= NLMSG_LENGTH(sizeof(err)))
		memcpy(&err, nlmsg_data(h), sizeof(err));
	/* Not an errno: nothing that came from the kernel. */
	if (err < -4095)
		return -EBADMSG;
	return err < 0 ? err : 0;
}

/* Where the attributes begin: behind the errno, and behind as much of the request as came back. */
static size_t kernel_text_offset(const struct nlmsghdr *h)
{
	const struct nlmsgerr *e = nlmsg_data(h);
	size_t offset;

	if (h->nlmsg_type == NLMSG_DONE)
		return NLMSG_LENGTH(sizeof(int));
	offset = NLMSG_LENGTH(sizeof(*e));
	if (h->nlmsg_len < offset)
		return SIZE_MAX;
	if (!(h->nlmsg_flags & NLM_F_CAPPED) && e->msg.nlmsg_len > NLMSG_HDRLEN)
		offset += (size_t)e->msg.nlmsg_len - NLMSG_HDRLEN;
	return NLMSG_ALIGN(offset);
}

const char *parse_kernel_text(const struct nlmsghdr *h, size_t *ret_len)
{
	struct nlattr *tb[NLMSGERR_ATTR_MAX + 1];
	size_t offset;

	if (!(h->nlmsg_flags & NLM_F_ACK_TLVS))
		return NULL;
	offset = kernel_text_offset(h);
	if (offset >= h->nlmsg_len)
		return NULL;
	memset(tb, 0, sizeof(tb));
	nla_parse(tb, NLMSGERR_ATTR_MAX, (struct nlattr *)((char *)(uintptr_t)h + offset),
		  (int)(h->nlmsg_len - offset), NULL);
	if (!tb[NLMSGERR_ATTR_MSG] || nla_len(tb[NLMSGERR_ATTR_MSG]) <= 0)
		return NULL;
	*ret_len = (size_t)nla_len(tb[NLMSGERR_ATTR_MSG]);
	return nla_data(tb[NLMSGERR_ATTR_MSG]);
}
