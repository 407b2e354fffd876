/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Numbers and the names that stand for numbers. */
#ifndef NETCFG_BATCH_NUMBERS_H
#define NETCFG_BATCH_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* A whole word that is a number up to max: decimal, 0x.. or, with a leading 0, octal. */
bool number_read(const char *word, uint32_t max, uint32_t *ret_number);
bool number_read_base(const char *word, int base, uint32_t max, uint32_t *ret_number);

/* What has names in the files of iproute2. */
enum number_names { NAMES_TABLE, NAMES_PROTOCOL, NAMES_SCOPE, NAMES_GROUP, NAMES_TOS };

/*
 * A number, a name that every ip knows, or one of the administrator's own in the files of
 * iproute2 (rt_tables, rt_protos, rt_scopes, group, rt_dsfield).
 */
bool number_of_name(enum number_names names, const char *word, uint32_t *ret_number);

#endif
