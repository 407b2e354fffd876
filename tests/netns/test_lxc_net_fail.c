/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* examples/lxc_net: what is refused, what fails half-way, and that nothing is left then. */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/lxc_net.h"
#include "support/test.h"

/* The line that a file says it is refused for. */
static unsigned int refused_line(const char *path)
{
	FILE *stream = fopen(path, "re");
	unsigned int line;

	assert_non_null(stream);
	assert_int_equal(fscanf(stream, "# refused: %u", &line), 1);
	fclose(stream);
	return line;
}

static void refuse_file(struct lxc *lxc, const char *name)
{
	char path[PATH_MAX], where[PATH_MAX + 32];

	snprintf(path, sizeof(path), TEST_FORMS_DIR "/lxc-bad/%s", name);
	snprintf(where, sizeof(where), "lxc_net: %s:%u: ", path, refused_line(path));
	lxc->file = path;
	lxc_up_fails(lxc, where);
	/* Before anything is made: no note was begun either. */
	assert_int_equal(sh("test -e /run/lxc_net"), 1);
	assert_int_equal(lxc_run(lxc, "check '%s'", path), 1);
	lxc_said(lxc, where);
}

static void test_bad_files(void **state)
{
	DIR *dir = opendir(TEST_FORMS_DIR "/lxc-bad");
	struct lxc lxc;
	int count = 0;

	(void)state;
	need_lxc_net();
	assert_non_null(dir);
	lxc_begin_empty(&lxc);
	for (const struct dirent *entry = readdir(dir); entry; entry = readdir(dir)) {
		if (entry->d_name[0] == '.')
			continue;
		refuse_file(&lxc, entry->d_name);
		count++;
	}
	closedir(dir);
	assert_true(count >= 15);
	lxc_end(&lxc);
}

static void test_no_file(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin_empty(&lxc);
	lxc.file = "/run/nosuch.conf";
	lxc_up_fails(&lxc, "/run/nosuch.conf: cannot be opened");
	lxc.file = "/run";
	lxc_up_fails(&lxc, "/run: cannot be read");
	sh_ok("head -c 1048577 /dev/zero | tr '\\0' '#' >/run/large.conf");
	lxc.file = "/run/large.conf";
	lxc_up_fails(&lxc, "/run/large.conf: is larger");
	lxc_end(&lxc);
}

#define PAIR  "lxc.net.0.type = veth\nlxc.net.0.veth.pair = vfirst\nlxc.net.0.flags = up\n"
#define PAIR2 "lxc.net.1.type = veth\nlxc.net.1.veth.pair = vsecond\nlxc.net.1.flags = up\n"

/* The second pair cannot be made: the first is taken back. */
static void test_name_taken_on_host(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	sh_ok("ip link add vsecond type bridge");
	lxc_begin_empty(&lxc);
	lxc_write(&lxc, PAIR PAIR2);
	lxc_up_fails(&lxc, "/run/written.conf:4: ");
	lxc_said(&lxc, "\"vsecond\"");
	assert_true(link_here("vsecond"));
	lxc_end(&lxc);
}

static void test_name_taken_inside(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin_empty(&lxc);
	sh_ok_in(lxc.inside, "ip link add eth1 type bridge");
	lxc_write(&lxc, PAIR PAIR2);
	assert_int_equal(lxc_run(&lxc, "up c1 %s", lxc.file), 1);
	lxc_said(&lxc, "/run/written.conf:4: ");
	lxc_said(&lxc, "\"eth1\"");
	assert_int_equal(count_links(), lxc.host_links);
	assert_int_equal(count_links_in(lxc.inside), 2);
	lxc_end(&lxc);
}

static void test_no_bridge(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	sh_ok("ip link add nobridge type veth peer name other");
	lxc_begin_empty(&lxc);
	lxc_write(&lxc, PAIR "lxc.net.0.link = nosuch\n");
	lxc_up_fails(&lxc, "/run/written.conf:4: ");
	lxc_write(&lxc, PAIR "lxc.net.0.mtu = 1400\nlxc.net.0.link = nosuch\n");
	lxc_up_fails(&lxc, "/run/written.conf:1: ");
	lxc_write(&lxc, PAIR "lxc.net.0.mtu = 1400\nlxc.net.0.link = nobridge\n");
	lxc_up_fails(&lxc, "/run/written.conf:1: ");
	lxc_end(&lxc);
}

