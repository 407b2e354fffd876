/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Named network namespaces with nothing but system calls, in /run/netns. */
#ifndef RAW_NETNS_H
#define RAW_NETNS_H

/* Before the first. */
void raw_netns_prepare(void);

/* Leaves the thread in the new one: raw_netns_home() goes back to where it was. */
void raw_netns_create(const char *name);
void raw_netns_home(void);

void raw_netns_delete(const char *name);

/* A descriptor. */
int raw_netns_open(const char *name);

#endif
