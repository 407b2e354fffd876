/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lists of very many, of very large, and of what changes meanwhile: whole or an error. */
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/addrs.h"
#include "support/side.h"
#include "support/test.h"

/* Pairs "nearI" and "farI", in one batch. */
static void make_pairs(struct netcfg *nc, int count)
{
	const struct netcfg_link_config *queues =
		LINK_CONFIG(.num_tx_queues = 1, .num_rx_queues = 1);
	char near[16], far[16];

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < count; i++) {
		snprintf(near, sizeof(near), "near%d", i);
		snprintf(far, sizeof(far), "far%d", i);
		assert_ok(nc, netcfg_veth_create(nc, near, far, queues, queues));
	}
	assert_ok(nc, netcfg_batch_commit(nc));
}

/*
 * Each end of the pairs must be in a list once; in one that stayed interrupted an end may be
 * missing (6.1 counts places in a list that others change). How many other links are in it is given
 * back.
 */
static int check_pairs(struct netcfg_link_list *list, int count, bool interrupted)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	bool *seen = calloc(2 * (size_t)count, sizeof(*seen));
	int last = 0, found = 0, others = 0, number;

	assert_non_null(seen);
	while (netcfg_link_list_next(list, &info) == 1) {
		const bool far = sscanf(info.name, "far%d", &number) == 1;

		assert_true(info.ifindex > last);
		last = info.ifindex;
		if (!far && sscanf(info.name, "near%d", &number) != 1) {
			others++;
			continue;
		}
		assert_in_range(number, 0, count - 1);
		assert_false(seen[2 * number + far]);
		seen[2 * number + far] = true;
		assert_string_equal(info.kind, "veth");
		found++;
	}
	netcfg_link_list_free(list);
	free(seen);
	assert_in_range(found, interrupted ? count : 2 * count, 2 * count);
	return others;
}

/* In a child: makes and deletes a pair until it is told to end. */
static int flap(struct side *self, void *arg)
{
	struct pollfd end = { .fd = self->from, .events = POLLIN };
	struct netcfg *nc;

	(void)arg;
	side_check(netcfg_open(&nc) == 0);
	side_check(side_tell(self));
	do {
		side_check(netcfg_veth_create(nc, "comes", "goes", NULL, NULL) == 0);
		side_check(netcfg_link_delete(nc, "comes") == 0);
	} while (poll(&end, 1, 0) == 0);
	netcfg_close(nc);
	return 0;
}

/* As long as it takes to see the kernel say "interrupted"; what stays is in each list. */
static void b92_links_while_others_change(void **state)
{
	enum { PAIRS = 500, LISTS = 20, LISTS_MAX = 1000 };
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_list *list;
	struct netcfg_stats before, delta = { 0 };
	struct side flapping;
	int i, result;

	make_pairs(nc, PAIRS);
	side_start(&flapping, flap, NULL);
	assert_true(side_await(&flapping));
	before = stats_now(nc);
	for (i = 0; i < LISTS || (delta.dumps == (uint64_t)i && i < LISTS_MAX); i++) {
		result = netcfg_link_list(nc, NULL, &list);
		assert_in_range(result, 0, 1);
		assert_string_equal(netcfg_error_message(nc), "");
		assert_in_range(check_pairs(list, PAIRS, result == 1), 1,
				3); /* lo, and perhaps the others' */
		delta = stats_since(nc, &before);
	}
	assert_true(side_tell(&flapping));
	assert_int_equal(side_end(&flapping), 0);
	assert_true(delta.dumps > (uint64_t)i);       /* some were asked for again */
	assert_true(delta.dumps <= 10 * (uint64_t)i); /* and not for ever */
}

/* The handle's socket is the only one of its kind in this process. */
static int netlink_socket(void)
{
	int fd, domain;
	socklen_t len = sizeof(domain);

	for (fd = 3; fd < 100; fd++) {
		if (getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &len) == 0 &&
		    domain == AF_NETLINK)
			return fd;
	}
	fail_msg("there is no netlink socket");
	return -1;
}

