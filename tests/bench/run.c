/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "measure.h"
#include "options.h"
#include "sandbox.h"

#define LIMIT_S 1800 /* a run that takes longer hangs */

/* What comes through the pipe, written in one piece. */
struct record {
	size_t peer;
	int status; /* exit status of the run: there is a sample if it is 0 */
	struct sample sample;
};

static void put_record(int out, const struct record *record)
{
	if (write(out, record, sizeof(*record)) != (ssize_t)sizeof(*record))
		bench_fail("cannot report");
}

/* A process that ends with the one that started it, and in any case. */
static pid_t start_process(void)
{
	const pid_t pid = fork();

	if (pid < 0)
		bench_fail("fork");
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		alarm(LIMIT_S);
	}
	return pid;
}

static int wait_for(pid_t pid)
{
	int status;

	if (waitpid(pid, &status, 0) < 0)
		bench_fail("waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void forget_sample(struct sample *sample)
{
	size_t i;

	for (i = 0; i < METRICS; i++)
		sample->value[i] = (double)NAN;
	sample->ops = 0;
}

/* One run of one peer, in a process of its own; its exit status. */
static int run_peer(struct run *run, size_t peer, bool new_namespace, int out)
{
	const struct peer *p = &run->scenario->peers[peer];
	struct record record = { .peer = peer };
	const pid_t pid = start_process();

	if (pid != 0)
		return wait_for(pid);
	run->peer = p->name;
	if (p->max_ops && run->ops > p->max_ops)
		run->ops = p->max_ops;
	if (new_namespace) {
		sandbox_renew();
		if (run->scenario->setup)
			run->scenario->setup(run);
	}
	forget_sample(&run->sample);
	p->run(run);
	record.sample = run->sample;
	put_record(out, &record);
	_exit(0);
}

static void take_record(struct result *result, const struct record *record)
{
	struct series *s = &result->series[record->peer];

	if (record->status == EXIT_SKIPPED)
		s->state = SKIPPED;
	else if (record->status != 0)
		s->state = FAILED;
	else if (s->count < MAX_SAMPLES)
		s->samples[s->count++] = record->sample;
	if (s->state == FAILED)
		fprintf(stderr, "netcfg_bench: %s, %u, %s: failed, status %d\n",
			result->scenario->name, result->size, s->peer, record->status);
}

static void read_records(struct result *result, int in)
{
	struct record record;

	while (read(in, &record, sizeof(record)) == (ssize_t)sizeof(record))
		take_record(result, &record);
}

static void open_pipe(int ends[2])
{
	if (pipe(ends) < 0)
		bench_fail("pipe");
}

/* Each time another peer is the first. */
static size_t nth_peer(const struct result *result, size_t n, unsigned int time)
{
	return (n + time) % result->peer_count;
}

/* A round in which each peer has a namespace of its own. */
static void round_of_namespaces(struct result *result, struct run *run, unsigned int round)
{
	size_t n, peer;
	int ends[2];

	for (n = 0; n < result->peer_count; n++) {
		struct record record = { .peer = nth_peer(result, n, round) };

		peer = record.peer;
		if (result->series[peer].state != RUNS)
			continue;
		open_pipe(ends);
		record.status = run_peer(run, peer, true, ends[1]);
		close(ends[1]);
		if (record.status)
			take_record(result, &record);
		else
			read_records(result, ends[0]);
		close(ends[0]);
		sandbox_settle();
	}
}

/* In the process that has the namespace in which the peers take turns. */
static void take_turns(const struct result *result, struct run *run, unsigned int round, int out)
{
	const unsigned int passes = run->scenario->passes ? run->scenario->passes : 1;
	bool given_up[MAX_PEERS] = { false };
	unsigned int pass;
	size_t n, peer;

	for (pass = 0; pass < passes; pass++) {
		for (n = 0; n < result->peer_count; n++) {
			struct record record = { .peer = nth_peer(result, n, round + pass) };

			peer = record.peer;
			if (result->series[peer].state != RUNS || given_up[peer])
				continue;
			run->turn++;
			record.status = run_peer(run, peer, false, out);
			given_up[peer] = record.status != 0;
			if (record.status)
				put_record(out, &record);
		}
	}
}

/* A round in which they share one. */
static void round_in_turn(struct result *result, struct run *run, unsigned int round)
{
	int ends[2], status;
	pid_t pid;

	open_pipe(ends);
	pid = start_process();
	if (pid == 0) {
		close(ends[0]);
		sandbox_renew();
		if (run->scenario->setup)
			run->scenario->setup(run);
		take_turns(result, run, round, ends[1]);
		_exit(0);
	}
	close(ends[1]);
	read_records(result, ends[0]);
	close(ends[0]);
	status = wait_for(pid);
	if (status)
		fprintf(stderr, "netcfg_bench: %s, %u: setting up failed, status %d\n",
			result->scenario->name, result->size, status);
	sandbox_settle();
}

static void begin_result(struct result *result, const struct scenario *scenario,
			 const struct size *size, const struct options *options)
{
	size_t i;

	memset(result, 0, sizeof(*result));
	result->scenario = scenario;
	result->size = size->size;
	result->rounds = options->rounds;
	if (size->max_rounds && result->rounds > size->max_rounds)
		result->rounds = size->max_rounds;
	for (i = 0; scenario->peers[i].name && i < MAX_PEERS; i++)
		result->series[i].peer = scenario->peers[i].name;
	result->peer_count = i;
}

static void begin_run(struct run *run, const struct result *result, const struct options *options)
{
	const struct scenario *s = result->scenario;

	memset(run, 0, sizeof(*run));
	run->scenario = s;
	run->arg = s->arg;
	run->size = result->size;
	run->ops = options->when & SMOKE ? s->smoke_ops : s->ops;
	if (!run->ops)
		run->ops = result->size;
}

/* The kernel's first use of so much memory is dear: not in the first round. */
static void warm_up(struct result *result, struct run *run)
{
	size_t peer;
	int ends[2];

	for (peer = 0; peer < result->peer_count; peer++) {
		if (strcmp(result->series[peer].peer, "raw") != 0)
			continue;
		open_pipe(ends);
		run_peer(run, peer, true, ends[1]);
		close(ends[0]);
		close(ends[1]);
		sandbox_settle();
	}
}

static bool is_possible(const struct scenario *scenario)
{
	pid_t pid;

	if (!scenario->need)
		return true;
	pid = start_process();
	if (pid == 0) {
		sandbox_renew();
		scenario->need();
		_exit(0);
	}
	return wait_for(pid) != EXIT_SKIPPED;
}

static void skip_all(struct result *result)
{
	size_t peer;

	for (peer = 0; peer < result->peer_count; peer++)
		result->series[peer].state = SKIPPED;
}

void run_size(struct result *result, const struct scenario *scenario, const struct size *size,
	      const struct options *options)
{
	const double begun = clock_us();
	struct run run;
	unsigned int round;

	begin_result(result, scenario, size, options);
	begin_run(&run, result, options);
	if (!is_possible(scenario)) {
		skip_all(result);
		return;
	}
	if (!scenario->shared && !(options->when & SMOKE))
		warm_up(result, &run);
	for (round = 0; round < result->rounds; round++) {
		if (scenario->shared)
			round_in_turn(result, &run, round);
		else
			round_of_namespaces(result, &run, round);
	}
	fprintf(stderr, "netcfg_bench: %s %u: %u rounds took %.0f s\n", scenario->name, size->size,
		result->rounds, (clock_us() - begun) / 1e6);
}
