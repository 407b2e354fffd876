/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Every verb, and work with real objects, against the real kernel, with each
 * allocation, send and receive failing in turn. What failed must have left
 * nothing: no link, address, namespace or mount.
 */
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "support/named.h"
#include "support/side.h"
#include "support/test.h"
#include "torture/each.h"
#include "torture/lists.h"

#define THERE "there" /* a namespace that stays */

/* The test's own handle, for what is looked at and put back. */
static struct netcfg *own;
static int there;

static void delete_if_there(const char *name)
{
	const int err = netcfg_link_delete(own, name);

	assert_true(err == 0 || err == -ENODEV);
}

/* Whether the kernel did what it was asked is not known after a failure to receive. */
static bool is_known(int result, enum inject what)
{
	return result < 0 && what != INJECT_RECEIVE;
}

static void nothing_is_left(int result, enum inject what)
{
	(void)result;
	(void)what;
	assert_int_equal(count_links(), 1);
	assert_false(path_exists("/run/netns/verb-absent"));
}

static void every_verb(void **state)
{
	(void)state;
	for (size_t i = 0; i < verbs_count; i++) {
		const struct act act = { verbs[i].name, NULL, verbs[i].call, nothing_is_left,
					 false };

		each_failure(&act, SINGLY, INJECT_ALLOCATION, ENOMEM);
		each_failure(&act, IN_A_BATCH, INJECT_ALLOCATION, ENOMEM);
	}
}

/* A pair whose other end is elsewhere, with what has to be done there. */

static int create_pair(struct netcfg *nc)
{
	return netcfg_veth_create(
		nc, "near", "far", LINK_CONFIG(.flags = NETCFG_LINK_UP),
		LINK_CONFIG(.netns = THERE, .flags = NETCFG_LINK_UP, .alias = "other end"));
}

static void after_create(int result, enum inject what)
{
	if (is_known(result, what)) {
		assert_false(link_here("near"));
		assert_false(link_in(there, "far"));
	}
	if (result == 0) {
		assert_link_flag(there, "far", "UP");
		assert_link(there, "far", "ifalias", "\"other end\"");
	}
	delete_if_there("near");
}

/* A move with a new name. */

static void before_move(void)
{
	sh_ok("ip link add near index 1000 type veth peer name far");
}

static int move(struct netcfg *nc)
{
	return netcfg_link_move(nc, "near", there, "moved");
}

static void after_move(int result, enum inject what)
{
	if (is_known(result, what))
		assert_true(link_here("near"));
	if (result == 0)
		assert_true(link_in(there, "moved"));
	delete_if_there("far");
}

/* Many deleted: each result is true. */

#define PAIRS 6

static int errors[PAIRS];

static const char *const names[PAIRS] = { "v0", "v1", "v2", "v3", "v4", "v5" };

static void before_delete(void)
{
	for (size_t i = 0; i < PAIRS; i++) {
		assert_ok(own, netcfg_veth_create(own, names[i],
						  (char[]){ 'w', (char)('0' + i), 0 }, NULL, NULL));
		errors[i] = 1;
	}
}

static int delete_many(struct netcfg *nc)
{
	return netcfg_link_delete_many(nc, names, PAIRS, errors);
}

static void after_delete(int result, enum inject what)
{
	for (size_t i = 0; i < PAIRS; i++) {
		assert_true(errors[i] <= 0 || (result < 0 && errors[i] == 1));
		/* After a failure to receive a link may be gone that is not known to be. */
		if (errors[i] == 0)
			assert_false(link_here(names[i]));
		if (errors[i] < 0 && what != INJECT_RECEIVE)
			assert_true(link_here(names[i]));
	}
	if (netcfg_link_delete_many(own, names, PAIRS, NULL) < 0)
		fail_msg("%s", netcfg_error_message(own));
	assert_int_equal(count_links(), 1);
}

/* Namespaces. */

static int mounts;

static void before_namespace(void)
{
	mounts = side_mounts("/run/netns/new");
	assert_int_equal(mounts, 0);
}

static int create_namespace(struct netcfg *nc)
{
	return netcfg_netns_create(nc, "new");
}

