/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The calls that LXC makes for such a container, in its order, as strace shows them: a netlink
 * socket for each of its 11 requests, and others for names and ioctls.
 */
#include "container.h"

#include <errno.h>
#include <fcntl.h>
#include <net/if_arp.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <linux/if_link.h>
#include <linux/net_namespace.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>

#include "bench.h"
#include "raw.h"
#include "raw_link.h"
#include "sandbox.h"

#define TRANSIENT "vethTRANSIENT"

/* One request on a socket of its own. */
static void send_alone(struct raw_batch *b)
{
	const int sock = raw_open();

	raw_seal(b);
	raw_send(sock, b);
	close(sock);
	raw_free(b);
}

/* An ioctl on a socket of its own. */
static void ioctl_alone(unsigned long request, struct ifreq *ifr)
{
	const int sock = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	if (sock < 0 || ioctl(sock, request, ifr) < 0)
		bench_fail("lxc: ioctl 0x%lx on %s: %s", request, ifr->ifr_name, strerror(errno));
	close(sock);
}

static void set_mac(const char *name, const unsigned char mac[6])
{
	struct ifreq ifr = { 0 };

	strncpy(ifr.ifr_name, name, sizeof(ifr.ifr_name) - 1);
	ifr.ifr_hwaddr.sa_family = ARPHRD_ETHER;
	memcpy(ifr.ifr_hwaddr.sa_data, mac, 6);
	ioctl_alone(SIOCSIFHWADDR, &ifr);
}

static void set_up(const char *name)
{
	struct raw_batch b = { 0 };

	if (if_nametoindex(name) == 0)
		bench_fail("lxc: no %s", name);
	raw_put_set_up(&b, name);
	send_alone(&b);
}

static void assign_id(const struct container *c)
{
	const struct rtgenmsg header = { .rtgen_family = AF_UNSPEC };
	struct raw_batch b = { 0 };

	raw_begin(&b, RTM_NEWNSID, 0, &header, sizeof(header));
	raw_put_u32(&b, NETNSA_FD, (uint32_t)c->netns_fd);
	raw_put_u32(&b, NETNSA_NSID, (uint32_t)-1);
	send_alone(&b);
}

static void create_pair(const struct container *c)
{
	struct raw_batch b = { 0 };

	if_nametoindex(c->link);
	if_nametoindex(TRANSIENT);
	container_put_pair(&b, c, TRANSIENT, c->netns_fd, 0);
	send_alone(&b);
}

/* A high MAC, so that the bridge does not take it over. */
static void raise_mac(const struct container *c)
{
	struct ifreq ifr = { 0 };

	memcpy(ifr.ifr_name, c->link, sizeof(ifr.ifr_name));
	ioctl_alone(SIOCGIFHWADDR, &ifr);
	ifr.ifr_hwaddr.sa_data[0] = (char)0xfe;
	ioctl_alone(SIOCSIFHWADDR, &ifr);
}

static void set_mtu(const struct container *c)
{
	struct raw_batch b = { 0 };

	if_nametoindex(c->link);
	raw_put_set_mtu(&b, c->link, CONTAINER_MTU);
	send_alone(&b);
}

static void enter_bridge(const struct container *c)
{
	struct ifreq ifr = { 0 };
	struct stat st;
	char path[96];
	int found;

	snprintf(path, sizeof(path), "/proc/sys/net/ipv6/conf/%s/disable_ipv6", c->link);
	if (write_text(path, "1") < 0)
		bench_fail("lxc: %s: %s", path, strerror(errno));
	snprintf(path, sizeof(path), "/sys/class/net/%s", c->bridge);
	found = stat(path, &st);
	snprintf(path, sizeof(path), "/sys/class/net/%s/bridge", c->bridge);
	found += stat(path, &st);
	(void)found; /* the answer is another namespace's */
	memcpy(ifr.ifr_name, c->bridge, sizeof(ifr.ifr_name));
	ifr.ifr_ifindex = (int)if_nametoindex(c->link);
	ioctl_alone(SIOCBRADDIF, &ifr);
}

static void host_side(const struct container *c)
{
	assign_id(c);
	create_pair(c);
	raise_mac(c);
	set_mtu(c);
	enter_bridge(c);
	set_up(c->link);
}

static void rename_inside(void)
{
	struct raw_batch b = { 0 };
	char name[IFNAMSIZ];
	unsigned int ifindex;

	ifindex = if_nametoindex(TRANSIENT);
	raw_put_set_name(&b, TRANSIENT, CONTAINER_LINK);
	send_alone(&b);
	if (!if_indextoname(ifindex, name))
		bench_fail("lxc: the container's link is not there");
}

static void add_address(int family, const void *address, uint8_t prefix_length, int ifindex)
{
	struct raw_batch b = { 0 };

	raw_put_addr(&b, ifindex, family, address, prefix_length);
	send_alone(&b);
}

static void add_gateway(int family, const void *gateway, int ifindex)
{
	struct raw_batch b = { 0 };

	raw_put_gateway(&b, ifindex, family, gateway);
	send_alone(&b);
}

/* What a process in the namespace does there: entering it is the price of having no such process.
 */
static void container_side(const struct container *c)
{
	int ifindex;

	if (setns(c->netns_fd, CLONE_NEWNET) < 0)
		bench_fail("lxc: setns: %s", strerror(errno));
	rename_inside();
	set_mac(CONTAINER_LINK, c->mac_bytes);
	ifindex = (int)if_nametoindex(CONTAINER_LINK);
	add_address(AF_INET, c->bytes4, 15, ifindex);
	add_address(AF_INET6, c->bytes6, 64, ifindex);
	set_up(CONTAINER_LINK);
	set_up("lo");
	add_gateway(AF_INET, c->gateway4, ifindex);
	add_gateway(AF_INET6, c->gateway6, ifindex);
	if (setns(c->home, CLONE_NEWNET) < 0)
		bench_fail("lxc: setns: %s", strerror(errno));
}

static void attach(const struct container *c)
{
	host_side(c);
	container_side(c);
}

void container_lxc(struct run *run)
{
	container_each(run, attach);
}
