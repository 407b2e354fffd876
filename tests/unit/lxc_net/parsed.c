/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "unit/lxc_net/parsed.h"

#include "unit/support/unit.h"

static void keep(void *userdata, const char *text)
{
	struct parsed *parsed = userdata;
	size_t length = strlen(parsed->said);

	assert_null(strchr(text, '\n'));
	snprintf(parsed->said + length, sizeof(parsed->said) - length, "%s\n", text);
}

static unsigned char next_random;

static int count_up(unsigned char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		bytes[i] = next_random++;
	return 0;
}

void parse_bytes(struct parsed *parsed, const char *text, size_t size)
{
	const struct say say = { .file = "f", .put = keep, .userdata = parsed };
	/* Exactly as large as it may be, so that a sanitizer sees a step beyond. */
	char *copy = malloc(size + 1);

	assert_non_null(copy);
	memcpy(copy, text, size);
	memset(parsed, 0, sizeof(*parsed));
	parsed->err = config_parse(&parsed->config, copy, size, &say);
	free(copy);
}

void parse_text(struct parsed *parsed, const char *text)
{
	parse_bytes(parsed, text, strlen(text));
}

void plan_text(struct parsed *parsed, const char *text)
{
	const struct say say = { .file = "f", .put = keep, .userdata = parsed };

	parse_text(parsed, text);
	next_random = 0;
	if (!parsed->err)
		parsed->err = plan_make(&parsed->config, count_up, &say);
}

void parsed_free(struct parsed *parsed)
{
	config_free(&parsed->config);
}

void assert_taken(const char *text)
{
	struct parsed parsed;

	plan_text(&parsed, text);
	if (parsed.err || *parsed.said) {
		print_error("%d: %s\nof: %s\n", parsed.err, parsed.said, text);
		fail();
	}
	parsed_free(&parsed);
}

static void check_said(const struct parsed *parsed, const char *text, size_t line,
		       const char *message)
{
	char where[32] = "f:";

	if (line)
		snprintf(where, sizeof(where), "f:%zu: ", line);
	if (strncmp(parsed->said, where, strlen(where)) || !strstr(parsed->said, message)) {
		print_error("said: %s\nwanted: %s...%s\nof: %s\n", parsed->said, where, message,
			    text);
		fail();
	}
}

void assert_refused(const char *text, size_t line, const char *message)
{
	struct parsed parsed;

	plan_text(&parsed, text);
	if (parsed.err >= 0)
		print_error("taken: %s\n", text);
	assert_true(parsed.err < 0);
	check_said(&parsed, text, line, message);
	parsed_free(&parsed);
}

void assert_noted(const char *text, size_t line, const char *message)
{
	struct parsed parsed;

	plan_text(&parsed, text);
	if (parsed.err)
		print_error("refused: %s", parsed.said);
	assert_int_equal(parsed.err, 0);
	check_said(&parsed, text, line, message);
	assert_non_null(strstr(parsed.said, "note: "));
	parsed_free(&parsed);
}
