/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L2: building a request. Sending it and reading the answer is in call.c. */
#include "request.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <string.h>

#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>

#include "handle.h"

/* The longest is a route of 256 ways through gateways of another family, above 8 KiB. */
#define REQUEST_SIZE 12288
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
	r->fixes = NULL;
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

static void add_fix(struct request *r, uint32_t offset, const char *what, const char *link,
		    struct netns_ref *ref)
{
	struct fix *fix;

	if (r->err)
		return;
	fix = arena_alloc(&r->nc->arena, sizeof(*fix));
	if (!fix) {
		fail(r, -ENOMEM);
		return;
	}
	fix->offset = offset;
	fix->what = what;
	fix->link = link;
	fix->ref = ref;
	fix->next = r->fixes;
	r->fixes = fix;
}

/* Where the 32 bits that were put last are. */
static uint32_t last_value_offset(const struct request *r)
{
	return r->err ? 0 : nlmsg_hdr(r->msg)->nlmsg_len - (uint32_t)sizeof(uint32_t);
}

static void add_index_fix(struct request *r, uint32_t offset, const char *what, const char *link)
{
	const char *kept = handle_keep(r->nc, link);

	if (!kept)
		fail(r, -ENOMEM);
	add_fix(r, offset, what, kept, NULL);
}

void request_fix_last_index(struct request *r, const char *what, const char *link)
{
	add_index_fix(r, last_value_offset(r), what, link);
}

void request_put_index(struct request *r, int attr, const char *what, const char *link)
{
	request_put_u32(r, attr, 0);
	request_fix_last_index(r, what, link);
}

void request_fix_header_index(struct request *r, const char *what, const char *link)
{
	/* The same place for links, addresses and neighbours. */
	static_assert(offsetof(struct ifinfomsg, ifi_index) == 4, "header of links");
	static_assert(offsetof(struct ifaddrmsg, ifa_index) == 4, "header of addresses");

	add_index_fix(r, NLMSG_HDRLEN + 4, what, link);
}

void request_put_netns(struct request *r, int attr, struct netns_ref *ref)
{
	request_put_u32(r, attr, 0);
	add_fix(r, last_value_offset(r), NULL, NULL, ref);
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

static struct message *copy_message(struct request *r)
{
	const struct nlmsghdr *h = nlmsg_hdr(r->msg);
	struct message *m = arena_alloc(&r->nc->arena, sizeof(*m));

	if (!m)
		return NULL;
	m->fixes = r->fixes;
	m->h = arena_alloc(&r->nc->arena, NLMSG_ALIGN(h->nlmsg_len));
	if (!m->h)
		return NULL;
	memcpy(m->h, h, h->nlmsg_len);
	return m;
}

void request_release(struct request *r)
{
	if (!r->msg)
		return;
	if (r->nc->spare)
		nlmsg_free(r->msg);
	else
		r->nc->spare = r->msg;
	r->msg = NULL;
}

int request_finish(struct request *r, struct message **ret_message)
{
	struct message *m = NULL;

	if (!r->err) {
		m = copy_message(r);
		if (!m)
			fail(r, -ENOMEM);
	}
	request_release(r);
	if (!r->err)
		*ret_message = m;
	return r->err;
}
