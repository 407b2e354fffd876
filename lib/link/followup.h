/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * L4: what the kernel ignores or refuses in the create request, sent right after it.
 *
 * An alias of either end is ignored there; a peer's up flag fails the create
 * and its master is ignored (kernel-facts section 3). Where the end lives in
 * another namespace the request goes through a socket made there.
 */
#ifndef FOLLOWUP_H
#define FOLLOWUP_H

#include <stdbool.h>

#include "kind.h"
#include "socket.h"

struct followup {
	const struct link_end *end;
	bool is_peer;
	bool needed;
	struct socket there;   /* made if the end lives elsewhere */
	struct socket *socket; /* the one to use: there, or the handle's */
};

bool followup_needed(const struct link_end *end, bool is_peer);

/* Get the socket. Before the create; -errno then means that nothing was made. */
int followup_prepare(struct netcfg *nc, struct followup *f);

/* Send it, if it is needed. */
int followup_send(struct netcfg *nc, struct followup *f);

/* Delete the link whose follow-up failed, and with it the other end of a pair. */
void followup_take_back(struct netcfg *nc, struct followup *f);

void followup_release(struct followup *f);

#endif
