/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Batches: what is sent together, what waits for what, and each request's own result. */
#include <fcntl.h>
#include <unistd.h>

#include "handle.h"
#include "unit/support/unit.h"

static const struct nlmsghdr *header_of(int type, size_t n)
{
	return (const void *)fake_request(type, n).bytes;
}

/* An error in a datagram of its own, as the kernel sends them. */
static void refuse(int type, int err)
{
	fake_refuse(type, err, NULL);
}

static void silence(int type)
{
	fake_answer(type);
}

static int begin(struct netcfg *nc)
{
	return netcfg_batch_begin(nc, 0);
}

/* One send, one ack, for the last; errors are answered without being asked for. */
static void one_send(void **state)
{
	struct netcfg *nc = *state;
	size_t i;

	assert_int_equal(begin(nc), 0);
	for (i = 0; i < 10; i++)
		assert_int_equal(netcfg_link_set_by_index(nc, (int)i + 1, NULL), 0);
	assert_nothing_sent();
	assert_int_equal(netcfg_batch_count(nc), 10);
	assert_int_equal(netcfg_batch_commit(nc), 0);
	assert_int_equal(fake_sends(), 1);
	assert_int_equal(fake_count(RTM_SETLINK), 10);
	for (i = 0; i < 10; i++) {
		assert_int_equal(header_of(RTM_SETLINK, i)->nlmsg_flags & NLM_F_ACK,
				 i == 9 ? NLM_F_ACK : 0);
		if (i > 0)
			assert_int_equal(header_of(RTM_SETLINK, i)->nlmsg_seq,
					 header_of(RTM_SETLINK, i - 1)->nlmsg_seq + 1);
		assert_int_equal(netcfg_batch_error(nc, (int)i), 0);
		assert_string_equal(netcfg_batch_error_message(nc, (int)i), "");
	}
	assert_int_equal(netcfg_batch_count(nc), 10);
}

/* Each has its own result and line; the others are done. */
static void results(void **state)
{
	static const int expected[] = { 0, -EPERM, 0, -ENODEV, -EBUSY };
	struct netcfg *nc = *state;
	int i;

	silence(RTM_SETLINK);
	fake_refuse(RTM_SETLINK, -EPERM, "not you");
	silence(RTM_SETLINK);
	refuse(RTM_SETLINK, -ENODEV);
	refuse(RTM_SETLINK, -EBUSY);
	assert_int_equal(begin(nc), 0);
	for (i = 0; i < 5; i++)
		assert_int_equal(netcfg_link_set_up(nc, i == 1 ? "one" : "other"), 0);
	assert_int_equal(netcfg_batch_commit(nc), 3);
	assert_int_equal(fake_sends(), 1);
	for (i = 0; i < 5; i++) {
		assert_int_equal(netcfg_batch_error(nc, i), expected[i]);
		assert_int_equal(netcfg_batch_error_message(nc, i)[0] == '\0', expected[i] == 0);
	}
	assert_string_equal(netcfg_batch_error_message(nc, 1),
			    "set up link \"one\": Operation not permitted: not you");
	assert_string_equal(netcfg_error_message(nc), netcfg_batch_error_message(nc, 1));
	assert_int_equal(netcfg_batch_error(nc, -1), -EINVAL);
	assert_int_equal(netcfg_batch_error(nc, 5), -EINVAL);
	assert_string_equal(netcfg_batch_error_message(nc, 5), "");
}

/* As many acks as fit the kernel's buffer bound a send, and the length of it does. */
static void split(void **state)
{
	static char alias[256];
	struct netcfg *nc = *state;
	int i;

	assert_int_equal(begin(nc), 0);
	for (i = 1; i <= 1000; i++)
		assert_int_equal(netcfg_link_set_by_index(nc, i, NULL), 0);
	assert_int_equal(netcfg_batch_commit(nc), 0);
	assert_int_equal(fake_count(RTM_SETLINK), 1000);
	assert_true(fake_sends() >= 5 && fake_sends() <= 10);

	memset(alias, 'a', 255);
	assert_int_equal(begin(nc), 0);
	for (i = 1; i <= 1000; i++) /* 300 KiB; the fake kernel looks at the length of each send */
		assert_int_equal(netcfg_link_set_by_index(nc, i, LINK_CONFIG(.alias = alias)), 0);
	assert_int_equal(netcfg_batch_commit(nc), 0);
	assert_int_equal(fake_count(RTM_SETLINK), 2000);
}

