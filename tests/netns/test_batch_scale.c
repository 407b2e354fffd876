/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Batches of any size: order, memory, and sends that fit the socket's buffers. */
#include <stdlib.h>
#include <sys/socket.h>

#include "support/addrs.h"
#include "support/batch_links.h"
#include "support/test.h"

#define MANY 100000

/* B108: in the order in which they were queued, which is the order of the list. */
static void b108_order(void **state)
{
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_stats before, delta;
	struct netcfg_addr_list *list;
	char address[32];

	pair_make();
	before = stats_now(nc);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 6000; i++) {
		snprintf(address, sizeof(address), "10.0.%d.%d/32", i / 250, i % 250 + 1);
		assert_ok(nc, netcfg_addr_add(nc, "v0", address, NULL));
	}
	assert_int_equal(stats_since(nc, &before).sends, 0);
	assert_ok(nc, netcfg_batch_commit(nc));
	delta = stats_since(nc, &before);
	assert_int_equal(delta.requests, 6000);
	assert_int_equal(delta.lookups, 1);
	assert_int_equal(delta.dumps, 0);
	assert_true(delta.sends <= 60);
	assert_ok(nc, netcfg_addr_list(nc, "v0", AF_INET, &list));
	for (int i = 0; i < 6000; i++) {
		snprintf(address, sizeof(address), "10.0.%d.%d", i / 250, i % 250 + 1);
		assert_int_equal(netcfg_addr_list_next(list, &info), 1);
		assert_string_equal(info.address, address);
	}
	assert_int_equal(netcfg_addr_list_next(list, &info), 0);
	netcfg_addr_list_free(list);
}

/* The last of each kind wins, whatever came between. */
static void order_of_changes(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	char alias[32];

	pair_make();
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 3000; i++) {
		snprintf(alias, sizeof(alias), "number %d", i);
		assert_ok(nc,
			  netcfg_link_set(nc, i % 2 ? "v0" : "v1", LINK_CONFIG(.alias = alias)));
		if (i % 10 == 0)
			assert_ok(nc, netcfg_addr_add(nc, "v0", "192.0.2.1/24", NULL));
		if (i % 10 == 5)
			assert_ok(nc, netcfg_addr_delete(nc, "v0", "192.0.2.1/24", NULL));
		if (i % 10 == 7)
			assert_ok(nc, netcfg_addr_flush(nc, "v0", AF_INET));
	}
	assert_ok(nc, netcfg_batch_commit(nc));
	assert_link(-1, "v0", "ifalias", "\"number 2999\"");
	assert_link(-1, "v1", "ifalias", "\"number 2998\"");
	assert_int_equal(addr_count(nc, "v0", AF_INET), 0);
}

/* Of this process, in bytes. */
static long memory_used(void)
{
	FILE *file = fopen("/proc/self/status", "re");
	char line[128];
	long kib = -1;

	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "VmRSS: %ld kB", &kib) == 1)
			break;
	}
	fclose(file);
	assert_true(kib > 0);
	return kib * 1024;
}

/*
 * Changes by name, addresses, and creates that fail for want of a namespace.
 * Nothing that is looked up in vain: the kernel may start modprobe for that.
 */
static void queue(struct netcfg *nc, int i, int count)
{
	char text[32];

	snprintf(text, sizeof(text), "n%d", i);
	/* Together: what cannot be sent has what is before it sent first. */
	if (i < count / 4) {
		assert_ok(nc,
			  netcfg_veth_create(nc, text, text, NULL, LINK_CONFIG(.netns = "absent")));
		return;
	}
	snprintf(text, sizeof(text), "10.0.0.%d/32", i % 250 + 1);
	if (i % 3 == 0)
		assert_ok(nc, netcfg_addr_replace(nc, "lo", text, NULL));
	else
		assert_ok(nc, netcfg_link_set_mtu(nc, "lo", 1500));
}

/* The longest of these messages is that of the create, and has no more than so many bytes. */
#define MESSAGE_MAX 160
#define EXTRA_MAX   512

static void hundred_thousand(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const long before = memory_used();
	struct netcfg_stats stats = stats_now(nc);

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < MANY; i++)
		queue(nc, i, MANY);
	assert_ok(nc, netcfg_link_set_mtu(nc, "lo", 1499));
	assert_int_equal(netcfg_batch_count(nc), MANY + 1);
	print_message("%ld bytes for each that is queued\n", (memory_used() - before) / MANY);
	assert_true((memory_used() - before) / MANY <= MESSAGE_MAX + EXTRA_MAX);
	assert_int_equal(stats_since(nc, &stats).sends, 0);
	assert_int_equal(netcfg_batch_commit(nc), MANY / 4);
	stats = stats_since(nc, &stats);
	/* What has nowhere to go is not sent. */
	assert_int_equal(stats.requests, MANY / 4 * 3 + 1);
	assert_int_equal(stats.lookups, 1);
	assert_true(stats.sends < 1000);
	assert_int_equal(stats.dumps, 0);
	for (int i = 0; i < MANY; i++)
		assert_position(nc, i, i < MANY / 4 ? -ENOENT : 0);
	assert_link(-1, "lo", "mtu", "1499");
	assert_int_equal(addr_count(nc, "lo", AF_INET), 250);
}

