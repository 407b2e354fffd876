/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "monitor.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <linux/rtnetlink.h>
#include <netlink/attr.h>
#include <netlink/msg.h>

#include "deadline.h"
#include "parse.h"

/* A list under way. */
struct listing {
	struct netcfg_monitor *m;
	struct deadline deadline;
	uint32_t seq;
	bool interrupted; /* NLM_F_DUMP_INTR was seen */
	bool done;        /* the dump */
};

static int fill_request(struct nl_msg *msg, uint16_t type, size_t header_size)
{
	/* The longest header of all; of each the first byte is the family. */
	const struct ifinfomsg header = { .ifi_family = AF_UNSPEC };
	struct nlmsghdr *h = nlmsg_hdr(msg);

	h->nlmsg_type = type;
	h->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	if (nlmsg_append(msg, (void *)(uintptr_t)&header, header_size, NLMSG_ALIGNTO) < 0)
		return -ENOMEM;
	if (type != RTM_GETLINK)
		return 0;
	return nla_put_u32(msg, IFLA_EXT_MASK, RTEXT_FILTER_SKIP_STATS) < 0 ? -ENOMEM : 0;
}

int monitor_ask(struct netcfg_monitor *m, uint16_t type, size_t header_size, uint32_t *ret_seq)
{
	struct nl_msg *msg = nlmsg_alloc_size(NLMSG_SPACE(64));
	struct nlmsghdr *h;
	struct iovec iov;
	int err;

	if (!msg)
		return -ENOMEM;
	err = fill_request(msg, type, header_size);
	if (!err) {
		h = nlmsg_hdr(msg);
		*ret_seq = h->nlmsg_seq = socket_reserve_seq(&m->socket, 1);
		h->nlmsg_pid = m->socket.portid;
		iov.iov_base = h;
		iov.iov_len = NLMSG_ALIGN(h->nlmsg_len);
		err = socket_send(&m->socket, &iov, 1);
		m->dumps += !err;
	}
	nlmsg_free(msg);
	return err;
}

static int take_answer(struct listing *l, const struct nlmsghdr *h)
{
	enum monitor_kind kind;
	struct entry *entry;
	int err;

	if (h->nlmsg_flags & NLM_F_DUMP_INTR)
		l->interrupted = true;
	switch (h->nlmsg_type) {
	case NLMSG_DONE:
		l->done = true;
		return parse_done(h);
	case NLMSG_ERROR:
		l->done = true;
		err = parse_error(h);
		return err == 0 ? -EBADMSG : err;
	default:
		return monitor_take(l->m, h, true, &kind, &entry);
	}
}

/* Parts of the list, and what happens meanwhile: that has another port or sequence number. */
static int take_datagram(struct listing *l, int len)
{
	struct netcfg_monitor *m = l->m;
	enum monitor_kind kind;
	struct entry *entry;
	struct nlmsghdr *h;
	int err = 0;

	for (h = (struct nlmsghdr *)(void *)m->socket.buf; !err && nlmsg_ok(h, len);
	     h = nlmsg_next(h, &len)) {
		if (h->nlmsg_seq == l->seq && h->nlmsg_pid == m->socket.portid)
			err = take_answer(l, h);
		else
			err = monitor_take(m, h, false, &kind, &entry);
	}
	return err;
}

static int dump(struct listing *l, enum monitor_kind kind)
{
	static const struct {
		uint16_t type;
		size_t header_size;
	} requests[MONITOR_KINDS] = {
		[MONITOR_LINK] = { RTM_GETLINK, sizeof(struct ifinfomsg) },
		[MONITOR_ADDR] = { RTM_GETADDR, sizeof(struct ifaddrmsg) },
		[MONITOR_NSID] = { RTM_GETNSID, sizeof(struct rtgenmsg) },
	};
	int err = monitor_ask(l->m, requests[kind].type, requests[kind].header_size, &l->seq);

	l->done = false;
	while (!err && !l->done) {
		ssize_t n = socket_receive(&l->m->socket, &l->deadline, l->m->grow);

		/* The dump goes on in any case, but not all is heard of: so once more. */
		if (n == -ENOBUFS || n == -EMSGSIZE)
			l->m->lost = true;
		else
			err = n < 0 ? (int)n : take_datagram(l, (int)n);
		if (n == -EMSGSIZE)
			l->m->grow = true;
	}
	return err;
}

