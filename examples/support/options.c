/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/options.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

int parse_number(const char *text, size_t min, size_t max, size_t *ret_number)
{
	size_t number = 0;

	if (!*text || text[strspn(text, "0123456789")])
		return -EINVAL;
	for (; *text; text++) {
		number = number * 10 + (size_t)(*text - '0');
		/* At once: a hundred digits must not wrap around into the range. */
		if (number > max)
			return -ERANGE;
	}
	if (number < min)
		return -ERANGE;
	*ret_number = number;
	return 0;
}

int parse_option(const char *what, const char *text, size_t min, size_t max, size_t *ret_number)
{
	int err = parse_number(text, min, max, ret_number);

	if (err)
		fprintf(stderr, "%s: %s must be a number of %zu to %zu, not \"%s\"\n",
			program_invocation_short_name, what, min, max, text);
	return err;
}

int hold_standard_files(void)
{
	for (int fd = 0; fd <= 2; fd++) {
		/* The lowest number that is free is the one that is given: this one. */
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) < 0)
			return -errno;
	}
	return 0;
}

int close_stdout(void)
{
	if (!ferror(stdout) && !fflush(stdout))
		return 0;
	fprintf(stderr, "%s: cannot write to standard output\n", program_invocation_short_name);
	return 1;
}
