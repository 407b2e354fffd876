/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a scenario is, and what the one who runs it gives it.
 *
 * A scenario compares peers: several ways of doing the same thing. Each run of a peer is a
 * process of its own, so it may change namespaces, and ends by failing whenever something goes
 * wrong: a figure comes only from work that was done.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

#define EXIT_SKIPPED 77

/* What is known of one run. Fields that a peer does not set are not known (NAN). */
enum metric {
	WALL_US,  /* wall time for one operation: the mean, or the median where each is timed */
	CPU_US,   /* CPU for one operation, in this process and its children */
	USER_US,  /* that part of it which is outside the kernel, as sampled by the clock's tick */
	PROBE_MS, /* the longest that another process waited for a set that changes nothing */
	LOOKUPS,  /* names that were looked up, in all */
	SENDS,    /* sends on the handle (or socket) of the measured namespace, per operation */
	SENDS_THERE, /* sends on that in the container, per operation */
	BYTES,       /* memory for one queued request */
	BEYOND,      /* the same without the message itself */
	METRICS
};

struct sample {
	double value[METRICS];
	double ops; /* how many operations were done */
};

/* What one run is about, and what it found. */
struct run {
	const struct scenario *scenario;
	const char *peer;
	const void *arg; /* the scenario's */
	unsigned int size;
	unsigned int ops;  /* how many operations to do */
	unsigned int turn; /* differs between the runs in one namespace */
	struct sample sample;

	/* For measure.c. */
	double *laps;
	unsigned int lap_count;
	double begun, lap_begun;
	struct rusage self, children;
};

struct peer {
	const char *name;
	void (*run)(struct run *run);
	unsigned int max_ops; /* fewer, where operations are slow and all alike; 0: no limit */
};

/* For whom a size is. */
enum when { FULL = 1, DEFAULT = 2, SMOKE = 4 };

struct size {
	unsigned int size;
	unsigned int when;
	unsigned int max_rounds; /* fewer, where a round takes long; 0: no limit */
};

struct scenario {
	const char *name;
	const char *title;
	const char *unit;         /* of what the time is */
	const char *size_is;      /* what the size counts */
	const struct size *sizes; /* ends with size 0 and when 0 */
	unsigned int ops;         /* 0: as many as the size says */
	unsigned int smoke_ops;
	void (*need)(void); /* ends its process with EXIT_SKIPPED if this kernel cannot; or NULL */
	void (*setup)(struct run *run); /* in the new namespace, not timed; or NULL */
	const struct peer *peers;       /* ends with a NULL name */
	const void *arg;
	bool shared;         /* the peers take turns in one namespace, which takes long to set up */
	unsigned int passes; /* how often, then; 0: once */
};

/* A run ends here: with a line on stderr, and a status that says so. */
__attribute__((format(printf, 1, 2))) _Noreturn void bench_fail(const char *format, ...);
__attribute__((format(printf, 1, 2))) _Noreturn void bench_skip(const char *format, ...);

/* All there are, ending with NULL. */
extern const struct scenario *const all_scenarios[];

#endif
