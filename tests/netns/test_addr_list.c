/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* B93, B96: lists of addresses: whole, of one link, under change, and what they cost. */
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "support/addrs.h"
#include "support/side.h"
#include "support/test.h"

#define MANY 1000

/* MANY addresses on lo: 10.1.(i / 250).(i % 250 + 1). */
static void fill_lo(struct netcfg *nc)
{
	char address[32];

	for (unsigned int i = 0; i < MANY; i++) {
		snprintf(address, sizeof(address), "10.1.%u.%u/32", i / 250, i % 250 + 1);
		assert_ok(nc, netcfg_addr_add(nc, "lo", address, NULL));
	}
}

/* Each of the MANY is in the list once. How many others there are is given back. */
static size_t check_all_of_lo(struct netcfg_addr_list *list)
{
	struct netcfg_addr_info info = { .size = sizeof(info) };
	bool seen[MANY] = { false };
	size_t others = 0, found = 0;
	unsigned int high, low;

	while (netcfg_addr_list_next(list, &info) == 1) {
		if (sscanf(info.address, "10.1.%u.%u", &high, &low) != 2) {
			others++;
			continue;
		}
		assert_false(seen[high * 250 + low - 1]);
		seen[high * 250 + low - 1] = true;
		assert_int_equal(info.ifindex, 1);
		found++;
	}
	assert_int_equal(found, MANY);
	return others;
}

static void whole_list(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_list *list;
	struct netcfg_stats before;

	pair_make();
	fill_lo(nc);
	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "v1", "fd00::1/64", NULL));
	before = stats_now(nc);
	assert_ok(nc, netcfg_addr_list(nc, NULL, AF_UNSPEC, &list));
	assert_int_equal(check_all_of_lo(list), 2);
	netcfg_addr_list_free(list);
	assert_int_equal(stats_since(nc, &before).lookups, 0);
	assert_in_range(stats_since(nc, &before).dumps, 1, 2);
}

/* What a list of v0 takes. */
static struct netcfg_stats cost_of_list(struct netcfg *nc, int family, size_t expected)
{
	const struct netcfg_stats before = stats_now(nc);

	assert_int_equal(addr_count(nc, "v0", family), expected);
	return stats_since(nc, &before);
}

static void b96_list_of_one_link_costs_what_it_has(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	static const struct {
		int family;
		size_t expected;
	} rows[] = { { AF_INET, 2 }, { AF_INET6, 1 }, { AF_UNSPEC, 3 } };
	struct netcfg_stats alone[ARRAY_SIZE(rows)], crowded;

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.2/24", NULL));
	assert_ok(nc, netcfg_addr_add(nc, "v0", "fd00::1/64", NULL));
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		alone[i] = cost_of_list(nc, rows[i].family, rows[i].expected);

	fill_lo(nc);
	assert_ok(nc, netcfg_addr_add(nc, "v1", "192.0.2.3/24", NULL));
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		crowded = cost_of_list(nc, rows[i].family, rows[i].expected);
		assert_int_equal(crowded.sends, alone[i].sends);
		assert_int_equal(crowded.requests, alone[i].requests);
		assert_int_equal(crowded.replies, alone[i].replies);
		assert_int_equal(crowded.lookups, alone[i].lookups);
		assert_int_equal(crowded.lookups, 1);
		assert_in_range(crowded.dumps, 1, 2);
	}
}

static void b96_each_link_has_its_own(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_info info;
	char name[16], peer[16], address[32];

	for (unsigned int i = 0; i < 60; i++) {
		snprintf(name, sizeof(name), "link%u", i);
		snprintf(peer, sizeof(peer), "peer%u", i);
		snprintf(address, sizeof(address), "10.0.%u.1/24", i);
		assert_ok(nc, netcfg_veth_create(nc, name, peer, NULL, NULL));
		assert_ok(nc, netcfg_addr_add(nc, name, address, NULL));
	}
	for (unsigned int i = 0; i < 60; i++) {
		snprintf(name, sizeof(name), "link%u", i);
		snprintf(peer, sizeof(peer), "peer%u", i);
		snprintf(address, sizeof(address), "10.0.%u.1", i);
		assert_int_equal(addr_count(nc, name, AF_UNSPEC), 1);
		info = addr_get(nc, name, address, 24);
		assert_int_equal(info.ifindex, link_index_here(name));
		assert_string_equal(info.label, name);
		assert_int_equal(addr_count(nc, peer, AF_UNSPEC), 0);
	}
	assert_int_equal(addr_count(nc, NULL, AF_UNSPEC), 60);
}

