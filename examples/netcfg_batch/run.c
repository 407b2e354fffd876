/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "numbers.h"

static const struct {
	int (*run)(struct netcfg *nc, struct command *c, struct failure *f);
	enum way way;
} verbs[VERBS] = {
	[LINK_CREATE] = { run_link, WAY_QUEUE },
	[LINK_SET] = { run_link, WAY_QUEUE },
	[LINK_SET_GROUP] = { run_link, WAY_ALONE },
	[LINK_DELETE] = { run_link, WAY_DELETE },
	[LINK_DELETE_GROUP] = { run_link, WAY_QUEUE },
	[ALTNAME_ADD] = { run_link, WAY_QUEUE },
	[ALTNAME_DELETE] = { run_link, WAY_QUEUE },
	[ADDR_ADD] = { run_addr, WAY_QUEUE },
	[ADDR_REPLACE] = { run_addr, WAY_QUEUE },
	[ADDR_DELETE] = { run_addr, WAY_QUEUE },
	[ADDR_DELETE_ANY_LENGTH] = { run_addr, WAY_ALONE },
	[ADDR_FLUSH] = { run_addr, WAY_QUEUE },
	[ADDR_FLUSH_SOME] = { run_addr, WAY_ALONE },
	[ROUTE_ADD] = { run_route, WAY_QUEUE },
	[ROUTE_REPLACE] = { run_route, WAY_QUEUE },
	[ROUTE_APPEND] = { run_route, WAY_QUEUE },
	[ROUTE_PREPEND] = { run_route, WAY_QUEUE },
	[ROUTE_CHANGE] = { run_route, WAY_QUEUE },
	[ROUTE_DELETE] = { run_route, WAY_QUEUE },
	[ROUTE_FLUSH] = { run_route, WAY_ALONE },
	[NEIGH_ADD] = { run_neigh, WAY_QUEUE },
	[NEIGH_REPLACE] = { run_neigh, WAY_QUEUE },
	[NEIGH_CHANGE] = { run_neigh, WAY_ALONE },
	[NEIGH_DELETE] = { run_neigh, WAY_QUEUE },
	[NEIGH_FLUSH] = { run_neigh, WAY_ALONE },
	[NETNS_ADD] = { run_netns, WAY_ALONE },
	[NETNS_DELETE] = { run_netns, WAY_ALONE },
	[NETNS_SET] = { run_netns, WAY_ALONE },
	[NETNS_ATTACH] = { run_netns, WAY_ALONE },
	[NETNS_LIST] = { run_netns, WAY_ALONE },
	[NETNS_LIST_IDS] = { run_netns, WAY_ALONE },
};

static bool is_about_one_link(const struct command *c)
{
	return c->verb == LINK_CREATE || c->verb == LINK_SET;
}

static bool is_neigh_entry(const struct command *c)
{
	return c->verb == NEIGH_ADD || c->verb == NEIGH_REPLACE || c->verb == NEIGH_CHANGE ||
	       c->verb == NEIGH_DELETE;
}

/* The link that is asked for as master, or as a VXLAN's, if any: ip looks it up while it parses. */
static const char *looked_up(const struct command *c)
{
	const char *master = c->u.link.near.config.master;

	if (!is_about_one_link(c))
		return NULL;
	if (master && *master)
		return master;
	master = c->u.link.far.config.master;
	if (master && *master)
		return master;
	return c->u.link.kind == KIND_VXLAN ? c->u.link.u.vxlan.config.dev : NULL;
}

enum way command_way(const struct command *c)
{
	const struct link_command *l = &c->u.link;

	if (c->verb == LINK_CREATE && (link_lacks_name(l->near.name) ||
				       (l->kind == KIND_VETH && link_lacks_name(l->far.name))))
		return WAY_ALONE;
	if (c->verb == LINK_SET && l->near.config.name && link_lacks_name(l->near.config.name))
		return WAY_ALONE;
	if (is_about_one_link(c) && (l->near.master_is_vrf || l->far.master_is_vrf))
		return WAY_ALONE;
	/* More than one request, of which none may follow on a failure. */
	if ((c->verb == ALTNAME_ADD || c->verb == ALTNAME_DELETE) && l->altname_count != 1)
		return WAY_ALONE;
	if (c->verb == LINK_SET && l->has_options)
		return WAY_ALONE;
	return verbs[c->verb].way;
}

