/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * netcfg_batch: carries out files of the form that `ip -batch` reads, with the library. What it
 * takes, and where it differs from ip on purpose, is in the text of --help (usage.c).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner.h"
#include "support/options.h"
#include "usage.h"
#include "words.h"

struct options {
	struct runner *runner;
	const char *const *files;
	int count;
};

/* 0, 1 for --help, -1. Options are as those of ip: one dash or two, whole words or their beginning.
 */
static int read_options(struct options *o, int argc, char **argv)
{
	int i;

	for (i = 1; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
		const char *word = argv[i] + 1;

		if (word_is(word, "-")) {
			i++;
			break;
		}
		if (*word == '-')
			word++;
		if (word_is(word, "4")) {
			o->runner->family = AF_INET;
		} else if (word_is(word, "6")) {
			o->runner->family = AF_INET6;
		} else if (word_is(word, "n") || word_is(word, "netns")) {
			if (++i == argc) {
				fprintf(stderr, "netcfg_batch: %s needs a name\n", argv[i - 1]);
				return -1;
			}
			o->runner->netns = argv[i];
		} else if ((word[0] == 'f' && word[1] == 'o' && word_begins(word, "force"))) {
			o->runner->force = true;
		} else if (word_is(word, "help") || word_is(word, "h")) {
			return 1;
		} else if (!word_begins(word, "batch")) {
			fprintf(stderr, "netcfg_batch: unknown option \"%s\"; try --help\n",
				argv[i]);
			return -1;
		}
		/* "-batch FILE": the file is the next word in any case. */
	}
	o->files = (const char *const *)argv + i;
	o->count = argc - i;
	return 0;
}

static int complain(struct runner *r, const char *file, const char *what, int error)
{
	fprintf(stderr, "netcfg_batch: %s \"%s\": %s\n", what, file, strerror(error));
	r->failed = true;
	return r->force ? 0 : -1;
}

static int run_file(struct runner *r, const char *file)
{
	struct stat info;
	int fd, result;

	if (word_is(file, "-"))
		return runner_file(r, STDIN_FILENO, "-");
	fd = open(file, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return complain(r, file, "cannot open", errno);
	if (fstat(fd, &info) == 0 && S_ISDIR(info.st_mode)) {
		close(fd);
		return complain(r, file, "cannot read", EISDIR);
	}
	result = runner_file(r, fd, file);
	close(fd);
	return result;
}

int main(int argc, char **argv)
{
	static struct runner r;
	struct options o = { .runner = &r };
	int result;

	if (hold_standard_files())
		return 1;
	result = read_options(&o, argc, argv);
	if (result) {
		if (result > 0)
			usage(stdout);
		return result > 0 ? close_stdout() : 2;
	}
	if (runner_open(&r))
		return 1;
	if (!o.count)
		run_file(&r, "-");
	for (int i = 0; i < o.count && run_file(&r, o.files[i]) == 0; i++)
		;
	runner_close(&r);
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "netcfg_batch: cannot write: %s\n", strerror(errno));
		return 1;
	}
	return r.failed ? 1 : 0;
}
