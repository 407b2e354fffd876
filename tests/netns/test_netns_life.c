/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* B75, B76, B86: what keeps a namespace alive, and what goes with it. */
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/named.h"
#include "support/side.h"
#include "support/test.h"

/* "x" with a link in it whose other end, h0, is here and goes when "x" does. */
static void make_watched(struct netcfg *nc)
{
	const struct netcfg_link_config there = { .size = sizeof(there), .netns = "x" };

	assert_ok(nc, netcfg_netns_create(nc, "x"));
	assert_ok(nc, netcfg_veth_create(nc, "h0", "h1", NULL, &there));
}

/* What is held must stay, however much time the kernel is given; and then go. */
static void check_held(struct netcfg *nc)
{
	assert_ok(nc, netcfg_netns_delete(nc, "x"));
	assert_int_equal(named(nc, "x"), NAMED_ABSENT);
	wait_for_teardown();
	assert_true(link_here("h0"));
}

static bool near_end_is_gone(void *arg)
{
	(void)arg;
	return !link_here("h0");
}

/* Let go by the last who held it, it goes when the kernel gets to it. */
static void check_released(void)
{
	assert_true(side_eventually(near_end_is_gone, NULL));
}

static int sit_in(struct side *self, void *arg)
{
	const int *fd = arg;

	side_check(setns(*fd, CLONE_NEWNET) == 0);
	close(*fd);
	side_check(side_tell(self));
	side_check(side_await(self));
	return 0;
}

static void b75_kept_by_a_process(void **state)
{
	const struct sandbox *box = *state;
	struct side sitting;
	int fd;

	make_watched(box->nc);
	fd = netcfg_netns_open(box->nc, "x");
	assert_true(fd >= 0);
	side_start(&sitting, sit_in, &fd);
	close(fd);
	assert_true(side_await(&sitting));
	check_held(box->nc);
	assert_true(side_tell(&sitting));
	assert_int_equal(side_end(&sitting), 0);
	check_released();
}

static void b75_kept_by_a_descriptor(void **state)
{
	const struct sandbox *box = *state;
	int fd;

	make_watched(box->nc);
	fd = netcfg_netns_open(box->nc, "x");
	assert_true(fd >= 0);
	check_held(box->nc);
	close(fd);
	check_released();
}

static void b75_kept_by_a_handle(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *in;

	make_watched(box->nc);
	assert_ok(NULL, netcfg_open_netns(&in, "x"));
	check_held(box->nc);
	/* Without its name, but as usable as before. */
	assert_true(netcfg_link_index(in, "h1") > 0);
	assert_ok(in, netcfg_veth_create(in, "v0", "v1", NULL, NULL));
	netcfg_close(in);
	check_released();
}

static void b75_kept_by_a_second_name(void **state)
{
	const struct sandbox *box = *state;
	int fd;

	make_watched(box->nc);
	fd = netcfg_netns_open(box->nc, "x");
	assert_true(fd >= 0);
	assert_ok(box->nc, netcfg_netns_attach(box->nc, "y", fd));
	close(fd);
	check_held(box->nc);
	assert_ok(box->nc, netcfg_netns_delete(box->nc, "y"));
	check_released();
}

/* After all that touches the namespace from outside, an open handle must not hold it. */
static void b75_not_kept_by_the_library(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_link_config there = {
		.size = sizeof(there), .netns = "x", .alias = "far", .flags = NETCFG_LINK_UP
	};
	struct netcfg_netns_id_list *ids;
	struct netcfg *in;
	int32_t id;
	int fd;

	make_watched(nc);
	assert_ok(nc, netcfg_veth_create(nc, "a0", "a1", NULL, &there));
	assert_errno(nc, netcfg_veth_create(nc, "b0", "h1", NULL, &there), -EEXIST);
	assert_ok(nc, netcfg_netns_get_id(nc, "x", &id));
	assert_ok(nc, netcfg_netns_list_ids(nc, &ids));
	netcfg_netns_id_list_free(ids);
	fd = netcfg_netns_open(nc, "x");
	assert_true(fd >= 0);
	assert_ok(nc, netcfg_veth_create(nc, "c0", "c1", NULL, NULL));
	assert_ok(nc, netcfg_link_move(nc, "c1", fd, NULL));
	close(fd);
	assert_ok(NULL, netcfg_open_netns(&in, "x"));
	netcfg_close(in);
	assert_ok(nc, netcfg_netns_delete(nc, "x"));
	check_released();
	assert_int_equal(count_links(), 1);
}

/*
 * The kernel tears a namespace down after its name is gone, so the near end may
 * be there when it is wanted again. The answer is the kernel's, with no retry.
 */
static void b76_near_end_at_once_again(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_link_config there = { .size = sizeof(there), .netns = "x" };

	make_watched(nc);
	for (int i = 0; i < 4; i++) {
		struct netcfg_stats before;
		int result;

		assert_ok(nc, netcfg_netns_delete(nc, "x"));
		assert_ok(nc, netcfg_netns_create(nc, "x"));
		before = stats_now(nc);
		result = netcfg_veth_create(nc, "h0", "h1", NULL, &there);
		/* One to make it, and after a failure those that find out which name it was. */
		assert_in_range(stats_since(nc, &before).requests, 1, result == 0 ? 1 : 4);
		if (result == 0)
			continue;
		assert_int_equal(result, -EEXIST);
		assert_message_has(nc, "h0");
		check_released();
		assert_ok(nc, netcfg_veth_create(nc, "h0", "h1", NULL, &there));
	}
}

static void b76_deleting_the_link_first(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_link_config there = { .size = sizeof(there), .netns = "x" };

	make_watched(nc);
	for (int i = 0; i < 5; i++) {
		assert_ok(nc, netcfg_link_delete(nc, "h0"));
		assert_ok(nc, netcfg_netns_delete(nc, "x"));
		assert_ok(nc, netcfg_netns_create(nc, "x"));
		assert_ok(nc, netcfg_veth_create(nc, "h0", "h1", NULL, &there));
	}
}

static void b86_virtual_links_go_with_it(void **state)
{
	const struct sandbox *box = *state;

	make_watched(box->nc);
	if (have_kind("dummy"))
		sh_ok("ip -n x link add d0 type dummy");
	if (have_kind("macvlan"))
		sh_ok("ip -n x link add m0 link h1 type macvlan");
	if (have_kind("bridge"))
		sh_ok("ip -n x link add br0 type bridge");
	assert_ok(box->nc, netcfg_netns_delete(box->nc, "x"));
	check_released();
	assert_int_equal(count_links(), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b75_kept_by_a_process),
		sandbox_test(b75_kept_by_a_descriptor),
		sandbox_test(b75_kept_by_a_handle),
		sandbox_test(b75_kept_by_a_second_name),
		sandbox_test(b75_not_kept_by_the_library),
		sandbox_test(b76_near_end_at_once_again),
		sandbox_test(b76_deleting_the_link_first),
		sandbox_test(b86_virtual_links_go_with_it),
	};

	return side_main(tests);
}
