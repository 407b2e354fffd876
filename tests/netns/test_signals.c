/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* B112: a signal each millisecond, without SA_RESTART, disturbs nothing. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "support/named.h"
#include "support/side.h"
#include "support/signals.h"
#include "support/test.h"

/* So many signals must have come in the middle of it, and so many rounds are enough. */
#define SIGNALS    200
#define ROUNDS_MAX 1000

/* Names of one round: its links go with the namespace, which costs nothing. */
struct names {
	char near[16];
	char far[16];
	char renamed[16];
};

static void change_links(struct netcfg *nc, const struct names *names, bool have_bridge)
{
	const struct netcfg_link_config near = { .size = sizeof(near), .alias = "near" };
	const struct netcfg_link_config far = {
		.size = sizeof(far), .netns = "s", .alias = "far", .flags = NETCFG_LINK_UP
	};
	const struct netcfg_link_config changes = { .size = sizeof(changes),
						    .alias = "other",
						    .flags = NETCFG_LINK_UP };
	struct netcfg_link_info info = { .size = sizeof(info) };

	assert_ok(nc, netcfg_veth_create(nc, names->near, names->far, &near, &far));
	assert_ok(nc, netcfg_link_set(nc, names->near, &changes));
	assert_ok(nc, netcfg_link_set_mtu(nc, names->near, 1400));
	assert_ok(nc, netcfg_link_set_mac(nc, names->near, "02:00:00:00:00:01"));
	assert_ok(nc, netcfg_link_set_down(nc, names->near));
	assert_ok(nc, netcfg_link_rename(nc, names->near, names->renamed));
	assert_ok(nc, netcfg_link_set_up(nc, names->renamed));
	if (have_bridge) {
		assert_ok(nc, netcfg_link_set_master(nc, names->renamed, "br0"));
		assert_ok(nc, netcfg_link_set_master(nc, names->renamed, NULL));
	}
	assert_ok(nc, netcfg_link_get(nc, names->renamed, &info));
	assert_int_equal(info.mtu, 1400);
	assert_string_equal(info.alias, "other");
	assert_int_equal(netcfg_link_index(nc, names->renamed), info.ifindex);
	assert_ok(nc, netcfg_link_set_by_index(nc, info.ifindex, &changes));
	assert_ok(nc, netcfg_link_get_by_index(nc, info.ifindex, &info));
	assert_string_equal(info.name, names->renamed);
}

static void change_addresses(struct netcfg *nc, const char *link)
{
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct netcfg_addr_list *list;

	assert_ok(nc, netcfg_addr_add(nc, link, "192.0.2.1/24", NULL));
	assert_ok(nc, netcfg_addr_add(nc, link, "192.0.2.2/32", NULL));
	assert_ok(nc, netcfg_addr_replace(nc, link, "192.0.2.2/32", NULL));
	assert_ok(nc, netcfg_addr_list(nc, link, AF_INET, &list));
	assert_int_equal(netcfg_addr_list_next(list, &info), 1);
	assert_int_equal(netcfg_addr_list_next(list, &info), 1);
	assert_int_equal(netcfg_addr_list_next(list, &info), 0);
	netcfg_addr_list_free(list);
	assert_ok(nc, netcfg_addr_delete(nc, link, "192.0.2.2/32", NULL));
	assert_errno(nc, netcfg_addr_flush(nc, link, AF_INET), 1);
}

/* Lists that take many receives each: none may be cut short. */
static void check_lists(struct netcfg *nc, size_t links)
{
	struct netcfg_link_info link = { .size = sizeof(link) };
	struct netcfg_netns_id_list *ids;
	struct netcfg_link_list *list;
	size_t count = 0;

	assert_ok(nc, netcfg_link_list(nc, NULL, &list));
	while (netcfg_link_list_next(list, &link) == 1)
		count++;
	netcfg_link_list_free(list);
	/* Those of the rounds before may still be on their way out. */
	assert_true(count >= links);
	assert_ok(nc, netcfg_netns_list_ids(nc, &ids));
	netcfg_netns_id_list_free(ids);
	assert_int_equal(named(nc, "s"), NAMED_NETNS);
}

/* Deleting and moving take the kernel many milliseconds: the longest waits of all. */
static void wait_long(struct netcfg *nc, int there)
{
	struct netcfg_link_info info = { .size = sizeof(info) };

	assert_ok(nc, netcfg_veth_create(nc, "x0", "x1", NULL, NULL));
	assert_ok(nc, netcfg_link_move(nc, "x0", there, "moved"));
	assert_ok(nc, netcfg_link_delete(nc, "x1"));
	assert_errno(nc, netcfg_link_delete(nc, "x1"), -ENODEV);
	assert_ok(nc, netcfg_veth_create(nc, "x0", "x1", NULL, NULL));
	assert_ok(nc, netcfg_link_get(nc, "x1", &info));
	assert_ok(nc, netcfg_link_delete_by_index(nc, info.ifindex));
}

