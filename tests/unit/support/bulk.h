/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a bulk delete sent to the fake kernel. */
#ifndef UNIT_SUPPORT_BULK_H
#define UNIT_SUPPORT_BULK_H

#include <stdint.h>

#include "unit/support/fake_kernel.h"

/* Links v1, v2... of kind veth, with the numbers first to last, in group 5. */
void bulk_veths(int first, int last);

/* The value of an attribute of 32 bits in a request about a link; 0 if it has none. */
uint32_t bulk_value_of(const struct fake_request *r, int type);

/* The link that a request is about: its name, or "", and its index, or 0. */
const char *bulk_name_of(const struct fake_request *r);
int bulk_index_of(const struct fake_request *r);

/*
 * All that was sent: marks are of one link, and deletes are of one link or of one
 * private group, which is returned.
 */
uint32_t bulk_check_requests(void);

#endif
