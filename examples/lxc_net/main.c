/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * lxc_net: the network of one container, from a file in LXC's configuration keys.
 *
 *	lxc_net up web /var/lib/lxc/web/config
 *	lxc_net down web
 *
 * Reads the lxc.net.N keys of lxc.container.conf(5), or the lxc.network keys of before LXC 2.1, and
 * does what LXC does with them, to a network namespace that is there: a named one, that of a
 * process, or one that is open already. A veth container costs one request on the host's socket,
 * a second one if its MTU is the bridge's, and one send in the container. Nothing is moved but
 *phys.
 *
 * All of the file is checked before anything is made: "FILE:LINE: ..." says what is wrong. If the
 * kernel refuses something later, what was made is taken back; lo, which a NIC that is up sets up
 * too, stays up. What has been made is noted in a file, from which "down" takes it back: host ends
 * of veths and links in the container are deleted, a phys gets its name, MTU and MAC back (its
 * addresses, routes and master are lost when it is moved, as in LXC, and it is down).
 *
 * Where it differs from LXC on purpose:
 *
 *  - Names are never cut. LXC shortens a link, name or veth.pair of more than 15 bytes; here a
 *    link may be an alternative name of up to 127, and the others are refused.
 *  - An IPv4 address without a length has that of its class, by its first byte. LXC looks at the
 *    last one on little-endian machines. A note says which length it is.
 *  - The broadcast address is the last of the prefix; /31 and /32 have none. LXC gives them one.
 *  - Two default routes of a family, an address that is there twice, a group's MAC, a VLAN id above
 *    4094 and the like are refused with their line. LXC starts and fails half-way.
 *  - Of a bridge's addresses, "gateway = auto" takes a link-local one only if there is no other.
 *  - Proxies of router mode are permanent entries, added when both ends are up: the kernel keeps
 *    them. LXC's are not, may vanish when the carrier comes and goes, and so it sleeps before.
 *  - MACs are part of the request that makes the link, so nobody sees another one.
 *  - Unnamed NICs become eth0, eth1... by the file alone. A namespace that has such a link already
 *    gives an error; LXC takes the next number.
 *  - A MAC that is given to a phys is taken back too. Its alternative names go with it and come
 *    back; LXC takes them off meanwhile.
 *  - The host end keeps the IPv6 link-local address that the kernel gives it; LXC switches IPv6 off
 *    on it. In a bridge it is of no use and no harm.
 *
 * What it does not do: script.up, script.down, l2proxy, veth.vlan.*, veth.n_*queues and Open
 * vSwitch bridges are refused. lxc.include is not followed; a note says so. Keys that are not about
 * the network are skipped, other lines too, with a note. "none" is not for a container with a
 * namespace of its own: a file with nothing else makes nothing, and beside others a note says that
 * it has no effect. For router mode in IPv6 the host must have forwarding on for all links, which
 *is the administrator's to decide.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <netcfg/netcfg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lxc_net/netns.h"
#include "lxc_net/plan.h"
#include "lxc_net/show.h"
#include "lxc_net/up.h"
#include "support/interrupt.h"
#include "support/options.h"

#define STATE_DIR  "/run/lxc_net/"
#define EXIT_USAGE 2

struct options {
	const char *command;
	const char *file;
	struct target target;
	const char *state; /* or NULL: after the namespace's name */
	bool verbose;
};

struct run {
	struct options options;
	char state[PATH_MAX];
	struct say say; /* of the configuration, or of the state */
	struct config config;
	struct netcfg *host;
	struct netcfg *inside;
	int netns_fd; /* or -1 */
};

static void put(void *userdata, const char *text)
{
	(void)userdata;
	fprintf(stderr, "%s: %s\n", program_invocation_short_name, text);
}

static int open_host(struct run *run)
{
	int err = netcfg_open(&run->host);

	if (err)
		fprintf(stderr, "%s: open a handle: %s\n", program_invocation_short_name,
			strerror(-err));
	return err;
}

static int target_failed(const struct run *run, int err)
{
	char label[64];

	fprintf(stderr, "%s: namespace %s: %s\n", program_invocation_short_name,
		target_label(&run->options.target, label, sizeof(label)),
		err == -EADDRINUSE ? "is the one that this program is in" : strerror(-err));
	return err;
}

