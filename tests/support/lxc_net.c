/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/lxc_net.h"

#include <stdlib.h>
#include <unistd.h>

#include "support/test.h"

#define PROGRAM TEST_EXAMPLES_DIR "/lxc_net"
#define WRITTEN "/run/written.conf"

void need_lxc_net(void)
{
	need(access(PROGRAM, X_OK) == 0, PROGRAM);
}

void lxc_begin_empty(struct lxc *lxc)
{
	*lxc = (struct lxc){ .file = WRITTEN, .inside = netns_new_named("c1") };
	lxc->host_links = count_links();
}

void lxc_write(struct lxc *lxc, const char *text)
{
	FILE *stream = fopen(WRITTEN, "we");

	assert_non_null(stream);
	assert_true(fputs(text, stream) >= 0);
	assert_int_equal(fclose(stream), 0);
	lxc->file = WRITTEN;
}

/* "# host: link add ...; addr add ...": each is for ip. */
static void prepare_host(const char *path)
{
	FILE *stream = fopen(path, "re");
	char line[1024];
	char *rest = NULL;

	if (!stream)
		print_error("there is no %s\n", path);
	assert_non_null(stream);
	while (!rest && fgets(line, sizeof(line), stream))
		rest = strncmp(line, "# host: ", 8) ? NULL : line + 8;
	fclose(stream);
	assert_non_null(rest);
	rest[strcspn(rest, "\r\n")] = '\0';
	for (char *part = strtok(rest, ";"); part; part = strtok(NULL, ";"))
		sh_ok("ip %s", part);
}

void lxc_begin(struct lxc *lxc, const char *name)
{
	static char path[PATH_MAX];

	snprintf(path, sizeof(path), TEST_FORMS_DIR "/lxc/%s.conf", name);
	prepare_host(path);
	lxc_begin_empty(lxc);
	lxc->file = path;
}

int lxc_run(struct lxc *lxc, const char *fmt, ...)
{
	va_list args;
	char *arguments, *status;

	va_start(args, fmt);
	assert_true(vasprintf(&arguments, fmt, args) >= 0);
	va_end(args);
	free(lxc->said);
	lxc->said = sh_output("'%s' %s; echo status=$?", PROGRAM, arguments);
	free(arguments);
	status = strstr(lxc->said, "status=");
	assert_non_null(status);
	return atoi(status + strlen("status="));
}

static void must_succeed(struct lxc *lxc, int status)
{
	if (status)
		print_error("%s: %s\n", lxc->file, lxc->said);
	assert_int_equal(status, 0);
}

void lxc_up(struct lxc *lxc)
{
	must_succeed(lxc, lxc_run(lxc, "up -v c1 '%s'", lxc->file));
}

void lxc_down(struct lxc *lxc)
{
	must_succeed(lxc, lxc_run(lxc, "down c1"));
}

void lxc_said(const struct lxc *lxc, const char *text)
{
	if (!strstr(lxc->said, text))
		print_error("said: %s\nnot: %s\n", lxc->said, text);
	assert_non_null(strstr(lxc->said, text));
}

void lxc_up_fails(struct lxc *lxc, const char *text)
{
	const int status = lxc_run(lxc, "up c1 '%s'", lxc->file);

	if (status != 1)
		print_error("%s: %s\n", lxc->file, lxc->said);
	assert_int_equal(status, 1);
	lxc_said(lxc, text);
	lxc_nothing_left(lxc);
}

void lxc_sent(const struct lxc *lxc, unsigned int host, unsigned int inside)
{
	const char *at = strstr(lxc->said, "host: ");
	unsigned int host_sends, inside_sends;

	assert_non_null(at);
	assert_int_equal(sscanf(at, "host: %u sends", &host_sends), 1);
	at = strstr(at, "container: ");
	assert_non_null(at);
	assert_int_equal(sscanf(at, "container: %u sends", &inside_sends), 1);
	assert_in_range(host_sends, 1, host);
	assert_in_range(inside_sends, 1, inside);
}

void lxc_nothing_left(const struct lxc *lxc)
{
	assert_int_equal(count_links(), lxc->host_links);
	assert_int_equal(count_links_in(lxc->inside), 1);
	assert_int_equal(sh("test -e /run/lxc_net/c1"), 1);
}

void lxc_end(struct lxc *lxc)
{
	close(lxc->inside);
	free(lxc->said);
	*lxc = (struct lxc){ .inside = -1 };
}

void check_shows(int netns_fd, const char *command, const char *text, int there, const char *file,
		 int line)
{
	char *output =
		netns_fd < 0 ? sh_output("%s", command) : sh_output_in(netns_fd, "%s", command);

	if (!strstr(output, text) == !!there) {
		print_error("`%s` shows%s %s: %s\n", command, there ? " no" : "", text, output);
		_fail(file, line);
	}
	free(output);
}
