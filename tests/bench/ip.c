/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "ip.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

#define MAX_ARGUMENTS 32

extern char **environ;

static void spawn_and_wait(char *const arguments[], int input, int output)
{
	posix_spawn_file_actions_t actions;
	int err, status;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	if (input >= 0)
		posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
	if (output >= 0)
		posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	err = posix_spawnp(&pid, "ip", &actions, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (err == ENOENT)
		bench_skip("there is no ip command");
	if (err)
		bench_fail("ip: %s", strerror(err));
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			bench_fail("ip: %s", strerror(errno));
	}
	if (status != 0)
		bench_fail("ip %s failed", arguments[1]);
}

FILE *ip_lines(void)
{
	const int fd = memfd_create("lines", MFD_CLOEXEC);
	FILE *lines = fd < 0 ? NULL : fdopen(fd, "w");

	if (!lines)
		bench_fail("memfd: %s", strerror(errno));
	return lines;
}

void ip_batch(FILE *lines)
{
	char name[] = "ip", option[] = "-batch", standard_input[] = "-";
	char *const arguments[] = { name, option, standard_input, NULL };

	fflush(lines);
	lseek(fileno(lines), 0, SEEK_SET);
	spawn_and_wait(arguments, fileno(lines), -1);
}

static void run_words(char *words, int output)
{
	char name[] = "ip";
	char *arguments[MAX_ARGUMENTS] = { name }, *rest, *word;
	int n = 1;

	for (word = strtok_r(words, " ", &rest); word && n < MAX_ARGUMENTS - 1;
	     word = strtok_r(NULL, " ", &rest))
		arguments[n++] = word;
	arguments[n] = NULL;
	spawn_and_wait(arguments, -1, output);
}

void ip_run(const char *format, ...)
{
	char words[512];
	va_list args;

	va_start(args, format);
	vsnprintf(words, sizeof(words), format, args);
	va_end(args);
	run_words(words, -1);
}

void ip_run_unread(const char *words)
{
	const int output = open("/dev/null", O_WRONLY | O_CLOEXEC);
	char copy[512];

	if (output < 0)
		bench_fail("/dev/null: %s", strerror(errno));
	snprintf(copy, sizeof(copy), "%s", words);
	run_words(copy, output);
	close(output);
}
