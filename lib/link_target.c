/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "link_target.h"

#include <errno.h>

#include "handle.h"
#include "names.h"

int link_target_check(struct netcfg *nc, const struct link_target *t)
{
	if (!t->by_index)
		return name_check(nc, "name", t->name);
	if (t->ifindex <= 0)
		return error_detail(&nc->error, -EINVAL, "ifindex %d is not positive", t->ifindex);
	return 0;
}

int link_target_end(struct netcfg *nc, const struct link_target *t, int err)
{
	if (err < 0 && t->by_index)
		error_detail(&nc->error, err, "ifindex %d", t->ifindex);
	return call_end(nc, err);
}
