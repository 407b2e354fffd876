/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lxc_net/config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "support/options.h"

#define NEWER "lxc.net"
#define OLDER "lxc.network"

const char *const nic_type_names[NIC_TYPES] = {
	[NIC_UNSET] = "",          [NIC_VETH] = "veth",     [NIC_VLAN] = "vlan",
	[NIC_MACVLAN] = "macvlan", [NIC_IPVLAN] = "ipvlan", [NIC_PHYS] = "phys",
	[NIC_EMPTY] = "empty",     [NIC_NONE] = "none",
};

void addresses_clear(struct nic_addresses *addresses)
{
	free(addresses->items);
	*addresses = (struct nic_addresses){ 0 };
}

void nic_clear_type(struct nic *nic)
{
	nic->type = NIC_UNSET;
	nic->pair[0] = '\0';
	nic->pair_line = 0;
	nic->router = false;
	nic->vlan_id = -1;
	nic->macvlan_mode = 0;
	nic->ipvlan_mode = 0;
	nic->ipvlan_isolation = 0;
	for (int family = 0; family < FAMILIES; family++)
		addresses_clear(&nic->routes[family]);
}

void nic_clear(struct nic *nic)
{
	nic_clear_type(nic);
	for (int family = 0; family < FAMILIES; family++)
		addresses_clear(&nic->addresses[family]);
	*nic = (struct nic){ .index = nic->index, .line = nic->line, .vlan_id = -1 };
}

void config_free(struct config *config)
{
	for (size_t i = 0; i < config->count; i++)
		nic_clear(&config->nics[i]);
	free(config->nics);
	*config = (struct config){ 0 };
}

static struct nic *find_nic(const struct config *config, unsigned int index)
{
	for (size_t i = 0; i < config->count; i++)
		if (config->nics[i].index == index)
			return &config->nics[i];
	return NULL;
}

static struct nic *add_nic(struct config *config)
{
	struct nic *nics;

	if (config->count == CONFIG_MAX_NICS)
		return NULL;
	nics = realloc(config->nics, (config->count + 1) * sizeof(*nics));
	if (!nics)
		return NULL;
	config->nics = nics;
	nics[config->count] = (struct nic){ .vlan_id = -1 };
	return &nics[config->count++];
}

struct nic *config_nic(struct config *config, unsigned int index, size_t line)
{
	struct nic *nic = find_nic(config, index);

	if (nic)
		return nic;
	nic = add_nic(config);
	if (!nic)
		return NULL;
	nic->index = index;
	nic->line = line;
	return nic;
}

static int copy_addresses(struct nic_addresses *to, const struct nic_addresses *from)
{
	*to = (struct nic_addresses){ 0 };
	if (!from->count)
		return 0;
	to->items = malloc(from->count * sizeof(*to->items));
	if (!to->items)
		return -ENOMEM;
	memcpy(to->items, from->items, from->count * sizeof(*to->items));
	to->count = from->count;
	return 0;
}

struct nic *config_copy_nic(struct config *config, size_t position)
{
	struct nic *copy = add_nic(config);
	unsigned int index = 0;
	int err = 0;

	if (!copy)
		return NULL;
	for (size_t i = 0; i + 1 < config->count; i++)
		if (config->nics[i].index >= index)
			index = config->nics[i].index + 1;
	*copy = config->nics[position];
	copy->index = index;
	for (int family = 0; family < FAMILIES; family++) {
		const struct nic *from = &config->nics[position];

		err |= copy_addresses(&copy->addresses[family], &from->addresses[family]);
		err |= copy_addresses(&copy->routes[family], &from->routes[family]);
	}
	if (!err)
		return copy;
	nic_clear(copy);
	config->count--;
	return NULL;
}

static void remove_nic(struct config *config, struct nic *nic)
{
	size_t behind = (size_t)(config->nics + config->count - nic) - 1;

	nic_clear(nic);
	memmove(nic, nic + 1, behind * sizeof(*nic));
	config->count--;
}

static void remove_all(struct config *config)
{
	for (size_t i = 0; i < config->count; i++)
		nic_clear(&config->nics[i]);
	config->count = 0;
}

