/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "handle.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

/* A call fails before it has begun. */
static int refuse(struct netcfg *nc, int err, const char *why)
{
	error_detail(&nc->error, err, "%s", why);
	return call_end(nc, err);
}

int call_begin_queueable(struct netcfg *nc, const char *operation, const char *object,
			 const char *relation, const char *other)
{
	if (!nc)
		return -EINVAL;
	error_begin(&nc->error, operation, object, relation, other);
	deadline_init(&nc->deadline, nc->timeout_ms);
	/* A child would read replies that are the parent's. */
	if (forkmark_is_child(&nc->forkmark))
		return refuse(nc, -ECHILD, "the handle was opened by another process");
	if (!nc->batch_open)
		arena_reset(&nc->arena);
	return 0;
}

int call_begin(struct netcfg *nc, const char *operation, const char *object, const char *relation,
	       const char *other)
{
	int err = call_begin_queueable(nc, operation, object, relation, other);

	if (!err && nc->batch_open)
		err = refuse(nc, -EBUSY, "a batch is open");
	return err;
}

int call_end(struct netcfg *nc, int result)
{
	if (result >= 0)
		return result;
	error_finish(&nc->error, result);
	handle_log(nc, LOG_PRIORITY_ERROR, "%s", nc->error.text);
	return result;
}

const char *handle_keep(struct netcfg *nc, const char *text)
{
	if (!text || !nc->batch_open)
		return text;
	return arena_string(&nc->arena, text);
}

void handle_log(struct netcfg *nc, int priority, const char *format, ...)
{
	char line[sizeof(nc->error.text)];
	va_list args;

	if (!nc->log)
		return;
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	nc->log(priority, line, nc->log_userdata);
}
