/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "kind.h"

#include <arpa/inet.h>
#include <errno.h>

#include <linux/if_link.h>
#include <linux/if_vlan.h>

#include "config.h"
#include "handle.h"
#include "names.h"
#include "request.h"

#define VLAN_ID_MAX       4094
#define TAG_PRIORITY_MAX  7
#define INGRESS_COUNT_MAX 8
#define EGRESS_COUNT_MAX  256
#define KNOWN_FLAGS                                                                                \
	(NETCFG_VLAN_REORDER_HDR | NETCFG_VLAN_NO_REORDER_HDR | NETCFG_VLAN_GVRP |                 \
	 NETCFG_VLAN_MVRP | NETCFG_VLAN_LOOSE_BINDING | NETCFG_VLAN_BRIDGE_BINDING)

struct vlan {
	uint16_t id;
	struct netcfg_vlan_config config;
};

static const struct {
	uint32_t ours, on, off; /* on and off in the kernel's bits */
} flag_table[] = {
	{ NETCFG_VLAN_REORDER_HDR, VLAN_FLAG_REORDER_HDR, 0 },
	{ NETCFG_VLAN_NO_REORDER_HDR, 0, VLAN_FLAG_REORDER_HDR },
	{ NETCFG_VLAN_GVRP, VLAN_FLAG_GVRP, 0 },
	{ NETCFG_VLAN_MVRP, VLAN_FLAG_MVRP, 0 },
	{ NETCFG_VLAN_LOOSE_BINDING, VLAN_FLAG_LOOSE_BINDING, 0 },
	{ NETCFG_VLAN_BRIDGE_BINDING, VLAN_FLAG_BRIDGE_BINDING, 0 },
};

static void put_flags(struct request *r, uint32_t flags)
{
	struct ifla_vlan_flags f = { 0 };
	size_t i;

	for (i = 0; i < sizeof(flag_table) / sizeof(flag_table[0]); i++) {
		if (!(flags & flag_table[i].ours))
			continue;
		f.flags |= flag_table[i].on;
		f.mask |= flag_table[i].on | flag_table[i].off;
	}
	if (f.mask)
		request_put(r, IFLA_VLAN_FLAGS, &f, sizeof(f));
}

static void put_map(struct request *r, int attr, const struct netcfg_vlan_priority *map,
		    uint32_t count)
{
	struct ifla_vlan_qos_mapping m;
	struct nlattr *nest;
	uint32_t i;

	if (count == 0)
		return;
	nest = request_nest(r, attr);
	for (i = 0; i < count; i++) {
		m.from = map[i].from;
		m.to = map[i].to;
		request_put(r, IFLA_VLAN_QOS_MAPPING, &m, sizeof(m));
	}
	request_nest_end(r, nest);
}

static void put(struct request *r, const struct link_create *c)
{
	const struct vlan *v = c->data;

	request_put_u16(r, IFLA_VLAN_ID, v->id);
	if (v->config.protocol)
		request_put_u16(r, IFLA_VLAN_PROTOCOL, htons(v->config.protocol));
	put_flags(r, v->config.flags);
	put_map(r, IFLA_VLAN_INGRESS_QOS, v->config.ingress, v->config.ingress_count);
	put_map(r, IFLA_VLAN_EGRESS_QOS, v->config.egress, v->config.egress_count);
}

static const struct link_kind kind = { .name = "vlan", .put = put };

static int check_flags(struct netcfg *nc, const struct netcfg_vlan_config *c)
{
	const uint32_t both = NETCFG_VLAN_REORDER_HDR | NETCFG_VLAN_NO_REORDER_HDR;
	const uint32_t unknown = c->flags & ~(uint32_t)KNOWN_FLAGS;

	if (unknown)
		return error_detail(&nc->error, -EINVAL, "vlan.flags has unknown bits 0x%x",
				    unknown);
	if ((c->flags & both) == both)
		return error_detail(&nc->error, -EINVAL,
				    "vlan.flags has both REORDER_HDR and NO_REORDER_HDR");
	if (c->reserved)
		return error_detail(&nc->error, -EINVAL, "vlan.reserved is not 0");
	return 0;
}

/* The kernel would use the lower bits of a tag's priority and say nothing. */
static int check_map(struct netcfg *nc, const char *what, const struct netcfg_vlan_priority *map,
		     uint32_t count, uint32_t max_count, bool tag_is_from)
{
	uint32_t i;

	if (count > max_count)
		return error_detail(&nc->error, -ERANGE, "vlan.%s_count %u is above %u", what,
				    count, max_count);
	if (count && !map)
		return error_detail(&nc->error, -EINVAL, "vlan.%s is NULL", what);
	for (i = 0; i < count; i++) {
		uint32_t tag = tag_is_from ? map[i].from : map[i].to;

		if (tag > TAG_PRIORITY_MAX)
			return error_detail(&nc->error, -ERANGE,
					    "vlan.%s[%u]: priority %u is not in 0..%d", what, i,
					    tag, TAG_PRIORITY_MAX);
	}
	return 0;
}

static int check_config(struct netcfg *nc, struct vlan *v, int vlan_id,
			const struct netcfg_vlan_config *config)
{
	struct netcfg_vlan_config *c = &v->config;
	int err;

	/* Before the cast: 65540 is not VLAN 4 (B38). */
	if (vlan_id < 0 || vlan_id > VLAN_ID_MAX)
		return error_detail(&nc->error, -ERANGE, "vlan_id %d is not in 0..%d", vlan_id,
				    VLAN_ID_MAX);
	v->id = (uint16_t)vlan_id;
	err = config_copy_in(nc, "vlan", c, sizeof(*c),
			     SIZE_UP_TO(struct netcfg_vlan_config, egress_count), config);
	if (!err)
		err = check_flags(nc, c);
	if (!err)
		err = check_map(nc, "ingress", c->ingress, c->ingress_count, INGRESS_COUNT_MAX,
				true);
	if (!err)
		err = check_map(nc, "egress", c->egress, c->egress_count, EGRESS_COUNT_MAX, false);
	return err;
}

int netcfg_vlan_create(struct netcfg *nc, const char *name, const char *parent, int vlan_id,
		       const struct netcfg_vlan_config *vlan, const struct netcfg_link_config *link)
{
	struct vlan v;
	struct link_create c = { .kind = &kind, .parent = parent, .data = &v };
	int err = call_begin_queueable(nc, "create vlan", name, "on", parent);

	if (err)
		return err;
	err = link_end_check(nc, &c.link, "name", name, "link", link);
	if (!err)
		err = name_check(nc, "parent", parent);
	if (!err)
		err = check_config(nc, &v, vlan_id, vlan);
	return call_end(nc, err ? err : link_create(nc, &c));
}
