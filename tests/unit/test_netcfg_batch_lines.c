/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* netcfg_batch: files cut into lines, lines into words. */
#include <stdlib.h>

#include "netcfg_batch/lines.h"
#include "netcfg_batch/words.h"
#include "unit/support/unit.h"

/* Reads a text to its end: lines joined by '|', each behind its number; then the result. */
static char *cut(const char *text, size_t len)
{
	struct lines l;
	char *shown = NULL;
	size_t size;
	FILE *out = open_memstream(&shown, &size);
	int result;

	assert_non_null(out);
	lines_of_memory(&l, text, len);
	while ((result = lines_next(&l)) == LINES_ONE) {
		assert_int_equal(strlen(l.line), l.len);
		fprintf(out, "%zu:%s|", l.number, l.line);
	}
	fprintf(out, "%zu=%d", l.number, result);
	lines_close(&l);
	fclose(out);
	return shown;
}

static void assert_cut(const char *text, size_t len, const char *expected)
{
	char *shown = cut(text, len);

	assert_string_equal(shown, expected);
	free(shown);
}

#define CUT(text, expected) assert_cut(text, sizeof(text) - 1, expected)

static void plain(void **state)
{
	(void)state;
	CUT("", "0=0");
	CUT("a", "1:a|1=0");
	CUT("a\nb", "1:a|2:b|2=0");
	CUT("a\n\nb\n", "1:a|2:|3:b|3=0");
	CUT("a # b\n# c\n#\nd#e", "1:a |2:|3:|4:d|4=0");
	CUT("a \"#\" b\n", "1:a \"|1=0");
	CUT("a\r\nb\r", "1:a\r|2:b\r|2=0");
}

static void continued(void **state)
{
	(void)state;
	CUT("a\\\nb\nc", "2:ab|3:c|3=0");
	CUT("a\\\n\\\n\\\nb", "4:ab|4=0");
	CUT("a \\\n\nb", "2:a |3:b|3=0");
	CUT("a \\\n # c \\\nb", "2:a  |3:b|3=0");
	CUT("# a \\\nb", "1:|2:b|2=0");
	CUT("a\\ \nb", "1:a\\ |2:b|2=0");
	CUT("a\\\r\nb", "1:a\\\r|2:b|2=0");
	CUT("a\\", "1:a\\|1=0");
	CUT("a\\\\\nb", "2:a\\b|2=0");
	CUT("a\nb\\\n", "1:a|2=2");
	CUT("\\\n", "1=2");
}

static void with_nul(void **state)
{
	(void)state;
	CUT("a\0b\nc", "1:a|2:c|2=0");
	CUT("\0\0\0", "1:|1=0");
	CUT("a\0\\\nb", "1:a|2:b|2=0");
	CUT("a\\\n\0b\nc", "2:a|3:c|3=0");
}

/* A megabyte is a line; a byte more is none, unless it is a comment. */
static void long_lines(void **state)
{
	const size_t size = LINE_MAX_BYTES + 3;
	char *text = malloc(size + 1);
	struct lines l;

	(void)state;
	assert_non_null(text);
	memset(text, 'x', size);
	lines_of_memory(&l, text, LINE_MAX_BYTES);
	assert_int_equal(lines_next(&l), LINES_ONE);
	assert_int_equal(l.len, LINE_MAX_BYTES);
	lines_close(&l);
	lines_of_memory(&l, text, LINE_MAX_BYTES + 2);
	assert_int_equal(lines_next(&l), LINES_TOO_LONG);
	lines_close(&l);
	text[5] = '#';
	text[size - 2] = '\n';
	lines_of_memory(&l, text, size);
	assert_int_equal(lines_next(&l), LINES_ONE);
	assert_string_equal(l.line, "xxxxx");
	assert_int_equal(lines_next(&l), LINES_ONE);
	assert_string_equal(l.line, "x");
	assert_int_equal(lines_next(&l), LINES_END);
	lines_close(&l);
	/* Joined lines count together. */
	memset(text, 'x', size);
	for (size_t i = 0; i + 1 < size; i += 1000) {
		text[i] = '\\';
		text[i + 1] = '\n';
	}
	lines_of_memory(&l, text, size);
	assert_int_equal(lines_next(&l), LINES_ONE);
	lines_close(&l);
	free(text);
}

static void assert_words(const char *line, const char *expected)
{
	char *copy = strdup(line), shown[512] = "";
	struct failure f;
	struct words w;
	size_t len = 0;
	const char *word;

	assert_non_null(copy);
	if (words_split(&w, copy, &f)) {
		assert_true(f.stops);
		snprintf(shown, sizeof(shown), "!%s", f.text);
	} else {
		while ((word = words_take(&w)))
			len += (size_t)snprintf(shown + len, sizeof(shown) - len, "[%s]", word);
		assert_null(words_peek(&w));
	}
	assert_string_equal(shown, expected);
	free(copy);
}

static void words(void **state)
{
	(void)state;
	assert_words("", "");
	assert_words(" \t\r\n ", "");
	assert_words("a", "[a]");
	assert_words("  a\tb\rc\nd  ", "[a][b][c][d]");
	assert_words("\"a b\" 'c \"d'", "[a b][c \"d]");
	assert_words("\"\" ''", "[][]");
	assert_words("\"a\"b 'c''d'", "[a][b][c][d]");
	assert_words("a\"b c\"d", "[a\"b][c\"d]");
	assert_words("a\vb a\fb a\xc2\xa0" "b", "[a\vb][a\fb][a\xc2\xa0" "b]");
	assert_words("\"", "!a quote is not closed");
	assert_words("a 'b c", "!a quote is not closed");
	assert_words("'a\"", "!a quote is not closed");
}

static void many_words(void **state)
{
	char line[2 * (WORDS_MAX + 2)];
	struct failure f;
	struct words w;

	(void)state;
	memset(line, 'w', sizeof(line));
	for (size_t i = 1; i < sizeof(line); i += 2)
		line[i] = ' ';
	line[2 * WORDS_MAX] = '\0';
	assert_int_equal(words_split(&w, line, &f), 0);
	assert_int_equal(w.count, WORDS_MAX);
	memset(line, 'w', sizeof(line));
	for (size_t i = 1; i < sizeof(line); i += 2)
		line[i] = ' ';
	line[2 * WORDS_MAX + 2] = '\0';
	assert_int_equal(words_split(&w, line, &f), -1);
	assert_true(f.stops);
}

static void beginnings(void **state)
{
	(void)state;
	assert_true(word_begins("a", "add"));
	assert_true(word_begins("add", "add"));
	assert_false(word_begins("", "add"));
	assert_false(word_begins("addr", "add"));
	assert_false(word_begins("A", "add"));
	assert_false(word_is("ad", "add"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain),      cmocka_unit_test(continued),
		cmocka_unit_test(with_nul),   cmocka_unit_test(long_lines),
		cmocka_unit_test(words),      cmocka_unit_test(many_words),
		cmocka_unit_test(beginnings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
