/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* veth pairs whose ends are born in other namespaces. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/rtnetlink.h>

#include "support/test.h"

enum how { HERE, BY_NAME, BY_FD, BY_PID };

/* A namespace for an end, told to the library in one of the ways. */
struct place {
	enum how how;
	int fd;
	pid_t pid;
	char name[16];
};

static void open_place(struct place *place, enum how how, const char *name)
{
	memset(place, 0, sizeof(*place));
	place->how = how;
	snprintf(place->name, sizeof(place->name), "%s", name);
	switch (how) {
	case HERE:
		place->fd = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC);
		break;
	case BY_NAME:
		place->fd = netns_new_named(name);
		break;
	case BY_FD:
		place->fd = netns_new();
		break;
	case BY_PID:
		place->pid = netns_process();
		place->fd = netns_of_process(place->pid);
		break;
	}
	assert_true(place->fd >= 0);
}

static void close_place(const struct place *place)
{
	assert_int_equal(close(place->fd), 0);
	if (place->how == BY_PID)
		netns_process_end(place->pid);
	if (place->how == BY_NAME)
		sh_ok("ip netns del %s", place->name);
}

static void put_place(struct netcfg_link_config *config, const struct place *place)
{
	switch (place->how) {
	case HERE:
		break;
	case BY_NAME:
		config->netns = place->name;
		break;
	case BY_FD:
		config->flags |= NETCFG_LINK_NETNS_FD;
		config->netns_fd = place->fd;
		break;
	case BY_PID:
		config->flags |= NETCFG_LINK_NETNS_PID;
		config->netns_pid = place->pid;
		break;
	}
}

static void born_in_places(struct netcfg *nc, enum how near_how, enum how far_how)
{
	struct netcfg_link_config near = { .size = sizeof(near),
					   .mtu = 1400,
					   .mac = "02:00:00:00:00:0a" };
	struct netcfg_link_config far = { .size = sizeof(far),
					  .mtu = 1300,
					  .mac = "02:00:00:00:00:0b" };
	const int here = count_links();
	struct place near_place;
	struct place far_place;

	print_message("  near %d, far %d\n", (int)near_how, (int)far_how);
	open_place(&near_place, near_how, "n1");
	open_place(&far_place, far_how, "n2");
	put_place(&near, &near_place);
	put_place(&far, &far_place);
	assert_cost(nc, netcfg_veth_create(nc, "near", "far", &near, &far), 1, 0);
	assert_link(near_place.fd, "near", "mtu", "1400");
	assert_link(near_place.fd, "near", "address", "\"02:00:00:00:00:0a\"");
	assert_link(far_place.fd, "far", "mtu", "1300");
	assert_link(far_place.fd, "far", "address", "\"02:00:00:00:00:0b\"");
	assert_int_equal(count_links(), here + (near_how == HERE) + (far_how == HERE));
	assert_int_equal(link_here("near"), near_how == HERE);
	assert_int_equal(link_here("far"), far_how == HERE);
	sh_ok_in(near_place.fd, "ip link del near");
	assert_false(link_in(far_place.fd, "far"));
	close_place(&near_place);
	close_place(&far_place);
}

/* B32: by fd, by pid and by name, either end and both: one request. */
static void b32_every_place_for_both(void **state)
{
	struct sandbox *box = *state;

	for (int near = HERE; near <= BY_PID; near++)
		for (int far = HERE; far <= BY_PID; far++)
			born_in_places(box->nc, (enum how)near, (enum how)far);
}

