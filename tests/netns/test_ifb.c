/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Ifbs: what every kind of link has is tested with dummies. */
#include "support/test.h"

static void test_create(void **state)
{
	struct netcfg *nc = ((struct sandbox *)*state)->nc;
	struct netcfg_link_info info = { .size = sizeof(info) };

	need_kind("ifb");
	assert_cost(nc, netcfg_ifb_create(nc, "i0", NULL), 1, 0);
	assert_link(-1, "i0", "info_kind", "\"ifb\"");
	assert_ok(nc, netcfg_ifb_create(nc, "i1", LINK_CONFIG(.mtu = 1400, .flags = NETCFG_LINK_UP)));
	assert_ok(nc, netcfg_link_get(nc, "i1", &info));
	assert_string_equal(info.kind, "ifb");
	assert_int_equal(info.mtu, 1400);
	assert_true(info.flags & NETCFG_LINK_STATE_UP);
	assert_errno(nc, netcfg_ifb_create(nc, "i1", NULL), -EEXIST);
	assert_unsent(nc, netcfg_ifb_create(nc, "a/b", NULL), -EINVAL);
	assert_ok(nc, netcfg_link_delete(nc, "i0"));
	assert_ok(nc, netcfg_link_delete(nc, "i1"));
}

int main(void)
{
	const struct CMUnitTest tests[] = { sandbox_test(test_create) };

	return sandbox_main(tests);
}
