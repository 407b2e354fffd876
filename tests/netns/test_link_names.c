/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names of links that exist, alternative names too, in every verb that takes one. */
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/test.h"

/* A verb with everything right but the name of the link. */
struct by_name {
	const char *what;
	int (*call)(struct netcfg *nc, const char *name);
};

static int by_set(struct netcfg *nc, const char *name)
{
	return netcfg_link_set(nc, name, LINK_CONFIG(.mtu = 1400, .alias = "x"));
}

static int by_set_nothing(struct netcfg *nc, const char *name)
{
	return netcfg_link_set(nc, name, NULL);
}

static int by_set_name(struct netcfg *nc, const char *name)
{
	const int result = netcfg_link_set(nc, name, LINK_CONFIG(.name = "renamed"));

	if (result == 0)
		sh_ok("ip link set renamed name v0");
	return result;
}

static int by_set_master(struct netcfg *nc, const char *name)
{
	return netcfg_link_set(nc, name, LINK_CONFIG(.master = "br0"));
}

static int by_up(struct netcfg *nc, const char *name)
{
	return netcfg_link_set_up(nc, name);
}

static int by_down(struct netcfg *nc, const char *name)
{
	return netcfg_link_set_down(nc, name);
}

static int by_mtu(struct netcfg *nc, const char *name)
{
	return netcfg_link_set_mtu(nc, name, 1400);
}

static int by_mac(struct netcfg *nc, const char *name)
{
	return netcfg_link_set_mac(nc, name, "02:00:00:00:00:07");
}

static int by_master(struct netcfg *nc, const char *name)
{
	return netcfg_link_set_master(nc, name, "br0");
}

static int by_detach(struct netcfg *nc, const char *name)
{
	return netcfg_link_set_master(nc, name, NULL);
}

static int by_rename(struct netcfg *nc, const char *name)
{
	const int result = netcfg_link_rename(nc, name, "renamed");

	if (result == 0)
		sh_ok("ip link set renamed name v0");
	return result;
}

static int by_move(struct netcfg *nc, const char *name)
{
	const int here = netns_open_named("here");
	const int result = netcfg_link_move(nc, name, here, NULL);

	assert_int_equal(close(here), 0);
	return result;
}

static int by_index(struct netcfg *nc, const char *name)
{
	const int index = netcfg_link_index(nc, name);

	if (index > 0)
		assert_int_equal(index, link_index_here("v0"));
	return index > 0 ? 0 : index;
}

static int by_get(struct netcfg *nc, const char *name)
{
	struct netcfg_link_info info = { .size = sizeof(info) };
	const int result = netcfg_link_get(nc, name, &info);

	if (result == 0)
		assert_string_equal(info.name, "v0");
	return result;
}

static int by_addr_add(struct netcfg *nc, const char *name)
{
	return netcfg_addr_add(nc, name, "192.0.2.1/24", NULL);
}

static int by_addr_replace(struct netcfg *nc, const char *name)
{
	return netcfg_addr_replace(nc, name, "192.0.2.1/24", NULL);
}

static int by_addr_delete(struct netcfg *nc, const char *name)
{
	return netcfg_addr_delete(nc, name, "192.0.2.1/24", NULL);
}

static int by_addr_flush(struct netcfg *nc, const char *name)
{
	return netcfg_addr_flush(nc, name, AF_INET);
}

static int by_addr_list(struct netcfg *nc, const char *name)
{
	struct netcfg_addr_list *list = NULL;
	const int result = netcfg_addr_list(nc, name, AF_UNSPEC, &list);

	netcfg_addr_list_free(list);
	return result;
}

static int by_delete(struct netcfg *nc, const char *name)
{
	return netcfg_link_delete(nc, name);
}

/* In an order in which each works with what the ones before left. Delete is the last. */
static const struct by_name verbs[] = {
	{ "netcfg_link_set", by_set },
	{ "netcfg_link_set, nothing", by_set_nothing },
	{ "netcfg_link_set, name", by_set_name },
	{ "netcfg_link_set_up", by_up },
	{ "netcfg_link_set_down", by_down },
	{ "netcfg_link_set_mtu", by_mtu },
	{ "netcfg_link_set_mac", by_mac },
	{ "netcfg_link_set, master", by_set_master },
	{ "netcfg_link_set_master", by_master },
	{ "netcfg_link_set_master, none", by_detach },
	{ "netcfg_link_rename", by_rename },
	{ "netcfg_link_move", by_move },
	{ "netcfg_link_index", by_index },
	{ "netcfg_link_get", by_get },
	{ "netcfg_addr_add", by_addr_add },
	{ "netcfg_addr_replace", by_addr_replace },
	{ "netcfg_addr_list", by_addr_list },
	{ "netcfg_addr_delete", by_addr_delete },
	{ "netcfg_addr_flush", by_addr_flush },
	{ "netcfg_link_delete", by_delete },
};

