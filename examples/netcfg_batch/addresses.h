/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Addresses as ip takes them: "10/8", "10.1", octal and hexadecimal parts, dotted netmasks,
 * "default". The library takes plain text only, so what is read here is written anew for it.
 */
#ifndef NETCFG_BATCH_ADDRESSES_H
#define NETCFG_BATCH_ADDRESSES_H

#include <stdbool.h>
#include <stdint.h>

#include "pool.h"

struct prefix {
	int family; /* AF_INET or AF_INET6; of a word: what was asked for, AF_UNSPEC perhaps */
	uint32_t length;
	uint8_t bytes[16];
	bool is_word;    /* "default", "all" or "any": no address at all */
	bool has_length; /* was it written? */
};

/* With @p family not AF_UNSPEC, of that family only. */
bool prefix_read(const char *word, int family, struct prefix *ret);
bool address_read(const char *word, int family, struct prefix *ret); /* takes no length */

uint32_t family_bits(int family);
bool prefix_contains(const struct prefix *p, const uint8_t *bytes);
/* All bits behind the length become @p bit. */
void prefix_fill(struct prefix *p, unsigned int bit);

const char *address_text(struct pool *pool, const struct prefix *p);
const char *prefix_text(struct pool *pool, const struct prefix *p); /* "ADDRESS/LENGTH" */

/* A MAC, of which ip takes parts of one digit. Returns how many bytes it has, or 0. */
int lladdr_read(struct pool *pool, const char *word, const char **ret_text);

#endif
