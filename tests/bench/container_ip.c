/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* As a script does it, with the far end born in the container's namespace. */
#include "container.h"

#include "ip.h"

static void attach(const struct container *c)
{
	ip_run("link add %s mtu %d master %s up type veth peer name %s mtu %d address %s netns %s",
	       c->link, CONTAINER_MTU, c->bridge, CONTAINER_LINK, CONTAINER_MTU, c->mac, c->netns);
	ip_run("-n %s address add %s dev %s", c->netns, c->address4, CONTAINER_LINK);
	ip_run("-n %s address add %s dev %s", c->netns, c->address6, CONTAINER_LINK);
	ip_run("-n %s link set %s up", c->netns, CONTAINER_LINK);
	ip_run("-n %s link set lo up", c->netns);
	ip_run("-n %s route add default via %s dev %s", c->netns, CONTAINER_GATEWAY4,
	       CONTAINER_LINK);
	ip_run("-n %s route add default via %s dev %s", c->netns, CONTAINER_GATEWAY6,
	       CONTAINER_LINK);
}

void container_ip(struct run *run)
{
	container_each(run, attach);
}
