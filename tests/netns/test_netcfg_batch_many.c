/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Long files: thousands of links, by ip and by netcfg_batch. How long each takes is printed, and
 * nothing is asserted about it.
 */
#include <stdlib.h>
#include <unistd.h>

#include "support/batch_side.h"
#include "support/test.h"

#define PROGRAM TEST_EXAMPLES_DIR "/netcfg_batch"
#define PAIRS   5000
/* ip takes 16 ms and more for each, all of it waiting. */
#define IP_DELETES 50

static struct batch_text lines(int added, int deleted)
{
	struct batch_text t = { NULL, 0 };
	FILE *f = open_memstream(&t.bytes, &t.len);

	assert_non_null(f);
	for (int i = 0; i < added; i++)
		fprintf(f, "link add many%d type veth peer name far%d\n", i, i);
	for (int i = 0; i < deleted; i++)
		fprintf(f, "link del many%d\n", i);
	fclose(f);
	return t;
}

/* Waits for a batch that must succeed; prints how long it took. */
static void done(struct batch_side *b, const char *who, const char *what)
{
	const int status = batch_side_wait(b);
	char *seconds = batch_side_output(b, "seconds"), *err = batch_side_output(b, "err");

	print_message("%s: %s: %s s\n", who, what, seconds);
	if (status)
		print_error("%s\n", err);
	assert_int_equal(status, 0);
	free(seconds);
	free(err);
}

/* One after the other, so that neither takes the other's time. */
static void many_added(void **state)
{
	struct batch_text t = lines(PAIRS, 0);
	struct batch_side ip, ours;

	(void)state;
	batch_side_start(&ip, &t, "ip -batch f");
	done(&ip, "ip", "5000 pairs added");
	batch_side_start(&ours, &t, PROGRAM " f");
	done(&ours, "netcfg_batch", "5000 pairs added");
	assert_true(batch_sides_agree(&ip, &ours, ""));
	batch_side_end(&ours);
	batch_side_end(&ip);
	free(t.bytes);
}

/* The file as a whole, by the program; ip is given one that comes to the same. */
static void deleted_as_none(const char *command, const char *what)
{
	struct batch_text all = lines(PAIRS, PAIRS), none = lines(0, 0);
	struct batch_side ip, ours;

	batch_side_start(&ip, &none, "ip -batch f");
	assert_int_equal(batch_side_wait(&ip), 0);
	batch_side_start(&ours, &all, command);
	done(&ours, "netcfg_batch", what);
	assert_true(batch_sides_agree(&ip, &ours, ""));
	batch_side_end(&ours);
	batch_side_end(&ip);
	free(all.bytes);
	free(none.bytes);
}

static void many_deleted(void **state)
{
	(void)state;
	deleted_as_none(PROGRAM " f", "5000 pairs added and deleted");
}

static void many_deleted_with_force(void **state)
{
	(void)state;
	deleted_as_none("cat f | " PROGRAM " -force", "the same with -force, from a pipe");
}

static void some_deleted(void **state)
{
	struct batch_text t = lines(IP_DELETES, IP_DELETES);
	struct batch_side ip, ours;

	(void)state;
	batch_side_start(&ip, &t, "ip -batch f");
	done(&ip, "ip", "50 pairs added and deleted");
	batch_side_start(&ours, &t, PROGRAM " f");
	done(&ours, "netcfg_batch", "50 pairs added and deleted");
	assert_true(batch_sides_agree(&ip, &ours, ""));
	batch_side_end(&ours);
	batch_side_end(&ip);
	free(t.bytes);
}

/*
 * What one line needs is done before the next one comes: with standard input a pipe that stays
 * open, nobody waits for more lines than there are.
 */
static void not_kept_waiting(void **state)
{
	struct batch_text none = lines(0, 0);
	struct batch_side ours;

	(void)state;
	batch_side_start(&ours, &none,
			 "{ echo link add early0 type veth peer name early1;"
			 " for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do"
			 " ip link show early0 >/dev/null 2>&1 && break; sleep 0.1; done;"
			 " ip link show early0 >/dev/null || echo it is not there; } 2>&1 | " PROGRAM);
	assert_int_equal(batch_side_wait(&ours), 0);
	batch_side_end(&ours);
	free(none.bytes);
}

/* Several files, one after the other, are one run. */
static void several_files(void **state)
{
	struct batch_text none = lines(0, 0);
	struct batch_side ours;
	char *err;

	(void)state;
	batch_side_start(&ours, &none,
			 "echo link add sv0 type veth peer name sv1 >a; echo link set nosuch0 up >b;"
			 " echo link set sv0 up >c; " PROGRAM " a b c; one=$?;"
			 " ip link show sv0 up | grep -q . && exit 90;"
			 " ip link del sv0; " PROGRAM " -force -b a b /nosuch . - c <a; two=$?;"
			 " ip link show sv0 up | grep -q . || exit 91; exit $one$two");
	assert_int_equal(batch_side_wait(&ours), 11);
	err = batch_side_output(&ours, "err");
	assert_non_null(strstr(err, "netcfg_batch: b:1: change link \"nosuch0\""));
	assert_non_null(strstr(err, "cannot open \"/nosuch\""));
	assert_non_null(strstr(err, "cannot read \".\""));
	assert_non_null(strstr(err, "netcfg_batch: -:1: create veth \"sv0\""));
	free(err);
	batch_side_end(&ours);
	free(none.bytes);
}

/* Options, and namespaces on the command line. */
static void command_line(void **state)
{
	struct batch_text none = lines(0, 0);
	struct batch_side ours;

	(void)state;
	batch_side_start(&ours, &none,
			 "p=" PROGRAM "; $p --help | grep -q ^usage || exit 1; $p -x; [ $? = 2 ] || exit 2;"
			 " $p -n; [ $? = 2 ] || exit 3; $p -n absent f; [ $? = 1 ] || exit 4;"
			 " ip netns add ns; echo link set lo up | $p -n ns || exit 5;"
			 " ip -n ns link show lo up | grep -q . || exit 6;"
			 " ip link show lo up | grep -q . && exit 7;"
			 " $p f >/dev/full || exit 8; echo netns | $p >/dev/full; [ $? = 1 ] || exit 9");
	assert_int_equal(batch_side_wait(&ours), 0);
	batch_side_end(&ours);
	free(none.bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_added),	    cmocka_unit_test(many_deleted),
		cmocka_unit_test(many_deleted_with_force), cmocka_unit_test(some_deleted),
		cmocka_unit_test(not_kept_waiting), cmocka_unit_test(several_files),
		cmocka_unit_test(command_line),
	};

	return sandbox_main(tests);
}
