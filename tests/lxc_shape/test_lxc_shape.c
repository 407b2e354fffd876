/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Each operation of LXC's network code, done by a call of the library, and what
 * it took. With --table: the table in docs/for-runtimes.md, of the same figures.
 */
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lxc_shape/row.h"
#include "support/test.h"

static int sockets;

/* In the place of that of the C library, for the program and the library alike. */
int socket(int domain, int type, int protocol)
{
	sockets++;
	return (int)syscall(SYS_socket, domain, type, protocol);
}

/* A command with the process's id at hand. */
static void run(const struct place *p, const char *command)
{
	sh_ok("pid=%d; %s", (int)p->pid, command);
}

static int setup(void **state)
{
	struct place *p = calloc(1, sizeof(*p));

	assert_non_null(p);
	p->row = *state;
	assert_int_equal(sandbox_setup(&p->sandbox), 0);
	p->nc = ((struct sandbox *)p->sandbox)->nc;
	p->pid = netns_process();
	p->there = netns_of_process(p->pid);
	*state = p;
	return 0;
}

static int teardown(void **state)
{
	struct place *p = *state;
	void *sandbox = p->sandbox;

	close(p->there);
	netns_process_end(p->pid);
	free(p);
	return sandbox_teardown(&sandbox);
}

static struct cost measure(struct place *p)
{
	const struct netcfg_stats before = stats_now(p->nc);
	struct netcfg_stats delta;
	struct cost cost;

	sockets = 0;
	assert_ok(p->nc, p->row->call(p));
	delta = stats_since(p->nc, &before);
	assert_int_equal(delta.requests, delta.sends);
	cost.sockets = sockets;
	cost.sends = (int)delta.sends + p->elsewhere.sends;
	cost.ioctls = (int)delta.lookups + p->elsewhere.ioctls;
	return cost;
}

static void need_what(const char *kind)
{
	if (kind && strcmp(kind, VLAN_FILTERING) == 0)
		need(sh("ip link add probe type bridge vlan_filtering 1 && ip link del probe") == 0,
		     kind);
	else if (kind)
		need_kind(kind);
}

static void operation(void **state)
{
	struct place *p = *state;
	struct cost cost;

	need_what(p->row->kind);
	sh_ok("ip link add v0 type veth peer name v1 && ip link set v1 up");
	sh_ok("ip link add br0 type bridge && ip link set br0 up");
	p->ifindex = link_index_here("v0");
	if (p->row->prepare)
		run(p, p->row->prepare);
	cost = measure(p);
	if (p->row->check)
		run(p, p->row->check);
	if (p->row->check_there)
		sh_ok_in(p->there, "%s", p->row->check_there);
	assert_int_equal(cost.sockets, p->row->now.sockets);
	assert_int_equal(cost.sends, p->row->now.sends);
	assert_int_equal(cost.ioctls, p->row->now.ioctls);
}

/* A function's name in the manner of code; what follows the comma says when. */
static void print_name(const char *theirs)
{
	const int len = (int)strcspn(theirs, ",");

	if (strcspn(theirs, " ") < (size_t)len)
		printf("| %s", theirs);
	else
		printf("| `%.*s`%s", len, theirs, theirs + len);
}

static int print_table(void)
{
	printf("| LXC | here | sockets | sends | ioctls |\n|---|---|---|---|---|\n");
	for (size_t i = 0; i < rows_count; i++) {
		const struct row *r = &rows[i];

		print_name(r->theirs);
		printf(" | %s | %d → %d | %d → %d | %d → %d |\n", r->ours, r->then.sockets,
		       r->now.sockets, r->then.sends, r->now.sends, r->then.ioctls, r->now.ioctls);
	}
	return 0;
}

static int run_all(void)
{
	struct CMUnitTest *tests = calloc(rows_count, sizeof(*tests));
	int failed;

	if (!tests)
		return 1;
	for (size_t i = 0; i < rows_count; i++)
		tests[i] = (struct CMUnitTest){ .name = rows[i].theirs,
						.test_func = operation,
						.setup_func = setup,
						.teardown_func = teardown,
						.initial_state = (void *)&rows[i] };
	failed = _cmocka_run_group_tests("lxc_shape", tests, rows_count, NULL, NULL);
	free(tests);
	return sandbox_result(failed, rows_count);
}

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "--table") == 0)
		return print_table();
	sandbox_enter();
	return run_all();
}
