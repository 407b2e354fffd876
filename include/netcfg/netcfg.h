/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * libnetcfg: links, addresses and network namespaces over rtnetlink, by name,
 * with one request per object however many links the host has.
 *
 * This header includes all the others. Rules that hold in every function:
 *
 * - Results are 0 or a positive value on success and a negative errno on
 *   failure, unless the function says otherwise. The kernel's own errno is
 *   passed on unchanged. netcfg_error_message() gives one line of text.
 * - The library itself answers -EINVAL (a bad argument, nothing was sent),
 *   -ERANGE (a link name, alias, label, VLAN id or number out of range,
 *   nothing was sent), -E2BIG (a config whose tail holds fields that this
 *   library does not know), -ENOMEM, -ECHILD (the handle was opened before a
 *   fork() and is used in the child), -ETIMEDOUT (see netcfg_set_timeout()),
 *   -ENODEV for a link that does not exist, -EADDRNOTAVAIL for an address and
 *   -ENOENT for a namespace name, an alternative name or a neighbour.
 *   -EBUSY: the verb is not allowed while a batch is open (netcfg/batch.h).
 * - Input pointers are borrowed for the call. File descriptors passed in are
 *   borrowed; descriptors returned are O_CLOEXEC and the caller's.
 * - Outputs are called ret_*, come last (first, where it is a handle or a
 *   monitor that is opened) and are untouched on failure.
 * - A config struct starts with its own size (.size = sizeof(config)); all
 *   other fields zero means "leave everything to the kernel". An info struct
 *   starts with its size too, set by the caller before the call.
 * - errno itself is neither read nor meaningfully set.
 */
#ifndef NETCFG_NETCFG_H
#define NETCFG_NETCFG_H

#include <netcfg/context.h>
#include <netcfg/error.h>
#include <netcfg/link.h>
#include <netcfg/kinds.h>
#include <netcfg/addr.h>
#include <netcfg/route.h>
#include <netcfg/neigh.h>
#include <netcfg/bridge.h>
#include <netcfg/netns.h>
#include <netcfg/batch.h>
#include <netcfg/monitor.h>

#endif /* NETCFG_NETCFG_H */
