/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The keys of a NIC: one function for each form of value, one row for each key. */
#include <errno.h>
#include <netcfg/netcfg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "lxc_net/config.h"
#include "support/options.h"

/* A setting on its way into a NIC. */
struct entry {
	struct nic *nic;
	const struct setting *setting;
	const char *value;
	const struct say *say;
};

static int bad(const struct entry *e, const char *must_be)
{
	return refuse(e->say, e->setting->line, "%.60s must be %s, not \"%.100s\"", e->setting->key,
		      must_be, e->value);
}

static int set_type(const struct entry *e, int unused)
{
	enum nic_type type = NIC_UNSET;

	(void)unused;
	/* Also an unset type forgets what belongs to one. */
	while (*e->value && ++type < NIC_TYPES)
		if (!strcmp(e->value, nic_type_names[type]))
			break;
	if (type == NIC_TYPES)
		return bad(e, "veth, vlan, macvlan, ipvlan, phys, empty or none");
	nic_clear_type(e->nic);
	e->nic->type = type;
	return 0;
}

static int set_link(const struct entry *e, int unused)
{
	size_t length = strlen(e->value);
	char name[sizeof(e->nic->link)];

	(void)unused;
	if (length >= sizeof(name))
		return bad(e, "a name of at most 127 bytes");
	strcpy(name, e->value);
	/* "eth+" stands for all that begin so. Whether it may is known when the type is. */
	if (length > 1 && name[length - 1] == '+')
		name[length - 1] = '\0';
	if (*name && value_link(name))
		return bad(e, "the name of a link");
	strcpy(e->nic->link, e->value);
	e->nic->link_line = e->setting->line;
	return 0;
}

static int set_name(const struct entry *e, int unused)
{
	(void)unused;
	if (*e->value && value_name_template(e->value))
		return bad(e, "a name of at most 15 bytes, in which %d may be a number");
	strcpy(e->nic->name, e->value);
	e->nic->name_line = e->setting->line;
	return 0;
}

static int set_hwaddr(const struct entry *e, int unused)
{
	(void)unused;
	if (*e->value && value_mac_template(e->value))
		return bad(e, "six pairs of hexadecimal digits or x, not a group's");
	strcpy(e->nic->mac, e->value);
	e->nic->mac_line = e->setting->line;
	return 0;
}

static int set_mtu(const struct entry *e, int unused)
{
	size_t mtu = 0;

	(void)unused;
	if (*e->value && parse_number(e->value, 1, INT32_MAX, &mtu))
		return bad(e, "a number of bytes");
	e->nic->mtu = (uint32_t)mtu;
	return 0;
}

/* LXC takes any word for "up". */
static int set_flags(const struct entry *e, int unused)
{
	(void)unused;
	if (*e->value && strcmp(e->value, "up"))
		note(e->say, e->setting->line, "\"%.60s\" means \"up\", as any value does",
		     e->value);
	e->nic->up = *e->value != '\0';
	return 0;
}

static int set_pair(const struct entry *e, int unused)
{
	(void)unused;
	if (*e->value && value_new_name(e->value))
		return bad(e, "a name of at most 15 bytes");
	strcpy(e->nic->pair, e->value);
	e->nic->pair_line = e->setting->line;
	return 0;
}

static int set_vlan_id(const struct entry *e, int unused)
{
	size_t id = 0;

	(void)unused;
	/* LXC takes 16 bits and leaves it to the kernel to refuse. */
	if (*e->value && parse_number(e->value, 0, 4094, &id))
		return bad(e, "a number of 0 to 4094");
	e->nic->vlan_id = *e->value ? (int)id : -1;
	return 0;
}

/* One of several words; 0 where there is none. */
struct word {
	const char *text;
	uint32_t value;
};

static int find_word(const struct entry *e, const struct word *words, const char *must_be,
		     uint32_t *ret_value)
{
	if (!*e->value) {
		*ret_value = 0;
		return 0;
	}
	for (; words->text; words++) {
		if (!strcmp(e->value, words->text)) {
			*ret_value = words->value;
			return 0;
		}
	}
	return bad(e, must_be);
}

static int set_veth_mode(const struct entry *e, int unused)
{
	static const struct word words[] = { { "bridge", 0 }, { "router", 1 }, { NULL, 0 } };
	uint32_t value = 0;
	int err = find_word(e, words, "bridge or router", &value);

	(void)unused;
	if (!err)
		e->nic->router = value;
	return err;
}

