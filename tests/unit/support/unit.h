/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What every unit test includes: cmocka in the order it wants, the library, the fake kernel. */
#ifndef UNIT_SUPPORT_UNIT_H
#define UNIT_SUPPORT_UNIT_H

#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <cmocka.h>

#include <linux/rtnetlink.h>
#include <netcfg/netcfg.h>

#include "support/configs.h"
#include "unit/support/fake_kernel.h"
#include "unit/support/packet.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* A test with a fresh fake kernel and, in *state, a handle on it. */
#define handle_test(f) cmocka_unit_test_setup_teardown(f, open_handle_setup, close_handle_teardown)

int open_handle_setup(void **state);
int close_handle_teardown(void **state);

/* The last call's error line must contain a text, or must not. */
void assert_says(const struct netcfg *nc, const char *text);
void assert_says_not(const struct netcfg *nc, const char *text);

#endif
