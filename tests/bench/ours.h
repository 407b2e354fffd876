/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The library under test. */
#ifndef OURS_H
#define OURS_H

struct netcfg;
struct run;

struct netcfg *ours_open(void);

/* Ends the process if a call failed. */
void ours_check(const struct netcfg *nc, int err);

void ours_begin(struct netcfg *nc);
void ours_commit(struct netcfg *nc);

/* Put the handle's counters into the result: sends per operation, look-ups in all. */
void ours_count(const struct netcfg *nc, struct run *run);

#endif
