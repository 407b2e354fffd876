/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What one line asks for, after parsing. All text in it is the pool's that it was made in. */
#ifndef NETCFG_BATCH_COMMAND_H
#define NETCFG_BATCH_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <netcfg/netcfg.h>

#include "addresses.h"

enum verb {
	LINK_CREATE,
	LINK_SET,
	LINK_SET_GROUP,
	LINK_DELETE,
	LINK_DELETE_GROUP,
	ALTNAME_ADD,
	ALTNAME_DELETE,
	ADDR_ADD,
	ADDR_REPLACE,
	ADDR_DELETE,
	ADDR_DELETE_ANY_LENGTH,
	ADDR_FLUSH,
	ADDR_FLUSH_SOME,
	ROUTE_ADD,
	ROUTE_REPLACE,
	ROUTE_APPEND,
	ROUTE_PREPEND,
	ROUTE_CHANGE,
	ROUTE_DELETE,
	ROUTE_FLUSH,
	NEIGH_ADD,
	NEIGH_REPLACE,
	NEIGH_CHANGE,
	NEIGH_DELETE,
	NEIGH_FLUSH,
	NETNS_ADD,
	NETNS_DELETE,
	NETNS_SET,
	NETNS_ATTACH,
	NETNS_LIST,
	NETNS_LIST_IDS,
	VERBS
};

/* What the words say about one end of a link. */
struct link_words {
	struct netcfg_link_config config;
	const char *name;   /* after "name" */
	const char *dev;    /* after "dev", or alone */
	const char *parent; /* after "link" */
	const char *kind;
	const char *netns;                  /* a namespace's name or path, or a process id */
	char picked[NETCFG_LINK_NAME_SIZE]; /* what name points to, if nothing was said of one */
	int mac_bytes;                      /* of config.mac */
	bool has_group;
	bool has_broadcast; /* not supported, but ip reads it */
	bool master_is_vrf; /* it was given as "vrf" */
};

enum kind {
	KIND_NONE, /* not said */
	KIND_DUMMY,
	KIND_IFB,
	KIND_VETH,
	KIND_VLAN,
	KIND_BRIDGE,
	KIND_BRIDGE_PORT, /* "type bridge_slave", of link set only */
	KIND_MACVLAN,
	KIND_IPVLAN,
	KIND_VXLAN,
	KIND_VRF,
	KIND_BOND
};

struct link_command {
	struct link_words near, far; /* far: a veth's other end */
	enum kind kind;
	bool has_options; /* words behind the kind */
	const char *const *altnames;
	size_t altname_count;
	union {
		struct {
			struct netcfg_vlan_config config;
			int id; /* -1: not said */
		} vlan;
		struct netcfg_bridge_config bridge;
		struct netcfg_bridge_port_config port;
		struct netcfg_macvlan_config macvlan;
		struct netcfg_ipvlan_config ipvlan;
		struct {
			struct netcfg_vxlan_config config;
			uint32_t vni;
			bool has_vni;
		} vxlan;
		struct netcfg_bond_config bond;
		uint32_t vrf_table;
	} u;
};

struct addr_command {
	const char *link;
	const char *address;
	struct netcfg_addr_config config;
	struct prefix local;
};

/* Which addresses are flushed. All of a field's zero: any. */
struct addr_filter {
	const char *link;
	int family;
	struct prefix to;
	bool has_to;
	const char *label; /* a pattern */
	uint32_t scope;
	bool has_scope;
	uint32_t flags, flag_mask; /* enum netcfg_addr_state */
};

struct route_command {
	const char *destination;
	struct netcfg_route_config config;
};

struct route_filter {
	const char *link;
	int family;
	uint32_t table; /* 0: all */
	uint32_t protocol, type;
	uint32_t scope;
	bool has_scope;
	bool cache; /* the kernel keeps none any more */
	/* Destinations: inside this one (root), and around that one (match). */
	struct prefix root, match;
	bool has_root, has_match;
	struct prefix via, source;
	bool has_via, has_source;
};

struct neigh_command {
	const char *link;
	const char *address;
	struct netcfg_neigh_config config;
};

/* In neigh_filter.states: those that have none. */
#define NEIGH_FILTER_NO_STATE 0x100u

struct neigh_filter {
	const char *link;
	int family;
	struct prefix to;
	bool has_to;
	uint32_t states; /* enum netcfg_neigh_state: those that have one of these */
	bool has_states; /* they were given */
};

struct netns_command {
	const char *name;
	int32_t id;     /* of set; list-id: only this one, or -1 */
	int32_t target; /* list-id: as this one sees them, or -1 */
	int pid;        /* of attach */
};

struct command {
	enum verb verb;
	size_t line;
	const char *netns;   /* "-n NETNS" at its start, or NULL */
	const char *warning; /* to be printed when it is done, or NULL */
	int fds[2];          /* namespaces given by path, see prepare.h; -1: none */
	union {
		struct link_command link;
		struct addr_command addr;
		struct addr_filter addrs;
		struct route_command route;
		struct route_filter routes;
		struct neigh_command neigh;
		struct neigh_filter neighs;
		struct netns_command named;
		uint32_t group;
	} u;
};

#endif
