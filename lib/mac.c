/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "mac.h"

#include <errno.h>
#include <string.h>

#include "handle.h"

#define MAC_TEXT_LEN 17

/* Not isxdigit(): what is a digit is not a matter of locale. */
static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static int read_bytes(const char *text, unsigned char mac[MAC_LEN])
{
	int i, high, low;

	if (strnlen(text, MAC_TEXT_LEN + 1) != MAC_TEXT_LEN)
		return -1;
	for (i = 0; i < MAC_LEN; i++, text += 3) {
		high = hex_digit(text[0]);
		low = hex_digit(text[1]);
		if (high < 0 || low < 0 || text[2] != (i < MAC_LEN - 1 ? ':' : '\0'))
			return -1;
		mac[i] = (unsigned char)(high << 4 | low);
	}
	return 0;
}

int mac_read(struct netcfg *nc, const char *what, const char *text, unsigned char mac[MAC_LEN])
{
	if (read_bytes(text, mac) == 0)
		return 0;
	return error_detail(&nc->error, -EINVAL,
			    "%s \"" ERROR_SHOWN
			    "\" is not six pairs of hexadecimal digits with ':' between",
			    what, text);
}

int mac_parse(struct netcfg *nc, const char *what, const char *text, unsigned char mac[MAC_LEN])
{
	static const unsigned char zero[MAC_LEN];
	int err = mac_read(nc, what, text, mac);

	if (err)
		return err;
	if (mac[0] & 1)
		return error_detail(&nc->error, -EADDRNOTAVAIL, "%s \"%s\" is a multicast address",
				    what, text);
	if (memcmp(mac, zero, MAC_LEN) == 0)
		return error_detail(&nc->error, -EADDRNOTAVAIL, "%s is zero", what);
	return 0;
}

void mac_format(const unsigned char *mac, size_t len, char *text, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	size_t i;

	text[0] = '\0';
	if (len == 0 || len > size / 3)
		return;
	/* Lists do this for each link: snprintf(3) would be most of what they cost. */
	for (i = 0; i < len; i++, text += 3) {
		text[0] = digits[mac[i] >> 4];
		text[1] = digits[mac[i] & 0xf];
		text[2] = ':';
	}
	text[-1] = '\0';
}
