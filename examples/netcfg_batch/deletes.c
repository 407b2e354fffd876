/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Many deletes of links at once, for the price of a few.
 *
 * The library counts a link as deleted that goes with another one of the same call: a pair's other
 * end, a VLAN of a parent, a link that is named twice. For ip such a line fails, and without -force
 * ends the run. So links are looked at first, and those up to the first such line go together.
 */
#include <stdio.h>
#include <string.h>

#include "run.h"
#include "segment.h"

/* A chain of parents longer than this is left to be found out. */
#define PARENTS_MAX 16

struct doomed {
	int32_t ifindex[PENDING_MAX];
	size_t count;
};

static bool is_doomed(const struct doomed *d, int32_t ifindex)
{
	for (size_t i = 0; i < d->count; i++) {
		if (d->ifindex[i] == ifindex)
			return true;
	}
	return false;
}

/*
 * Does the link surely stay while those that are doomed go? In doubt not, as with a parent in
 * another namespace, where we do not look.
 */
static bool is_apart(struct netcfg *nc, const struct doomed *d, struct netcfg_link_info info)
{
	for (int depth = 0; depth < PARENTS_MAX; depth++) {
		const bool near = info.link_netnsid < 0;

		if (is_doomed(d, info.ifindex))
			return false;
		if (info.peer)
			return !near || !is_doomed(d, info.peer);
		if (!info.parent)
			return true;
		if (!near || netcfg_link_get_by_index(nc, info.parent, &info))
			return false;
	}
	return false;
}

/* How many from the first one on are there, can be deleted, and are apart from each other. */
static size_t safe_count(struct netcfg *nc, struct command *const *commands, size_t count,
			 const char **names)
{
	static struct doomed doomed;
	size_t n = 0;

	doomed.count = 0;
	while (n < count && command_way(commands[n]) == WAY_DELETE) {
		struct netcfg_link_info info = { .size = sizeof(info) };

		names[n] = commands[n]->u.link.near.dev;
		if (netcfg_link_get(nc, names[n], &info) || !info.kind[0] ||
		    !is_apart(nc, &doomed, info))
			break;
		doomed.ifindex[doomed.count++] = info.ifindex;
		n++;
	}
	return n;
}

size_t deletes_run(struct runner *r, struct netcfg *nc, struct command *const *commands,
		   size_t count)
{
	static const char *names[PENDING_MAX];
	static int errors[PENDING_MAX];
	const size_t n = safe_count(nc, commands, count, names);
	struct failure f = { .text = "" };
	int failed;

	if (n < 2)
		return 0;
	failed = netcfg_link_delete_many(nc, names, n, errors);
	if (failed < 0)
		return 0; /* singly, then it is told of each */
	for (size_t i = 0; i < n; i++) {
		if (errors[i])
			refuse(&f, "delete link \"%s\": %s", names[i], strerror(-errors[i]));
		runner_note(r, commands[i], errors[i] ? &f : NULL);
	}
	return n;
}