/* A receive buffer that holds few answers. */
static void split_by_answers(void **state)
{
	struct netcfg *nc = *state;
	int i;

	nc->socket.max_acks = 7;
	assert_int_equal(begin(nc), 0);
	for (i = 1; i <= 70; i++)
		assert_int_equal(netcfg_link_set_by_index(nc, i, NULL), 0);
	assert_int_equal(netcfg_batch_commit(nc), 0);
	assert_int_equal(fake_count(RTM_SETLINK), 70);
	assert_int_equal(fake_sends(), 10);
}

/* The longest requests there are: here the length of a send bounds it. */
static void split_by_length(void **state)
{
	struct netcfg_vlan_priority map[256];
	struct netcfg *nc = *state;
	char name[16];
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(map); i++)
		map[i] = (struct netcfg_vlan_priority){ .from = i };
	fake_link("d0", 3);
	assert_int_equal(begin(nc), 0);
	for (i = 1; i <= 100; i++) {
		snprintf(name, sizeof(name), "v%u", i);
		assert_int_equal(netcfg_vlan_create(nc, name, "d0", (int)i,
						    VLAN_CONFIG(.egress = map, .egress_count = 256),
						    NULL),
				 0);
	}
	assert_int_equal(netcfg_batch_commit(nc), 0);
	assert_int_equal(fake_count(RTM_NEWLINK), 100);
	assert_true(fake_sends() < 20);
}

/* Indexes are asked for when what may change them is done, not before. */
static void looked_up_after_a_delete(void **state)
{
	static const int order[] = { RTM_DELLINK, RTM_GETLINK, RTM_NEWADDR };
	struct netcfg *nc = *state;
	size_t i;

	fake_link("d0", 3);
	assert_int_equal(begin(nc), 0);
	assert_int_equal(netcfg_link_delete(nc, "v0"), 0);
	assert_int_equal(netcfg_addr_add(nc, "d0", "192.0.2.1", NULL), 0);
	assert_int_equal(netcfg_batch_commit(nc), 0);
	assert_int_equal(fake_count(0), ARRAY_SIZE(order));
	for (i = 0; i < ARRAY_SIZE(order); i++)
		assert_int_equal(header_of(0, i)->nlmsg_type, order[i]);
}

static void empty(void **state)
{
	struct netcfg *nc = *state;

	assert_int_equal(netcfg_batch_count(nc), 0);
	assert_int_equal(netcfg_batch_commit(nc), -EINVAL);
	assert_int_equal(begin(nc), 0);
	assert_int_equal(begin(nc), -EBUSY);
	assert_int_equal(netcfg_batch_commit(nc), 0);
	assert_int_equal(netcfg_batch_commit(nc), -EINVAL);
	assert_int_equal(netcfg_batch_begin(nc, 2), -EINVAL);
	assert_int_equal(netcfg_batch_begin(NULL, 0), -EINVAL);
	assert_int_equal(netcfg_batch_count(NULL), -EINVAL);
	assert_int_equal(netcfg_batch_commit(NULL), -EINVAL);
	assert_int_equal(netcfg_batch_error(NULL, 0), -EINVAL);
	assert_string_equal(netcfg_batch_error_message(NULL, 0), "");
	netcfg_batch_abort(NULL);
	netcfg_batch_abort(nc);
	assert_nothing_sent();
}

static void aborted(void **state)
{
	struct netcfg *nc = *state;

	assert_int_equal(begin(nc), 0);
	assert_int_equal(netcfg_link_set_up(nc, "v0"), 0);
	assert_int_equal(netcfg_dummy_create(nc, "d0", NULL), 0);
	netcfg_batch_abort(nc);
	assert_nothing_sent();
	assert_int_equal(netcfg_link_set_up(nc, "v1"), 0); /* at once again */
	assert_int_equal(fake_count(0), 1);
	/* One that is open when the handle is closed leaks nothing. */
	assert_int_equal(begin(nc), 0);
	assert_int_equal(netcfg_link_set_up(nc, "v0"), 0);
}

