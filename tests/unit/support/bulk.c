/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "unit/support/bulk.h"

#include <linux/rtnetlink.h>

#include "unit/support/fake_default.h"
#include "unit/support/unit.h"

#define PRIVATE_GROUP 0x40000000u

uint32_t bulk_value_of(const struct fake_request *r, int type)
{
	const void *attr = fake_find_attr((const void *)r->bytes, r->len, type, type);
	uint32_t value = 0;

	if (attr)
		memcpy(&value, attr, sizeof(value));
	return value;
}

const char *bulk_name_of(const struct fake_request *r)
{
	const char *name;

	name = fake_find_attr((const void *)r->bytes, r->len, IFLA_IFNAME, IFLA_ALT_IFNAME);
	return name ? name : "";
}

int bulk_index_of(const struct fake_request *r)
{
	struct ifinfomsg ifi;

	memcpy(&ifi, r->bytes + NLMSG_HDRLEN, sizeof(ifi));
	return ifi.ifi_index;
}

uint32_t bulk_check_requests(void)
{
	uint32_t group = 0;
	size_t i;

	for (i = 0; i < fake_count(RTM_DELLINK); i++) {
		const struct fake_request r = fake_request(RTM_DELLINK, i);

		if (bulk_index_of(&r) || *bulk_name_of(&r)) {
			assert_int_equal(bulk_value_of(&r, IFLA_GROUP), 0);
		} else {
			group = bulk_value_of(&r, IFLA_GROUP);
			assert_true(group > PRIVATE_GROUP);
		}
	}
	for (i = 0; i < fake_count(RTM_SETLINK); i++) {
		const struct fake_request r = fake_request(RTM_SETLINK, i);

		assert_true(bulk_index_of(&r) > 0 || *bulk_name_of(&r));
	}
	return group;
}

void bulk_veths(int first, int last)
{
	static char names[700][16];
	int i;

	for (i = first; i <= last; i++) {
		snprintf(names[i], sizeof(names[i]), "v%d", i);
		fake_link(names[i], i);
		fake_kind("veth", 5);
	}
}
