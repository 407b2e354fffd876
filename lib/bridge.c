/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: ports of bridges, and VLANs of ports and bridges. */
#include <netcfg/bridge.h>

#include <assert.h>
#include <errno.h>
#include <sys/socket.h>

#include <linux/if_bridge.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "config.h"
#include "handle.h"
#include "job.h"
#include "names.h"
#include "request.h"
#include "submit.h"

#define VLAN_FIRST 1
#define VLAN_LAST  4094
#define VLAN_FLAGS (NETCFG_BRIDGE_VLAN_PVID | NETCFG_BRIDGE_VLAN_UNTAGGED | NETCFG_BRIDGE_VLAN_SELF)

static const struct setting {
	const char *name;
	uint32_t on, off;
	int attr;
} settings[] = {
	{ "HAIRPIN", NETCFG_BRIDGE_PORT_HAIRPIN, NETCFG_BRIDGE_PORT_NO_HAIRPIN, IFLA_BRPORT_MODE },
	{ "ISOLATED", NETCFG_BRIDGE_PORT_ISOLATED, NETCFG_BRIDGE_PORT_NO_ISOLATED,
	  IFLA_BRPORT_ISOLATED },
	{ "LEARNING", NETCFG_BRIDGE_PORT_LEARNING, NETCFG_BRIDGE_PORT_NO_LEARNING,
	  IFLA_BRPORT_LEARNING },
};

#define SETTINGS (sizeof(settings) / sizeof(settings[0]))

static void explain_port(struct netcfg *nc, const struct job *job, int err)
{
	if (err == -EOPNOTSUPP && !nc->error.kernel[0])
		error_detail(&nc->error, err, "\"%s\" is no port of a bridge", job->object);
}

static void explain_vlan(struct netcfg *nc, const struct job *job, int err)
{
	const bool unclear = err == -EOPNOTSUPP && !nc->error.kernel[0];

	error_detail(&nc->error, err, "vlan %d%s", job->vlan_id,
		     unclear ? ": is it a port of a bridge, or with SELF a bridge, and does the "
			       "kernel filter VLANs?"
			     : "");
}

/*
 * Requests of AF_BRIDGE know a link by its index only: a name in one that has
 * none is not looked at (6.18). A port's settings could go by name, as slave data
 * in RTM_NEWLINK; but there the kernel does not look what kind the master is: on
 * a bond's port it says success and does nothing, or what the bond takes it for
 * (6.1).
 */
static int begin(struct netcfg *nc, struct request *r, struct job **ret_job, uint16_t type,
		 const char *name)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_BRIDGE };

	*ret_job = job_new(nc);
	if (!*ret_job)
		return -ENOMEM;
	request_begin(r, nc, type, 0, &ifi, sizeof(ifi));
	request_fix_header_index(r, "name", name);
	return 0;
}

static int check_port(struct netcfg *nc, const char *name, struct netcfg_bridge_port_config *c,
		      const struct netcfg_bridge_port_config *config)
{
	uint32_t unknown;
	size_t i;
	int err = name_check(nc, "name", name);

	if (!err)
		err = config_copy_in(nc, "config", c, sizeof(*c),
				     SIZE_UP_TO(struct netcfg_bridge_port_config, reserved),
				     config);
	if (err)
		return err;
	unknown = c->flags;
	for (i = 0; i < SETTINGS; i++) {
		const struct setting *s = &settings[i];

		unknown &= ~(s->on | s->off);
		if ((c->flags & s->on) && (c->flags & s->off))
			return error_detail(&nc->error, -EINVAL,
					    "config.flags has both %s and NO_%s", s->name, s->name);
	}
	if (unknown)
		return error_detail(&nc->error, -EINVAL, "config.flags has unknown bits 0x%x",
				    unknown);
	if (c->reserved)
		return error_detail(&nc->error, -EINVAL, "config.reserved is not 0");
	return 0;
}

static int set_port(struct netcfg *nc, const char *name,
		    const struct netcfg_bridge_port_config *config)
{
	struct netcfg_bridge_port_config c;
	struct nlattr *nest;
	struct request r;
	struct job *job;
	size_t i;
	int err = check_port(nc, name, &c, config);

	if (!err)
		err = begin(nc, &r, &job, RTM_SETLINK, name);
	if (err)
		return err;
	job->explain = explain_port;
	/* Nested, as its mark says; without it would be a port's state, of 8 bits. */
	nest = request_nest(&r, IFLA_PROTINFO);
	for (i = 0; i < SETTINGS; i++) {
		if (c.flags & (settings[i].on | settings[i].off))
			request_put_u8(&r, settings[i].attr, (c.flags & settings[i].on) != 0);
	}
	request_nest_end(&r, nest);
	return submit_request(job, &r);
}

