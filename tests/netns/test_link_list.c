/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lists of links: all, by kind, by master, up; many; and the sizes of the structs. */
#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

/* A list must hold exactly these names, in the order of their ifindexes, each once. */
static void assert_names(struct netcfg *nc, const struct netcfg_link_filter *filter,
			 const char *expected)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list = NULL;
	char names[1024] = "";
	int last = 0;

	assert_ok(nc, netcfg_link_list(nc, filter, &list));
	assert_non_null(list);
	while (netcfg_link_list_next(list, &info) == 1) {
		strcat(names, info.name);
		strcat(names, " ");
		assert_true(info.ifindex > last);
		last = info.ifindex;
	}
	assert_int_equal(netcfg_link_list_next(list, &info), 0);
	assert_int_equal(netcfg_link_list_next(list, &info), 0);
	netcfg_link_list_free(list);
	assert_string_equal(names, expected);
}

/* Indexes are given so that the order of making is not the order of the list. */
static void make_links(void)
{
	sh_ok("ip link add v0 index 20 type veth peer name v1 index 10");
	sh_ok("ip link add br0 index 5 type bridge");
	sh_ok("ip link add w0 index 8 type veth peer name w1 index 30");
	sh_ok("ip link set v0 master br0 up");
	sh_ok("ip link set w1 master br0");
	sh_ok("ip link set w0 up");
}

static void test_filters(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const uint32_t up = NETCFG_LINK_FILTER_UP;

	make_links();
	assert_names(nc, NULL, "lo br0 w0 v1 v0 w1 ");
	assert_names(nc, LINK_FILTER(.kind = NULL), "lo br0 w0 v1 v0 w1 ");
	assert_names(nc, LINK_FILTER(.kind = "veth"), "w0 v1 v0 w1 ");
	assert_names(nc, LINK_FILTER(.kind = "bridge"), "br0 ");
	assert_names(nc, LINK_FILTER(.kind = "nosuchkind"), "");
	assert_names(nc, LINK_FILTER(.kind = "vet"), "");
	assert_names(nc, LINK_FILTER(.kind = "vethx"), "");
	assert_names(nc, LINK_FILTER(.master = "br0"), "v0 w1 ");
	assert_names(nc, LINK_FILTER(.flags = up), "w0 v0 ");
	assert_names(nc, LINK_FILTER(.kind = "veth", .master = "br0"), "v0 w1 ");
	assert_names(nc, LINK_FILTER(.kind = "bridge", .master = "br0"), "");
	assert_names(nc, LINK_FILTER(.kind = "veth", .flags = up), "w0 v0 ");
	assert_names(nc, LINK_FILTER(.master = "br0", .flags = up), "v0 ");
	assert_names(nc, LINK_FILTER(.kind = "veth", .master = "br0", .flags = up), "v0 ");
	/* One that has no ports, as it cannot have any. */
	assert_names(nc, LINK_FILTER(.master = "v0"), "");
	assert_names(nc, LINK_FILTER(.master = "lo"), "");
}

static void test_bad_filters(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_list *list = NULL;

	make_links();
	assert_errno(nc, netcfg_link_list(nc, LINK_FILTER(.master = "absent"), &list), -ENODEV);
	assert_message_has(nc, "\"absent\"");
	assert_unsent(nc, netcfg_link_list(nc, LINK_FILTER(.master = ""), &list), -EINVAL);
	assert_unsent(nc, netcfg_link_list(nc, LINK_FILTER(.flags = 1u << 1), &list), -EINVAL);
	assert_unsent(nc, netcfg_link_list(nc, LINK_FILTER(.flags = 1u << 31), &list), -EINVAL);
	assert_unsent(nc, netcfg_link_list(nc, NULL, NULL), -EINVAL);
	assert_null(list);
}

