/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Another process in the namespace, that asks for a change of nothing, over and over. */
#ifndef PROBE_H
#define PROBE_H

struct probe {
	int pid;
	int result; /* the end of a pipe */
};

void probe_start(struct probe *probe);

/* Milliseconds of the longest of its waits. */
double probe_stop(struct probe *probe);

#endif
