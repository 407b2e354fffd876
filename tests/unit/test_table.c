/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The keyed table: found by key, wherever it has grown or was emptied. */
#include "table.h"
#include "unit/support/unit.h"

#define KEYS 3000

struct item {
	uint32_t key[2];
	uint32_t value;
};

static void empty(void **state)
{
	const uint32_t key[2] = { 1, 2 };
	struct table t;

	(void)state;
	table_init(&t, sizeof(struct item), sizeof(key));
	assert_null(table_find(&t, key));
	assert_int_equal(t.used, 0);
	table_free(&t);
	table_free(&t);
}

/* Against an array that is indexed by the key: adding, removing, finding, walking. */
static void like_an_array(void **state)
{
	static uint32_t model[KEYS]; /* 0: not there */
	uint32_t random = 1, count = 0, seen = 0, i;
	struct table t;

	(void)state;
	table_init(&t, sizeof(struct item), sizeof(uint32_t[2]));
	for (i = 1; i < 100000; i++) {
		uint32_t key[2];
		struct item *item;

		random = random * 1664525u + 1013904223u;
		key[0] = (random >> 8) % KEYS;
		key[1] = ~key[0];
		item = table_find(&t, key);
		assert_int_equal(item ? item->value : 0, model[key[0]]);
		if (item && (random >> 30)) {
			table_remove(&t, item);
			model[key[0]] = 0;
			count--;
		} else if (!item) {
			item = table_add(&t, key);
			assert_non_null(item);
			assert_int_equal(item->value, 0);
			model[key[0]] = item->value = i;
			count++;
		}
		assert_int_equal(t.count, count);
	}
	assert_true(t.used <= KEYS); /* places of removed ones are taken again */
	for (i = 0; i < t.used; i++) {
		const struct item *item = table_at(&t, i);

		if (!item)
			continue;
		assert_int_equal(model[item->key[0]], item->value);
		seen++;
	}
	assert_int_equal(seen, count);
	table_free(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(empty),
		cmocka_unit_test(like_an_array),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
