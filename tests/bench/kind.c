/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "kind.h"

#include <unistd.h>

#include "raw.h"

void link_name(char name[IFNAMSIZ], unsigned int i)
{
	snprintf(name, IFNAMSIZ, LINK_NAME_FORMAT, i);
}

void peer_name(char name[IFNAMSIZ], unsigned int i)
{
	snprintf(name, IFNAMSIZ, PEER_NAME_FORMAT, i);
}

void make_links(const struct kind *kind, unsigned int count, uint32_t group)
{
	struct raw_batch batch = { 0 };
	unsigned int i;
	int sock;

	if (kind->prepare)
		kind->prepare();
	sock = raw_open();
	for (i = 0; i < count; i++)
		kind->raw(&batch, i, group);
	raw_seal(&batch);
	raw_send(sock, &batch);
	raw_free(&batch);
	close(sock);
}

void need_vlan(void)
{
	make_links(&kind_vlan, 1, 0);
}

void need_dummy(void)
{
	make_links(&kind_dummy, 1, 0);
}
