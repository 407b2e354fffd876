/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L2: what a handle is, and the frame of every public call on one. */
#ifndef HANDLE_H
#define HANDLE_H

#include <netcfg/context.h>

#include <stdbool.h>

#include "arena.h"
#include "deadline.h"
#include "error.h"
#include "forkmark.h"
#include "socket.h"

struct batch;
struct name_table;
struct nl_msg;

struct netcfg {
	struct socket socket; /* in the handle's namespace */
	struct error error;
	struct netcfg_stats stats;
	struct deadline deadline; /* of the call under way */
	int timeout_ms;
	struct forkmark forkmark;       /* who opened it */
	struct arena arena;             /* what the call, or the open batch, has built */
	struct batch *batch;            /* NULL: none was begun */
	bool batch_open;                /* verbs are queued */
	struct name_table *names;       /* the cache; NULL: off */
	struct name_table *batch_names; /* NULL but while a batch is being committed */
	char *netns_dir;                /* NULL: the default */
	struct nl_msg *spare;           /* a message to use again, or NULL while it is in use */
	netcfg_log_fn log;
	void *log_userdata;
};

/*
 * Begin a public call: refuse a bad handle, forget the last error, and note
 * what is being done in case it fails. 0, -EINVAL, -ECHILD, or -EBUSY while a
 * batch is open; on failure the call is over.
 */
int call_begin(struct netcfg *nc, const char *operation, const char *object, const char *relation,
	       const char *other);

/* The same for a verb that an open batch takes. */
int call_begin_queueable(struct netcfg *nc, const char *operation, const char *object,
			 const char *relation, const char *other);

/* End it: turn a failure into the error line, and pass the result through. */
int call_end(struct netcfg *nc, int result);

/* The caller's string, or a copy of it if it must outlive the call; NULL stays NULL. */
const char *handle_keep(struct netcfg *nc, const char *text);

/* Hand a line to the caller's log function, if there is one. */
void handle_log(struct netcfg *nc, int priority, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#define LOG_PRIORITY_ERROR 3 /* as in syslog(3) */
#define LOG_PRIORITY_DEBUG 7

#endif
