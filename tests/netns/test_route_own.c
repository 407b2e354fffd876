/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A local route for a whole prefix: every address of it is this host's own, for one request. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "support/routes.h"
#include "support/test.h"

#define PORT 7777

/* All but the family's own part. */
struct endpoint {
	struct sockaddr_storage name;
	socklen_t len;
};

static struct endpoint endpoint(const char *address)
{
	struct endpoint e = { .len = 0 };
	struct sockaddr_in *in = (struct sockaddr_in *)&e.name;
	struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)&e.name;

	if (inet_pton(AF_INET6, address, &in6->sin6_addr) == 1) {
		in6->sin6_family = AF_INET6;
		in6->sin6_port = htons(PORT);
		e.len = sizeof(*in6);
	} else if (inet_pton(AF_INET, address, &in->sin_addr) == 1) {
		in->sin_family = AF_INET;
		in->sin_port = htons(PORT);
		e.len = sizeof(*in);
	}
	return e;
}

/*
 * A socket that listens on an address, or -errno. For IPv6 bind(2) asks for an
 * address on a link, whatever the routes are, unless it is not to ask.
 */
static int listen_on(const char *address, bool free)
{
	const struct endpoint e = endpoint(address);
	int err, on = free, fd = socket(e.name.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	assert_true(fd >= 0);
	assert_int_equal(setsockopt(fd, SOL_IP, IP_FREEBIND, &on, sizeof(on)), 0);
	if (bind(fd, (const struct sockaddr *)&e.name, e.len) == 0 && listen(fd, 8) == 0)
		return fd;
	err = -errno;
	close(fd);
	return err;
}

/* In a child: 0 once the address has answered. */
static int connect_to(void *address)
{
	const struct endpoint e = endpoint(address);
	const struct timeval patience = { .tv_sec = 5 };
	int fd = socket(e.name.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience)) < 0)
		return 1;
	return connect(fd, (const struct sockaddr *)&e.name, e.len) == 0 ? 0 : 1;
}

/* Another host, at the far end of v0, which has the prefixes routed to us. */
static int make_neighbour(void)
{
	const int there = netns_new();

	sh_ok_in(there, "ip link set lo up && ip link add n0 type veth peer name n1");
	sh_ok_in(there, "ip link set n1 netns %d", (int)getpid());
	sh_ok("ip link set n1 up && ip addr add 192.0.2.1/24 dev n1 && "
	      "ip addr add 2001:db8::1/64 dev n1 nodad");
	sh_ok_in(there, "ip link set n0 up && ip addr add 192.0.2.2/24 dev n0 && "
			"ip addr add 2001:db8::2/64 dev n0 nodad");
	sh_ok_in(there, "ip route add 10.64.0.0/16 via 192.0.2.1 && "
			"ip route add 2001:db8:64::/48 via 2001:db8::1");
	return there;
}

static const char *const four[] = { "10.64.0.1", "10.64.77.199", "10.64.255.254" };
static const char *const six[] = { "2001:db8:64::1", "2001:db8:64:77:1:2:3:4" };

/* Each can be bound to, and is answered on, here and from elsewhere. */
static void use(const char *const addresses[], size_t count, bool free, int there)
{
	for (size_t i = 0; i < count; i++) {
		const int fd = listen_on(addresses[i], free);

		assert_true(fd >= 0);
		assert_int_equal(in_child(-1, connect_to, (void *)(uintptr_t)addresses[i]), 0);
		assert_int_equal(in_child(there, connect_to, (void *)(uintptr_t)addresses[i]), 0);
		close(fd);
	}
}

/* One socket for all of them, which asks for nothing. */
static void use_any(const char *const addresses[], size_t count, int there)
{
	const int fd = listen_on("::", false);

	assert_true(fd >= 0);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(in_child(there, connect_to, (void *)(uintptr_t)addresses[i]), 0);
	close(fd);
}

static void own_whole_prefixes(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_route_config *own =
		ROUTE_CONFIG(.dev = "lo", .type = NETCFG_ROUTE_LOCAL);
	const int there = make_neighbour();

	sh_ok("ip link set lo up");
	assert_int_equal(listen_on(four[0], false), -EADDRNOTAVAIL);
	assert_int_equal(in_child(-1, connect_to, (void *)(uintptr_t)six[0]), 1);
	/* 65,536 addresses, and very many. */
	assert_cost(nc, netcfg_route_add(nc, "10.64.0.0/16", own), 1, 1);
	assert_cost(nc, netcfg_route_add(nc, "2001:db8:64::/48", own), 1, 1);
	assert_int_equal(route_get(nc, "10.64.0.0", 16, NULL).table, NETCFG_ROUTE_TABLE_LOCAL);
	use(four, ARRAY_SIZE(four), false, there);
	assert_int_equal(listen_on(six[0], false), -EADDRNOTAVAIL); /* as the header says */
	use(six, ARRAY_SIZE(six), true, there);
	use_any(six, ARRAY_SIZE(six), there);
	assert_int_equal(listen_on("10.65.0.1", false), -EADDRNOTAVAIL);

	assert_ok(nc, netcfg_route_delete(nc, "10.64.0.0/16", own));
	assert_ok(nc, netcfg_route_delete(nc, "2001:db8:64::/48", own));
	assert_int_equal(listen_on(four[0], false), -EADDRNOTAVAIL);
	assert_int_equal(in_child(-1, connect_to, (void *)(uintptr_t)six[0]), 1);
	close(there);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(own_whole_prefixes),
	};

	return sandbox_main(tests);
}
