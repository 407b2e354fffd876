/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "names.h"

#include <errno.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>

#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "handle.h"
#include "name_table.h"
#include "request.h"

#define NAME_MAX_LEN    (IFNAMSIZ - 1)
#define ALTNAME_MAX_LEN 127 /* ALTIFNAMSIZ in the kernel */

/*
 * The ASCII ones only: the kernel also takes byte 0xA0 for a blank, which is
 * part of many a UTF-8 letter, and says so itself (B06).
 */
static const char refused_characters[] = "/:% \t\n\v\f\r";

static int check(struct netcfg *nc, const char *what, const char *name, size_t max_len)
{
	struct error *e = &nc->error;
	size_t len;

	if (!name)
		return error_detail(e, -EINVAL, "%s is NULL", what);
	if (!*name)
		return error_detail(e, -EINVAL, "%s is empty", what);
	len = strnlen(name, max_len + 1);
	if (len > max_len)
		return error_detail(e, -ERANGE, "%s is longer than %zu bytes", what, max_len);
	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return error_detail(e, -EINVAL, "%s is \"%s\"", what, name);
	if (name[strcspn(name, refused_characters)])
		return error_detail(e, -EINVAL, "%s \"%s\" has a '/', ':', '%%' or white space",
				    what, name);
	return 0;
}

int name_check_new(struct netcfg *nc, const char *what, const char *name)
{
	return check(nc, what, name, NAME_MAX_LEN);
}

int name_check(struct netcfg *nc, const char *what, const char *name)
{
	return check(nc, what, name, ALTNAME_MAX_LEN);
}

void name_put(struct request *r, const char *name)
{
	/* IFLA_IFNAME finds alternative names too, but takes no more than 15 bytes (B09). */
	int attr = strlen(name) > NAME_MAX_LEN ? IFLA_ALT_IFNAME : IFLA_IFNAME;

	request_put_string(r, attr, name);
}

/* 0.5 us against 8 us for a message, on the very socket of the handle (kernel-facts). */
static int index_by_ioctl(struct socket *s, const char *name)
{
	struct ifreq request;

	memset(&request, 0, sizeof(request));
	memcpy(request.ifr_name, name, strlen(name));
	if (ioctl(s->fd, SIOCGIFINDEX, &request) < 0)
		return -errno;
	return request.ifr_ifindex;
}

bool index_is_gone(const struct socket *s, int ifindex)
{
	struct ifreq request;

	memset(&request, 0, sizeof(request));
	request.ifr_ifindex = ifindex;
	return ioctl(s->fd, SIOCGIFNAME, &request) < 0 && errno == ENODEV;
}

static int take_index(const struct nlmsghdr *h, void *arg)
{
	const struct ifinfomsg *ifi = nlmsg_data(h);
	int *index = arg;

	if (h->nlmsg_type != RTM_NEWLINK || !nlmsg_valid_hdr(h, sizeof(*ifi)))
		return -EBADMSG;
	*index = ifi->ifi_index;
	return *index > 0 ? 0 : -EBADMSG;
}

static int index_by_message(struct netcfg *nc, struct socket *s, const char *name)
{
	const struct ifinfomsg ifi = { .ifi_family = AF_UNSPEC };
	struct request r;
	int err, index = 0;

	request_begin(&r, nc, RTM_GETLINK, 0, &ifi, sizeof(ifi));
	name_put(&r, name);
	request_put_u32(&r, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS);
	err = request_get(&r, s, take_index, &index);
	if (err == -ENODATA)
		err = -ENODEV;
	return err < 0 ? err : index;
}

/* What the kernel says. */
static int ask(struct netcfg *nc, struct socket *s, const char *name)
{
	int index = -ENOTTY;

	nc->stats.lookups++;
	if (strlen(name) <= NAME_MAX_LEN)
		index = index_by_ioctl(s, name);
	/* Too long for the ioctl, or a sandbox that lets only messages through. */
	if (index < 0 && index != -ENODEV)
		index = index_by_message(nc, s, name);
	return index;
}

int name_ask(struct netcfg *nc, const char *what, const char *name)
{
	int index = ask(nc, &nc->socket, name);

	if (index == -ENODEV)
		return error_detail(&nc->error, -ENODEV, "%s \"%s\" does not exist", what, name);
	if (index > 0 && nc->names)
		name_table_learn(nc->names, name, index);
	return index;
}

bool name_is_taken(struct netcfg *nc, struct socket *s, const char *name)
{
	int index;

	nc->error.muted = true;
	index = ask(nc, s, name);
	nc->error.muted = false;
	return index > 0;
}

static int cached(struct netcfg *nc, const char *name)
{
	int index = nc->names ? name_table_index(nc->names, name) : 0;

	if (index > 0)
		nc->stats.cache_hits++;
	return index;
}

int name_check_made(struct netcfg *nc, const char *what, const char *name)
{
	const struct name_entry *e;

	e = nc->batch_names ? name_table_find(nc->batch_names, name) : NULL;
	if (!e || e->state != NAME_FAILED)
		return 0;
	return error_detail(&nc->error, -ENODEV, "%s \"%s\" was not made, earlier in the batch",
			    what, name);
}

int name_to_index(struct netcfg *nc, const char *what, const char *name)
{
	int index, err = name_check_made(nc, what, name);

	if (err)
		return err;
	index = nc->batch_names ? name_table_index(nc->batch_names, name) : 0;
	if (index == 0)
		index = cached(nc, name);
	if (index == 0)
		index = name_ask(nc, what, name);
	if (index > 0 && nc->batch_names)
		name_table_learn(nc->batch_names, name, index);
	return index;
}
