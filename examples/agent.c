/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * An orchestration agent: attaches containers to bridges and detaches them when it is told to, and
 * knows at any time which ones are attached, whoever changes what. usage() says how to call it.
 *
 * It keeps no state but what the kernel has told it. A container is attached if there is a veth
 * link "ve-NAME": the monitor says so, for those that were there before, for those the agent makes
 * itself and for those that come or go behind its back. So it may be killed at any time, and knows
 * all when it is started again.
 *
 * One thread waits for two things, events and commands. Events go first, so that a command never
 * works with what is no longer true.
 */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <netcfg/netcfg.h>

#include "support/options.h"

#define PREFIX      "ve-"
#define PREFIX_SIZE (sizeof(PREFIX) - 1)
#define MAX_WORDS   5

struct container {
	int ifindex; /* what it is known by: a name may be another link's by now */
	char link[NETCFG_LINK_NAME_SIZE];
};

struct agent {
	struct netcfg *nc;
	struct netcfg_monitor *monitor;
	struct container *containers;
	size_t count;
	size_t room;
	bool quit;
	char line[512]; /* what of a command has come so far */
	size_t length;
};

/* Every command is answered by one line that begins with "ok" or "error". */
static void answer_error(const char *why)
{
	printf("error: %s\n", why);
}

/* The library's line is there for calls on a handle that is open. */
static void answer_failure(const struct netcfg *nc, int err)
{
	const char *message = netcfg_error_message(nc);

	answer_error(*message ? message : strerror(-err));
}

static struct container *find(struct agent *agent, const char *link)
{
	for (size_t i = 0; i < agent->count; i++)
		if (!strcmp(agent->containers[i].link, link))
			return &agent->containers[i];
	return NULL;
}

static struct container *find_index(struct agent *agent, int ifindex)
{
	for (size_t i = 0; i < agent->count; i++)
		if (agent->containers[i].ifindex == ifindex)
			return &agent->containers[i];
	return NULL;
}

static bool is_container(const struct netcfg_link_info *link)
{
	return !strcmp(link->kind, "veth") && !strncmp(link->name, PREFIX, PREFIX_SIZE) &&
	       link->name[PREFIX_SIZE];
}

static int add(struct agent *agent, const struct netcfg_link_info *link)
{
	struct container *bigger;

	if (agent->count == agent->room) {
		agent->room = agent->room ? agent->room * 2 : 64;
		bigger = realloc(agent->containers, agent->room * sizeof(*bigger));
		if (!bigger)
			return -ENOMEM;
		agent->containers = bigger;
	}
	agent->containers[agent->count].ifindex = link->ifindex;
	strcpy(agent->containers[agent->count].link, link->name);
	agent->count++;
	printf("attached %s\n", link->name + PREFIX_SIZE);
	return 0;
}

static void forget(struct agent *agent, struct container *c)
{
	printf("detached %s\n", c->link + PREFIX_SIZE);
	*c = agent->containers[--agent->count];
}

/* A link is there, new or changed, and perhaps under another name than before. */
static int take_link(struct agent *agent, const struct netcfg_link_info *link)
{
	struct container *c = find_index(agent, link->ifindex);

	if (c && !strcmp(c->link, link->name))
		return 0;
	if (c)
		forget(agent, c);
	return is_container(link) ? add(agent, link) : 0;
}

static int take_event(struct agent *agent, const struct netcfg_event *event)
{
	struct container *c;

	switch (event->type) {
	case NETCFG_EVENT_OVERRUN:
		/* What was missed comes next, as the differences to what was told. */
		puts("overrun");
		netcfg_cache_invalidate(agent->nc, NULL);
		return 0;
	case NETCFG_EVENT_LISTED:
		printf("listed %zu\n", agent->count);
		return 0;
	case NETCFG_EVENT_REMOVED:
	case NETCFG_EVENT_MOVED:
		netcfg_cache_invalidate(agent->nc, event->link->name);
		c = find_index(agent, event->ifindex);
		if (c)
			forget(agent, c);
		return 0;
	case NETCFG_EVENT_RENAMED:
		netcfg_cache_invalidate(agent->nc, event->old_name);
		/* fall through */
	case NETCFG_EVENT_ADDED:
		netcfg_cache_invalidate(agent->nc, event->link->name);
		/* fall through */
	default:
		return take_link(agent, event->link);
	}
}

