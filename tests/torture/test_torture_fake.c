/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Every verb against the fake kernel, with each allocation, send and receive failing in turn. */
#include "socket.h"
#include "torture/each.h"
#include "torture/lists.h"
#include "unit/support/unit.h"

/* What verbs.c speaks of, and lo, is there: so that each verb gets to its end. */
static void begin(void)
{
	fake_reset();
	fake_ioctl();
	fake_link("lo", 1);
	fake_link("verb-absent", 2);
	fake_kind("veth", 0);
	fake_link("verb-name", INT_MAX);
	fake_kind("veth", 0);
}

static void end(int result, enum inject what)
{
	(void)result;
	(void)what;
	assert_int_equal(fake_open_sockets(), 0);
	fake_reset();
}

/* The fake kernel's own work is not what is to fail; linked with --wrap for these. */

int __real_socket_send(struct socket *s, struct iovec *iov, size_t count);
int __wrap_socket_send(struct socket *s, struct iovec *iov, size_t count);
ssize_t __real_socket_receive(struct socket *s, struct deadline *deadline, bool grow);
ssize_t __wrap_socket_receive(struct socket *s, struct deadline *deadline, bool grow);

int __wrap_socket_send(struct socket *s, struct iovec *iov, size_t count)
{
	int err = -inject_count(INJECT_SEND);

	if (err)
		return err;
	inject_pause();
	err = __real_socket_send(s, iov, count);
	inject_resume();
	return err;
}

ssize_t __wrap_socket_receive(struct socket *s, struct deadline *deadline, bool grow)
{
	ssize_t n = -inject_count(INJECT_RECEIVE);

	if (n)
		return n;
	inject_pause();
	n = __real_socket_receive(s, deadline, grow);
	inject_resume();
	return n;
}

static void every_verb(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < verbs_count; i++) {
		const struct act act = { verbs[i].name, begin, verbs[i].call, end, false };

		each_failure_everywhere(&act);
	}
}

/* Lists that have something in them: all of it, or an error. */

#define ITEMS 40

static void say_parts(int type, void (*make)(struct packet *m, int i))
{
	struct packet m;
	int i;

	fake_answer(type);
	for (i = 1; i <= ITEMS; i++) {
		make(&m, i);
		fake_say(&m);
		if (i % 10 == 0)
			fake_datagram();
	}
	packet_done(&m, 0);
	fake_say(&m);
}

static void make_link(struct packet *m, int i)
{
	packet_link(m, NLM_F_MULTI, ITEMS + 1 - i, "link");
}

static void make_addr(struct packet *m, int i)
{
	const struct ifaddrmsg ifa = { .ifa_family = AF_INET, .ifa_index = (uint32_t)i };

	packet_begin(m, RTM_NEWADDR, NLM_F_MULTI, &ifa, sizeof(ifa));
	packet_attr(m, IFA_LOCAL, "\xc0\0\2\1", 4);
	packet_string(m, IFA_LABEL, "link");
}

static void begin_links(void)
{
	begin();
	say_parts(RTM_GETLINK, make_link);
}

static void begin_addrs(void)
{
	begin();
	say_parts(RTM_GETADDR, make_addr);
}

static int list_addrs(struct netcfg *nc)
{
	return read_addrs(nc, NULL, AF_UNSPEC);
}

/* The kernel's text takes memory too. */
static void begin_refused(void)
{
	begin();
	fake_refuse(RTM_NEWLINK, -EEXIST, "the kernel's text");
	fake_refuse(RTM_DELLINK, -EOPNOTSUPP, "the kernel's text");
}

static int create(struct netcfg *nc)
{
	return netcfg_veth_create(nc, "v0", "v1", LINK_CONFIG(.alias = "a", .master = "lo"),
				  LINK_CONFIG(.flags = NETCFG_LINK_UP, .mtu = 1400));
}

/* So many that names, messages and results need more than the first piece of memory. */
static int many(struct netcfg *nc)
{
	const char *const names[] = { "verb-absent", "verb-name", "verb-absent" };
	static int errors[ARRAY_SIZE(names)]; /* a commit writes to them */
	int i, err = 0;
	char name[16];

	for (i = 0; i < 60 && !err; i++) {
		snprintf(name, sizeof(name), "v%d", i);
		err = netcfg_veth_create(nc, name, "peer", LINK_CONFIG(.master = "verb-absent"),
					 NULL);
		if (!err)
			err = netcfg_addr_add(nc, name, "192.0.2.1/24", NULL);
	}
	return err ? err : netcfg_link_delete_many(nc, names, ARRAY_SIZE(names), errors);
}

static void with_something_to_do(void **state)
{
	static const struct act acts[] = {
		{ "list of links", begin_links, read_links, end, false },
		{ "list of addresses", begin_addrs, list_addrs, end, false },
		{ "create refused", begin_refused, create, end, false },
		{ "create", begin, create, end, false },
		{ "many", begin, many, end, false },
	};
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(acts); i++)
		each_failure_everywhere(&acts[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_verb),
		cmocka_unit_test(with_something_to_do),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
