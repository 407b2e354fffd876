/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "monitor.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/uio.h>

#include <linux/rtnetlink.h>
#include <netlink/msg.h>

#include "config.h"
#include "handle.h"

/* What a link event takes of it, the kernel's bookkeeping included, is 1 to 4 KiB. */
#define RECEIVE_BUFFER_DEFAULT (4u << 20)
#define RECEIVE_BUFFER_MAX     (1u << 30) /* the kernel doubles it, in an int */
/*
 * The kernel goes on with a dump as soon as half of (doubled) it is free, with up
 * to 32 KiB: if that were too much it would be told as a loss.
 */
#define RECEIVE_BUFFER_MIN (64u << 10)

#define OBJECTS                                                                                    \
	(NETCFG_MONITOR_LINKS | NETCFG_MONITOR_ADDRS | NETCFG_MONITOR_ROUTES | NETCFG_MONITOR_NSIDS)

/* The multicast groups, and who wants to hear of them. */
static const struct {
	uint32_t flag;
	int group;
} groups[] = {
	{ NETCFG_MONITOR_LINKS, RTNLGRP_LINK },
	{ NETCFG_MONITOR_ADDRS, RTNLGRP_IPV4_IFADDR },
	{ NETCFG_MONITOR_ADDRS, RTNLGRP_IPV6_IFADDR },
	{ NETCFG_MONITOR_ROUTES, RTNLGRP_IPV4_ROUTE },
	{ NETCFG_MONITOR_ROUTES, RTNLGRP_IPV6_ROUTE },
	{ NETCFG_MONITOR_NSIDS, RTNLGRP_NSID },
};

bool monitor_wants(const struct netcfg_monitor *m, enum monitor_kind kind)
{
	static const uint32_t flags[MONITOR_KINDS] = {
		[MONITOR_LINK] = NETCFG_MONITOR_LINKS,
		[MONITOR_ADDR] = NETCFG_MONITOR_ADDRS,
		[MONITOR_NSID] = NETCFG_MONITOR_NSIDS,
	};

	return m->flags & flags[kind];
}

int monitor_join(struct netcfg_monitor *m)
{
	size_t i;
	int err = 0;

	m->joined = true;
	for (i = 0; !err && i < sizeof(groups) / sizeof(groups[0]); i++) {
		if (m->flags & groups[i].flag)
			err = socket_join(&m->socket, groups[i].group);
	}
	return err;
}

void monitor_leave(struct netcfg_monitor *m)
{
	size_t i;

	for (i = 0; m->joined && i < sizeof(groups) / sizeof(groups[0]); i++) {
		if (m->flags & groups[i].flag)
			socket_leave(&m->socket, groups[i].group);
	}
	m->joined = false;
}

void monitor_ring(struct netcfg_monitor *m)
{
	struct nlmsghdr h = { .nlmsg_len = NLMSG_HDRLEN,
			      .nlmsg_type = NLMSG_NOOP,
			      .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK,
			      .nlmsg_pid = m->socket.portid };
	struct iovec iov = { .iov_base = &h, .iov_len = sizeof(h) };

	h.nlmsg_seq = m->bell_seq = socket_reserve_seq(&m->socket, 1);
	/* If it fails, callers who read until there is nothing are not the worse for it. */
	socket_send(&m->socket, &iov, 1);
}

static bool is_bell(const struct netcfg_monitor *m, const struct nlmsghdr *h)
{
	return h->nlmsg_type == NLMSG_ERROR && h->nlmsg_pid == m->socket.portid &&
	       h->nlmsg_seq == m->bell_seq;
}

/* Events are missing from here on: say so, and then find out what they would have said. */
static int tell_overrun(struct netcfg_monitor *m)
{
	monitor_leave(m);
	m->lost = false;
	m->left = 0;
	m->phase = MONITOR_UNREAD;
	monitor_ring(m);
	monitor_tell_mark(m, NETCFG_EVENT_OVERRUN, 0);
	return 1;
}

