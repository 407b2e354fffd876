/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* New names: what every verb that takes one refuses, and what it passes on. */
#include <unistd.h>

#include "support/test.h"

/* A verb with everything right but the new name. v0 is there, a0 carries VLANs. */
struct new_name {
	const char *what;
	int (*call)(struct netcfg *nc, const char *name);
	bool needs_name; /* NULL is an error, not "leave it" */
};

static int name_dummy(struct netcfg *nc, const char *name)
{
	return netcfg_dummy_create(nc, name, NULL);
}

static int name_veth(struct netcfg *nc, const char *name)
{
	return netcfg_veth_create(nc, name, "other", NULL, NULL);
}

static int name_peer(struct netcfg *nc, const char *name)
{
	return netcfg_veth_create(nc, "other", name, NULL, NULL);
}

static int name_vlan(struct netcfg *nc, const char *name)
{
	return netcfg_vlan_create(nc, name, "a0", 5, NULL, NULL);
}

static int name_rename(struct netcfg *nc, const char *name)
{
	return netcfg_link_rename(nc, "v0", name);
}

static int name_set(struct netcfg *nc, const char *name)
{
	return netcfg_link_set(nc, "v0", LINK_CONFIG(.name = name));
}

static int name_set_by_index(struct netcfg *nc, const char *name)
{
	return netcfg_link_set_by_index(nc, link_index_here("v0"), LINK_CONFIG(.name = name));
}

static int name_move(struct netcfg *nc, const char *name)
{
	const int there = netns_open_named("n1");
	const int result = netcfg_link_move(nc, "v0", there, name);

	assert_int_equal(close(there), 0);
	return result;
}

static const struct new_name verbs[] = {
	{ "netcfg_dummy_create", name_dummy, true },
	{ "netcfg_veth_create", name_veth, true },
	{ "netcfg_veth_create, the peer", name_peer, true },
	{ "netcfg_vlan_create", name_vlan, true },
	{ "netcfg_link_rename", name_rename, true },
	{ "netcfg_link_set", name_set, false },
	{ "netcfg_link_set_by_index", name_set_by_index, false },
	{ "netcfg_link_move", name_move, false },
};

static void make_links(void)
{
	sh_ok("ip netns add n1");
	sh_ok("ip link add v0 type veth peer name v1");
	sh_ok("ip link add a0 type veth peer name a1");
}

/* Refused by every verb, unsent, with nothing made or changed, and the argument named. */
static void refuse_everywhere(struct netcfg *nc, const char *name, int expected)
{
	const int before = count_links();

	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++) {
		if (!name && !verbs[i].needs_name)
			continue;
		print_message("  %s\n", verbs[i].what);
		assert_unsent(nc, verbs[i].call(nc, name), expected);
		assert_message_has(nc, verbs[i].call == name_peer ? "peer" : "name");
		assert_int_equal(count_links(), before);
		assert_true(link_here("v0"));
	}
}

/* B04 B05 */
static void b04_b05_bad_names(void **state)
{
	static const char *const bad[] = {
		"",     ".",   "..",  "/",  "a/b", "../a",  "a/",   "lo:1", ":",    "a:b",
		" ",    "a b", " a",  "a ", "\t",  "a\tb",  "a\nb", "a\n",  "a\vb", "a\fb",
		"a\rb", "%",   "a%d", "%d", "a%s", "a%d%d", "100%", "a%%b",
	};
	struct sandbox *box = *state;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		refuse_everywhere(box->nc, bad[i], -EINVAL);
	refuse_everywhere(box->nc, NULL, -EINVAL);
}

/* B01 B03 */
static void b01_b03_long_names(void **state)
{
	static const size_t lengths[] = { 16, 17, 31, 127, 128, 300, 5000 };
	static char name[5001];
	struct sandbox *box = *state;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(lengths); i++) {
		memset(name, 'n', lengths[i]);
		name[lengths[i]] = '\0';
		refuse_everywhere(box->nc, name, -ERANGE);
	}
}

/* B03: both too long, or one of them: the message tells the near name from the far one. */
static void b03_which_name_is_bad(void **state)
{
	struct sandbox *box = *state;

	assert_unsent(box->nc,
		      netcfg_veth_create(box->nc, "near", "far-but-far-too-long", NULL, NULL),
		      -ERANGE);
	assert_cause_has(box->nc, ERANGE, "peer");
	assert_unsent(box->nc,
		      netcfg_veth_create(box->nc, "near-but-far-too-long", "far", NULL, NULL),
		      -ERANGE);
	assert_cause_lacks(box->nc, ERANGE, "peer");
	assert_unsent(box->nc,
		      netcfg_veth_create(box->nc, "near-but-far-too-long", "far-but-far-too-long",
					 NULL, NULL),
		      -ERANGE);
	assert_int_equal(count_links(), 1);
}

