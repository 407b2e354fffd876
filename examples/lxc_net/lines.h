/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The lines of a configuration file: "lxc.key = value". */
#ifndef LXC_NET_LINES_H
#define LXC_NET_LINES_H

#include <stddef.h>

#include "lxc_net/say.h"

#define LINES_MAX_SIZE (1 << 20) /* of a file, in bytes */

/* One setting. The texts lie in the file's and live as long. */
struct setting {
	size_t line; /* from 1 */
	const char *key;
	const char *value; /* "" clears */
};

/* A text that is taken apart; zero but for the first three. */
struct lines {
	char *text; /* is written into */
	size_t size;
	const struct say *say;
	size_t at, line;
	size_t skipped, first_skipped; /* lines that are no settings of LXC */
};

/* Returns 1 for the next setting, 0 at the end, -EINVAL and has said why. */
int lines_next(struct lines *lines, struct setting *ret_setting);

/* Read a whole file. Free *ret_text. Returns 0 or -errno, and has said why. */
int lines_read_file(const char *path, const struct say *say, char **ret_text, size_t *ret_size);

#endif
