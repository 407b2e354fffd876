/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The network part of a container's configuration, in memory.
 *
 * Texts are kept whole; all that can be told from the file alone is checked while it is read, and
 * the rest by plan_make() before anything is done.
 */
#ifndef LXC_NET_CONFIG_H
#define LXC_NET_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lxc_net/lines.h"
#include "lxc_net/values.h"

#define CONFIG_MAX_NICS 256

enum nic_type {
	NIC_UNSET,
	NIC_VETH,
	NIC_VLAN,
	NIC_MACVLAN,
	NIC_IPVLAN,
	NIC_PHYS,
	NIC_EMPTY,
	NIC_NONE,
	NIC_TYPES
};

extern const char *const nic_type_names[NIC_TYPES];

/* An address of a NIC, or a route to its host end; with the line that has it. */
struct nic_address {
	struct address address;
	char broadcast[16]; /* or "": computed */
	size_t line;
};

struct nic_addresses {
	struct nic_address *items;
	size_t count;
};

enum gateway_kind { GATEWAY_NONE, GATEWAY_ADDRESS, GATEWAY_AUTO, GATEWAY_DEV };

struct gateway {
	enum gateway_kind kind;
	struct address address; /* for GATEWAY_ADDRESS, and for GATEWAY_AUTO once it is known */
	size_t line;
};

enum { V4, V6, FAMILIES };

struct nic {
	unsigned int index; /* the N of lxc.net.N; of older keys: how many came before */
	size_t line;        /* that has it first */
	size_t name_line, link_line, mac_line;
	enum nic_type type;
	bool up;
	uint32_t mtu;   /* 0: not given */
	char link[128]; /* name or alternative name, or "" */
	char name[17];  /* in the container; may be a template with "%d"; or "" */
	char mac[18];   /* may be a template with x; or "" */
	struct nic_addresses addresses[FAMILIES];
	struct gateway gateways[FAMILIES];

	/* What goes with a type, and with another one is forgotten. */
	char pair[16]; /* the host end's name, or "" */
	size_t pair_line;
	bool random_pair; /* nothing was said of it */
	bool router;
	struct nic_addresses routes[FAMILIES]; /* to the host end */
	int vlan_id;                           /* -1: not given */
	uint32_t macvlan_mode;
	uint32_t ipvlan_mode;
	uint32_t ipvlan_isolation;

	/* From plan_make(). */
	char outer_mac[18]; /* of the host end */
	bool keeps_name;    /* a phys without a name of its own in the container */
};

struct config {
	struct nic *nics;
	size_t count;
	bool older, newer; /* which of the two sets of keys was used */
};

/* Take one setting in. Returns 0, -EINVAL or -ENOMEM, and has said why. */
int config_set(struct config *config, const struct setting *setting, const struct say *say);

/* Take a whole text in; it is written into. */
int config_parse(struct config *config, char *text, size_t size, const struct say *say);

void config_free(struct config *config);

/* Make, or find, the NIC of an index; NULL if there is no room. */
struct nic *config_nic(struct config *config, unsigned int index, size_t line);

/* Copy a NIC for another link of the host; it gets the next free index. NULL: no room. */
struct nic *config_copy_nic(struct config *config, size_t position);

/* For keys.c: the setting of a NIC, by what comes after "lxc.net.N.". */
int nic_set(struct nic *nic, const char *key, const struct setting *setting, const struct say *say);

/* Forget what goes with its type; with everything, all but its index. */
void nic_clear_type(struct nic *nic);
void nic_clear(struct nic *nic);

void addresses_clear(struct nic_addresses *addresses);

#endif
