/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: verbs on links that exist. Lists are in link_list.c, creates in link/. */
#include <netcfg/link.h>

#include <errno.h>
#include <stdbool.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>

#include "handle.h"
#include "link_attrs.h"
#include "link_info.h"
#include "link_taken.h"
#include "mac.h"
#include "names.h"
#include "request.h"

/* Which link is meant. */
struct target {
	bool by_index;
	int ifindex; /* 0: the request says the name */
	const char *name;
};

static int check_target(struct netcfg *nc, const struct target *t)
{
	if (!t->by_index)
		return name_check(nc, "name", t->name);
	if (t->ifindex <= 0)
		return error_detail(&nc->error, -EINVAL, "ifindex %d is not positive", t->ifindex);
	return 0;
}

/* An index is no part of the operation's words, so it is told with the cause. */
static int end_by_index(struct netcfg *nc, int ifindex, int err)
{
	if (err < 0)
		error_detail(&nc->error, err, "ifindex %d", ifindex);
	return call_end(nc, err);
}

/* The kernel finds a link by index or by name, and takes a name beside an index for a new one. */
static int index_for_rename(struct netcfg *nc, struct target *t)
{
	int index;

	if (t->ifindex)
		return 0;
	index = name_to_index(nc, &nc->socket, "name", t->name);
	if (index < 0)
		return index;
	t->ifindex = index;
	return 0;
}

/*
 * RTM_SETLINK, not RTM_NEWLINK: the latter, with a group and the name of a link
 * that is gone, changes every link of that group on older kernels.
 */
static int send_changes(struct netcfg *nc, const struct target *t, const struct link_attrs *a)
{
	struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC, .ifi_index = t->ifindex };
	struct request r;

	link_attrs_put_state(&ifi, a);
	request_begin(&r, nc, RTM_SETLINK, 0, &ifi, sizeof(ifi));
	if (!t->ifindex)
		name_put(&r, t->name);
	else if (a->config.name)
		request_put_string(&r, IFLA_IFNAME, a->config.name);
	link_attrs_put_common(&r, a);
	link_attrs_put_master(&r, a);
	link_attrs_put_alias(&r, a);
	return request_call(&r, &nc->socket);
}

static void explain_exists(struct netcfg *nc, const struct target *t, const struct link_attrs *a)
{
	const char *name = a->config.name ? a->config.name : t->name;

	if (name && !nc->error.kernel[0])
		link_taken_explain(nc, &a->netns, a->config.name ? "new name" : "name", name);
}

/* The one way in which links are changed. */
static int change(struct netcfg *nc, struct target t, struct link_attrs *a)
{
	int err = link_attrs_resolve(nc, a, false);

	if (!err && a->config.name)
		err = index_for_rename(nc, &t);
	if (!err)
		err = send_changes(nc, &t, a);
	if (err == -EEXIST)
		explain_exists(nc, &t, a);
	link_attrs_release(a);
	return err;
}

static int check_and_change(struct netcfg *nc, const struct target *t,
			    const struct netcfg_link_config *changes)
{
	struct link_attrs a;
	int err = check_target(nc, t);

	if (!err)
		err = link_attrs_check(nc, &a, "changes", false, changes);
	return err ? err : change(nc, *t, &a);
}

int netcfg_link_set(struct netcfg *nc, const char *name, const struct netcfg_link_config *changes)
{
	const struct target t = { .name = name };
	int err = call_begin(nc, "change link", name, NULL, NULL);

	return err ? err : call_end(nc, check_and_change(nc, &t, changes));
}

int netcfg_link_set_by_index(struct netcfg *nc, int ifindex,
			     const struct netcfg_link_config *changes)
{
	const struct target t = { .by_index = true, .ifindex = ifindex };
	int err = call_begin(nc, "change link by index", NULL, NULL, NULL);

	return err ? err : end_by_index(nc, ifindex, check_and_change(nc, &t, changes));
}

static int set_state(struct netcfg *nc, const char *operation, const char *name, uint32_t flag)
{
	const struct netcfg_link_config c = { .size = sizeof(c), .flags = flag };
	const struct target t = { .name = name };
	int err = call_begin(nc, operation, name, NULL, NULL);

	return err ? err : call_end(nc, check_and_change(nc, &t, &c));
}

int netcfg_link_set_up(struct netcfg *nc, const char *name)
{
	return set_state(nc, "set up link", name, NETCFG_LINK_UP);
}

int netcfg_link_set_down(struct netcfg *nc, const char *name)
{
	return set_state(nc, "set down link", name, NETCFG_LINK_DOWN);
}

static int change_mtu(struct netcfg *nc, const struct target *t, uint32_t mtu)
{
	const struct netcfg_link_config c = { .size = sizeof(c), .mtu = mtu };
	struct link_attrs a;
	int err = check_target(nc, t);

	if (!err)
		err = link_attrs_check(nc, &a, "changes", false, &c);
	if (err)
		return err;
	a.mtu_given = true; /* 0 is no "leave it" here */
	return change(nc, *t, &a);
}

