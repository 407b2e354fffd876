/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: alternative names of links: given, taken away, listed. */
#include <netcfg/link.h>

#include <errno.h>
#include <sys/socket.h>

#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <netlink/attr.h>

#include "handle.h"
#include "job.h"
#include "link_taken.h"
#include "list.h"
#include "names.h"
#include "parse.h"
#include "request.h"
#include "submit.h"

#define ALTNAME_SIZE 128 /* ALTIFNAMSIZ in the kernel, its NUL included */

static void explain_refusal(struct netcfg *nc, const struct job *job, int err)
{
	if (err == -EEXIST)
		link_taken_explain(nc, NULL, "altname", job->makes);
}

/* The kernel has no words for either (6.1, 6.18). */
static void explain_absence(struct netcfg *nc, const struct job *job, int err)
{
	if (err == -ENOENT)
		error_detail(&nc->error, err, "nobody has that name");
	else if (err == -EINVAL && !nc->error.kernel[0])
		error_detail(&nc->error, err, "not an alternative name of \"%s\"", job->other);
}

/*
 * By name, with the change in the same request: 6.1 and 6.18 find the link of
 * RTM_NEWLINKPROP as that of RTM_SETLINK. The flags are those of `ip`. A delete
 * has none: NLM_F_EXCL is NLM_F_BULK there, which 6.18 refuses.
 */
static int change(struct netcfg *nc, uint16_t type, struct job *job, const char *name,
		  const char *altname)
{
	const uint16_t flags =
		type == RTM_NEWLINKPROP ? NLM_F_CREATE | NLM_F_EXCL | NLM_F_APPEND : 0;
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };
	struct nlattr *list;
	struct request r;

	job->uses = handle_keep(nc, name);
	if (!job->uses)
		return -ENOMEM;
	request_begin(&r, nc, type, flags, &ifi, sizeof(ifi));
	name_put(&r, name);
	list = request_nest(&r, IFLA_PROP_LIST);
	request_put_string(&r, IFLA_ALT_IFNAME, altname);
	request_nest_end(&r, list);
	return submit_request(job, &r);
}

static int check(struct netcfg *nc, const char *name, const char *altname, struct job **ret_job)
{
	int err = name_check(nc, "name", name);

	if (!err)
		err = name_check(nc, "altname", altname);
	if (err)
		return err;
	*ret_job = job_new(nc);
	return *ret_job ? 0 : -ENOMEM;
}

static int add_altname(struct netcfg *nc, const char *name, const char *altname)
{
	struct job *job;
	int err = check(nc, name, altname, &job);

	if (err)
		return err;
	job->explain = explain_refusal;
	job->makes = handle_keep(nc, altname);
	return job->makes ? change(nc, RTM_NEWLINKPROP, job, name, altname) : -ENOMEM;
}

static int delete_altname(struct netcfg *nc, const char *name, const char *altname)
{
	struct job *job;
	int err = check(nc, name, altname, &job);

	if (err)
		return err;
	job->explain = explain_absence;
	job->drops = handle_keep(nc, altname);
	return job->drops ? change(nc, RTM_DELLINKPROP, job, name, altname) : -ENOMEM;
}

int netcfg_link_add_altname(struct netcfg *nc, const char *name, const char *altname)
{
	int err = call_begin_queueable(nc, "add alternative name", altname, "to", name);

	return err ? err : call_end(nc, add_altname(nc, name, altname));
}

int netcfg_link_delete_altname(struct netcfg *nc, const char *name, const char *altname)
{
	int err = call_begin_queueable(nc, "delete alternative name", altname, "from", name);

	return err ? err : call_end(nc, delete_altname(nc, name, altname));
}

static int take_names(const struct nlmsghdr *h, void *arg)
{
	struct nlattr *tb[IFLA_MAX + 1], *attr;
	struct list *names = arg;
	int left, err;
	char *name;

	if (h->nlmsg_type != RTM_NEWLINK)
		return -EBADMSG;
	err = parse_message(h, sizeof(struct ifinfomsg), tb, IFLA_MAX);
	if (err || !tb[IFLA_PROP_LIST])
		return err;
	nla_for_each_nested(attr, tb[IFLA_PROP_LIST], left)
	{
		if (nla_type(attr) != IFLA_ALT_IFNAME)
			continue;
		name = list_add(names);
		if (!name)
			return -ENOMEM;
		parse_string(attr, name, ALTNAME_SIZE);
		if (!*name) /* longer than any can be */
			return -EBADMSG;
	}
	return 0;
}

static int read_names(struct netcfg *nc, const char *name, struct list *names)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };
	struct request r;
	int err = name_check(nc, "name", name);

	if (err)
		return err;
	request_begin(&r, nc, RTM_GETLINK, 0, &ifi, sizeof(ifi));
	name_put(&r, name);
	request_put_u32(&r, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
	err = request_get(&r, &nc->socket, take_names, names);
	return err == -ENODATA ? -ENODEV : err;
}

int netcfg_altname_list(struct netcfg *nc, const char *name, struct netcfg_altname_list **ret_list)
{
	struct list *names = NULL;
	int err = call_begin(nc, "list alternative names of", name, NULL, NULL);

	if (err)
		return err;
	err = list_new(nc, ret_list, ALTNAME_SIZE, &names);
	if (!err)
		err = read_names(nc, name, names);
	if (err < 0)
		list_destroy(names);
	else
		*ret_list = (struct netcfg_altname_list *)names;
	return call_end(nc, err);
}

int netcfg_altname_list_next(struct netcfg_altname_list *list, const char **ret_altname)
{
	struct list *names = (struct list *)list;

	if (!names || !ret_altname)
		return -EINVAL;
	if (names->next == names->count)
		return 0;
	*ret_altname = list_at(names, names->next++);
	return 1;
}

void netcfg_altname_list_free(struct netcfg_altname_list *list)
{
	list_destroy((struct list *)list);
}
