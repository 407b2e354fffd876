/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "bulk_look.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "bulk_phase.h"
#include "handle.h"
#include "job.h"
#include "link_info.h"
#include "names.h"

/* At the beginning: which link is it, of what kind, in what group? */

static void build_question(struct bulk *b, const struct victim *v, struct request *r)
{
	bulk_begin_named(b, v, r, RTM_GETLINK);
	request_put_u32(r, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
}

static int read_answer(size_t i, const struct nlmsghdr *h, void *arg)
{
	struct bulk *b = arg;
	struct victim *v = b->current[i];
	struct netcfg_link_info info;
	int err = link_info_parse(h, &info);

	if (err)
		return err;
	v->ifindex = info.ifindex;
	v->group = info.group;
	snprintf(v->name, sizeof(v->name), "%s", info.name);
	snprintf(v->mac, sizeof(v->mac), "%.*s", (int)sizeof(v->mac) - 1, info.mac);
	/*
	 * One link without a kind (lo, hardware) fails the whole group; a bridge
	 * waits its 16 ms in a group too, and would do so with the RTNL held.
	 */
	v->alone = !info.kind[0] || strcmp(info.kind, "bridge") == 0;
	return 0;
}

static void take_answer(struct bulk *b, struct victim *v, int result)
{
	(void)b;
	if (result == 0)
		return;
	if (result == -ENODATA)
		result = -ENODEV;
	/* Whatever else is wrong, the delete itself will tell. */
	v->alone = result != -ENODEV;
	v->job->message->result = result;
}

int bulk_look_at_all(struct bulk *b)
{
	const struct phase p = { .build = build_question,
				 .reply = read_answer,
				 .take = take_answer,
				 .per_send = bulk_replies_per_send(b) };
	size_t i, n = 0;

	for (i = 0; i < b->count; i++) {
		struct victim *v = &b->victims[i];

		/* What the batch could not make is not there, whoever has the name. */
		if (v->job->uses && name_check_made(b->nc, "name", v->job->uses) < 0)
			v->job->message->result = -ENODEV;
		else
			b->chosen[n++] = v;
	}
	return bulk_run_phase(b, &p, b->chosen, n);
}

/* Later: what became of it? */

/*
 * An index may be another link's by now: one that came home from another
 * namespace with it, or was made with it. Name and MAC tell, and the private
 * group has nobody else in it.
 */
static enum fate fate_of(const struct bulk *b, const struct victim *v,
			 const struct netcfg_link_info *info)
{
	if (v->marked && info->group == b->group)
		return FATE_KEPT;
	if (strncmp(info->mac, v->mac, sizeof(v->mac) - 1) != 0)
		return FATE_GONE;
	return strcmp(info->name, v->name) == 0 ? FATE_MISSED : FATE_RENAMED;
}

static void build_check(struct bulk *b, const struct victim *v, struct request *r)
{
	bulk_begin_request(b, r, RTM_GETLINK, v->ifindex);
	request_put_u32(r, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
}

static int read_check(size_t i, const struct nlmsghdr *h, void *arg)
{
	struct bulk *b = arg;
	struct netcfg_link_info info;
	int err = link_info_parse(h, &info);

	if (!err)
		b->current[i]->fate = fate_of(b, b->current[i], &info);
	return err;
}

static void take_check(struct bulk *b, struct victim *v, int result)
{
	(void)b;
	if (result == -ENODEV || result == -ENODATA)
		v->fate = FATE_GONE;
}

static bool is_unknown(const struct victim *v)
{
	return v->fate == FATE_UNKNOWN;
}

int bulk_look_again(struct bulk *b, struct victim **victims, size_t n)
{
	const struct phase p = { .build = build_check,
				 .reply = read_check,
				 .take = take_check,
				 .per_send = bulk_replies_per_send(b) };
	size_t i;

	for (i = 0; i < n; i++) {
		const bool is_gone = index_is_gone(&b->nc->socket, victims[i]->ifindex);

		victims[i]->fate = is_gone ? FATE_GONE : FATE_UNKNOWN;
	}
	return bulk_run_phase(b, &p, victims, bulk_sort_out(victims, n, is_unknown));
}
