/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "numbers.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool number_read_base(const char *word, int base, uint32_t max, uint32_t *ret_number)
{
	unsigned long long number;
	char *end;

	if (!isxdigit((unsigned char)*word)) /* strtoull() takes blanks and signs */
		return false;
	errno = 0;
	number = strtoull(word, &end, base);
	if (errno || *end || end == word || number > max)
		return false;
	*ret_number = (uint32_t)number;
	return true;
}

bool number_read(const char *word, uint32_t max, uint32_t *ret_number)
{
	return number_read_base(word, 0, max, ret_number);
}

struct named {
	const char *name;
	uint32_t number;
};

/* What iproute2 has built in: rtnetlink(7) and <linux/rtnetlink.h>. */
static const struct named tables[] = {
	{ "default", 253 },
	{ "main", 254 },
	{ "local", 255 },
	{ NULL, 0 },
};
static const struct named protocols[] = {
	{ "redirect", 1 }, { "kernel", 2 },      { "boot", 3 },   { "static", 4 },
	{ "gated", 8 },    { "ra", 9 },          { "mrt", 10 },   { "zebra", 11 },
	{ "bird", 12 },    { "dnrouted", 13 },   { "xorp", 14 },  { "ntk", 15 },
	{ "dhcp", 16 },    { "keepalived", 18 }, { "babel", 42 }, { "bgp", 186 },
	{ "isis", 187 },   { "ospf", 188 },      { "rip", 189 },  { "eigrp", 192 },
	{ NULL, 0 },
};
static const struct named scopes[] = {
	{ "global", 0 }, { "site", 200 },    { "link", 253 },
	{ "host", 254 }, { "nowhere", 255 }, { NULL, 0 },
};
static const struct named groups[] = { { "default", 0 }, { NULL, 0 } };
static const struct named nothing[] = { { NULL, 0 } };

static const struct {
	const struct named *built_in;
	const char *file;
	int base; /* of numbers on a line */
	uint32_t max;
} sources[] = {
	[NAMES_TABLE] = { tables, "rt_tables", 0, UINT32_MAX },
	[NAMES_PROTOCOL] = { protocols, "rt_protos", 0, 255 },
	[NAMES_SCOPE] = { scopes, "rt_scopes", 0, 255 },
	[NAMES_GROUP] = { groups, "group", 0, INT32_MAX },
	[NAMES_TOS] = { nothing, "rt_dsfield", 16, 255 }, /* "tos 10" is 0x10 */
};

/* Lines of such a file are "NUMBER NAME", with '#' for comments. */
static bool find_in_file(const char *dir, const char *file, const char *word, uint32_t max,
			 uint32_t *ret_number)
{
	char path[128], line[512], number[64], name[256];
	bool found = false;
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	f = fopen(path, "re");
	if (!f)
		return false;
	while (!found && fgets(line, sizeof(line), f))
		found = sscanf(line, " %63[0-9a-fA-Fx] %255s", number, name) == 2 &&
			strcmp(name, word) == 0 && number_read(number, max, ret_number);
	fclose(f);
	return found;
}

bool number_of_name(enum number_names names, const char *word, uint32_t *ret_number)
{
	const uint32_t max = sources[names].max;
	const char *file = sources[names].file;

	for (const struct named *n = sources[names].built_in; n->name; n++) {
		if (strcmp(n->name, word) == 0) {
			*ret_number = n->number;
			return true;
		}
	}
	if (number_read_base(word, sources[names].base, max, ret_number))
		return true;
	/* Newer versions have their own files elsewhere; the administrator's come first. */
	return find_in_file("/etc/iproute2", file, word, max, ret_number) ||
	       find_in_file("/usr/share/iproute2", file, word, max, ret_number);
}
