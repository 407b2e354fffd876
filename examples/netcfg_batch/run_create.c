/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Links: creating them. */
#include "run_create.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The kernel's own limit of numbers for one name. */
#define NUMBERS_MAX 32768

bool link_lacks_name(const char *name)
{
	const char *percent = name ? strchr(name, '%') : NULL;

	return !name || (percent && percent[1] == 'd' && !strchr(percent + 1, '%'));
}

int link_check_vrf(struct netcfg *nc, const struct link_words *w, struct failure *f)
{
	struct netcfg_link_info info = { .size = sizeof(info) };

	if (!w->master_is_vrf)
		return 0;
	if (netcfg_link_get(nc, w->config.master, &info) == 0 && strcmp(info.kind, "vrf") == 0)
		return 0;
	malformed(f, "\"%s\" is no VRF", w->config.master);
	return -EINVAL;
}

int link_pick_name(struct netcfg *nc, const char *pattern, const char *taken,
		   char name[NETCFG_LINK_NAME_SIZE], struct failure *f)
{
	const char *percent = strchr(pattern, '%');

	for (int number = 0; number < NUMBERS_MAX; number++) {
		int len = snprintf(name, NETCFG_LINK_NAME_SIZE, "%.*s%d%s",
				   (int)(percent - pattern), pattern, number, percent + 2);
		int err;

		if (len >= NETCFG_LINK_NAME_SIZE)
			break;
		if (taken && strcmp(name, taken) == 0)
			continue;
		err = netcfg_link_index(nc, name);
		if (err < 0)
			return err == -ENODEV ? 0 : err;
	}
	refuse(f, "there is no free name \"%s\"", pattern);
	return -ENFILE;
}

static int name_end(struct netcfg *nc, struct link_words *w, const char *pattern, const char *taken,
		    struct failure *f)
{
	int err;

	if (!link_lacks_name(w->name))
		return 0;
	if (w->netns) {
		refuse(f, "a link that is made in another namespace needs a name");
		return -EINVAL;
	}
	err = link_pick_name(nc, w->name ? w->name : pattern, taken, w->picked, f);
	w->name = w->picked;
	return err;
}

/* The kernel makes a veth's far end first, so that one has the lower number. */
static int name_ends(struct netcfg *nc, struct link_command *c, struct failure *f)
{
	char pattern[NETCFG_LINK_NAME_SIZE + 2];
	int err;

	snprintf(pattern, sizeof(pattern), "%.12s%%d", c->near.kind);
	if (c->kind != KIND_VETH)
		return name_end(nc, &c->near, pattern, NULL, f);
	err = name_end(nc, &c->far, pattern, NULL, f);
	return err ? err : name_end(nc, &c->near, pattern, c->far.name, f);
}

static int create(struct netcfg *nc, struct link_command *c)
{
	const struct netcfg_link_config *config = &c->near.config;
	const char *name = c->near.name;
	const char *parent = c->near.parent;

	switch (c->kind) {
	case KIND_DUMMY:
		return netcfg_dummy_create(nc, name, config);
	case KIND_IFB:
		return netcfg_ifb_create(nc, name, config);
	case KIND_VETH:
		return netcfg_veth_create(nc, name, c->far.name, config, &c->far.config);
	case KIND_VLAN:
		return netcfg_vlan_create(nc, name, parent, c->u.vlan.id, &c->u.vlan.config,
					  config);
	case KIND_BRIDGE:
		return netcfg_bridge_create(nc, name, &c->u.bridge, config);
	case KIND_MACVLAN:
		return netcfg_macvlan_create(nc, name, parent, &c->u.macvlan, config);
	case KIND_IPVLAN:
		return netcfg_ipvlan_create(nc, name, parent, &c->u.ipvlan, config);
	case KIND_VXLAN:
		return netcfg_vxlan_create(nc, name, c->u.vxlan.vni, &c->u.vxlan.config, config);
	case KIND_VRF:
		return netcfg_vrf_create(nc, name, c->u.vrf_table, config);
	case KIND_BOND:
		return netcfg_bond_create(nc, name, &c->u.bond, config);
	case KIND_BRIDGE_PORT:
	case KIND_NONE:
		break;
	}
	return -EINVAL;
}

static bool has_parent(enum kind kind)
{
	return kind == KIND_VLAN || kind == KIND_MACVLAN || kind == KIND_IPVLAN;
}

int run_create(struct netcfg *nc, struct link_command *c, struct failure *f)
{
	int err;

	if (has_parent(c->kind) != (c->near.parent != NULL)) {
		refuse(f, "a %s has %s \"link\"", c->near.kind,
		       has_parent(c->kind) ? "to have a" : "no");
		return -EINVAL;
	}
	err = link_check_vrf(nc, &c->near, f);
	if (!err)
		err = link_check_vrf(nc, &c->far, f);
	if (!err)
		err = name_ends(nc, c, f);
	return err ? err : create(nc, c);
}
