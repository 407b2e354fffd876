/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The builder of requests: its first error, what does not fit, and the message used again. */
#include "handle.h"
#include "request.h"
#include "unit/support/unit.h"

static const struct ifinfomsg none;

static void begin(struct request *r, struct netcfg *nc)
{
	request_begin(r, nc, RTM_SETLINK, 0, &none, sizeof(none));
}

static int call(struct request *r)
{
	return request_call(r, &r->nc->socket);
}

static void all_kinds_of_values(void **state)
{
	const struct ifinfomsg inner = { .ifi_index = 5 };
	struct packet want;
	struct request r;
	struct nlattr *a, *b;
	size_t x, y;

	begin(&r, *state);
	request_put(&r, 100, "abcde", 5);
	request_put(&r, 101, NULL, 0);
	request_put_u8(&r, 102, 0xfe);
	request_put_u16(&r, 103, 0xfedc);
	request_put_u32(&r, 104, 0xfedcba98);
	request_put_s32(&r, 105, -1);
	request_put_string(&r, 106, "text");
	request_put_string(&r, 107, "");
	a = request_nest(&r, 108);
	request_put_u8(&r, 1, 1);
	b = request_nest(&r, 2);
	request_put_header(&r, &inner, sizeof(inner));
	request_put_u8(&r, 1, 2);
	request_nest_end(&r, b);
	request_nest_end(&r, a);
	request_put_u8(&r, 109, 3);
	assert_int_equal(call(&r), 0);

	packet_begin(&want, RTM_SETLINK, NLM_F_REQUEST | NLM_F_ACK, &none, sizeof(none));
	packet_attr(&want, 100, "abcde", 5);
	packet_attr(&want, 101, NULL, 0);
	packet_u8(&want, 102, 0xfe);
	packet_u16(&want, 103, 0xfedc);
	packet_u32(&want, 104, 0xfedcba98);
	packet_u32(&want, 105, UINT32_MAX);
	packet_string(&want, 106, "text");
	packet_string(&want, 107, "");
	x = packet_nest(&want, 108);
	packet_u8(&want, 1, 1);
	y = packet_nest(&want, 2 | NLA_F_NESTED);
	packet_raw(&want, &inner, sizeof(inner));
	packet_u8(&want, 1, 2);
	packet_nest_end(&want, y);
	packet_nest_end(&want, x);
	packet_u8(&want, 109, 3);
	/* Of the nests the type has a flag, and what is in them is compared as it is. */
	assert_sent(RTM_SETLINK, 0, &want);
}

/* A nest with nothing in it vanishes (libnl has it so), and what comes next is right. */
static void empty_nest(void **state)
{
	struct packet want;
	struct request r;

	begin(&r, *state);
	request_nest_end(&r, request_nest(&r, IFLA_LINKINFO));
	request_put_u32(&r, IFLA_MTU, 1400);
	assert_int_equal(call(&r), 0);
	packet_begin(&want, RTM_SETLINK, NLM_F_REQUEST | NLM_F_ACK, &none, sizeof(none));
	packet_u32(&want, IFLA_MTU, 1400);
	assert_sent(RTM_SETLINK, 0, &want);
}

/* What does not fit is an error that stays, whatever fits afterwards; nothing is sent. */
static void too_long(void **state)
{
	static const char big[70000];
	static const size_t lengths[] = { 13000, UINT16_MAX - 4, UINT16_MAX - 3, UINT16_MAX, 70000,
					  SIZE_MAX };
	struct request r;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		begin(&r, *state);
		request_put_u32(&r, IFLA_MTU, 1400);
		request_put(&r, IFLA_IFALIAS, big, lengths[i]);
		request_put_u32(&r, IFLA_GROUP, 1);
		assert_int_equal(call(&r), -EMSGSIZE);
	}
	assert_nothing_sent();
	/* And the next one is as good as new. */
	assert_int_equal(netcfg_link_set_up(*state, "v0"), 0);
}