/* "12.veth.pair": gives 12 and "veth.pair", or "" if nothing follows. */
static int take_index(const char *rest, const char **ret_key, unsigned int *ret_index)
{
	size_t length = strspn(rest, "0123456789"), index;
	char digits[12];

	if (!length || length >= sizeof(digits) || (rest[length] && rest[length] != '.'))
		return -EINVAL;
	memcpy(digits, rest, length);
	digits[length] = '\0';
	/* Room is left for the NICs that "link = eth+" makes. */
	if (parse_number(digits, 0, INT32_MAX - CONFIG_MAX_NICS, &index))
		return -EINVAL;
	*ret_key = rest[length] ? rest + length + 1 : "";
	*ret_index = (unsigned int)index;
	return 0;
}

static int no_room(const struct setting *setting, const struct say *say)
{
	refuse(say, setting->line, "no memory, or more than %d NICs", CONFIG_MAX_NICS);
	return -ENOMEM;
}

/* lxc.net.N.key, and what clears: "lxc.net =", "lxc.net.N =". */
static int set_newer(struct config *config, const char *rest, const struct setting *setting,
		     const struct say *say)
{
	const bool clears = !*setting->value;
	unsigned int index;
	const char *key;
	struct nic *nic;

	if (!*rest && clears) {
		remove_all(config);
		return 0;
	}
	if (!*rest || take_index(rest + 1, &key, &index))
		return refuse(say, setting->line, "unsupported key \"%.60s\"%s", setting->key,
			      *rest ? "" : " with a value");
	nic = find_nic(config, index);
	if (!*key && clears) {
		if (nic)
			remove_nic(config, nic);
		return 0;
	}
	if (!nic)
		nic = config_nic(config, index, setting->line);
	if (!nic)
		return no_room(setting, say);
	return nic_set(nic, key, setting, say);
}

/* Before LXC 2.1: each type begins a NIC, later keys are of the last; N is a position. */
static int set_older(struct config *config, const char *rest, const struct setting *setting,
		     const struct say *say)
{
	const char *key = *rest ? rest + 1 : "";
	unsigned int index;
	struct nic *nic = NULL;

	if (!*rest && !*setting->value) {
		remove_all(config);
		return 0;
	}
	if (!strcmp(key, "type") && *setting->value) {
		nic = config_nic(config, (unsigned int)config->count, setting->line);
		if (!nic)
			return no_room(setting, say);
	} else if (!take_index(key, &key, &index)) {
		nic = find_nic(config, index);
	} else if (config->count) {
		nic = find_nic(config, (unsigned int)config->count - 1);
	}
	if (!nic)
		return refuse(say, setting->line, "no lxc.network.type made a NIC for \"%.60s\"",
			      setting->key);
	if (!strcmp(key, "ipv4"))
		key = "ipv4.address";
	else if (!strcmp(key, "ipv6"))
		key = "ipv6.address";
	return nic_set(nic, key, setting, say);
}

static int both_sets(const struct setting *setting, const struct say *say)
{
	return refuse(say, setting->line, "lxc.network and lxc.net keys in one file");
}

/* What comes after a first part of the key: "", ".more"; NULL if it is another one. */
static const char *after(const char *key, const char *first)
{
	size_t length = strlen(first);

	return !strncmp(key, first, length) && (!key[length] || key[length] == '.') ? key + length
										    : NULL;
}

int config_set(struct config *config, const struct setting *setting, const struct say *say)
{
	const char *newer = after(setting->key, NEWER), *older = after(setting->key, OLDER);

	if (!newer && !older) {
		/* What it names may be about the network. */
		if (!strcmp(setting->key, "lxc.include"))
			note(say, setting->line, "lxc.include is not followed");
		return 0;
	}
	config->newer |= newer != NULL;
	config->older |= older != NULL;
	if (config->newer && config->older)
		return both_sets(setting, say);
	return newer ? set_newer(config, newer, setting, say)
		     : set_older(config, older, setting, say);
}

int config_parse(struct config *config, char *text, size_t size, const struct say *say)
{
	struct lines lines = { .text = text, .size = size, .say = say };
	struct setting setting;
	int result;

	while ((result = lines_next(&lines, &setting)) > 0) {
		result = config_set(config, &setting, say);
		if (result)
			return result;
	}
	if (!result && lines.skipped)
		note(say, lines.first_skipped,
		     "skipped: %zu line%s of no key of LXC's, from here on", lines.skipped,
		     lines.skipped == 1 ? "" : "s");
	return result;
}
