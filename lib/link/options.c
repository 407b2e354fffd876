/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "options.h"

#include <errno.h>

#include "handle.h"

int option_switch_state(const struct option_switch *s, uint32_t flags)
{
	if (flags & s->on)
		return 1;
	return flags & s->off ? 0 : -1;
}

int option_flags_check(struct netcfg *nc, const char *whose, uint32_t flags, uint32_t known,
		       const struct option_switch *switches, size_t count)
{
	size_t i;

	if (flags & ~known)
		return error_detail(&nc->error, -EINVAL, "%s.flags has unknown bits 0x%x", whose,
				    flags & ~known);
	for (i = 0; i < count; i++) {
		if ((flags & switches[i].on) && (flags & switches[i].off))
			return error_detail(&nc->error, -EINVAL, "%s.flags has both %s and NO_%s",
					    whose, switches[i].name, switches[i].name);
	}
	return 0;
}
