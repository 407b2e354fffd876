/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* libnl-route, used as its manual shows it. */
#ifndef BENCH_LIBNL_H
#define BENCH_LIBNL_H

struct nl_sock;

struct nl_sock *libnl_open(void);

/* Ends the process unless err is 0. */
void libnl_check(int err, const char *what);

#endif
