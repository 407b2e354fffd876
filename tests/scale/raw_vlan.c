/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What vlan_scale does, with nothing between this program and the kernel: the same requests one at
 * a time, the same table.
 */
#include <arpa/inet.h>
#include <getopt.h>
#include <linux/if_ether.h>
#include <linux/if_link.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>

#include "raw.h"
#include "support/options.h"
#include "support/sandbox.h"
#include "support/steps.h"

#define MAX_COUNT  4094
#define MAX_ROUNDS 1000000
#define PARENT     "vs"

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

/* The requests, and where the values are that differ from one VLAN to the next. */
static struct {
	struct raw_request vlan, address, up, links, addresses, del;
	char *vlan_name, *up_name, *del_name;
	unsigned char *address_value[2];
	uint32_t *vlan_link;
	uint16_t *vlan_id;
} prepared;

static struct step steps[STEPS];
static int sock;

static void create_parent(void)
{
	const struct ifinfomsg up = { .ifi_flags = IFF_UP, .ifi_change = IFF_UP };
	struct raw_request request;
	size_t info;

	raw_start(&request, RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL, &up, sizeof(up));
	raw_put(&request, IFLA_IFNAME, PARENT, sizeof(PARENT));
	info = raw_nest(&request, IFLA_LINKINFO);
	raw_put(&request, IFLA_INFO_KIND, "dummy", sizeof("dummy"));
	raw_nest_end(&request, info);
	raw_call(sock, &request);
}

static void prepare_vlan(void)
{
	const struct ifinfomsg none = { 0 };
	struct raw_request *request = &prepared.vlan;
	size_t info, data;

	raw_start(request, RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL, &none, sizeof(none));
	prepared.vlan_name = raw_put_name(request, IFLA_IFNAME);
	prepared.vlan_link = raw_put(request, IFLA_LINK, NULL, sizeof(uint32_t));
	info = raw_nest(request, IFLA_LINKINFO);
	raw_put(request, IFLA_INFO_KIND, "vlan", sizeof("vlan"));
	data = raw_nest(request, IFLA_INFO_DATA);
	prepared.vlan_id = raw_put(request, IFLA_VLAN_ID, NULL, sizeof(uint16_t));
	raw_nest_end(request, data);
	raw_nest_end(request, info);
}

static void prepare_lists(void)
{
	const struct ifinfomsg none = { 0 };
	const struct ifaddrmsg ipv4 = { .ifa_family = AF_INET };
	const uint32_t mask = RTEXT_FILTER_SKIP_STATS;
	size_t info;

	raw_start(&prepared.links, RTM_GETLINK, NLM_F_DUMP, &none, sizeof(none));
	raw_put(&prepared.links, IFLA_EXT_MASK, &mask, sizeof(mask));
	info = raw_nest(&prepared.links, IFLA_LINKINFO);
	raw_put(&prepared.links, IFLA_INFO_KIND, "vlan", sizeof("vlan"));
	raw_nest_end(&prepared.links, info);
	raw_start(&prepared.addresses, RTM_GETADDR, NLM_F_DUMP, &ipv4, sizeof(ipv4));
}

static void prepare(void)
{
	const struct ifinfomsg up = { .ifi_flags = IFF_UP, .ifi_change = IFF_UP };
	const struct ifinfomsg none = { 0 };
	const struct ifaddrmsg ipv4 = { .ifa_family = AF_INET, .ifa_prefixlen = 32 };
	unsigned char address[4];

	prepare_vlan();
	prepare_lists();
	inet_pton(AF_INET, "198.18.0.0", address);
	raw_start(&prepared.address, RTM_NEWADDR, NLM_F_CREATE | NLM_F_EXCL, &ipv4, sizeof(ipv4));
	prepared.address_value[0] = raw_put(&prepared.address, IFA_LOCAL, address, 4);
	prepared.address_value[1] = raw_put(&prepared.address, IFA_ADDRESS, address, 4);
	raw_start(&prepared.up, RTM_NEWLINK, 0, &up, sizeof(up));
	prepared.up_name = raw_put_name(&prepared.up, IFLA_IFNAME);
	raw_start(&prepared.del, RTM_DELLINK, 0, &none, sizeof(none));
	prepared.del_name = raw_put_name(&prepared.del, IFLA_IFNAME);
}

