/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One message of the kernel's, for the parser that the first byte chooses. Its length is made
 * right. */
#include <string.h>

#include <linux/netlink.h>

#include "fuzz.h"
#include "link_info.h"
#include "netns_id.h"
#include "parse.h"

static void check_text(const char *text, size_t size)
{
	must(memchr(text, '\0', size));
}

static void try_link(const struct nlmsghdr *h)
{
	struct netcfg_link_info info;

	memset(&info, 0xaa, sizeof(info));
	if (link_info_parse(h, &info) < 0)
		return;
	must(info.ifindex > 0);
	must(info.size == sizeof(info));
	check_text(info.name, sizeof(info.name));
	check_text(info.kind, sizeof(info.kind));
	check_text(info.mac, sizeof(info.mac));
	check_text(info.alias, sizeof(info.alias));
}

static void try_id(const struct nlmsghdr *h)
{
	int32_t id;

	netns_id_parse(h, &id);
}

static void try_end(const struct nlmsghdr *h)
{
	const int error = parse_error(h), done = parse_done(h);
	const char *text;
	size_t len = 0;

	must(error <= 0 && error >= -4095);
	must(done <= 0 && done >= -4095);
	text = parse_kernel_text(h, &len);
	if (text)
		must(strnlen(text, len) <= len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const tries[])(const struct nlmsghdr *h) = { try_link, try_id, try_end };
	struct nlmsghdr *h;

	if (size < 1 + sizeof(*h))
		return 0;
	h = malloc(size - 1);
	must(h);
	memcpy(h, data + 1, size - 1);
	/* As call.c has seen to before a parser is called. */
	h->nlmsg_len = (uint32_t)(size - 1);
	tries[data[0] % (sizeof(tries) / sizeof(tries[0]))](h);
	free(h);
	return 0;
}
