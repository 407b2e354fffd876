/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/test.h"

#define HERE (-1)

static void become_command(const char *command, int netns_fd, int output_fd)
{
	if (netns_fd != HERE && setns(netns_fd, CLONE_NEWNET) < 0)
		_exit(126);
	if (dup2(output_fd, STDOUT_FILENO) < 0 || dup2(output_fd, STDERR_FILENO) < 0)
		_exit(126);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

static char *read_all(int fd)
{
	size_t size = 4096;
	size_t len = 0;
	char *text = malloc(size);

	assert_non_null(text);
	for (;;) {
		const ssize_t got = read(fd, text + len, size - len - 1);

		if (got < 0 && errno == EINTR)
			continue;
		assert_true(got >= 0);
		if (got == 0)
			break;
		len += (size_t)got;
		if (size - len < 1024) {
			size *= 2;
			text = realloc(text, size);
			assert_non_null(text);
		}
	}
	text[len] = '\0';
	return text;
}

/* Gives the exit status and what the command wrote. */
static int run(const char *command, int netns_fd, char **ret_output)
{
	int pipe_fds[2];
	int status;
	pid_t pid;

	assert_int_equal(pipe2(pipe_fds, O_CLOEXEC), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0)
		become_command(command, netns_fd, pipe_fds[1]);
	close(pipe_fds[1]);
	*ret_output = read_all(pipe_fds[0]);
	close(pipe_fds[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

__attribute__((format(printf, 1, 0))) static char *format(const char *fmt, va_list args)
{
	char *command;

	assert_true(vasprintf(&command, fmt, args) >= 0);
	return command;
}

/* Takes the command over. */
static char *run_ok(char *command, int netns_fd)
{
	char *output;
	const int status = run(command, netns_fd, &output);

	if (status != 0) {
		print_error("`%s` gave %d: %s\n", command, status, output);
		fail();
	}
	free(command);
	return output;
}

int sh(const char *fmt, ...)
{
	va_list args;
	char *command;
	char *output;
	int status;

	va_start(args, fmt);
	command = format(fmt, args);
	va_end(args);
	status = run(command, HERE, &output);
	free(output);
	free(command);
	return status;
}

void sh_ok(const char *fmt, ...)
{
	va_list args;
	char *command;

	va_start(args, fmt);
	command = format(fmt, args);
	va_end(args);
	free(run_ok(command, HERE));
}

void sh_ok_in(int netns_fd, const char *fmt, ...)
{
	va_list args;
	char *command;

	va_start(args, fmt);
	command = format(fmt, args);
	va_end(args);
	free(run_ok(command, netns_fd));
}

char *sh_output(const char *fmt, ...)
{
	va_list args;
	char *command;

	va_start(args, fmt);
	command = format(fmt, args);
	va_end(args);
	return run_ok(command, HERE);
}

char *sh_output_in(int netns_fd, const char *fmt, ...)
{
	va_list args;
	char *command;

	va_start(args, fmt);
	command = format(fmt, args);
	va_end(args);
	return run_ok(command, netns_fd);
}
