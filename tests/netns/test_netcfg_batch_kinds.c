/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* netcfg_batch beside ip -batch: files for which the kernel may lack a kind of link. */
#include "support/batch_compare.h"

int main(void)
{
	return batch_compare_main(true);
}
