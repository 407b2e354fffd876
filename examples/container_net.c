/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a container runtime does for the network of one container, or of thousands of them, and how
 * long each step takes. How a container gets its network is in support/container.c; here it is
 * done COUNT times, listed, and undone. usage() says how to call it.
 *
 * Two handles do the work: one where the runtime lives, kept throughout, and one inside the
 * container's namespace, closed as soon as the container is set up.
 */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <netcfg/netcfg.h>

#include "support/bridge.h"
#include "support/container.h"
#include "support/interrupt.h"
#include "support/options.h"
#include "support/report.h"
#include "support/sandbox.h"
#include "support/steps.h"

#define MAX_COUNT 5000

enum {
	CREATE_NETNS,
	CREATE_VETH,
	OPEN_HANDLE,
	CONFIGURE,
	READ_BACK,
	CLOSE_HANDLE,
	DELETE_VETH,
	DELETE_NETNS,
	STEPS
};

static const char *const step_names[STEPS] = {
	[CREATE_NETNS] = "create namespace", [CREATE_VETH] = "create veth",
	[OPEN_HANDLE] = "open handle",       [CONFIGURE] = "configure inside",
	[READ_BACK] = "read back",           [CLOSE_HANDLE] = "close handle",
	[DELETE_VETH] = "delete veth",       [DELETE_NETNS] = "delete namespace",
};

struct options {
	const char *name;
	const char *bridge; /* or NULL */
	size_t count;       /* 0: one container, called NAME without a number */
	bool host;
	bool keep;
};

struct run {
	struct options options;
	struct netcfg *outside;
	struct netcfg_stats stats; /* of the handles that were closed */
	struct step steps[STEPS];
	size_t total;
	size_t made;   /* containers that are there, numbered from 0 */
	char name[64]; /* of the container that is being worked on */
};

static struct container describe(struct run *run, size_t index)
{
	struct container c;

	if (run->options.count)
		snprintf(run->name, sizeof(run->name), "%s%zu", run->options.name, index);
	else
		snprintf(run->name, sizeof(run->name), "%s", run->options.name);
	container_describe(&c, run->name, index);
	c.bridge = run->options.bridge;
	return c;
}

/* An expression, and how long it took. */
#define TIMED(run, step, result, call)                                                             \
	do {                                                                                       \
		step_begin(&(run)->steps[step]);                                                   \
		(result) = (call);                                                                 \
		step_end(&(run)->steps[step]);                                                     \
	} while (0)

static int set_up_inside(struct run *run, const struct container *c)
{
	struct netcfg *inside;
	int err;

	TIMED(run, OPEN_HANDLE, err, container_open(&inside, c));
	if (err)
		return err;
	TIMED(run, CONFIGURE, err, container_configure(inside, c));
	if (!err)
		TIMED(run, READ_BACK, err, container_check(inside, c, !run->options.count));
	counters_add(&run->stats, inside);
	step_begin(&run->steps[CLOSE_HANDLE]);
	netcfg_close(inside);
	step_end(&run->steps[CLOSE_HANDLE]);
	return err;
}

/* All of a container or nothing. */
static int create(struct run *run, const struct container *c)
{
	int err;

	TIMED(run, CREATE_NETNS, err, container_create_netns(run->outside, c));
	if (err)
		return err;
	TIMED(run, CREATE_VETH, err, container_create_veth(run->outside, c));
	if (err)
		goto err_netns;
	err = set_up_inside(run, c);
	if (err)
		goto err_veth;
	return 0;

err_veth:
	container_delete_veth(run->outside, c);
err_netns:
	container_delete_netns(run->outside, c);
	return err;
}

static int create_all(struct run *run)
{
	while (run->made < run->total) {
		struct container c = describe(run, run->made);
		int err;

		if (interrupted()) {
			fprintf(stderr, "%s: interrupted, removing what was made\n",
				program_invocation_short_name);
			return -EINTR;
		}
		err = create(run, &c);
		if (err)
			return err;
		progress("created", ++run->made, run->total);
	}
	return 0;
}

/* Goes on after a failure, so that as little as possible stays behind. */
static int delete_all(struct run *run)
{
	int first_err = 0;

	for (size_t i = 0; i < run->made; i++) {
		struct container c = describe(run, i);
		int link_err, netns_err;

		TIMED(run, DELETE_VETH, link_err, container_delete_veth(run->outside, &c));
		TIMED(run, DELETE_NETNS, netns_err, container_delete_netns(run->outside, &c));
		if (!first_err)
			first_err = link_err ? link_err : netns_err;
		progress("deleted", i + 1, run->made);
	}
	run->made = 0;
	return first_err;
}

/* Whether a name is that of a container that is there. */
static bool is_ours(struct run *run, const char *name)
{
	size_t length = strlen(run->options.name);
	size_t index = 0;

	if (strncmp(name, run->options.name, length))
		return false;
	if (run->options.count && parse_number(name + length, 0, run->total - 1, &index))
		return false;
	return index < run->made && !strcmp(name, describe(run, index).name);
}

static int count_links(struct run *run, size_t *ret_count)
{
	const struct netcfg_link_filter filter = { .size = sizeof(filter), .kind = "veth" };
	struct netcfg_link_info info = { .size = sizeof(info) };
	const size_t prefix = strlen(CONTAINER_LINK_PREFIX);
	struct netcfg_link_list *list;
	/* 1: links came and went meanwhile, others' perhaps. Ours are all there or are missed. */
	int err = netcfg_link_list(run->outside, &filter, &list);

	if (err < 0)
		return complain(run->outside, err);
	while (netcfg_link_list_next(list, &info) > 0)
		*ret_count += !strncmp(info.name, CONTAINER_LINK_PREFIX, prefix) &&
			      is_ours(run, info.name + prefix);
	netcfg_link_list_free(list);
	return 0;
}

