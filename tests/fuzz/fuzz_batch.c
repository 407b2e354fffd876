/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A file for netcfg_batch: read line by line, and queued as far as it is about links and what is on
 * them. Nobody answers. */
#include <string.h>
#include <sys/socket.h>

#include "fuzz.h"
#include "input.h"
#include "netcfg_batch/lines.h"
#include "netcfg_batch/parse.h"
#include "netcfg_batch/run.h"

/* A failure has a reason, in one line. */
static void check_failure(const struct failure *f, const char *reason)
{
	must(memchr(f->text, '\0', sizeof(f->text)));
	must(f->text[0] || reason[0]);
	must(!strchr(f->text, '\n') && !strchr(reason, '\n'));
}

static void queue(struct netcfg *nc, struct command *c)
{
	struct failure f = { 0 };

	if (command_way(c) != WAY_ALONE && command_run(nc, c, &f) < 0)
		check_failure(&f, netcfg_error_message(nc));
}

static void take_line(struct netcfg *nc, struct pool *pool, const struct lines *l)
{
	struct failure f = { 0 };
	struct command *c;

	switch (parse_line(pool, l->line, l->len, AF_UNSPEC, &c, &f)) {
	case 1:
		must((unsigned int)c->verb < VERBS);
		queue(nc, c);
		break;
	case -1:
		check_failure(&f, "");
		break;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pool pool = { NULL };
	struct netcfg *nc;
	struct lines l;
	int i, count;

	input = (struct input){ 0 };
	must(netcfg_open(&nc) == 0);
	must(netcfg_batch_begin(nc, 0) == 0);
	lines_of_memory(&l, (const char *)data, size);
	while (lines_next(&l) == LINES_ONE)
		take_line(nc, &pool, &l);
	count = netcfg_batch_count(nc);
	netcfg_batch_commit(nc);
	/* What nobody answered did not work. */
	for (i = 0; i < count; i++)
		must(netcfg_batch_error(nc, i) < 0);
	lines_close(&l);
	pool_free(&pool);
	netcfg_close(nc);
	return 0;
}