static int set_macvlan_mode(const struct entry *e, int unused)
{
	static const struct word words[] = {
		{ "private", NETCFG_MACVLAN_PRIVATE },
		{ "vepa", NETCFG_MACVLAN_VEPA },
		{ "bridge", NETCFG_MACVLAN_BRIDGE },
		{ "passthru", NETCFG_MACVLAN_PASSTHRU },
		{ NULL, 0 },
	};

	(void)unused;
	return find_word(e, words, "private, vepa, bridge or passthru", &e->nic->macvlan_mode);
}

static int set_ipvlan_mode(const struct entry *e, int unused)
{
	static const struct word words[] = {
		{ "l2", NETCFG_IPVLAN_L2 },
		{ "l3", NETCFG_IPVLAN_L3 },
		{ "l3s", NETCFG_IPVLAN_L3S },
		{ NULL, 0 },
	};

	(void)unused;
	return find_word(e, words, "l2, l3 or l3s", &e->nic->ipvlan_mode);
}

static int set_ipvlan_isolation(const struct entry *e, int unused)
{
	static const struct word words[] = {
		{ "bridge", 0 },
		{ "private", NETCFG_IPVLAN_PRIVATE },
		{ "vepa", NETCFG_IPVLAN_VEPA },
		{ NULL, 0 },
	};

	(void)unused;
	return find_word(e, words, "bridge, private or vepa", &e->nic->ipvlan_isolation);
}

static int add_address(const struct entry *e, struct nic_addresses *addresses,
		       const struct nic_address *address)
{
	struct nic_address *items;

	for (size_t i = 0; i < addresses->count; i++) {
		const struct address *there = &addresses->items[i].address;

		/* The kernel tells IPv6 addresses apart without their length. */
		if (address_same(there, &address->address) &&
		    (there->family == AF_INET6 || there->length == address->address.length))
			return refuse(e->say, e->setting->line, "%s is in line %zu already",
				      there->text, addresses->items[i].line);
	}
	items = realloc(addresses->items, (addresses->count + 1) * sizeof(*items));
	if (!items) {
		refuse(e->say, e->setting->line, "out of memory");
		return -ENOMEM;
	}
	addresses->items = items;
	items[addresses->count++] = *address;
	return 0;
}

/* "ADDRESS/LENGTH BROADCAST": cuts the second off. */
static int take_broadcast(const struct entry *e, char *text, struct nic_address *address)
{
	struct address broadcast;
	char *blank = text + strcspn(text, " \t");
	char *rest = blank + strspn(blank, " \t");

	if (!*blank)
		return 0;
	*blank = '\0';
	if (value_address(rest, AF_INET, &broadcast) || broadcast.has_length)
		return refuse(e->say, e->setting->line,
			      "\"%.60s\" behind the address is no broadcast address; a value takes "
			      "no comment",
			      rest);
	strcpy(address->broadcast, broadcast.text);
	return 0;
}

/* What the address has where nobody said. */
static int default_length(const struct entry *e, struct address *address)
{
	if (address->family == AF_INET6) {
		address->length = 64;
		return 0;
	}
	/* LXC looks at the last byte for the class on little-endian machines. */
	address->length = address_class_length(address);
	if (!address->length)
		return bad(e, "an address with a length");
	note(e->say, e->setting->line, "%s has no length: /%u by its class", address->text,
	     address->length);
	return 0;
}

static int set_address(const struct entry *e, int family)
{
	const int af = family == V4 ? AF_INET : AF_INET6;
	struct nic_address address = { .line = e->setting->line };
	char text[128];
	int err = 0;

	if (!*e->value) {
		addresses_clear(&e->nic->addresses[family]);
		return 0;
	}
	if (strlen(e->value) >= sizeof(text))
		return bad(e, "an address");
	strcpy(text, e->value);
	if (family == V4)
		err = take_broadcast(e, text, &address);
	if (err)
		return err;
	if (value_address(text, af, &address.address) || address_is_special(&address.address) ||
	    (address.address.has_length && !address.address.length))
		return bad(e, family == V4 ? "an IPv4 address with a length, \"192.0.2.2/24\""
					   : "an IPv6 address, \"2001:db8::2/64\"");
	if (!address.address.has_length)
		err = default_length(e, &address.address);
	return err ? err : add_address(e, &e->nic->addresses[family], &address);
}

static int set_gateway(const struct entry *e, int family)
{
	struct gateway gateway = { .line = e->setting->line };

	if (!*e->value) {
		gateway.kind = GATEWAY_NONE;
	} else if (!strcmp(e->value, "auto")) {
		gateway.kind = GATEWAY_AUTO;
	} else if (!strcmp(e->value, "dev")) {
		gateway.kind = GATEWAY_DEV;
	} else {
		gateway.kind = GATEWAY_ADDRESS;
		if (value_address(e->value, family == V4 ? AF_INET : AF_INET6, &gateway.address) ||
		    gateway.address.has_length || address_is_special(&gateway.address))
			return bad(e, family == V4 ? "an IPv4 address, auto or dev"
						   : "an IPv6 address, auto or dev");
	}
	e->nic->gateways[family] = gateway;
	return 0;
}