static void work(struct netcfg *nc, int round, bool have_bridge)
{
	struct names names;
	struct netcfg *in;
	int32_t id;
	int fd;

	snprintf(names.near, sizeof(names.near), "n%d", round);
	snprintf(names.far, sizeof(names.far), "f%d", round);
	snprintf(names.renamed, sizeof(names.renamed), "r%d", round);
	assert_ok(nc, netcfg_netns_create(nc, "s"));
	fd = netcfg_netns_open(nc, "s");
	assert_true(fd >= 0);
	assert_ok(nc, netcfg_netns_attach(nc, "t", fd));
	assert_ok(nc, netcfg_netns_set_id(nc, "s", round));
	assert_ok(nc, netcfg_netns_get_id(nc, "t", &id));
	assert_int_equal(id, round);
	change_links(nc, &names, have_bridge);
	change_addresses(nc, names.renamed);
	if (round % 10 == 0) {
		check_lists(nc, 101);
		wait_long(nc, fd);
	}
	assert_ok(NULL, netcfg_open_netns(&in, "t"));
	assert_true(netcfg_link_index(in, names.far) > 0);
	netcfg_close(in);
	assert_ok(NULL, netcfg_open_netns_pid(&in, getpid()));
	netcfg_close(in);
	close(fd);
	assert_ok(nc, netcfg_netns_delete(nc, "t"));
	assert_ok(nc, netcfg_netns_delete(nc, "s"));
}

static void b112_every_verb(void **state)
{
	const struct sandbox *box = *state;
	const bool have_bridge = sh("ip link add br0 type bridge") == 0;
	char name[16], peer[16];

	for (int i = 0; i < 50; i++) {
		snprintf(name, sizeof(name), "many%d", i);
		snprintf(peer, sizeof(peer), "peer%d", i);
		assert_ok(box->nc, netcfg_veth_create(box->nc, name, peer, NULL, NULL));
	}
	signals_start(NULL);
	for (int round = 0; round < ROUNDS_MAX && (signals_count() < SIGNALS || round < 10);
	     round++)
		work(box->nc, round, have_bridge);
	signals_stop();
	assert_true(signals_count() >= SIGNALS);
}

/* The wait for the lock is as long as it was to be, however often it is interrupted. */
static void b112_timeout_is_counted_in_total(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	int lock;

	assert_int_equal(mkdir("/run/netns", 0755), 0);
	lock = open("/run/netns", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_true(lock >= 0);
	assert_int_equal(flock(lock, LOCK_EX), 0);
	assert_ok(nc, netcfg_set_timeout(nc, 50));
	signals_start(NULL);
	assert_errno(nc, netcfg_netns_create(nc, "s"), -ETIMEDOUT);
	signals_stop();
	assert_true(signals_count() > 0);
	close(lock);
	assert_ok(nc, netcfg_netns_create(nc, "s"));
}

/* What runs in another namespace meanwhile must not be where the handler runs. */
static ino_t handler_netns;
static volatile sig_atomic_t handler_strayed;

static void look_where_it_runs(void)
{
	struct stat st;
	const int saved = errno;

	if (stat("/proc/thread-self/ns/net", &st) == 0 && st.st_ino != handler_netns)
		handler_strayed = 1;
	errno = saved;
}

static void handler_runs_at_home(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *in;

	assert_ok(box->nc, netcfg_netns_create(box->nc, "s"));
	handler_netns = box->netns;
	handler_strayed = 0;
	signals_start(look_where_it_runs);
	for (int i = 0; i < ROUNDS_MAX * 20 && signals_count() < SIGNALS; i++) {
		assert_ok(NULL, netcfg_open_netns(&in, "s"));
		netcfg_close(in);
	}
	signals_stop();
	assert_true(signals_count() >= SIGNALS);
	assert_false(handler_strayed);
}

/* The caller's mask is what it was. */
static void mask_is_kept(void **state)
{
	const struct sandbox *box = *state;
	sigset_t mask, after;
	struct netcfg *in;

	sigemptyset(&mask);
	sigaddset(&mask, SIGUSR1);
	assert_int_equal(sigprocmask(SIG_SETMASK, &mask, NULL), 0);
	assert_ok(box->nc, netcfg_netns_create(box->nc, "s"));
	assert_ok(NULL, netcfg_open_netns(&in, "s"));
	netcfg_close(in);
	assert_int_equal(netcfg_open_netns(&in, "absent"), -ENOENT);
	assert_int_equal(sigprocmask(SIG_SETMASK, NULL, &after), 0);
	for (int number = 1; number < NSIG; number++)
		assert_int_equal(sigismember(&after, number), sigismember(&mask, number));
	sigemptyset(&mask);
	assert_int_equal(sigprocmask(SIG_SETMASK, &mask, NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b112_every_verb),
		sandbox_test(b112_timeout_is_counted_in_total),
		sandbox_test(handler_runs_at_home),
		sandbox_test(mask_is_kept),
	};

	return side_main(tests);
}
