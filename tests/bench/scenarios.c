/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <stddef.h>

#include "scenarios.h"

const struct scenario *const all_scenarios[] = { &scenario_veth_create,
						 &scenario_veth_delete,
						 &scenario_veth_delete_probed,
						 &scenario_dummy_create,
						 &scenario_dummy_delete,
						 &scenario_vlan_create,
						 &scenario_vlan_delete,
						 &scenario_vlan_work,
						 &scenario_set,
						 &scenario_set_batch,
						 &scenario_set_batch_same,
						 &scenario_list,
						 &scenario_cost,
						 &scenario_addr4,
						 &scenario_addr6,
						 &scenario_netns_create,
						 &scenario_netns_delete,
						 &scenario_container,
						 NULL };