/* In a child: adds and deletes an address of v1 until it is told to end. */
static int flap(struct side *self, void *arg)
{
	struct pollfd end = { .fd = self->from, .events = POLLIN };
	struct netcfg *nc;

	(void)arg;
	side_check(netcfg_open(&nc) == 0);
	side_check(side_tell(self));
	do {
		side_check(netcfg_addr_add(nc, "v1", "10.9.9.9/24", NULL) == 0);
		side_check(netcfg_addr_delete(nc, "v1", "10.9.9.9/24", NULL) == 0);
	} while (poll(&end, 1, 0) == 0);
	netcfg_close(nc);
	return 0;
}

static void b93_lists_while_addresses_change(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_list *list;
	struct side flapping;

	pair_make();
	fill_lo(nc);
	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL));
	side_start(&flapping, flap, NULL);
	assert_true(side_await(&flapping));
	for (int i = 0; i < 15; i++) {
		int result;

		/* Of one link that does not change: never flagged (addr_count() asserts 0). */
		assert_int_equal(addr_count(nc, "v0", AF_INET), 1);
		assert_int_equal(addr_count(nc, "v0", AF_INET6), 0);
		result = netcfg_addr_list(nc, NULL, AF_INET, &list);
		assert_in_range(result, 0, 1);
		assert_string_equal(netcfg_error_message(nc), "");
		/* What does not change is there each time, flagged or not. */
		assert_in_range(check_all_of_lo(list), 1, 2);
		netcfg_addr_list_free(list);
	}
	assert_true(side_tell(&flapping));
	assert_int_equal(side_end(&flapping), 0);
}

static void b93_list_while_detection_runs(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	char address[32];

	pair_make();
	pair_up();
	for (unsigned int i = 1; i <= 20; i++) {
		snprintf(address, sizeof(address), "fd00::%x", i);
		assert_ok(nc, netcfg_addr_add(nc, "v0", address, NULL));
		addr_get(nc, "v0", address, 128);
	}
}

static void list_is_a_picture(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct netcfg_addr_list *list;

	pair_make();
	assert_ok(nc, netcfg_addr_list(nc, "v0", AF_UNSPEC, &list));
	assert_int_equal(netcfg_addr_list_next(list, &info), 0);
	netcfg_addr_list_free(list);

	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_addr_list(nc, "v0", AF_UNSPEC, &list));
	assert_ok(nc, netcfg_addr_delete(nc, "v0", "192.0.2.1/24", NULL));
	assert_int_equal(netcfg_addr_list_next(list, &info), 1);
	assert_string_equal(info.address, "192.0.2.1");
	assert_int_equal(info.family, AF_INET);
	assert_int_equal(info.reserved, 0);
	assert_int_equal(netcfg_addr_list_next(list, &info), 0);
	assert_int_equal(netcfg_addr_list_next(list, &info), 0);
	netcfg_addr_list_free(list);
	netcfg_addr_list_free(NULL);
}

static void info_size(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct {
		struct netcfg_addr_info info;
		unsigned char tail[40];
	} later;
	struct netcfg_addr_list *list;
	char zero[sizeof(later.tail)] = { 0 };

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_addr_list(nc, "v0", AF_UNSPEC, &list));
	memset(&later, 0x5a, sizeof(later));
	later.info.size = sizeof(later.info) - 1;
	assert_int_equal(netcfg_addr_list_next(list, &later.info), -EINVAL);
	later.info.size = 0;
	assert_int_equal(netcfg_addr_list_next(list, &later.info), -EINVAL);
	assert_int_equal(later.info.address[0], 0x5a);
	assert_int_equal(netcfg_addr_list_next(list, NULL), -EINVAL);
	assert_int_equal(netcfg_addr_list_next(NULL, &later.info), -EINVAL);

	/* None of these took the address away. What the library does not know is zero. */
	later.info.size = sizeof(later);
	assert_int_equal(netcfg_addr_list_next(list, &later.info), 1);
	assert_string_equal(later.info.address, "192.0.2.1");
	assert_int_equal(later.info.size, sizeof(later));
	assert_memory_equal(later.tail, zero, sizeof(zero));
	netcfg_addr_list_free(list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(whole_list),
		sandbox_test(b96_list_of_one_link_costs_what_it_has),
		sandbox_test(b96_each_link_has_its_own),
		sandbox_test(b93_lists_while_addresses_change),
		sandbox_test(b93_list_while_detection_runs),
		sandbox_test(list_is_a_picture),
		sandbox_test(info_size),
	};

	return sandbox_main(tests);
}
