/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: the one RTM_NEWLINK path. */
#include "kind.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>

#include "followup.h"
#include "handle.h"
#include "link_taken.h"
#include "names.h"
#include "request.h"

int link_end_check(struct netcfg *nc, struct link_end *end, const char *what, const char *name,
		   const char *whose, const struct netcfg_link_config *config)
{
	int err = name_check_new(nc, what, name);

	end->what = what;
	end->name = name;
	return err ? err : link_attrs_check(nc, &end->attrs, whose, true, config);
}

void link_end_put_peer(struct request *r, const struct link_end *peer)
{
	/* Without the up flag: the kernel would fail the whole create with ENOTCONN. */
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };

	request_put_header(r, &ifi, sizeof(ifi));
	request_put_string(r, IFLA_IFNAME, peer->name);
	link_attrs_put_common(r, &peer->attrs);
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

static int send_create(struct netcfg *nc, const struct link_create *c, int parent, int ifindex)
{
	struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC, .ifi_index = ifindex };
	struct request r;

	link_attrs_put_state(&ifi, &c->link.attrs);
	request_begin(&r, nc, RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL, &ifi, sizeof(ifi));
	request_put_string(&r, IFLA_IFNAME, c->link.name);
	if (c->parent)
		request_put_s32(&r, IFLA_LINK, parent);
	link_attrs_put_common(&r, &c->link.attrs);
	link_attrs_put_queues(&r, &c->link.attrs);
	link_attrs_put_master(&r, &c->link.attrs);
	put_linkinfo(&r, c);
	return request_call(&r, &nc->socket);
}

/* High, where the kernel's own numbers do not come, and unlikely to meet another's. */
static int random_ifindex(void)
{
	uint32_t n;

	if (getrandom(&n, sizeof(n), GRND_NONBLOCK) != sizeof(n))
		return -EAGAIN;
	return (int)(0x10000000 | (n & 0x6fffffff));
}

/*
 * Kernels before 6.15 or so look the name up in the handle's namespace even if
 * the link is to live in another (B35). With an index in the request they look
 * for that index instead, and for the name only where the link will be.
 */
static bool refused_for_a_name_here(struct netcfg *nc, const struct link_create *c)
{
	return netns_ref_given(&c->link.attrs.netns) && link_taken_here(nc, c->link.name);
}

static int create(struct netcfg *nc, const struct link_create *c, int parent)
{
	int ifindex, err = send_create(nc, c, parent, 0);

	if (err != -EEXIST || !refused_for_a_name_here(nc, c))
		return err;
	ifindex = random_ifindex();
	return ifindex < 0 ? ifindex : send_create(nc, c, parent, ifindex);
}

/* A bare EEXIST may be about either name, or none. The kernel's words, if any, say it all. */
static void explain_exists(struct netcfg *nc, const struct link_create *c)
{
	if (nc->error.kernel[0] && !c->peer.what)
		return;
	if (link_taken_explain(nc, &c->link.attrs.netns, c->link.what, c->link.name))
		return;
	if (!c->peer.what)
		return;
	if (link_taken_explain(nc, &c->peer.attrs.netns, c->peer.what, c->peer.name))
		return;
	if (strcmp(c->link.name, c->peer.name) == 0)
		error_detail(&nc->error, -EEXIST, "%s and %s are the same", c->link.what,
			     c->peer.what);
}

static int resolve(struct netcfg *nc, struct link_create *c)
{
	int err, parent = 0;

	if (c->parent) {
		parent = name_to_index(nc, &nc->socket, "parent", c->parent);
		if (parent < 0)
			return parent;
	}
	err = link_attrs_resolve(nc, &c->link.attrs, followup_needed(&c->link, false));
	if (!err && c->peer.what)
		err = link_attrs_resolve(nc, &c->peer.attrs, followup_needed(&c->peer, true));
	return err ? err : parent;
}

/* Create, then finish each end; what cannot be finished is taken back. */
static int create_and_finish(struct netcfg *nc, const struct link_create *c, int parent,
			     struct followup *link, struct followup *peer)
{
	int err = create(nc, c, parent);

	if (err == -EEXIST)
		explain_exists(nc, c);
	if (err)
		return err;
	err = followup_send(nc, link);
	if (err) {
		followup_take_back(nc, link);
		return err;
	}
	err = followup_send(nc, peer);
	if (err)
		followup_take_back(nc, peer);
	return err;
}

int link_create(struct netcfg *nc, struct link_create *c)
{
	struct followup link = { .end = &c->link };
	struct followup peer = { .end = &c->peer, .is_peer = true };
	int parent = resolve(nc, c);
	int err = parent < 0 ? parent : 0;

	/* Sockets in other namespaces before the create, so that nothing is made in vain. */
	if (!err)
		err = followup_prepare(nc, &link);
	if (!err && c->peer.what)
		err = followup_prepare(nc, &peer);
	if (!err)
		err = create_and_finish(nc, c, parent, &link, &peer);
	followup_release(&peer);
	followup_release(&link);
	link_attrs_release(&c->peer.attrs);
	link_attrs_release(&c->link.attrs);
	return err;
}
