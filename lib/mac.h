/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L3: MAC addresses as text. */
#ifndef MAC_H
#define MAC_H

#include <stddef.h>

struct netcfg;

#define MAC_LEN 6

/* Read "02:00:00:00:00:01" into 6 bytes, any that it may say. -EINVAL if it is anything else. */
int mac_read(struct netcfg *nc, const char *what, const char *text, unsigned char mac[MAC_LEN]);

/*
 * Read "02:00:00:00:00:01" of a link into 6 bytes. -EINVAL if it is anything else;
 * -EADDRNOTAVAIL, as the kernel says, for one that no link can have (B18).
 */
int mac_parse(struct netcfg *nc, const char *what, const char *text, unsigned char mac[MAC_LEN]);

/* Write any link-layer address; "" if it does not fit. */
void mac_format(const unsigned char *mac, size_t len, char *text, size_t size);

#endif
