/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "kind.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/if_link.h>

#include "addr_text.h"
#include "config.h"
#include "handle.h"
#include "names.h"
#include "options.h"
#include "request.h"

#define VNI_MAX      0xffffff /* RFC 7348, section 5 */
#define PORT_OF_IANA 4789     /* RFC 7348, section 8; the kernel's own default is older */
#define TOS_INHERIT  1        /* the kernel's word for it, which is no type of service */
#define KNOWN_FLAGS                                                                                \
	(NETCFG_VXLAN_LEARNING | NETCFG_VXLAN_NO_LEARNING | NETCFG_VXLAN_TTL_INHERIT |             \
	 NETCFG_VXLAN_TOS_INHERIT | NETCFG_VXLAN_UDP6_ZERO_CSUM_TX |                               \
	 NETCFG_VXLAN_UDP6_ZERO_CSUM_RX)

static const struct option_switch learning = { NETCFG_VXLAN_LEARNING, NETCFG_VXLAN_NO_LEARNING,
					       "LEARNING" };

struct vxlan {
	uint32_t vni;
	struct netcfg_vxlan_config config;
	struct addr local, far; /* far: remote or group; family 0: not given */
};

static void put_address(struct request *r, const struct addr *a, int attr4, int attr6)
{
	if (a->family)
		request_put(r, a->family == AF_INET6 ? attr6 : attr4, a->bytes, a->len);
}

static void put_flags(struct request *r, uint32_t flags)
{
	const int learns = option_switch_state(&learning, flags);

	if (learns >= 0)
		request_put_u8(r, IFLA_VXLAN_LEARNING, (uint8_t)learns);
	if (flags & NETCFG_VXLAN_TTL_INHERIT)
		request_put(r, IFLA_VXLAN_TTL_INHERIT, NULL, 0);
	if (flags & NETCFG_VXLAN_TOS_INHERIT)
		request_put_u8(r, IFLA_VXLAN_TOS, TOS_INHERIT);
	if (flags & NETCFG_VXLAN_UDP6_ZERO_CSUM_TX)
		request_put_u8(r, IFLA_VXLAN_UDP_ZERO_CSUM6_TX, 1);
	if (flags & NETCFG_VXLAN_UDP6_ZERO_CSUM_RX)
		request_put_u8(r, IFLA_VXLAN_UDP_ZERO_CSUM6_RX, 1);
}

static void put(struct request *r, const struct link_create *c)
{
	const struct vxlan *v = c->data;
	const uint16_t port = v->config.port ? v->config.port : PORT_OF_IANA;

	request_put_u32(r, IFLA_VXLAN_ID, v->vni);
	put_address(r, &v->local, IFLA_VXLAN_LOCAL, IFLA_VXLAN_LOCAL6);
	put_address(r, &v->far, IFLA_VXLAN_GROUP, IFLA_VXLAN_GROUP6);
	if (v->config.dev)
		request_put_index(r, IFLA_VXLAN_LINK, "vxlan.dev", v->config.dev);
	request_put_u16(r, IFLA_VXLAN_PORT, htons(port));
	if (v->config.ttl)
		request_put_u8(r, IFLA_VXLAN_TTL, (uint8_t)v->config.ttl);
	if (v->config.tos)
		request_put_u8(r, IFLA_VXLAN_TOS, (uint8_t)v->config.tos);
	put_flags(r, v->config.flags);
}

static const struct link_kind kind = { .name = "vxlan", .put = put };

static bool is_multicast(const struct addr *a)
{
	return a->family == AF_INET6 ? a->bytes[0] == 0xff : a->bytes[0] >> 4 == 0xe;
}

static int check_address(struct netcfg *nc, const char *what, const char *text, bool multicast,
			 struct addr *a)
{
	int err;

