/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Requests about routes that `ip` sends, and a list of the kernel's. See ip_routes.c. */
#ifndef UNIT_SUPPORT_IP_ROUTES_H
#define UNIT_SUPPORT_IP_ROUTES_H

#include <stddef.h>
#include <stdint.h>

extern const uint8_t ip_route_via4[];
extern const size_t ip_route_via4_len;
extern const uint8_t ip_route_via6[];
extern const size_t ip_route_via6_len;
extern const uint8_t ip_route_link[];
extern const size_t ip_route_link_len;
extern const uint8_t ip_route_via_other[];
extern const size_t ip_route_via_other_len;
extern const uint8_t ip_route_onlink[];
extern const size_t ip_route_onlink_len;
extern const uint8_t ip_route_table[];
extern const size_t ip_route_table_len;
extern const uint8_t ip_route_local[];
extern const size_t ip_route_local_len;
extern const uint8_t ip_route_hops[];
extern const size_t ip_route_hops_len;
extern const uint8_t ip_route_six[];
extern const size_t ip_route_six_len;
extern const uint8_t ip_route_delete_via[];
extern const size_t ip_route_delete_via_len;
extern const uint8_t ip_route_delete[];
extern const size_t ip_route_delete_len;
extern const uint8_t ip_route_delete_blackhole[];
extern const size_t ip_route_delete_blackhole_len;
extern const uint8_t ip_route_delete_local[];
extern const size_t ip_route_delete_local_len;
extern const uint8_t ip_route_replace[];
extern const size_t ip_route_replace_len;
extern const uint8_t ip_route_append[];
extern const size_t ip_route_append_len;
extern const uint8_t ip_route_change[];
extern const size_t ip_route_change_len;
extern const uint8_t ip_route_broadcast[];
extern const size_t ip_route_broadcast_len;
extern const uint8_t ip_route_delete6[];
extern const size_t ip_route_delete6_len;

extern const uint8_t kernel_routes[];
extern const size_t kernel_routes_len;

#endif
