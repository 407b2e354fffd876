/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Thousands of VLANs on one link, each with an address: made, listed, checked and deleted by name.
 * Then what users measured in 2001, when there were tools but no library: two VLANs added and
 * removed a thousand times. Shows how long each step takes, and whether the last hundred took
 * longer than the first. usage() says how to call it.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include <netcfg/netcfg.h>

#include "support/interrupt.h"
#include "support/options.h"
#include "support/report.h"
#include "support/sandbox.h"
#include "support/steps.h"

#define MAX_COUNT  4094 /* VLAN ids 1 to 4094 */
#define MAX_ROUNDS 1000000
#define PARENT     "vs"
#define EXIT_SKIP  77

enum {
	CREATE_VLAN,
	ADD_ADDRESS,
	SET_UP,
	LIST_LINKS,
	LIST_ADDRESSES,
	DELETE_VLAN,
	ADD_TWO,
	REMOVE_TWO,
	STEPS
};

struct run {
	struct netcfg *nc;
	struct step steps[STEPS];
	size_t count;
	size_t rounds;
	bool host;
	int parent; /* its ifindex */
	/* By VLAN id, as the link list has it: which addresses belong to which VLAN. */
	int32_t ifindex[MAX_COUNT + 1];
};

/* Names and addresses follow from the VLAN id. 198.18.0.0/15 is for benchmarks: RFC 2544. */
static void vlan_name(char name[NETCFG_LINK_NAME_SIZE], int id)
{
	snprintf(name, NETCFG_LINK_NAME_SIZE, PARENT ".%d", id);
}

static void vlan_address(char address[NETCFG_ADDR_TEXT_SIZE], int id)
{
	snprintf(address, NETCFG_ADDR_TEXT_SIZE, "198.18.%d.%d", id >> 8, id & 255);
}

static int mismatch(const char *what)
{
	fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
	return -EPROTO;
}

/* Between two operations: whatever is there goes with the parent. */
static int check_interrupt(void)
{
	if (!interrupted())
		return 0;
	fprintf(stderr, "%s: interrupted, removing what was made\n", program_invocation_short_name);
	return -EINTR;
}

static int create_vlan(struct run *run, int id)
{
	char name[NETCFG_LINK_NAME_SIZE];
	int err;

	vlan_name(name, id);
	err = netcfg_vlan_create(run->nc, name, PARENT, id, NULL, NULL);
	return err ? complain(run->nc, err) : 0;
}

static int delete_vlan(struct run *run, int id)
{
	char name[NETCFG_LINK_NAME_SIZE];
	int err;

	vlan_name(name, id);
	err = netcfg_link_delete(run->nc, name);
	return err ? complain(run->nc, err) : 0;
}

static int add_address(struct run *run, int id)
{
	char name[NETCFG_LINK_NAME_SIZE];
	char address[NETCFG_ADDR_TEXT_SIZE];
	int err;

	vlan_name(name, id);
	vlan_address(address, id);
	err = netcfg_addr_add(run->nc, name, address, NULL);
	return err ? complain(run->nc, err) : 0;
}

static int set_up(struct run *run, int id)
{
	char name[NETCFG_LINK_NAME_SIZE];
	int err;

	vlan_name(name, id);
	err = netcfg_link_set_up(run->nc, name);
	return err ? complain(run->nc, err) : 0;
}

/* Do something to each VLAN in turn, and time it. */
static int one_step(struct run *run, int step, int (*action)(struct run *run, int id), int id)
{
	int err;

	step_begin(&run->steps[step]);
	err = action(run, id);
	step_end(&run->steps[step]);
	return err;
}

static int create_all(struct run *run)
{
	for (size_t i = 1; i <= run->count; i++) {
		int err = check_interrupt();

		if (!err)
			err = one_step(run, CREATE_VLAN, create_vlan, (int)i);
		if (!err)
			err = one_step(run, ADD_ADDRESS, add_address, (int)i);
		if (!err)
			err = one_step(run, SET_UP, set_up, (int)i);
		if (err)
			return err;
		progress("VLANs created", i, run->count);
	}
	return 0;
}

static int delete_all(struct run *run)
{
	for (size_t i = 1; i <= run->count; i++) {
		int err = check_interrupt();

		if (!err)
			err = one_step(run, DELETE_VLAN, delete_vlan, (int)i);
		if (err)
			return err;
		progress("VLANs deleted", i, run->count);
	}
	return 0;
}

