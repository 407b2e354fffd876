/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: the one RTM_NEWLINK path. */
#include "kind.h"

#include <errno.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>

#include "handle.h"
#include "job.h"
#include "names.h"
#include "request.h"
#include "submit.h"

int link_end_check(struct netcfg *nc, struct link_end *end, const char *what, const char *name,
		   const char *whose, const struct netcfg_link_config *config)
{
	int err = name_check_new(nc, what, name);

	end->what = what;
	end->name = name;
	return err ? err : link_attrs_check(nc, &end->attrs, whose, true, config);
}

static bool needs_alias(const struct link_end *end)
{
	return end->attrs.config.alias && *end->attrs.config.alias;
}

static bool needs_mode(const struct link_end *end)
{
	return end->attrs.config.flags & NETCFG_LINK_ADDR_GEN_MODE;
}

static bool needs_followup(const struct link_end *end)
{
	const struct netcfg_link_config *c = &end->attrs.config;

	if (needs_alias(end) || needs_mode(end))
		return true;
	return end->is_peer && ((c->flags & NETCFG_LINK_UP) || (c->master && *c->master));
}

/*
 * The kernel takes no addr_gen_mode in a create, and one request sets up before
 * it looks at the mode (kernel-facts section 3): so the link comes up last, or
 * it has the address that it was not to have.
 */
static bool comes_up_last(const struct link_end *end)
{
	return needs_mode(end) && (end->attrs.config.flags & NETCFG_LINK_UP);
}

void link_end_put_peer(struct request *r, const struct link_end *peer)
{
	/* Without the up flag: the kernel would fail the whole create with ENOTCONN. */
	struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC, .ifi_index = peer->attrs.config.ifindex };

	link_attrs_put_state(&ifi, &peer->attrs);
	request_put_header(r, &ifi, sizeof(ifi));
	request_put_string(r, IFLA_IFNAME, peer->name);
	link_attrs_put_common(r, &peer->attrs, needs_followup(peer));
	link_attrs_put_queues(r, &peer->attrs);
}

static void put_linkinfo(struct request *r, const struct link_create *c)
{
	struct nlattr *info, *data;

	info = request_nest(r, IFLA_LINKINFO);
	request_put_string(r, IFLA_INFO_KIND, c->kind->name);
	if (c->kind->put) {
		data = request_nest(r, IFLA_INFO_DATA);
		c->kind->put(r, c);
		request_nest_end(r, data);
	}
	request_nest_end(r, info);
}

static int build_create(struct netcfg *nc, const struct link_create *c, struct message **ret)
{
	struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC,
				 .ifi_index = c->link.attrs.config.ifindex };
	struct request r;

	if (!comes_up_last(&c->link))
		link_attrs_put_up(&ifi, &c->link.attrs);
	link_attrs_put_state(&ifi, &c->link.attrs);
	request_begin(&r, nc, RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL, &ifi, sizeof(ifi));
	request_put_string(&r, IFLA_IFNAME, c->link.name);
	if (c->parent)
		request_put_index(&r, IFLA_LINK, "parent", c->parent);
	link_attrs_put_common(&r, &c->link.attrs, needs_followup(&c->link));
	link_attrs_put_queues(&r, &c->link.attrs);
	link_attrs_put_master(&r, &c->link.attrs);
	put_linkinfo(&r, c);
	return request_finish(&r, ret);
}

/* What the kernel ignores or refuses in the create itself (kernel-facts section 3). */
static int build_followup(struct netcfg *nc, const struct link_end *end, struct message **ret)
{
	struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };
	struct request r;

	if (end->is_peer && !comes_up_last(end))
		link_attrs_put_up(&ifi, &end->attrs);
	request_begin(&r, nc, RTM_SETLINK, 0, &ifi, sizeof(ifi));
	if (end->is_peer)
		link_attrs_put_master(&r, &end->attrs);
	if (needs_alias(end))
		link_attrs_put_alias(&r, &end->attrs);
	link_attrs_put_addr_gen_mode(&r, &end->attrs);
	name_put(&r, end->name); /* last: see struct job_end */
	return request_finish(&r, ret);
}

static int build_up(struct netcfg *nc, const struct link_end *end, struct message **ret)
{
	struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };
	struct request r;

	link_attrs_put_up(&ifi, &end->attrs);
	request_begin(&r, nc, RTM_SETLINK, 0, &ifi, sizeof(ifi));
	name_put(&r, end->name);
	return request_finish(&r, ret);
}

static int build_end(struct netcfg *nc, const struct link_end *end, struct job_end *ret_end)
{
	int err;

	ret_end->what = end->what;
	ret_end->name = handle_keep(nc, end->name);
	ret_end->mtu = end->attrs.config.mtu;
	ret_end->netns = end->attrs.netns;
	if (!ret_end->name)
		return -ENOMEM;
	if (!needs_followup(end))
		return 0;
	err = build_followup(nc, end, &ret_end->followup);
	return err || !comes_up_last(end) ? err : build_up(nc, end, &ret_end->up);
}

int link_create(struct netcfg *nc, struct link_create *c)
{
	struct job *job = job_new(nc);
	struct job_end *ends = arena_alloc(&nc->arena, 2 * sizeof(*ends));
	int err;

	if (!job || !ends)
		return -ENOMEM;
	job->ends = ends;
	c->peer.is_peer = true;
	err = build_create(nc, c, &job->message);
	if (!err)
		err = build_end(nc, &c->link, &ends[0]);
	if (!err && c->peer.what)
		err = build_end(nc, &c->peer, &ends[1]);
	return err ? err : submit(nc, job);
}
