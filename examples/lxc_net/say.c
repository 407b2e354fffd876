/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lxc_net/say.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

/* What stands in the file goes to a terminal: as text and as nothing else. */
static void clean(char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			*text = '?';
}

__attribute__((format(printf, 4, 0))) static void put(const struct say *say, size_t line,
						      const char *what, const char *fmt,
						      va_list args)
{
	char said[512], text[1024];
	char where[24] = "";

	vsnprintf(said, sizeof(said), fmt, args);
	if (line)
		snprintf(where, sizeof(where), "%zu:", line);
	snprintf(text, sizeof(text), "%s:%s %s%s", say->file, where, what, said);
	clean(text);
	say->put(say->userdata, text);
}

int refuse(const struct say *say, size_t line, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	put(say, line, "", fmt, args);
	va_end(args);
	return -EINVAL;
}

void note(const struct say *say, size_t line, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	put(say, line, "note: ", fmt, args);
	va_end(args);
}
