/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What a line of LXC's configuration may look like. */
#include "unit/lxc_net/parsed.h"
#include "unit/support/unit.h"

static void never(void *userdata, const char *text)
{
	(void)userdata;
	fail_msg("%s", text);
}

/* The first setting of a text. */
static void check_setting(const char *text, size_t line, const char *key, const char *value)
{
	const struct say say = { .file = "f", .put = never };
	char copy[256];
	struct lines lines = { .text = copy, .size = strlen(text), .say = &say };
	struct setting setting;

	assert_true(strlen(text) < sizeof(copy));
	strcpy(copy, text);
	assert_int_equal(lines_next(&lines, &setting), 1);
	assert_int_equal(setting.line, line);
	assert_string_equal(setting.key, key);
	assert_string_equal(setting.value, value);
	assert_int_equal(lines_next(&lines, &setting), 0);
}

static void test_settings(void **state)
{
	(void)state;
	check_setting("lxc.a=b", 1, "lxc.a", "b");
	check_setting("lxc.a = b\n", 1, "lxc.a", "b");
	check_setting("\t lxc.a\t=  b \t\n", 1, "lxc.a", "b");
	check_setting("lxc.a=b\r\n", 1, "lxc.a", "b");
	check_setting("\n# lxc.c = d\n  #\n\nlxc.a = b c\n", 5, "lxc.a", "b c");
	check_setting("lxc.a =\n", 1, "lxc.a", "");
	check_setting("lxc.a =", 1, "lxc.a", "");
	check_setting("lxc.a = b = c", 1, "lxc.a", "b = c");
	/* No comment behind a value. */
	check_setting("lxc.a = b # c", 1, "lxc.a", "b # c");
	check_setting("\xef\xbb\xbflxc.a = b", 1, "lxc.a", "b");
}

static void test_quotes(void **state)
{
	(void)state;
	check_setting("lxc.a = \"b\"", 1, "lxc.a", "b");
	check_setting("lxc.a = 'b'", 1, "lxc.a", "b");
	check_setting("lxc.a = \" b \"", 1, "lxc.a", " b ");
	check_setting("lxc.a = \"\"", 1, "lxc.a", "");
	check_setting("lxc.a = \"b'", 1, "lxc.a", "\"b'");
	check_setting("lxc.a = \"", 1, "lxc.a", "\"");
	check_setting("lxc.a = b\"c\"", 1, "lxc.a", "b\"c\"");
	check_setting("lxc.a = ''b''", 1, "lxc.a", "'b'");
}

static void test_bad_lines(void **state)
{
	struct parsed parsed;

	(void)state;
	assert_refused("lxc.net.0.type", 1, "no '='");
	assert_refused("\n\nlxc.rootfs.path /x\n", 3, "no '='");
	/* As in /etc/pve/lxc. */
	assert_refused("lxc.net.0.type: veth\n", 1, "Proxmox");
	assert_refused("lxc.", 1, "no '='");
	parse_bytes(&parsed, "lxc.net.0.type = ve\0th\n", 23);
	assert_int_equal(parsed.err, -EINVAL);
	assert_string_equal(parsed.said, "f:1: there is a NUL byte in this line\n");
	parsed_free(&parsed);
}

static void test_other_lines(void **state)
{
	(void)state;
	assert_taken("");
	assert_taken("\n\n\n");
	assert_taken("lxc.uts.name = web\nlxc.rootfs.path = /x\nlxc.hook.pre-start = /y\n");
	/* Not of the network although it begins so. */
	assert_taken("lxc.networks = 1\nlxc.netns = 2\n");
	assert_noted("lxc.a = b\narch: amd64\nnet0: name=eth0\n", 2, "2 lines");
	assert_noted("lxd.net.0.type = veth\n", 1, "1 line ");
	assert_noted("lxc.include = /usr/share/lxc/config/common.conf\n", 1, "not followed");
}

/* What is said goes to a terminal. */
static void test_escapes_are_shown(void **state)
{
	struct parsed parsed;

	(void)state;
	parse_text(&parsed, "lxc.net.0.\x1b[2J = x\n");
	assert_true(parsed.err < 0);
	assert_null(strchr(parsed.said, '\x1b'));
	assert_non_null(strstr(parsed.said, "lxc.net.0.?[2J"));
	parsed_free(&parsed);
}

static void test_no_file(void **state)
{
	struct parsed parsed = { .err = 0 };
	size_t size = 7;
	char *text = NULL;
	const struct say say = { .file = "f", .put = never };

	(void)state;
	(void)parsed;
	assert_int_equal(lines_read_file("/dev/null", &say, &text, &size), 0);
	assert_int_equal(size, 0);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_settings),          cmocka_unit_test(test_quotes),
		cmocka_unit_test(test_bad_lines),         cmocka_unit_test(test_other_lines),
		cmocka_unit_test(test_escapes_are_shown), cmocka_unit_test(test_no_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
