/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: changing links that exist. */
#include <netcfg/link.h>

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>

#include "handle.h"
#include "job.h"
#include "link_attrs.h"
#include "link_taken.h"
#include "link_target.h"
#include "mac.h"
#include "names.h"
#include "request.h"
#include "submit.h"

static void explain(struct netcfg *nc, const struct job *job, int err)
{
	if (err == -EEXIST && job->lands_as && !job->message->kernel_text)
		link_taken_explain(nc, job->lands_in, job->renames ? "new name" : "name",
				   job->lands_as);
	if (err == -ESRCH)
		netns_ref_explain(nc, job->lands_in);
	job_explain_mtu(nc, "the link", job->mtu, err);
	job_explain_master(nc, job->message, err);
}

/* What others in a batch, and the error line, are to know. */
static int describe(struct netcfg *nc, struct job *job, const struct link_target *t,
		    const struct link_attrs *a)
{
	const char *new_name = a->config.name;

	job->explain = explain;
	job->ifindex = t->by_index ? t->ifindex : 0;
	job->mtu = a->config.mtu;
	job->lands_in = a->netns;
	job->renames = new_name != NULL;
	job->unmakes = new_name || a->netns;
	if (!new_name && !t->by_index)
		job->uses = handle_keep(nc, t->name);
	if (new_name || (a->netns && !t->by_index))
		job->lands_as = handle_keep(nc, new_name ? new_name : t->name);
	if (new_name && !a->netns)
		job->makes = job->lands_as;
	return (!new_name && !t->by_index && !job->uses) || (new_name && !job->lands_as) ? -ENOMEM
											 : 0;
}

/*
 * RTM_SETLINK, not RTM_NEWLINK: the latter, with a group and the name of a link
 * that is gone, changes every link of that group on older kernels.
 */
static void build(struct netcfg *nc, struct request *r, const struct link_target *t,
		  const struct link_attrs *a)
{
	struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };

	ifi.ifi_index = t->by_index ? t->ifindex : 0;
	link_attrs_put_up(&ifi, a);
	link_attrs_put_state(&ifi, a);
	request_begin(r, nc, RTM_SETLINK, 0, &ifi, sizeof(ifi));
	/*
	 * Beside an index, IFLA_IFNAME is the new name; without, the one to find, and of a link
	 * that moves both: one that was found by an alternative name would be given that if its
	 * own is taken there. IFLA_ALT_IFNAME (5.5) only finds, whichever of its names it is.
	 */
	if (a->config.name)
		request_put_string(r, IFLA_IFNAME, a->config.name);
	else if (!t->by_index && a->netns)
		request_put_string(r, IFLA_ALT_IFNAME, t->name);
	else if (!t->by_index)
		name_put(r, t->name);
	if (a->config.name && !t->by_index)
		request_fix_header_index(r, "name", t->name);
	link_attrs_put_common(r, a, false);
	link_attrs_put_master(r, a);
	link_attrs_put_alias(r, a);
	link_attrs_put_addr_gen_mode(r, a);
}

/* The one way in which links are changed. */
static int change(struct netcfg *nc, const struct link_target *t, const struct link_attrs *a)
{
	struct job *job = job_new(nc);
	struct request r;
	int err;

	if (!job)
		return -ENOMEM;
	err = describe(nc, job, t, a);
	if (err)
		return err;
	build(nc, &r, t, a);
	return submit_request(job, &r);
}

/* whose: see link_attrs_check() */
static int check_and_change(struct netcfg *nc, const struct link_target *t, const char *whose,
			    const struct netcfg_link_config *changes)
{
	struct link_attrs a;
	int err = link_target_check(nc, t);

	if (!err)
		err = link_attrs_check(nc, &a, whose, false, changes);
	return err ? err : change(nc, t, &a);
}

int netcfg_link_set(struct netcfg *nc, const char *name, const struct netcfg_link_config *changes)
{
	const struct link_target t = { .name = name };
	int err = call_begin_queueable(nc, "change link", name, NULL, NULL);

	return err ? err : call_end(nc, check_and_change(nc, &t, "changes", changes));
}

