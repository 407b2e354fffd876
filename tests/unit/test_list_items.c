/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The growing array that every list of the API is. */
#include "list.h"
#include "unit/support/unit.h"

struct item {
	size_t size;
	uint64_t value;
};

static void fill(struct list *list, uint64_t count)
{
	uint64_t i;

	for (i = 0; i < count; i++) {
		struct item *item = list_add(list);

		assert_non_null(item);
		assert_int_equal(item->value, 0); /* zeroed, also where one was before */
		item->value = i + 1;
	}
}

static void add_and_take(void **state)
{
	struct item item = { .size = sizeof(item) };
	struct list list;
	uint64_t i;

	(void)state;
	list_init(&list, sizeof(item));
	assert_int_equal(list_next(&list, &item, sizeof(item)), 0);
	fill(&list, 1000);
	assert_int_equal(list.count, 1000);
	for (i = 0; i < 1000; i++) {
		assert_int_equal(((struct item *)list_at(&list, i))->value, i + 1);
		assert_int_equal(list_next(&list, &item, sizeof(item)), 1);
		assert_int_equal(item.value, i + 1);
		assert_int_equal(item.size, sizeof(item));
	}
	item.value = 77;
	assert_int_equal(list_next(&list, &item, sizeof(item)), 0);
	assert_int_equal(list_next(&list, &item, sizeof(item)), 0);
	assert_int_equal(item.value, 77); /* untouched at the end */
	list_free(&list);
}

static void clear_and_use_again(void **state)
{
	struct item item = { .size = sizeof(item) };
	struct list list;

	(void)state;
	list_init(&list, sizeof(item));
	fill(&list, 20);
	assert_int_equal(list_next(&list, &item, sizeof(item)), 1);
	list_clear(&list);
	assert_int_equal(list.count, 0);
	assert_int_equal(list_next(&list, &item, sizeof(item)), 0);
	fill(&list, 3);
	assert_int_equal(list_next(&list, &item, sizeof(item)), 1);
	assert_int_equal(item.value, 1); /* the first again */
	list_free(&list);
	list_free(&list); /* is empty then */
	fill(&list, 1);
	list_free(&list);
}

/* A struct that cannot be filled takes no item. */
static void bad_structs(void **state)
{
	struct item item = { .size = sizeof(item) - 1 };
	struct list list;

	(void)state;
	list_init(&list, sizeof(item));
	fill(&list, 2);
	assert_int_equal(list_next(&list, NULL, sizeof(item)), -EINVAL);
	assert_int_equal(list_next(&list, &item, sizeof(item)), -EINVAL);
	item.size = SIZE_MAX;
	assert_int_equal(list_next(&list, &item, sizeof(item)), -EINVAL);
	item.size = sizeof(item);
	assert_int_equal(list_next(&list, &item, sizeof(item)), 1);
	assert_int_equal(item.value, 1);
	list_free(&list);
}

static void too_many(void **state)
{
	struct list list;

	(void)state;
	list_init(&list, SIZE_MAX / 15);
	assert_null(list_add(&list)); /* 16 of them are not even a number */
	list_init(&list, SIZE_MAX / 8);
	list.count = list.room = 8;
	assert_null(list_add(&list));
	assert_int_equal(list.count, 8);
}

static void null_lists(void **state)
{
	struct netcfg_netns_id_info id = { .size = sizeof(id) };
	struct netcfg_netns_info netns = { .size = sizeof(netns) };
	struct netcfg_addr_info addr = { .size = sizeof(addr) };
	struct netcfg_link_info link = { .size = sizeof(link) };

	(void)state;
	netcfg_link_list_free(NULL);
	netcfg_addr_list_free(NULL);
	netcfg_netns_list_free(NULL);
	netcfg_netns_id_list_free(NULL);
	assert_int_equal(netcfg_link_list_next(NULL, &link), -EINVAL);
	assert_int_equal(netcfg_addr_list_next(NULL, &addr), -EINVAL);
	assert_int_equal(netcfg_netns_list_next(NULL, &netns), -EINVAL);
	assert_int_equal(netcfg_netns_id_list_next(NULL, &id), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(add_and_take), cmocka_unit_test(clear_and_use_again),
		cmocka_unit_test(bad_structs),	cmocka_unit_test(too_many),
		cmocka_unit_test(null_lists),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
