/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What values may look like. Each function is 0, or -EINVAL or -ERANGE, and says nothing. */
#ifndef LXC_NET_VALUES_H
#define LXC_NET_VALUES_H

#include <stdbool.h>
#include <stddef.h>

/* An address of the one family or the other, with what there was of a length. */
struct address {
	int family; /* AF_INET or AF_INET6 */
	unsigned char bytes[16];
	unsigned int length; /* of its prefix */
	bool has_length;
	char text[48]; /* without the length */
};

/* "192.0.2.1", "192.0.2.1/24"; strictly: no blanks, leading zeros, zones, words. */
int value_address(const char *text, int family, struct address *ret_address);

/* Are both in the prefix of the first? */
bool address_covers(const struct address *prefix, const struct address *other);

/* Are they the same, whatever their lengths? */
bool address_same(const struct address *one, const struct address *other);

bool address_is_link_local(const struct address *address);

/* One that a link cannot have: none at all, the loopback of IPv6, multicast. */
bool address_is_special(const struct address *address);

/* The length that an IPv4 address has by its class; 0 if it is of none that hosts have. */
unsigned int address_class_length(const struct address *address);

/* A name for a new link: 1 to 15 bytes. -ERANGE: longer. */
int value_new_name(const char *text);

/* A name for a new link in which "%d" may stand, once, for a number. */
int value_name_template(const char *text);

/* The name, or an alternative name, of a link that is there: up to 127 bytes. */
int value_link(const char *text);

/* "02:00:5e:xx:xx:01": each x is for a digit that is chosen later. */
int value_mac_template(const char *text);

/* Fill a template in with random digits; the address is never one of a group. */
void mac_fill(char *mac, const unsigned char random[12]);

#endif
