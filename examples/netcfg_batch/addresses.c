/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "addresses.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

uint32_t family_bits(int family)
{
	return family == AF_INET6 ? 128 : 32;
}

/* One to four numbers; what is missing on the right is zero. */
static bool read_ipv4(const char *text, uint8_t *bytes)
{
	for (int i = 0; i < 4; i++) {
		unsigned long number;
		char *end;

		if (!isdigit((unsigned char)*text))
			return false;
		errno = 0;
		number = strtoul(text, &end, 0);
		if (errno || number > 255)
			return false;
		bytes[i] = (uint8_t)number;
		if (!*end)
			return true;
		if (*end != '.')
			return false;
		text = end + 1;
	}
	return false;
}

static bool is_word(const char *word)
{
	return !strcmp(word, "default") || !strcmp(word, "all") || !strcmp(word, "any");
}

bool address_read(const char *word, int family, struct prefix *ret)
{
	struct prefix p = { .family = family };

	if (is_word(word)) {
		p.is_word = true;
		p.has_length = true;
		*ret = p;
		return true;
	}
	p.family = strchr(word, ':') ? AF_INET6 : AF_INET;
	p.length = family_bits(p.family);
	if (family != AF_UNSPEC && family != p.family)
		return false;
	if (p.family == AF_INET6 ? inet_pton(AF_INET6, word, p.bytes) != 1
				 : !read_ipv4(word, p.bytes))
		return false;
	*ret = p;
	return true;
}

/* A number of bits, or a dotted mask. */
static bool read_length(const char *text, uint32_t max, uint32_t *ret)
{
	char *end;
	unsigned long number;
	uint8_t mask[4] = { 0 };
	uint32_t bits;

	if (!isdigit((unsigned char)*text))
		return false;
	errno = 0;
	number = strtoul(text, &end, 0);
	if (!*end) {
		*ret = (uint32_t)number;
		return !errno && number <= max;
	}
	if (!read_ipv4(text, mask))
		return false;
	bits = (uint32_t)mask[0] << 24 | (uint32_t)mask[1] << 16 | (uint32_t)mask[2] << 8 | mask[3];
	if (~bits & (~bits + 1)) /* ones after a zero */
		return false;
	for (*ret = 0; bits; bits <<= 1)
		++*ret;
	return true;
}

bool prefix_read(const char *word, int family, struct prefix *ret)
{
	const char *slash = strchr(word, '/');
	char address[64];
	struct prefix p;

	if (!slash)
		return address_read(word, family, ret);
	if (slash - word >= (ptrdiff_t)sizeof(address))
		return false;
	snprintf(address, sizeof(address), "%.*s", (int)(slash - word), word);
	if (is_word(address) || !address_read(address, family, &p) ||
	    !read_length(slash + 1, family_bits(p.family), &p.length))
		return false;
	p.has_length = true;
	*ret = p;
	return true;
}

static bool bit_of(const uint8_t *bytes, uint32_t i)
{
	return bytes[i / 8] >> (7 - i % 8) & 1;
}

bool prefix_contains(const struct prefix *p, const uint8_t *bytes)
{
	for (uint32_t i = 0; i < p->length; i++) {
		if (bit_of(p->bytes, i) != bit_of(bytes, i))
			return false;
	}
	return true;
}

void prefix_fill(struct prefix *p, unsigned int bit)
{
	for (uint32_t i = p->length; i < family_bits(p->family); i++) {
		const uint8_t mask = (uint8_t)(0x80 >> i % 8);

		if (bit)
			p->bytes[i / 8] |= mask;
		else
			p->bytes[i / 8] &= (uint8_t)~mask;
	}
}

const char *address_text(struct pool *pool, const struct prefix *p)
{
	char text[INET6_ADDRSTRLEN];

	return pool_format(pool, "%s", inet_ntop(p->family, p->bytes, text, sizeof(text)));
}

const char *prefix_text(struct pool *pool, const struct prefix *p)
{
	char text[INET6_ADDRSTRLEN];

	return pool_format(pool, "%s/%u", inet_ntop(p->family, p->bytes, text, sizeof(text)),
			   p->length);
}

int lladdr_read(struct pool *pool, const char *word, const char **ret_text)
{
	char text[3 * 32 + 1];
	int count = 0;

	for (;;) {
		unsigned long number;
		char *end;

		if (!isxdigit((unsigned char)*word) || count == 32)
			return 0;
		errno = 0;
		number = strtoul(word, &end, 16);
		if (errno || number > 255 || (*end && *end != ':'))
			return 0;
		snprintf(text + 3 * count, 4, "%02lx:", number);
		count++;
		if (!*end)
			break;
		word = end + 1;
	}
	text[3 * count - 1] = '\0';
	*ret_text = pool_text(pool, text, strlen(text));
	return count;
}
