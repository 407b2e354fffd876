/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Lifetimes, metric and protocol of addresses, in both families. */
#include <stdlib.h>
#include <sys/socket.h>

#include "support/addrs.h"
#include "support/side.h"
#include "support/test.h"

/* What is asked for both families; 10.0.0.1 and fd00::1 as texts, NODAD means nothing to IPv4. */
static const struct family {
	const char *address;
	const char *text;
	uint32_t prefix_length;
} families[] = {
	{ "10.0.0.1/24", "10.0.0.1", 24 },
	{ "fd00::1/64", "fd00::1", 64 },
};

static struct netcfg_addr_config with_lifetimes(uint32_t valid, uint32_t preferred)
{
	return (struct netcfg_addr_config){
		.size = sizeof(struct netcfg_addr_config),
		.flags = NETCFG_ADDR_LIFETIME | NETCFG_ADDR_NODAD,
		.valid_lifetime = valid,
		.preferred_lifetime = preferred,
	};
}

static struct netcfg_addr_info get(struct netcfg *nc, const struct family *family)
{
	return addr_get(nc, "v0", family->text, family->prefix_length);
}

static void check_forever(struct netcfg *nc, const struct family *family)
{
	const struct netcfg_addr_info info = get(nc, family);

	assert_true(info.valid_lifetime == NETCFG_ADDR_FOREVER);
	assert_true(info.preferred_lifetime == NETCFG_ADDR_FOREVER);
	assert_true(info.flags & NETCFG_ADDR_STATE_PERMANENT);
	assert_false(info.flags & NETCFG_ADDR_STATE_DEPRECATED);
}

/* The read-back counts down: how far depends on how slow this machine is. */
static void check_lifetimes(struct netcfg *nc, const struct family *family, uint32_t valid,
			    uint32_t preferred)
{
	const struct netcfg_addr_info info = get(nc, family);

	assert_in_range(info.valid_lifetime, valid / 2, valid);
	assert_in_range(info.preferred_lifetime, preferred / 2, preferred);
	assert_false(info.flags & NETCFG_ADDR_STATE_PERMANENT);
}

static void set_all_lifetimes(struct netcfg *nc, const struct family *family)
{
	struct netcfg_addr_config config = with_lifetimes(1000, 500);

	assert_ok(nc, netcfg_addr_add(nc, "v0", family->address, &config));
	check_lifetimes(nc, family, 1000, 500);
	/* Lifetimes that the replace does not give are without end again. */
	assert_ok(nc, netcfg_addr_replace(nc, "v0", family->address, NULL));
	check_forever(nc, family);
	config = with_lifetimes(2000, 2000);
	assert_ok(nc, netcfg_addr_replace(nc, "v0", family->address, &config));
	check_lifetimes(nc, family, 2000, 2000);
	config = with_lifetimes(NETCFG_ADDR_FOREVER, NETCFG_ADDR_FOREVER);
	assert_ok(nc, netcfg_addr_replace(nc, "v0", family->address, &config));
	check_forever(nc, family);
	config = with_lifetimes(1000, 0);
	assert_ok(nc, netcfg_addr_replace(nc, "v0", family->address, &config));
	check_lifetimes(nc, family, 1000, 0);
	assert_true(get(nc, family).flags & NETCFG_ADDR_STATE_DEPRECATED);
	assert_ok(nc, netcfg_addr_delete(nc, "v0", family->address, NULL));

	/* Without the flag the fields are not read, whatever they hold. */
	config.flags = 0;
	config.valid_lifetime = 0;
	config.preferred_lifetime = 7;
	assert_ok(nc, netcfg_addr_add(nc, "v0", family->address, &config));
	check_forever(nc, family);
}

static void b52_lifetimes(void **state)
{
	const struct sandbox *box = *state;

	pair_make();
	for (size_t i = 0; i < ARRAY_SIZE(families); i++)
		set_all_lifetimes(box->nc, &families[i]);
}

static void b52_deprecated_from_the_start(void **state)
{
	const struct sandbox *box = *state;
	const struct netcfg_addr_config config = with_lifetimes(NETCFG_ADDR_FOREVER, 0);

	pair_make();
	for (size_t i = 0; i < ARRAY_SIZE(families); i++) {
		struct netcfg_addr_info info;

		assert_ok(box->nc, netcfg_addr_add(box->nc, "v0", families[i].address, &config));
		info = get(box->nc, &families[i]);
		assert_true(info.flags & NETCFG_ADDR_STATE_DEPRECATED);
		assert_true(info.valid_lifetime == NETCFG_ADDR_FOREVER);
		/* The kernel shows "for ever" for an IPv4 one that is valid for ever. */
		if (info.family == AF_INET6)
			assert_int_equal(info.preferred_lifetime, 0);
	}
}

