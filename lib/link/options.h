/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * L4: what the configs of kinds have in common: a flags field in which a bit
 * switches something on and another one off, or neither, which leaves it to the
 * kernel.
 */
#ifndef LINK_OPTIONS_H
#define LINK_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

struct netcfg;

struct option_switch {
	uint32_t on, off;
	const char *name; /* of the bit for on; the other is this with NO_ */
};

/* Refuse unknown bits, and a switch that is both on and off. whose: "bridge". */
int option_flags_check(struct netcfg *nc, const char *whose, uint32_t flags, uint32_t known,
		       const struct option_switch *switches, size_t count);

/* 1: on, 0: off, -1: leave it. */
int option_switch_state(const struct option_switch *s, uint32_t flags);

#endif
