/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "unit/support/unit.h"

int open_handle_setup(void **state)
{
	struct netcfg *nc;

	fake_reset();
	if (netcfg_open(&nc) != 0)
		return -1;
	*state = nc;
	return 0;
}

int close_handle_teardown(void **state)
{
	netcfg_close(*state);
	fake_reset();
	return fake_open_sockets() == 0 ? 0 : -1;
}

void assert_says(const struct netcfg *nc, const char *text)
{
	const char *line = netcfg_error_message(nc);

	if (!strstr(line, text))
		fail_msg("the error line is\n  %s\nand has no\n  %s", line, text);
}

void assert_says_not(const struct netcfg *nc, const char *text)
{
	const char *line = netcfg_error_message(nc);

	if (strstr(line, text))
		fail_msg("the error line is\n  %s\nand has\n  %s", line, text);
}
