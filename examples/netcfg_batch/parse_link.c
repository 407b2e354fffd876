/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* link add, set, delete, property. */
#include <string.h>

#include "parse_link.h"

static int parse_add(struct parse *p, void *target, const struct keyword *command)
{
	struct link_command *c = target;

	p->command->verb = (enum verb)command->value;
	if (parse_link_words(p, &c->near) || merge_names(p, &c->near))
		return -1;
	if (!c->near.name && c->near.has_group)
		return malformed(p->failure, "a group cannot be made");
	if (!c->near.kind)
		return refuse(p->failure, "\"type\" is missing");
	return parse_kind(p, c);
}

/* "set group G ..." without a link is about all links of the group. */
static int parse_set_group(struct parse *p, struct link_command *c)
{
	if (words_peek(&p->words))
		return garbage(p, words_peek(&p->words));
	if (c->near.netns || c->near.config.mac || c->near.config.alias)
		return refuse(p->failure, "netns, address and alias cannot be set for a group");
	p->command->verb = LINK_SET_GROUP;
	return 0;
}

static int parse_set(struct parse *p, void *target, const struct keyword *command)
{
	struct link_command *c = target;

	p->command->verb = (enum verb)command->value;
	if (parse_link_words(p, &c->near))
		return -1;
	if (!c->near.dev && !c->near.name) {
		if (c->near.has_group && !c->near.kind)
			return parse_set_group(p, c);
		return malformed(p->failure, "\"dev\" is missing");
	}
	if (!c->near.dev)
		c->near.dev = c->near.name;
	if (c->near.name && strcmp(c->near.name, c->near.dev) != 0)
		c->near.config.name = c->near.name;
	if (c->near.parent)
		note(p, "\"link\" is ignored, as ip does");
	return c->near.kind ? parse_kind(p, c) : 0;
}

static int parse_delete(struct parse *p, void *target, const struct keyword *command)
{
	struct link_command *c = target;

	p->command->verb = (enum verb)command->value;
	if (parse_link_words(p, &c->near))
		return -1;
	if (words_peek(&p->words))
		return unsupported(p, words_peek(&p->words));
	/* ip has much to say about these, and deletes nothing elsewhere. */
	if (c->near.netns)
		return unsupported(p, "netns");
	if (c->near.config.master)
		return unsupported(p, "master");
	if (!c->near.dev)
		c->near.dev = c->near.name;
	if (c->near.dev)
		return 0;
	if (!c->near.has_group)
		return malformed(p->failure, "\"dev\" is missing");
	if (c->near.kind)
		return unsupported(p, "type");
	p->command->verb = LINK_DELETE_GROUP;
	return 0;
}

static const struct keyword commands[] = {
	{ "add", false, parse_add, LINK_CREATE },
	{ "set", false, parse_set, LINK_SET },
	{ "change", false, parse_set, LINK_SET },
	{ "replace", false, parse_add, LINK_CREATE },
	{ "delete", false, parse_delete, LINK_DELETE },
	{ "show", false, NULL, 0 },
	{ "lst", false, NULL, 0 },
	{ "list", false, NULL, 0 },
	{ "xstats", false, NULL, 0 },
	{ "afstats", false, NULL, 0 },
	{ "property", false, parse_property, 0 },
	{ NULL, false, NULL, 0 },
};

int parse_link(struct parse *p)
{
	return parse_command(p, "link", commands, &p->command->u.link);
}
