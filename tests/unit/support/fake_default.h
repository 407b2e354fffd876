/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What the fake kernel says where a test wrote no script. */
#ifndef UNIT_SUPPORT_FAKE_DEFAULT_H
#define UNIT_SUPPORT_FAKE_DEFAULT_H

#include "unit/support/packet.h"

void fake_default_reset(void);

/* The one message of the answer, if there is one: 1 or 0. */
size_t fake_default_answer(const struct nlmsghdr *request, size_t len, struct packet *m);

/* The value of the first attribute of one of two types in a request about a link, or NULL. */
const void *fake_find_attr(const struct nlmsghdr *h, size_t len, int type, int or_type);

#endif
