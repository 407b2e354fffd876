/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The first block serves single calls; a batch soon outgrows it. */
#define FIRST_BLOCK_SIZE 2048
#define BLOCK_SIZE       65536
#define ALIGNMENT        alignof(max_align_t)

struct arena_block {
	struct arena_block *next;
	size_t size;
	size_t used;
	alignas(max_align_t) char data[];
};

static struct arena_block *add_block(struct arena *a, size_t at_least)
{
	size_t size = a->blocks ? BLOCK_SIZE : FIRST_BLOCK_SIZE;
	struct arena_block *b;

	if (size < at_least)
		size = at_least;
	b = malloc(sizeof(*b) + size);
	if (!b)
		return NULL;
	b->next = a->blocks;
	b->size = size;
	b->used = 0;
	a->blocks = b;
	return b;
}

void *arena_alloc(struct arena *a, size_t size)
{
	struct arena_block *b = a->blocks;
	void *piece;

	if (size > SIZE_MAX / 2)
		return NULL;
	size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if (!b || b->size - b->used < size)
		b = add_block(a, size);
	if (!b)
		return NULL;
	piece = b->data + b->used;
	b->used += size;
	return memset(piece, 0, size);
}

char *arena_string(struct arena *a, const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = arena_alloc(a, size);

	return copy ? memcpy(copy, text, size) : NULL;
}

static void free_blocks(struct arena_block *b)
{
	while (b) {
		struct arena_block *next = b->next;

		free(b);
		b = next;
	}
}

void arena_reset(struct arena *a)
{
	if (!a->blocks)
		return;
	free_blocks(a->blocks->next);
	a->blocks->next = NULL;
	a->blocks->used = 0;
	/* What a batch needed is not kept for ever. */
	if (a->blocks->size > BLOCK_SIZE)
		arena_free(a);
}

void arena_free(struct arena *a)
{
	free_blocks(a->blocks);
	a->blocks = NULL;
}