bool command_may_stop(const struct command *c)
{
	return is_neigh_entry(c) || looked_up(c) ||
	       (c->verb >= ROUTE_ADD && c->verb <= ROUTE_DELETE && c->u.route.config.hop_count);
}

/* A hop's link is looked up while ip parses, too. */
static bool lacks_hop_link(struct netcfg *nc, const struct netcfg_route_config *config)
{
	for (uint32_t i = 0; i < config->hop_count; i++) {
		if (config->hops[i].dev && netcfg_link_index(nc, config->hops[i].dev) == -ENODEV)
			return true;
	}
	return false;
}

bool command_stops(struct netcfg *nc, const struct command *c, int err)
{
	/* ip ends at what the kernel says about a neighbour, but not if the link is not there. */
	if (is_neigh_entry(c))
		return netcfg_link_index(nc, c->u.neigh.link) > 0;
	if (looked_up(c))
		return err == -ENODEV && netcfg_link_index(nc, looked_up(c)) == -ENODEV;
	return command_may_stop(c) && lacks_hop_link(nc, &c->u.route.config);
}

/* A name, else a path, else a process id: in ip's order. */
static int find_netns(struct netcfg *nc, struct link_words *w, int *fd, struct failure *f)
{
	uint32_t pid;
	int named;

	if (!w->netns)
		return 0;
	if (strchr(w->netns, '/')) {
		*fd = open(w->netns, O_RDONLY | O_CLOEXEC);
		if (*fd < 0)
			return malformed(f, "netns: cannot open \"%s\"", w->netns);
		w->config.flags |= NETCFG_LINK_NETNS_FD;
		w->config.netns_fd = *fd;
		return 0;
	}
	named = netcfg_netns_open(nc, w->netns);
	if (named >= 0) {
		close(named);
		w->config.netns = w->netns;
		return 0;
	}
	if (named != -ENOENT && named != -EINVAL)
		return refuse(f, "%s", netcfg_error_message(nc));
	if (number_read(w->netns, INT_MAX, &pid)) {
		w->config.flags |= NETCFG_LINK_NETNS_PID;
		w->config.netns_pid = (int32_t)pid;
		return 0;
	}
	if (*w->netns == '-' && number_read(w->netns + 1, INT_MAX, &pid))
		return refuse(f, "netns: no process has the id %s", w->netns);
	return malformed(f, "netns: there is no namespace \"%s\"", w->netns);
}

int command_prepare(struct netcfg *nc, struct command *c, struct failure *f)
{
	if (!is_about_one_link(c))
		return 0;
	if (find_netns(nc, &c->u.link.near, &c->fds[0], f))
		return -1;
	return find_netns(nc, &c->u.link.far, &c->fds[1], f);
}

void command_finish(struct command *c)
{
	for (int i = 0; i < 2; i++) {
		if (c->fds[i] >= 0)
			close(c->fds[i]);
		c->fds[i] = -1;
	}
}

int command_run(struct netcfg *nc, struct command *c, struct failure *f)
{
	f->text[0] = '\0';
	f->stops = false;
	return verbs[c->verb].run(nc, c, f);
}

const char *link_name_of(struct netcfg *nc, struct link_names *names, int32_t ifindex)
{
	struct netcfg_link_info info = { .size = sizeof(info) };

	if (names->ifindex == ifindex && ifindex)
		return names->name;
	names->ifindex = ifindex;
	names->name[0] = '\0';
	if (ifindex > 0 && netcfg_link_get_by_index(nc, ifindex, &info) == 0)
		memcpy(names->name, info.name, sizeof(names->name));
	return names->name;
}
