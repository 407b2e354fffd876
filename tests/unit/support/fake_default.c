/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "unit/support/fake_default.h"

#include <errno.h>
#include <net/if.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/rtnetlink.h>

#include "unit/support/fake_kernel.h"

#define LINKS_MAX 600

struct fake_link {
	const char *name;
	int ifindex;
	const char *kind;
	uint32_t group;
};

static struct fake_link links[LINKS_MAX];
static size_t links_count;
static bool ioctl_works;
static int ioctls;

void fake_default_reset(void)
{
	links_count = 0;
	ioctl_works = false;
	ioctls = 0;
}

void fake_ioctl(void)
{
	ioctl_works = true;
}

int fake_ioctls(void)
{
	return ioctls;
}

static bool is_it(const struct fake_link *link, unsigned long request, const struct ifreq *r)
{
	return request == SIOCGIFNAME ? link->ifindex == r->ifr_ifindex
				      : strcmp(link->name, r->ifr_name) == 0;
}

/* By name, or by index; which tells as much of the other as anyone here asks for. */
static int find_by_ioctl(unsigned long request, struct ifreq *r)
{
	size_t i;

	ioctls++;
	errno = ioctl_works ? ENODEV : EBADF;
	for (i = 0; ioctl_works && i < links_count; i++) {
		if (!is_it(&links[i], request, r))
			continue;
		r->ifr_ifindex = links[i].ifindex;
		return 0;
	}
	return -1;
}

/* In the place of that of the C library, which is asked about real descriptors. */
int ioctl(int fd, unsigned long request, ...)
{
	va_list args;
	void *arg;

	va_start(args, request);
	arg = va_arg(args, void *);
	va_end(args);
	if (fd < 0 && (request == SIOCGIFINDEX || request == SIOCGIFNAME))
		return find_by_ioctl(request, arg);
	return (int)syscall(SYS_ioctl, fd, request, arg);
}

void fake_link(const char *name, int ifindex)
{
	if (links_count == LINKS_MAX)
		abort();
	links[links_count++] = (struct fake_link){ .name = name, .ifindex = ifindex };
}

void fake_kind(const char *kind, uint32_t group)
{
	links[links_count - 1].kind = kind;
	links[links_count - 1].group = group;
}

static void describe(struct packet *m, const struct fake_link *link)
{
	size_t nest;

	packet_link(m, 0, link->ifindex, link->name);
	if (!link->kind)
		return;
	packet_u32(m, IFLA_GROUP, link->group);
	nest = packet_nest(m, IFLA_LINKINFO);
	packet_string(m, IFLA_INFO_KIND, link->kind);
	packet_nest_end(m, nest);
}

const void *fake_find_attr(const struct nlmsghdr *h, size_t len, int type, int or_type)
{
	const uint8_t *p = (const uint8_t *)h + NLMSG_LENGTH(sizeof(struct ifinfomsg));
	const uint8_t *end = (const uint8_t *)h + len;
	struct nlattr a;

	while (end - p >= (ptrdiff_t)sizeof(a)) {
		memcpy(&a, p, sizeof(a));
		if (a.nla_type == type || a.nla_type == or_type)
			return p + sizeof(a);
		p += NLMSG_ALIGN(a.nla_len);
	}
	return NULL;
}

/* The name a request gives, or NULL. */
static const char *asked_name(const struct nlmsghdr *h, size_t len)
{
	return fake_find_attr(h, len, IFLA_IFNAME, IFLA_ALT_IFNAME);
}

/* The group a request names, or 0. */
static uint32_t asked_group(const struct nlmsghdr *h, size_t len)
{
	const void *attr = fake_find_attr(h, len, IFLA_GROUP, IFLA_GROUP);
	uint32_t group = 0;

	if (attr)
		memcpy(&group, attr, sizeof(group));
	return group;
}

static bool is_asked_for(const struct fake_link *link, const struct nlmsghdr *h, size_t len)
{
	const struct ifinfomsg *ifi = (const void *)((const uint8_t *)h + NLMSG_HDRLEN);
	const char *name = asked_name(h, len);

	return name ? strcmp(link->name, name) == 0 : link->ifindex == ifi->ifi_index;
}

static void mark(const struct nlmsghdr *h, size_t len, uint32_t group)
{
	int ifindex = 0;
	size_t i;

	for (i = 0; i < links_count; i++) {
		if (is_asked_for(&links[i], h, len))
			ifindex = links[i].ifindex;
	}
	/* It may have several names. */
	for (i = 0; i < links_count; i++) {
		if (links[i].ifindex == ifindex)
			links[i].group = group;
	}
}

/* -ENODEV if there is nobody in the group. */
static int sweep(uint32_t group)
{
	size_t i, left = 0, before = links_count;

	for (i = 0; i < links_count; i++) {
		if (links[i].group != group)
			links[left++] = links[i];
	}
	links_count = left;
	return left < before ? 0 : -ENODEV;
}

/* A link's group is what the fake kernel keeps: a group can be given, and be deleted. */
static int change(const struct nlmsghdr *h, size_t len)
{
	uint32_t group = 0;

	if (h->nlmsg_type == RTM_SETLINK || h->nlmsg_type == RTM_DELLINK)
		group = asked_group(h, len);
	if (group && h->nlmsg_type == RTM_DELLINK)
		return sweep(group);
	if (group)
		mark(h, len, group);
	return 0;
}

static void answer_lookup(const struct nlmsghdr *h, size_t len, struct packet *m)
{
	size_t i;

	for (i = 0; i < links_count; i++) {
		if (is_asked_for(&links[i], h, len)) {
			describe(m, &links[i]);
			return;
		}
	}
	packet_error(m, -ENODEV, true, NLMSG_HDRLEN);
}

size_t fake_default_answer(const struct nlmsghdr *request, size_t len, struct packet *m)
{
	const bool is_question = request->nlmsg_type % 4 == 2; /* RTM_GET* */
	const int err = is_question ? -EOPNOTSUPP : change(request, len);

	if (!err && !(request->nlmsg_flags & NLM_F_ACK))
		return 0;
	if ((request->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP)
		packet_done(m, 0);
	else if (request->nlmsg_type == RTM_GETLINK)
		answer_lookup(request, len, m);
	else
		packet_error(m, err, true, NLMSG_HDRLEN);
	return 1;
}
