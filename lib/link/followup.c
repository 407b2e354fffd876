/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "followup.h"

#include <sys/socket.h>

#include <linux/rtnetlink.h>

#include "handle.h"
#include "names.h"
#include "request.h"

bool followup_needed(const struct link_end *end, bool is_peer)
{
	const struct netcfg_link_config *c = &end->attrs.config;

	if (c->alias && *c->alias)
		return true;
	return is_peer && ((c->flags & NETCFG_LINK_UP) || (c->master && *c->master));
}

int followup_prepare(struct netcfg *nc, struct followup *f)
{
	int err;

	f->needed = followup_needed(f->end, f->is_peer);
	f->socket = &nc->socket;
	if (!f->needed || !netns_ref_given(&f->end->attrs.netns))
		return 0;
	err = socket_open_in(&f->there, f->end->attrs.netns.fd);
	if (err)
		return error_detail(&nc->error, err, "entering the namespace of \"%s\"",
				    f->end->name);
	f->socket = &f->there;
	return 0;
}

int followup_send(struct netcfg *nc, struct followup *f)
{
	struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };
	struct request r;
	int err;

	if (!f->needed)
		return 0;
	if (f->is_peer)
		link_attrs_put_state(&ifi, &f->end->attrs);
	request_begin(&r, nc, RTM_SETLINK, 0, &ifi, sizeof(ifi));
	name_put(&r, f->end->name);
	if (f->is_peer)
		link_attrs_put_master(&r, &f->end->attrs);
	link_attrs_put_alias(&r, &f->end->attrs);
	err = request_call(&r, f->socket);
	if (err)
		error_detail(&nc->error, err, "finishing \"%s\"", f->end->name);
	return err;
}

void followup_take_back(struct netcfg *nc, struct followup *f)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };
	struct request r;

	nc->error.muted = true; /* why it is taken back is what the caller is to read */
	request_begin(&r, nc, RTM_DELLINK, 0, &ifi, sizeof(ifi));
	name_put(&r, f->end->name);
	request_call(&r, f->socket);
	nc->error.muted = false;
}

void followup_release(struct followup *f)
{
	socket_close(&f->there);
}
