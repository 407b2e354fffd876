/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: adding, replacing and deleting addresses. Lists and flush are in addr_list.c. */
#include <netcfg/addr.h>

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/rtnetlink.h>

#include "addr_attrs.h"
#include "handle.h"
#include "names.h"
#include "request.h"

/* Arguments checked and the link's index looked up: an index, or -errno. */
static int prepare(struct netcfg *nc, struct addr_attrs *a, const char *link, const char *address,
		   const struct netcfg_addr_config *config)
{
	int err = name_check(nc, "link", link);

	memset(a, 0, sizeof(*a));
	if (!err)
		err = addr_attrs_check(nc, a, address, config);
	return err ? err : name_to_index(nc, &nc->socket, "link", link);
}

/* EACCES has nothing to do with capabilities, and EADDRNOTAVAIL nothing with absence (B67, B68). */
static void explain_refusal(struct netcfg *nc, const struct addr_attrs *a, int err)
{
	if (a->local.family != AF_INET6)
		return;
	if (err == -EACCES)
		error_detail(&nc->error, err, "IPv6 is disabled on the link");
	else if (err == -EADDRNOTAVAIL)
		error_detail(&nc->error, err, "not an address that can be assigned");
	else if (err == -EINVAL)
		error_detail(&nc->error, err, "is the mtu below 1280?");
}

static int add(struct netcfg *nc, const char *link, const char *address,
	       const struct netcfg_addr_config *config, uint16_t flags)
{
	struct ifaddrmsg ifa;
	struct addr_attrs a;
	struct request r;
	int err, ifindex = prepare(nc, &a, link, address, config);

	if (ifindex < 0)
		return ifindex;
	ifa = addr_attrs_header(&a, ifindex);
	request_begin(&r, nc, RTM_NEWADDR, (uint16_t)(NLM_F_CREATE | flags), &ifa, sizeof(ifa));
	addr_attrs_put_key(&r, &a);
	addr_attrs_put_rest(&r, &a);
	err = request_call(&r, &nc->socket);
	if (err < 0)
		explain_refusal(nc, &a, err);
	return err;
}

int netcfg_addr_add(struct netcfg *nc, const char *link, const char *address,
		    const struct netcfg_addr_config *config)
{
	int err = call_begin(nc, "add address", address, "to", link);

	return err ? err : call_end(nc, add(nc, link, address, config, NLM_F_EXCL));
}

int netcfg_addr_replace(struct netcfg *nc, const char *link, const char *address,
			const struct netcfg_addr_config *config)
{
	int err = call_begin(nc, "replace address", address, "on", link);

	return err ? err : call_end(nc, add(nc, link, address, config, NLM_F_REPLACE));
}

static int remove_addr(struct netcfg *nc, const char *link, const char *address,
		       const struct netcfg_addr_config *config)
{
	struct ifaddrmsg ifa;
	struct addr_attrs a;
	struct request r;
	int err, ifindex = prepare(nc, &a, link, address, config);

	if (ifindex < 0)
		return ifindex;
	ifa = addr_attrs_header(&a, ifindex);
	request_begin(&r, nc, RTM_DELADDR, 0, &ifa, sizeof(ifa));
	addr_attrs_put_key(&r, &a);
	err = request_call(&r, &nc->socket);
	if (err == -EADDRNOTAVAIL)
		error_detail(&nc->error, err, "no such address on \"%s\"", link);
	return err;
}

int netcfg_addr_delete(struct netcfg *nc, const char *link, const char *address,
		       const struct netcfg_addr_config *config)
{
	int err = call_begin(nc, "delete address", address, "from", link);

	return err ? err : call_end(nc, remove_addr(nc, link, address, config));
}
