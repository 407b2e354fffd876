/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * L2: what was being done, and why it failed, as one line.
 *
 * Nothing is formatted while all goes well: the words of the operation are
 * borrowed from the call's arguments until it is over.
 */
#ifndef ERROR_H
#define ERROR_H

#include <stdbool.h>
#include <stddef.h>

/* A caller's text that may be of any length, in a detail: so much of it that the rest is seen. */
#define ERROR_SHOWN "%.64s"

struct error {
	bool muted;            /* a question on the side is under way: note nothing */
	const char *operation; /* "create vlan" */
	const char *object;    /* what it is about, shown in quotes; or NULL */
	const char *relation;  /* "on", "to"; or NULL */
	const char *other;     /* what the relation is to, shown in quotes */
	char detail[384];      /* the library's words */
	char kernel[256];      /* the kernel's */
	char text[1536];       /* the finished line */
};

/* A call begins: forget the last one. */
void error_begin(struct error *e, const char *operation, const char *object, const char *relation,
		 const char *other);

/*
 * Say why, and give err back, so that a check can `return error_detail(...)`.
 * The first one to speak is nearest to the cause and is kept.
 */
int error_detail(struct error *e, int err, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Keep the kernel's words, which need not end in a NUL. */
void error_kernel_text(struct error *e, const char *text, size_t len);

/* Have a line that was made before. */
void error_text(struct error *e, const char *text);

/* Make the line for err, a negative errno. */
void error_finish(struct error *e, int err);

#endif