/* What is wrong with an argument is told at once and not queued; readers have to wait. */
static void refused_while_open(void **state)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *links;
	struct netcfg *nc = *state;

	assert_int_equal(begin(nc), 0);
	assert_int_equal(netcfg_link_set_up(nc, ""), -EINVAL);
	assert_int_equal(netcfg_vlan_create(nc, "v", "p", 4095, NULL, NULL), -ERANGE);
	assert_int_equal(netcfg_addr_add(nc, "d0", "10.0.0.1/33", NULL), -EINVAL);
	assert_int_equal(netcfg_batch_count(nc), 0);
	assert_int_equal(netcfg_link_get(nc, "v0", &info), -EBUSY);
	assert_int_equal(netcfg_link_list(nc, NULL, &links), -EBUSY);
	assert_int_equal(netcfg_link_index(nc, "v0"), -EBUSY);
	assert_int_equal(netcfg_netns_create(nc, "a"), -EBUSY);
	assert_int_equal(netcfg_batch_commit(nc), 0);
	assert_nothing_sent();
}

/* Strings are the batch's own. */
static void strings_are_copied(void **state)
{
	char name[8] = "d0", alias[8] = "alias", link[8] = "br0", address[16] = "192.0.2.1";
	struct netcfg *nc = *state;
	struct ifaddrmsg ifa;

	fake_link("br0", 4);
	assert_int_equal(begin(nc), 0);
	assert_int_equal(netcfg_link_set(nc, name, LINK_CONFIG(.alias = alias, .master = link)), 0);
	assert_int_equal(netcfg_addr_add(nc, link, address, NULL), 0);
	memset(name, 'x', sizeof(name));
	memset(alias, 'x', sizeof(alias));
	memset(link, 'x', sizeof(link));
	memset(address, 'x', sizeof(address));
	refuse(RTM_NEWADDR, -EEXIST);
	assert_int_equal(netcfg_batch_commit(nc), 1);
	memcpy(&ifa, fake_request(RTM_NEWADDR, 0).bytes + NLMSG_HDRLEN, sizeof(ifa));
	assert_int_equal(ifa.ifa_index, 4);
	assert_string_equal(netcfg_batch_error_message(nc, 1),
			    "add address \"192.0.2.1\" to \"br0\": File exists");
}

/* A name is looked up once, and not before what makes it is answered (B110). */
static void b110_later_ones_find_what_is_made(void **state)
{
	struct netcfg *nc = *state;

	fake_link("d0", 70000);
	assert_int_equal(begin(nc), 0);
	assert_int_equal(netcfg_dummy_create(nc, "d0", NULL), 0);
	assert_int_equal(netcfg_addr_add(nc, "d0", "192.0.2.1", NULL), 0);
	assert_int_equal(netcfg_addr_add(nc, "d0", "192.0.2.2", NULL), 0);
	assert_int_equal(netcfg_vlan_create(nc, "v5", "d0", 5, NULL, NULL), 0);
	assert_int_equal(netcfg_batch_commit(nc), 0);
	assert_int_equal(fake_count(RTM_GETLINK), 1);
	/* The create, the look-up, the rest. */
	assert_int_equal(fake_sends(), 3);
}

/* What could not be made is not found, though somebody else has a link of that name. */
static void what_is_not_made(void **state)
{
	struct netcfg *nc = *state;

	fake_link("d0", 3);
	refuse(RTM_NEWLINK, -EEXIST);
	assert_int_equal(begin(nc), 0);
	assert_int_equal(netcfg_dummy_create(nc, "d0", NULL), 0);
	assert_int_equal(netcfg_addr_add(nc, "d0", "192.0.2.1", NULL), 0);
	assert_int_equal(netcfg_link_set_up(nc, "d0"), 0);
	assert_int_equal(netcfg_link_set_master(nc, "v0", "d0"), 0);
	assert_int_equal(netcfg_vlan_create(nc, "v5", "d0", 5, NULL, NULL), 0);
	assert_int_equal(netcfg_link_delete(nc, "d0"), 0);
	assert_int_equal(netcfg_link_set_up(nc, "v0"), 0);
	assert_int_equal(netcfg_batch_commit(nc), 6);
	assert_int_equal(netcfg_batch_error(nc, 0), -EEXIST);
	assert_int_equal(netcfg_batch_error(nc, 1), -ENODEV);
	assert_int_equal(netcfg_batch_error(nc, 2), -ENODEV);
	assert_int_equal(netcfg_batch_error(nc, 3), -ENODEV);
	assert_int_equal(netcfg_batch_error(nc, 4), -ENODEV);
	assert_int_equal(netcfg_batch_error(nc, 5), -ENODEV);
	assert_int_equal(netcfg_batch_error(nc, 6), 0);
	assert_int_equal(fake_count(RTM_DELLINK), 0);
	assert_int_equal(fake_count(RTM_NEWADDR), 0);
	assert_int_equal(fake_count(RTM_SETLINK), 1);
}

