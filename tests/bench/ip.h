/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The ip command, as scripts and programs run it. */
#ifndef IP_H
#define IP_H

#include <stdio.h>

/* A file in memory for the lines of a batch, and the batch: one process for all of them. */
FILE *ip_lines(void);
void ip_batch(FILE *lines);

/* One process, with up to 31 arguments in one string with blanks between. */
__attribute__((format(printf, 1, 2))) void ip_run(const char *format, ...);

/* The same for a question whose answer nobody reads: it goes to /dev/null. */
void ip_run_unread(const char *words);

#endif
