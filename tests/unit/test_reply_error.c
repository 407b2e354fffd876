/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Refusals: the errno that is passed on, and the kernel's words in the forms they come in. */
#include <fcntl.h>
#include <unistd.h>

#include <net/if.h>

#include "unit/support/unit.h"

#define PREFIX "delete link \"v0\": Operation not permitted"

/* The line of a delete that is refused with a text of len bytes as they are. */
static const char *line_for(struct netcfg *nc, bool capped, const void *text, size_t len)
{
	struct packet m;

	packet_error(&m, -EPERM, capped, capped ? 4000 : 52);
	if (text)
		packet_kernel_text(&m, text, len);
	fake_answer(RTM_DELLINK);
	fake_say(&m);
	assert_int_equal(netcfg_link_delete(nc, "v0"), -EPERM);
	return netcfg_error_message(nc);
}

static void without_text(void **state)
{
	assert_string_equal(line_for(*state, true, NULL, 0), PREFIX);
	assert_string_equal(line_for(*state, false, NULL, 0), PREFIX);
}

/* CAP_ACK leaves the request out; a kernel without it gives all of it back before the text. */
static void with_text(void **state)
{
	assert_string_equal(line_for(*state, true, "No way", 7), PREFIX ": No way");
	assert_string_equal(line_for(*state, false, "No way", 7), PREFIX ": No way");
}

static void text_without_nul(void **state)
{
	assert_string_equal(line_for(*state, true, "No way!", 6), PREFIX ": No way");
	assert_string_equal(line_for(*state, true, "", 0), PREFIX);
	assert_string_equal(line_for(*state, true, "\0No", 3), PREFIX);
}

/* One line stays one line, whatever the kernel or a module says. */
static void long_text_with_newlines(void **state)
{
	char text[1000];
	const char *line;
	size_t i;

	for (i = 0; i < sizeof(text); i++)
		text[i] = i % 10 ? 'x' : '\n';
	line = line_for(*state, true, text, sizeof(text));
	assert_null(strpbrk(line, "\n\r\t\x1b\x7f"));
	assert_int_equal(strncmp(line, PREFIX ": ?xxxxxxxxx?", strlen(PREFIX) + 13), 0);
	assert_true(strlen(line) > strlen(PREFIX) + 100);
	line = line_for(*state, true, "a\x1b[31mb\x7f", 9);
	assert_string_equal(line, PREFIX ": a?[31mb?");
}

/* Without its flag there is no text, whatever follows. */
static void text_without_flag(void **state)
{
	struct packet m;

	packet_error(&m, -EPERM, true, NLMSG_HDRLEN);
	packet_kernel_text(&m, "No way", 7);
	packet_header(&m)->nlmsg_flags = NLM_F_CAPPED;
	fake_answer(RTM_DELLINK);
	fake_say(&m);
	assert_int_equal(netcfg_link_delete(*state, "v0"), -EPERM);
	assert_string_equal(netcfg_error_message(*state), PREFIX);
}

static void other_attributes_around_the_text(void **state)
{
	struct packet m;

	packet_error(&m, -EPERM, true, NLMSG_HDRLEN);
	packet_u32(&m, NLMSGERR_ATTR_OFFS, 20);
	packet_attr(&m, 0, NULL, 0);
	packet_attr(&m, 0x3fff, "unknown", 7);
	packet_kernel_text(&m, "No way", 7);
	packet_u32(&m, NLMSGERR_ATTR_COOKIE, 1);
	fake_answer(RTM_DELLINK);
	fake_say(&m);
	assert_int_equal(netcfg_link_delete(*state, "v0"), -EPERM);
	assert_string_equal(netcfg_error_message(*state), PREFIX ": No way");
}

/* The request that comes back says that it is longer than what came. */
static void request_longer_than_the_message(void **state)
{
	static const uint32_t lengths[] = { 0,	  1,		15,	      60,
					    1000, UINT32_MAX - 3, UINT32_MAX };
	struct packet m;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		struct nlmsgerr e = { .error = -EPERM };

		e.msg.nlmsg_len = lengths[i];
		packet_begin(&m, NLMSG_ERROR, 0, &e, sizeof(e));
		packet_kernel_text(&m, "No way", 7);
		fake_answer(RTM_DELLINK);
		fake_say(&m);
		assert_int_equal(netcfg_link_delete(*state, "v0"), -EPERM);
		assert_int_equal(strncmp(netcfg_error_message(*state), PREFIX, strlen(PREFIX)), 0);
	}
}

