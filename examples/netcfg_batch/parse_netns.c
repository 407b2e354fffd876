/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* netns add, delete, set, attach, list, list-id. */
#include <limits.h>
#include <string.h>

#include "parse.h"

/* ip ends at a bad name, and at a missing one it does not. */
static int take_netns_name(struct parse *p, struct netns_command *c)
{
	const char *name = words_take(&p->words);

	if (!name)
		return refuse(p->failure, "a namespace's name is missing");
	if (!*name || strchr(name, '/') || word_is(name, ".") || word_is(name, "..") ||
	    strlen(name) > NAME_MAX)
		return malformed(p->failure, "\"%s\" cannot be a namespace's name", name);
	c->name = name;
	return 0;
}

/* Where ip looks no further, neither is anything refused, but it is said. */
static void note_rest(struct parse *p)
{
	const char *rest = words_peek(&p->words);

	if (rest)
		note(p,
		     pool_format(p->pool, "what begins with \"%s\" is ignored, as ip does", rest));
}

static int parse_add(struct parse *p, void *target, const struct keyword *k)
{
	p->command->verb = (enum verb)k->value;
	if (take_netns_name(p, target))
		return -1;
	note_rest(p);
	return 0;
}

static int parse_set(struct parse *p, void *target, const struct keyword *k)
{
	struct netns_command *c = target;
	const char *word;
	uint32_t id;

	(void)k;
	p->command->verb = NETNS_SET;
	if (take_netns_name(p, c))
		return -1;
	word = words_take(&p->words);
	if (!word)
		return refuse(p->failure, "an id, or \"auto\", is missing");
	if (word_is(word, "auto"))
		c->id = NETCFG_NETNS_ID_AUTO;
	else if (number_read(word, INT_MAX, &id))
		c->id = (int32_t)id;
	else
		return malformed(p->failure, "\"%s\" is not \"auto\" or a number of 0 to %d", word,
				 INT_MAX);
	note_rest(p);
	return 0;
}

static int parse_attach(struct parse *p, void *target, const struct keyword *k)
{
	struct netns_command *c = target;
	const char *word;
	uint32_t pid;

	(void)k;
	p->command->verb = NETNS_ATTACH;
	if (p->words.count - p->words.next < 2)
		return refuse(p->failure, "attach wants a name and a process id");
	if (take_netns_name(p, c) || take_value(p, &word))
		return -1;
	if (!number_read(word, INT_MAX, &pid) || pid == 0)
		return refuse(p->failure, "\"%s\" is not a process id", word);
	c->pid = (int)pid;
	note_rest(p);
	return 0;
}

static int parse_list(struct parse *p, void *target, const struct keyword *k)
{
	(void)target;
	p->command->verb = (enum verb)k->value;
	note_rest(p);
	return 0;
}

static int parse_list_ids(struct parse *p, void *target, const struct keyword *k)
{
	struct netns_command *c = target;
	const char *word;
	uint32_t id;

	p->command->verb = (enum verb)k->value;
	c->id = -1;
	c->target = -1;
	while ((word = words_take(&p->words))) {
		const bool is_target = word_is(word, "target-nsid");

		if (!is_target && !word_is(word, "nsid"))
			return garbage(p, word);
		if (take_number(p, word, INT_MAX, &id))
			return -1;
		*(is_target ? &c->target : &c->id) = (int32_t)id;
	}
	return 0;
}

static int refuse_exec(struct parse *p, void *target, const struct keyword *k)
{
	(void)target;
	(void)k;
	return refuse(p->failure,
		      "netns exec is not supported: write \"-n NETNS\" before the command, or run "
		      "netcfg_batch -n NETNS");
}

static int refuse_help(struct parse *p, void *target, const struct keyword *k)
{
	(void)target;
	(void)k;
	return malformed(p->failure, "there is no help in a batch");
}

static const struct keyword commands[] = {
	{ "list", false, parse_list, NETNS_LIST },
	{ "show", false, parse_list, NETNS_LIST },
	{ "lst", false, parse_list, NETNS_LIST },
	{ "list-id", false, parse_list_ids, NETNS_LIST_IDS },
	{ "help", false, refuse_help, 0 },
	{ "add", false, parse_add, NETNS_ADD },
	{ "set", false, parse_set, 0 },
	{ "delete", false, parse_add, NETNS_DELETE },
	{ "identify", false, NULL, 0 },
	{ "pids", false, NULL, 0 },
	{ "exec", false, refuse_exec, 0 },
	{ "monitor", false, NULL, 0 },
	{ "attach", false, parse_attach, 0 },
	{ NULL, false, NULL, 0 },
};

int parse_netns(struct parse *p)
{
	struct netns_command *c = &p->command->u.named;
	const char *word = words_take(&p->words);
	const struct keyword *k;

	if (!word) {
		p->command->verb = NETNS_LIST;
		return 0;
	}
	k = keyword_find(commands, word);
	if (!k)
		return malformed(p->failure, "command \"netns %s\" is unknown", word);
	return k->take ? k->take(p, c, k) : unsupported(p, k->word);
}
