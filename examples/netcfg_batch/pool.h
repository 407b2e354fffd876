/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Memory that is taken piece by piece and given back all at once. */
#ifndef NETCFG_BATCH_POOL_H
#define NETCFG_BATCH_POOL_H

#include <stddef.h>

struct pool_block;

struct pool {
	struct pool_block *blocks; /* NULL: nothing was taken yet */
};

/* Zeroed, aligned for anything. Ends the program when there is no memory. */
void *pool_take(struct pool *pool, size_t size);
char *pool_text(struct pool *pool, const char *text, size_t len);
__attribute__((format(printf, 2, 3))) char *pool_format(struct pool *pool, const char *fmt, ...);

void pool_free(struct pool *pool);

#endif
