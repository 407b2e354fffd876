/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: link names: what they may be, how a request carries one, and what index one has. */
#ifndef NAMES_H
#define NAMES_H

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
 * The index of a checked name in a socket's namespace, or -errno. Never
 * if_nametoindex(), which asks in the namespace of the thread (B89).
 */
int name_to_index(struct netcfg *nc, struct socket *s, const char *what, const char *name);

#endif