static void test_filter_sizes(void **state)
{
	static const size_t small[] = { 0, 1, sizeof(size_t),
					sizeof(struct netcfg_link_filter) - 1 };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_list *list = NULL;
	struct {
		struct netcfg_link_filter known;
		unsigned char tail[16];
	} filter;

	make_links();
	memset(&filter, 0, sizeof(filter));
	for (size_t i = 0; i < ARRAY_SIZE(small); i++) {
		filter.known.size = small[i];
		assert_unsent(nc, netcfg_link_list(nc, &filter.known, &list), -EINVAL);
	}
	filter.known.size = sizeof(filter);
	filter.known.kind = "bridge";
	assert_names(nc, &filter.known, "br0 ");
	for (size_t i = 0; i < sizeof(filter.tail); i++) {
		memset(filter.tail, 0, sizeof(filter.tail));
		filter.tail[i] = 0x80;
		assert_unsent(nc, netcfg_link_list(nc, &filter.known, &list), -E2BIG);
	}
	assert_null(list);
}

/* The caller's struct may be newer than the library, but not older than its first release. */
static void test_info_sizes(void **state)
{
	static const size_t small[] = { 0, 1, sizeof(size_t), sizeof(struct netcfg_link_info) - 1 };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_list *list;
	struct {
		struct netcfg_link_info known;
		unsigned char tail[16];
		unsigned char beyond[8];
	} info;

	assert_ok(nc, netcfg_link_list(nc, NULL, &list));
	for (size_t i = 0; i < ARRAY_SIZE(small); i++) {
		memset(&info, 0x55, sizeof(info));
		info.known.size = small[i];
		assert_int_equal(netcfg_link_list_next(list, &info.known), -EINVAL);
		assert_int_equal(info.known.name[0], 0x55);
	}
	assert_int_equal(netcfg_link_list_next(list, NULL), -EINVAL);
	assert_int_equal(netcfg_link_list_next(NULL, &info.known), -EINVAL);
	memset(&info, 0x55, sizeof(info));
	info.known.size = sizeof(info.known) + sizeof(info.tail);
	/* What was refused took nothing from the list. */
	assert_int_equal(netcfg_link_list_next(list, &info.known), 1);
	assert_string_equal(info.known.name, "lo");
	assert_int_equal(info.known.size, sizeof(info.known) + sizeof(info.tail));
	for (size_t i = 0; i < sizeof(info.tail); i++)
		assert_int_equal(info.tail[i], 0);
	for (size_t i = 0; i < sizeof(info.beyond); i++)
		assert_int_equal(info.beyond[i], 0x55);
	netcfg_link_list_free(list);
	netcfg_link_list_free(NULL);
}

/* A list is of its moment, and lives without its handle's further calls. */
static void test_list_is_a_snapshot(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_list *first;
	struct netcfg_link_list *second;
	struct netcfg_link_info info = { .size = sizeof(info) };
	int count = 0;

	make_links();
	assert_ok(nc, netcfg_link_list(nc, NULL, &first));
	assert_ok(nc, netcfg_link_list(nc, NULL, &second));
	assert_ok(nc, netcfg_link_delete(nc, "v0"));
	while (netcfg_link_list_next(first, &info) == 1)
		count++;
	assert_int_equal(count, 6);
	assert_int_equal(netcfg_link_list_next(second, &info), 1);
	assert_string_equal(info.name, "lo");
	netcfg_link_list_free(first);
	netcfg_link_list_free(second);
}

