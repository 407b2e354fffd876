/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Requests that `ip` sends. Which command each one is stands in ip_requests.c. */
#ifndef UNIT_SUPPORT_IP_REQUESTS_H
#define UNIT_SUPPORT_IP_REQUESTS_H

#include <stddef.h>
#include <stdint.h>

extern const uint8_t ip_veth[];
extern const size_t ip_veth_len;
extern const uint8_t ip_vlan[];
extern const size_t ip_vlan_len;
extern const uint8_t ip_dummy[];
extern const size_t ip_dummy_len;
extern const uint8_t ip_alias[];
extern const size_t ip_alias_len;
extern const uint8_t ip_down[];
extern const size_t ip_down_len;
extern const uint8_t ip_rename[];
extern const size_t ip_rename_len;
extern const uint8_t ip_nomaster[];
extern const size_t ip_nomaster_len;
extern const uint8_t ip_change[];
extern const size_t ip_change_len;
extern const uint8_t ip_addr4[];
extern const size_t ip_addr4_len;
extern const uint8_t ip_addr4_peer[];
extern const size_t ip_addr4_peer_len;
extern const uint8_t ip_addr4_host[];
extern const size_t ip_addr4_host_len;
extern const uint8_t ip_addr6[];
extern const size_t ip_addr6_len;
extern const uint8_t ip_addr4_replace[];
extern const size_t ip_addr4_replace_len;
extern const uint8_t ip_addr4_delete[];
extern const size_t ip_addr4_delete_len;
extern const uint8_t ip_delete[];
extern const size_t ip_delete_len;
extern const uint8_t ip_nsid[];
extern const size_t ip_nsid_len;

#endif
