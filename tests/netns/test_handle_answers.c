/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* B111, B113: each call gets its own answer, and a change is done when it says so. */
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/addrs.h"
#include "support/side.h"
#include "support/test.h"

static void b111_failures_and_successes_by_turns(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL));
	for (uint32_t i = 0; i < 50; i++) {
		assert_errno(nc, netcfg_link_get(nc, "absent", &info), -ENODEV);
		assert_ok(nc, netcfg_link_get(nc, "v0", &info));
		assert_string_equal(info.name, "v0");
		assert_errno(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL), -EEXIST);
		assert_ok(nc, netcfg_link_set_mtu(nc, "v1", 1000 + i));
		assert_errno(nc, netcfg_link_set_mtu(nc, "v1", 1), -EINVAL);
		assert_ok(nc, netcfg_link_get(nc, "v1", &info));
		assert_int_equal(info.mtu, 1000 + i);
		assert_errno(nc, netcfg_addr_delete(nc, "v0", "192.0.2.2/24", NULL),
			     -EADDRNOTAVAIL);
		assert_int_equal(addr_count(nc, "v0", AF_UNSPEC), 1);
		assert_errno(nc, netcfg_veth_create(nc, "v0", "w1", NULL, NULL), -EEXIST);
	}
	assert_int_equal(count_links(), 3);
}

/* The socket of a handle that was opened last: the highest descriptor that is one. */
static int socket_of_last_handle(void)
{
	for (int fd = 255; fd >= 0; fd--) {
		int domain = 0;
		socklen_t length = sizeof(domain);

		if (getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &length) == 0 &&
		    domain == AF_NETLINK)
			return fd;
	}
	return -1;
}

/*
 * Leave answers in the handle's socket that nobody waits for: those to a
 * request for loopback, as if an earlier call had given up waiting for them.
 */
static void leave_late_answers(int fd, int32_t ifindex, uint16_t flags)
{
	const struct {
		struct nlmsghdr header;
		struct ifinfomsg link;
	} request = {
		.header = { .nlmsg_len = sizeof(request),
			    .nlmsg_type = RTM_GETLINK,
			    .nlmsg_flags = (uint16_t)(NLM_F_REQUEST | flags),
			    .nlmsg_seq = 0xfedcba98U },
		.link = { .ifi_family = AF_UNSPEC, .ifi_index = ifindex },
	};

	assert_int_equal(send(fd, &request, sizeof(request), 0), sizeof(request));
}

static void b111_late_answers_are_dropped(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };
	const int fd = socket_of_last_handle();

	assert_true(fd >= 0);
	pair_make();
	/* An answer and an ack; an error. */
	leave_late_answers(fd, 1, NLM_F_ACK);
	assert_ok(nc, netcfg_link_get(nc, "v0", &info));
	assert_string_equal(info.name, "v0");
	leave_late_answers(fd, 12345, 0);
	assert_ok(nc, netcfg_link_set_mtu(nc, "v0", 1400));
	leave_late_answers(fd, 1, NLM_F_ACK);
	assert_errno(nc, netcfg_link_set_mtu(nc, "absent", 1400), -ENODEV);
	leave_late_answers(fd, 1, NLM_F_ACK);
	leave_late_answers(fd, 12345, NLM_F_ACK);
	leave_late_answers(fd, 1, NLM_F_ACK);
	assert_errno(nc, netcfg_addr_delete(nc, "v0", "192.0.2.1/24", NULL), -EADDRNOTAVAIL);
	leave_late_answers(fd, 1, NLM_F_ACK);
	assert_int_equal(addr_count(nc, NULL, AF_UNSPEC), 0);
	assert_ok(nc, netcfg_link_get(nc, "v0", &info));
	assert_int_equal(info.mtu, 1400);
}

