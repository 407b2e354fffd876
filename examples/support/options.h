/* SPDX-License-Identifier: LGPL-2.1-or-later */
#ifndef EXAMPLES_OPTIONS_H
#define EXAMPLES_OPTIONS_H

#include <stddef.h>

/* Read a decimal number of min to max; digits only. Returns 0, -EINVAL or -ERANGE. */
int parse_number(const char *text, size_t min, size_t max, size_t *ret_number);

/* The same for what the user typed: says on stderr what is wrong with it. */
int parse_option(const char *what, const char *text, size_t min, size_t max, size_t *ret_number);

/*
 * See that no socket gets the number of a standard input, output or error that is closed: to read
 * or write these fails. Returns 0 or -errno.
 */
int hold_standard_files(void);

/* Write out what was printed. Returns 0, or 1 and says so if it could not be written. */
int close_stdout(void);

#endif
