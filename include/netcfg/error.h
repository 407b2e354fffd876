/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The text that goes with a negative errno. */
#ifndef NETCFG_ERROR_H
#define NETCFG_ERROR_H

#include <netcfg/export.h>

#ifdef __cplusplus
extern "C" {
#endif

struct netcfg;

/**
 * One line about the last failed call on a handle, "" after a success.
 *
 * It reads: operation, object, cause, and the kernel's own words where it gave
 * any, for example
 * `create vlan "eth0.5" on "eth0": File exists: 8021q: VLAN device already exists`.
 * A bad argument is named: `create vlan "eth0.5000" on "eth0": Numerical result
 * out of range: vlan_id 5000 is not in 0..4094`. Kernel texts differ between
 * kernels: test the errno, show the text.
 *
 * @param nc  the handle
 * @return a string that is valid until the next call on the handle; control
 *         characters in names are shown as '?'; "" if @p nc is NULL
 */
NETCFG_PUBLIC const char *netcfg_error_message(const struct netcfg *nc);

#ifdef __cplusplus
}
#endif

#endif /* NETCFG_ERROR_H */
