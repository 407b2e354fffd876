/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Links: changing and deleting them. Creating them is in run_create.c. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "run.h"
#include "run_create.h"

static bool changes_anything(const struct netcfg_link_config *c)
{
	struct netcfg_link_config nothing = { .size = c->size };

	return memcmp(c, &nothing, sizeof(nothing)) != 0;
}

/* The kernel turns to the kind's options first. */
static int set(struct netcfg *nc, struct link_command *c, struct failure *f)
{
	struct netcfg_link_config config = c->near.config;
	char name[NETCFG_LINK_NAME_SIZE];
	int err;

	err = link_check_vrf(nc, &c->near, f);
	if (!err && config.name && link_lacks_name(config.name)) {
		err = link_pick_name(nc, config.name, NULL, name, f);
		config.name = name;
	}
	if (!err && c->kind == KIND_BRIDGE && c->has_options)
		err = netcfg_bridge_set(nc, c->near.dev, &c->u.bridge);
	if (!err && c->kind == KIND_BRIDGE_PORT && c->has_options)
		err = netcfg_bridge_port_set(nc, c->near.dev, &c->u.port);
	if (!err && (!c->kind || changes_anything(&config)))
		err = netcfg_link_set(nc, c->near.dev, &config);
	return err;
}

/* As the kernel does it for a group: one link after the other, to the first that fails. */
static int set_group(struct netcfg *nc, struct link_command *c)
{
	struct netcfg_link_config config = c->near.config;
	struct netcfg_link_info info = { .size = sizeof(info) };
	struct netcfg_link_list *list;
	int err = netcfg_link_list(nc, NULL, &list);

	if (err < 0)
		return err;
	err = 0;
	config.flags &= ~(uint32_t)NETCFG_LINK_GROUP;
	while (!err && netcfg_link_list_next(list, &info) > 0) {
		if (info.group == c->near.config.group)
			err = netcfg_link_set_by_index(nc, info.ifindex, &config);
	}
	netcfg_link_list_free(list);
	return err;
}

static int change_altnames(struct netcfg *nc, const struct command *c)
{
	const struct link_command *l = &c->u.link;
	int err = 0;

	for (size_t i = 0; !err && i < l->altname_count; i++) {
		err = c->verb == ALTNAME_ADD
			      ? netcfg_link_add_altname(nc, l->near.dev, l->altnames[i])
			      : netcfg_link_delete_altname(nc, l->near.dev, l->altnames[i]);
	}
	return err;
}

int run_link(struct netcfg *nc, struct command *c, struct failure *f)
{
	struct link_command *l = &c->u.link;

	switch (c->verb) {
	case LINK_CREATE:
		return run_create(nc, l, f);
	case LINK_SET:
		return set(nc, l, f);
	case LINK_SET_GROUP:
		return set_group(nc, l);
	case LINK_DELETE:
		return netcfg_link_delete(nc, l->near.dev);
	case LINK_DELETE_GROUP:
		return netcfg_link_delete_group(nc, l->near.config.group);
	case ALTNAME_ADD:
	case ALTNAME_DELETE:
		return change_altnames(nc, c);
	default:
		return -EINVAL;
	}
}
