/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lxc_net/plan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define NAME_SIZE 16

int plan_random_bytes(unsigned char *bytes, size_t length)
{
	ssize_t got;

	do
		got = getrandom(bytes, length, 0);
	while (got < 0 && errno == EINTR);
	/* Up to 256 bytes are never given in part: getrandom(2). */
	return got == (ssize_t)length ? 0 : got < 0 ? -errno : -EIO;
}

bool nic_wants_prefix(const struct nic *nic)
{
	const size_t length = strlen(nic->link);

	return nic->type == NIC_PHYS && length > 1 && nic->link[length - 1] == '+';
}

bool nic_has_link(const struct nic *nic)
{
	return nic->type != NIC_EMPTY && nic->type != NIC_NONE;
}

bool plan_shares_host(const struct config *config)
{
	for (size_t i = 0; i < config->count; i++)
		if (config->nics[i].type != NIC_NONE)
			return false;
	return config->count > 0;
}

bool plan_wants_lo(const struct config *config)
{
	for (size_t i = 0; i < config->count; i++)
		if (config->nics[i].up && config->nics[i].type != NIC_NONE)
			return true;
	return false;
}

bool nic_reaches(const struct nic *nic, int family, const struct address *gateway)
{
	/* Each link that has IPv6 has a route for these. */
	if (address_is_link_local(gateway))
		return true;
	for (size_t i = 0; i < nic->addresses[family].count; i++)
		if (address_covers(&nic->addresses[family].items[i].address, gateway))
			return true;
	return false;
}

static int check_link(const struct nic *nic, const struct say *say)
{
	const bool must = nic->type != NIC_VETH;
	const size_t length = strlen(nic->link);

	if (!*nic->link)
		return must ? refuse(say, nic->line, "NIC %u: %s needs a link", nic->index,
				     nic_type_names[nic->type])
			    : 0;
	/* A legal end of a name; but a phys that has one was replaced. */
	if (length > 1 && nic->link[length - 1] == '+' && nic->type == NIC_PHYS)
		return refuse(say, nic->link_line, "no link was found for \"%.60s\"", nic->link);
	return 0;
}

static int check_gateway(const struct nic *nic, int family, const struct say *say)
{
	const struct gateway *gateway = &nic->gateways[family];
	const int version = family == V4 ? 4 : 6;

	if (gateway->kind == GATEWAY_NONE)
		return 0;
	if (!nic->up)
		return refuse(say, gateway->line, "NIC %u: a gateway needs \"flags = up\"",
			      nic->index);
	if (gateway->kind == GATEWAY_AUTO && nic->type != NIC_VETH && nic->type != NIC_MACVLAN)
		return refuse(say, gateway->line, "NIC %u: auto is for veth and macvlan",
			      nic->index);
	if (gateway->kind == GATEWAY_AUTO && !*nic->link)
		return refuse(say, gateway->line,
			      "NIC %u: auto needs a link to find the address on", nic->index);
	if (nic->addresses[family].count ||
	    (gateway->kind == GATEWAY_ADDRESS && address_is_link_local(&gateway->address)))
		return 0;
	return refuse(say, gateway->line, "NIC %u: an IPv%d gateway needs an IPv%d address",
		      nic->index, version, version);
}

static void note_what_is_ignored(const struct nic *nic, const struct say *say)
{
	if (nic->addresses[V4].count || nic->addresses[V6].count || nic->gateways[V4].kind ||
	    nic->gateways[V6].kind || *nic->link || *nic->name || *nic->mac || nic->mtu)
		note(say, nic->line, "NIC %u is \"%s\": only its flags have an effect", nic->index,
		     nic_type_names[nic->type]);
}

static int check_nic(const struct nic *nic, const struct say *say)
{
	int err;

	if (nic->type == NIC_UNSET)
		return refuse(say, nic->line, "NIC %u has no type", nic->index);
	if (!nic_has_link(nic)) {
		note_what_is_ignored(nic, say);
		return 0;
	}
	if (nic->type == NIC_VLAN && nic->vlan_id < 0)
		return refuse(say, nic->line, "NIC %u: vlan needs a vlan.id", nic->index);
	/* The kernel would take it and not use it. */
	if (nic->type == NIC_IPVLAN && *nic->mac)
		return refuse(say, nic->mac_line, "NIC %u: an ipvlan has its link's hwaddr",
			      nic->index);
	err = check_link(nic, say);
	for (int family = 0; family < FAMILIES && !err; family++)
		err = check_gateway(nic, family, say);
	return err;
}

