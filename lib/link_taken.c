/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "link_taken.h"

#include <errno.h>
#include <string.h>

#include "handle.h"
#include "link_info.h"
#include "names.h"
#include "netns_ref.h"
#include "socket.h"

bool link_taken_here(struct netcfg *nc, const char *name)
{
	int index;

	nc->error.muted = true;
	index = name_ask(nc, "name", name);
	nc->error.muted = false;
	return index > 0;
}

static bool explain(struct netcfg *nc, struct socket *s, const char *what, const char *name)
{
	struct netcfg_link_info info;
	int err;

	nc->error.muted = true; /* the question's own trouble is not what the caller is to read */
	err = link_info_read(nc, s, 0, name, &info);
	nc->error.muted = false;
	if (err < 0)
		return false;
	if (strcmp(info.name, name) == 0)
		error_detail(&nc->error, -EEXIST, "%s \"%s\" is taken", what, name);
	else
		error_detail(&nc->error, -EEXIST, "%s \"%s\" is an alternative name of \"%s\"",
			     what, name, info.name);
	return true;
}

bool link_taken_explain(struct netcfg *nc, const struct netns_ref *ref, const char *what,
			const char *name)
{
	struct netns_ref there;
	struct socket s = { 0 };
	bool found = false;

	if (!ref)
		return explain(nc, &nc->socket, what, name);
	there = *ref;
	there.owned = false; /* a descriptor that is open already stays its owner's */
	nc->error.muted = true;
	if (netns_ref_open(nc, &there) == 0 && socket_open_in(&s, there.fd) == 0) {
		nc->error.muted = false;
		found = explain(nc, &s, what, name);
	}
	nc->error.muted = false;
	socket_close(&s);
	netns_ref_close(&there);
	return found;
}
