/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A message as text that does not depend on the order of its attributes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <linux/if_bridge.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <linux/veth.h>

#include "unit/support/packet.h"

#define ATTRS_MAX 300 /* a full priority map has 256 */

/* What the attributes of a stretch are. */
enum stretch { FLAT, LINK, LINKINFO, VETH_DATA, VLAN_DATA, ROUTE };

struct attr {
	unsigned int type;
	const uint8_t *data;
	size_t len;
};

struct text {
	FILE *out;
	int depth;
};

static int by_type_and_value(const void *a, const void *b)
{
	const struct attr *x = a, *y = b;
	int order;

	if (x->type != y->type)
		return x->type < y->type ? -1 : 1;
	order = memcmp(x->data, y->data, x->len < y->len ? x->len : y->len);
	if (order)
		return order;
	return (x->len > y->len) - (x->len < y->len);
}

static void put_hex(struct text *t, const uint8_t *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		fprintf(t->out, " %02x", p[i]);
	fputc('\n', t->out);
}

static void check_padding(struct text *t, const struct attr *a)
{
	size_t i;

	for (i = a->len; i < NLMSG_ALIGN(a->len); i++) {
		if (a->data[i])
			fprintf(t->out, "padding of %u is not zero\n", a->type);
	}
}

static size_t collect(struct text *t, const uint8_t *p, size_t len, struct attr *attrs)
{
	struct nlattr a;
	size_t n = 0;

	while (len >= sizeof(a) && n < ATTRS_MAX) {
		memcpy(&a, p, sizeof(a));
		if (a.nla_len < sizeof(a) || NLMSG_ALIGN(a.nla_len) > len)
			break;
		attrs[n].type = a.nla_type & 0x3fff; /* NLA_TYPE_MASK */
		attrs[n].data = p + sizeof(a);
		attrs[n].len = a.nla_len - sizeof(a);
		check_padding(t, &attrs[n++]);
		p += NLMSG_ALIGN(a.nla_len);
		len -= NLMSG_ALIGN(a.nla_len);
	}
	if (len)
		fprintf(t->out, "%zu bytes are no attribute\n", len);
	return n;
}

static enum stretch data_of_kind(const struct attr *attrs, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (attrs[i].type != IFLA_INFO_KIND || attrs[i].len < 4)
			continue;
		if (memcmp(attrs[i].data, "veth", 4) == 0)
			return VETH_DATA;
		if (memcmp(attrs[i].data, "vlan", 4) == 0)
			return VLAN_DATA;
	}
	return FLAT;
}

static void put_attrs(struct text *t, enum stretch what, const uint8_t *p, size_t len);

static void put_nested(struct text *t, enum stretch what, const uint8_t *p, size_t len)
{
	fputc('\n', t->out);
	t->depth++;
	put_attrs(t, what, p, len);
	t->depth--;
}

static void put_attr(struct text *t, enum stretch what, enum stretch data, const struct attr *a)
{
	const size_t head = sizeof(struct ifinfomsg);

	fprintf(t->out, "%*s%u:", 2 * t->depth, "", a->type);
	if (what == LINK && a->type == IFLA_LINKINFO) {
		put_nested(t, LINKINFO, a->data, a->len);
	} else if (what == LINKINFO && a->type == IFLA_INFO_DATA && data != FLAT) {
		put_nested(t, data, a->data, a->len);
	} else if (what == VETH_DATA && a->type == VETH_INFO_PEER && a->len >= head) {
		put_hex(t, a->data, head);
		t->depth++;
		put_attrs(t, LINK, a->data + head, a->len - head);
		t->depth--;
	} else if (what == VLAN_DATA &&
		   (a->type == IFLA_VLAN_EGRESS_QOS || a->type == IFLA_VLAN_INGRESS_QOS)) {
		put_nested(t, FLAT, a->data, a->len);
	} else if (what == ROUTE && a->type == RTA_METRICS) {
		put_nested(t, FLAT, a->data, a->len);
	} else {
		/* A kind may have its NUL or not. */
		size_t nul = what == LINKINFO && a->type == IFLA_INFO_KIND && a->len &&
			     !a->data[a->len - 1];

		put_hex(t, a->data, a->len - nul);
	}
}

static void put_attrs(struct text *t, enum stretch what, const uint8_t *p, size_t len)
{
	struct attr *attrs = calloc(ATTRS_MAX, sizeof(*attrs));
	enum stretch data;
	size_t i, n;

	if (!attrs)
		abort();
	n = collect(t, p, len, attrs);
	data = data_of_kind(attrs, n);
	qsort(attrs, n, sizeof(*attrs), by_type_and_value);
	for (i = 0; i < n; i++)
		put_attr(t, what, data, &attrs[i]);
	free(attrs);
}

static size_t family_header_size(unsigned int type)
{
	if (type >= RTM_NEWLINK && type <= RTM_SETLINK)
		return sizeof(struct ifinfomsg);
	if (type >= RTM_NEWADDR && type <= RTM_GETADDR)
		return sizeof(struct ifaddrmsg);
	if (type >= RTM_NEWROUTE && type <= RTM_GETROUTE)
		return sizeof(struct rtmsg);
	if (type == RTM_NEWLINKPROP || type == RTM_DELLINKPROP)
		return sizeof(struct ifinfomsg);
	if (type >= RTM_NEWNEIGH && type <= RTM_GETNEIGH)
		return sizeof(struct ndmsg);
	if (type >= RTM_NEWVLAN && type <= RTM_GETVLAN)
		return sizeof(struct br_vlan_msg);
	return NLMSG_ALIGN(sizeof(struct rtgenmsg));
}

static enum stretch stretch_of(unsigned int type)
{
	if (type >= RTM_NEWROUTE && type <= RTM_GETROUTE)
		return ROUTE;
	return family_header_size(type) == sizeof(struct ifinfomsg) ? LINK : FLAT;
}

char *packet_text(const void *message, size_t len)
{
	const uint8_t *p = message;
	struct nlmsghdr h;
	size_t size, text_len, head;
	struct text t = { 0 };
	char *text;

	t.out = open_memstream(&text, &text_len);
	if (!t.out)
		abort();
	memcpy(&h, p, sizeof(h));
	head = family_header_size(h.nlmsg_type);
	size = NLMSG_HDRLEN + head;
	fprintf(t.out, "type %u flags 0x%x\n", h.nlmsg_type, h.nlmsg_flags);
	if (h.nlmsg_len != len || len < size) {
		fprintf(t.out, "says %u bytes and has %zu\n", h.nlmsg_len, len);
	} else {
		put_hex(&t, p + NLMSG_HDRLEN, head);
		put_attrs(&t, stretch_of(h.nlmsg_type), p + size, len - size);
	}
	fclose(t.out);
	return text;
}

void assert_same_message(const void *actual, size_t actual_len, const void *expected,
			 size_t expected_len)
{
	char *a = packet_text(actual, actual_len), *e = packet_text(expected, expected_len);

	if (strcmp(a, e) != 0)
		print_error("sent:\n%s\nexpected:\n%s\n", a, e);
	assert_string_equal(a, e);
	free(a);
	free(e);
}
