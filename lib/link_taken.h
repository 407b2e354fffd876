/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: which name was meant by a bare "File exists". */
#ifndef LINK_TAKEN_H
#define LINK_TAKEN_H

#include <stdbool.h>

struct netcfg;
struct netns_ref;

/*
 * Does the namespace of ref have a link of a checked new name, also as an
 * alternative name? No, where it cannot be asked, and for the handle's own
 * namespace: the name may be that of the very link that is to have it, and the
 * kernel takes nothing apart there.
 */
int link_taken_there(struct netcfg *nc, const struct netns_ref *ref, const char *name);

/*
 * If a name is taken in the handle's namespace (ref NULL) or that of ref, note it for the error
 * line, also whether it is an alternative name. Best effort: silence where the namespace cannot be
 * asked.
 */
bool link_taken_explain(struct netcfg *nc, const struct netns_ref *ref, const char *what,
			const char *name);

#endif
