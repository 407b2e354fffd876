/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: link names: what they may be, how a request carries one, and what index one has. */
#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>

struct netcfg;
struct request;
struct socket;

/* A name to be given: 0, -EINVAL or -ERANGE. what is the argument, for the error line. */
int name_check_new(struct netcfg *nc, const char *what, const char *name);

/* A name to be found: may also be an alternative name, so longer. */
int name_check(struct netcfg *nc, const char *what, const char *name);

/* Put a checked name into a request about links. */
void name_put(struct request *r, const char *name);

/*
 * The index of a checked name in the handle's namespace, or -errno: from what
 * the batch being committed has learnt, from the handle's cache, if that is on,
 * else from the kernel. Never if_nametoindex(),
 * which asks in the namespace of the thread (B89).
 */
int name_to_index(struct netcfg *nc, const char *what, const char *name);

/* The same, always from the kernel. */
int name_ask(struct netcfg *nc, const char *what, const char *name);

/* Does a socket's namespace have a link of a checked name? No, where it cannot be asked. */
bool name_is_taken(struct netcfg *nc, struct socket *s, const char *name);

/* Has a socket's namespace no link of an index any more? No, where it cannot be asked. */
bool index_is_gone(const struct socket *s, int ifindex);

/* -ENODEV if a batch that is being committed was to make the link and could not. */
int name_check_made(struct netcfg *nc, const char *what, const char *name);

#endif
