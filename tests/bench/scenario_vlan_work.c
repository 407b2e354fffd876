/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* VLANs on one parent, each with an address and up, and all of them deleted again. */
#include "scenarios.h"

#include <arpa/inet.h>
#include <stdlib.h>

#include <netcfg/netcfg.h>

#include "ip.h"
#include "kind.h"
#include "measure.h"
#include "ours.h"
#include "raw.h"
#include "raw_link.h"

#define GROUP     0x12345678
#define BATCH_MAX 200 /* its deletes take long, one like the other */

static void address_text(char text[INET_ADDRSTRLEN], unsigned int i)
{
	snprintf(text, INET_ADDRSTRLEN, "198.18.%u.%u", (i >> 8) & 255, i & 255);
}

static void ours(struct run *run)
{
	char(*names)[IFNAMSIZ] = calloc(run->ops, sizeof(names[0]));
	struct netcfg *nc = ours_open();
	char text[INET_ADDRSTRLEN];
	unsigned int i;

	kind_vlan.prepare();
	measure_begin(run);
	ours_begin(nc);
	for (i = 0; names && i < run->ops; i++) {
		link_name(names[i], i);
		address_text(text, i);
		ours_check(nc, kind_vlan.ours(nc, i));
		ours_check(nc, netcfg_addr_add(nc, names[i], text, NULL));
		ours_check(nc, netcfg_link_set_up(nc, names[i]));
	}
	for (i = 0; names && i < run->ops; i++)
		ours_check(nc, netcfg_link_delete(nc, names[i]));
	ours_commit(nc);
	measure_end(run, run->ops);
	ours_count(nc, run);
	free(names);
	netcfg_close(nc);
}

/* Three batches with look-ups between, as an address wants an index; then one sweep. */
static void raw(struct run *run)
{
	struct raw_batch links = { 0 }, rest = { 0 }, sweep = { 0 };
	const int sock = raw_open();
	char name[IFNAMSIZ], text[INET_ADDRSTRLEN];
	struct in_addr address;
	unsigned int i;

	kind_vlan.prepare();
	for (i = 0; i < run->ops; i++)
		kind_vlan.raw(&links, i, GROUP);
	raw_seal(&links);
	raw_put_delete_group(&sweep, GROUP);
	raw_seal(&sweep);
	measure_begin(run);
	raw_send(sock, &links);
	for (i = 0; i < run->ops; i++) {
		link_name(name, i);
		address_text(text, i);
		inet_pton(AF_INET, text, &address);
		raw_put_addr(&rest, raw_index(sock, name), AF_INET, &address, 32);
		raw_put_set_up(&rest, name);
	}
	raw_seal(&rest);
	raw_send(sock, &rest);
	raw_send(sock, &sweep);
	measure_end(run, run->ops);
}

static void batch_of_ip(struct run *run)
{
	FILE *lines = ip_lines();
	char line[256], text[INET_ADDRSTRLEN];
	unsigned int i;

	kind_vlan.prepare();
	for (i = 0; i < run->ops; i++) {
		kind_vlan.ip(line, i);
		address_text(text, i);
		fprintf(lines,
			"%s\naddress add %s/32 dev " LINK_NAME_FORMAT "\nlink set " LINK_NAME_FORMAT
			" up\n",
			line, text, i, i);
	}
	for (i = 0; i < run->ops; i++)
		fprintf(lines, "link delete " LINK_NAME_FORMAT "\n", i);
	measure_begin(run);
	ip_batch(lines);
	measure_end(run, run->ops);
}

static const struct peer peers[] = { { "ours", ours, 0 },
				     { "raw", raw, 0 },
				     { "ip -batch", batch_of_ip, BATCH_MAX },
				     { NULL, NULL, 0 } };

static const struct size sizes[] = { { 20, SMOKE, 0 }, { 4000, DEFAULT, 3 }, { 0, 0, 0 } };

const struct scenario scenario_vlan_work = {
	.name = "vlan-work",
	.title = "VLANs created with an address and set up and deleted",
	.unit = "VLAN",
	.size_is = "VLANs",
	.sizes = sizes,
	.peers = peers,
	.need = need_vlan
};