/* In a run of deletes that is done in bulk too the line says why. */
static void deletes_of_what_is_not_made(void **state)
{
	struct netcfg *nc = *state;
	static const char *const names[] = { "d0", "v0" };
	int i, errors[2];

	fake_link("d0", 3);
	fake_link("v0", 4);
	refuse(RTM_NEWLINK, -EEXIST);
	assert_int_equal(begin(nc), 0);
	assert_int_equal(netcfg_dummy_create(nc, "d0", NULL), 0);
	assert_int_equal(netcfg_link_delete(nc, "d0"), 0);
	assert_int_equal(netcfg_link_delete_many(nc, names, 2, errors), 0);
	assert_int_equal(netcfg_batch_commit(nc), 3);
	for (i = 1; i < 3; i++) {
		assert_int_equal(netcfg_batch_error(nc, i), -ENODEV);
		assert_string_equal(netcfg_batch_error_message(nc, i),
				    "delete link \"d0\": No such device: name \"d0\" was not "
				    "made, earlier in the batch");
	}
	assert_int_equal(errors[0], -ENODEV);
	assert_int_equal(errors[1], 0);
}

/* A change that renames may fail after it has: the kernel is asked whose the new name is. */
static void renamed_before_it_failed(void **state)
{
	struct netcfg *nc = *state;
	const int whose[] = { 3, 4 };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(whose); i++) {
		fake_reset();
		fake_link("d0", 3);
		fake_link("e0", whose[i]);
		refuse(RTM_SETLINK, -EOPNOTSUPP);
		assert_int_equal(begin(nc), 0);
		assert_int_equal(netcfg_link_set(nc, "d0", LINK_CONFIG(.name = "e0", .mtu = 1400)),
				 0);
		assert_int_equal(netcfg_link_set_up(nc, "e0"), 0);
		assert_int_equal(netcfg_batch_commit(nc), whose[i] == 3 ? 1 : 2);
		assert_int_equal(netcfg_batch_error(nc, 0), -EOPNOTSUPP);
		assert_string_equal(netcfg_batch_error_message(nc, 0),
				    "change link \"d0\": Operation not supported");
		assert_int_equal(netcfg_batch_error(nc, 1), whose[i] == 3 ? 0 : -ENODEV);
		assert_int_equal(fake_count(RTM_SETLINK), whose[i] == 3 ? 2 : 1);
	}
}

static void stop_on_error(void **state)
{
	struct netcfg *nc = *state;
	int i;

	fake_ack(RTM_SETLINK);
	refuse(RTM_SETLINK, -EPERM);
	assert_int_equal(netcfg_batch_begin(nc, NETCFG_BATCH_STOP_ON_ERROR), 0);
	for (i = 0; i < 4; i++)
		assert_int_equal(netcfg_link_set_up(nc, "v0"), 0);
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_int_equal(netcfg_batch_error(nc, 0), 0);
	assert_int_equal(netcfg_batch_error(nc, 1), -EPERM);
	assert_int_equal(netcfg_batch_error(nc, 2), -ECANCELED);
	assert_int_equal(netcfg_batch_error(nc, 3), -ECANCELED);
	assert_int_equal(fake_count(0), 2);
}

/* The kernel does not answer: that is known, what was not sent too, and the next call is right. */
static void no_answer(void **state)
{
	struct netcfg *nc = *state;
	int i;

	for (i = 0; i < 200; i++)
		silence(RTM_SETLINK);
	assert_int_equal(begin(nc), 0);
	for (i = 1; i <= 400; i++)
		assert_int_equal(netcfg_link_set_by_index(nc, i, NULL), 0);
	assert_int_equal(netcfg_batch_commit(nc), -ETIMEDOUT);
	assert_says(nc, "commit batch: ");
	assert_int_equal(netcfg_batch_error(nc, 0), -ETIMEDOUT);
	assert_int_equal(netcfg_batch_error(nc, 399), -ECANCELED);
	assert_int_equal(netcfg_link_set_up(nc, "v0"), 0);
	assert_int_equal(fake_drains(), 1);
}