static void too_many(void **state)
{
	struct request r;
	struct nlattr *nest;
	int i;

	begin(&r, *state);
	for (i = 0; i < 5000; i++)
		request_put_u32(&r, IFLA_MTU, 1);
	nest = request_nest(&r, IFLA_LINKINFO);
	request_put_header(&r, &none, sizeof(none));
	request_nest_end(&r, nest);
	assert_int_equal(call(&r), -EMSGSIZE);

	begin(&r, *state);
	for (i = 0; i < 5000; i++)
		nest = request_nest(&r, IFLA_LINKINFO);
	request_nest_end(&r, nest);
	assert_int_equal(call(&r), -EMSGSIZE);

	begin(&r, *state);
	nest = request_nest(&r, IFLA_LINKINFO);
	for (i = 0; i < 5000; i++)
		request_put_header(&r, &none, sizeof(none));
	request_nest_end(&r, nest);
	assert_int_equal(call(&r), -EMSGSIZE);
	assert_nothing_sent();
}

/* The first error is the one that is given. */
static void first_error(void **state)
{
	static const char big[9000];
	struct request r;

	begin(&r, *state);
	r.err = -EINVAL;
	request_put(&r, IFLA_IFALIAS, big, sizeof(big));
	request_put_header(&r, big, sizeof(big));
	request_nest_end(&r, request_nest(&r, IFLA_LINKINFO));
	assert_int_equal(call(&r), -EINVAL);
	assert_nothing_sent();
}

/* A message is used again, and nothing of the last request is in the next one, padding included. */
static void used_again(void **state)
{
	struct netcfg *nc = *state;
	struct packet want;
	struct nl_msg *first;
	struct request r;
	char ones[4000];

	memset(ones, 0xff, sizeof(ones));
	begin(&r, nc);
	request_put(&r, IFLA_IFALIAS, ones, sizeof(ones));
	first = r.msg;
	assert_int_equal(call(&r), 0);

	begin(&r, nc);
	assert_ptr_equal(r.msg, first);
	request_put_u8(&r, IFLA_OPERSTATE, 1);
	request_put_string(&r, IFLA_IFNAME, "d0");
	request_put(&r, IFLA_ADDRESS, ones, 5);
	request_nest_end(&r, request_nest(&r, IFLA_LINKINFO));
	assert_int_equal(call(&r), 0);
	packet_begin(&want, RTM_SETLINK, NLM_F_REQUEST | NLM_F_ACK, &none, sizeof(none));
	packet_u8(&want, IFLA_OPERSTATE, 1);
	packet_string(&want, IFLA_IFNAME, "d0");
	packet_attr(&want, IFLA_ADDRESS, ones, 5);
	assert_sent(RTM_SETLINK, 1, &want);
}

/* A second request while the first is being built gets a message of its own; none is lost. */
static void two_at_once(void **state)
{
	struct packet want;
	struct request r, s;

	begin(&r, *state);
	request_put_u32(&r, IFLA_MTU, 1);
	begin(&s, *state);
	assert_ptr_not_equal(r.msg, s.msg);
	request_put_u32(&s, IFLA_MTU, 2);
	assert_int_equal(call(&s), 0);
	request_put_u32(&r, IFLA_GROUP, 3);
	assert_int_equal(call(&r), 0);
	packet_begin(&want, RTM_SETLINK, NLM_F_REQUEST | NLM_F_ACK, &none, sizeof(none));
	packet_u32(&want, IFLA_MTU, 1);
	packet_u32(&want, IFLA_GROUP, 3);
	assert_sent(RTM_SETLINK, 1, &want);
}

/* A family header that is no multiple of 4 is followed by zeroes. */
static void short_family_header(void **state)
{
	const struct rtgenmsg gen = { .rtgen_family = 1 };
	struct fake_request sent;
	struct request r;
	char ones[100];

	memset(ones, 0xff, sizeof(ones));
	begin(&r, *state);
	request_put(&r, IFLA_IFALIAS, ones, sizeof(ones));
	assert_int_equal(call(&r), 0);
	request_begin(&r, *state, RTM_NEWNSID, 0, &gen, sizeof(gen));
	request_put_u32(&r, 1, 2);
	assert_int_equal(call(&r), 0);
	sent = fake_request(RTM_NEWNSID, 0);
	assert_int_equal(sent.len, NLMSG_HDRLEN + 4 + 8);
	assert_memory_equal(sent.bytes + NLMSG_HDRLEN, "\1\0\0\0", 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(all_kinds_of_values),
		handle_test(empty_nest),
		handle_test(too_long),
		handle_test(too_many),
		handle_test(first_error),
		handle_test(used_again),
		handle_test(two_at_once),
		handle_test(short_family_header),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