/* All links are made when the container refuses an address: IPv6 wants an MTU of 1280. */
static void test_address_refused(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	sh_ok("ip link add wire0 type veth peer name far0");
	lxc_begin_empty(&lxc);
	lxc_write(&lxc, PAIR PAIR2 "lxc.net.1.mtu = 1000\nlxc.net.2.type = phys\n"
				   "lxc.net.2.link = wire0\nlxc.net.2.name = lan0\n"
				   "lxc.net.2.mtu = 1300\n"
				   "lxc.net.1.ipv6.address = 2001:db8::2/64\n");
	lxc_up_fails(&lxc, "/run/written.conf:12: ");
	assert_link(-1, "wire0", "mtu", "1500");
	lxc_end(&lxc);
}

/* A phys that was moved already comes back, with its name. */
static void test_mtu_refused(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	sh_ok("ip link add wire0 type veth peer name far0 && ip link set wire0 mtu 1480");
	lxc_begin_empty(&lxc);
	lxc_write(&lxc, "lxc.net.0.type = phys\nlxc.net.0.link = wire0\nlxc.net.0.name = lan0\n"
			"lxc.net.0.mtu = 70000\n");
	lxc_up_fails(&lxc, "/run/written.conf:1: ");
	assert_link(-1, "wire0", "mtu", "1480");
	lxc_write(&lxc,
		  "lxc.net.0.type = phys\nlxc.net.0.link = wire0\nlxc.net.0.name = lan0\n"
		  "lxc.net.1.type = phys\nlxc.net.1.link = wire0\nlxc.net.1.name = lan1\n");
	lxc_up_fails(&lxc, "/run/written.conf:5: NIC 1: NIC 0 has the link \"wire0\"");
	assert_link(-1, "wire0", "mtu", "1480");
	/* The second is not there: the first, which was moved, comes back. */
	lxc_write(&lxc,
		  "lxc.net.0.type = phys\nlxc.net.0.link = wire0\nlxc.net.0.name = lan0\n" PAIR2
		  "lxc.net.1.link = nosuch\nlxc.net.1.mtu = 1400\n");
	lxc_up_fails(&lxc, "/run/written.conf:4: ");
	assert_true(link_here("wire0"));
	lxc_end(&lxc);
}

/* The last step, on the host: a route is there already. */
static void test_route_taken(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	sh_ok("ip link set lo up && ip route add 198.51.100.5/32 dev lo");
	lxc_begin_empty(&lxc);
	lxc_write(&lxc, PAIR "lxc.net.0.veth.mode = router\n"
			     "lxc.net.0.ipv4.address = 198.51.100.5/32\n"
			     "lxc.net.0.ipv4.gateway = 169.254.0.1\n");
	lxc_up_fails(&lxc, "/run/written.conf:5: add route ");
	assert_shows(-1, "ip route", "198.51.100.5 dev lo");
	lxc_end(&lxc);
}