static int attach_namespace(struct netcfg *nc)
{
	return netcfg_netns_attach(nc, "new", there);
}

static void after_namespace(int result, enum inject what)
{
	(void)what;
	if (result < 0) {
		assert_false(path_exists("/run/netns/new"));
		assert_int_equal(side_mounts("/run/netns/new"), 0);
	} else {
		assert_ok(own, netcfg_netns_delete(own, "new"));
	}
}

/* Handles in other namespaces. */

static int open_elsewhere(struct netcfg *nc)
{
	struct netcfg *others[3] = { NULL };
	int err = netcfg_open_netns(&others[0], THERE);

	(void)nc;
	if (!err)
		err = netcfg_open_netns_fd(&others[1], there);
	if (!err)
		err = netcfg_open_netns_pid(&others[2], getpid());
	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		netcfg_close(others[i]);
	return err;
}

/* Lists: all that is there, or an error. */

enum { LISTED = 60 };

static int list_addrs(struct netcfg *nc)
{
	return read_addrs(nc, "lo", AF_INET);
}

static void fill(void)
{
	char name[16], address[32];

	assert_ok(own,
		  netcfg_link_set_up(own, "lo")); /* as each.c does, which gives it an address */
	assert_ok(own, netcfg_addr_delete(own, "lo", "127.0.0.1/8", NULL));
	for (int i = 0; i < LISTED / 2; i++) {
		snprintf(name, sizeof(name), "near%d", i);
		assert_ok(own, netcfg_veth_create(own, name, name + 1, NULL, NULL));
	}
	for (int i = 1; i <= LISTED; i++) {
		snprintf(address, sizeof(address), "192.0.2.%d/32", i);
		assert_ok(own, netcfg_addr_add(own, "lo", address, NULL));
	}
}

/* Addresses flushed: what it says went is gone. */

static void before_flush(void)
{
	const char *const addresses[] = { "2001:db8::1/64", "2001:db8::2/64", "2001:db8::3/64" };

	for (size_t i = 0; i < ARRAY_SIZE(addresses); i++)
		assert_ok(own, netcfg_addr_replace(own, "near0", addresses[i], NULL));
}

static int flush(struct netcfg *nc)
{
	return netcfg_addr_flush(nc, "near0", AF_INET6);
}

static void after_flush(int result, enum inject what)
{
	(void)what;
	if (result >= 0) /* a batch refuses it */
		assert_int_equal(read_addrs(own, "near0", AF_INET6), 0);
}

static void with_something_to_do(void **state)
{
	static const struct act acts[] = {
		{ "create a pair", NULL, create_pair, after_create, false },
		{ "move", before_move, move, after_move, false },
		{ "delete many", before_delete, delete_many, after_delete, false },
		{ "create a namespace", before_namespace, create_namespace, after_namespace,
		  false },
		{ "attach a namespace", before_namespace, attach_namespace, after_namespace,
		  false },
		{ "open elsewhere", NULL, open_elsewhere, NULL, true },
	};
	const struct sandbox *box = *state;

	own = box->nc;
	assert_ok(own, netcfg_netns_create(own, THERE));
	there = netcfg_netns_open(own, THERE);
	assert_true(there >= 0);
	for (size_t i = 0; i < ARRAY_SIZE(acts); i++)
		each_failure_singly(&acts[i]);
	close(there);
}

static void with_something_to_list(void **state)
{
	static const struct act acts[] = {
		{ "list links", NULL, read_links, NULL, false },
		{ "list addresses", NULL, list_addrs, NULL, false },
		{ "flush", before_flush, flush, after_flush, false },
	};
	const struct sandbox *box = *state;

	own = box->nc;
	fill();
	assert_int_equal(read_links(own), LISTED + 1);
	assert_int_equal(list_addrs(own), LISTED);
	for (size_t i = 0; i < ARRAY_SIZE(acts); i++)
		each_failure_singly(&acts[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(every_verb),
		sandbox_test(with_something_to_do),
		sandbox_test(with_something_to_list),
	};

	return sandbox_main(tests);
}