/* Up, alias: for an end elsewhere the request goes to where it is. */
static void finished_in_places(struct netcfg *nc, enum how near_how, enum how far_how)
{
	struct netcfg_link_config near = { .size = sizeof(near),
					   .alias = "the near one",
					   .flags = NETCFG_LINK_UP };
	struct netcfg_link_config far = { .size = sizeof(far),
					  .alias = "the far one",
					  .flags = NETCFG_LINK_UP };
	struct place near_place;
	struct place far_place;

	print_message("  near %d, far %d\n", (int)near_how, (int)far_how);
	open_place(&near_place, near_how, "n1");
	open_place(&far_place, far_how, "n2");
	put_place(&near, &near_place);
	put_place(&far, &far_place);
	assert_cost(nc, netcfg_veth_create(nc, "near", "far", &near, &far), 3, 0);
	assert_link(near_place.fd, "near", "ifalias", "\"the near one\"");
	assert_link_flag(near_place.fd, "near", "LOWER_UP");
	assert_link(far_place.fd, "far", "ifalias", "\"the far one\"");
	assert_link_flag(far_place.fd, "far", "LOWER_UP");
	sh_ok_in(near_place.fd, "ip link del near");
	close_place(&near_place);
	close_place(&far_place);
}

static void test_follow_ups_in_every_place(void **state)
{
	struct sandbox *box = *state;

	for (int near = HERE; near <= BY_PID; near++)
		for (int far = HERE; far <= BY_PID; far++)
			finished_in_places(box->nc, (enum how)near, (enum how)far);
}

static void test_both_in_the_same(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = netns_new_named("n1");

	assert_cost(nc,
		    netcfg_veth_create(nc, "near", "far", LINK_CONFIG(.netns = "n1"),
				       LINK_CONFIG(.netns = "n1", .flags = NETCFG_LINK_UP)),
		    2, 0);
	assert_int_equal(count_links(), 1);
	assert_int_equal(count_links_in(there), 3);
	assert_link_flag(there, "far", "UP");
	/* Named in two ways, it is still one namespace. */
	assert_ok(nc, netcfg_veth_create(
			      nc, "near2", "far2", LINK_CONFIG(.netns = "n1"),
			      LINK_CONFIG(.netns_fd = there, .flags = NETCFG_LINK_NETNS_FD)));
	assert_int_equal(count_links_in(there), 5);
	assert_int_equal(count_links(), 1);
	close(there);
}

/* B34: one name for both is fine where they are not in one namespace. */
static void b34_same_name_in_two(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int n1 = netns_new_named("n1");
	const int n2 = netns_new_named("n2");
	const struct netcfg_link_config *up = LINK_CONFIG(.netns = "n2", .flags = NETCFG_LINK_UP);

	assert_cost(nc, netcfg_veth_create(nc, "eth0", "eth0", LINK_CONFIG(.netns = "n1"), up), 2,
		    0);
	assert_link_not_flag(n1, "eth0", "UP");
	assert_link_flag(n2, "eth0", "UP");
	sh_ok_in(n1, "ip link del eth0");
	assert_ok(nc, netcfg_veth_create(nc, "eth0", "eth0", NULL, up));
	assert_link_not_flag(-1, "eth0", "UP");
	assert_link_flag(n2, "eth0", "UP");
	sh_ok("ip link del eth0");
	assert_errno(nc, netcfg_veth_create(nc, "eth0", "eth0", up, up), -EEXIST);
	assert_int_equal(count_links_in(n2), 1);
	close(n1);
	close(n2);
}

/* B35: a name that is free in the target is free, whatever there is here. */
static void b35_name_exists_here(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = netns_new_named("n1");

	sh_ok("ip link add here0 mtu 1234 type veth peer name here1");
	assert_ok(nc, netcfg_veth_create(
			      nc, "here0", "far",
			      LINK_CONFIG(.netns = "n1", .alias = "there", .flags = NETCFG_LINK_UP),
			      NULL));
	assert_link(there, "here0", "ifalias", "\"there\"");
	assert_link_flag(there, "here0", "UP");
	assert_true(link_here("far"));
	assert_ok(nc, netcfg_veth_create(nc, "near", "here1", NULL,
					 LINK_CONFIG(.netns = "n1", .alias = "there",
						     .flags = NETCFG_LINK_UP)));
	assert_link(there, "here1", "ifalias", "\"there\"");
	assert_link_flag(there, "here1", "UP");
	assert_link_not_flag(-1, "here1", "UP");
	/* The other way round it is taken here, and free there does not help. */
	assert_errno(nc, netcfg_veth_create(nc, "near2", "here0", LINK_CONFIG(.netns = "n1"), NULL),
		     -EEXIST);
	assert_false(link_in(there, "near2"));
	assert_int_equal(count_links(), 5);
	assert_link(-1, "here0", "mtu", "1234");
	assert_link(-1, "here0", "link", "\"here1\"");
	assert_link_not_flag(-1, "here0", "UP");
	close(there);
}

