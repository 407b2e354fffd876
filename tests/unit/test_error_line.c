/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The line that goes with a failure. */
#include "error.h"
#include "unit/support/unit.h"

static struct error e;

static const char *finish(int err)
{
	error_finish(&e, err);
	return e.text;
}

static void form(void **state)
{
	(void)state;
	error_begin(&e, "create vlan", "eth0.5", "on", "eth0");
	error_kernel_text(&e, "8021q: VLAN device already exists", 33);
	assert_string_equal(finish(-EEXIST), "create vlan \"eth0.5\" on \"eth0\": File exists: "
					     "8021q: VLAN device already exists");
	error_begin(&e, "create vlan", "eth0.5000", "on", "eth0");
	assert_int_equal(error_detail(&e, -ERANGE, "vlan_id %d is not in 0..%d", 5000, 4094),
			 -ERANGE);
	assert_string_equal(finish(-ERANGE),
			    "create vlan \"eth0.5000\" on \"eth0\": Numerical result out of range: "
			    "vlan_id 5000 is not in 0..4094");
	/* Nothing is left of the last call. */
	error_begin(&e, "list links", NULL, NULL, NULL);
	assert_string_equal(e.text, "");
	assert_string_equal(finish(-EPERM), "list links: Operation not permitted");
	error_begin(&e, "rename link", NULL, "to", NULL);
	assert_string_equal(finish(-EINVAL), "rename link: Invalid argument");
	error_begin(&e, "delete link", "", NULL, NULL);
	assert_string_equal(finish(-EINVAL), "delete link \"\": Invalid argument");
	error_begin(&e, "a", "b", "c", "d");
	error_detail(&e, -EIO, "e");
	error_kernel_text(&e, "f", 1);
	assert_string_equal(finish(-EIO), "a \"b\" c \"d\": Input/output error: e: f");
}

static void first_detail_wins(void **state)
{
	(void)state;
	error_begin(&e, "a", NULL, NULL, NULL);
	assert_int_equal(error_detail(&e, -EPERM, "nearest"), -EPERM);
	assert_int_equal(error_detail(&e, -EIO, "farther"), -EIO);
	assert_string_equal(finish(-EPERM), "a: Operation not permitted: nearest");
}

static void muted(void **state)
{
	(void)state;
	error_begin(&e, "a", NULL, NULL, NULL);
	e.muted = true;
	assert_int_equal(error_detail(&e, -EIO, "aside"), -EIO);
	error_kernel_text(&e, "words aside", 11);
	e.muted = false;
	assert_string_equal(finish(-EPERM), "a: Operation not permitted");
	e.muted = true;
	error_begin(&e, "a", NULL, NULL, NULL); /* a new call speaks again */
	error_detail(&e, -EIO, "aloud");
	assert_string_equal(finish(-EPERM), "a: Operation not permitted: aloud");
}

/* One line, whatever was in the names and texts; letters beyond ASCII stay. */
static void control_characters(void **state)
{
	int c;
	char name[2] = "";

	(void)state;
	for (c = 1; c < 256; c++) {
		name[0] = (char)c;
		error_begin(&e, "op", name, "on", name);
		error_detail(&e, -EPERM, "%s", name);
		error_kernel_text(&e, name, 1);
		finish(-EPERM);
		if (c < 0x20 || c == 0x7f)
			assert_string_equal(e.text,
					    "op \"?\" on \"?\": Operation not permitted: ?: ?");
		else
			assert_int_equal(e.text[4], name[0]);
	}
}

/* A name that is far too long must not push out what went wrong. */
static void long_names(void **state)
{
	static char longest[20000];
	size_t lengths[] = { 15, 127, 255, 1000, 1400, 1500, 1535, 1536, 5000, sizeof(longest) - 1 };
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(lengths); i++) {
		memset(longest, 'n', lengths[i]);
		longest[lengths[i]] = '\0';
		error_begin(&e, "op", longest, "on", longest);
		error_detail(&e, -ERANGE, "name is longer than 15 bytes");
		finish(-ERANGE);
		assert_true(memchr(e.text, '\0', sizeof(e.text)) != NULL);
		assert_non_null(strstr(e.text, "Numerical result out of range"));
		assert_non_null(strstr(e.text, "name is longer than 15 bytes"));
	}
}

static void long_details(void **state)
{
	static char longest[20000];

	(void)state;
	memset(longest, 'd', sizeof(longest) - 1);
	error_begin(&e, "op", NULL, NULL, NULL);
	error_detail(&e, -EPERM, "%s", longest);
	error_kernel_text(&e, longest, sizeof(longest));
	finish(-EPERM);
	assert_int_equal(strncmp(e.text, "op: Operation not permitted: dddd", 33), 0);
	assert_true(strlen(e.text) < sizeof(e.text));
	assert_int_equal(strlen(e.kernel), sizeof(e.kernel) - 1);
}

/* Numbers that are no errno have a text too. */
static void odd_numbers(void **state)
{
	static const int numbers[] = { -1, -524, -4095, -100000 };
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(numbers); i++) {
		error_begin(&e, "op", NULL, NULL, NULL);
		finish(numbers[i]);
		assert_int_equal(strncmp(e.text, "op: ", 4), 0);
		assert_true(strlen(e.text) > 8);
	}
}

/* By way of a handle: the message is that of the last call, the log has the same line. */
static void logged(int priority, const char *line, void *userdata)
{
	if (priority == 3)
		snprintf(userdata, 200, "%s", line);
	else
		assert_int_equal(priority, 7);
	assert_null(strchr(line, '\n'));
}

static void of_a_handle(void **state)
{
	char line[200] = "";
	struct netcfg *nc = *state;

	assert_string_equal(netcfg_error_message(NULL), "");
	assert_string_equal(netcfg_error_message(nc), "");
	netcfg_set_log(nc, logged, line);
	assert_int_equal(netcfg_link_delete(nc, ""), -EINVAL);
	assert_string_equal(netcfg_error_message(nc),
			    "delete link \"\": Invalid argument: name is empty");
	assert_string_equal(line, netcfg_error_message(nc));
	assert_int_equal(netcfg_link_delete(nc, "v0"), 0);
	assert_string_equal(netcfg_error_message(nc), "");
	assert_int_equal(netcfg_link_set_by_index(nc, -5, NULL), -EINVAL);
	assert_string_equal(line, "change link by index: Invalid argument: ifindex -5 is not positive");
	netcfg_set_log(nc, NULL, NULL);
	line[0] = '\0';
	assert_int_equal(netcfg_link_delete(nc, ""), -EINVAL);
	assert_string_equal(line, "");
	netcfg_set_log(NULL, logged, line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(form),
		cmocka_unit_test(first_detail_wins),
		cmocka_unit_test(muted),
		cmocka_unit_test(control_characters),
		cmocka_unit_test(long_names),
		cmocka_unit_test(long_details),
		cmocka_unit_test(odd_numbers),
		handle_test(of_a_handle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