/* Whatever the buffer, all or an error; and with the buffer back, all. */
static void b95_receive_buffers_too_small(void **state)
{
	enum { PAIRS = 200 };
	static const int sizes[] = { 0, 4096, 16384, 65536, 262144 };
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_list *const untouched = (void *)nc;
	struct netcfg_link_list *list;

	make_pairs(nc, PAIRS);
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		int result;

		assert_int_equal(setsockopt(netlink_socket(), SOL_SOCKET, SO_RCVBUF, &sizes[i],
					    sizeof(sizes[i])),
				 0);
		list = untouched;
		result = netcfg_link_list(nc, NULL, &list);
		if (result < 0)
			assert_ptr_equal(list, untouched);
		else
			assert_int_equal(check_pairs(list, PAIRS, false), 1);
	}
	assert_ok(nc, netcfg_link_list(nc, NULL, &list));
	assert_int_equal(check_pairs(list, PAIRS, false), 1);
}

#define ALTNAMES 200

/* The longest that there are, 127 bytes. */
static void altname(char text[128], int link, int i)
{
	snprintf(text, 128, "%c%0123d%03d", 'a' + link, 0, i);
}

static void add_altnames(const char *name, int link)
{
	FILE *lines = fopen("/run/lines", "we");
	char text[128];

	assert_non_null(lines);
	for (int i = 0; i < ALTNAMES; i++) {
		altname(text, link, i);
		fprintf(lines, "link property add dev %s altname %s\n", name, text);
	}
	assert_int_equal(fclose(lines), 0);
	sh_ok("ip -batch /run/lines");
}

/* One link takes 26 KiB of an answer, some together more than a socket's buffer. */
static void altnames_by_the_hundred(void **state)
{
	enum { LINKS = 6 };
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };
	const char *names[LINKS];
	char near[LINKS][16], text[128];
	int errors[LINKS];

	make_pairs(nc, 10);
	for (int i = 0; i < LINKS; i++) {
		snprintf(near[i], sizeof(near[i]), "near%d", i);
		names[i] = near[i];
		add_altnames(near[i], i);
	}
	for (int i = 0; i < LINKS; i++) {
		struct netcfg_link_list *list;

		altname(text, i, ALTNAMES - 1);
		assert_ok(nc, netcfg_link_get(nc, text, &info));
		assert_string_equal(info.name, near[i]);
		assert_int_equal(netcfg_link_index(nc, text), info.ifindex);
		assert_ok(nc, netcfg_link_get_by_index(nc, info.ifindex, &info));
		assert_string_equal(info.name, near[i]);
		assert_ok(nc, netcfg_link_set_mtu(nc, text, 1400));
		assert_ok(nc, netcfg_addr_add(nc, text, "192.0.2.1/24", NULL));
		assert_int_equal(addr_count(nc, text, AF_INET), 1);
		assert_errno(nc, netcfg_veth_create(nc, near[i], "new", NULL, NULL), -EEXIST);
		assert_ok(nc, netcfg_link_list(nc, NULL, &list));
		assert_int_equal(check_pairs(list, 10, false), 1);
	}
	/* Reads all of them at once. */
	assert_ok(nc, netcfg_link_delete_many(nc, names, LINKS, errors));
	assert_int_equal(count_links(), 1 + 20 - 2 * LINKS);
}

/* What is filtered by the kernel does not come: a list costs what is in it. */
static void b96_filtered_by_the_kernel(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_list *list;
	struct netcfg_stats before, delta;
	const struct netcfg_link_filter *filters[] = {
		LINK_FILTER(.kind = "bridge"), LINK_FILTER(.master = "br0"),
		LINK_FILTER(.kind = "bridge", .master = "br0")
	};
	const int expected[] = { 1, 2, 0 };

	make_pairs(nc, 300);
	sh_ok("ip link add br0 type bridge");
	sh_ok("ip link add p0 type veth peer name p1");
	sh_ok("ip link set p0 master br0; ip link set p1 master br0");
	for (size_t i = 0; i < ARRAY_SIZE(filters); i++) {
		struct netcfg_link_info info = { .size = sizeof(info) };
		int count = 0;

		before = stats_now(nc);
		assert_ok(nc, netcfg_link_list(nc, filters[i], &list));
		delta = stats_since(nc, &before);
		while (netcfg_link_list_next(list, &info) == 1)
			count++;
		netcfg_link_list_free(list);
		assert_int_equal(count, expected[i]);
		assert_true(delta.replies <= delta.dumps * (uint64_t)(expected[i] + 1));
	}
	/* A kind that the kernel does not know is no filter to it: all come, and are filtered here.
	 */
	assert_ok(nc, netcfg_link_list(nc, LINK_FILTER(.kind = "nosuchkind"), &list));
	assert_int_equal(netcfg_link_list_next(list,
					       &(struct netcfg_link_info){
						       .size = sizeof(struct netcfg_link_info) }),
			 0);
	netcfg_link_list_free(list);
}

