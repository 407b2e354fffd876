/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Structs of callers that are older or newer than the library. */
#include "config.h"
#include "handle.h"
#include "unit/support/unit.h"

struct sample {
	size_t size;
	uint32_t a, b;
	uint32_t c, d; /* came later */
};

#define FIRST_SIZE SIZE_UP_TO(struct sample, b)
#define LIMIT      4096

/* A caller's struct of any size up to somewhat above the limit, on the heap, exactly as long. */
static unsigned char *make(size_t size, unsigned char rest)
{
	unsigned char *config = malloc(size < sizeof(size) ? sizeof(size) : size);

	assert_non_null(config);
	memset(config, rest, size);
	memcpy(config, &size, sizeof(size));
	return config;
}

static void nothing_given(void **state)
{
	struct sample s, zero = { 0 };

	memset(&s, 0xaa, sizeof(s));
	assert_int_equal(config_copy_in(*state, "config", &s, sizeof(s), FIRST_SIZE, NULL), 0);
	assert_memory_equal(&s, &zero, sizeof(s));
}

static void every_size_in(void **state)
{
	const struct sample full = { .a = 0x01010101, .b = 0x01010101, .c = 0x01010101,
				     .d = 0x01010101 };
	struct sample s, want;
	unsigned char *config;
	size_t size;
	int err;

	for (size = 0; size <= LIMIT + 8; size++) {
		config = make(size, 1);
		if (size > sizeof(s)) /* what is not known must be zero */
			memset(config + sizeof(s), 0, size - sizeof(s));
		memset(&s, 0xaa, sizeof(s));
		err = config_copy_in(*state, "config", &s, sizeof(s), FIRST_SIZE, config);
		free(config);
		if (size < FIRST_SIZE) {
			assert_int_equal(err, -EINVAL);
			continue;
		}
		assert_int_equal(err, size > LIMIT ? -E2BIG : 0);
		if (err)
			continue;
		memset(&want, 0, sizeof(want));
		memcpy(&want, &full, size < sizeof(want) ? size : sizeof(want));
		want.size = size;
		assert_memory_equal(&s, &want, sizeof(s));
	}
}

/* A newer caller's field that is set, wherever it is. */
static void unknown_fields(void **state)
{
	struct netcfg *nc = *state;
	unsigned char *config;
	struct sample s;
	size_t size, at;

	for (size = sizeof(s) + 1; size < sizeof(s) + 40; size++) {
		for (at = sizeof(s); at < size; at++) {
			config = make(size, 0);
			config[at] = 0x80;
			assert_int_equal(config_copy_in(nc, "config", &s, sizeof(s), FIRST_SIZE,
							config),
					 -E2BIG);
			free(config);
		}
	}
	config = make(LIMIT, 0);
	config[LIMIT - 1] = 1;
	assert_int_equal(config_copy_in(nc, "config", &s, sizeof(s), FIRST_SIZE, config), -E2BIG);
	free(config);
}

/* A size that was never set is nonsense, not a reason to read that far. */
static void sizes_of_nobody(void **state)
{
	static const size_t sizes[] = { 0, 1, LIMIT + 1, 0xaaaaaaaa, SIZE_MAX };
	struct sample s, config = { .a = 1 };
	size_t i;
	int err;

	for (i = 0; i < ARRAY_SIZE(sizes); i++) {
		config.size = sizes[i];
		err = config_copy_in(*state, "config", &s, sizeof(s), FIRST_SIZE, &config);
		assert_int_equal(err, sizes[i] < FIRST_SIZE ? -EINVAL : -E2BIG);
		assert_false(config_out_fits(&config, FIRST_SIZE));
	}
	assert_false(config_out_fits(NULL, FIRST_SIZE));
}

static void every_size_out(void **state)
{
	const struct sample ours = { .size = 1, .a = 2, .b = 3, .c = 4, .d = 5 };
	unsigned char *ret, *want;
	size_t size;

	(void)state;
	for (size = FIRST_SIZE; size <= LIMIT; size++) {
		ret = make(size, 0xaa);
		assert_true(config_out_fits(ret, FIRST_SIZE));
		config_copy_out(ret, &ours, sizeof(ours));
		want = make(size, 0);
		memcpy(want + sizeof(size), (const char *)&ours + sizeof(size),
		       (size < sizeof(ours) ? size : sizeof(ours)) - sizeof(size));
		assert_memory_equal(ret, want, size);
		free(ret);
		free(want);
	}
}

