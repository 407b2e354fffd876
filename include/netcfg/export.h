/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Marks a function as part of the library's interface. */
#ifndef NETCFG_EXPORT_H
#define NETCFG_EXPORT_H

#if defined(__GNUC__)
#define NETCFG_PUBLIC __attribute__((visibility("default")))
#else
#define NETCFG_PUBLIC
#endif

#endif /* NETCFG_EXPORT_H */
