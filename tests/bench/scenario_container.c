/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <stddef.h>

#include "container.h"
#include "scenarios.h"

#define MOVE_MAX 20
#define IP_MAX   20

static const struct peer peers[] = {
	{ "ours", container_ours, 0 },        { "raw", container_raw, 0 },
	{ "LXC sequence", container_lxc, 0 }, { "create then move", container_move, MOVE_MAX },
	{ "ip", container_ip, IP_MAX },       { NULL, NULL, 0 }
};

static const struct size sizes[] = { { 2, SMOKE | DEFAULT, 0 },
				     { 20000, DEFAULT, 2 },
				     { 0, 0, 0 } };

const struct scenario scenario_container = { .name = "container",
					     .title = "One container attached to a bridge",
					     .unit = "container",
					     .size_is = "other links on the host",
					     .sizes = sizes,
					     .ops = 100,
					     .smoke_ops = 3,
					     .setup = container_setup,
					     .peers = peers,
					     .shared = true };
