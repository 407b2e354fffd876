/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * L4: what a kind of link is, and the one way in which links are created.
 *
 * A kind has one file, link/<kind>.c, with its public create function, the
 * check of its own config, and a struct link_kind.
 */
#ifndef LINK_KIND_H
#define LINK_KIND_H

#include <netcfg/kinds.h>

#include "link_attrs.h"

struct netcfg;
struct request;

/* A link, or the far end of a pair, on its way into being. */
struct link_end {
	const char *what; /* its argument, for the error line: "name", "peer_name" */
	const char *name;
	bool is_peer;
	struct link_attrs attrs;
};

struct link_create {
	const struct link_kind *kind;
	struct link_end link;
	struct link_end peer; /* what NULL: the kind has none */
	const char *parent;   /* NULL: the kind has none */
	const void *data;     /* the kind's own, checked */
};

struct link_kind {
	const char *name; /* IFLA_INFO_KIND */

	/* Put what goes into IFLA_INFO_DATA; NULL: nothing does. */
	void (*put)(struct request *r, const struct link_create *c);
};

/* Check a name and a config: "name" with "link", or "peer_name" with "peer". */
int link_end_check(struct netcfg *nc, struct link_end *end, const char *what, const char *name,
		   const char *whose, const struct netcfg_link_config *config);

/* A family header and attributes of a veth's far end. */
void link_end_put_peer(struct request *r, const struct link_end *peer);

/* Create what was checked, or queue that. A failure leaves nothing. */
int link_create(struct netcfg *nc, struct link_create *c);

#endif
