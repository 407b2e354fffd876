/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The example agent: it attaches and detaches, and knows what others do behind its back. */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/test.h"

#define PROGRAM	   TEST_EXAMPLES_DIR "/agent"
#define CONTAINERS 100

struct agent {
	pid_t pid;
	int to;
	FILE *from;
};

static void agent_start(struct agent *agent, const char *receive_buffer)
{
	int down[2], up[2];

	need(access(PROGRAM, X_OK) == 0, "the example agent");
	assert_int_equal(pipe2(down, O_CLOEXEC), 0);
	assert_int_equal(pipe2(up, O_CLOEXEC), 0);
	agent->pid = fork();
	assert_true(agent->pid >= 0);
	if (agent->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* a test that fails does not end it */
		if (dup2(down[0], 0) == 0 && dup2(up[1], 1) == 1)
			execl(PROGRAM, PROGRAM, "-b", receive_buffer, (char *)NULL);
		_exit(127);
	}
	close(down[0]);
	close(up[1]);
	agent->to = down[1];
	agent->from = fdopen(up[0], "r");
	assert_non_null(agent->from);
	setvbuf(agent->from, NULL, _IONBF, 0); /* so that poll(2) tells the truth */
}

static int agent_end(struct agent *agent)
{
	char line[2048];
	int status;

	close(agent->to);
	while (fgets(line, sizeof(line), agent->from)) /* it may still have something to say */
		continue;
	fclose(agent->from);
	assert_int_equal(waitpid(agent->pid, &status, 0), agent->pid);
	return status;
}

__attribute__((format(printf, 2, 3))) static void say(struct agent *agent, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	assert_true(vdprintf(agent->to, format, args) > 0);
	va_end(args);
}

/* The next line of it, without its end; the test fails if there is none for a minute. */
static void hear(struct agent *agent, char *line, int size)
{
	struct pollfd readable = { .fd = fileno(agent->from), .events = POLLIN };

	assert_int_equal(poll(&readable, 1, 60000), 1);
	if (!fgets(line, size, agent->from))
		fail_msg("the agent has ended");
	line[strcspn(line, "\n")] = '\0';
}

/* The answer to a command: what is said besides is passed over. */
static void answer(struct agent *agent, char *line, int size)
{
	do
		hear(agent, line, size);
	while (strncmp(line, "ok", 2) != 0 && strncmp(line, "error: ", 7) != 0);
}

#define assert_answer(agent, expected)                                                             \
	do {                                                                                       \
		char answer_line[2048];                                                            \
                                                                                                   \
		answer((agent), answer_line, sizeof(answer_line));                                 \
		assert_string_equal(answer_line, (expected));                                      \
	} while (0)

static void assert_refused(struct agent *agent, const char *command, const char *has)
{
	char line[2048];

	say(agent, "%s\n", command);
	answer(agent, line, sizeof(line));
	if (strncmp(line, "error: ", 7) != 0 || !strstr(line, has))
		fail_msg("\"%s\" was answered by \"%s\"", command, line);
}

/* Until it says just this. */
static void await(struct agent *agent, const char *expected)
{
	char line[2048];

	do
		hear(agent, line, sizeof(line));
	while (strcmp(line, expected) != 0);
}

static void attach(struct agent *agent, int number, const char *bridge)
{
	say(agent, "attach c%d n%d %s 10.88.0.%d/16\n", number, number, bridge, number + 1);
	assert_answer(agent, "ok");
}

static void make_netns(struct netcfg *nc, int count)
{
	for (int i = 0; i < count; i++) {
		char name[16];

		snprintf(name, sizeof(name), "n%d", i);
		assert_ok(nc, netcfg_netns_create(nc, name));
	}
}

static int count_kind(struct netcfg *nc, const char *kind, const char *master)
{
	const struct netcfg_link_filter filter = {
		.size = sizeof(filter), .kind = kind, .master = master
	};
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;
	int count = 0;

	assert_ok(nc, netcfg_link_list(nc, &filter, &list));
	while (netcfg_link_list_next(list, &info) > 0)
		count++;
	netcfg_link_list_free(list);
	return count;
}

static void a_hundred(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct agent agent;

	need_kind("bridge");
	make_netns(nc, CONTAINERS);
	sh_ok("ip link add br0 type bridge; ip link set br0 up");
	agent_start(&agent, "4194304");
	await(&agent, "listed 0");
	for (int i = 0; i < CONTAINERS; i++)
		attach(&agent, i, "br0");
	assert_int_equal(count_kind(nc, "veth", "br0"), CONTAINERS);
	sh_ok("ip -n n42 -4 -o addr show dev eth0 | grep -qF 'inet 10.88.0.43/16 '");
	sh_ok("ip -n n42 link show dev eth0 up | grep -q LOWER_UP");
	say(&agent, "list\n");
	assert_answer(&agent, "ok 100");
	/* Behind its back; it says so without being asked. */
	sh_ok("for i in 3 5 7; do ip link del ve-c$i; done; ip netns exec n11 ip link del eth0");
	await(&agent, "detached c3");
	await(&agent, "detached c5");
	await(&agent, "detached c7");
	await(&agent, "detached c11");
	assert_refused(&agent, "detach c5", "not attached");
	attach(&agent, 5, "br0");
	say(&agent, "list\n");
	assert_answer(&agent, "ok 97");
	for (int i = 0; i < CONTAINERS; i++) {
		if (i == 3 || i == 7 || i == 11)
			continue;
		say(&agent, "detach c%d\n", i);
		assert_answer(&agent, "ok");
	}
	say(&agent, "list\nquit\n");
	assert_answer(&agent, "ok 0");
	assert_answer(&agent, "ok");
	assert_int_equal(agent_end(&agent), 0);
	assert_int_equal(count_kind(nc, "veth", NULL), 0);
}