/* And in the verbs: each config, one byte shorter, and with something behind it. */
#define assert_sizes_checked(nc, call, type, config) \
	do { \
		(config).known.size = sizeof(type) - 1; \
		assert_int_equal(call, -EINVAL); \
		(config).known.size = sizeof(config); \
		assert_int_equal(call, 0); \
		(config).more = 1; \
		assert_int_equal(call, -E2BIG); \
		assert_says(nc, "has fields that libnetcfg"); \
		(config).known.size = sizeof(type); \
		assert_int_equal(call, 0); \
	} while (0)

static void configs_of_verbs(void **state)
{
	struct {
		struct netcfg_link_config known;
		uint64_t more;
	} link = { 0 }, peer = { 0 };
	struct {
		struct netcfg_vlan_config known;
		uint64_t more;
	} vlan = { 0 };
	struct {
		struct netcfg_addr_config known;
		uint64_t more;
	} addr = { 0 };
	struct netcfg *nc = *state;

	fake_link("d0", 3);
	assert_sizes_checked(nc, netcfg_dummy_create(nc, "d1", &link.known),
			     struct netcfg_link_config, link);
	assert_sizes_checked(nc, netcfg_veth_create(nc, "v0", "v1", NULL, &peer.known),
			     struct netcfg_link_config, peer);
	assert_sizes_checked(nc, netcfg_vlan_create(nc, "v", "d0", 1, &vlan.known, NULL),
			     struct netcfg_vlan_config, vlan);
	memset(&link, 0, sizeof(link));
	assert_sizes_checked(nc, netcfg_link_set(nc, "d0", &link.known), struct netcfg_link_config,
			     link);
	assert_sizes_checked(nc, netcfg_addr_add(nc, "d0", "192.0.2.1", &addr.known),
			     struct netcfg_addr_config, addr);
}

static void filter_of_the_list(void **state)
{
	struct {
		struct netcfg_link_filter known;
		uint64_t more;
	} filter = { .known = { .size = sizeof(filter) }, .more = 1 };
	struct netcfg_link_list *list;
	struct netcfg *nc = *state;
	char kind[33] = "";

	assert_int_equal(netcfg_link_list(nc, &filter.known, &list), -E2BIG);
	assert_int_equal(netcfg_link_list(nc, LINK_FILTER(.flags = 2), &list), -EINVAL);
	assert_int_equal(netcfg_link_list(nc, LINK_FILTER(.reserved = 1), &list), -EINVAL);
	assert_int_equal(netcfg_link_list(nc, LINK_FILTER(.kind = ""), &list), -EINVAL);
	memset(kind, 'k', 32);
	assert_int_equal(netcfg_link_list(nc, LINK_FILTER(.kind = kind), &list), -EINVAL);
	assert_int_equal(netcfg_link_list(nc, NULL, NULL), -EINVAL);
	assert_nothing_sent();
}

/* An older caller's info struct is filled as far as it goes, a newer one's rest is zeroed. */
static void info_of_verbs(void **state)
{
	struct {
		struct netcfg_link_info known;
		uint64_t more;
	} info = { .known = { .size = sizeof(info) }, .more = 77 };
	struct netcfg_stats stats = { .size = sizeof(stats) - 1, .sends = 77 };
	struct netcfg *nc = *state;

	fake_link("v0", 6);
	assert_int_equal(netcfg_link_get(nc, "v0", &info.known), 0);
	assert_int_equal(info.known.size, sizeof(info));
	assert_string_equal(info.known.name, "v0");
	assert_int_equal(info.more, 0);
	info.known.size = sizeof(info.known) - 1;
	assert_int_equal(netcfg_link_get(nc, "v0", &info.known), -EINVAL);
	assert_int_equal(netcfg_link_get(nc, "v0", NULL), -EINVAL);
	assert_int_equal(fake_count(0), 1);
	netcfg_get_stats(nc, &stats);
	assert_int_equal(stats.sends, 77); /* untouched */
	netcfg_get_stats(nc, NULL);
	netcfg_get_stats(NULL, &stats);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		handle_test(nothing_given),
		handle_test(every_size_in),
		handle_test(unknown_fields),
		handle_test(sizes_of_nobody),
		cmocka_unit_test(every_size_out),
		handle_test(configs_of_verbs),
		handle_test(filter_of_the_list),
		handle_test(info_of_verbs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
