/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/test.h"

static const char *name_of(int result)
{
	if (result > 0)
		return "positive";
	return result == 0 ? "success" : strerror(-result);
}

static bool message_fits(const char *message, bool failed)
{
	if (!failed)
		return message[0] == '\0';
	return message[0] != '\0' && !strpbrk(message, "\n\r\t");
}

void check_result(const struct netcfg *nc, int result, int expected, const char *call,
		  const char *file, int line)
{
	const char *message = netcfg_error_message(nc);

	if (result != expected) {
		print_error("%s\n  gave %d (%s), expected %d (%s)\n  message: %s\n", call, result,
			    name_of(result), expected, name_of(expected), message);
		_fail(file, line);
	}
	if (nc && !message_fits(message, result < 0)) {
		print_error("%s\n  gave %d with the message: \"%s\"\n", call, result, message);
		_fail(file, line);
	}
}

struct netcfg_stats stats_now(const struct netcfg *nc)
{
	struct netcfg_stats stats = { .size = sizeof(stats) };

	netcfg_get_stats(nc, &stats);
	return stats;
}

struct netcfg_stats stats_since(const struct netcfg *nc, const struct netcfg_stats *before)
{
	struct netcfg_stats stats = stats_now(nc);

	stats.sends -= before->sends;
	stats.requests -= before->requests;
	stats.replies -= before->replies;
	stats.lookups -= before->lookups;
	stats.cache_hits -= before->cache_hits;
	stats.dumps -= before->dumps;
	return stats;
}

void check_unsent(const struct netcfg *nc, const struct netcfg_stats *before, const char *call,
		  const char *file, int line)
{
	const struct netcfg_stats delta = stats_since(nc, before);

	if (delta.sends == 0 && delta.requests == 0 && delta.lookups == 0)
		return;
	print_error("%s\n  made %llu sends, %llu requests and %llu look-ups, expected none\n", call,
		    (unsigned long long)delta.sends, (unsigned long long)delta.requests,
		    (unsigned long long)delta.lookups);
	_fail(file, line);
}

void check_cost(const struct netcfg *nc, const struct netcfg_stats *before, uint64_t messages,
		uint64_t ioctls, const char *call, const char *file, int line)
{
	const struct netcfg_stats delta = stats_since(nc, before);

	if (delta.requests == messages && delta.lookups == ioctls && delta.dumps == 0)
		return;
	print_error("%s\n  took %llu requests, %llu look-ups, %llu dumps; expected %llu, %llu, 0\n",
		    call, (unsigned long long)delta.requests, (unsigned long long)delta.lookups,
		    (unsigned long long)delta.dumps, (unsigned long long)messages,
		    (unsigned long long)ioctls);
	_fail(file, line);
}

void check_message(const struct netcfg *nc, const char *text, const char *file, int line)
{
	const char *message = netcfg_error_message(nc);

	if (strstr(message, text))
		return;
	print_error("no \"%s\" in the message: \"%s\"\n", text, message);
	_fail(file, line);
}

void check_cause(const struct netcfg *nc, int error, const char *text, bool there, const char *file,
		 int line)
{
	const char *message = netcfg_error_message(nc);
	const char *cause = strstr(message, strerror(error));

	if (cause && !!strstr(cause, text) == there)
		return;
	print_error("\"%s\" is %s behind \"%s\" in the message: \"%s\"\n", text,
		    there ? "missing" : "there", strerror(error), message);
	_fail(file, line);
}
