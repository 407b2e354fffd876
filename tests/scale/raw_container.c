/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What container_net -n COUNT does, with nothing between this program and the kernel: the same
 * system calls in essence, the same requests one at a time, the same table.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if_link.h>
#include <linux/veth.h>
#include <net/if.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "raw.h"
#include "support/options.h"
#include "support/sandbox.h"
#include "support/steps.h"

#define MAX_COUNT 5000
#define DIRECTORY "/run/netns"
#define MTU       1400

enum {
	CREATE_NETNS,
	CREATE_VETH,
	OPEN_HANDLE,
	CONFIGURE,
	READ_BACK,
	CLOSE_HANDLE,
	DELETE_VETH,
	DELETE_NETNS,
	STEPS
};

static const char *const step_names[STEPS] = {
	[CREATE_NETNS] = "create namespace",
	[CREATE_VETH] = "create veth",
	[OPEN_HANDLE] = "open handle",
	[CONFIGURE] = "configure inside",
	[READ_BACK] = "read back",
	[CLOSE_HANDLE] = "close handle",
	[DELETE_VETH] = "delete veth",
	[DELETE_NETNS] = "delete namespace",
};

/* The requests, and where the values are that differ from one container to the next. */
static struct {
	struct raw_request veth, ipv4, ipv6, up, get, addresses, del;
	char *veth_name, *del_name, *up_name;
	unsigned char *mac, *ipv4_address[2], *ipv6_address[2];
	int *veth_netns;
} prepared;

static struct step steps[STEPS];
static int home, outside;

static void prepare_veth(void)
{
	const struct ifinfomsg up = { .ifi_flags = IFF_UP, .ifi_change = IFF_UP };
	const struct ifinfomsg none = { 0 };
	const unsigned char mac[] = { 2, 0, 10, 88, 0, 0 };
	const uint32_t mtu = MTU;
	struct raw_request *request = &prepared.veth;
	size_t info, data, peer;

	raw_start(request, RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL, &up, sizeof(up));
	prepared.veth_name = raw_put_name(request, IFLA_IFNAME);
	raw_put(request, IFLA_MTU, &mtu, sizeof(mtu));
	info = raw_nest(request, IFLA_LINKINFO);
	raw_put(request, IFLA_INFO_KIND, "veth", sizeof("veth"));
	data = raw_nest(request, IFLA_INFO_DATA);
	peer = raw_nest(request, VETH_INFO_PEER);
	/* The one attribute that has a header of its own before the nested ones. */
	memcpy(request->bytes + request->length, &none, sizeof(none));
	request->length += sizeof(none);
	strcpy(raw_put_name(request, IFLA_IFNAME), "eth0");
	raw_put(request, IFLA_MTU, &mtu, sizeof(mtu));
	prepared.mac = raw_put(request, IFLA_ADDRESS, mac, sizeof(mac));
	prepared.veth_netns = raw_put(request, IFLA_NET_NS_FD, NULL, sizeof(int));
	raw_nest_end(request, peer);
	raw_nest_end(request, data);
	raw_nest_end(request, info);
}

static void prepare_addresses(void)
{
	const struct ifaddrmsg ipv4 = { .ifa_family = AF_INET, .ifa_prefixlen = 16 };
	const struct ifaddrmsg ipv6 = { .ifa_family = AF_INET6, .ifa_prefixlen = 64 };
	const uint16_t flags = NLM_F_CREATE | NLM_F_EXCL;
	const uint32_t nodad = IFA_F_NODAD;
	unsigned char address[16];

	inet_pton(AF_INET, "10.88.0.0", address);
	raw_start(&prepared.ipv4, RTM_NEWADDR, flags, &ipv4, sizeof(ipv4));
	prepared.ipv4_address[0] = raw_put(&prepared.ipv4, IFA_LOCAL, address, 4);
	prepared.ipv4_address[1] = raw_put(&prepared.ipv4, IFA_ADDRESS, address, 4);
	inet_pton(AF_INET, "10.88.255.255", address);
	raw_put(&prepared.ipv4, IFA_BROADCAST, address, 4);

	inet_pton(AF_INET6, "fd00:88::", address);
	raw_start(&prepared.ipv6, RTM_NEWADDR, flags, &ipv6, sizeof(ipv6));
	prepared.ipv6_address[0] = raw_put(&prepared.ipv6, IFA_LOCAL, address, 16);
	prepared.ipv6_address[1] = raw_put(&prepared.ipv6, IFA_ADDRESS, address, 16);
	raw_put(&prepared.ipv6, IFA_FLAGS, &nodad, sizeof(nodad));
}

static void prepare_others(void)
{
	const struct ifinfomsg up = { .ifi_flags = IFF_UP, .ifi_change = IFF_UP };
	const struct ifinfomsg none = { 0 };
	const struct ifaddrmsg any = { 0 };
	const uint32_t mask = RTEXT_FILTER_SKIP_STATS;

	raw_start(&prepared.up, RTM_NEWLINK, 0, &up, sizeof(up));
	prepared.up_name = raw_put_name(&prepared.up, IFLA_IFNAME);
	raw_start(&prepared.get, RTM_GETLINK, 0, &none, sizeof(none));
	strcpy(raw_put_name(&prepared.get, IFLA_IFNAME), "eth0");
	raw_put(&prepared.get, IFLA_EXT_MASK, &mask, sizeof(mask));
	raw_start(&prepared.addresses, RTM_GETADDR, NLM_F_DUMP, &any, sizeof(any));
	raw_start(&prepared.del, RTM_DELLINK, 0, &none, sizeof(none));
	prepared.del_name = raw_put_name(&prepared.del, IFLA_IFNAME);
}