int netcfg_link_set_by_index(struct netcfg *nc, int ifindex,
			     const struct netcfg_link_config *changes)
{
	const struct link_target t = { .by_index = true, .ifindex = ifindex };
	int err = call_begin_queueable(nc, "change link by index", NULL, NULL, NULL);

	return err ? err : link_target_end(nc, &t, check_and_change(nc, &t, "changes", changes));
}

static int set_state(struct netcfg *nc, const char *operation, const char *name, uint32_t flag)
{
	const struct netcfg_link_config c = { .size = sizeof(c), .flags = flag };
	const struct link_target t = { .name = name };
	int err = call_begin_queueable(nc, operation, name, NULL, NULL);

	return err ? err : call_end(nc, check_and_change(nc, &t, NULL, &c));
}

int netcfg_link_set_up(struct netcfg *nc, const char *name)
{
	return set_state(nc, "set up link", name, NETCFG_LINK_UP);
}

int netcfg_link_set_down(struct netcfg *nc, const char *name)
{
	return set_state(nc, "set down link", name, NETCFG_LINK_DOWN);
}

static int change_mtu(struct netcfg *nc, const struct link_target *t, uint32_t mtu)
{
	const struct netcfg_link_config c = { .size = sizeof(c), .mtu = mtu };
	struct link_attrs a;
	int err = link_target_check(nc, t);

	if (!err && mtu > INT_MAX)
		err = error_detail(&nc->error, -EINVAL, "mtu %u is above %d", mtu, INT_MAX);
	if (!err)
		err = link_attrs_check(nc, &a, NULL, false, &c);
	if (err)
		return err;
	a.mtu_given = true; /* 0 is no "leave it" here */
	return change(nc, t, &a);
}

int netcfg_link_set_mtu(struct netcfg *nc, const char *name, uint32_t mtu)
{
	const struct link_target t = { .name = name };
	int err = call_begin_queueable(nc, "set mtu of link", name, NULL, NULL);

	return err ? err : call_end(nc, change_mtu(nc, &t, mtu));
}

int netcfg_link_set_mac(struct netcfg *nc, const char *name, const char *mac)
{
	const struct netcfg_link_config c = { .size = sizeof(c), .mac = mac };
	const struct link_target t = { .name = name };
	unsigned char bytes[LINK_MAC_LEN];
	int err = call_begin_queueable(nc, "set mac of link", name, "to", mac);

	if (err)
		return err;
	if (!mac)
		return call_end(nc, error_detail(&nc->error, -EINVAL, "mac is NULL"));
	err = mac_parse(nc, "mac", mac, bytes);
	return call_end(nc, err ? err : check_and_change(nc, &t, NULL, &c));
}

int netcfg_link_set_master(struct netcfg *nc, const char *name, const char *master)
{
	const struct netcfg_link_config c = { .size = sizeof(c), .master = master ? master : "" };
	const struct link_target t = { .name = name };
	int err = call_begin_queueable(nc, "set master of link", name, "to", c.master);

	return err ? err : call_end(nc, check_and_change(nc, &t, NULL, &c));
}

int netcfg_link_rename(struct netcfg *nc, const char *name, const char *new_name)
{
	const struct netcfg_link_config c = { .size = sizeof(c), .name = new_name };
	const struct link_target t = { .name = name };
	int err = call_begin_queueable(nc, "rename link", name, "to", new_name);

	if (err)
		return err;
	err = name_check_new(nc, "new_name", new_name);
	return call_end(nc, err ? err : check_and_change(nc, &t, NULL, &c));
}

int netcfg_link_move(struct netcfg *nc, const char *name, int netns_fd, const char *new_name)
{
	const struct netcfg_link_config c = { .size = sizeof(c),
					      .name = new_name,
					      .netns_fd = netns_fd,
					      .flags = NETCFG_LINK_NETNS_FD };
	const struct link_target t = { .name = name };
	int err = call_begin_queueable(nc, "move link", name, new_name ? "as" : NULL, new_name);

	if (err)
		return err;
	if (new_name)
		err = name_check_new(nc, "new_name", new_name);
	return call_end(nc, err ? err : check_and_change(nc, &t, NULL, &c));
}
