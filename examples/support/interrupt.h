/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SIGINT, SIGTERM and SIGHUP as a flag, so that a program can clean up before it ends. */
#ifndef EXAMPLES_INTERRUPT_H
#define EXAMPLES_INTERRUPT_H

#include <stdbool.h>

/*
 * Take these signals. With @p once, a second one ends the process at once: right where nothing
 * would stay behind. Returns 0 or -errno.
 */
int interrupt_catch(bool once);

/* Has one of them come? */
bool interrupted(void);

/* End the process by the signal that has come, so that who started it sees why. */
void interrupt_die(void);

#endif
