/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* From what a file says to what is to be made: order, names, MACs, and whether it can work. */
#ifndef LXC_NET_PLAN_H
#define LXC_NET_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "lxc_net/config.h"

/* Gives length random bytes. Returns 0 or -errno. */
typedef int (*plan_random)(unsigned char *bytes, size_t length);

/* The system's. */
int plan_random_bytes(unsigned char *bytes, size_t length);

/*
 * Check a configuration as a whole, sort its NICs by index and fill in what it leaves open: the
 * names in the container, the host ends' names and MACs, the digits of MAC templates.
 *
 * A "link = eth+" of a phys must have been replaced before; see nic_wants_prefix().
 *
 * Returns 0 or -errno, and has said why.
 */
int plan_make(struct config *config, plan_random random, const struct say *say);

/* Does its link stand for all links that begin so? */
bool nic_wants_prefix(const struct nic *nic);

/* Is it to be a link in the container? "empty" and "none" are not. */
bool nic_has_link(const struct nic *nic);

/* The type "none" for all: the host's network, in which nothing is to be made. */
bool plan_shares_host(const struct config *config);

/* Is anything to be up? Then lo is too. */
bool plan_wants_lo(const struct config *config);

/* Can the gateway be reached by the NIC's addresses? If not it wants a route of its own. */
bool nic_reaches(const struct nic *nic, int family, const struct address *gateway);

#endif