/* Others may write to the port of a handle; only the kernel's answers count. */
static void answers_from_a_process_are_dropped(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int fd = socket_of_last_handle();
	struct sockaddr_nl to = { .nl_family = AF_NETLINK };
	socklen_t length = sizeof(to);
	struct {
		struct nlmsghdr header;
		struct nlmsgerr error;
	} forged = {
		.header = { .nlmsg_len = sizeof(forged), .nlmsg_type = NLMSG_ERROR },
		.error = { .error = -EPROTO },
	};
	int own;

	assert_int_equal(getsockname(fd, (struct sockaddr *)&to, &length), 0);
	own = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
	assert_true(own >= 0);
	forged.header.nlmsg_pid = to.nl_pid;
	to.nl_groups = 0;
	/* Whatever the next number is, it is among these. */
	for (uint32_t seq = 0; seq < 64; seq++) {
		forged.header.nlmsg_seq = seq;
		/* Refused by the kernel, or delivered: then the library has to tell. */
		if (sendto(own, &forged, sizeof(forged), 0, (const struct sockaddr *)&to,
			   sizeof(to)) < 0)
			assert_int_equal(errno, ECONNREFUSED);
	}
	close(own);
	assert_ok(nc, netcfg_link_set_up(nc, "lo"));
	assert_errno(nc, netcfg_link_set_up(nc, "absent"), -ENODEV);
}

static size_t count_listed(struct netcfg *nc)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;
	size_t count = 0;

	assert_ok(nc, netcfg_link_list(nc, NULL, &list));
	while (netcfg_link_list_next(list, &info) == 1)
		count++;
	netcfg_link_list_free(list);
	return count;
}

static void b111_no_time_to_wait(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_list *const untouched = (struct netcfg_link_list *)&nc;
	char name[16], peer[16];

	for (unsigned int i = 0; i < 150; i++) {
		snprintf(name, sizeof(name), "a%u", i);
		snprintf(peer, sizeof(peer), "b%u", i);
		assert_ok(nc, netcfg_veth_create(nc, name, peer, NULL, NULL));
	}
	for (int i = 0; i < 20; i++) {
		struct netcfg_link_list *list = untouched;
		int result;

		assert_ok(nc, netcfg_set_timeout(nc, i % 2));
		result = netcfg_link_list(nc, NULL, &list);
		if (result < 0) {
			assert_int_equal(result, -ETIMEDOUT);
			assert_ptr_equal(list, untouched);
		} else {
			netcfg_link_list_free(list);
		}
		assert_ok(nc, netcfg_set_timeout(nc, 30000));
		assert_int_equal(count_listed(nc), 301);
		assert_errno(nc, netcfg_link_set_up(nc, "absent"), -ENODEV);
	}
}

/* Every change that the kernel refuses is told, and every one that is told done is there. */
static void b113_no_change_is_taken_on_trust(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg *other;

	assert_ok(NULL, netcfg_open(&other));
	assert_ok(nc, netcfg_veth_create(nc, "v0", "v1", NULL, NULL));
	assert_ok(other, netcfg_link_get(other, "v1", &info));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL));
	addr_get(other, "v0", "192.0.2.1", 24);
	assert_ok(nc, netcfg_link_rename(nc, "v1", "w1"));
	assert_ok(other, netcfg_link_get(other, "w1", &info));

	assert_errno(nc, netcfg_veth_create(nc, "v0", "x1", NULL, NULL), -EEXIST);
	assert_errno(nc, netcfg_link_rename(nc, "v0", "w1"), -EEXIST);
	assert_errno(nc, netcfg_link_set_mtu(nc, "v0", 67), -EINVAL);
	assert_errno(nc, netcfg_link_set_master(nc, "v0", "w1"), -EOPNOTSUPP);
	assert_errno(nc, netcfg_link_delete(nc, "lo"), -EOPNOTSUPP);
	assert_errno(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL), -EEXIST);
	assert_errno(nc, netcfg_addr_add(nc, "v0", "ff02::1/64", NULL), -EADDRNOTAVAIL);
	assert_errno(nc, netcfg_addr_delete(nc, "v0", "192.0.2.9/24", NULL), -EADDRNOTAVAIL);
	assert_ok(other, netcfg_link_get(other, "v0", &info));
	assert_int_equal(info.mtu, 1500);
	assert_int_equal(addr_count(other, "v0", AF_UNSPEC), 1);

	assert_ok(nc, netcfg_link_delete(nc, "v0"));
	assert_errno(other, netcfg_link_get(other, "w1", &info), -ENODEV);
	netcfg_close(other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b111_failures_and_successes_by_turns),
		sandbox_test(b111_late_answers_are_dropped),
		sandbox_test(answers_from_a_process_are_dropped),
		sandbox_test(b111_no_time_to_wait),
		sandbox_test(b113_no_change_is_taken_on_trust),
	};

	return side_main(tests);
}
