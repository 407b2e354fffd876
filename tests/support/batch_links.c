/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "support/batch_links.h"

#include <net/if.h>
#include <stdlib.h>

#include "support/test.h"

void names_make(struct names *names, const char *prefix, int count)
{
	names->count = (size_t)count;
	names->list = calloc(names->count + 1, sizeof(*names->list));
	names->text = calloc(names->count + 1, sizeof(*names->text));
	if (!names->list || !names->text)
		abort();
	for (int i = 0; i < count; i++) {
		snprintf(names->text[i], sizeof(names->text[i]), "%.4s%d", prefix, i);
		names->list[i] = names->text[i];
	}
}

void names_free(struct names *names)
{
	free(names->list);
	free(names->text);
	memset(names, 0, sizeof(*names));
}

size_t names_here(const struct names *names)
{
	size_t here = 0;

	for (size_t i = 0; i < names->count; i++)
		here += if_nametoindex(names->list[i]) != 0;
	return here;
}

int pairs_try(struct netcfg *nc, const char *prefix, int count)
{
	char near[NETCFG_LINK_NAME_SIZE], far[NETCFG_LINK_NAME_SIZE];
	int err = netcfg_batch_begin(nc, 0);

	for (int i = 0; i < count && !err; i++) {
		snprintf(near, sizeof(near), "%.3s%d", prefix, i);
		snprintf(far, sizeof(far), "%.3sp%d", prefix, i);
		err = netcfg_veth_create(nc, near, far, NULL, NULL);
	}
	return err ? err : netcfg_batch_commit(nc);
}

void pairs_make(struct netcfg *nc, const char *prefix, int count)
{
	assert_ok(nc, pairs_try(nc, prefix, count));
}

int links_marked(void)
{
	/* 0x40000000 and more: ten digits. */
	char *text = sh_output("ip -o link show | grep -cE ' group [0-9]{10} ' || :");
	const int count = atoi(text);

	free(text);
	return count;
}

char *links_picture(void)
{
	return sh_output("ip addr show");
}

void links_picture_same(char *before)
{
	char *after = links_picture();

	assert_string_equal(after, before);
	free(after);
	free(before);
}

void check_position(const struct netcfg *nc, int position, int expected, const char *file, int line)
{
	const int result = netcfg_batch_error(nc, position);
	const char *message = netcfg_batch_error_message(nc, position);
	/* What was not sent did not fail. */
	const bool failed = result < 0 && result != -ECANCELED;

	if (result == expected && !!message[0] == failed && !strpbrk(message, "\n\r\t"))
		return;
	print_error("position %d gave %d, expected %d, with the message: \"%s\"\n", position,
		    result, expected, message);
	_fail(file, line);
}
