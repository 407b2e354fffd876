/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: the directory of names as a shared mount point, set up once. */
#ifndef NETNS_DIR_H
#define NETNS_DIR_H

struct netcfg;

/*
 * Make the directory if it is missing, and a shared mount point if it is none,
 * under the lock that `ip netns` takes too. 0 or -errno.
 */
int netns_dir_prepare(struct netcfg *nc);

#endif
