/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lxc_net/values.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "support/options.h"

#define HEX "0123456789abcdefABCDEF"

int value_address(const char *text, int family, struct address *ret_address)
{
	size_t address_length = strcspn(text, "/"), length = family == AF_INET ? 32 : 128;
	struct address address = { .family = family };
	int err = 0;

	if (address_length >= sizeof(address.text))
		return -EINVAL;
	memcpy(address.text, text, address_length);
	if (inet_pton(family, address.text, address.bytes) != 1)
		return -EINVAL;
	address.has_length = text[address_length] != '\0';
	if (address.has_length) {
		const char *digits = text + address_length + 1;

		/* "/024" is nobody's habit, and octal to some. */
		if (digits[0] == '0' && digits[1])
			return -EINVAL;
		err = parse_number(digits, 0, length, &length);
	}
	if (err)
		return err;
	address.length = (unsigned int)length;
	*ret_address = address;
	return 0;
}

static bool same_bits(const unsigned char *one, const unsigned char *other, unsigned int bits)
{
	const unsigned int bytes = bits / 8;
	const unsigned char mask = (unsigned char)(0xff << (8 - bits % 8));

	return !memcmp(one, other, bytes) && (!(bits % 8) || !((one[bytes] ^ other[bytes]) & mask));
}

bool address_covers(const struct address *prefix, const struct address *other)
{
	return prefix->family == other->family &&
	       same_bits(prefix->bytes, other->bytes, prefix->length);
}

bool address_same(const struct address *one, const struct address *other)
{
	return one->family == other->family &&
	       same_bits(one->bytes, other->bytes, one->family == AF_INET ? 32 : 128);
}

bool address_is_link_local(const struct address *address)
{
	/* RFC 4291, 2.5.6: fe80::/10 */
	return address->family == AF_INET6 && address->bytes[0] == 0xfe &&
	       (address->bytes[1] & 0xc0) == 0x80;
}

bool address_is_special(const struct address *address)
{
	static const unsigned char none[16], one[16] = { [15] = 1 },
					     all[4] = { 255, 255, 255, 255 };

	if (address->family == AF_INET)
		return !memcmp(address->bytes, none, 4) || !memcmp(address->bytes, all, 4) ||
		       (address->bytes[0] & 0xf0) == 224;
	return !memcmp(address->bytes, none, 16) || !memcmp(address->bytes, one, 16) ||
	       address->bytes[0] == 0xff;
}

unsigned int address_class_length(const struct address *address)
{
	const unsigned char first = address->bytes[0];

	/* RFC 791, 2.3 */
	return first < 128 ? 8 : first < 192 ? 16 : first < 224 ? 24 : 0;
}

static int check_name(const char *text, size_t max)
{
	size_t length = strlen(text);

	if (!length || !strcmp(text, ".") || !strcmp(text, ".."))
		return -EINVAL;
	/* As the kernel's dev_valid_name(); '%' is left to the caller. */
	if (text[strcspn(text, "/: \t\n\v\f\r")])
		return -EINVAL;
	return length > max ? -ERANGE : 0;
}

int value_new_name(const char *text)
{
	return strchr(text, '%') ? -EINVAL : check_name(text, 15);
}

int value_name_template(const char *text)
{
	const char *percent = strchr(text, '%');

	if (!percent)
		return value_new_name(text);
	if (percent[1] != 'd' || strchr(percent + 1, '%'))
		return -EINVAL;
	/* One digit takes one byte less than "%d". */
	return check_name(text, 16);
}

int value_link(const char *text)
{
	return strchr(text, '%') ? -EINVAL : check_name(text, 127);
}

int value_mac_template(const char *text)
{
	if (strlen(text) != 17)
		return -EINVAL;
	for (size_t i = 0; i < 17; i++) {
		if (i % 3 == 2 ? text[i] != ':' : !strchr(HEX "xX", text[i]))
			return -EINVAL;
	}
	/* The lowest bit of the first byte: a group's address. */
	if (strchr("13579bdfBDF", text[1]))
		return -EINVAL;
	return strspn(text, "0:") == 17 ? -EINVAL : 0;
}

void mac_fill(char *mac, const unsigned char random[12])
{
	size_t digit = 0;

	for (size_t i = 0; i < 17; i++) {
		unsigned int value;

		if (i % 3 == 2)
			continue;
		value = random[digit++] & 15;
		if (mac[i] != 'x' && mac[i] != 'X')
			continue;
		mac[i] = HEX[i == 1 ? value & 14 : value];
	}
	/* One time in 2^47: no link can have this one. */
	if (strspn(mac, "0:") == 17)
		mac[16] = '1';
}
