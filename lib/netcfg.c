/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L5: the life of a handle, and its settings. */
#include <netcfg/context.h>
#include <netcfg/error.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <netlink/msg.h>

#include "batch.h"
#include "config.h"
#include "handle.h"
#include "netns_file.h"

#define TIMEOUT_DEFAULT_MS 30000
#define STRING_(x)         #x
#define STRING(x)          STRING_(x)

/* netns_fd -1: the calling thread's namespace. */
static int open_handle(struct netcfg **ret_nc, int netns_fd)
{
	struct netcfg *nc = calloc(1, sizeof(*nc));
	int err;

	if (!nc)
		return -ENOMEM;
	forkmark_set(&nc->forkmark);
	nc->timeout_ms = TIMEOUT_DEFAULT_MS;
	err = netns_fd < 0 ? socket_open(&nc->socket) : socket_open_in(&nc->socket, netns_fd);
	if (err) {
		forkmark_clear(&nc->forkmark);
		free(nc);
		return err;
	}
	*ret_nc = nc;
	return 0;
}

int netcfg_open(struct netcfg **ret_nc)
{
	return ret_nc ? open_handle(ret_nc, -1) : -EINVAL;
}

int netcfg_open_netns_fd(struct netcfg **ret_nc, int netns_fd)
{
	struct netcfg none = { 0 }; /* takes the words that no handle is there to keep */
	int err;

	if (!ret_nc)
		return -EINVAL;
	err = netns_fd_check(&none, "netns_fd", netns_fd);
	return err ? err : open_handle(ret_nc, netns_fd);
}

/* Open a handle in a namespace whose descriptor, or -errno, was got for it. */
static int open_in_and_close(struct netcfg **ret_nc, int netns_fd)
{
	int err;

	if (netns_fd < 0)
		return netns_fd;
	err = open_handle(ret_nc, netns_fd);
	close(netns_fd);
	return err;
}

int netcfg_open_netns(struct netcfg **ret_nc, const char *netns)
{
	struct netcfg none = { 0 };

	return ret_nc ? open_in_and_close(ret_nc, netns_open_name(&none, "netns", netns)) : -EINVAL;
}

int netcfg_open_netns_pid(struct netcfg **ret_nc, int pid)
{
	struct netcfg none = { 0 };

	return ret_nc ? open_in_and_close(ret_nc, netns_open_pid(&none, "pid", pid)) : -EINVAL;
}

void netcfg_close(struct netcfg *nc)
{
	if (!nc)
		return;
	socket_close(&nc->socket);
	forkmark_clear(&nc->forkmark);
	nlmsg_free(nc->spare);
	batch_free(nc);
	netcfg_cache_disable(nc);
	arena_free(&nc->arena);
	free(nc->netns_dir);
	free(nc);
}

int netcfg_set_timeout(struct netcfg *nc, int timeout_ms)
{
	int err = call_begin_queueable(nc, "set timeout", NULL, NULL, NULL);

	if (err)
		return err;
	if (timeout_ms < -1)
		return call_end(nc, error_detail(&nc->error, -EINVAL, "timeout_ms %d is below -1",
						 timeout_ms));
	nc->timeout_ms = timeout_ms;
	return 0;
}

static int set_netns_dir(struct netcfg *nc, const char *dir)
{
	char *copy = NULL;

	if (dir && dir[0] != '/')
		return error_detail(&nc->error, -EINVAL, "dir is not absolute");
	if (dir && strnlen(dir, NETNS_DIR_MAX + 1) > NETNS_DIR_MAX)
		return error_detail(&nc->error, -EINVAL, "dir is longer than %d bytes",
				    NETNS_DIR_MAX);
	if (dir) {
		copy = strdup(dir);
		if (!copy)
			return -ENOMEM;
	}
	free(nc->netns_dir);
	nc->netns_dir = copy;
	return 0;
}

int netcfg_set_netns_dir(struct netcfg *nc, const char *dir)
{
	int err = call_begin(nc, "set namespace directory", dir, NULL, NULL);

	return err ? err : call_end(nc, set_netns_dir(nc, dir));
}

void netcfg_get_stats(const struct netcfg *nc, struct netcfg_stats *ret_stats)
{
	if (nc && config_out_fits(ret_stats, SIZE_UP_TO(struct netcfg_stats, dumps)))
		config_copy_out(ret_stats, &nc->stats, sizeof(nc->stats));
}

void netcfg_set_log(struct netcfg *nc, netcfg_log_fn fn, void *userdata)
{
	if (!nc)
		return;
	nc->log = fn;
	nc->log_userdata = userdata;
}

const char *netcfg_error_message(const struct netcfg *nc)
{
	return nc ? nc->error.text : "";
}

const char *netcfg_version(void)
{
	return STRING(NETCFG_VERSION_MAJOR) "." STRING(NETCFG_VERSION_MINOR) "." STRING(
		NETCFG_VERSION_PATCH);
}
