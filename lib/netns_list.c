/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: listing the names of network namespaces. */
#include "netns_list.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config.h"
#include "handle.h"
#include "netns_file.h"

/* 1, 0, or -errno if it is not known; -ENOENT: it was deleted meanwhile. */
static int is_namespace(struct netcfg *nc, const char *name)
{
	char path[NETNS_PATH_SIZE];
	struct stat st;
	int fd;

	netns_path(nc, name, path);
	fd = netns_open_path(path);
	if (fd == -EMFILE || fd == -ENFILE || fd == -ENOMEM)
		return fd;
	/* A symbolic link that leads nowhere is there. */
	if (fd == -ENOENT && lstat(path, &st) < 0 && errno == ENOENT)
		return -ENOENT;
	if (fd < 0)
		return 0;
	close(fd);
	return 1;
}

static int add_name(struct netcfg *nc, const char *name, struct list *names)
{
	struct netcfg_netns_info *info;
	int valid;

	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
	    strlen(name) >= NETCFG_NETNS_NAME_SIZE)
		return 0;
	valid = is_namespace(nc, name);
	if (valid == -ENOENT)
		return 0;
	if (valid < 0)
		return error_detail(&nc->error, valid, "opening \"%s\"", name);
	info = list_add(names);
	if (!info)
		return -ENOMEM;
	info->size = sizeof(*info);
	strcpy(info->name, name);
	info->valid = (uint32_t)valid;
	return 0;
}

static int read_names(struct netcfg *nc, DIR *dir, struct list *names)
{
	struct dirent *entry;
	int err = 0;

	while (!err) {
		errno = 0;
		entry = readdir(dir);
		if (!entry)
			return -errno; /* 0 at the end */
		err = add_name(nc, entry->d_name, names);
	}
	return err;
}

static int by_name(const void *a, const void *b)
{
	const struct netcfg_netns_info *x = a, *y = b;

	return strcmp(x->name, y->name);
}

int netns_list_read(struct netcfg *nc, struct list *names)
{
	DIR *dir = opendir(netns_dir(nc));
	int err;

	if (!dir && errno == ENOENT)
		return 0;
	if (!dir)
		return error_detail(&nc->error, -errno, "opening %s", netns_dir(nc));
	err = read_names(nc, dir, names);
	closedir(dir);
	if (!err && names->count)
		qsort(list_at(names, 0), names->count, names->item_size, by_name);
	return err;
}

int netcfg_netns_list(struct netcfg *nc, struct netcfg_netns_list **ret_list)
{
	struct list *names = NULL;
	int err = call_begin(nc, "list namespaces", NULL, NULL, NULL);

	if (err)
		return err;
	err = list_new(nc, ret_list, sizeof(struct netcfg_netns_info), &names);
	if (!err)
		err = netns_list_read(nc, names);
	if (err < 0)
		list_destroy(names);
	else
		*ret_list = (struct netcfg_netns_list *)names;
	return call_end(nc, err);
}

int netcfg_netns_list_next(struct netcfg_netns_list *list, struct netcfg_netns_info *ret_info)
{
	return list_next((struct list *)list, ret_info,
			 SIZE_UP_TO(struct netcfg_netns_info, reserved));
}

void netcfg_netns_list_free(struct netcfg_netns_list *list)
{
	list_destroy((struct list *)list);
}