/* As ip-netns(8) has it: what is mounted here is seen in other mount namespaces too. */
static void prepare_directory(void)
{
	if (mkdir(DIRECTORY, 0755) || mount(DIRECTORY, DIRECTORY, "none", MS_BIND | MS_REC, NULL) ||
	    mount("", DIRECTORY, "none", MS_SHARED | MS_REC, NULL))
		raw_die(DIRECTORY);
}

static void describe(size_t index, char path[64])
{
	const unsigned int host = (unsigned int)index + 2;
	const unsigned char bytes[] = { (unsigned char)(host >> 8), (unsigned char)host };

	snprintf(path, 64, DIRECTORY "/box%zu", index);
	snprintf(prepared.veth_name, IFNAMSIZ, "ve-box%u", host - 2);
	memcpy(prepared.del_name, prepared.veth_name, IFNAMSIZ);
	memcpy(prepared.mac + 4, bytes, 2);
	for (int i = 0; i < 2; i++) {
		memcpy(prepared.ipv4_address[i] + 2, bytes, 2);
		memcpy(prepared.ipv6_address[i] + 14, bytes, 2);
	}
}

static void create_netns(const char *path)
{
	int file = open(path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0);

	if (file < 0)
		raw_die(path);
	close(file);
	if (unshare(CLONE_NEWNET))
		raw_die("unshare");
	if (mount("/proc/self/ns/net", path, "none", MS_BIND, NULL))
		raw_die("bind");
	if (setns(home, CLONE_NEWNET))
		raw_die("setns back");
}

static int open_netns(const char *path)
{
	int netns = open(path, O_RDONLY | O_CLOEXEC);

	if (netns < 0)
		raw_die(path);
	return netns;
}

static void create_veth(const char *path)
{
	*prepared.veth_netns = open_netns(path);
	raw_call(outside, &prepared.veth);
	close(*prepared.veth_netns);
}

static int open_inside(const char *path)
{
	int netns = open_netns(path);
	int sock = raw_open_in(netns, home);

	close(netns);
	return sock;
}

static void set_up(int inside, const char *name)
{
	strcpy(prepared.up_name, name);
	raw_call(inside, &prepared.up);
}

/* The index is asked for each time, as by a library that takes names. */
static void configure(int inside)
{
	struct ifaddrmsg *header = raw_header(&prepared.ipv4);

	header->ifa_index = (unsigned int)raw_index(inside, "eth0");
	raw_call(inside, &prepared.ipv4);
	header = raw_header(&prepared.ipv6);
	header->ifa_index = (unsigned int)raw_index(inside, "eth0");
	raw_call(inside, &prepared.ipv6);
	set_up(inside, "eth0");
	set_up(inside, "lo");
}

static void read_back(int inside)
{
	struct ifaddrmsg *header = raw_header(&prepared.addresses);

	raw_call(inside, &prepared.get);
	header->ifa_index = (unsigned int)raw_index(inside, "eth0");
	if (raw_call(inside, &prepared.addresses) < 2)
		raw_die("addresses are missing");
}

#define TIMED(step, statement)             \
	do {                               \
		step_begin(&steps[step]);  \
		statement;                 \
		step_end(&steps[step]);    \
	} while (0)

static void create(size_t index)
{
	char path[64];
	int inside;

	describe(index, path);
	TIMED(CREATE_NETNS, create_netns(path));
	TIMED(CREATE_VETH, create_veth(path));
	TIMED(OPEN_HANDLE, inside = open_inside(path));
	TIMED(CONFIGURE, configure(inside));
	TIMED(READ_BACK, read_back(inside));
	TIMED(CLOSE_HANDLE, close(inside));
}

static void delete_netns(const char *path)
{
	if (umount2(path, MNT_DETACH) || unlink(path))
		raw_die(path);
}

static void delete(size_t index)
{
	char path[64];

	describe(index, path);
	TIMED(DELETE_VETH, raw_call(outside, &prepared.del));
	TIMED(DELETE_NETNS, delete_netns(path));
}

int main(int argc, char **argv)
{
	size_t count = 1000;

	if (argc != 1 && (argc != 3 || strcmp(argv[1], "-n"))) {
		fputs("usage: raw_container [-n COUNT]\n", stderr);
		return 1;
	}
	if (argc == 3 && parse_option("COUNT", argv[2], 1, MAX_COUNT, &count))
		return 1;
	if (sandbox_enter())
		return 1;
	for (size_t i = 0; i < STEPS; i++)
		if (step_init(&steps[i], step_names[i], count))
			return 1;
	home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
	if (home < 0)
		raw_die("/proc/self/ns/net");
	outside = raw_open();
	prepare_directory();
	prepare_veth();
	prepare_addresses();
	prepare_others();
	for (size_t i = 0; i < count; i++)
		create(i);
	for (size_t i = 0; i < count; i++)
		delete(i);
	steps_print(steps, STEPS);
	for (size_t i = 0; i < STEPS; i++)
		step_free(&steps[i]);
	return close_stdout();
}