/* Moving a link to where it is succeeds and leaves it there. */
static void make_links(void)
{
	sh_ok("ip netns attach here $$");
	sh_ok("ip link add br0 type bridge");
	sh_ok("ip link add v0 type veth peer name v1");
}

static void delete_links(void)
{
	sh("ip link del v0");
	sh_ok("ip link del br0");
	sh_ok("ip netns del here");
}

/* B11: no name at all never becomes a request without one. */
static void b11_no_name(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++) {
		print_message("  %s\n", verbs[i].what);
		/* A list of no link's addresses is one of all. */
		if (verbs[i].call != by_addr_list)
			assert_unsent(nc, verbs[i].call(nc, NULL), -EINVAL);
		assert_unsent(nc, verbs[i].call(nc, ""), -EINVAL);
	}
	assert_unsent(nc, netcfg_vlan_create(nc, "n0", NULL, 5, NULL, NULL), -EINVAL);
	assert_unsent(nc, netcfg_vlan_create(nc, "n0", "", 5, NULL, NULL), -EINVAL);
	assert_int_equal(count_links(), 4);
}

/* No link has a name above 127 bytes, and a cut one might be another's. */
static void test_name_longer_than_any(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	char name[129];

	make_links();
	memset(name, 'a', sizeof(name) - 1);
	name[128] = '\0';
	sh_ok("ip link property add dev v0 altname %.127s", name);
	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++) {
		print_message("  %s\n", verbs[i].what);
		assert_unsent(nc, verbs[i].call(nc, name), -ERANGE);
	}
	assert_unsent(nc, netcfg_vlan_create(nc, "n0", name, 5, NULL, NULL), -ERANGE);
	assert_unsent(nc, netcfg_link_set_master(nc, "v0", name), -ERANGE);
	assert_unsent(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(.master = name)), -ERANGE);
	assert_true(link_here("v0"));
}

/* B118: no such link is -ENODEV in every verb, and the message has the name. */
static void b118_absent(void **state)
{
	static const char longer[] = "absent-and-longer-than-fifteen-bytes";
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++) {
		print_message("  %s\n", verbs[i].what);
		assert_errno(nc, verbs[i].call(nc, "absent"), -ENODEV);
		assert_message_has(nc, "\"absent\"");
		assert_message_has(nc, strerror(ENODEV));
		assert_errno(nc, verbs[i].call(nc, longer), -ENODEV);
		assert_message_has(nc, longer);
	}
	assert_int_equal(count_links(), 4);
}

/* B08: a name is only ever a name, whatever ifindex there is. */
static void b08_name_is_no_index(void **state)
{
	static const char *const names[] = { "if12", "12", "if1", "1", "dev", "name", "0xc" };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	sh_ok("ip link add w0 index 12 type veth peer name w1");
	for (size_t n = 0; n < ARRAY_SIZE(names); n++)
		for (size_t i = 0; i < ARRAY_SIZE(verbs); i++)
			assert_errno(nc, verbs[i].call(nc, names[n]), -ENODEV);
	assert_int_equal(link_index_here("w0"), 12);
	for (size_t n = 0; n < ARRAY_SIZE(names); n++) {
		assert_ok(nc, netcfg_veth_create(nc, names[n], "z1", NULL, NULL));
		assert_ok(nc, netcfg_link_set_mtu(nc, names[n], 1300));
		assert_link(-1, names[n], "mtu", "1300");
		assert_ok(nc, netcfg_link_delete(nc, names[n]));
	}
	assert_link(-1, "w0", "mtu", "1500");
}

/*
 * What a link's own name cannot have is refused, also where an alternative name
 * has it: the ioctl that looks names up cuts them at ':', and a cut name is
 * another link's.
 */
static void test_name_is_never_cut(void **state)
{
	static const char *const names[] = {
		"lo:1",  "v0:", "v0:x", ":v0",  "v0 ",
		"br0:1", "v%d", "v0/",  "v0\n", "a:colon-in-more-than-fifteen-bytes"
	};
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	sh_ok("ip link property add dev v1 altname lo:1");
	for (size_t n = 0; n < ARRAY_SIZE(names); n++)
		for (size_t i = 0; i < ARRAY_SIZE(verbs); i++) {
			print_message("  %s(%s)\n", verbs[i].what, names[n]);
			assert_unsent(nc, verbs[i].call(nc, names[n]), -EINVAL);
		}
	assert_unsent(nc, netcfg_link_set_master(nc, "v0", "br0:1"), -EINVAL);
	assert_unsent(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(.master = "br0:1")), -EINVAL);
	assert_unsent(nc, netcfg_vlan_create(nc, "n0", "v0:1", 5, NULL, NULL), -EINVAL);
	assert_link_not(-1, "v0", "master", "\"br0\"");
	assert_int_equal(count_links(), 4);
}

