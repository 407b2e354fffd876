/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Messages made. Comparing them is in packet_text.c. */
#include "unit/support/packet.h"

#include <stdlib.h>
#include <string.h>

#include <linux/rtnetlink.h>

static uint8_t *extend(struct packet *m, size_t len)
{
	uint8_t *p = m->bytes + m->len;

	if (NLMSG_ALIGN(len) > PACKET_SIZE - m->len)
		abort(); /* the test's own mistake */
	m->len += NLMSG_ALIGN(len);
	packet_header(m)->nlmsg_len = (uint32_t)m->len;
	return p;
}

struct nlmsghdr *packet_header(struct packet *m)
{
	return (struct nlmsghdr *)(void *)m->bytes;
}

void packet_raw(struct packet *m, const void *data, size_t len)
{
	uint8_t *p = extend(m, len);

	if (len)
		memcpy(p, data, len);
}

void packet_begin(struct packet *m, int type, int flags, const void *header, size_t size)
{
	memset(m, 0, sizeof(*m));
	m->len = NLMSG_HDRLEN;
	packet_header(m)->nlmsg_len = NLMSG_HDRLEN;
	packet_header(m)->nlmsg_type = (uint16_t)type;
	packet_header(m)->nlmsg_flags = (uint16_t)flags;
	packet_raw(m, header, size);
}

void packet_attr(struct packet *m, int type, const void *data, size_t len)
{
	const struct nlattr a = { .nla_len = (uint16_t)(sizeof(a) + len),
				  .nla_type = (uint16_t)type };

	packet_raw(m, &a, sizeof(a));
	packet_raw(m, data, len);
}

void packet_u8(struct packet *m, int type, uint8_t value)
{
	packet_attr(m, type, &value, sizeof(value));
}

void packet_u16(struct packet *m, int type, uint16_t value)
{
	packet_attr(m, type, &value, sizeof(value));
}

void packet_u32(struct packet *m, int type, uint32_t value)
{
	packet_attr(m, type, &value, sizeof(value));
}

void packet_string(struct packet *m, int type, const char *text)
{
	packet_attr(m, type, text, strlen(text) + 1);
}

size_t packet_nest(struct packet *m, int type)
{
	const size_t nest = m->len;

	packet_attr(m, type, NULL, 0);
	return nest;
}

void packet_nest_end(struct packet *m, size_t nest)
{
	const uint16_t len = (uint16_t)(m->len - nest);

	memcpy(m->bytes + nest, &len, sizeof(len));
}

void packet_error(struct packet *m, int err, bool capped, size_t request_len)
{
	struct nlmsgerr e = { .error = err };
	static const uint8_t request[PACKET_SIZE];

	e.msg.nlmsg_len = (uint32_t)request_len;
	packet_begin(m, NLMSG_ERROR, capped ? NLM_F_CAPPED : 0, &e, sizeof(e));
	if (!capped)
		packet_raw(m, request, request_len - NLMSG_HDRLEN);
}

void packet_kernel_text(struct packet *m, const void *text, size_t len)
{
	packet_header(m)->nlmsg_flags |= NLM_F_ACK_TLVS;
	packet_attr(m, NLMSGERR_ATTR_MSG, text, len);
}

void packet_done(struct packet *m, int err)
{
	packet_begin(m, NLMSG_DONE, NLM_F_MULTI, &err, sizeof(err));
}

void packet_link(struct packet *m, int flags, int ifindex, const char *name)
{
	const struct ifinfomsg ifi = { .ifi_index = ifindex };

	packet_begin(m, RTM_NEWLINK, flags, &ifi, sizeof(ifi));
	if (name)
		packet_string(m, IFLA_IFNAME, name);
}
