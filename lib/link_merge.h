/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: a notification about a link, laid over what was known of it. */
#ifndef LINK_MERGE_H
#define LINK_MERGE_H

#include <netcfg/link.h>

struct nlmsghdr;

/*
 * Make ret_info of an RTM_NEWLINK and of what is known (NULL: nothing): what the
 * message does not say is as it was. -EBADMSG if it is no such message, or says
 * too little of a link that is not known. ret_info is not known itself.
 */
int link_info_merge(const struct nlmsghdr *h, const struct netcfg_link_info *known,
		    struct netcfg_link_info *ret_info);

#endif
