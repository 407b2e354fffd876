/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * L4: deleting many links for the price of a few.
 *
 * A single delete waits 16 ms for readers of the kernel's lists; the links of a
 * group, deleted in one request, wait together (kernel-facts section 1). So
 * links are marked with a private group and swept.
 */
#ifndef BULK_DELETE_H
#define BULK_DELETE_H

#include <stddef.h>

struct job;
struct netcfg;

/*
 * Run jobs that each delete one link; the message of each then has its result
 * as after an exchange. A link that was there at the beginning and is gone when
 * its turn comes counts as deleted. 0, or -errno if the transport failed.
 */
int bulk_delete(struct netcfg *nc, struct job *const *jobs, size_t count);

#endif
