/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Namespaces of our own: nothing of the host is seen or touched, and nothing is left. */
#ifndef SANDBOX_H
#define SANDBOX_H

/* Once, for the whole program. Ends it with EXIT_SKIPPED where namespaces are refused. */
void sandbox_enter(void);

/* For one run: a network namespace with nothing in it but lo, and an empty /run. */
void sandbox_renew(void);

/* Wait until the kernel has taken apart what ended processes have left. */
void sandbox_settle(void);

/* A file of one line, under /proc; 0 or -1. */
int write_text(const char *path, const char *text);

#endif