/* A container has one default route of a family: the kernel refuses a second. */
static int check_defaults(const struct config *config, int family, const struct say *say)
{
	const struct nic *first = NULL;

	for (size_t i = 0; i < config->count; i++) {
		const struct nic *nic = &config->nics[i];

		if (!nic_has_link(nic) || !nic->gateways[family].kind)
			continue;
		if (first)
			return refuse(say, nic->gateways[family].line,
				      "NIC %u: NIC %u has an IPv%d gateway already", nic->index,
				      first->index, family == V4 ? 4 : 6);
		first = nic;
	}
	return 0;
}

static void note_none(const struct config *config, const struct say *say)
{
	for (size_t i = 0; i < config->count && !plan_shares_host(config); i++)
		if (config->nics[i].type == NIC_NONE)
			note(say, config->nics[i].line,
			     "NIC %u: \"none\" beside others has no effect", config->nics[i].index);
}

/* Is the name taken, inside or as a host end, by another NIC than this one? */
static const struct nic *find_name(const struct config *config, const struct nic *except,
				   const char *name, bool outside)
{
	for (size_t i = 0; i < config->count; i++) {
		const struct nic *nic = &config->nics[i];

		if (nic != except && nic_has_link(nic) &&
		    !strcmp(outside ? nic->pair : nic->name, name))
			return nic;
	}
	return NULL;
}

/* The lowest number that makes a name of the template that no other NIC has. */
static int number_name(const struct config *config, struct nic *nic, const struct say *say)
{
	const char *percent = strchr(nic->name, '%');
	const int before = (int)(percent - nic->name);
	char name[32];

	for (unsigned int number = 0; number <= CONFIG_MAX_NICS; number++) {
		snprintf(name, sizeof(name), "%.*s%u%s", before, nic->name, number, percent + 2);
		if (strlen(name) >= NAME_SIZE)
			break;
		if (strcmp(name, "lo") && !find_name(config, nic, name, false)) {
			strcpy(nic->name, name);
			return 0;
		}
	}
	return refuse(say, nic->name_line ? nic->name_line : nic->line,
		      "NIC %u: no name is left for \"%s\"", nic->index, nic->name);
}

/* A link goes into the container once. */
static int check_links(const struct config *config, const struct say *say)
{
	for (size_t i = 0; i < config->count; i++) {
		const struct nic *nic = &config->nics[i];

		for (size_t j = 0; j < i && nic->type == NIC_PHYS; j++) {
			const struct nic *other = &config->nics[j];

			if (other->type != NIC_PHYS || strcmp(other->link, nic->link) != 0)
				continue;
			/* Of two, the one that the file has later. */
			if (other->link_line > nic->link_line)
				return refuse(say, other->link_line,
					      "NIC %u: NIC %u has the link \"%s\"", other->index,
					      nic->index, nic->link);
			return refuse(say, nic->link_line, "NIC %u: NIC %u has the link \"%s\"",
				      nic->index, other->index, nic->link);
		}
	}
	return 0;
}

static int check_names(const struct config *config, const struct say *say)
{
	for (size_t i = 0; i < config->count; i++) {
		const struct nic *nic = &config->nics[i];
		const struct nic *inside, *outside;

		if (!nic_has_link(nic))
			continue;
		inside = *nic->name && !strchr(nic->name, '%')
				 ? find_name(config, nic, nic->name, false)
				 : NULL;
		outside = *nic->pair ? find_name(config, nic, nic->pair, true) : NULL;
		/* Of two, the one that the file has later. */
		if (inside && inside->name_line < nic->name_line)
			return refuse(say, nic->name_line, "NIC %u: NIC %u has the name \"%s\"",
				      nic->index, inside->index, nic->name);
		if (outside && outside->pair_line < nic->pair_line)
			return refuse(say, nic->pair_line, "NIC %u: NIC %u has the pair \"%s\"",
				      nic->index, outside->index, nic->pair);
		if (!strcmp(nic->name, "lo"))
			return refuse(say, nic->name_line, "NIC %u: \"lo\" is taken", nic->index);
	}
	return 0;
}

