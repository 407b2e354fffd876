/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* netcfg_batch beside ip -batch: files that every kernel can do. In this kernel only: it takes long. */
#include "support/batch_compare.h"

int main(void)
{
	return batch_compare_main(false);
}
