/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: the id of a namespace that is open, for the verbs and the list. */
#ifndef NETNS_ID_H
#define NETNS_ID_H

#include <stdint.h>

struct netcfg;
struct nlmsghdr;

#define NETNS_ID_NONE (-1)

/* NETNS_ID_NONE in *ret_id is a success too. */
int netns_id_read(struct netcfg *nc, int netns_fd, int32_t *ret_id);

/* The id in an RTM_NEWNSID. 0 or -EBADMSG. */
int netns_id_parse(const struct nlmsghdr *h, int32_t *ret_id);

#endif