static int check_link(struct run *run, const struct netcfg_link_info *info)
{
	char name[NETCFG_LINK_NAME_SIZE];

	if (info->vlan_id < 1 || info->vlan_id > run->count)
		return mismatch("a VLAN that was not made");
	vlan_name(name, (int)info->vlan_id);
	if (strcmp(info->name, name) || info->vlan_protocol != 0x8100 ||
	    !(info->flags & NETCFG_LINK_STATE_UP))
		return mismatch("a VLAN is not as it was made");
	if (run->ifindex[info->vlan_id])
		return mismatch("a VLAN is listed twice");
	run->ifindex[info->vlan_id] = info->ifindex;
	return 0;
}

/* List the VLANs, and see that those of our parent are as expected. */
static int list_links(struct run *run, size_t expected)
{
	const struct netcfg_link_filter filter = { .size = sizeof(filter), .kind = "vlan" };
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;
	size_t found = 0;
	int err;

	memset(run->ifindex, 0, sizeof(run->ifindex));
	step_begin(&run->steps[LIST_LINKS]);
	err = netcfg_link_list(run->nc, &filter, &list);
	step_end(&run->steps[LIST_LINKS]);
	if (err < 0)
		return complain(run->nc, err);
	err = 0;
	while (!err && netcfg_link_list_next(list, &info) > 0) {
		if (info.parent != run->parent)
			continue; /* with --host there may be others */
		err = check_link(run, &info);
		found++;
	}
	netcfg_link_list_free(list);
	if (!err && found != expected)
		err = mismatch("the list has not the VLANs that were made");
	return err;
}

static bool is_ours(const struct run *run, const struct netcfg_addr_info *info)
{
	char address[NETCFG_ADDR_TEXT_SIZE];
	unsigned int high, low, id;

	if (sscanf(info->address, "198.18.%3u.%3u", &high, &low) != 2)
		return false;
	id = high << 8 | low;
	if (id > MAX_COUNT || run->ifindex[id] != info->ifindex)
		return false;
	vlan_address(address, (int)id);
	return !strcmp(info->address, address) && info->prefix_length == 32;
}

/* All addresses of all links in one go: for thousands of links that is the cheapest way. */
static int list_addresses(struct run *run)
{
	struct netcfg_addr_info info = { .size = sizeof(info) };
	struct netcfg_addr_list *list;
	size_t found = 0;
	int err;

	step_begin(&run->steps[LIST_ADDRESSES]);
	err = netcfg_addr_list(run->nc, NULL, AF_INET, &list);
	step_end(&run->steps[LIST_ADDRESSES]);
	if (err < 0)
		return complain(run->nc, err);
	while (netcfg_addr_list_next(list, &info) > 0)
		found += is_ours(run, &info);
	netcfg_addr_list_free(list);
	return found == run->count ? 0 : mismatch("the list has not the addresses that were added");
}

static int add_two(struct run *run, int id)
{
	int err = create_vlan(run, id);

	return err ? err : create_vlan(run, id + 1);
}

static int remove_two(struct run *run, int id)
{
	int err = delete_vlan(run, id);

	return err ? err : delete_vlan(run, id + 1);
}

static int all_rounds(struct run *run)
{
	for (size_t i = 0; i < run->rounds; i++) {
		int err = check_interrupt();

		if (!err)
			err = one_step(run, ADD_TWO, add_two, 1);
		if (!err)
			err = one_step(run, REMOVE_TWO, remove_two, 1);
		if (err)
			return err;
		progress("rounds", i + 1, run->rounds);
	}
	return 0;
}

static int work(struct run *run)
{
	int err = create_all(run);

	if (!err)
		err = list_links(run, run->count);
	if (!err)
		err = list_addresses(run);
	if (!err)
		err = delete_all(run);
	if (!err)
		err = list_links(run, 0);
	return err ? err : all_rounds(run);
}

