/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Routes in a batch, on links that the same batch makes. */
#include <sys/socket.h>
#include <unistd.h>

#include "support/routes.h"
#include "support/test.h"

/* All that a container's end needs, in the order in which it must happen. */
static void a_whole_network(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_link_config up = { .size = sizeof(up), .flags = NETCFG_LINK_UP };
	struct netcfg_stats before;

	before = stats_now(nc);
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "eth0", "far0", &up, NULL));
	assert_ok(nc, netcfg_link_set_up(nc, "far0"));
	assert_ok(nc, netcfg_addr_add(nc, "eth0", "192.0.2.10/24", NULL));
	assert_ok(nc, netcfg_route_add(nc, "default", ROUTE_CONFIG(.via = "192.0.2.1")));
	assert_ok(nc, netcfg_route_add(nc, "default",
				       ROUTE_CONFIG(.via = "fe80::1", .dev = "eth0")));
	assert_ok(nc, netcfg_route_add(nc, "10.9.0.1", ROUTE_CONFIG(.dev = "eth0")));
	assert_ok(nc, netcfg_route_add(nc, "10.8.0.0/16",
				       ROUTE_CONFIG(.via = "10.9.0.1", .source = "192.0.2.10")));
	assert_int_equal(netcfg_batch_count(nc), 7);
	assert_int_equal(stats_since(nc, &before).sends, 0);
	assert_ok(nc, netcfg_batch_commit(nc));
	/* The create, then all the rest; one look-up of eth0. */
	assert_int_equal(stats_since(nc, &before).sends, 2);
	assert_int_equal(stats_since(nc, &before).lookups, 1);
	assert_route("10.8.0.0/16", "gateway", "\"10.9.0.1\"");
	assert_route("10.8.0.0/16", "dev", "\"eth0\"");
	assert_string_equal(route_get(nc, "0.0.0.0", 0, NULL).via, "192.0.2.1");
	assert_string_equal(route_get(nc, "::", 0, NULL).via, "fe80::1");
}

/* Each name is found under which a link is there when it is the route's turn. */
static void names_that_change(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_route_hop hops[] = { { .dev = "w0" }, { .dev = "v1" } };

	routes_links_make();
	sh_ok("ip link set v0 down");
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_link_rename(nc, "v0", "w0"));
	assert_ok(nc, netcfg_link_set_up(nc, "w0"));
	assert_ok(nc, netcfg_route_add(nc, "10.1.0.0/16", ROUTE_CONFIG(.dev = "w0")));
	assert_ok(nc, netcfg_route_add(nc, "10.2.0.0/16",
				       ROUTE_CONFIG(.hops = hops, .hop_count = 2)));
	assert_ok(nc, netcfg_route_add(nc, "10.3.0.0/16", ROUTE_CONFIG(.dev = "v0")));
	assert_ok(nc, netcfg_route_delete(nc, "10.1.0.0/16", ROUTE_CONFIG(.dev = "w0")));
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_int_equal(netcfg_batch_error(nc, 4), -ENODEV);
	assert_no_route("10.1.0.0/16");
	assert_int_equal(route_get(nc, "10.2.0.0", 16, NULL).hop_count, 2);
	assert_no_route("10.3.0.0/16");
}

/* A hop's link that could not be made: the route is not sent, whoever has the name. */
static void links_that_were_not_made(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_route_hop hops[] = { { .via = "192.0.2.1" }, { .dev = "v1" } };
	const struct netcfg_stats before = (routes_links_make(), stats_now(nc));

	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_veth_create(nc, "v1", "x1", NULL, NULL));
	assert_ok(nc, netcfg_route_add(nc, "10.1.0.0/16",
				       ROUTE_CONFIG(.hops = hops, .hop_count = 2)));
	assert_ok(nc, netcfg_route_add(nc, "10.2.0.0/16", ROUTE_CONFIG(.via = "192.0.2.1")));
	assert_ok(nc, netcfg_route_add(nc, "10.2.0.0/16", ROUTE_CONFIG(.via = "192.0.2.2")));
	assert_int_equal(netcfg_batch_commit(nc), 3);
	assert_int_equal(netcfg_batch_error(nc, 0), -EEXIST);
	assert_int_equal(netcfg_batch_error(nc, 1), -ENODEV);
	assert_non_null(strstr(netcfg_batch_error_message(nc, 1), "config.hops[1].dev \"v1\""));
	assert_int_equal(netcfg_batch_error(nc, 2), 0);
	assert_int_equal(netcfg_batch_error(nc, 3), -EEXIST);
	assert_non_null(strstr(netcfg_batch_error_message(nc, 3),
			       "add route \"10.2.0.0/16\" via \"192.0.2.2\""));
	assert_no_route("10.1.0.0/16");
	assert_route("10.2.0.0/16", "gateway", "\"192.0.2.1\"");
	assert_int_equal(stats_since(nc, &before).dumps, 0);
}

/* What was passed need not be there any more at the commit. */
static void strings_are_kept(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	char destination[] = "10.1.0.0/16", dev[] = "v1", via[] = "10.9.9.9";
	struct netcfg_route_hop hop = { .via = via, .dev = dev, .flags = NETCFG_ROUTE_ONLINK };

	routes_links_make();
	assert_ok(nc, netcfg_batch_begin(nc, 0));
	assert_ok(nc, netcfg_route_add(nc, destination, ROUTE_CONFIG(.hops = &hop, .hop_count = 1)));
	assert_ok(nc, netcfg_route_append(nc, destination,
					  ROUTE_CONFIG(.dev = dev, .via = via, .metric = 9,
						       .flags = NETCFG_ROUTE_ONLINK)));
	assert_ok(nc, netcfg_route_delete(nc, "10.3.0.0/16", ROUTE_CONFIG(.dev = dev)));
	memset(&hop, 0, sizeof(hop));
	strcpy(destination, "x");
	strcpy(dev, "x");
	strcpy(via, "x");
	assert_int_equal(netcfg_batch_commit(nc), 1);
	assert_int_equal(netcfg_batch_error(nc, 2), -ESRCH);
	assert_message_has(nc, "delete route \"10.3.0.0/16\" dev \"v1\"");
	assert_route("10.1.0.0/16", "gateway", "\"10.9.9.9\"");
	assert_route("10.1.0.0/16", "metric", "9");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(a_whole_network),
		sandbox_test(names_that_change),
		sandbox_test(links_that_were_not_made),
		sandbox_test(strings_are_kept),
	};

	return sandbox_main(tests);
}
