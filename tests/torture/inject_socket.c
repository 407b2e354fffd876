/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Sends and receives of real sockets: these functions stand in the C library's place. */
#include <errno.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "torture/inject.h"

static bool fails(enum inject what)
{
	const int err = inject_count(what);

	if (err)
		errno = err;
	return err != 0;
}

ssize_t send(int fd, const void *data, size_t len, int flags)
{
	return fails(INJECT_SEND) ? -1 : syscall(SYS_sendto, fd, data, len, flags, NULL, 0);
}

ssize_t sendmsg(int fd, const struct msghdr *msg, int flags)
{
	return fails(INJECT_SEND) ? -1 : syscall(SYS_sendmsg, fd, msg, flags);
}

ssize_t recv(int fd, void *data, size_t len, int flags)
{
	return fails(INJECT_RECEIVE) ? -1 : syscall(SYS_recvfrom, fd, data, len, flags, NULL, NULL);
}
