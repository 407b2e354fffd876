/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: what there is of the links that a bulk delete is to delete. */
#ifndef BULK_LOOK_H
#define BULK_LOOK_H

#include <stddef.h>

struct bulk;
struct victim;

/* Fill in all victims. What is not there has its result, -ENODEV. 0, or -errno of the transport. */
int bulk_look_at_all(struct bulk *b);

/*
 * What became of some that were there: without a message where the index is
 * nobody's. 0, or -errno of the transport. What was not heard of is unknown.
 */
int bulk_look_again(struct bulk *b, struct victim **victims, size_t n);

#endif
