/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Children, threads, and what the kernel says about this process. */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "support/side.h"

void side_report(const char *file, int line, const char *condition)
{
	fprintf(stderr, "%s:%d: failed: %s\n", file, line, condition);
}

/* A result of fn as an exit status, and back. */
static _Noreturn void child_exit(int result)
{
	fflush(stderr);
	_exit(result == 0 ? 0 : result == SIDE_SKIP ? SIDE_SKIP : 1);
}

static int child_wait(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	if (WIFSIGNALED(status))
		fprintf(stderr, "child ended by signal %d\n", WTERMSIG(status));
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void side_start(struct side *side, int (*fn)(struct side *self, void *arg), void *arg)
{
	struct side self;
	int down[2], up[2];

	fflush(NULL);
	if (pipe2(down, O_CLOEXEC) < 0 || pipe2(up, O_CLOEXEC) < 0)
		abort();
	side->pid = fork();
	if (side->pid < 0)
		abort();
	if (side->pid == 0) {
		self = (struct side){ .pid = 0, .to = up[1], .from = down[0] };
		close(down[1]);
		close(up[0]);
		/* A test that fails jumps over side_end(): its children must not stay. */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		child_exit(fn(&self, arg));
	}
	close(down[0]);
	close(up[1]);
	side->to = down[1];
	side->from = up[0];
}

int side_end(struct side *side)
{
	close(side->to);
	close(side->from);
	return child_wait(side->pid);
}

bool side_tell(const struct side *side)
{
	return write(side->to, "", 1) == 1;
}

bool side_await(const struct side *side)
{
	char byte;
	ssize_t n;

	do
		n = read(side->from, &byte, 1);
	while (n < 0 && errno == EINTR);
	return n == 1;
}

struct side_thread {
	pthread_t thread;
	pthread_barrier_t *start;
	int (*fn)(int number, void *arg);
	void *arg;
	int number;
	int result;
};

static void *thread_main(void *data)
{
	struct side_thread *self = data;

	pthread_barrier_wait(self->start);
	self->result = self->fn(self->number, self->arg);
	return NULL;
}

int side_threads(int count, int (*fn)(int number, void *arg), void *arg)
{
	struct side_thread *threads = calloc((size_t)count, sizeof(*threads));
	pthread_barrier_t start;
	int failed = 0;

	if (!threads || pthread_barrier_init(&start, NULL, (unsigned int)count) != 0)
		abort();
	for (int i = 0; i < count; i++) {
		threads[i] =
			(struct side_thread){ .start = &start, .fn = fn, .arg = arg, .number = i };
		if (pthread_create(&threads[i].thread, NULL, thread_main, &threads[i]) != 0)
			abort();
	}
	for (int i = 0; i < count; i++) {
		pthread_join(threads[i].thread, NULL);
		failed += threads[i].result != 0;
	}
	pthread_barrier_destroy(&start);
	free(threads);
	return failed;
}

static int do_nothing(int number, void *arg)
{
	(void)number;
	(void)arg;
	return 0;
}

void side_first_thread(void)
{
	side_threads(1, do_nothing, NULL);
}

bool side_eventually(bool (*done)(void *arg), void *arg)
{
	const struct timespec pause = { .tv_nsec = 20000000 };

	for (int i = 0; i < 500; i++) {
		if (done(arg))
			return true;
		nanosleep(&pause, NULL);
	}
	return done(arg);
}

ino_t side_netns(void)
{
	struct stat st;

	if (stat("/proc/thread-self/ns/net", &st) < 0)
		abort();
	return st.st_ino;
}

struct mount_line {
	int id;
	int parent;
	bool shared;
	char point[4096];
};

/* All of mountinfo; the caller frees it. */
static struct mount_line *read_mounts(size_t *ret_count)
{
	FILE *file = fopen("/proc/self/mountinfo", "re");
	struct mount_line *mounts = NULL;
	char *line = NULL;
	size_t size = 0, count = 0;

	if (!file)
		abort();
	while (getline(&line, &size, file) >= 0) {
		struct mount_line *m;

		mounts = realloc(mounts, (count + 1) * sizeof(*mounts));
		if (!mounts)
			abort();
		m = &mounts[count];
		/* id, parent, device, root, mount point, options, optional fields, "-"... */
		if (sscanf(line, "%d %d %*s %*s %4095s", &m->id, &m->parent, m->point) != 3)
			continue;
		m->shared = strstr(line, " shared:") != NULL;
		count++;
	}
	free(line);
	fclose(file);
	*ret_count = count;
	return mounts;
}

static const struct mount_line *find_mount(const struct mount_line *mounts, size_t count, int id)
{
	for (size_t i = 0; i < count; i++)
		if (mounts[i].id == id)
			return &mounts[i];
	return NULL;
}

/* Does another mount with the same path lie on this one? */
static bool is_covered(const struct mount_line *mounts, size_t count, const struct mount_line *m)
{
	for (size_t i = 0; i < count; i++)
		if (mounts[i].parent == m->id && strcmp(mounts[i].point, m->point) == 0)
			return true;
	return false;
}

/* The /run that is seen. */
static const struct mount_line *find_run(const struct mount_line *mounts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(mounts[i].point, "/run") == 0 && !is_covered(mounts, count, &mounts[i]))
			return &mounts[i];
	return NULL;
}

/* The host may have mounts of the same paths, which the sandbox's /run hides. */
static bool in_sandbox(const struct mount_line *mounts, size_t count, const struct mount_line *m)
{
	const struct mount_line *run = find_run(mounts, count);

	while (m && m != run)
		m = find_mount(mounts, count, m->parent);
	return m != NULL;
}

static int count_mounts(const char *path, bool shared)
{
	size_t count;
	struct mount_line *mounts = read_mounts(&count);
	int found = 0;

	for (size_t i = 0; i < count; i++)
		if (strcmp(mounts[i].point, path) == 0 && (!shared || mounts[i].shared))
			found += in_sandbox(mounts, count, &mounts[i]);
	free(mounts);
	return found;
}

int side_mounts(const char *path)
{
	return count_mounts(path, false);
}

int side_mounts_shared(const char *path)
{
	return count_mounts(path, true);
}

int side_write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t n;

	if (fd < 0)
		return -1;
	n = write(fd, text, strlen(text));
	close(fd);
	return n == (ssize_t)strlen(text) ? 0 : -1;
}

int side_drop_privilege(void)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = { { 0 } };

	return (int)syscall(SYS_capset, &header, data);
}
