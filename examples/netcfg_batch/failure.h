/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Why a line was not done, and whether -force may go on after it. */
#ifndef NETCFG_BATCH_FAILURE_H
#define NETCFG_BATCH_FAILURE_H

#include <stdbool.h>

struct failure {
	bool stops; /* the run ends here, with -force too, as that of ip -batch does */
	char text[400];
};

/* Both return -1. What is refused is one line's matter; a malformed line ends the run. */
__attribute__((format(printf, 2, 3))) int refuse(struct failure *f, const char *fmt, ...);
__attribute__((format(printf, 2, 3))) int malformed(struct failure *f, const char *fmt, ...);

#endif
