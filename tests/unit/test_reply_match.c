/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which message is the answer: odd, late, hostile and missing ones to a change and a question. */
#include "handle.h"
#include "unit/support/unit.h"

#define ACK 0

/* A message that answers someone or something else. */
static void error_of(struct packet *m, int err, uint32_t seq, uint32_t pid)
{
	packet_error(m, err, true, NLMSG_HDRLEN);
	m->keep_seq = m->keep_pid = true;
	packet_header(m)->nlmsg_seq = seq;
	packet_header(m)->nlmsg_pid = pid;
}

/* A right ack after something that is not for us, in one datagram or in two. */
static void ack_after(struct netcfg *nc, const struct packet *first)
{
	struct packet ack;
	int split;

	packet_error(&ack, 0, true, NLMSG_HDRLEN);
	for (split = 0; split < 2; split++) {
		fake_answer(RTM_DELLINK);
		fake_say(first);
		if (split)
			fake_datagram();
		fake_say(&ack);
		assert_int_equal(netcfg_link_delete(nc, "v0"), 0);
	}
}

static void wrong_sequence(void **state)
{
	struct netcfg *nc = *state;
	struct packet m;
	uint32_t ahead;

	error_of(&m, -EPERM, 12345, nc->socket.portid);
	ack_after(nc, &m);
	/* That of the request before, and those that come next. */
	for (ahead = 0; ahead < 10; ahead++) {
		if (ahead == 1 || ahead == 2) /* the two requests of ack_after() */
			continue;
		error_of(&m, -EPERM, nc->socket.seq + ahead, nc->socket.portid);
		ack_after(nc, &m);
	}
}

static void wrong_port(void **state)
{
	struct packet m;

	packet_error(&m, -EPERM, true, NLMSG_HDRLEN);
	m.keep_pid = true;
	packet_header(&m)->nlmsg_pid = 1;
	ack_after(*state, &m);
}

static void notification(void **state)
{
	struct packet m;

	packet_link(&m, 0, 6, "v0");
	m.keep_seq = m.keep_pid = true; /* both 0 */
	ack_after(*state, &m);
}

/* With NLM_F_ECHO or a notification that the kernel marks as ours, data comes before the ack. */
static void echo(void **state)
{
	struct packet m;

	packet_link(&m, 0, 6, "v0");
	ack_after(*state, &m);
}

static void noop(void **state)
{
	struct packet m;

	packet_begin(&m, NLMSG_NOOP, 0, NULL, 0);
	ack_after(*state, &m);
}

/* A notification is no answer to a question either, though it is of the right type. */
static void notification_before_data(void **state)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct packet wrong, right;

	packet_link(&wrong, 0, 99, "other");
	wrong.keep_seq = wrong.keep_pid = true;
	packet_link(&right, 0, 6, "v0");
	fake_answer(RTM_GETLINK);
	fake_say(&wrong);
	fake_say(&right);
	assert_int_equal(netcfg_link_get(*state, "v0", &info), 0);
	assert_int_equal(info.ifindex, 6);
	assert_string_equal(info.name, "v0");
}

/* The answer to a call that ran out of time comes before that of the next one (B111). */
static void b111_late_answer(void **state)
{
	struct netcfg *nc = *state;
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct packet late, right;
	uint32_t seq;

	fake_answer(RTM_GETLINK);
	fake_fail(-ETIMEDOUT);
	assert_int_equal(netcfg_link_get(nc, "v9", &info), -ETIMEDOUT);
	seq = ((const struct nlmsghdr *)(const void *)fake_request(RTM_GETLINK, 0).bytes)
		      ->nlmsg_seq;
	assert_int_not_equal(seq, 0);
	packet_link(&late, 0, 9, "v9");
	late.keep_seq = true;
	packet_header(&late)->nlmsg_seq = seq;
	fake_waiting(&late); /* is thrown away, and comes once more when all is drained */

	packet_link(&right, 0, 6, "v0");
	fake_answer(RTM_GETLINK);
	fake_say(&late);
	fake_datagram();
	fake_say(&right);
	assert_int_equal(netcfg_link_get(nc, "v0", &info), 0);
	assert_string_equal(info.name, "v0");
	assert_int_equal(fake_drains(), 1);

	/* And all is well again. */
	assert_int_equal(netcfg_link_delete(nc, "v0"), 0);
	assert_int_equal(fake_drains(), 1);
}

