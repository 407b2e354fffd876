/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What is said about a line of the configuration: "FILE:LINE: text". */
#ifndef LXC_NET_SAY_H
#define LXC_NET_SAY_H

#include <stddef.h>

/* Where it goes. */
struct say {
	const char *file;
	void (*put)(void *userdata, const char *text); /* one line, without a newline */
	void *userdata;
};

/* What is wrong. Returns -EINVAL. Line 0: the file as a whole. */
__attribute__((format(printf, 3, 4))) int refuse(const struct say *say, size_t line,
						 const char *fmt, ...);

/* What is done otherwise than the reader may think. */
__attribute__((format(printf, 3, 4))) void note(const struct say *say, size_t line, const char *fmt,
						...);

#endif
