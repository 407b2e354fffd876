/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* How long a call may still wait. */
#include <time.h>

#include "deadline.h"
#include "unit/support/unit.h"

static void sleep_ms(long ms)
{
	const struct timespec t = { .tv_nsec = ms * 1000000 };

	nanosleep(&t, NULL);
}

static void for_ever(void **state)
{
	struct deadline d;

	(void)state;
	deadline_init(&d, -1);
	assert_int_equal(deadline_left(&d), -1);
	assert_int_equal(deadline_left(&d), -1);
}

static void none(void **state)
{
	struct deadline d;

	(void)state;
	deadline_init(&d, 0);
	assert_int_equal(deadline_left(&d), 0);
	assert_int_equal(deadline_left(&d), 0);
}

/* The clock starts with the first question, and all of them share what there is. */
static void shared(void **state)
{
	struct deadline d;
	int first, second;

	(void)state;
	deadline_init(&d, 1000);
	sleep_ms(30);
	first = deadline_left(&d);
	assert_int_equal(first, 1000);
	sleep_ms(30);
	second = deadline_left(&d);
	assert_true(second <= 971);
	assert_true(second >= 0);
}

static void over(void **state)
{
	struct deadline d;

	(void)state;
	deadline_init(&d, 10);
	assert_true(deadline_left(&d) > 0);
	sleep_ms(30);
	assert_int_equal(deadline_left(&d), 0);
	deadline_init(&d, 10); /* and anew */
	assert_true(deadline_left(&d) > 0);
}

/* Rounded up: a poll(2) with what is left of a millisecond must not spin with 0. */
static void rounded_up(void **state)
{
	struct timespec now;
	struct deadline d;
	int left;

	(void)state;
	deadline_init(&d, 20);
	deadline_left(&d);
	do {
		left = deadline_left(&d);
		clock_gettime(CLOCK_MONOTONIC, &now);
		if (now.tv_sec < d.end.tv_sec ||
		    (now.tv_sec == d.end.tv_sec && now.tv_nsec < d.end.tv_nsec))
			assert_true(left > 0);
	} while (left > 0);
}

/* The longest there is, with and without a carry into the seconds. */
static void longest(void **state)
{
	struct deadline d;
	int i;

	(void)state;
	for (i = 0; i < 3; i++) {
		deadline_init(&d, INT_MAX - i);
		assert_int_equal(deadline_left(&d), INT_MAX - i);
		assert_true(d.end.tv_nsec < 1000000000);
		assert_true(d.end.tv_nsec >= 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(for_ever), cmocka_unit_test(none),	   cmocka_unit_test(shared),
		cmocka_unit_test(over),	    cmocka_unit_test(rounded_up), cmocka_unit_test(longest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
