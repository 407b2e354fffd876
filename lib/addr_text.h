/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: addresses as text, read strictly. */
#ifndef ADDR_TEXT_H
#define ADDR_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct netcfg;

struct addr {
	int family; /* AF_INET or AF_INET6 */
	size_t len; /* 4 or 16 */
	uint8_t bytes[16];
	unsigned int prefix_len; /* the whole address if the text has none */
	bool prefix_given;
};

/* Read "ADDRESS" or "ADDRESS/LENGTH". -EINVAL for anything else (B61). */
int addr_parse(struct netcfg *nc, const char *what, const char *text, struct addr *ret_addr);

bool addr_is_zero(const struct addr *a);
/* Are there bits set behind the length? */
bool addr_has_host_bits(const struct addr *a);

bool addr_equal(const struct addr *a, const struct addr *b);

#endif