static int count_netns(struct run *run, size_t *ret_count)
{
	struct netcfg_netns_info info = { .size = sizeof(info) };
	struct netcfg_netns_list *list;
	int err = netcfg_netns_list(run->outside, &list);

	if (err)
		return complain(run->outside, err);
	while (netcfg_netns_list_next(list, &info) > 0)
		*ret_count += info.valid && is_ours(run, info.name);
	netcfg_netns_list_free(list);
	return 0;
}

static int check_lists(struct run *run)
{
	size_t links = 0, namespaces = 0;
	int err;

	err = count_links(run, &links);
	if (err)
		return err;
	err = count_netns(run, &namespaces);
	if (err)
		return err;
	printf("listed: %zu links and %zu namespaces of the %zu made\n", links, namespaces,
	       run->made);
	if (links == run->made && namespaces == run->made)
		return 0;
	fprintf(stderr, "%s: some are missing\n", program_invocation_short_name);
	return -EPROTO;
}

static int run_all(struct run *run)
{
	int err = create_all(run);

	if (!err)
		err = check_lists(run);
	if (err || !run->options.keep) {
		int delete_err = delete_all(run);

		if (!err)
			err = delete_err;
	}
	if (err)
		return err;
	counters_add(&run->stats, run->outside);
	steps_print(run->steps, STEPS);
	if (!run->options.keep)
		puts("(\"delete veth\" is the kernel waiting for RCU, nearly all of it)");
	counters_print(&run->stats);
	return 0;
}

static int prepare_bridge(struct run *run)
{
	const char *name = run->options.bridge;
	int err = run->options.host ? 0 : bridge_make(run->outside, name);

	return err ? err : bridge_check(run->outside, name);
}

static int run_start(struct run *run)
{
	int err;

	run->total = run->options.count ? run->options.count : 1;
	for (size_t i = 0; i < STEPS; i++) {
		err = step_init(&run->steps[i], step_names[i], run->total);
		if (err)
			goto err_start;
	}
	err = netcfg_open(&run->outside);
	if (err)
		goto err_start;
	return run->options.bridge ? prepare_bridge(run) : 0;

err_start:
	fprintf(stderr, "%s: cannot start: %s\n", program_invocation_short_name, strerror(-err));
	return err;
}

static void run_end(struct run *run)
{
	netcfg_close(run->outside);
	for (size_t i = 0; i < STEPS; i++)
		step_free(&run->steps[i]);
}

static void usage(FILE *file)
{
	fputs("usage: container_net [-n COUNT] [-b BRIDGE] [--host [-k]] [NAME]\n"
	      "\n"
	      "Gives the container NAME (default \"box\") a network namespace, a veth pair\n"
	      "\"ve-NAME\" - \"eth0\" and addresses, shows it, and takes all of it away again.\n"
	      "Nothing of the host is touched unless --host is given.\n"
	      "\n"
	      "  -n, --count COUNT    1 to 5000 containers: NAME0, NAME1...\n"
	      "  -b, --bridge BRIDGE  put the outer ends into this bridge; without --host it is\n"
	      "                       made first. A bridge takes 1023 of them\n"
	      "      --host           work on this host itself, in /run/netns\n"
	      "  -k, --keep           leave everything there in the end; needs --host\n",
	      file);
}

/* A namespace may have a longer name, but the link is called after it. */
static int check_name(const struct options *options)
{
	size_t room = NETCFG_LINK_NAME_SIZE - 1 - strlen(CONTAINER_LINK_PREFIX);

	if (options->count)
		room -= (size_t)snprintf(NULL, 0, "%zu", options->count - 1);
	if (*options->name && strlen(options->name) <= room)
		return 0;
	fprintf(stderr, "%s: NAME must have 1 to %zu characters\n", program_invocation_short_name,
		room);
	return -ERANGE;
}

/* Returns 0, 1 if there is nothing to do, or -errno. */
static int parse_options(int argc, char **argv, struct options *options)
{
	static const struct option longs[] = {
		{ "count", required_argument, NULL, 'n' },
		{ "bridge", required_argument, NULL, 'b' },
		{ "host", no_argument, NULL, 'H' },
		{ "keep", no_argument, NULL, 'k' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	while ((option = getopt_long(argc, argv, "n:b:kh", longs, NULL)) >= 0) {
		if (option == 'n') {
			if (parse_option("COUNT", optarg, 1, MAX_COUNT, &options->count))
				return -EINVAL;
		} else if (option == 'b') {
			options->bridge = optarg;
		} else if (option == 'H') {
			options->host = true;
		} else if (option == 'k') {
			options->keep = true;
		} else {
			usage(option == 'h' ? stdout : stderr);
			return option == 'h' ? 1 : -EINVAL;
		}
	}
	if (optind < argc)
		options->name = argv[optind++];
	if (optind == argc && (options->host || !options->keep))
		return check_name(options);
	fprintf(stderr, "%s: %s\n", program_invocation_short_name,
		optind < argc ? "there is one NAME at most" : "--keep goes with --host only");
	return -EINVAL;
}

int main(int argc, char **argv)
{
	struct run run = { .options.name = "box" };
	int err = hold_standard_files();

	if (!err)
		err = parse_options(argc, argv, &run.options);
	if (err)
		return err < 0 ? 1 : close_stdout();
	if (!run.options.host && sandbox_enter())
		return 1;
	/* What is in a sandbox goes with it, so there a second signal need not wait. */
	if (interrupt_catch(!run.options.host))
		return 1;
	err = run_start(&run);
	if (!err)
		err = run_all(&run);
	run_end(&run);
	if (interrupted())
		interrupt_die();
	return err ? 1 : close_stdout();
}