/* An attribute that ends behind the message, or within its own header. */
static void damaged_text(void **state)
{
	static const uint16_t lengths[] = { 0, 1, 3, 12, 100, UINT16_MAX };
	struct packet m;
	size_t i, at;

	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		packet_error(&m, -EPERM, true, NLMSG_HDRLEN);
		at = m.len;
		packet_kernel_text(&m, "No", 2);
		memcpy(m.bytes + at, &lengths[i], sizeof(lengths[i]));
		fake_answer(RTM_DELLINK);
		fake_say(&m);
		assert_int_equal(netcfg_link_delete(*state, "v0"), -EPERM);
		assert_string_equal(netcfg_error_message(*state), PREFIX);
	}
}

/* The kernel's own errno, and nothing that is none. */
static void numbers(void **state)
{
	static const struct {
		int kernel, ours;
	} table[] = {
		{ 0, 0 },
		{ -EPERM, -EPERM },
		{ -EOPNOTSUPP, -EOPNOTSUPP },
		{ -524, -524 }, /* ENOTSUPP, which has no name outside the kernel */
		{ -4095, -4095 },
		{ -4096, -EBADMSG },
		{ INT_MIN, -EBADMSG },
		{ 1, -EBADMSG },
		{ EPERM + 100, -EBADMSG },
		{ INT_MAX, -EBADMSG },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		fake_refuse(RTM_DELLINK, table[i].kernel, "text");
		assert_int_equal(netcfg_link_delete(*state, "v0"), table[i].ours);
		assert_int_equal(netcfg_error_message(*state)[0] == '\0', table[i].ours == 0);
	}
}

/* The number that ends a dump: what is no errno is no end either, and no list is made. */
static void numbers_at_the_end(void **state)
{
	static const int table[] = { -4096, -5000, INT_MIN };
	struct netcfg_link_list *list = NULL;
	struct packet m;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(table); i++) {
		packet_done(&m, table[i]);
		fake_answer(RTM_GETLINK);
		fake_say(&m);
		assert_int_equal(netcfg_link_list(*state, NULL, &list), -EBADMSG);
		assert_null(list);
	}
}

/* An error that is too short for its number. */
static void too_short(void **state)
{
	struct packet m;
	size_t len;

	for (len = NLMSG_HDRLEN; len < NLMSG_LENGTH(sizeof(struct nlmsgerr)); len++) {
		packet_error(&m, 0, true, NLMSG_HDRLEN);
		packet_header(&m)->nlmsg_len = (uint32_t)len;
		m.len = len;
		fake_answer(RTM_DELLINK);
		fake_say(&m);
		assert_int_equal(netcfg_link_delete(*state, "v0"), -EBADMSG);
	}
}

/* A success leaves no text, also where the kernel had a warning. */
static void ack_with_a_warning(void **state)
{
	fake_refuse(RTM_DELLINK, -EPERM, "No way");
	assert_int_equal(netcfg_link_delete(*state, "v0"), -EPERM);
	fake_refuse(RTM_DELLINK, 0, "deprecated");
	assert_int_equal(netcfg_link_delete(*state, "v0"), 0);
	assert_string_equal(netcfg_error_message(*state), "");
	/* And nothing of it comes up in the next failure. */
	fake_refuse(RTM_DELLINK, -EPERM, NULL);
	assert_int_equal(netcfg_link_delete(*state, "v0"), -EPERM);
	assert_string_equal(netcfg_error_message(*state), PREFIX);
}

/* The words of a request that was tried again are not those of the one that failed. */
static void words_of_the_first_try(void **state)
{
	fake_link("d0", 2);
	fake_refuse(RTM_NEWLINK, -EEXIST, "first words");
	fake_refuse(RTM_NEWLINK, -EPERM, NULL);
	assert_int_equal(netcfg_dummy_create(*state, "d0",
					     LINK_CONFIG(.netns_pid = 1,
							 .flags = NETCFG_LINK_NETNS_PID)),
			 -EPERM);
	assert_int_equal(fake_count(RTM_NEWLINK), 2);
	assert_says_not(*state, "first words");
}