static void b121_two_thousand_pairs(void **state)
{
	enum { PAIRS = 2000 };
	static const char *names[PAIRS];
	static char near[PAIRS][16];
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;
	struct netcfg_stats before, delta;

	make_pairs(nc, PAIRS);
	before = stats_now(nc);
	assert_ok(nc, netcfg_link_list(nc, NULL, &list));
	delta = stats_since(nc, &before);
	assert_int_equal(delta.sends, delta.dumps);
	assert_int_equal(delta.lookups, 0);
	assert_int_equal(check_pairs(list, PAIRS, false), 1);
	for (int i = 0; i < PAIRS; i++) {
		snprintf(near[i], sizeof(near[i]), "near%d", i);
		names[i] = near[i];
	}
	assert_cost(nc, netcfg_link_get(nc, names[0], &info), 1, 0);
	assert_cost(nc, netcfg_link_get(nc, names[PAIRS - 1], &info), 1, 0);
	assert_cost(nc, netcfg_link_delete(nc, names[0]), 1, 0);
	assert_cost(nc, netcfg_link_delete(nc, names[PAIRS - 1]), 1, 0);
	assert_ok(nc, netcfg_link_delete_many(nc, names + 1, PAIRS - 2, NULL));
	assert_int_equal(count_links(), 1);
}

static void b122_five_thousand_addresses(void **state)
{
	enum { ADDRS = 5000 };
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct netcfg_addr_list *list;
	struct netcfg_stats before, delta;
	static bool seen[ADDRS];
	unsigned int high, low, found = 0, others = 0;
	char address[32];

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL));
	before = stats_now(nc);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (unsigned int i = 0; i < ADDRS; i++) {
		snprintf(address, sizeof(address), "10.1.%u.%u/32", i / 250, i % 250);
		assert_ok(nc, netcfg_addr_add(nc, "lo", address, NULL));
	}
	assert_ok(nc, netcfg_batch_commit(nc));
	delta = stats_since(nc, &before);
	assert_int_equal(delta.lookups, 1);
	assert_int_equal(delta.dumps, 0);

	memset(seen, 0, sizeof(seen));
	assert_ok(nc, netcfg_addr_list(nc, NULL, AF_UNSPEC, &list));
	while (netcfg_addr_list_next(list, &info) == 1) {
		if (sscanf(info.address, "10.1.%u.%u", &high, &low) != 2) {
			others++;
			continue;
		}
		assert_false(seen[high * 250 + low]);
		seen[high * 250 + low] = true;
		found++;
	}
	netcfg_addr_list_free(list);
	assert_int_equal(found, ADDRS);
	assert_int_equal(others, 1);

	before = stats_now(nc);
	assert_int_equal(addr_count(nc, "v0", AF_UNSPEC), 1);
	delta = stats_since(nc, &before);
	assert_true(delta.replies <= 4); /* the address and the end of it, for each family */
	assert_int_equal(addr_count(nc, "lo", AF_UNSPEC), ADDRS);
	assert_int_equal(netcfg_addr_flush(nc, "lo", AF_INET), ADDRS);
	assert_int_equal(addr_count(nc, NULL, AF_UNSPEC), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b92_links_while_others_change),
		sandbox_test(b95_receive_buffers_too_small),
		sandbox_test(altnames_by_the_hundred),
		sandbox_test(b96_filtered_by_the_kernel),
		sandbox_test(b121_two_thousand_pairs),
		sandbox_test(b122_five_thousand_addresses),
	};

	return sandbox_main(tests);
}
