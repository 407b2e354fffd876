/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "libnl.h"

#include <netlink/errno.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>

#include "bench.h"

struct nl_sock *libnl_open(void)
{
	struct nl_sock *sock = nl_socket_alloc();

	if (!sock)
		bench_fail("libnl: out of memory");
	libnl_check(nl_connect(sock, NETLINK_ROUTE), "connect");
	return sock;
}

void libnl_check(int err, const char *what)
{
	if (err == -NLE_OPNOTSUPP)
		bench_skip("libnl: %s: %s", what, nl_geterror(err));
	if (err < 0)
		bench_fail("libnl: %s: %s", what, nl_geterror(err));
}
