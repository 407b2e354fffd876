/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Every file in forms/batch, carried out by `ip -batch` and by netcfg_batch, without and with -force:
 * what is there in the end, whether that is a success, and which lines failed have to agree.
 *
 * Comments at the start of a file:
 *	# opts: -6	options for both
 *	# needs: vlan	skipped in a kernel without this kind of link
 *	# ip before: 6.15	left out where ip is newer: that one does otherwise
 * Where the two differ on purpose there is a line in differences[], and a file NAME.instead, which
 * ip is given for the comparison: without -force up to a line "# plain stops here".
 */
#ifndef TEST_SUPPORT_BATCH_COMPARE_H
#define TEST_SUPPORT_BATCH_COMPARE_H

#include <stdbool.h>

/** The whole of main(): the files that need kinds of link, or the others. */
int batch_compare_main(bool with_kinds);

#endif /* TEST_SUPPORT_BATCH_COMPARE_H */