static int open_inside(struct run *run)
{
	int err;

	run->netns_fd = target_open(&run->options.target, run->host);
	if (run->netns_fd < 0)
		return run->netns_fd;
	err = netcfg_open_netns_fd(&run->inside, run->netns_fd);
	return err;
}

/* Read the file and plan; asks the host nothing unless there is a "link = eth+". */
static int read_config(struct run *run)
{
	size_t size;
	char *text;
	int err = lines_read_file(run->options.file, &run->say, &text, &size);

	if (err)
		return err;
	err = config_parse(&run->config, text, size, &run->say);
	free(text);
	if (!err)
		err = host_find_links(&run->config, run->host, &run->say);
	return err ? err : plan_make(&run->config, plan_random_bytes, &run->say);
}

static int run_check(struct run *run)
{
	int err = read_config(run);

	if (!err)
		show_config(&run->config);
	return err;
}

static int make_and_note(struct run *run)
{
	struct job job = {
		.config = &run->config,
		.say = &run->say,
		.host = run->host,
		.inside = run->inside,
		.netns_fd = run->netns_fd,
	};
	int err = made_reserve(run->state, &run->say);

	if (err)
		return err;
	err = container_up(&job);
	if (!err) {
		err = made_write(run->state, job.made, run->config.count, &run->say);
		if (err)
			made_undo(job.made, run->config.count, run->host, run->inside, &run->say);
	}
	if (err)
		unlink(run->state);
	free(job.made);
	return err;
}

static int run_up(struct run *run)
{
	int err = read_config(run);

	if (err)
		return err;
	if (plan_shares_host(&run->config)) {
		note(&run->say, run->config.nics[0].line,
		     "\"none\" is the host's own network: there is nothing to make");
		return 0;
	}
	err = open_inside(run);
	return err ? target_failed(run, err) : make_and_note(run);
}

static int run_down(struct run *run)
{
	struct made *made;
	size_t count;
	int err;

	run->say.file = run->state;
	err = made_read(run->state, &made, &count, &run->say);
	if (err)
		return err;
	err = open_inside(run);
	if (err == -ENOENT || err == -ESRCH)
		note(&run->say, 0, "the container's namespace is gone");
	else if (err)
		goto err_made;
	err = made_undo(made, count, run->host, run->inside, &run->say);
	/* What could not be done is tried again next time, unless it never can be. */
	if (!err || !run->inside)
		unlink(run->state);
	free(made);
	return err;

err_made:
	free(made);
	return target_failed(run, err);
}

static void usage(FILE *file)
{
	fputs("usage: lxc_net up [-v] [-s STATE] NETNS FILE\n"
	      "       lxc_net down [-v] [-s STATE] NETNS\n"
	      "       lxc_net check FILE\n"
	      "\n"
	      "Gives a network namespace the network that FILE says in LXC's keys (lxc.net.N.*, "
	      "or\n"
	      "lxc.network.* of before 2.1), and takes it away again. \"check\" shows what would "
	      "be\n"
	      "made. A bad line is refused with its number before anything is made; what was made\n"
	      "when something fails later is taken back.\n"
	      "\n"
	      "  NETNS              a name, as in ip-netns(8); instead of it\n"
	      "  -p, --pid PID      the namespace of a process\n"
	      "  -f, --fd FD        one that is open as descriptor FD\n"
	      "  -s, --state STATE  where to note what was made, default " STATE_DIR "NETNS;\n"
	      "                     needed with --pid and --fd\n"
	      "  -v, --verbose      say how much was sent\n"
	      "  FILE               a file, or - for standard input\n"
	      "\n"
	      "Unlike LXC: names are refused instead of cut; an IPv4 address without a length has\n"
	      "that of its class by its first byte, not its last; /31 and /32 get no broadcast\n"
	      "address; what cannot work (two default routes, a VLAN id of 5000) is refused "
	      "first.\n"
	      "Not done: script.up, script.down, l2proxy, veth.vlan.*, veth.n_*queues and Open\n"
	      "vSwitch are refused; lxc.include and lines that are no keys are skipped, with a "
	      "note.\n",
	      file);
}

static int usage_error(const char *what)
{
	fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
	usage(stderr);
	return -EINVAL;
}

/* Takes the next argument, or NULL. */
static const char *next_argument(int argc, char **argv)
{
	return optind < argc ? argv[optind++] : NULL;
}

