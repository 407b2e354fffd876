/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: ids of namespaces: set and get. The list is in netns_id_list.c. */
#include "netns_id.h"

#include <netcfg/netns.h>

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/net_namespace.h>
#include <linux/rtnetlink.h>

#include "handle.h"
#include "netns_file.h"
#include "parse.h"
#include "request.h"

int netns_id_parse(const struct nlmsghdr *h, int32_t *ret_id)
{
	struct nlattr *tb[NETNSA_MAX + 1];
	int err;

	if (h->nlmsg_type != RTM_NEWNSID)
		return -EBADMSG;
	err = parse_message(h, sizeof(struct rtgenmsg), tb, NETNSA_MAX);
	if (err)
		return err;
	if (!tb[NETNSA_NSID])
		return -EBADMSG;
	*ret_id = parse_s32(tb[NETNSA_NSID], NETNS_ID_NONE);
	return 0;
}

static int take_id(const struct nlmsghdr *h, void *arg)
{
	return netns_id_parse(h, arg);
}

int netns_id_read(struct netcfg *nc, int netns_fd, int32_t *ret_id)
{
	const struct rtgenmsg gen = { .rtgen_family = AF_UNSPEC };
	struct request r;
	int32_t id;
	int err;

	request_begin(&r, nc, RTM_GETNSID, 0, &gen, sizeof(gen));
	request_put_u32(&r, NETNSA_FD, (uint32_t)netns_fd);
	err = request_get(&r, &nc->socket, take_id, &id);
	if (err)
		return err;
	*ret_id = id < 0 ? NETNS_ID_NONE : id;
	return 0;
}

static int send_id(struct netcfg *nc, int netns_fd, int32_t id)
{
	const struct rtgenmsg gen = { .rtgen_family = AF_UNSPEC };
	struct request r;

	request_begin(&r, nc, RTM_NEWNSID, 0, &gen, sizeof(gen));
	request_put_u32(&r, NETNSA_FD, (uint32_t)netns_fd);
	request_put_s32(&r, NETNSA_NSID, id);
	return request_call(&r, &nc->socket);
}

static int set_id(struct netcfg *nc, const char *name, int32_t id)
{
	int fd, err = netns_name_check(nc, "name", name);

	if (err)
		return err;
	/* The kernel takes any negative number for "choose one" (B84). */
	if (id < 0 && id != NETCFG_NETNS_ID_AUTO)
		return error_detail(&nc->error, -EINVAL, "id %d is negative", id);
	fd = netns_open_name(nc, "name", name);
	if (fd < 0)
		return fd;
	err = send_id(nc, fd, id);
	close(fd);
	return err;
}

int netcfg_netns_set_id(struct netcfg *nc, const char *name, int32_t id)
{
	int err = call_begin(nc, "set id of namespace", name, NULL, NULL);

	return err ? err : call_end(nc, set_id(nc, name, id));
}

static int get_id(struct netcfg *nc, const char *name, int32_t *ret_id)
{
	int fd, err;

	if (!ret_id)
		return error_detail(&nc->error, -EINVAL, "ret_id is NULL");
	fd = netns_open_name(nc, "name", name);
	if (fd < 0)
		return fd;
	err = netns_id_read(nc, fd, ret_id);
	close(fd);
	return err;
}

int netcfg_netns_get_id(struct netcfg *nc, const char *name, int32_t *ret_id)
{
	int err = call_begin(nc, "get id of namespace", name, NULL, NULL);

	return err ? err : call_end(nc, get_id(nc, name, ret_id));
}
