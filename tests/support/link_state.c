/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <net/if.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/test.h"

int link_index_here(const char *name)
{
	return (int)if_nametoindex(name);
}

bool link_here(const char *name)
{
	return link_index_here(name) > 0;
}

static int find_link(void *userdata)
{
	return link_here(userdata) ? 1 : 0;
}

bool link_in(int netns_fd, const char *name)
{
	char copy[IF_NAMESIZE];

	assert_true(strlen(name) < sizeof(copy));
	snprintf(copy, sizeof(copy), "%s", name);
	return in_child(netns_fd, find_link, copy) == 1;
}

int count_links(void)
{
	struct if_nameindex *links = if_nameindex();
	int count = 0;

	assert_non_null(links);
	while (links[count].if_index)
		count++;
	if_freenameindex(links);
	return count;
}

static int count_to_status(void *userdata)
{
	(void)userdata;
	return count_links();
}

int count_links_in(int netns_fd)
{
	return in_child(netns_fd, count_to_status, NULL);
}

char *link_json(int netns_fd, const char *name)
{
	return netns_fd < 0 ? sh_output("ip -d -j link show dev '%s'", name)
			    : sh_output_in(netns_fd, "ip -d -j link show dev '%s'", name);
}

/* "key":value with the value ending there, so that 150 is not found in 1500. NULL: any. */
static bool json_has(const char *json, const char *key, const char *value)
{
	char *wanted;
	bool found = false;

	assert_true(asprintf(&wanted, "\"%s\":%s", key, value ? value : "") >= 0);
	for (const char *at = strstr(json, wanted); at && !found; at = strstr(at + 1, wanted))
		found = !value || strchr(",}]\n", at[strlen(wanted)]);
	free(wanted);
	return found;
}

void check_link(int netns_fd, const char *name, const char *key, const char *value, bool there,
		const char *file, int line)
{
	char *json = link_json(netns_fd, name);

	if (json_has(json, key, value) != there) {
		print_error("\"%s\":%s is %s: %s\n", key, value ? value : "",
			    there ? "missing" : "there", json);
		_fail(file, line);
	}
	free(json);
}

static bool flags_have(const char *json, const char *flag)
{
	const char *flags = strstr(json, "\"flags\":[");
	const char *end = flags ? strchr(flags, ']') : NULL;
	char wanted[32];
	const char *at;

	assert_non_null(end);
	snprintf(wanted, sizeof(wanted), "\"%s\"", flag);
	at = strstr(flags, wanted);
	return at && at < end;
}

void check_flag(int netns_fd, const char *name, const char *flag, bool there, const char *file,
		int line)
{
	char *json = link_json(netns_fd, name);

	if (flags_have(json, flag) != there) {
		print_error("flag %s is %s: %s\n", flag, there ? "missing" : "there", json);
		_fail(file, line);
	}
	free(json);
}

long link_sysfs(const char *name, const char *file)
{
	char path[PATH_MAX];
	long value = -1;
	FILE *stream;

	/* A sysfs shows the namespace it was mounted in, so each look takes a new one. */
	mkdir("/run/sysfs", 0755);
	if (mount("sysfs", "/run/sysfs", "sysfs", 0, NULL) < 0)
		return -1;
	snprintf(path, sizeof(path), "/run/sysfs/class/net/%s/%s", name, file);
	stream = fopen(path, "re");
	if (stream) {
		if (fscanf(stream, "%ld", &value) != 1)
			value = -1;
		fclose(stream);
	}
	umount2("/run/sysfs", MNT_DETACH);
	assert_non_null(stream);
	return value;
}
