/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "pool.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE 32768

struct pool_block {
	struct pool_block *next;
	size_t used, size;
	_Alignas(max_align_t) char bytes[];
};

static struct pool_block *new_block(struct pool *pool, size_t size)
{
	struct pool_block *b = malloc(sizeof(*b) + size);

	if (!b) {
		fprintf(stderr, "netcfg_batch: out of memory\n");
		exit(EXIT_FAILURE);
	}
	b->used = 0;
	b->size = size;
	b->next = pool->blocks;
	pool->blocks = b;
	return b;
}

void *pool_take(struct pool *pool, size_t size)
{
	const size_t align = _Alignof(max_align_t);
	const size_t whole = (size + align - 1) / align * align;
	struct pool_block *b = pool->blocks;
	void *piece;

	if (!b || b->size - b->used < whole)
		b = new_block(pool, whole > BLOCK_SIZE ? whole : BLOCK_SIZE);
	piece = b->bytes + b->used;
	b->used += whole;
	return memset(piece, 0, whole);
}

char *pool_text(struct pool *pool, const char *text, size_t len)
{
	char *copy = pool_take(pool, len + 1);

	memcpy(copy, text, len);
	return copy;
}

char *pool_format(struct pool *pool, const char *fmt, ...)
{
	va_list args, again;
	char *text;
	int len;

	va_start(args, fmt);
	va_copy(again, args);
	len = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	text = pool_take(pool, (size_t)len + 1);
	vsnprintf(text, (size_t)len + 1, fmt, again);
	va_end(again);
	return text;
}

void pool_free(struct pool *pool)
{
	while (pool->blocks) {
		struct pool_block *b = pool->blocks;

		pool->blocks = b->next;
		free(b);
	}
}