/* All events that there are. */
static int take_events(struct agent *agent)
{
	struct netcfg_event event = { .size = sizeof(event) };
	int r, err = 0;

	do {
		r = netcfg_monitor_next(agent->monitor, &event);
		if (r == 1)
			err = take_event(agent, &event);
	} while (r == 1 && !err);
	return r < 0 ? r : err;
}

/* The far end has an address before it is up, which is cheaper than the other way round. */
static int configure_inside(const char *netns, const char *address)
{
	struct netcfg *inside;
	int err = netcfg_open_netns(&inside, netns);

	if (err) {
		answer_error(strerror(-err));
		return err;
	}
	err = netcfg_addr_add(inside, "eth0", address, NULL);
	if (!err)
		err = netcfg_link_set_up(inside, "eth0");
	if (!err)
		err = netcfg_link_set_up(inside, "lo");
	if (err)
		answer_failure(inside, err);
	netcfg_close(inside);
	return err;
}

/* All of it or nothing. */
static void attach(struct agent *agent, char *const *words)
{
	const char *name = words[1], *netns = words[2], *bridge = words[3], *address = words[4];
	const struct netcfg_link_config near = {
		.size = sizeof(near),
		.flags = NETCFG_LINK_UP,
		.master = strcmp(bridge, "-") ? bridge : NULL,
	};
	const struct netcfg_link_config far = { .size = sizeof(far), .netns = netns };
	char link[NETCFG_LINK_NAME_SIZE];
	int err;

	if (snprintf(link, sizeof(link), PREFIX "%s", name) >= (int)sizeof(link)) {
		answer_error("the name is too long");
		return;
	}
	err = netcfg_veth_create(agent->nc, link, "eth0", &near, &far);
	if (err) {
		answer_failure(agent->nc, err);
		return;
	}
	if (configure_inside(netns, address))
		netcfg_link_delete(agent->nc, link);
	else
		puts("ok");
}

/* By its index, so that a link that has taken the name meanwhile is left alone. */
static void detach(struct agent *agent, char *const *words)
{
	char link[NETCFG_LINK_NAME_SIZE];
	struct container *c = NULL;
	int err;

	if (snprintf(link, sizeof(link), PREFIX "%s", words[1]) < (int)sizeof(link))
		c = find(agent, link);
	if (!c) {
		answer_error("it is not attached");
		return;
	}
	err = netcfg_link_delete_by_index(agent->nc, c->ifindex);
	if (err)
		answer_failure(agent->nc, err);
	else
		puts("ok");
}

static void list(struct agent *agent, char *const *words)
{
	(void)words;
	for (size_t i = 0; i < agent->count; i++)
		printf("%s %d\n", agent->containers[i].link + PREFIX_SIZE,
		       agent->containers[i].ifindex);
	printf("ok %zu\n", agent->count);
}

static void quit(struct agent *agent, char *const *words)
{
	(void)words;
	agent->quit = true;
	puts("ok");
}

static const struct {
	const char *name;
	int words; /* the name included */
	void (*run)(struct agent *agent, char *const *words);
} commands[] = {
	{ "attach", 5, attach },
	{ "detach", 2, detach },
	{ "list", 1, list },
	{ "quit", 1, quit },
};

static void run_command(struct agent *agent, char *line)
{
	char *words[MAX_WORDS + 1], *rest = NULL;
	int count = 0;

	for (char *word = strtok_r(line, " \t\r", &rest); word && count <= MAX_WORDS;
	     word = strtok_r(NULL, " \t\r", &rest))
		words[count++] = word;
	for (size_t i = 0; count && i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (count == commands[i].words && !strcmp(words[0], commands[i].name)) {
			commands[i].run(agent, words);
			return;
		}
	}
	if (count)
		answer_error("no such command, or not with so many words");
}

/* Run the lines that are complete, each with all that has happened until then. */
static int run_lines(struct agent *agent)
{
	char *line = agent->line, *end;
	int err = 0;

	while (!err && !agent->quit && (end = memchr(line, '\n', agent->length))) {
		*end++ = '\0';
		agent->length -= (size_t)(end - line);
		err = take_events(agent);
		if (!err)
			run_command(agent, line);
		line = end;
	}
	memmove(agent->line, line, agent->length);
	if (agent->length == sizeof(agent->line)) {
		answer_error("the line is too long");
		agent->length = 0;
	}
	return err;
}

