/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Whole lists, made, read and freed: the number of their entries, or -errno. */
#ifndef TORTURE_LISTS_H
#define TORTURE_LISTS_H

struct netcfg;

int read_links(struct netcfg *nc);

/* Of one link, or of all (NULL). */
int read_addrs(struct netcfg *nc, const char *link, int family);

#endif
