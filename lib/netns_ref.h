/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: the namespace that a config names, by name, descriptor or process id. */
#ifndef NETNS_REF_H
#define NETNS_REF_H

#include <stdbool.h>

struct netcfg;
struct request;

struct netns_ref {
	const char *name; /* borrowed, or NULL */
	bool by_fd, by_pid;
	int fd; /* -1: not open (yet) */
	int pid;
	bool owned; /* fd is ours to close */
};

/* Is a namespace named at all? */
bool netns_ref_given(const struct netns_ref *ref);

/*
 * Get hold of it. Only a name needs a descriptor; with need_fd a process does
 * too, because more than one request will be about the namespace and it must
 * be the same one.
 */
int netns_ref_open(struct netcfg *nc, struct netns_ref *ref, bool need_fd);

void netns_ref_close(struct netns_ref *ref);

/* IFLA_NET_NS_FD or IFLA_NET_NS_PID, if one is given. */
void netns_ref_put(struct request *r, const struct netns_ref *ref);

#endif
