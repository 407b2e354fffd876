/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One operation of LXC: what it took there, what it takes here, and how it is tried. */
#ifndef LXC_SHAPE_ROW_H
#define LXC_SHAPE_ROW_H

#include <stddef.h>
#include <sys/types.h>

struct netcfg;

/* Not a kind, but as missing as one in some kernels. */
#define VLAN_FILTERING "bridges that filter VLANs"

/* Sockets that are opened, sends of netlink messages, and questions by ioctl(2). */
struct cost {
	int sockets, sends, ioctls;
};

/* Where an operation is tried: v0 and v1, a pair; br0; a process in a namespace of its own. */
struct place {
	const struct row *row;
	struct netcfg *nc;
	void *sandbox;
	pid_t pid;
	int there;             /* the process's namespace */
	int ifindex;           /* of v0 */
	struct cost elsewhere; /* what was done with other handles */
};

struct row {
	const char *theirs;
	const char *ours;
	struct cost then, now; /* "now" is measured and has to be this */
	const char *kind;      /* of link that the kernel must have, or VLAN_FILTERING; or NULL */
	const char *prepare;   /* a command, or NULL; $pid is the process */
	int (*call)(struct place *p);
	const char *check;       /* a command that must succeed; or NULL */
	const char *check_there; /* likewise, in the process's namespace */
};

extern const struct row rows[];
extern const size_t rows_count;

#endif /* LXC_SHAPE_ROW_H */