/* A phys keeps the name that it has, unless told otherwise. */
static void keep_names(struct config *config)
{
	for (size_t i = 0; i < config->count; i++) {
		struct nic *nic = &config->nics[i];

		nic->keeps_name = nic->type == NIC_PHYS && !*nic->name;
		/* What is longer is an alternative name, and the name not known yet. */
		if (!nic->keeps_name || strlen(nic->link) >= NAME_SIZE)
			continue;
		strcpy(nic->name, nic->link);
		nic->name_line = nic->link_line;
	}
}

/* Those that have a name were first, as in LXC; now the others, in the order of the NICs. */
static int number_names(struct config *config, const struct say *say)
{
	for (size_t i = 0; i < config->count; i++) {
		struct nic *nic = &config->nics[i];
		int err;

		if (!nic_has_link(nic) || nic->keeps_name)
			continue;
		if (!*nic->name)
			strcpy(nic->name, "eth%d");
		err = strchr(nic->name, '%') ? number_name(config, nic, say) : 0;
		if (err)
			return err;
	}
	return 0;
}

static int no_random(const struct nic *nic, const struct say *say, int err)
{
	refuse(say, nic->line, "NIC %u: no random name or MAC: %s", nic->index, strerror(-err));
	return err;
}

/* The name of a host end that has none: "veth" and six letters or digits. */
static int choose_pair(const struct config *config, struct nic *nic, plan_random random)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789";
	unsigned char bytes[6];
	char name[] = "vethXXXXXX";

	for (int attempt = 0; attempt < 10; attempt++) {
		int err = random(bytes, sizeof(bytes));

		if (err)
			return err;
		for (size_t i = 0; i < sizeof(bytes); i++)
			name[4 + i] = letters[bytes[i] % (sizeof(letters) - 1)];
		if (find_name(config, nic, name, true))
			continue;
		strcpy(nic->pair, name);
		nic->random_pair = true;
		return 0;
	}
	return -EEXIST;
}

/* They may be one. */
static int choose_mac(char *mac, const char *template, plan_random random)
{
	unsigned char bytes[12];
	int err = random(bytes, sizeof(bytes));

	if (err)
		return err;
	memmove(mac, template, strlen(template) + 1);
	mac_fill(mac, bytes);
	return 0;
}

static int choose_all(struct config *config, plan_random random, const struct say *say)
{
	for (size_t i = 0; i < config->count; i++) {
		struct nic *nic = &config->nics[i];
		int err = 0;

		if (strpbrk(nic->mac, "xX"))
			err = choose_mac(nic->mac, nic->mac, random);
		/* A bridge takes the lowest address of its ports for its own: never this one. */
		if (!err && nic->type == NIC_VETH)
			err = choose_mac(nic->outer_mac, "fe:xx:xx:xx:xx:xx", random);
		if (!err && nic->type == NIC_VETH && !*nic->pair)
			err = choose_pair(config, nic, random);
		if (err)
			return no_random(nic, say, err);
	}
	return 0;
}

static int by_index(const void *one, const void *other)
{
	const struct nic *a = one, *b = other;

	return a->index < b->index ? -1 : a->index > b->index;
}

int plan_make(struct config *config, plan_random random, const struct say *say)
{
	int err = 0;

	if (config->count)
		qsort(config->nics, config->count, sizeof(*config->nics), by_index);
	for (size_t i = 0; i < config->count && !err; i++)
		err = check_nic(&config->nics[i], say);
	for (int family = 0; family < FAMILIES && !err; family++)
		err = check_defaults(config, family, say);
	if (err)
		return err;
	note_none(config, say);
	keep_names(config);
	err = check_names(config, say);
	if (!err)
		err = check_links(config, say);
	if (!err)
		err = number_names(config, say);
	return err ? err : choose_all(config, random, say);
}