/* Legal for the kernel and so for us: B01 (15 bytes), B05, B08, B06 (no locale, no sign). */
static const char *const good_names[] = {
	"fifteen-bytes-x",
	"a",
	"-x",
	"--help",
	"1.2",
	"a+b",
	"...",
	".a",
	"if12",
	"12",
	"dev",
	"up",
	"type",
	"name",
	"0x7",
	"lo0",
	"caf\xc3\xa9",
	"a#",
	"a@b",
	"a*",
	"\"a\"",
	"a'b",
	"a\\b",
	"a\x01z",
	"a\x7fz",
	"A",
	"a;b",
	"a,b",
	"default_",
	"all_",
	"$a",
};

static void test_good_names_created(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	for (size_t i = 0; i < ARRAY_SIZE(good_names); i++) {
		const char *name = good_names[i];

		assert_ok(nc, netcfg_veth_create(nc, name, "other", NULL, NULL));
		assert_true(link_here(name));
		assert_true(netcfg_link_index(nc, name) > 0);
		assert_ok(nc, netcfg_link_delete(nc, name));
		assert_int_equal(count_links(), 1);
	}
	for (size_t i = 0; i < ARRAY_SIZE(good_names); i++) {
		assert_ok(nc, netcfg_veth_create(nc, "other", good_names[i], NULL, NULL));
		assert_true(link_here(good_names[i]));
		assert_ok(nc, netcfg_link_delete(nc, good_names[i]));
	}
}

static void test_good_names_given(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const char *old = "v0";

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(good_names); i++) {
		assert_ok(nc, netcfg_link_rename(nc, old, good_names[i]));
		assert_true(link_here(good_names[i]));
		assert_false(link_here(old));
		old = good_names[i];
	}
	assert_ok(nc, netcfg_link_set(nc, old, LINK_CONFIG(.name = "v0")));
	assert_true(link_here("v0"));
}

/* B06: the kernel counts the byte A0 as white space; its answer, not ours. */
static void b06_kernel_refuses_byte_a0(void **state)
{
	static const char voila[] = "voil\xc3\xa0";
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++) {
		/* A kernel without the kind says so before it looks at the name. */
		if (verbs[i].call == name_dummy || verbs[i].call == name_vlan)
			continue;
		/* It looks at this one after the move (test_rename_move.c). */
		if (verbs[i].call == name_move)
			continue;
		assert_errno(nc, verbs[i].call(nc, voila), -EINVAL);
		assert_true(link_here("v0"));
		assert_false(link_here("other"));
	}
}

/* B07: a link of that name cannot get its sysctls. */
static void b07_names_of_sysctls(void **state)
{
	static const char *const names[] = { "all", "default" };
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	make_links();
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		assert_errno(nc, netcfg_veth_create(nc, names[i], "other", NULL, NULL), -EINVAL);
		assert_errno(nc, netcfg_veth_create(nc, "other", names[i], NULL, NULL), -EINVAL);
		assert_errno(nc, netcfg_link_rename(nc, "v0", names[i]), -EINVAL);
		assert_int_equal(count_links(), 5);
		assert_true(link_here("v0"));
	}
}

/* B07: the answer depends on a module, so the kernel is asked by someone else first. */
static void b07_name_of_bonding(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const bool free_name = sh("ip link add bonding_masters type veth peer name other") == 0;

	if (free_name)
		sh_ok("ip link del bonding_masters");
	assert_errno(nc, netcfg_veth_create(nc, "bonding_masters", "other", NULL, NULL),
		     free_name ? 0 : -EEXIST);
	assert_int_equal(count_links(), free_name ? 3 : 1);
}

/* Control characters reach the caller's terminal through the message only as '?'. */
static void test_message_is_clean(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	static const char *const names[] = { "a\x1b[2J", "a\nb", "a\x7f", "a\tb", "\x01" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		assert_true(netcfg_link_delete(nc, names[i]) < 0);
		for (const char *c = netcfg_error_message(nc); *c; c++)
			assert_true((unsigned char)*c >= 0x20 && *c != 0x7f);
		assert_message_has(nc, "?");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b04_b05_bad_names),     sandbox_test(b01_b03_long_names),
		sandbox_test(b03_which_name_is_bad), sandbox_test(test_good_names_created),
		sandbox_test(test_good_names_given), sandbox_test(b06_kernel_refuses_byte_a0),
		sandbox_test(b07_names_of_sysctls),  sandbox_test(b07_name_of_bonding),
		sandbox_test(test_message_is_clean),
	};

	return sandbox_main(tests);
}