	if (!text)
		return 0;
	err = addr_parse(nc, what, text, a);
	if (err)
		return err;
	if (a->prefix_given)
		return error_detail(&nc->error, -EINVAL, "%s \"%s\" has a prefix length", what,
				    text);
	if (addr_is_zero(a))
		return error_detail(&nc->error, -EINVAL, "%s \"%s\" is no host's address", what,
				    text);
	if (is_multicast(a) != multicast)
		return error_detail(&nc->error, -EINVAL, "%s \"%s\" is %s multicast address", what,
				    text, multicast ? "no" : "a");
	return 0;
}

static int check_addresses(struct netcfg *nc, struct vxlan *v)
{
	const struct netcfg_vxlan_config *c = &v->config;
	int err;

	if (c->remote && c->group)
		return error_detail(&nc->error, -EINVAL, "vxlan has both remote and group");
	if (c->group && !c->dev)
		return error_detail(&nc->error, -EINVAL, "vxlan.group needs a vxlan.dev");
	err = check_address(nc, "vxlan.local", c->local, false, &v->local);
	if (!err)
		err = check_address(nc, "vxlan.remote", c->remote, false, &v->far);
	if (!err)
		err = check_address(nc, "vxlan.group", c->group, true, &v->far);
	if (!err && v->local.family && v->far.family && v->local.family != v->far.family)
		err = error_detail(&nc->error, -EINVAL,
				   "vxlan.local \"%s\" and vxlan.%s \"%s\" are of two families",
				   c->local, c->group ? "group" : "remote",
				   c->group ? c->group : c->remote);
	return err;
}

static int check_numbers(struct netcfg *nc, const struct netcfg_vxlan_config *c)
{
	if (c->ttl > UINT8_MAX)
		return error_detail(&nc->error, -ERANGE, "vxlan.ttl %u is above 255", c->ttl);
	if (c->tos > UINT8_MAX)
		return error_detail(&nc->error, -ERANGE, "vxlan.tos %u is above 255", c->tos);
	if (c->ttl && (c->flags & NETCFG_VXLAN_TTL_INHERIT))
		return error_detail(&nc->error, -EINVAL,
				    "vxlan.ttl is given and vxlan.flags has TTL_INHERIT");
	if (c->tos && (c->flags & NETCFG_VXLAN_TOS_INHERIT))
		return error_detail(&nc->error, -EINVAL,
				    "vxlan.tos is given and vxlan.flags has TOS_INHERIT");
	if (c->tos == TOS_INHERIT)
		return error_detail(&nc->error, -EINVAL,
				    "vxlan.tos 1 is what vxlan.flags has TOS_INHERIT for");
	if (c->reserved)
		return error_detail(&nc->error, -EINVAL, "vxlan.reserved is not 0");
	return 0;
}

static int check_config(struct netcfg *nc, struct vxlan *v, uint32_t vni,
			const struct netcfg_vxlan_config *config)
{
	struct netcfg_vxlan_config *c = &v->config;
	int err;

	memset(v, 0, sizeof(*v));
	if (vni > VNI_MAX)
		return error_detail(&nc->error, -ERANGE, "vni %u is above %d", vni, VNI_MAX);
	v->vni = vni;
	err = config_copy_in(nc, "vxlan", c, sizeof(*c),
			     SIZE_UP_TO(struct netcfg_vxlan_config, reserved), config);
	if (!err)
		err = option_flags_check(nc, "vxlan", c->flags, KNOWN_FLAGS, &learning, 1);
	if (!err)
		err = check_numbers(nc, c);
	if (!err)
		err = check_addresses(nc, v);
	if (!err && c->dev)
		err = name_check(nc, "vxlan.dev", c->dev);
	return err;
}

int netcfg_vxlan_create(struct netcfg *nc, const char *name, uint32_t vni,
			const struct netcfg_vxlan_config *vxlan,
			const struct netcfg_link_config *link)
{
	struct vxlan v;
	struct link_create c = { .kind = &kind, .data = &v };
	int err = call_begin_queueable(nc, "create vxlan", name, NULL, NULL);

	if (err)
		return err;
	err = link_end_check(nc, &c.link, "name", name, "link", link);
	if (!err)
		err = check_config(nc, &v, vni, vxlan);
	return call_end(nc, err ? err : link_create(nc, &c));
}