int netcfg_link_set_mtu(struct netcfg *nc, const char *name, uint32_t mtu)
{
	const struct target t = { .name = name };
	int err = call_begin(nc, "set mtu of link", name, NULL, NULL);

	return err ? err : call_end(nc, change_mtu(nc, &t, mtu));
}

int netcfg_link_set_mac(struct netcfg *nc, const char *name, const char *mac)
{
	const struct netcfg_link_config c = { .size = sizeof(c), .mac = mac };
	const struct target t = { .name = name };
	int err = call_begin(nc, "set mac of link", name, "to", mac);

	if (err)
		return err;
	if (!mac)
		return call_end(nc, error_detail(&nc->error, -EINVAL, "mac is NULL"));
	return call_end(nc, check_and_change(nc, &t, &c));
}

int netcfg_link_set_master(struct netcfg *nc, const char *name, const char *master)
{
	const struct netcfg_link_config c = { .size = sizeof(c), .master = master ? master : "" };
	const struct target t = { .name = name };
	int err = call_begin(nc, "set master of link", name, "to", c.master);

	return err ? err : call_end(nc, check_and_change(nc, &t, &c));
}

int netcfg_link_rename(struct netcfg *nc, const char *name, const char *new_name)
{
	const struct netcfg_link_config c = { .size = sizeof(c), .name = new_name };
	const struct target t = { .name = name };
	int err = call_begin(nc, "rename link", name, "to", new_name);

	if (err)
		return err;
	err = name_check_new(nc, "new_name", new_name);
	return call_end(nc, err ? err : check_and_change(nc, &t, &c));
}

int netcfg_link_move(struct netcfg *nc, const char *name, int netns_fd, const char *new_name)
{
	const struct netcfg_link_config c = { .size = sizeof(c),
					      .name = new_name,
					      .netns_fd = netns_fd,
					      .flags = NETCFG_LINK_NETNS_FD };
	const struct target t = { .name = name };
	int err = call_begin(nc, "move link", name, new_name ? "as" : NULL, new_name);

	return err ? err : call_end(nc, check_and_change(nc, &t, &c));
}

/*
 * Never without an index or a name: a delete that carries only a group takes
 * every link of the group (B11).
 */
static int delete_link(struct netcfg *nc, const struct target *t)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC, .ifi_index = t->ifindex };
	struct request r;
	int err = check_target(nc, t);

	if (err)
		return err;
	request_begin(&r, nc, RTM_DELLINK, 0, &ifi, sizeof(ifi));
	if (!t->ifindex)
		name_put(&r, t->name);
	return request_call(&r, &nc->socket);
}

int netcfg_link_delete(struct netcfg *nc, const char *name)
{
	const struct target t = { .name = name };
	int err = call_begin(nc, "delete link", name, NULL, NULL);

	return err ? err : call_end(nc, delete_link(nc, &t));
}

int netcfg_link_delete_by_index(struct netcfg *nc, int ifindex)
{
	const struct target t = { .by_index = true, .ifindex = ifindex };
	int err = call_begin(nc, "delete link by index", NULL, NULL, NULL);

	return err ? err : end_by_index(nc, ifindex, delete_link(nc, &t));
}

int netcfg_link_index(struct netcfg *nc, const char *name)
{
	int err = call_begin(nc, "look up link", name, NULL, NULL);

	if (err)
		return err;
	err = name_check(nc, "name", name);
	return call_end(nc, err ? err : name_to_index(nc, &nc->socket, "name", name));
}

static int get(struct netcfg *nc, const struct target *t, struct netcfg_link_info *ret_info)
{
	struct netcfg_link_info info;
	int err = check_target(nc, t);

	if (!err)
		err = config_check_out(nc, "ret_info", ret_info, LINK_INFO_FIRST_SIZE);
	if (!err)
		err = link_info_read(nc, &nc->socket, t->ifindex, t->name, &info);
	if (!err)
		config_copy_out(ret_info, &info, sizeof(info));
	return err;
}

int netcfg_link_get(struct netcfg *nc, const char *name, struct netcfg_link_info *ret_info)
{
	const struct target t = { .name = name };
	int err = call_begin(nc, "get link", name, NULL, NULL);

	return err ? err : call_end(nc, get(nc, &t, ret_info));
}

int netcfg_link_get_by_index(struct netcfg *nc, int ifindex, struct netcfg_link_info *ret_info)
{
	const struct target t = { .by_index = true, .ifindex = ifindex };
	int err = call_begin(nc, "get link by index", NULL, NULL, NULL);

	return err ? err : end_by_index(nc, ifindex, get(nc, &t, ret_info));
}