/* B35: and both ends there, both names taken here. */
static void b35_both_names_exist_here(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = netns_new_named("n1");

	sh_ok("ip link add here0 mtu 1234 type veth peer name here1");
	assert_ok(nc, netcfg_veth_create(nc, "here0", "here1",
					 LINK_CONFIG(.netns = "n1", .flags = NETCFG_LINK_UP),
					 LINK_CONFIG(.netns = "n1", .flags = NETCFG_LINK_UP)));
	assert_link_flag(there, "here0", "LOWER_UP");
	assert_link_flag(there, "here1", "LOWER_UP");
	assert_link(-1, "here0", "mtu", "1234");
	assert_link_not_flag(-1, "here0", "UP");
	assert_link_not_flag(-1, "here1", "UP");
	assert_int_equal(count_links(), 3);
	close(there);
}

/* Standard input's number is a descriptor like any other. */
static void test_descriptor_zero(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int there = netns_new();
	const int input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	int near;
	int far;

	assert_int_equal(dup2(there, STDIN_FILENO), STDIN_FILENO);
	near = netcfg_veth_create(nc, "near", "x1",
				  LINK_CONFIG(.flags = NETCFG_LINK_NETNS_FD, .netns_fd = 0), NULL);
	far = netcfg_veth_create(nc, "x2", "far", NULL,
				 LINK_CONFIG(.flags = NETCFG_LINK_NETNS_FD, .netns_fd = 0));
	if (input >= 0)
		assert_int_equal(dup2(input, STDIN_FILENO), STDIN_FILENO);
	else
		close(STDIN_FILENO);
	close(input);
	assert_int_equal(near, 0);
	assert_int_equal(far, 0);
	assert_true(link_in(there, "near") && link_in(there, "far"));
	assert_true(link_here("x1") && link_here("x2"));
	close(there);
}

/* The descriptor of another namespace's handle decides where the rest is. */
static void test_handle_elsewhere(void **state)
{
	struct sandbox *box = *state;
	const int there = netns_new_named("n1");
	struct netcfg *nc;

	assert_ok(NULL, netcfg_open_netns(&nc, "n1"));
	sh_ok_in(there, "ip link add br0 type bridge");
	assert_ok(nc, netcfg_veth_create(
			      nc, "near", "far",
			      LINK_CONFIG(.flags = NETCFG_LINK_NETNS_FD, .netns_fd = box->netns_fd),
			      LINK_CONFIG(.master = "br0", .flags = NETCFG_LINK_UP)));
	assert_true(link_here("near"));
	assert_link(there, "far", "master", "\"br0\"");
	assert_link_flag(there, "far", "UP");
	netcfg_close(nc);
	close(there);
}

/* B86: what is in a namespace goes with it, and the end here a moment later. */
static void b86_netns_deleted(void **state)
{
	struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const int events = link_events_open();
	int index;

	assert_ok(nc, netcfg_netns_create(nc, "n1"));
	assert_ok(nc, netcfg_veth_create(nc, "near", "far", NULL, LINK_CONFIG(.netns = "n1")));
	assert_ok(nc, netcfg_veth_create(nc, "in0", "in1", LINK_CONFIG(.netns = "n1"),
					 LINK_CONFIG(.netns = "n1")));
	index = link_index_here("near");
	assert_ok(nc, netcfg_netns_delete(nc, "n1"));
	link_events_await_deleted(events, index);
	assert_int_equal(count_links(), 1);
	close(events);
}