/* What watches memory does not give it back at once: so much of what is freed it keeps. */
#if defined(__SANITIZE_ADDRESS__)
#define KEPT_MAX (256L << 20)
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KEPT_MAX (256L << 20)
#endif
#endif
#ifndef KEPT_MAX
#define KEPT_MAX (24L << 20)
#endif

/* However many batches there are one after the other, they take no more than a few. */
static void memory_is_used_again(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	long first = 0;

	for (int round = 0; round < 40; round++) {
		assert_ok(nc, netcfg_batch_begin(nc, 0));
		for (int i = 0; i < 10000; i++)
			queue(nc, i, 10000);
		if (round % 10 == 0)
			assert_int_equal(netcfg_batch_commit(nc), 2500);
		else
			netcfg_batch_abort(nc);
		if (round == 1)
			first = memory_used();
	}
	/* All of it together is above 100 MiB. */
	assert_true(memory_used() - first < KEPT_MAX + 10000L * 512);
}

/* Requests of 300 bytes and more: their length bounds a send too. */
static void long_requests(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const int count = 2000;
	char alias[256];
	struct netcfg_stats before = stats_now(nc);

	pair_make();
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < count; i++) {
		memset(alias, 'a' + i % 26, sizeof(alias) - 1);
		alias[sizeof(alias) - 1] = '\0';
		assert_ok(nc, netcfg_link_set(nc, i == 777 ? "nobody" : "v0",
					      LINK_CONFIG(.alias = alias)));
	}
	assert_int_equal(netcfg_batch_commit(nc), 1);
	for (int i = 0; i < count; i++)
		assert_position(nc, i, i == 777 ? -ENODEV : 0);
	assert_int_equal(stats_since(nc, &before).requests, count);
	sh_ok("ip link show dev v0 | grep -q 'alias x\\{255\\}$'");
}

/* The longest there are, 4 KiB each: more than the largest send for all of them. */
static void longest_requests(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	static struct netcfg_vlan_priority egress[256];
	struct netcfg_stats before;
	struct names names;

	need_kind("vlan");
	pair_make();
	for (size_t i = 0; i < ARRAY_SIZE(egress); i++) {
		egress[i].from = (uint32_t)i;
		egress[i].to = (uint32_t)i % 8;
	}
	names_make(&names, "w", 100);
	before = stats_now(nc);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 100; i++)
		assert_ok(nc, netcfg_vlan_create(nc, names.list[i], "v0", i % 50 == 49 ? 1 : i + 1,
						 VLAN_CONFIG(.egress = egress,
							     .egress_count = ARRAY_SIZE(egress)),
						 NULL));
	assert_int_equal(netcfg_batch_commit(nc), 2);
	for (int i = 0; i < 100; i++)
		assert_position(nc, i, i % 50 == 49 ? -EEXIST : 0);
	assert_int_equal(names_here(&names), 98);
	names_free(&names);
	assert_in_range(stats_since(nc, &before).sends, 3, 100);
}

/* Creates, which the kernel answers at length if the cache is to know them. */
static void creates_with_the_cache(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_stats before;
	char name[16];

	assert_ok(nc, netcfg_cache_enable(nc));
	pairs_make(nc, "a", 300);
	assert_int_equal(count_links(), 601);
	before = stats_now(nc);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (int i = 0; i < 300; i++) {
		snprintf(name, sizeof(name), "a%d", i);
		assert_ok(nc, netcfg_addr_add(nc, name, "192.0.2.1/32", NULL));
	}
	assert_ok(nc, netcfg_batch_commit(nc));
	/* Told by the creates from Linux 6.2 on. */
	assert_int_equal(stats_since(nc, &before).lookups + stats_since(nc, &before).cache_hits,
			 300);
	assert_true(stats_since(nc, &before).cache_hits % 300 == 0);
	for (int i = 0; i < 300; i += 33) {
		snprintf(name, sizeof(name), "a%d", i);
		assert_int_equal(addr_count(nc, name, AF_INET), 1);
	}
	/* In the guest a delete of so many singly would be long. */
	sh_ok("ip link set dev a0 group 5");
	assert_ok(nc, netcfg_link_delete_group(nc, 5));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b108_order),
		sandbox_test(order_of_changes),
		sandbox_test(hundred_thousand),
		sandbox_test(memory_is_used_again),
		sandbox_test(long_requests),
		sandbox_test(longest_requests),
		sandbox_test(creates_with_the_cache),
	};

	return sandbox_main(tests);
}
