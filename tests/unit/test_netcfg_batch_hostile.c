/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * netcfg_batch: input that nobody means: the files in forms/batch with bytes changed, taken out and
 * put in, words exchanged, and noise. Whatever comes, a line is a command, nothing, or a failure
 * that is told; run it with the sanitizers to see more. The same numbers every time.
 */
#include <dirent.h>
#include <stdlib.h>

#include "netcfg_batch/lines.h"
#include "netcfg_batch/parse.h"
#include "unit/support/unit.h"

#define CORPUS TEST_FORMS_DIR "/batch"
#define ROUNDS 60

static uint32_t seed = 1;

static uint32_t random_number(uint32_t below)
{
	seed = seed * 1664525 + 1013904223;
	return (seed >> 8) % below;
}

/* Reads all of it as the program does. How many commands there were. */
static size_t read_all(const char *text, size_t len)
{
	static const int families[] = { AF_UNSPEC, AF_INET, AF_INET6 };
	struct lines l;
	struct pool pool = { NULL };
	size_t commands = 0, last = 0;
	int result;

	lines_of_memory(&l, text, len);
	while ((result = lines_next(&l)) == LINES_ONE) {
		struct command *c = NULL;
		struct failure f = { .text = "" };
		int parsed = parse_line(&pool, l.line, l.len, families[random_number(3)], &c, &f);

		assert_true(l.number > last);
		last = l.number;
		assert_in_range(parsed + 1, 0, 2);
		assert_int_equal(parsed == 1, c != NULL);
		assert_int_equal(parsed == -1, f.text[0] != '\0');
		if (parsed == 1)
			assert_in_range(c->verb, 0, VERBS - 1);
		commands += parsed == 1;
		pool_free(&pool);
	}
	assert_true(result == LINES_END || result == LINES_UNFINISHED || result == LINES_TOO_LONG);
	lines_close(&l);
	return commands;
}

static char *read_file(const char *name, size_t *ret_len)
{
	char path[512];
	char *text = malloc(65536);
	FILE *f;

	snprintf(path, sizeof(path), CORPUS "/%s", name);
	f = fopen(path, "re");
	assert_non_null(text);
	assert_non_null(f);
	*ret_len = fread(text, 1, 60000, f);
	fclose(f);
	return text;
}

static void mutate(char *text, size_t *len)
{
	static const char pieces[] = "\0\\\n\"'#/:.-% \t\r\xff" "0x9";
	const size_t at = random_number((uint32_t)*len + 1);
	const size_t n = 1 + random_number(8);

	switch (random_number(4)) {
	case 0: /* change */
		if (at < *len)
			text[at] = pieces[random_number(sizeof(pieces) - 1)];
		break;
	case 1: /* take out */
		if (at + n <= *len) {
			memmove(text + at, text + at + n, *len - at - n);
			*len -= n;
		}
		break;
	case 2: /* put in */
		memmove(text + at + 1, text + at, *len - at);
		text[at] = pieces[random_number(sizeof(pieces) - 1)];
		++*len;
		break;
	default: /* double a part */
		if (at + n <= *len) {
			memmove(text + at + n, text + at, *len - at);
			*len += n;
		}
	}
}

static void changed_files(void **state)
{
	DIR *dir = opendir(CORPUS);
	size_t files = 0, commands = 0;

	(void)state;
	assert_non_null(dir);
	for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
		size_t len;
		char *text;

		if (e->d_name[0] == '.')
			continue;
		files++;
		text = read_file(e->d_name, &len);
		commands += read_all(text, len);
		for (int i = 0; i < ROUNDS; i++) {
			mutate(text, &len);
			read_all(text, len);
		}
		free(text);
	}
	closedir(dir);
	/* It was really they that were read. */
	assert_in_range(files, 40, 1000);
	assert_in_range(commands, 500, 10000);
}

/* Lines of words that the grammar knows, in no order. */
static void shuffled_words(void **state)
{
	static const char *const words[] = {
		"link", "addr", "route", "neigh", "netns", "add", "set", "del", "replace", "change",
		"flush", "property", "dev", "name", "type", "veth", "vlan", "bridge", "vxlan", "bond",
		"macvlan", "ipvlan", "vrf", "dummy", "peer", "mtu", "1400", "up", "down", "master",
		"netns", "id", "5", "via", "10.0.0.1", "10.0.0.0/8", "2001:db8::1/64", "default", "table",
		"nexthop", "weight", "metric", "scope", "proto", "lladdr", "02:00:00:00:00:01", "nud",
		"proxy", "label", "brd", "+", "-", "to", "valid_lft", "forever", "altname", "group",
		"alias", "", "-n", "-6", "ingress-qos-map", "1:2", "mode", "onlink", "src", "root", "x",
	};
	char line[512];

	(void)state;
	for (int i = 0; i < 40000; i++) {
		size_t len = 0;

		for (uint32_t n = random_number(12); n; n--) {
			const char *word = words[random_number(ARRAY_SIZE(words))];

			len += (size_t)snprintf(line + len, sizeof(line) - len, "%s ",
						*word ? word : "\"\"");
		}
		read_all(line, len);
	}
}

static void noise(void **state)
{
	char text[4096];

	(void)state;
	for (int i = 0; i < 500; i++) {
		const size_t len = random_number(sizeof(text));

		for (size_t at = 0; at < len; at++)
			text[at] = (char)random_number(256);
		read_all(text, len);
	}
}

/* One word of a megabyte wherever a word may be. */
static void giant_words(void **state)
{
	static const char *const lines[] = {
		"%s", "link %s", "link set %s up", "link set v0 alias %s", "link set v0 mtu %s",
		"link set v0 address %s", "addr add %s dev v0", "addr add 10.0.0.1/%s dev v0",
		"route add %s dev v0", "route add 10/8 via %s", "route add 10/8 table %s dev v0",
		"neigh add 10.0.0.1 lladdr %s dev v0", "netns add %s", "-n %s link set v0 up",
		"link add x type %s", "link add link v0 x type vlan id 5 egress-qos-map 1:%s",
	};
	const size_t size = LINE_MAX_BYTES - 100;
	char *word = malloc(size + 1), *line = malloc(LINE_MAX_BYTES + 1);

	(void)state;
	assert_non_null(word);
	assert_non_null(line);
	for (size_t i = 0; i < 2 * ARRAY_SIZE(lines); i++) {
		const char *fmt = lines[i / 2], *hole = strstr(fmt, "%s");
		int len;

		memset(word, i % 2 ? '9' : 'a', size);
		word[size] = '\0';
		len = snprintf(line, LINE_MAX_BYTES + 1, "%.*s%s%s", (int)(hole - fmt), fmt, word,
			       hole + 2);
		read_all(line, (size_t)len);
	}
	free(word);
	free(line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changed_files), cmocka_unit_test(shuffled_words),
		cmocka_unit_test(noise),	 cmocka_unit_test(giant_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
