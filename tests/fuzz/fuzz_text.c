/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Addresses, MACs and names: the first byte says which, the rest is the text, without the newline
 * at its end. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "addr_text.h"
#include "fuzz.h"
#include "handle.h"
#include "mac.h"
#include "names.h"
#include "netns_file.h"

/* What is read and written again is the same address when it is read again. */
static void try_addr(struct netcfg *nc, const char *text)
{
	char host[INET6_ADDRSTRLEN], again[INET6_ADDRSTRLEN + 4];
	struct addr a, b;

	if (addr_parse(nc, "address", text, &a) < 0)
		return;
	must(a.family == AF_INET ? a.len == 4 : a.family == AF_INET6 && a.len == 16);
	must(a.prefix_len <= a.len * 8);
	must(inet_ntop(a.family, a.bytes, host, sizeof(host)));
	snprintf(again, sizeof(again), a.prefix_given ? "%s/%u" : "%s", host, a.prefix_len);
	must(addr_parse(nc, "address", again, &b) == 0);
	must(addr_equal(&a, &b) && a.prefix_len == b.prefix_len);
	must(addr_has_host_bits(&a) == addr_has_host_bits(&b));
}

static void try_mac(struct netcfg *nc, const char *text)
{
	unsigned char mac[6], same[6];
	char again[18];

	if (mac_parse(nc, "mac", text, mac) < 0)
		return;
	mac_format(mac, sizeof(mac), again, sizeof(again));
	must(strlen(again) == 17);
	must(mac_parse(nc, "mac", again, same) == 0);
	must(memcmp(mac, same, sizeof(mac)) == 0);
}

static void try_names(struct netcfg *nc, const char *text)
{
	const int given = name_check_new(nc, "name", text);
	const int found = name_check(nc, "name", text);

	must(given == 0 || given == -EINVAL || given == -ERANGE);
	must(found == 0 || found == -EINVAL || found == -ERANGE);
	/* What can be given can be found, and fits where the kernel keeps it. */
	if (given == 0)
		must(found == 0 && *text && strlen(text) <= 15 && !strpbrk(text, "/:% \t\n"));
}

static void try_netns_name(struct netcfg *nc, const char *text)
{
	if (netns_name_check(nc, "name", text) == 0)
		must(*text && !strchr(text, '/') && strcmp(text, ".") != 0 &&
		     strcmp(text, "..") != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static void (*const tries[])(struct netcfg * nc, const char *text) = { try_addr, try_mac,
									       try_names,
									       try_netns_name };
	struct netcfg nc = { 0 };
	char *text;

	if (size < 1)
		return 0;
	text = malloc(size);
	must(text);
	memcpy(text, data + 1, size - 1);
	text[size - 1] = '\0';
	if (size > 1 && text[size - 2] == '\n')
		text[size - 2] = '\0';
	tries[data[0] % (sizeof(tries) / sizeof(tries[0]))](&nc, text);
	must(!strchr(nc.error.text, '\n'));
	free(text);
	return 0;
}