static int with_parent(struct run *run)
{
	const struct netcfg_link_config up = { .size = sizeof(up), .flags = NETCFG_LINK_UP };
	int err = netcfg_dummy_create(run->nc, PARENT, &up);
	int delete_err;

	if (err)
		return complain(run->nc, err);
	run->parent = netcfg_link_index(run->nc, PARENT);
	err = run->parent < 0 ? complain(run->nc, run->parent) : work(run);
	/* Whatever happened: all VLANs that are there go with their parent. */
	delete_err = netcfg_link_delete(run->nc, PARENT);
	if (delete_err)
		complain(run->nc, delete_err);
	return err ? err : delete_err;
}

static int run_start(struct run *run)
{
	const struct {
		const char *name;
		size_t runs;
	} steps[STEPS] = {
		[CREATE_VLAN] = { "create vlan", run->count },
		[ADD_ADDRESS] = { "add address", run->count },
		[SET_UP] = { "set up", run->count },
		[LIST_LINKS] = { "list links", 1 },
		[LIST_ADDRESSES] = { "list addresses", 1 },
		[DELETE_VLAN] = { "delete vlan", run->count },
		[ADD_TWO] = { "add two", run->rounds },
		[REMOVE_TWO] = { "remove two", run->rounds },
	};
	int err = 0;

	for (size_t i = 0; !err && i < STEPS; i++)
		err = step_init(&run->steps[i], steps[i].name, steps[i].runs);
	if (!err)
		err = netcfg_open(&run->nc);
	if (err)
		fprintf(stderr, "%s: cannot start: %s\n", program_invocation_short_name,
			strerror(-err));
	return err;
}

static void run_end(struct run *run)
{
	netcfg_close(run->nc);
	for (size_t i = 0; i < STEPS; i++)
		step_free(&run->steps[i]);
}

static void usage(FILE *file)
{
	fputs("usage: vlan_scale [-n COUNT] [--rounds ROUNDS] [--host]\n"
	      "\n"
	      "Makes COUNT VLANs with an address each on a dummy link \"" PARENT "\", lists and\n"
	      "deletes them; then adds and removes two VLANs ROUNDS times. Nothing of the host\n"
	      "is touched unless --host is given. Exits with 77 where the kernel has no dummy\n"
	      "links or no VLANs.\n"
	      "\n"
	      "  -n, --count COUNT    1 to 4094, default 4000\n"
	      "  -r, --rounds ROUNDS  0 to 1000000, default 1000\n"
	      "      --host           work in this network namespace, not in one of its own\n",
	      file);
}

/* Returns 0, 1 if there is nothing to do, or -errno. */
static int parse_options(int argc, char **argv, struct run *run)
{
	static const struct option longs[] = {
		{ "count", required_argument, NULL, 'n' },
		{ "rounds", required_argument, NULL, 'r' },
		{ "host", no_argument, NULL, 'H' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	while ((option = getopt_long(argc, argv, "n:r:h", longs, NULL)) >= 0) {
		if (option == 'n') {
			if (parse_option("COUNT", optarg, 1, MAX_COUNT, &run->count))
				return -EINVAL;
		} else if (option == 'r') {
			if (parse_option("ROUNDS", optarg, 0, MAX_ROUNDS, &run->rounds))
				return -EINVAL;
		} else if (option == 'H') {
			run->host = true;
		} else {
			usage(option == 'h' ? stdout : stderr);
			return option == 'h' ? 1 : -EINVAL;
		}
	}
	if (optind == argc)
		return 0;
	usage(stderr);
	return -EINVAL;
}

static void report(struct run *run)
{
	struct netcfg_stats stats = { .size = sizeof(stats) };

	counters_add(&stats, run->nc);
	printf("%zu VLANs made, listed and deleted, %zu rounds of two\n", run->count, run->rounds);
	steps_print(run->steps, STEPS);
	counters_print(&stats);
}

int main(int argc, char **argv)
{
	static struct run run = { .count = 4000, .rounds = 1000 };
	int err = hold_standard_files();

	if (!err)
		err = parse_options(argc, argv, &run);
	if (err)
		return err < 0 ? 1 : close_stdout();
	if (!run.host && sandbox_enter())
		return 1;
	/* Cleaning up is one request here, so a second signal can wait as well. */
	if (interrupt_catch(false))
		return 1;
	err = run_start(&run);
	if (!err)
		err = with_parent(&run);
	if (!err)
		report(&run);
	run_end(&run);
	if (interrupted())
		interrupt_die();
	if (err == -EOPNOTSUPP)
		return EXIT_SKIP;
	return err ? 1 : close_stdout();
}