/* One request, however many links there are; one look-up more for a master. */
static void test_cost(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_list *list;
	struct netcfg_stats before;
	struct netcfg_stats delta;

	make_links();
	before = stats_now(nc);
	assert_ok(nc, netcfg_link_list(nc, LINK_FILTER(.master = "br0"), &list));
	netcfg_link_list_free(list);
	delta = stats_since(nc, &before);
	assert_int_equal(delta.lookups, 1);
	/* More than one only if links change meanwhile, as a bridge's do when it comes up. */
	assert_true(delta.dumps >= 1);
	assert_int_equal(delta.requests, delta.dumps);
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* More than one datagram's worth, with none lost or doubled. */
static void test_many(void **state)
{
	enum { PAIRS = 300 };
	static char names[2 * PAIRS + 1][NETCFG_LINK_NAME_SIZE];
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;
	size_t count = 0;
	int last = 0;

	for (int i = 0; i < PAIRS; i++) {
		char near[16];
		char far[16];

		snprintf(near, sizeof(near), "near%d", i);
		snprintf(far, sizeof(far), "far%d", i);
		assert_ok(nc, netcfg_veth_create(nc, near, far, LINK_CONFIG(.alias = near), NULL));
	}
	assert_ok(nc, netcfg_link_list(nc, NULL, &list));
	while (netcfg_link_list_next(list, &info) == 1) {
		assert_true(count < ARRAY_SIZE(names));
		assert_true(info.ifindex > last);
		last = info.ifindex;
		memcpy(names[count++], info.name, sizeof(info.name));
		assert_string_equal(info.alias, strncmp(info.name, "near", 4) ? "" : info.name);
	}
	netcfg_link_list_free(list);
	assert_int_equal(count, ARRAY_SIZE(names));
	qsort(names, count, sizeof(names[0]), compare_names);
	for (size_t i = 1; i < count; i++)
		assert_string_not_equal(names[i - 1], names[i]);
}

/* B98: a bridge and its ports are told about in other families too; that is not another link. */
static void test_b98_one_entry_per_ifindex(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	/* Not every kernel has it. */
	sh("ip link set br0 type bridge vlan_filtering 1");
	sh_ok("ip link set br0 up; ip link set v1 up; ip link set w1 up");
	sh_ok("ip addr add 2001:db8::1/64 dev br0; ip addr add 2001:db8::2/64 dev v0");
	/* Where there is such a command; the ports are in a VLAN of their own anyway. */
	sh("bridge vlan add dev br0 vid 3 self");
	assert_names(nc, NULL, "lo br0 w0 v1 v0 w1 ");
	assert_names(nc, LINK_FILTER(.master = "br0"), "v0 w1 ");
}

/* B117 */
static void test_b117_large_indexes(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	sh_ok("ip link add big index 70000 type veth peer name far index 2147483647");
	assert_names(nc, NULL, "lo big far ");
}

/* B121's kind: a list is of the handle's namespace, not of the thread's. */
static void b121_of_the_handles_netns(void **state)
{
	const int there = netns_new_named("n1");
	struct netcfg *nc;

	(void)state;
	make_links();
	sh_ok_in(there, "ip link add x0 index 9 type bridge");
	assert_ok(NULL, netcfg_open_netns(&nc, "n1"));
	assert_names(nc, NULL, "lo x0 ");
	assert_names(nc, LINK_FILTER(.kind = "veth"), "");
	netcfg_close(nc);
	close(there);
}

/* B37's kind: VLANs by kind, where there are any. */
static void b37_vlans(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	need_kind("vlan");
	make_links();
	sh_ok("ip link add v0.1 index 41 link v0 type vlan id 1");
	sh_ok("ip link add v0.2 index 42 link v0 type vlan id 2");
	assert_names(nc, LINK_FILTER(.kind = "vlan"), "v0.1 v0.2 ");
	assert_names(nc, LINK_FILTER(.kind = "veth"), "w0 v1 v0 w1 ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(test_filters),
		sandbox_test(test_bad_filters),
		sandbox_test(test_filter_sizes),
		sandbox_test(test_info_sizes),
		sandbox_test(test_list_is_a_snapshot),
		sandbox_test(test_cost),
		sandbox_test(test_many),
		sandbox_test(test_b98_one_entry_per_ifindex),
		sandbox_test(test_b117_large_indexes),
		sandbox_test(b121_of_the_handles_netns),
		sandbox_test(b37_vlans),
	};

	return sandbox_main(tests);
}
