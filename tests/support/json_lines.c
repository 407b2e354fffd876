/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <ctype.h>
#include <stdlib.h>

#include "support/json_lines.h"
#include "support/test.h"

struct reader {
	const char *at;
	const char *given;
	FILE *out;
};

static void fail_at(const struct reader *r)
{
	print_error("not what ip prints: \"%.60s\"\n", r->at);
	fail();
}

static void skip_blanks(struct reader *r)
{
	r->at += strspn(r->at, " \t\r\n");
}

static bool take(struct reader *r, char c)
{
	skip_blanks(r);
	if (*r->at != c)
		return false;
	r->at++;
	return true;
}

static void expect(struct reader *r, char c)
{
	if (!take(r, c))
		fail_at(r);
}

/* A string with its quotes, as it is. */
static size_t string_length(const struct reader *r)
{
	const char *c = r->at;

	if (*c != '"')
		fail_at(r);
	for (c++; *c && *c != '"'; c++) {
		if (*c == '\\' && c[1])
			c++;
	}
	return (size_t)(c - r->at) + 1;
}

static bool is_one_of(const char *const *keys, const char *key, size_t len)
{
	for (; *keys; keys++) {
		if (strlen(*keys) + 2 == len && strncmp(key + 1, *keys, len - 2) == 0)
			return true;
	}
	return false;
}

static bool is_left_out(const char *key, size_t len)
{
	static const char *const keys[] = {
		"ifindex", "link_index", "link_netnsid", "tentative", "operstate",
		/* What a bridge makes of MACs and time. */
		"bridge_id", "root_id", "designated_root", "root_port", "gc_timer", "hello_timer",
		"tcn_timer", "topology_change_timer", "hold_timer", "message_age_timer",
		"forward_delay_timer", "topology_change", "topology_change_detected",
		"designated_bridge", "used", "confirmed", "updated", "probes", "refcnt", "carrier_changes", "cstamp",
		"tstamp", "permaddr", NULL,
	};

	return is_one_of(keys, key, len);
}

/* An index that was asked for. */
static bool is_given(const struct reader *r, const char *key, size_t len)
{
	char text[32];

	if (strncmp(key, "\"ifindex\"", len) != 0)
		return false;
	snprintf(text, sizeof(text), " index %ld ", strtol(r->at, NULL, 10));
	return strstr(r->given, text);
}

static bool is_rounded(const char *key, size_t len)
{
	static const char *const keys[] = { "valid_life_time", "preferred_life_time", "expires",
					    NULL };

	return is_one_of(keys, key, len);
}

static bool is_mac(const char *text, size_t len)
{
	if (len != 17)
		return false;
	for (size_t i = 0; i < len; i++) {
		if (i % 3 == 2 ? text[i] != ':' : !isxdigit((unsigned char)text[i]))
			return false;
	}
	return true;
}

static void copy_string(struct reader *r)
{
	const size_t len = string_length(r);
	char *text = strndup(r->at + 1, len - 2);
	const char *shown = text;

	assert_non_null(text);
	if (is_mac(text, len - 2) && !strcasestr(r->given, text))
		shown = "MAC";
	else if (strncmp(text, "fe80::", 6) == 0 && len > 8 && text[6] != '/' &&
		 !strcasestr(r->given, text))
		shown = "LINKLOCAL";
	fprintf(r->out, "\"%s\"", shown);
	free(text);
	r->at += len;
}

static void copy_value(struct reader *r);

static void copy_rounded(struct reader *r)
{
	char *end;

	skip_blanks(r);
	fprintf(r->out, "%llu", (strtoull(r->at, &end, 10) + 30) / 60 * 60);
	if (end == r->at)
		fail_at(r);
	r->at = end;
}

static void copy_object(struct reader *r)
{
	bool first = true;

	fputc('{', r->out);
	while (!take(r, '}')) {
		FILE *out = r->out;
		const char *key;
		size_t len;

		take(r, ',');
		if (take(r, '}'))
			break;
		skip_blanks(r);
		key = r->at;
		len = string_length(r);
		r->at += len;
		expect(r, ':');
		if (is_left_out(key, len) && !is_given(r, key, len))
			r->out = fopen("/dev/null", "we");
		assert_non_null(r->out);
		fprintf(r->out, "%s%.*s:", first ? "" : ",", (int)len, key);
		if (is_rounded(key, len))
			copy_rounded(r);
		else
			copy_value(r);
		if (r->out != out)
			fclose(r->out);
		else
			first = false;
		r->out = out;
	}
	fputc('}', r->out);
}

static void copy_array(struct reader *r)
{
	bool first = true;

	fputc('[', r->out);
	while (!take(r, ']')) {
		take(r, ',');
		if (take(r, ']'))
			break;
		if (!first)
			fputc(',', r->out);
		first = false;
		copy_value(r);
	}
	fputc(']', r->out);
}

static void copy_value(struct reader *r)
{
	skip_blanks(r);
	if (take(r, '{')) {
		copy_object(r);
	} else if (take(r, '[')) {
		copy_array(r);
	} else if (*r->at == '"') {
		copy_string(r);
	} else {
		const size_t len = strcspn(r->at, ",]} \t\r\n");

		if (!len)
			fail_at(r);
		fprintf(r->out, "%.*s", (int)len, r->at);
		r->at += len;
	}
}

/* The kernel has sent something to a multicast group, sooner or later. */
static bool is_chance(const char *line)
{
	return (strstr(line, "\"dst\":\"ff0") || strstr(line, "\"dst\":\"224.")) &&
	       strstr(line, "NOARP");
}

struct set {
	char **line;
	size_t count;
};

static void add(struct set *s, char *line)
{
	s->line = realloc(s->line, (s->count + 1) * sizeof(*s->line));
	assert_non_null(s->line);
	s->line[s->count++] = line;
}

static void read_elements(struct reader *r, struct set *s, const char *section, int number)
{
	while (!take(r, ']')) {
		char *line = NULL;
		size_t size;

		take(r, ',');
		if (take(r, ']'))
			break;
		r->out = open_memstream(&line, &size);
		assert_non_null(r->out);
		fprintf(r->out, "%s %d ", section, number);
		copy_value(r);
		fclose(r->out);
		/* ip shows what a filter left out as {}. */
		if (is_chance(line) || strcmp(line + size - 2, "{}") == 0)
			free(line);
		else
			add(s, line);
	}
}

static int compare_lines(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *join(struct set *s)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	qsort(s->line, s->count, sizeof(*s->line), compare_lines);
	for (size_t i = 0; i < s->count; i++) {
		fprintf(out, "%s\n", s->line[i]);
		free(s->line[i]);
	}
	free(s->line);
	fclose(out);
	return text;
}

char *json_lines(const char *text, const char *given)
{
	struct reader r = { .at = text, .given = given };
	struct set s = { .line = NULL };
	char section[300] = "";
	int number = 0;

	add(&s, strdup("state"));
	for (skip_blanks(&r); *r.at; skip_blanks(&r)) {
		if (take(&r, '@')) {
			const size_t len = strcspn(r.at, "\n");

			snprintf(section, sizeof(section), "%.*s", (int)len, r.at);
			r.at += len;
			add(&s, strdup(section));
			number = 0;
		} else if (take(&r, '[')) {
			read_elements(&r, &s, section, number++);
		} else {
			fail_at(&r);
		}
	}
	return join(&s);
}