/* A follow-up that fails takes the link back, and says why it failed. */
static void followup_fails(void **state)
{
	struct packet want;
	const struct ifinfomsg none = { 0 };

	fake_refuse(RTM_SETLINK, -EINVAL, "not this peer");
	fake_refuse(RTM_DELLINK, -EPERM, "nor taken back");
	assert_int_equal(netcfg_veth_create(*state, "v0", "v1", NULL,
					    LINK_CONFIG(.flags = NETCFG_LINK_UP)),
			 -EINVAL);
	assert_says(*state, "not this peer");
	assert_says(*state, "finishing \"v1\"");
	assert_says_not(*state, "nor taken back");
	packet_begin(&want, RTM_DELLINK, NLM_F_REQUEST | NLM_F_ACK, &none, sizeof(none));
	packet_string(&want, IFLA_IFNAME, "v1");
	assert_sent(RTM_DELLINK, 0, &want);
}

/* By the index that the kernel has told, since somebody may have renamed the link. */
static void followup_by_index(void **state)
{
	const struct ifinfomsg near = { .ifi_index = 70000 };
	struct packet echo, ack, want;
	const uint32_t far = 70001;

	packet_link(&echo, 0, 70000, "v0");
	packet_u32(&echo, IFLA_LINK, far);
	packet_error(&ack, 0, true, NLMSG_HDRLEN);
	fake_answer(RTM_NEWLINK);
	fake_say(&echo);
	fake_datagram();
	fake_say(&ack);
	fake_ack(RTM_SETLINK);
	fake_refuse(RTM_SETLINK, -EINVAL, NULL);
	assert_int_equal(netcfg_veth_create(*state, "v0", "v1", LINK_CONFIG(.alias = "x"),
					    LINK_CONFIG(.flags = NETCFG_LINK_UP)),
			 -EINVAL);
	packet_begin(&want, RTM_SETLINK, NLM_F_REQUEST | NLM_F_ACK, &near, sizeof(near));
	packet_attr(&want, IFLA_IFALIAS, "x", 1);
	assert_sent(RTM_SETLINK, 0, &want);
	packet_begin(&want, RTM_SETLINK, NLM_F_REQUEST | NLM_F_ACK,
		     &(struct ifinfomsg){ .ifi_index = (int)far,
					  .ifi_flags = IFF_UP,
					  .ifi_change = IFF_UP },
		     sizeof(struct ifinfomsg));
	assert_sent(RTM_SETLINK, 1, &want);
	packet_begin(&want, RTM_DELLINK, NLM_F_REQUEST | NLM_F_ACK,
		     &(struct ifinfomsg){ .ifi_index = 70000 }, sizeof(struct ifinfomsg));
	assert_sent(RTM_DELLINK, 0, &want);
}

/* Nothing is made if the other namespace cannot be entered. */
static void other_namespace_refuses(void **state)
{
	const int fd = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);

	assert_true(fd >= 0);
	fake_fail_open(-EPERM);
	assert_int_equal(netcfg_veth_create(*state, "v0", "v1", NULL,
					    LINK_CONFIG(.netns_fd = fd,
							.flags = NETCFG_LINK_NETNS_FD |
								 NETCFG_LINK_UP)),
			 -EPERM);
	assert_says(*state, "entering the namespace of \"v1\"");
	assert_nothing_sent();
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(without_text),
		handle_test(with_text),
		handle_test(text_without_nul),
		handle_test(long_text_with_newlines),
		handle_test(text_without_flag),
		handle_test(other_attributes_around_the_text),
		handle_test(request_longer_than_the_message),
		handle_test(damaged_text),
		handle_test(numbers),
		handle_test(numbers_at_the_end),
		handle_test(too_short),
		handle_test(ack_with_a_warning),
		handle_test(words_of_the_first_try),
		handle_test(followup_fails),
		handle_test(followup_by_index),
		handle_test(other_namespace_refuses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
