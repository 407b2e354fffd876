/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "link_taken.h"

#include <errno.h>
#include <string.h>

#include "handle.h"
#include "link_info.h"
#include "names.h"
#include "netns_ref.h"
#include "socket.h"

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

/* A socket in the namespace of ref. Best effort: -errno without a word. */
static int open_there(struct netcfg *nc, const struct netns_ref *ref, struct socket *s)
{
	struct netns_ref there = *ref;
	int err;

	there.owned = false; /* a descriptor that is open already stays its owner's */
	nc->error.muted = true;
	err = netns_ref_open(nc, &there);
	nc->error.muted = false;
	if (!err)
		err = socket_open_in(s, there.fd);
	netns_ref_close(&there);
	return err;
}

int link_taken_there(struct netcfg *nc, const struct netns_ref *ref, const char *name)
{
	struct socket s;
	int taken, err = open_there(nc, ref, &s);

	if (err == -EPERM) /* to move there takes less than to enter */
		return 0;
	if (err < 0)
		return err;
	taken = name_is_taken(nc, &s, name) && !socket_same_netns(&nc->socket, &s);
	socket_close(&s);
	return taken;
}

bool link_taken_explain(struct netcfg *nc, const struct netns_ref *ref, const char *what,
			const char *name)
{
	struct socket s;
	bool found;

	if (!ref)
		return explain(nc, &nc->socket, what, name);
	if (open_there(nc, ref, &s) < 0)
		return false;
	found = explain(nc, &s, what, name);
	socket_close(&s);
	return found;
}