static void (*before_change)(void); /* called once, before the next RTM_SETLINK */

/* In the place of that of the C library: between the create and what finishes it others come in. */
ssize_t send(int fd, const void *data, size_t len, int flags)
{
	const struct nlmsghdr *h = data;
	void (*hook)(void) = before_change;

	if (hook && len >= sizeof(*h) && h->nlmsg_type == RTM_SETLINK) {
		before_change = NULL;
		hook();
	}
	return syscall(SYS_sendto, fd, data, len, flags, NULL, 0);
}

static void exchange_names(void)
{
	sh_ok("ip -n x link set dev eth0 name moved0 && ip -n x link set dev own0 name eth0");
}

/* The far end is elsewhere, and the near one has another name. */
static void move_away(void)
{
	sh_ok("ip link set dev host0 name host1 && ip -n x link set dev eth0 netns y name moved0");
}

/* The index of a new link, to the create's echo: from Linux 6.2 on. */
static bool kernel_tells_index(struct netcfg *nc)
{
	struct netcfg_stats before;
	bool tells;

	assert_ok(nc, netcfg_cache_enable(nc));
	before = stats_now(nc);
	assert_ok(nc, netcfg_veth_create(nc, "q0", "q1", NULL, NULL));
	assert_ok(nc, netcfg_addr_add(nc, "q0", "192.0.2.1/32", NULL));
	tells = stats_since(nc, &before).cache_hits == 1;
	assert_int_equal(stats_since(nc, &before).lookups, !tells);
	assert_ok(nc, netcfg_link_delete(nc, "q0"));
	netcfg_cache_disable(nc);
	return tells;
}

/* Which of the two in x is finished: the far end, moved0, or who has its name by then, eth0. */
static void check_finished(int there, const char *finished, const char *other)
{
	assert_link(there, finished, "ifalias", "\"far\"");
	assert_link_flag(there, finished, "UP");
	assert_link_lacks(there, other, "ifalias");
	assert_link_not_flag(there, other, "UP");
}

/* The name is another link's before the far end is finished: that one is left alone, from 6.2 on. */
static void name_changes_hands(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	const struct netcfg_link_config *far =
		LINK_CONFIG(.netns = "x", .flags = NETCFG_LINK_UP, .alias = "far");
	const bool tells = kernel_tells_index(nc);
	const int there = netns_new_named("x");

	close(netns_new_named("y"));
	sh_ok("ip -n x link add name own0 type bridge");
	before_change = exchange_names;
	assert_ok(nc, netcfg_veth_create(nc, "host0", "eth0", NULL, far));
	check_finished(there, tells ? "moved0" : "eth0", tells ? "eth0" : "moved0");
	sh_ok("ip link del host0 && ip -n x link del eth0 && ip -n x link add name own0 type bridge");
	/* And if it cannot be finished both ends go, by whatever names, and no other link. */
	before_change = move_away;
	assert_errno(nc, netcfg_veth_create(nc, "host0", "eth0", NULL, far), -ENODEV);
	assert_int_equal(count_links(), tells ? 1 : 2);
	assert_true(link_in(there, "own0"));
	close(there);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b32_every_place_for_both),
		sandbox_test(test_follow_ups_in_every_place),
		sandbox_test(test_both_in_the_same),
		sandbox_test(b34_same_name_in_two),
		sandbox_test(b35_name_exists_here),
		sandbox_test(b35_both_names_exist_here),
		sandbox_test(test_descriptor_zero),
		sandbox_test(test_handle_elsewhere),
		sandbox_test(b86_netns_deleted),
		sandbox_test(name_changes_hands),
	};

	return sandbox_main(tests);
}
