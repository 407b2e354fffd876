/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "support/batch_side.h"
#include "support/json_lines.h"
#include "support/test.h"

#define PID_MARK "@PID@"

#define SETTLE_TRIES 200
#define SETTLE_WAIT  20000 /* microseconds, beside what it takes to look */

/*
 * Proxy entries without a link are not looked at: the kernel keeps them when their namespace is
 * gone (6.18), and whichever new one gets the same memory has them.
 */
static const char state_script[] =
	"without_stray() {\n"
	"	sed -e 's/{\"dst\":\"[^\"]*\",\"proxy\":null},//g' "
	"-e 's/,\\{0,1\\}{\"dst\":\"[^\"]*\",\"proxy\":null}//g'\n"
	"}\n"
	"dump() {\n"
	"	printf 'link show\\naddr show\\nroute show table all\\nneigh show nud all\\n"
	"neigh show proxy\\n' | ip \"$@\" -4 -j -d -batch -\n"
	"	printf 'addr show\\nroute show table all\\nneigh show nud all\\nneigh show proxy\\n' |\n"
	"		ip \"$@\" -6 -j -d -batch -\n"
	"}\n"
	"echo @here; dump | without_stray\n"
	"for n in /run/netns/*; do\n"
	"	[ -e \"$n\" ] || exit 0\n"
	"	echo \"@${n##*/}\"; dump -n \"${n##*/}\" | without_stray\n"
	"done\n"
	"ip netns list | sort | sed 's/^/@netns /'\n";

struct batch_text batch_text_read(const char *path)
{
	struct batch_text t = { NULL, 0 };
	FILE *f = fopen(path, "re");
	size_t room = 0, got;

	if (!f)
		print_error("%s: %s\n", path, strerror(errno));
	assert_non_null(f);
	do {
		room += 65536;
		t.bytes = realloc(t.bytes, room + 1);
		assert_non_null(t.bytes);
		got = fread(t.bytes + t.len, 1, room - t.len, f);
		t.len += got;
	} while (t.len == room);
	t.bytes[t.len] = '\0';
	fclose(f);
	return t;
}

/* From here on in the child. */

static int write_text(const struct batch_text *t, const char *path)
{
	const char *mark = memmem(t->bytes, t->len, PID_MARK, strlen(PID_MARK));
	const char *from = t->bytes;
	FILE *f = fopen(path, "we");

	side_check(f != NULL);
	while (mark) {
		fwrite(from, 1, (size_t)(mark - from), f);
		fprintf(f, "%d", (int)getpid());
		from = mark + strlen(PID_MARK);
		mark = memmem(from, t->len - (size_t)(from - t->bytes), PID_MARK, strlen(PID_MARK));
	}
	fwrite(from, 1, t->len - (size_t)(from - t->bytes), f);
	side_check(fclose(f) == 0);
	return 0;
}

static int enter(void)
{
	side_check(unshare(CLONE_NEWNET | CLONE_NEWNS) == 0);
	side_check(mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) == 0);
	side_check(mount("tmpfs", "/run", "tmpfs", 0, "mode=0755") == 0);
	side_check(mkdir("/run/netns", 0755) == 0);
	side_check(chdir("/run") == 0);
	/* Looking for others who have an address takes a second. */
	side_write_file("/proc/sys/net/ipv6/conf/default/accept_dad", "0");
	return 0;
}

static int run_batch(const struct batch_side *b)
{
	struct timespec from, to;
	char command[1200], seconds[32], path[288];
	int status;
	FILE *f;

	snprintf(command, sizeof(command), "{ %s\n} >%s/out 2>%s/err </dev/null", b->command, b->dir,
		 b->dir);
	clock_gettime(CLOCK_MONOTONIC, &from);
	status = system(command);
	clock_gettime(CLOCK_MONOTONIC, &to);
	snprintf(path, sizeof(path), "%s/status", b->dir);
	f = fopen(path, "we");
	side_check(f != NULL);
	fprintf(f, "%d", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
	fclose(f);
	snprintf(path, sizeof(path), "%s/seconds", b->dir);
	f = fopen(path, "we");
	side_check(f != NULL);
	snprintf(seconds, sizeof(seconds), "%.2f",
		 (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9);
	fputs(seconds, f);
	fclose(f);
	return 0;
}

static int child(struct side *self, void *arg)
{
	const struct batch_side *b = arg;
	char command[640], script[288];
	FILE *f;

	side_check(enter() == 0);
	side_check(write_text(&b->text, "/run/f") == 0);
	snprintf(script, sizeof(script), "%s/script", b->dir);
	f = fopen(script, "we");
	side_check(f != NULL);
	fputs(state_script, f);
	side_check(fclose(f) == 0);
	side_check(run_batch(b) == 0);
	side_check(side_tell(self));
	snprintf(command, sizeof(command), "sh %s >%s/state 2>/dev/null </dev/null", script,
		 b->dir);
	while (side_await(self)) {
		int status = system(command);

		(void)status; /* a namespace may be broken on purpose: the state shows it */
		if (!side_tell(self))
			break;
	}
	return 0;
}

/* From here on in the test. */

void batch_side_start(struct batch_side *b, const struct batch_text *text, const char *command)
{
	b->text = *text;
	b->command = command;
	snprintf(b->dir, sizeof(b->dir), "%s/netcfg-batch-XXXXXX",
		 getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	assert_non_null(mkdtemp(b->dir));
	side_start(&b->side, child, b);
}

char *batch_side_output(const struct batch_side *b, const char *what)
{
	char path[288];

	snprintf(path, sizeof(path), "%s/%s", b->dir, what);
	return batch_text_read(path).bytes;
}

int batch_side_wait(struct batch_side *b)
{
	char *text;
	int status;

	assert_true(side_await(&b->side));
	text = batch_side_output(b, "status");
	status = atoi(text);
	free(text);
	return status;
}

char *batch_side_state(struct batch_side *b, const char *given)
{
	char *text, *lines;

	assert_true(side_tell(&b->side));
	assert_true(side_await(&b->side));
	text = batch_side_output(b, "state");
	lines = json_lines(text, given);
	free(text);
	return lines;
}

/* Lines of "a" that "b" has not. */
static void print_missing(const char *a, const char *b, char sign)
{
	while (*a) {
		const size_t len = strcspn(a, "\n") + 1;
		char *line = strndup(a, len);

		assert_non_null(line);
		if (!strstr(b, line))
			print_error("%c %s", sign, line);
		free(line);
		a += len;
	}
}

bool batch_sides_agree(struct batch_side *one, struct batch_side *two, const char *given)
{
	for (int i = 0; i < SETTLE_TRIES; i++) {
		char *a = batch_side_state(one, given), *b = batch_side_state(two, given);
		const bool same = strcmp(a, b) == 0;

		if (!same && i + 1 == SETTLE_TRIES) {
			print_missing(a, b, '-');
			print_missing(b, a, '+');
		}
		free(a);
		free(b);
		if (same)
			return true;
		usleep(SETTLE_WAIT);
	}
	return false;
}

void batch_side_end(struct batch_side *b)
{
	assert_int_equal(side_end(&b->side), 0);
	sh("rm -rf %s", b->dir);
}