/* Lost answers are results that are not known; the batch goes on. */
static void lost_answers(void **state)
{
	struct netcfg *nc = *state;

	refuse(RTM_SETLINK, -EPERM);
	fake_answer(RTM_SETLINK);
	fake_fail(-ENOBUFS);
	assert_int_equal(begin(nc), 0);
	assert_int_equal(netcfg_link_set_up(nc, "v0"), 0);
	assert_int_equal(netcfg_link_set_up(nc, "v1"), 0);
	assert_int_equal(netcfg_link_set_up(nc, "v2"), 0);
	assert_int_equal(netcfg_batch_commit(nc), 3);
	assert_int_equal(netcfg_batch_error(nc, 0), -EPERM); /* came before */
	assert_int_equal(netcfg_batch_error(nc, 1), -ENOBUFS);
	assert_int_equal(netcfg_batch_error(nc, 2), -ENOBUFS);
}

static void send_fails(void **state)
{
	struct netcfg *nc = *state;

	fake_answer(RTM_SETLINK);
	fake_fail_send(-ENOMEM);
	assert_int_equal(begin(nc), 0);
	assert_int_equal(netcfg_link_set_up(nc, "v0"), 0);
	assert_int_equal(netcfg_batch_commit(nc), -ENOMEM);
	assert_int_equal(netcfg_batch_error(nc, 0), -ENOMEM);
}

/* Answers to other requests than those of the batch are none of it. */
static void strange_numbers(void **state)
{
	struct netcfg *nc = *state;
	struct packet m, ack;

	packet_error(&m, -EPERM, true, NLMSG_HDRLEN);
	m.keep_seq = true;
	packet_header(&m)->nlmsg_seq = 77777;
	packet_error(&ack, 0, true, NLMSG_HDRLEN);
	silence(RTM_SETLINK);
	fake_answer(RTM_SETLINK);
	fake_say(&m);
	fake_say(&ack);
	assert_int_equal(begin(nc), 0);
	assert_int_equal(netcfg_link_set_up(nc, "v0"), 0);
	assert_int_equal(netcfg_link_set_up(nc, "v1"), 0);
	assert_int_equal(netcfg_batch_commit(nc), 0);
}

/* A namespace by name is opened when its request is sent, and closed right after. */
static void namespaces_by_name(void **state)
{
	char dir[] = "/tmp/netcfg-unit-XXXXXX", path[sizeof(dir) + 8];
	struct netcfg *nc = *state;
	int i, before, after;

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/ns", dir);
	assert_int_equal(netcfg_set_netns_dir(nc, dir), 0);
	assert_int_equal(begin(nc), 0);
	for (i = 0; i < 100; i++)
		assert_int_equal(netcfg_link_set(nc, "v0", LINK_CONFIG(.netns = "ns")), 0);
	assert_int_equal(netcfg_link_set(nc, "v1", LINK_CONFIG(.netns = "gone")), 0);
	/* It may come after it was named. */
	assert_int_equal(symlink("/proc/self/ns/net", path), 0);
	before = open("/dev/null", O_RDONLY);
	assert_int_equal(netcfg_batch_commit(nc), 1);
	after = dup(before);
	assert_int_equal(after, before + 1); /* nothing was left open */
	assert_int_equal(netcfg_batch_error(nc, 100), -ENOENT);
	assert_int_equal(fake_count(RTM_SETLINK), 100);
	close(before);
	close(after);
	assert_int_equal(unlink(path), 0);
	assert_int_equal(rmdir(dir), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(one_send),
		handle_test(results),
		handle_test(split),
		handle_test(split_by_answers),
		handle_test(split_by_length),
		handle_test(looked_up_after_a_delete),
		handle_test(empty),
		handle_test(aborted),
		handle_test(refused_while_open),
		handle_test(strings_are_copied),
		handle_test(b110_later_ones_find_what_is_made),
		handle_test(what_is_not_made),
		handle_test(deletes_of_what_is_not_made),
		handle_test(renamed_before_it_failed),
		handle_test(stop_on_error),
		handle_test(no_answer),
		handle_test(lost_answers),
		handle_test(send_fails),
		handle_test(strange_numbers),
		handle_test(namespaces_by_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