static int read_kinds(struct listing *l)
{
	int kind, err = 0;

	for (kind = 0; !err && kind < MONITOR_KINDS; kind++) {
		if (monitor_wants(l->m, (enum monitor_kind)kind))
			err = dump(l, (enum monitor_kind)kind);
	}
	if (err == -ENOBUFS) { /* no room for the answer's beginning: as above */
		l->m->lost = true;
		err = 0;
	}
	return err;
}

/*
 * Begin with an empty queue. After a loss the kernel drops all further events
 * until the queue is empty, without another word (kernel-facts section 4), so to
 * read on until it seems to be is not enough: nobody may add to it meanwhile.
 */
static int begin_anew(struct netcfg_monitor *m)
{
	monitor_leave(m);
	socket_drain(&m->socket);
	m->left = 0;
	m->lost = false;
	m->list_number++;
	return monitor_join(m);
}

/* Was it not in the list? One that may be incomplete proves nothing. */
static bool is_gone(const struct netcfg_monitor *m, const struct entry *e)
{
	return e->gone || (!m->incomplete && e->seen != m->list_number);
}

/* Know all without telling it. */
static void be_silent(struct netcfg_monitor *m)
{
	struct entry *e;
	uint32_t i;
	int kind;

	for (kind = 0; kind < MONITOR_KINDS; kind++) {
		for (i = 0; i < m->tables[kind].used; i++) {
			e = table_at(&m->tables[kind], i);
			if (e && is_gone(m, e))
				table_remove(&m->tables[kind], e);
			else if (e)
				monitor_tell(m, (enum monitor_kind)kind, e, 0);
		}
	}
	m->phase = MONITOR_FOLLOW;
	m->silent = false;
}

int monitor_read_all(struct netcfg_monitor *m)
{
	struct listing l = { .m = m };
	int tries, err = 0;

	deadline_init(&l.deadline, m->timeout_ms);
	m->listing = true;
	for (tries = 0; tries < MONITOR_LIST_TRIES; tries++) {
		if (tries == 0 || m->lost)
			err = begin_anew(m);
		l.interrupted = false;
		if (!err)
			err = read_kinds(&l);
		if (err || (!m->lost && !l.interrupted))
			break;
	}
	m->listing = false;
	if (err)
		return err;
	m->incomplete = m->lost || l.interrupted;
	m->phase = MONITOR_GONE;
	m->order = 0;
	m->position = 0;
	if (m->silent)
		be_silent(m);
	else
		monitor_ring(m);
	return 0;
}

/* An address goes before its link and comes after it. */
static enum monitor_kind kind_in_order(const struct netcfg_monitor *m)
{
	static const enum monitor_kind gone[MONITOR_KINDS] = { MONITOR_ADDR, MONITOR_LINK,
							       MONITOR_NSID };

	return m->phase == MONITOR_GONE ? gone[m->order] : (enum monitor_kind)m->order;
}

/* Tell of an entry, if it is the phase's and there is something to tell. */
static bool tell_one(struct netcfg_monitor *m, enum monitor_kind kind, struct entry *e)
{
	if (m->phase == MONITOR_GONE) {
		if (!is_gone(m, e))
			return false;
		if (!e->told) {
			table_remove(&m->tables[kind], e);
			return false;
		}
		e->gone = true;
	} else if (e->told && !e->different) {
		return false;
	}
	monitor_tell(m, kind, e, NETCFG_EVENT_FROM_LIST);
	return true;
}

int monitor_list_next(struct netcfg_monitor *m)
{
	for (;;) {
		const enum monitor_kind kind = kind_in_order(m);
		struct table *t = &m->tables[kind];

		while (m->position < t->used) {
			struct entry *e = table_at(t, m->position++);

			if (e && tell_one(m, kind, e))
				return 1;
		}
		m->position = 0;
		if (++m->order < MONITOR_KINDS)
			continue;
		m->order = 0;
		if (m->phase == MONITOR_THERE)
			break;
		m->phase = MONITOR_THERE;
	}
	monitor_route_begin(m);
	return 0;
}