static int take_commands(struct agent *agent)
{
	ssize_t got = read(STDIN_FILENO, agent->line + agent->length,
			   sizeof(agent->line) - agent->length);

	if (got < 0)
		return errno == EINTR || errno == EAGAIN ? 0 : -errno;
	if (got == 0)
		agent->quit = true;
	agent->length += (size_t)got;
	return run_lines(agent);
}

static int watch(int epoll_fd, int fd)
{
	struct epoll_event event = { .events = EPOLLIN, .data.fd = fd };

	return epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event) < 0 ? -errno : 0;
}

static int serve(struct agent *agent, int epoll_fd)
{
	struct epoll_event ready;
	int err = watch(epoll_fd, STDIN_FILENO);

	if (err == -EPERM)
		fprintf(stderr, "%s: standard input is no pipe, FIFO, socket or terminal\n",
			program_invocation_short_name);
	if (!err)
		err = watch(epoll_fd, netcfg_monitor_fd(agent->monitor));
	while (!err && !agent->quit) {
		const int n = epoll_wait(epoll_fd, &ready, 1, -1);

		if (n < 0 && errno != EINTR)
			return -errno;
		if (n <= 0)
			continue;
		err = ready.data.fd == STDIN_FILENO ? take_commands(agent) : take_events(agent);
		fflush(stdout);
	}
	return err;
}

static int run(struct agent *agent, size_t receive_buffer)
{
	const struct netcfg_monitor_config config = {
		.size = sizeof(config),
		.flags = NETCFG_MONITOR_LINKS | NETCFG_MONITOR_LIST,
		.receive_buffer = (uint32_t)receive_buffer,
	};
	int epoll_fd, err;

	err = netcfg_open(&agent->nc);
	if (err)
		return err;
	/* Bridges are looked up once each; take_event() keeps what is remembered true. */
	err = netcfg_cache_enable(agent->nc);
	if (!err)
		err = netcfg_monitor_open(&agent->monitor, agent->nc, &config);
	if (err)
		return err;
	epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (epoll_fd < 0)
		return -errno;
	err = serve(agent, epoll_fd);
	close(epoll_fd);
	return err;
}

static void usage(FILE *file)
{
	fputs("usage: agent [-b BYTES]\n"
	      "\n"
	      "Reads commands from its standard input, which must be a pipe, a FIFO, a socket or\n"
	      "a terminal, a line each, and answers each with a line \"ok\" or \"error: WHY\":\n"
	      "\n"
	      "  attach NAME NETNS BRIDGE ADDRESS/LENGTH\n"
	      "                 a veth pair \"ve-NAME\" - \"eth0\", which is born in the "
	      "namespace\n"
	      "                 NETNS with the address, in the bridge (\"-\": in none)\n"
	      "  detach NAME    delete it\n"
	      "  list           \"NAME IFINDEX\" of each that is attached, then \"ok COUNT\"\n"
	      "  quit           or the end of the input; what is attached stays\n"
	      "\n"
	      "Says besides \"attached NAME\" and \"detached NAME\", whoever did it, \"overrun\" "
	      "where\n"
	      "it could not follow, and \"listed COUNT\" when it knows all (again).\n"
	      "\n"
	      "  -b BYTES    of events that may wait; default: the library's\n",
	      file);
}

int main(int argc, char **argv)
{
	struct agent agent = { 0 };
	static const struct option longs[] = { { "help", no_argument, NULL, 'h' },
					       { NULL, 0, NULL, 0 } };
	size_t receive_buffer = 0;
	int option, err;

	if (hold_standard_files())
		return 1;
	while ((option = getopt_long(argc, argv, "b:h", longs, NULL)) >= 0) {
		if (option == 'b') {
			if (parse_option("BYTES", optarg, 1, 1 << 30, &receive_buffer))
				return 1;
			continue;
		}
		usage(option == 'h' ? stdout : stderr);
		return option == 'h' ? close_stdout() : 1;
	}
	if (optind != argc) {
		usage(stderr);
		return 1;
	}
	err = run(&agent, receive_buffer);
	if (err)
		fprintf(stderr, "%s: %s\n", program_invocation_short_name,
			agent.nc && *netcfg_error_message(agent.nc) ? netcfg_error_message(agent.nc)
								    : strerror(-err));
	netcfg_monitor_close(agent.monitor);
	netcfg_close(agent.nc);
	free(agent.containers);
	return err ? 1 : close_stdout();
}
