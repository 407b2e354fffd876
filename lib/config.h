/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: sized structs in and out: where callers of another version than ours are dealt with. */
#ifndef CONFIG_H
#define CONFIG_H

#include <stdbool.h>
#include <stddef.h>

struct netcfg;

/* The size a struct has up to and including a field. */
#define SIZE_UP_TO(type, field) (offsetof(type, field) + sizeof(((type *)0)->field))

/*
 * Make a complete struct of a caller's, which may be shorter (an older caller)
 * or longer (a newer one, whose further fields must be zero). src NULL: all
 * zero. what names the argument. 0, -EINVAL or -E2BIG.
 */
int config_copy_in(struct netcfg *nc, const char *what, void *dst, size_t dst_size,
		   size_t first_size, const void *src);

/* Can this be filled? Its size is at least that of the first release, and no nonsense. */
bool config_out_fits(const void *ret, size_t first_size);

/* -EINVAL, in words, unless ret is a struct whose size is at least that of the first release. */
int config_check_out(struct netcfg *nc, const char *what, const void *ret, size_t first_size);

/* Fill a caller's checked struct: what both know is copied, what only it knows is zeroed. */
void config_copy_out(void *ret, const void *src, size_t src_size);

#endif
