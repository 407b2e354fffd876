/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Names and links by the hundred, and what a batch says of them. */
#ifndef TEST_SUPPORT_BATCH_LINKS_H
#define TEST_SUPPORT_BATCH_LINKS_H

#include <stddef.h>
#include <stdint.h>

#include <netcfg/netcfg.h>

/** PREFIX0, PREFIX1... (of up to three bytes); list is what netcfg_link_delete_many() wants. */
struct names {
	const char **list;
	char (*text)[NETCFG_LINK_NAME_SIZE];
	size_t count;
};

/** Uses no assertion, so a child or a thread may call it; free with names_free(). */
void names_make(struct names *names, const char *prefix, int count);
void names_free(struct names *names);

/** How many of the links are there, in the thread's namespace. */
size_t names_here(const struct names *names);

/** Veth pairs PREFIXn and PREFIXpn, made in one batch. */
void pairs_make(struct netcfg *nc, const char *prefix, int count);

/**
 * The same without assertions.
 *
 * @return what the commit gave, or the first failure before
 */
int pairs_try(struct netcfg *nc, const char *prefix, int count);

/** Links that have one of the private groups of a bulk delete, by `ip`. */
int links_marked(void);

/** All links and addresses as `ip` shows them; free() it. */
char *links_picture(void);

/** They must be as they were; frees the picture. */
void links_picture_same(char *before);

/** The result of a position, and a line of text only if it failed. */
#define assert_position(nc, position, expected)                                                    \
	check_position((nc), (position), (expected), __FILE__, __LINE__)

void check_position(const struct netcfg *nc, int position, int expected, const char *file,
		    int line);

#endif /* TEST_SUPPORT_BATCH_LINKS_H */
