/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Of a name in the line. A link's has 127 bytes at most, a namespace's 255. */
#define SHOWN_MAX 255

void error_begin(struct error *e, const char *operation, const char *object, const char *relation,
		 const char *other)
{
	e->operation = operation;
	e->object = object;
	e->relation = relation;
	e->other = other;
	e->muted = false;
	e->detail[0] = '\0';
	e->kernel[0] = '\0';
	e->text[0] = '\0';
}

int error_detail(struct error *e, int err, const char *format, ...)
{
	va_list args;

	if (e->muted || e->detail[0])
		return err;
	va_start(args, format);
	vsnprintf(e->detail, sizeof(e->detail), format, args);
	va_end(args);
	return err;
}

void error_kernel_text(struct error *e, const char *text, size_t len)
{
	if (e->muted)
		return;
	len = strnlen(text, len);
	if (len >= sizeof(e->kernel))
		len = sizeof(e->kernel) - 1;
	memcpy(e->kernel, text, len);
	e->kernel[len] = '\0';
}

/* Names and kernel texts may hold anything; a line is to stay one line. */
static void mask_control_characters(char *text)
{
	for (; *text; text++) {
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			*text = '?';
	}
}

static size_t append(struct error *e, size_t used, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

static size_t append(struct error *e, size_t used, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(e->text + used, sizeof(e->text) - used, format, args);
	va_end(args);
	if (n < 0)
		return used;
	used += (size_t)n;
	return used < sizeof(e->text) ? used : sizeof(e->text) - 1;
}

/* Room is left for the cause, however long what the caller passed as a name is. */
static size_t append_quoted(struct error *e, size_t used, const char *name)
{
	const char *more = strnlen(name, SHOWN_MAX + 1) > SHOWN_MAX ? "..." : "";

	return append(e, used, " \"%.*s%s\"", SHOWN_MAX, name, more);
}

void error_text(struct error *e, const char *text)
{
	snprintf(e->text, sizeof(e->text), "%s", text);
}

/* strerror() for threads: glibc returns the text, other libraries fill the buffer. */
static const char *describe(int err, char *buf, size_t size)
{
#ifdef __GLIBC__
	return strerror_r(err, buf, size);
#else
	if (strerror_r(err, buf, size) != 0)
		snprintf(buf, size, "error %d", err);
	return buf;
#endif
}

void error_finish(struct error *e, int err)
{
	char buf[128];
	size_t used = append(e, 0, "%s", e->operation);

	if (e->object)
		used = append_quoted(e, used, e->object);
	if (e->relation && e->other) {
		used = append(e, used, " %s", e->relation);
		used = append_quoted(e, used, e->other);
	}
	used = append(e, used, ": %s", describe(-err, buf, sizeof(buf)));
	if (e->detail[0])
		used = append(e, used, ": %s", e->detail);
	if (e->kernel[0])
		append(e, used, ": %s", e->kernel);
	mask_control_characters(e->text);
}
