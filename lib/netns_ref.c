/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "netns_ref.h"

#include <errno.h>
#include <unistd.h>

#include <linux/if_link.h>

#include "handle.h"
#include "netns_file.h"
#include "request.h"

bool netns_ref_given(const struct netns_ref *ref)
{
	return ref->name || ref->by_fd || ref->by_pid;
}

int netns_ref_check(struct netcfg *nc, const struct netns_ref *ref)
{
	if (ref->name)
		return netns_name_check(nc, ref->what, ref->name);
	if (ref->by_fd)
		return netns_fd_check(nc, ref->what, ref->fd);
	if (ref->by_pid && ref->pid <= 0)
		return error_detail(&nc->error, -EINVAL, "%s %d is no process id", ref->what,
				    ref->pid);
	return 0;
}

int netns_ref_open(struct netcfg *nc, struct netns_ref *ref)
{
	int fd;

	if (ref->fd >= 0)
		return 0;
	if (ref->name)
		fd = netns_open_name(nc, ref->what, ref->name);
	else
		fd = netns_open_pid(nc, ref->what, ref->pid);
	if (fd < 0)
		return fd;
	ref->fd = fd;
	ref->owned = true;
	return 0;
}

void netns_ref_close(struct netns_ref *ref)
{
	if (!ref->owned)
		return;
	close(ref->fd);
	ref->owned = false;
	ref->fd = -1;
}

void netns_ref_explain(struct netcfg *nc, const struct netns_ref *ref)
{
	int fd;

	if (!ref || !ref->by_pid || ref->fd >= 0)
		return;
	nc->error.muted = true; /* anything but its absence is not what the caller is to read */
	fd = netns_open_pid(nc, ref->what, ref->pid);
	nc->error.muted = false;
	if (fd >= 0)
		close(fd);
	else if (fd == -ESRCH)
		error_detail(&nc->error, fd, "%s %d does not exist", ref->what, ref->pid);
}

void netns_ref_put(struct request *r, struct netns_ref *ref, bool need_fd)
{
	if (ref->by_fd)
		request_put_u32(r, IFLA_NET_NS_FD, (uint32_t)ref->fd);
	else if (ref->name || (ref->by_pid && need_fd))
		request_put_netns(r, IFLA_NET_NS_FD, ref);
	else if (ref->by_pid)
		request_put_u32(r, IFLA_NET_NS_PID, (uint32_t)ref->pid);
}