static void test_state_refused(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin_empty(&lxc);
	lxc_write(&lxc, PAIR);
	assert_int_equal(lxc_run(&lxc, "up -s /run/no/such/file c1 %s", lxc.file), 1);
	lxc_said(&lxc, "/run/no/such/file");
	lxc_nothing_left(&lxc);
	assert_int_equal(lxc_run(&lxc, "down c1"), 1);
	lxc_up(&lxc);
	/* Twice: what is there stays, and can be taken down. */
	assert_int_equal(lxc_run(&lxc, "up c1 %s", lxc.file), 1);
	lxc_said(&lxc, "take it down first");
	assert_true(link_here("vfirst"));
	lxc_down(&lxc);
	lxc_nothing_left(&lxc);
	/* One that was not written to its end says nothing of what there is. */
	sh_ok("echo 'lxc_net 1' >/run/lxc_net/c1");
	assert_int_equal(lxc_run(&lxc, "down c1"), 1);
	sh_ok("printf 'lxc_net 1\\nveth x y\\nend\\n' >/run/lxc_net/c1");
	assert_int_equal(lxc_run(&lxc, "down c1"), 1);
	sh_ok("rm /run/lxc_net/c1");
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

/* The host end's name is another link's by now. */
static void test_down_leaves_others(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin_empty(&lxc);
	lxc_write(&lxc, PAIR);
	lxc_up(&lxc);
	sh_ok("ip link del vfirst && ip link add vfirst type bridge");
	lxc_down(&lxc);
	lxc_said(&lxc, "left alone");
	assert_true(link_here("vfirst"));
	lxc_end(&lxc);
}

/* It has another name by now: it is the one that was made. */
static void test_down_after_a_rename(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin_empty(&lxc);
	lxc_write(&lxc, PAIR);
	lxc_up(&lxc);
	sh_ok("ip link set vfirst down; ip link set vfirst name other");
	lxc_down(&lxc);
	assert_false(link_here("other"));
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

static void test_namespace_gone(void **state)
{
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin_empty(&lxc);
	lxc_write(&lxc, PAIR);
	lxc_up(&lxc);
	/* Its descriptor keeps it: so the pair is there, and can only be reached from here. */
	sh_ok("ip netns del c1");
	lxc_down(&lxc);
	lxc_said(&lxc, "gone");
	lxc_nothing_left(&lxc);
	assert_int_equal(lxc_run(&lxc, "up c1 %s", lxc.file), 1);
	lxc_said(&lxc, "namespace c1: ");
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

static void test_other_ways_to_name_it(void **state)
{
	const struct sandbox *box = *state;
	struct lxc lxc;
	pid_t pid;
	int inside;

	need_lxc_net();
	lxc_begin_empty(&lxc);
	lxc_write(&lxc, PAIR);
	pid = netns_process();
	inside = netns_of_process(pid);
	assert_int_equal(lxc_run(&lxc, "up --pid %d -s /run/s %s", (int)pid, lxc.file), 0);
	assert_link_flag(inside, "eth0", "UP");
	assert_int_equal(lxc_run(&lxc, "down --pid %d -s /run/s", (int)pid), 0);
	assert_int_equal(count_links_in(inside), 1);
	assert_int_equal(
		lxc_run(&lxc, "up --fd 7 -s /run/s %s 7</proc/%d/ns/net", lxc.file, (int)pid), 0);
	assert_link_flag(inside, "eth0", "UP");
	assert_int_equal(lxc_run(&lxc, "down --fd 7 -s /run/s 7</proc/%d/ns/net", (int)pid), 0);
	assert_int_equal(count_links_in(inside), 1);
	/* Not a namespace, none at all, and this one. */
	assert_int_equal(lxc_run(&lxc, "up --fd 7 -s /run/s %s 7</dev/null", lxc.file), 1);
	assert_int_equal(lxc_run(&lxc, "up --fd 77 -s /run/s %s", lxc.file), 1);
	assert_int_equal(lxc_run(&lxc, "up --fd 7 -s /run/s %s 7</proc/self/ns/net", lxc.file), 1);
	lxc_said(&lxc, "the one that this program is in");
	lxc_nothing_left(&lxc);
	assert_int_equal(sh("test -e /run/s"), 1);
	netns_process_end(pid);
	close(inside);
	lxc_end(&lxc);
	(void)box;
}

static void test_usage(void **state)
{
	static const char *const bad[] = {
		"",
		"sideways c1 /dev/null",
		"up",
		"up c1",
		"down",
		"down c1 c2",
		"check",
		"up --pid 1 /dev/null",
		"up --pid x -s /run/s /dev/null",
		"up --fd -1 -s s /dev/null",
		"up --pid 1 --fd 1 -s s /dev/null",
		"--nosuch",
		"up c1 /dev/null more",
	};
	struct lxc lxc;

	(void)state;
	need_lxc_net();
	lxc_begin_empty(&lxc);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_int_equal(lxc_run(&lxc, "%s", bad[i]), 2);
	assert_int_equal(lxc_run(&lxc, "up ../c1 /dev/null"), 1);
	assert_int_equal(lxc_run(&lxc, "--help"), 0);
	lxc_said(&lxc, "Unlike LXC");
	lxc_write(&lxc, PAIR "lxc.net.0.ipv4.address = 10.0.0.1/8 10.0.0.255\n");
	assert_int_equal(lxc_run(&lxc, "check - <%s", lxc.file), 0);
	lxc_said(&lxc,
		 "NIC 0: veth eth0 pair vfirst up\n  address 10.0.0.1/8 broadcast 10.0.0.255\n");
	lxc_nothing_left(&lxc);
	lxc_end(&lxc);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		sandbox_test(test_bad_files),
		sandbox_test(test_no_file),
		sandbox_test(test_name_taken_on_host),
		sandbox_test(test_name_taken_inside),
		sandbox_test(test_no_bridge),
		sandbox_test(test_address_refused),
		sandbox_test(test_mtu_refused),
		sandbox_test(test_route_taken),
		sandbox_test(test_state_refused),
		sandbox_test(test_down_leaves_others),
		sandbox_test(test_down_after_a_rename),
		sandbox_test(test_namespace_gone),
		sandbox_test(test_other_ways_to_name_it),
		sandbox_test(test_usage),
	};

	return sandbox_main(tests);
}