static void b52_impossible_lifetimes(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	static const struct {
		uint32_t valid;
		uint32_t preferred;
	} rows[] = {
		{ 50, 100 }, { 0, 0 }, { 0, 100 }, { 100, NETCFG_ADDR_FOREVER }, { 1, 2 },
	};
	char *before;

	pair_make();
	assert_ok(nc, netcfg_addr_add(nc, "v0", "10.0.0.1/24", NULL));
	before = addr_picture();
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct netcfg_addr_config config =
			with_lifetimes(rows[i].valid, rows[i].preferred);

		for (size_t j = 0; j < ARRAY_SIZE(families); j++) {
			const char *address = families[j].address;

			assert_unsent(nc, netcfg_addr_add(nc, "v0", address, &config), -EINVAL);
			assert_message_has(nc, "lifetime");
			assert_unsent(nc, netcfg_addr_replace(nc, "v0", address, &config), -EINVAL);
			assert_message_has(nc, "lifetime");
		}
	}
	addr_picture_same(before);
}

static bool none_left(void *arg)
{
	return addr_count(arg, "v0", AF_UNSPEC) == 0;
}

static void b53_expired(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	const struct netcfg_addr_config config = with_lifetimes(2, 1);

	pair_make();
	for (size_t i = 0; i < ARRAY_SIZE(families); i++)
		assert_ok(nc, netcfg_addr_add(nc, "v0", families[i].address, &config));
	assert_true(side_eventually(none_left, nc));
	for (size_t i = 0; i < ARRAY_SIZE(families); i++)
		assert_errno(nc, netcfg_addr_delete(nc, "v0", families[i].address, NULL),
			     -EADDRNOTAVAIL);
}

/* What `ip` shows of the address's route; free() it. */
static char *prefix_route(const struct family *family)
{
	const bool six = strchr(family->text, ':');

	return sh_output("ip %s route show dev v0 | grep '^%s '", six ? "-6" : "-4",
			 six ? "fd00::/64" : "10.0.0.0/24");
}

static void check_route_metric(const struct family *family, const char *metric)
{
	char *route = prefix_route(family);

	assert_non_null(strstr(route, metric));
	free(route);
}

static void metric(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;

	pair_make();
	pair_up();
	for (size_t i = 0; i < ARRAY_SIZE(families); i++) {
		const struct family *family = &families[i];
		struct netcfg_addr_config config = { .size = sizeof(config),
						     .flags = NETCFG_ADDR_NODAD,
						     .metric = 4321 };

		assert_ok(nc, netcfg_addr_add(nc, "v0", family->address, &config));
		assert_int_equal(get(nc, family).metric, 4321);
		check_route_metric(family, "metric 4321");
		config.metric = 1234;
		assert_ok(nc, netcfg_addr_replace(nc, "v0", family->address, &config));
		assert_int_equal(get(nc, family).metric, 1234);
		check_route_metric(family, "metric 1234");
		assert_ok(nc, netcfg_addr_delete(nc, "v0", family->address, NULL));

		assert_ok(nc, netcfg_addr_add(nc, "v0", family->address, NULL));
		assert_int_equal(get(nc, family).metric, 0);
		assert_ok(nc, netcfg_addr_delete(nc, "v0", family->address, NULL));
	}
}

static void protocol(void **state)
{
	const struct sandbox *box = *state;
	struct netcfg *nc = box->nc;
	struct netcfg_addr_config config = { .size = sizeof(config) };
	uint32_t kept;

	pair_make();
	/* A kernel that does not know the attribute ignores it: then it is none, in all. */
	config.protocol = 200;
	assert_ok(nc, netcfg_addr_add(nc, "v1", "10.0.0.1/24", &config));
	kept = addr_get(nc, "v1", "10.0.0.1", 24).protocol;
	need(kept != 0, "addresses with a protocol");
	assert_int_equal(kept, 200);

	for (size_t i = 0; i < ARRAY_SIZE(families); i++) {
		const struct family *family = &families[i];

		for (uint32_t wanted = 0; wanted < 256; wanted += 51) {
			config.protocol = wanted;
			assert_ok(nc, netcfg_addr_add(nc, "v0", family->address, &config));
			assert_int_equal(get(nc, family).protocol, wanted);
			assert_ok(nc, netcfg_addr_delete(nc, "v0", family->address, NULL));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		sandbox_test(b52_lifetimes),
		sandbox_test(b52_deprecated_from_the_start),
		sandbox_test(b52_impossible_lifetimes),
		sandbox_test(b53_expired),
		sandbox_test(metric),
		sandbox_test(protocol),
	};

	return sandbox_main(tests);
}