/* It could not follow, and yet knows all afterwards. */
static void b99_overrun(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct agent agent;

	make_netns(nc, 4);
	sh_ok("ip link add v0 mtu 1000 type veth peer name v1");
	agent_start(&agent, "1");
	for (int i = 0; i < 3; i++)
		attach(&agent, i, "-");
	assert_int_equal(kill(agent.pid, SIGSTOP), 0);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	for (uint32_t i = 1; i <= 400; i++)
		assert_ok(nc, netcfg_link_set_mtu(nc, "v0", 1000 + i));
	assert_ok(nc, netcfg_batch_commit(nc));
	sh_ok("ip link del ve-c0; ip link set ve-c1 down; ip link set ve-c1 name ve-other");
	sh_ok("ip link add ve-c3 type veth peer name eth0 netns n3");
	assert_int_equal(kill(agent.pid, SIGCONT), 0);
	await(&agent, "overrun");
	await(&agent, "detached c0");
	await(&agent, "listed 3");
	assert_refused(&agent, "detach c0", "not attached");
	assert_refused(&agent, "detach c1", "not attached");
	say(&agent, "detach c2\ndetach other\ndetach c3\nlist\n");
	for (int i = 0; i < 3; i++)
		assert_answer(&agent, "ok");
	assert_answer(&agent, "ok 0");
	assert_int_equal(agent_end(&agent), 0);
	assert_int_equal(count_kind(nc, "veth", NULL), 2);
}

/* One that is killed leaves no state but the kernel's, and the next one finds that. */
static void killed_and_started_again(void **state)
{
	const struct sandbox *box = *state;
	struct agent agent;

	make_netns(box->nc, 3);
	agent_start(&agent, "4194304");
	for (int i = 0; i < 3; i++)
		attach(&agent, i, "-");
	assert_int_equal(kill(agent.pid, SIGKILL), 0);
	assert_int_equal(agent_end(&agent), SIGKILL);
	sh_ok("ip link del ve-c1");
	agent_start(&agent, "4194304");
	await(&agent, "listed 2");
	say(&agent, "detach c0\ndetach c2\n");
	assert_answer(&agent, "ok");
	assert_answer(&agent, "ok");
	assert_int_equal(agent_end(&agent), 0);
	assert_int_equal(count_kind(box->nc, "veth", NULL), 0);
}

/* A bridge that has another index by now, or another name: what is remembered is not used. */
static void bridges_that_change(void **state)
{
	const struct sandbox *box = *state;
	struct agent agent;

	need_kind("bridge");
	make_netns(box->nc, 3);
	sh_ok("ip link add br0 type bridge");
	agent_start(&agent, "4194304");
	attach(&agent, 0, "br0");
	sh_ok("ip link del br0; ip link add index 7000 br0 type bridge");
	attach(&agent, 1, "br0");
	assert_int_equal(count_kind(box->nc, "veth", "br0"), 1);
	sh_ok("ip link set br0 name br1; ip link add br0 type bridge");
	attach(&agent, 2, "br0");
	assert_int_equal(count_kind(box->nc, "veth", "br0"), 1);
	assert_int_equal(count_kind(box->nc, "veth", "br1"), 1);
	assert_int_equal(agent_end(&agent), 0);
}

/* Each is one line, and leaves nothing behind. */
static void errors(void **state)
{
	const struct sandbox *box = *state;
	struct agent agent;
	char line[2048];

	make_netns(box->nc, 1);
	agent_start(&agent, "4194304");
	assert_refused(&agent, "attach", "command");
	assert_refused(&agent, "attach c0 n0 - 10.88.0.1/16 more", "command");
	assert_refused(&agent, "frobnicate", "command");
	assert_refused(&agent, "detach c0", "not attached");
	assert_refused(&agent, "attach c0123456789012345 n0 - 10.88.0.1/16", "too long");
	assert_refused(&agent, "attach c0 absent - 10.88.0.1/16", "ve-c0");
	assert_refused(&agent, "attach c0 n0 absent 10.88.0.1/16", "absent");
	assert_refused(&agent, "attach c0 n0 - 10.88.0.1/33", "10.88.0.1/33");
	assert_refused(&agent, "attach c/0 n0 - 10.88.0.1/16", "ve-c/0");
	assert_int_equal(count_links(), 1);
	/* Nothing, a command in two parts, and one that never ends. */
	say(&agent, "\n  \nli");
	say(&agent, "st\n");
	assert_answer(&agent, "ok 0");
	for (int i = 0; i < 64; i++)
		say(&agent, "%s", "xxxxxxxx");
	answer(&agent, line, sizeof(line));
	assert_string_equal(line, "error: the line is too long");
	attach(&agent, 0, "-");
	assert_refused(&agent, "attach c0 n0 - 10.88.0.1/16", "ve-c0");
	assert_int_equal(agent_end(&agent), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(a_hundred),
		sandbox_test(b99_overrun),
		sandbox_test(killed_and_started_again),
		sandbox_test(bridges_that_change),
		sandbox_test(errors),
	};

	return sandbox_main(tests);
}
