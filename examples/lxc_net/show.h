/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef LXC_NET_SHOW_H
#define LXC_NET_SHOW_H

#include "lxc_net/config.h"

/* Print what a planned configuration would make, one line for each thing. */
void show_config(const struct config *config);

#endif
