/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ports of bridges, and the VLANs of ports and bridges. */
#ifndef NETCFG_BRIDGE_H
#define NETCFG_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

#include <netcfg/export.h>

#ifdef __cplusplus
extern "C" {
#endif

struct netcfg;

/*
 * A link becomes a port with netcfg_link_set_master() or the master of its
 * create. Each function here takes a look-up of the link (an ioctl, kernel-facts
 * section 2) and one request: the kernel finds no link by name in these.
 */

/**
 * Bits of netcfg_bridge_port_config.flags: one to switch a thing on, one to
 * switch it off, neither to leave it. Both: -EINVAL. Unknown bits: -EINVAL.
 */
enum netcfg_bridge_port_flag {
	NETCFG_BRIDGE_PORT_HAIRPIN     = 1 << 0, /**< send back out of the port what came in */
	NETCFG_BRIDGE_PORT_NO_HAIRPIN  = 1 << 1, /**< as a new port */
	NETCFG_BRIDGE_PORT_ISOLATED    = 1 << 2, /**< nothing to or from other isolated ports
	                                              (Linux 4.18, ignored before) */
	NETCFG_BRIDGE_PORT_NO_ISOLATED = 1 << 3, /**< as a new port */
	NETCFG_BRIDGE_PORT_LEARNING    = 1 << 4, /**< remember where MAC addresses come from, as a
	                                              new port does */
	NETCFG_BRIDGE_PORT_NO_LEARNING = 1 << 5
};

/** What a port of a bridge can be given. All zero: leave everything. */
struct netcfg_bridge_port_config {
	size_t size;       /**< sizeof(struct netcfg_bridge_port_config) */
	uint32_t flags;    /**< enum netcfg_bridge_port_flag */
	uint32_t reserved; /**< 0 */
};

/**
 * Change a port of a bridge: all of it, or nothing.
 *
 * A port that leaves its bridge loses these settings (bridge(8)).
 *
 * @param nc      the handle
 * @param name    the port
 * @param config  what to change; NULL: nothing, but it must be a port
 * @return 0; -ENODEV: no such link; -EOPNOTSUPP: it is no port of a bridge;
 *         -EINVAL, -ERANGE, -E2BIG
 */
NETCFG_PUBLIC int netcfg_bridge_port_set(struct netcfg *nc, const char *name,
					 const struct netcfg_bridge_port_config *config);

/** Bits of the flags of netcfg_bridge_vlan_add(). Unknown bits: -EINVAL. */
enum netcfg_bridge_vlan_flag {
	NETCFG_BRIDGE_VLAN_PVID     = 1 << 0, /**< what comes in untagged belongs to it; it takes
	                                           the place of another such VLAN */
	NETCFG_BRIDGE_VLAN_UNTAGGED = 1 << 1, /**< leaves untagged */
	NETCFG_BRIDGE_VLAN_SELF     = 1 << 2  /**< name is a bridge: the bridge's own entry */
};

/**
 * Add a VLAN to a port of a bridge, or with NETCFG_BRIDGE_VLAN_SELF to a bridge
 * itself. One that is there gets these flags: no error. It has an effect only
 * while the bridge filters VLANs; then each port and bridge has VLAN 1 from the
 * beginning (ip-link(8), "vlan_default_pvid").
 *
 * @param nc       the handle
 * @param name     the port, or the bridge
 * @param vlan_id  1..4094, else -ERANGE
 * @param flags    enum netcfg_bridge_vlan_flag
 * @return 0; -ENODEV: no such link; -EOPNOTSUPP: it is no port of a bridge, or
 *         with NETCFG_BRIDGE_VLAN_SELF no bridge, or the kernel was built
 *         without filtering of VLANs; -EINVAL, -ERANGE
 */
NETCFG_PUBLIC int netcfg_bridge_vlan_add(struct netcfg *nc, const char *name, int vlan_id,
					 uint32_t flags);

/**
 * Delete a VLAN from a port of a bridge or, if the link is a bridge, from the
 * bridge itself. The kernel tells no difference for a VLAN that is not there:
 * success.
 *
 * @param nc       the handle
 * @param name     the port, or the bridge
 * @param vlan_id  1..4094, else -ERANGE
 * @return 0; -ENODEV: no such link; -EINVAL: it is neither; -EOPNOTSUPP: Linux
 *         before 5.6, or built without filtering of VLANs; -ERANGE
 */
NETCFG_PUBLIC int netcfg_bridge_vlan_delete(struct netcfg *nc, const char *name, int vlan_id);

#ifdef __cplusplus
}
#endif

#endif /* NETCFG_BRIDGE_H */
