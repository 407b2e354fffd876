/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What every netns test includes: cmocka in the order it wants, the library, the support. */
#ifndef TEST_SUPPORT_TEST_H
#define TEST_SUPPORT_TEST_H

#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <netcfg/netcfg.h>

#include "support/check.h"
#include "support/command.h"
#include "support/kinds.h"
#include "support/link_events.h"
#include "support/link_state.h"
#include "support/other_netns.h"
#include "support/sandbox.h"

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

#endif /* TEST_SUPPORT_TEST_H */
