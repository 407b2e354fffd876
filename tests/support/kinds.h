/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Which kinds of link this kernel has, found out by making one. */
#ifndef TEST_SUPPORT_KINDS_H
#define TEST_SUPPORT_KINDS_H

#include <stdbool.h>

/** Tries in a namespace of its own: "dummy", "vlan", "bridge", "macvlan", "vrf", "bond"... */
bool have_kind(const char *kind);

/** Skips the test unless the kernel has the kind; fails it with NETCFG_TEST_REQUIRE=all. */
void need_kind(const char *kind);

/** Like need_kind() for anything else that may be missing. */
void need(bool there, const char *what);

#endif /* TEST_SUPPORT_KINDS_H */
