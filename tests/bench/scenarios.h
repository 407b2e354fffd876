/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef SCENARIOS_H
#define SCENARIOS_H

#include "bench.h"

extern const struct scenario scenario_veth_create, scenario_vlan_create, scenario_dummy_create;
extern const struct scenario scenario_veth_delete, scenario_vlan_delete, scenario_dummy_delete;
extern const struct scenario scenario_veth_delete_probed;
extern const struct scenario scenario_vlan_work;
extern const struct scenario scenario_set, scenario_set_batch, scenario_set_batch_same;
extern const struct scenario scenario_list;
extern const struct scenario scenario_cost;
extern const struct scenario scenario_addr4, scenario_addr6;
extern const struct scenario scenario_netns_create, scenario_netns_delete;
extern const struct scenario scenario_container;

#endif