/* B09 B10: any alternative name does, in every verb. */
static void resolve_everywhere(struct netcfg *nc, const char *altname)
{
	make_links();
	sh_ok("ip link property add dev v0 altname '%s'", altname);
	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++) {
		const bool counts = verbs[i].call == by_addr_flush;

		print_message("  %s(%s)\n", verbs[i].what, altname);
		if (counts)
			sh_ok("ip addr flush dev v0");
		assert_ok(nc, verbs[i].call(nc, altname));
	}
	assert_false(link_here("v0"));
	delete_links();
}

static void test_altnames(void **state)
{
	struct sandbox *box = *state;
	char longest[128];

	memset(longest, 'l', 127);
	longest[127] = '\0';
	resolve_everywhere(box->nc, "shorty");
	resolve_everywhere(box->nc, "fifteen-bytes-x");
	resolve_everywhere(box->nc, "sixteen-bytes-xy");
	resolve_everywhere(box->nc, "this_is_an_alternative_name_of_more_than_fifteen_bytes");
	resolve_everywhere(box->nc, longest);
}

/* A master, a parent and a filter's master may be alternative names as well. */
static void test_altname_of_master(void **state)
{
	static const char *const altnames[] = { "shorty", "a-bridge-with-a-long-name" };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(altnames); i++) {
		struct netcfg_link_filter filter = { .size = sizeof(filter),
						     .master = altnames[i] };
		struct netcfg_link_list *list;
		struct netcfg_link_info info = { .size = sizeof(info) };

		sh_ok("ip link property add dev br0 altname %s", altnames[i]);
		assert_ok(nc, netcfg_link_set_master(nc, "v0", altnames[i]));
		assert_link(-1, "v0", "master", "\"br0\"");
		assert_ok(nc, netcfg_link_list(nc, &filter, &list));
		assert_int_equal(netcfg_link_list_next(list, &info), 1);
		assert_string_equal(info.name, "v0");
		assert_int_equal(netcfg_link_list_next(list, &info), 0);
		netcfg_link_list_free(list);
		assert_ok(nc, netcfg_link_set_master(nc, "v0", NULL));
		assert_ok(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(.master = altnames[i])));
		assert_link(-1, "v0", "master", "\"br0\"");
		assert_ok(nc, netcfg_link_set(nc, "v0", LINK_CONFIG(.master = "")));
		assert_link_not(-1, "v0", "master", "\"br0\"");
	}
}

/* B10: a name that someone has as an alternative one is taken, and the message says how. */
static void b10_altname_is_taken(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	sh_ok("ip link property add dev v0 altname shorty");
	assert_errno(nc, netcfg_veth_create(nc, "shorty", "other", NULL, NULL), -EEXIST);
	assert_cause_has(nc, EEXIST, "shorty");
	assert_cause_has(nc, EEXIST, "alternative");
	assert_cause_lacks(nc, EEXIST, "other");
	assert_errno(nc, netcfg_veth_create(nc, "other", "shorty", NULL, NULL), -EEXIST);
	assert_cause_has(nc, EEXIST, "shorty");
	assert_cause_has(nc, EEXIST, "alternative");
	assert_errno(nc, netcfg_link_rename(nc, "v1", "shorty"), -EEXIST);
	assert_errno(nc, netcfg_link_rename(nc, "v0", "shorty"), -EEXIST);
	assert_errno(nc, netcfg_link_set(nc, "v1", LINK_CONFIG(.name = "shorty")), -EEXIST);
	assert_true(link_here("v0") && link_here("v1"));
	assert_int_equal(count_links(), 4);
	assert_ok(nc, netcfg_link_delete(nc, "shorty"));
	assert_int_equal(count_links(), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b11_no_name),
		sandbox_test(test_name_longer_than_any),
		sandbox_test(b118_absent),
		sandbox_test(b08_name_is_no_index),
		sandbox_test(test_name_is_never_cut),
		sandbox_test(test_altnames),
		sandbox_test(test_altname_of_master),
		sandbox_test(b10_altname_is_taken),
	};

	return sandbox_main(tests);
}