/* Are all bits behind the length zero? The kernel refuses, for IPv4, and ignores, for IPv6. */
static bool is_prefix(const struct address *address)
{
	struct address other = *address;
	const unsigned int bits = address->family == AF_INET ? 32 : 128;

	for (unsigned int bit = address->length; bit < bits; bit++)
		other.bytes[bit / 8] &= (unsigned char)~(0x80 >> bit % 8);
	return address_same(address, &other);
}

static int set_route(const struct entry *e, int family)
{
	struct nic_address route = { .line = e->setting->line };

	if (!*e->value) {
		addresses_clear(&e->nic->routes[family]);
		return 0;
	}
	if (value_address(e->value, family == V4 ? AF_INET : AF_INET6, &route.address) ||
	    !route.address.has_length || !is_prefix(&route.address))
		return bad(e, "a network with its length and no bits behind that");
	return add_address(e, &e->nic->routes[family], &route);
}

/* Half a network is worse than none, so these are not ignored. */
static int no_scripts(const struct entry *e, int unused)
{
	(void)unused;
	if (!*e->value)
		return 0;
	return refuse(e->say, e->setting->line,
		      "%.60s: this program runs no scripts; take the line out and run it yourself",
		      e->setting->key);
}

static int not_supported(const struct entry *e, int unused)
{
	(void)unused;
	if (!*e->value)
		return 0;
	return refuse(e->say, e->setting->line,
		      "%.60s is a key of LXC's that this program does not support",
		      e->setting->key);
}

static const struct key {
	const char *name;
	enum nic_type type; /* that the NIC must have, or NIC_UNSET */
	int family;
	int (*set)(const struct entry *e, int family);
} keys[] = {
	{ "type", NIC_UNSET, 0, set_type },
	{ "link", NIC_UNSET, 0, set_link },
	{ "name", NIC_UNSET, 0, set_name },
	{ "hwaddr", NIC_UNSET, 0, set_hwaddr },
	{ "mtu", NIC_UNSET, 0, set_mtu },
	{ "flags", NIC_UNSET, 0, set_flags },
	{ "ipv4.address", NIC_UNSET, V4, set_address },
	{ "ipv6.address", NIC_UNSET, V6, set_address },
	{ "ipv4.gateway", NIC_UNSET, V4, set_gateway },
	{ "ipv6.gateway", NIC_UNSET, V6, set_gateway },
	{ "veth.pair", NIC_VETH, 0, set_pair },
	{ "veth.mode", NIC_VETH, 0, set_veth_mode },
	{ "veth.ipv4.route", NIC_VETH, V4, set_route },
	{ "veth.ipv6.route", NIC_VETH, V6, set_route },
	{ "vlan.id", NIC_VLAN, 0, set_vlan_id },
	{ "macvlan.mode", NIC_MACVLAN, 0, set_macvlan_mode },
	{ "ipvlan.mode", NIC_IPVLAN, 0, set_ipvlan_mode },
	{ "ipvlan.isolation", NIC_IPVLAN, 0, set_ipvlan_isolation },
	{ "script.up", NIC_UNSET, 0, no_scripts },
	{ "script.down", NIC_UNSET, 0, no_scripts },
	{ "l2proxy", NIC_UNSET, 0, not_supported },
	{ "veth.vlan.id", NIC_UNSET, 0, not_supported },
	{ "veth.vlan.tagged.id", NIC_UNSET, 0, not_supported },
	{ "veth.n_rxqueues", NIC_UNSET, 0, not_supported },
	{ "veth.n_txqueues", NIC_UNSET, 0, not_supported },
};

int nic_set(struct nic *nic, const char *key, const struct setting *setting, const struct say *say)
{
	const struct entry entry = {
		.nic = nic, .setting = setting, .value = setting->value, .say = say
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (strcmp(key, keys[i].name))
			continue;
		if (keys[i].type && nic->type != keys[i].type) {
			/* There is nothing to clear. */
			if (!*setting->value)
				return 0;
			return refuse(say, setting->line,
				      "%.60s must come after the type, and that be %s",
				      setting->key, nic_type_names[keys[i].type]);
		}
		return keys[i].set(&entry, keys[i].family);
	}
	return refuse(say, setting->line, "unsupported key \"%.60s\"", setting->key);
}