static void late_ack_of_a_change(void **state)
{
	struct netcfg *nc = *state;
	struct packet late, right;

	fake_answer(RTM_DELLINK); /* silence */
	assert_int_equal(netcfg_link_delete(nc, "v0"), -ETIMEDOUT);
	assert_says(nc, "delete link \"v0\": ");
	error_of(&late, ACK, nc->socket.seq, nc->socket.portid);
	packet_error(&right, -ENODEV, true, NLMSG_HDRLEN);
	fake_answer(RTM_DELLINK);
	fake_say(&late);
	fake_datagram();
	fake_say(&right);
	assert_int_equal(netcfg_link_delete(nc, "v0"), -ENODEV);
}

/* Every request has a number of its own, and never 0. */
static void sequence_wraps(void **state)
{
	struct netcfg *nc = *state;
	const struct nlmsghdr *h;

	nc->socket.seq = UINT32_MAX - 1;
	assert_int_equal(netcfg_link_delete(nc, "v0"), 0);
	assert_int_equal(netcfg_link_delete(nc, "v0"), 0);
	h = (const void *)fake_request(RTM_DELLINK, 0).bytes;
	assert_int_equal(h->nlmsg_seq, UINT32_MAX);
	h = (const void *)fake_request(RTM_DELLINK, 1).bytes;
	assert_int_not_equal(h->nlmsg_seq, 0);
	assert_int_not_equal(h->nlmsg_seq, UINT32_MAX);
	assert_int_equal(h->nlmsg_pid, nc->socket.portid);
}

/* Receiving fails: so does the call, and the next one is right. */
static void receive_fails(void **state)
{
	static const int errors[] = { -ENOBUFS, -EMSGSIZE, -ENOMEM, -EIO };
	struct netcfg *nc = *state;
	struct netcfg_link_info info = { .size = sizeof(info) };
	size_t i;

	fake_link("v0", 6);
	for (i = 0; i < ARRAY_SIZE(errors); i++) {
		fake_answer(RTM_GETLINK);
		fake_fail(errors[i]);
		assert_int_equal(netcfg_link_get(nc, "v0", &info), errors[i]);
		assert_int_equal(netcfg_link_get(nc, "v0", &info), 0);
		assert_int_equal(info.ifindex, 6);
		assert_int_equal(fake_drains(), (int)i + 1);
	}
}

static void send_fails(void **state)
{
	struct netcfg *nc = *state;

	fake_answer(RTM_DELLINK);
	fake_fail_send(-EPIPE);
	assert_int_equal(netcfg_link_delete(nc, "v0"), -EPIPE);
	assert_int_equal(netcfg_link_delete(nc, "v0"), 0);
}

static void overrun(void **state)
{
	struct packet m;

	packet_begin(&m, NLMSG_OVERRUN, 0, NULL, 0);
	fake_answer(RTM_DELLINK);
	fake_say(&m);
	assert_int_equal(netcfg_link_delete(*state, "v0"), -ENOBUFS);
	assert_int_equal(netcfg_link_delete(*state, "v0"), 0);
}

/*
 * A header that says more, or less, than there is: nothing behind it is read, so that it is not
 * known what the result was.
 */
static void wrong_lengths(void **state)
{
	static const uint32_t lengths[] = { 0, 1, NLMSG_HDRLEN - 1, 4096, INT_MAX, UINT32_MAX };
	struct packet bad, ack;
	size_t i;

	packet_error(&ack, 0, true, NLMSG_HDRLEN);
	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		packet_error(&bad, -EPERM, true, NLMSG_HDRLEN);
		packet_header(&bad)->nlmsg_len = lengths[i];
		fake_answer(RTM_DELLINK);
		fake_say(&bad);
		fake_say(&ack);
		assert_int_equal(netcfg_link_delete(*state, "v0"), -EBADMSG);
		fake_answer(RTM_DELLINK);
		fake_say(&bad);
		fake_datagram();
		fake_say(&ack);
		assert_int_equal(netcfg_link_delete(*state, "v0"), -EBADMSG);
		/* And what came behind it is not the next one's answer. */
		fake_refuse(RTM_DELLINK, -EPERM, NULL);
		assert_int_equal(netcfg_link_delete(*state, "v0"), -EPERM);
	}
}

/* Datagrams that are no whole message; an empty one says nothing. */
static void short_datagrams(void **state)
{
	struct packet bad, ack;
	size_t len;

	packet_error(&ack, 0, true, NLMSG_HDRLEN);
	for (len = 0; len < NLMSG_HDRLEN; len++) {
		packet_error(&bad, -EPERM, true, NLMSG_HDRLEN);
		bad.len = len;
		fake_answer(RTM_DELLINK);
		fake_say(&bad);
		fake_datagram();
		fake_say(&ack);
		assert_int_equal(netcfg_link_delete(*state, "v0"), len ? -EBADMSG : 0);
	}
}