/* 1: the message is an event; 0; -ENOMEM. */
static int take(struct netcfg_monitor *m, const struct nlmsghdr *h)
{
	enum monitor_kind kind;
	struct entry *entry;
	int r = monitor_route_take(m, h);

	if (r)
		return r;
	r = monitor_take(m, h, false, &kind, &entry);
	if (r < 0 || !entry)
		return r;
	monitor_tell(m, kind, entry, 0);
	return 1;
}

/* The next event in the datagram: 1; 0: there is none any more. */
static int next_in_datagram(struct netcfg_monitor *m)
{
	while (nlmsg_ok(m->h, m->left)) {
		const struct nlmsghdr *h = m->h;
		int r;

		m->h = nlmsg_next((struct nlmsghdr *)(uintptr_t)h, &m->left);
		if (m->lost && is_bell(m, h))
			return tell_overrun(m);
		r = take(m, h);
		if (r < 0)
			return tell_overrun(m); /* of our memory */
		if (r)
			return 1;
	}
	m->left = 0;
	return 0;
}

/* 1: there is a datagram, or another try to be made, or with *ret_told an event; 0: nothing now. */
static int receive(struct netcfg_monitor *m, bool *ret_told)
{
	struct deadline now;
	ssize_t n;

	deadline_init(&now, 0);
	n = socket_receive(&m->socket, &now, m->grow);
	if (n >= 0) {
		m->h = (const struct nlmsghdr *)(const void *)m->socket.buf;
		m->left = (int)n;
		return 1;
	}
	switch (n) {
	case -ENOBUFS:
		/*
		 * It comes before what has been waiting, and nothing was added to that since
		 * the loss (kernel-facts section 4). So that nothing is, once it is read.
		 */
		m->lost = true;
		m->bell_seq = 0;
		monitor_leave(m);
		return 1;
	case -EMSGSIZE:
		m->grow = true;
		*ret_told = true;
		return tell_overrun(m);
	case -ETIMEDOUT:
		if (!m->lost)
			return 0;
		*ret_told = true;
		return tell_overrun(m);
	default:
		return (int)n;
	}
}

/* What is to be told before the next datagram: 1: an event; 0; -errno. */
static int next_at_hand(struct netcfg_monitor *m)
{
	int r = 0;

	if (m->phase == MONITOR_UNREAD)
		r = monitor_read_all(m);
	if (r == 0 && (m->phase == MONITOR_GONE || m->phase == MONITOR_THERE))
		r = monitor_list_next(m);
	if (r == 0)
		r = next_in_datagram(m);
	if (r == 0 && m->phase == MONITOR_ROUTES)
		r = monitor_route_go_on(m);
	return r;
}

static int next(struct netcfg_monitor *m)
{
	bool told = false;
	int r;

	do {
		r = next_at_hand(m);
		if (r)
			break;
		r = receive(m, &told);
	} while (r == 1 && !told);
	/* Who waits for the descriptor must not miss what is behind the last one before a loss. */
	if (r == 1 && m->lost)
		monitor_ring(m);
	return r;
}

int netcfg_monitor_next(struct netcfg_monitor *monitor, struct netcfg_event *ret_event)
{
	int r;

	if (!monitor)
		return -EINVAL;
	if (forkmark_is_child(&monitor->forkmark))
		return -ECHILD;
	if (!config_out_fits(ret_event, SIZE_UP_TO(struct netcfg_event, old_name)))
		return -EINVAL;
	r = next(monitor);
	if (r == 1)
		config_copy_out(ret_event, &monitor->event, sizeof(monitor->event));
	return r;
}

int netcfg_monitor_fd(const struct netcfg_monitor *monitor)
{
	if (!monitor)
		return -EINVAL;
	return forkmark_is_child(&monitor->forkmark) ? -ECHILD : monitor->socket.fd;
}

