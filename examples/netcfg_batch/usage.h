/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef NETCFG_BATCH_USAGE_H
#define NETCFG_BATCH_USAGE_H

#include <stdio.h>

void usage(FILE *file);

#endif
