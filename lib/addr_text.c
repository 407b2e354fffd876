/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "addr_text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

#include "handle.h"

/* "/0" to "/128" without sign, blank or leading zero; -1 for anything else. */
static int parse_length(const char *text, unsigned int max)
{
	unsigned int n = 0;
	size_t i;

	if (!*text || (text[0] == '0' && text[1]))
		return -1;
	for (i = 0; text[i]; i++) {
		if (i == 3 || text[i] < '0' || text[i] > '9')
			return -1;
		n = n * 10 + (unsigned int)(text[i] - '0');
	}
	return n <= max ? (int)n : -1;
}

/*
 * inet_pton(3) takes the strict forms only, other than nl_addr_parse(), which
 * takes "10.0.0.1/33", "default" and a MAC (B61).
 */
static int parse(const char *text, struct addr *a)
{
	const char *slash = strchr(text, '/');
	size_t len = slash ? (size_t)(slash - text) : strlen(text);
	char host[INET6_ADDRSTRLEN];
	int prefix;

	if (len >= sizeof(host))
		return -1;
	memcpy(host, text, len);
	host[len] = '\0';
	memset(a, 0, sizeof(*a));
	a->family = strchr(host, ':') ? AF_INET6 : AF_INET;
	a->len = a->family == AF_INET6 ? 16 : 4;
	a->prefix_len = (unsigned int)a->len * 8;
	if (inet_pton(a->family, host, a->bytes) != 1)
		return -1;
	if (!slash)
		return 0;
	prefix = parse_length(slash + 1, a->prefix_len);
	if (prefix < 0)
		return -1;
	a->prefix_len = (unsigned int)prefix;
	a->prefix_given = true;
	return 0;
}

int addr_parse(struct netcfg *nc, const char *what, const char *text, struct addr *ret_addr)
{
	if (!text)
		return error_detail(&nc->error, -EINVAL, "%s is NULL", what);
	if (parse(text, ret_addr) < 0)
		return error_detail(&nc->error, -EINVAL,
				    "%s \"" ERROR_SHOWN "\" is no address or address/length", what,
				    text);
	return 0;
}

bool addr_is_zero(const struct addr *a)
{
	static const uint8_t zero[16];

	return memcmp(a->bytes, zero, a->len) == 0;
}

bool addr_equal(const struct addr *a, const struct addr *b)
{
	return a->family == b->family && memcmp(a->bytes, b->bytes, a->len) == 0;
}

bool addr_has_host_bits(const struct addr *a)
{
	unsigned int bit;

	for (bit = a->prefix_len; bit < a->len * 8; bit++) {
		if (a->bytes[bit / 8] & 0x80 >> bit % 8)
			return true;
	}
	return false;
}