int netcfg_bridge_port_set(struct netcfg *nc, const char *name,
			   const struct netcfg_bridge_port_config *config)
{
	int err = call_begin_queueable(nc, "change bridge port", name, NULL, NULL);

	return err ? err : call_end(nc, set_port(nc, name, config));
}

static int check_vlan(struct netcfg *nc, const char *name, int vlan_id)
{
	int err = name_check(nc, "name", name);

	if (!err && (vlan_id < VLAN_FIRST || vlan_id > VLAN_LAST))
		err = error_detail(&nc->error, -ERANGE, "vlan_id %d is not in %d..%d", vlan_id,
				   VLAN_FIRST, VLAN_LAST);
	return err;
}

static void put_vlan(struct request *r, int attr, int vlan_id, uint32_t flags)
{
	struct bridge_vlan_info info = { .vid = (uint16_t)vlan_id };

	if (flags & NETCFG_BRIDGE_VLAN_PVID)
		info.flags |= BRIDGE_VLAN_INFO_PVID;
	if (flags & NETCFG_BRIDGE_VLAN_UNTAGGED)
		info.flags |= BRIDGE_VLAN_INFO_UNTAGGED;
	request_put(r, attr, &info, sizeof(info));
}

static int add_vlan(struct netcfg *nc, const char *name, int vlan_id, uint32_t flags)
{
	const uint32_t unknown = flags & ~(uint32_t)VLAN_FLAGS;
	struct nlattr *nest;
	struct request r;
	struct job *job;
	int err = check_vlan(nc, name, vlan_id);

	if (!err && unknown)
		err = error_detail(&nc->error, -EINVAL, "flags has unknown bits 0x%x", unknown);
	if (!err)
		err = begin(nc, &r, &job, RTM_SETLINK, name);
	if (err)
		return err;
	job->explain = explain_vlan;
	job->vlan_id = vlan_id;
	nest = request_nest(&r, IFLA_AF_SPEC);
	if (flags & NETCFG_BRIDGE_VLAN_SELF)
		request_put_u16(&r, IFLA_BRIDGE_FLAGS, BRIDGE_FLAGS_SELF);
	put_vlan(&r, IFLA_BRIDGE_VLAN_INFO, vlan_id, flags);
	request_nest_end(&r, nest);
	return submit_request(job, &r);
}

/*
 * RTM_DELVLAN (Linux 5.6), not RTM_DELLINK as bridge(8): that one has to be told
 * whether the link is a port or a bridge, and succeeds where the kernel cannot
 * filter VLANs at all.
 */
static int delete_vlan(struct netcfg *nc, const char *name, int vlan_id)
{
	const struct br_vlan_msg header = { .family = AF_BRIDGE };
	struct nlattr *nest;
	struct request r;
	struct job *job;
	int err = check_vlan(nc, name, vlan_id);

	static_assert(offsetof(struct br_vlan_msg, ifindex) ==
			      offsetof(struct ifinfomsg, ifi_index),
		      "where request_fix_header_index() puts it");
	if (err)
		return err;
	job = job_new(nc);
	if (!job)
		return -ENOMEM;
	job->explain = explain_vlan;
	job->vlan_id = vlan_id;
	request_begin(&r, nc, RTM_DELVLAN, 0, &header, sizeof(header));
	request_fix_header_index(&r, "name", name);
	nest = request_nest(&r, BRIDGE_VLANDB_ENTRY);
	put_vlan(&r, BRIDGE_VLANDB_ENTRY_INFO, vlan_id, 0);
	request_nest_end(&r, nest);
	return submit_request(job, &r);
}

int netcfg_bridge_vlan_add(struct netcfg *nc, const char *name, int vlan_id, uint32_t flags)
{
	int err = call_begin_queueable(nc, "add bridge vlan to", name, NULL, NULL);

	return err ? err : call_end(nc, add_vlan(nc, name, vlan_id, flags));
}

int netcfg_bridge_vlan_delete(struct netcfg *nc, const char *name, int vlan_id)
{
	int err = call_begin_queueable(nc, "delete bridge vlan from", name, NULL, NULL);

	return err ? err : call_end(nc, delete_vlan(nc, name, vlan_id));
}