static int take_arguments(int argc, char **argv, struct options *options)
{
	bool up, down;

	options->command = next_argument(argc, argv);
	if (!options->command)
		return usage_error("what is to be done?");
	up = !strcmp(options->command, "up");
	down = !strcmp(options->command, "down");
	if (!up && !down && strcmp(options->command, "check"))
		return usage_error("only up, down and check can be done");
	if (options->target.pid && options->target.fd >= 0)
		return usage_error("--pid and --fd are two namespaces");
	if ((up || down) && !options->target.pid && options->target.fd < 0) {
		options->target.name = next_argument(argc, argv);
		if (!options->target.name)
			return usage_error("which namespace?");
	} else if ((up || down) && !options->state) {
		return usage_error("--pid and --fd need --state");
	}
	if (!down)
		options->file = next_argument(argc, argv);
	if (!down && !options->file)
		return usage_error("which file?");
	return optind < argc ? usage_error("too many arguments") : 0;
}

/* Returns 0, 1 if there is nothing to do, or -errno. */
static int parse_options(int argc, char **argv, struct options *options)
{
	static const struct option longs[] = {
		{ "pid", required_argument, NULL, 'p' },   { "fd", required_argument, NULL, 'f' },
		{ "state", required_argument, NULL, 's' }, { "verbose", no_argument, NULL, 'v' },
		{ "help", no_argument, NULL, 'h' },        { NULL, 0, NULL, 0 },
	};
	size_t number;
	int option;

	while ((option = getopt_long(argc, argv, "p:f:s:vh", longs, NULL)) >= 0) {
		if (option == 'p') {
			if (parse_option("PID", optarg, 1, INT_MAX, &number))
				return -EINVAL;
			options->target.pid = (int)number;
		} else if (option == 'f') {
			if (parse_option("FD", optarg, 0, INT_MAX, &number))
				return -EINVAL;
			options->target.fd = (int)number;
		} else if (option == 's') {
			options->state = optarg;
		} else if (option == 'v') {
			options->verbose = true;
		} else {
			usage(option == 'h' ? stdout : stderr);
			return option == 'h' ? 1 : -EINVAL;
		}
	}
	return take_arguments(argc, argv, options);
}

static int find_state(struct run *run)
{
	const char *name = run->options.target.name;
	int length;

	if (run->options.state)
		length = snprintf(run->state, sizeof(run->state), "%s", run->options.state);
	else
		length = snprintf(run->state, sizeof(run->state), STATE_DIR "%s", name);
	/* A name that is a path will be refused as a name; not before it made directories. */
	if (length > 0 && (size_t)length < sizeof(run->state) &&
	    (run->options.state || (!strchr(name, '/') && strcmp(name, "..") && strcmp(name, "."))))
		return 0;
	fprintf(stderr, "%s: \"%s\" is not good for a file's name\n", program_invocation_short_name,
		run->options.state ? run->options.state : name);
	return -EINVAL;
}

static int run_command(struct run *run)
{
	int err = 0;

	if (!strcmp(run->options.command, "check"))
		return run_check(run);
	err = find_state(run);
	if (err)
		return err;
	return !strcmp(run->options.command, "up") ? run_up(run) : run_down(run);
}

static void show_sends(const char *where, const struct netcfg *nc)
{
	struct netcfg_stats stats = { .size = sizeof(stats) };

	if (!nc)
		return;
	netcfg_get_stats(nc, &stats);
	printf("%s: %" PRIu64 " sends, %" PRIu64 " requests, %" PRIu64 " look-ups\n", where,
	       stats.sends, stats.requests, stats.lookups);
}

int main(int argc, char **argv)
{
	struct run run = { .options.target.fd = -1, .say.put = put, .netns_fd = -1 };
	int err = hold_standard_files();

	if (err)
		return 1;
	err = parse_options(argc, argv, &run.options);
	if (err)
		return err < 0 ? EXIT_USAGE : close_stdout();
	run.say.file = run.options.file;
	if (interrupt_catch(false) || open_host(&run))
		return 1;
	err = run_command(&run);
	if (run.options.verbose) {
		show_sends("host", run.host);
		show_sends("container", run.inside);
	}
	netcfg_close(run.inside);
	netcfg_close(run.host);
	if (run.netns_fd >= 0)
		close(run.netns_fd);
	config_free(&run.config);
	if (interrupted())
		interrupt_die();
	return err ? 1 : close_stdout();
}
