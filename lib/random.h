/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L1: numbers that nobody else has thought of. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

/* Never waits and never fails; no secret. */
uint32_t random_u32(void);

#endif