/* A last message whose length is no multiple of 4 must not make one read past the datagram. */
static void length_not_aligned(void **state)
{
	struct packet odd, ack;
	size_t more;

	packet_error(&ack, 0, true, NLMSG_HDRLEN);
	for (more = 1; more < 4; more++) {
		packet_begin(&odd, NLMSG_NOOP, 0, NULL, 0);
		odd.len += more;
		packet_header(&odd)->nlmsg_len += (uint32_t)more;
		fake_answer(RTM_DELLINK);
		fake_say(&odd);
		fake_datagram();
		fake_say(&ack);
		assert_int_equal(netcfg_link_delete(*state, "v0"), 0);
	}
}

/* Acknowledged, but not answered: never a success with nothing (B97). */
static void b97_ack_without_data(void **state)
{
	struct netcfg_link_info info = { .size = sizeof(info), .ifindex = 77 };

	fake_ack(RTM_GETLINK);
	assert_int_equal(netcfg_link_get(*state, "v0", &info), -ENODEV);
	fake_ack(RTM_GETLINK);
	assert_int_equal(netcfg_link_index(*state, "v0"), -ENODEV);
	assert_int_equal(info.ifindex, 77);
}

static void done_without_data(void **state)
{
	struct netcfg_link_info info = { .size = sizeof(info), .ifindex = 77 };
	struct packet done;

	packet_done(&done, 0);
	fake_answer(RTM_GETLINK);
	fake_say(&done);
	assert_true(netcfg_link_get(*state, "v0", &info) < 0);
	assert_int_equal(info.ifindex, 77);
	fake_answer(RTM_GETLINK);
	fake_say(&done);
	assert_true(netcfg_link_index(*state, "v0") < 0);
}

/* Only an ack says that a change was made (B113). */
static void b113_done_is_no_ack(void **state)
{
	struct packet done;

	packet_done(&done, 0);
	fake_answer(RTM_DELLINK);
	fake_say(&done);
	assert_true(netcfg_link_delete(*state, "v0") < 0);
}

/* An answer of another type is none. */
static void answer_of_another_type(void **state)
{
	struct netcfg_link_info info = { .size = sizeof(info), .ifindex = 77 };
	static const int types[] = { RTM_DELLINK, RTM_NEWADDR, RTM_NEWNSID, 5, 0xffff };
	struct packet m;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(types); i++) {
		packet_link(&m, 0, 6, "v0");
		packet_header(&m)->nlmsg_type = (uint16_t)types[i];
		fake_answer(RTM_GETLINK);
		fake_say(&m);
		assert_int_equal(netcfg_link_get(*state, "v0", &info), -EBADMSG);
	}
	assert_int_equal(info.ifindex, 77);
}

static void index_that_cannot_be(void **state)
{
	static const int indexes[] = { 0, -1, INT_MIN };
	struct packet m;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(indexes); i++) {
		packet_link(&m, 0, indexes[i], "v0");
		fake_answer(RTM_GETLINK);
		fake_say(&m);
		assert_int_equal(netcfg_link_index(*state, "v0"), -EBADMSG);
	}
}

/* The counters count what was said. */
static void counters(void **state)
{
	struct netcfg_stats stats = { .size = sizeof(stats) };
	struct netcfg_link_list *list;

	fake_link("br0", 4);
	assert_int_equal(netcfg_link_delete(*state, "v0"), 0);
	assert_int_equal(netcfg_link_index(*state, "br0"), 4);
	assert_int_equal(netcfg_link_list(*state, NULL, &list), 0);
	netcfg_link_list_free(list);
	assert_int_equal(netcfg_link_delete(*state, ""), -EINVAL);
	netcfg_get_stats(*state, &stats);
	assert_int_equal(stats.sends, 3);
	assert_int_equal(stats.requests, 3);
	assert_int_equal(stats.replies, 3);
	assert_int_equal(stats.lookups, 1);
	assert_int_equal(stats.dumps, 1);
	assert_int_equal(stats.cache_hits, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(wrong_sequence),
		handle_test(wrong_port),
		handle_test(notification),
		handle_test(echo),
		handle_test(noop),
		handle_test(notification_before_data),
		handle_test(b111_late_answer),
		handle_test(late_ack_of_a_change),
		handle_test(sequence_wraps),
		handle_test(receive_fails),
		handle_test(send_fails),
		handle_test(overrun),
		handle_test(wrong_lengths),
		handle_test(short_datagrams),
		handle_test(length_not_aligned),
		handle_test(b97_ack_without_data),
		handle_test(done_without_data),
		handle_test(b113_done_is_no_ack),
		handle_test(answer_of_another_type),
		handle_test(index_that_cannot_be),
		handle_test(counters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
