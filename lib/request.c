/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L2: building a request. Sending it and reading the answer is in call.c. */
#include "request.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include <linux/netlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>

#include "handle.h"

/* The longest is a VLAN with both priority maps full, about 4 KiB. */
#define REQUEST_SIZE 8192
/* nla_len has 16 bits and counts its own header of 4 bytes. */
#define VALUE_MAX_LEN (USHRT_MAX - 4)

static void fail(struct request *r, int err)
{
	if (!r->err)
		r->err = err;
}

/* Take the handle's spare message: a fresh one costs a tenth of a small request. */
static struct nl_msg *take_message(struct netcfg *nc)
{
	struct nl_msg *msg = nc->spare;

	nc->spare = NULL;
	return msg ? msg : nlmsg_alloc_size(REQUEST_SIZE);
}

void request_begin(struct request *r, struct netcfg *nc, uint16_t type, uint16_t flags,
		   const void *header, size_t header_size)
{
	struct nlmsghdr *h;

	r->nc = nc;
	r->err = 0;
	r->msg = take_message(nc);
	if (!r->msg) {
		fail(r, -ENOMEM);
		return;
	}
	h = nlmsg_hdr(r->msg);
	memset(h, 0, sizeof(*h));
	h->nlmsg_len = NLMSG_HDRLEN;
	h->nlmsg_type = type;
	h->nlmsg_flags = (uint16_t)(flags | NLM_F_REQUEST);
	if (nlmsg_append(r->msg, (void *)(uintptr_t)header, header_size, NLMSG_ALIGNTO) < 0)
		fail(r, -EMSGSIZE);
}

void request_put(struct request *r, int attr, const void *data, size_t len)
{
	if (r->err)
		return;
	if (len > VALUE_MAX_LEN || nla_put(r->msg, attr, (int)len, data) < 0)
		fail(r, -EMSGSIZE);
}

void request_put_u8(struct request *r, int attr, uint8_t value)
{
	request_put(r, attr, &value, sizeof(value));
}

void request_put_u16(struct request *r, int attr, uint16_t value)
{
	request_put(r, attr, &value, sizeof(value));
}

void request_put_u32(struct request *r, int attr, uint32_t value)
{
	request_put(r, attr, &value, sizeof(value));
}

void request_put_s32(struct request *r, int attr, int32_t value)
{
	request_put(r, attr, &value, sizeof(value));
}

void request_put_string(struct request *r, int attr, const char *value)
{
	request_put(r, attr, value, strlen(value) + 1);
}

void request_put_header(struct request *r, const void *header, size_t header_size)
{
	if (r->err)
		return;
	if (nlmsg_append(r->msg, (void *)(uintptr_t)header, header_size, NLMSG_ALIGNTO) < 0)
		fail(r, -EMSGSIZE);
}

struct nlattr *request_nest(struct request *r, int attr)
{
	struct nlattr *nest;

	if (r->err)
		return NULL;
	nest = nla_nest_start(r->msg, attr);
	if (!nest)
		fail(r, -EMSGSIZE);
	return nest;
}

void request_nest_end(struct request *r, struct nlattr *nest)
{
	if (r->err)
		return;
	if (nla_nest_end(r->msg, nest) < 0)
		fail(r, -EMSGSIZE);
}
