/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: the namespace that a config names, by name, descriptor or process id. */
#ifndef NETNS_REF_H
#define NETNS_REF_H

#include <stdbool.h>

struct netcfg;
struct request;

struct netns_ref {
	const char *what; /* the argument, for the error line */
	const char *name; /* or NULL */
	bool by_fd, by_pid;
	int fd; /* -1: not open (yet) */
	int pid;
	bool owned; /* fd is ours to close */
};

/* Is a namespace named at all? */
bool netns_ref_given(const struct netns_ref *ref);

/* Refuse what can be refused without opening anything. */
int netns_ref_check(struct netcfg *nc, const struct netns_ref *ref);

/* Get hold of it, if it is not open yet. Idempotent. */
int netns_ref_open(struct netcfg *nc, struct netns_ref *ref);

void netns_ref_close(struct netns_ref *ref);

/* If it is a process that does not exist, say so: the kernel's ESRCH tells of none. NULL is fine.
 */
void netns_ref_explain(struct netcfg *nc, const struct netns_ref *ref);

/*
 * Put IFLA_NET_NS_FD or IFLA_NET_NS_PID, if one is given. A name is opened when
 * the message is about to be sent; with need_fd a process's namespace is too,
 * because more than one message is about it and it must be the same one. ref
 * lies in the arena.
 */
void netns_ref_put(struct request *r, struct netns_ref *ref, bool need_fd);

#endif
