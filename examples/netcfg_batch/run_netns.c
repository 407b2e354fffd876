/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Namespaces. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "run.h"

static int attach(struct netcfg *nc, const struct netns_command *n, struct failure *f)
{
	char path[64];
	int fd, err;

	snprintf(path, sizeof(path), "/proc/%d/ns/net", n->pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0) {
		err = -errno;
		refuse(f, "attach namespace \"%s\" to process %d: %s", n->name, n->pid,
		       err == -ENOENT ? "no such process" : strerror(-err));
		return err;
	}
	err = netcfg_netns_attach(nc, n->name, fd);
	close(fd);
	return err;
}

static int list_names(struct netcfg *nc)
{
	struct netcfg_netns_info info = { .size = sizeof(info) };
	struct netcfg_netns_list *list;
	int err = netcfg_netns_list(nc, &list);

	if (err)
		return err;
	while (netcfg_netns_list_next(list, &info) > 0) {
		int32_t id = -1;

		if (info.valid && netcfg_netns_get_id(nc, info.name, &id) == 0 && id >= 0)
			printf("%s (id: %d)\n", info.name, id);
		else
			printf("%s\n", info.name);
	}
	netcfg_netns_list_free(list);
	return 0;
}

/* With @p only not -1: that one alone. Calls fn for each, to the first that gives not 0. */
static int each_id(struct netcfg *nc, int32_t only,
		   void (*fn)(const struct netcfg_netns_id_info *info, void *userdata),
		   void *userdata, struct failure *f)
{
	struct netcfg_netns_id_info info = { .size = sizeof(info) };
	struct netcfg_netns_id_list *list;
	int err = netcfg_netns_list_ids(nc, &list);
	bool found = only < 0;

	if (err < 0)
		return err;
	while (netcfg_netns_id_list_next(list, &info) > 0) {
		if (only >= 0 && info.id != only)
			continue;
		found = true;
		fn(&info, userdata);
	}
	netcfg_netns_id_list_free(list);
	if (found)
		return 0;
	refuse(f, "no namespace has the id %d", only);
	return -ENOENT;
}

static void print_id(const struct netcfg_netns_id_info *info, void *userdata)
{
	(void)userdata;
	if (info->name[0])
		printf("nsid %d (iproute2 netns name: %s)\n", info->id, info->name);
	else
		printf("nsid %d\n", info->id);
}

static void keep_name(const struct netcfg_netns_id_info *info, void *userdata)
{
	snprintf(userdata, NETCFG_NETNS_NAME_SIZE, "%s", info->name);
}

static int list_ids(struct netcfg *nc, const struct netns_command *n, struct failure *f)
{
	char name[NETCFG_NETNS_NAME_SIZE] = "";
	struct netcfg *there;
	int err;

	if (n->target < 0)
		return each_id(nc, n->id, print_id, NULL, f);
	err = each_id(nc, n->target, keep_name, name, f);
	if (err == -ENOENT && n->id < 0) /* a list of nothing, as ip has it */
		return 0;
	if (err)
		return err;
	err = netcfg_open_netns(&there, name);
	if (err) {
		refuse(f, "cannot open the namespace of id %d, which has %s%s", n->target,
		       *name ? "the name " : "no name", name);
		return err;
	}
	err = each_id(there, n->id, print_id, NULL, f);
	netcfg_close(there);
	return err;
}

int run_netns(struct netcfg *nc, struct command *c, struct failure *f)
{
	const struct netns_command *n = &c->u.named;

	switch (c->verb) {
	case NETNS_ADD:
		return netcfg_netns_create(nc, n->name);
	case NETNS_DELETE:
		return netcfg_netns_delete(nc, n->name);
	case NETNS_SET:
		return netcfg_netns_set_id(nc, n->name, n->id);
	case NETNS_ATTACH:
		return attach(nc, n, f);
	case NETNS_LIST:
		return list_names(nc);
	case NETNS_LIST_IDS:
		return list_ids(nc, n, f);
	default:
		return -EINVAL;
	}
}