void netcfg_monitor_close(struct netcfg_monitor *monitor)
{
	int kind;

	if (!monitor)
		return;
	socket_close(&monitor->socket);
	forkmark_clear(&monitor->forkmark);
	for (kind = 0; kind < MONITOR_KINDS; kind++)
		table_free(&monitor->tables[kind]);
	monitor_route_free(monitor);
	free(monitor);
}

static int check_config(struct netcfg *nc, const struct netcfg_monitor_config *config,
			struct netcfg_monitor_config *copy)
{
	const uint32_t unknown = ~(uint32_t)(OBJECTS | NETCFG_MONITOR_LIST);
	struct error *e = &nc->error;
	int err = config_copy_in(nc, "config", copy, sizeof(*copy),
				 SIZE_UP_TO(struct netcfg_monitor_config, receive_buffer), config);

	if (err)
		return err;
	if (copy->flags & unknown)
		return error_detail(e, -EINVAL, "config.flags has unknown bits 0x%x",
				    copy->flags & unknown);
	if (copy->receive_buffer > RECEIVE_BUFFER_MAX)
		return error_detail(e, -EINVAL, "config.receive_buffer %u is above %u",
				    copy->receive_buffer, RECEIVE_BUFFER_MAX);
	if (!(copy->flags & OBJECTS))
		copy->flags |= OBJECTS;
	if (!copy->receive_buffer)
		copy->receive_buffer = RECEIVE_BUFFER_DEFAULT;
	if (copy->receive_buffer < RECEIVE_BUFFER_MIN)
		copy->receive_buffer = RECEIVE_BUFFER_MIN;
	return 0;
}

static int open_socket(struct netcfg *nc, struct netcfg_monitor *m, uint32_t receive_buffer)
{
	int err = socket_open_beside(&m->socket, &nc->socket);

	if (err == -EPERM)
		return error_detail(&nc->error, err,
				    "the handle's namespace is not that of the thread");
	return err ? err : socket_listen(&m->socket, receive_buffer);
}

static void init(struct netcfg_monitor *m, const struct netcfg *nc, uint32_t flags)
{
	forkmark_set(&m->forkmark);
	m->timeout_ms = nc->timeout_ms;
	m->flags = flags;
	m->silent = !(flags & NETCFG_MONITOR_LIST);
	table_init(&m->tables[MONITOR_LINK], sizeof(struct link_entry), sizeof(struct entry_key));
	table_init(&m->tables[MONITOR_ADDR], sizeof(struct addr_entry), sizeof(struct entry_key));
	table_init(&m->tables[MONITOR_NSID], sizeof(struct entry), sizeof(struct entry_key));
	monitor_route_init(m);
}

static int open_monitor(struct netcfg *nc, const struct netcfg_monitor_config *config,
			struct netcfg_monitor **ret_monitor)
{
	struct netcfg_monitor_config copy;
	struct netcfg_monitor *m;
	int err;

	if (!ret_monitor)
		return error_detail(&nc->error, -EINVAL, "ret_monitor is NULL");
	err = check_config(nc, config, &copy);
	if (err)
		return err;
	m = calloc(1, sizeof(*m));
	if (!m)
		return -ENOMEM;
	init(m, nc, copy.flags);
	err = open_socket(nc, m, copy.receive_buffer);
	if (!err)
		err = monitor_read_all(m);
	nc->stats.sends += m->dumps;
	nc->stats.requests += m->dumps;
	nc->stats.dumps += m->dumps;
	if (err)
		netcfg_monitor_close(m);
	else
		*ret_monitor = m;
	return err;
}

int netcfg_monitor_open(struct netcfg_monitor **ret_monitor, struct netcfg *nc,
			const struct netcfg_monitor_config *config)
{
	int err = call_begin(nc, "open monitor", NULL, NULL, NULL);

	return err ? err : call_end(nc, open_monitor(nc, config, ret_monitor));
}