/* Both names are looked up each time, as by a library that takes names. */
static void create_vlan(int id)
{
	snprintf(prepared.vlan_name, IFNAMSIZ, PARENT ".%d", id);
	*prepared.vlan_id = (uint16_t)id;
	*prepared.vlan_link = (uint32_t)raw_index(sock, PARENT);
	raw_call(sock, &prepared.vlan);
}

static void add_address(int id)
{
	const unsigned char bytes[] = { (unsigned char)(id >> 8), (unsigned char)id };
	struct ifaddrmsg *header = raw_header(&prepared.address);
	char name[IFNAMSIZ];

	snprintf(name, sizeof(name), PARENT ".%d", id);
	memcpy(prepared.address_value[0] + 2, bytes, 2);
	memcpy(prepared.address_value[1] + 2, bytes, 2);
	header->ifa_index = (unsigned int)raw_index(sock, name);
	raw_call(sock, &prepared.address);
}

static void set_up(int id)
{
	snprintf(prepared.up_name, IFNAMSIZ, PARENT ".%d", id);
	raw_call(sock, &prepared.up);
}

static void delete_vlan(int id)
{
	snprintf(prepared.del_name, IFNAMSIZ, PARENT ".%d", id);
	raw_call(sock, &prepared.del);
}

static void add_two(int id)
{
	create_vlan(id);
	create_vlan(id + 1);
}

static void remove_two(int id)
{
	delete_vlan(id);
	delete_vlan(id + 1);
}

static void one_step(int step, void (*action)(int id), size_t id)
{
	step_begin(&steps[step]);
	action((int)id);
	step_end(&steps[step]);
}

static size_t list(int step, struct raw_request *request)
{
	size_t count;

	step_begin(&steps[step]);
	count = raw_call(sock, request);
	step_end(&steps[step]);
	return count;
}

static void work(size_t count, size_t rounds)
{
	size_t links, addresses;

	for (size_t i = 1; i <= count; i++) {
		one_step(CREATE_VLAN, create_vlan, i);
		one_step(ADD_ADDRESS, add_address, i);
		one_step(SET_UP, set_up, i);
	}
	links = list(LIST_LINKS, &prepared.links);
	addresses = list(LIST_ADDRESSES, &prepared.addresses);
	printf("listed: %zu links and %zu addresses\n", links, addresses);
	for (size_t i = 1; i <= count; i++)
		one_step(DELETE_VLAN, delete_vlan, i);
	for (size_t i = 0; i < rounds; i++) {
		one_step(ADD_TWO, add_two, 1);
		one_step(REMOVE_TWO, remove_two, 1);
	}
}

/* Returns 0 or 1. */
static int init_steps(size_t count, size_t rounds)
{
	const struct {
		const char *name;
		size_t runs;
	} kinds[STEPS] = {
		[CREATE_VLAN] = { "create vlan", count },
		[ADD_ADDRESS] = { "add address", count },
		[SET_UP] = { "set up", count },
		[LIST_LINKS] = { "list links", 1 },
		[LIST_ADDRESSES] = { "list addresses", 1 },
		[DELETE_VLAN] = { "delete vlan", count },
		[ADD_TWO] = { "add two", rounds },
		[REMOVE_TWO] = { "remove two", rounds },
	};

	for (size_t i = 0; i < STEPS; i++)
		if (step_init(&steps[i], kinds[i].name, kinds[i].runs))
			return 1;
	return 0;
}

int main(int argc, char **argv)
{
	static const struct option longs[] = {
		{ "count", required_argument, NULL, 'n' },
		{ "rounds", required_argument, NULL, 'r' },
		{ NULL, 0, NULL, 0 },
	};
	size_t count = 4000, rounds = 1000;
	int option;

	while ((option = getopt_long(argc, argv, "n:r:", longs, NULL)) >= 0) {
		int err = -1;

		if (option == 'n')
			err = parse_option("COUNT", optarg, 1, MAX_COUNT, &count);
		else if (option == 'r')
			err = parse_option("ROUNDS", optarg, 0, MAX_ROUNDS, &rounds);
		if (err)
			return 1;
	}
	if (optind < argc) {
		fputs("usage: raw_vlan [-n COUNT] [--rounds ROUNDS]\n", stderr);
		return 1;
	}
	if (sandbox_enter() || init_steps(count, rounds))
		return 1;
	sock = raw_open();
	create_parent();
	prepare();
	work(count, rounds);
	steps_print(steps, STEPS);
	for (size_t i = 0; i < STEPS; i++)
		step_free(&steps[i]);
	return close_stdout();
}
