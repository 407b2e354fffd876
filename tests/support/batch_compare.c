/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include <dirent.h>
#include <stdlib.h>

#include "support/batch_compare.h"
#include "support/batch_side.h"
#include "support/test.h"

#define CORPUS      TEST_FORMS_DIR "/batch"
#define PROGRAM     TEST_EXAMPLES_DIR "/netcfg_batch"
#define FILES_MAX   200
#define SUFFIX      ".batch"

/* netcfg_batch's own status: without and with -force. */
static const struct difference {
	const char *name;
	int plain, force;
	const char *reason;
} differences[] = {
	{ "27-fail-pasted-shell", 1, 1, "-n, -4 and -6 are taken at the start of a line" },
	{ "60-differs-options", 0, 0, "-n, -4 and -6 are taken at the start of a line" },
	{ "61-differs-unsupported", 1, 1, "what is not supported is an error of its line" },
	{ "62-differs-unfinished", 1, 1, "a line that should be continued is an error" },
	{ "63-differs-create", 0, 0, "alias, addrgenmode, and a far end's up work in a create" },
	{ "64-differs-names", 1, 1, "0.0.0.0 and an empty label are refused" },
	{ "65-differs-show", 1, 1, "nothing is shown" },
};

static const struct difference *difference_of(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(differences); i++) {
		const size_t len = strlen(differences[i].name);

		if (strncmp(name, differences[i].name, len) == 0 && strcmp(name + len, SUFFIX) == 0)
			return &differences[i];
	}
	return NULL;
}

/* The words behind "# WHAT: " in a file; "" if there is no such line. */
static void directive(const struct batch_text *t, const char *what, char *ret, size_t size)
{
	char key[32];
	const char *line;

	snprintf(key, sizeof(key), "# %s: ", what);
	line = strstr(t->bytes, key);
	*ret = '\0';
	if (!line)
		return;
	line += strlen(key);
	snprintf(ret, size, "%.*s", (int)strcspn(line, "\r\n"), line);
}

/* Without "-force", which is tried in any case. */
static void options_of(const struct batch_text *t, char *ret, size_t size)
{
	char *force;

	directive(t, "opts", ret, size);
	force = strstr(ret, "-force");
	if (force)
		memset(force, ' ', strlen("-force"));
}

static void directive_of(const char *path, const char *what, char *ret, size_t size)
{
	struct batch_text t = batch_text_read(path);

	directive(&t, what, ret, size);
	free(t.bytes);
}

/* Holds nothing when it skips: that is a jump. */
static void need_kinds(const char *path)
{
	char kinds[200], *next = kinds, *kind;

	directive_of(path, "needs", kinds, sizeof(kinds));
	while ((kind = strsep(&next, " ")))
		if (*kind)
			need_kind(kind);
}

/* Numbers of lines that failed, as bits, by what is behind a mark on a line of output. */
static size_t failed_lines(const char *text, const char *mark, bool *lines, size_t max)
{
	size_t count = 0;

	memset(lines, 0, max * sizeof(*lines));
	for (text = strstr(text, mark); text; text = strstr(text + 1, mark)) {
		char *end;
		const unsigned long number = strtoul(text + strlen(mark), &end, 10);

		if (*end == ':' && strncmp(end, ": warning:", 10) == 0)
			continue;
		if (number < max && !lines[number]) {
			lines[number] = true;
			count++;
		}
	}
	return count;
}

/* ip names no line where it ends by itself; that is one at most, and the last. */
static bool lines_agree(const struct batch_side *ip, const struct batch_side *ours)
{
	char *a = batch_side_output(ip, "err"), *b = batch_side_output(ours, "err");
	bool ip_lines[1000], our_lines[1000];
	size_t n = failed_lines(a, "Command failed f:", ip_lines, ARRAY_SIZE(ip_lines));
	bool same = failed_lines(b, "netcfg_batch: f:", our_lines, ARRAY_SIZE(our_lines)) <= n + 1;

	for (size_t i = 0; i < ARRAY_SIZE(ip_lines); i++)
		same = same && (!ip_lines[i] || our_lines[i]);
	if (!same)
		print_error("ip failed at other lines:\n%s---\n%s", a, b);
	free(a);
	free(b);
	return same;
}

/* A failure names its line, always. */
static bool failure_is_told(const struct batch_side *ours, int status)
{
	char *text = batch_side_output(ours, "err");
	bool lines[1000];
	const bool told = failed_lines(text, "netcfg_batch: f:", lines, ARRAY_SIZE(lines)) > 0;

	if (told != (status != 0))
		print_error("status %d, and this was said:\n%s", status, text);
	free(text);
	return told == (status != 0);
}

struct run {
	const char *name;
	const char *force; /* "-force" or "" */
	const struct difference *difference;
	struct batch_text text, ip_text;
	struct batch_side ip, ours;
	int ip_status, status;
};

static bool statuses_agree(const struct run *r)
{
	const struct difference *d = r->difference;
	int expected = r->ip_status != 0;

	if (d)
		expected = *r->force ? d->force : d->plain;
	if (r->status == expected)
		return true;
	print_error("status %d, ip's is %d\n", r->status, r->ip_status);
	return false;
}

/* The program's state is checked last: it is what says most, and shows it. */
static bool agrees(struct run *r)
{
	bool good = statuses_agree(r) && failure_is_told(&r->ours, r->status);

	if (good && !r->difference)
		good = lines_agree(&r->ip, &r->ours);
	return batch_sides_agree(&r->ip, &r->ours, r->text.bytes) && good;
}

static void compare(struct run *r)
{
	char options[64], ip[160], ours[512];
	char *said;
	bool good;

	options_of(&r->text, options, sizeof(options));
	snprintf(ip, sizeof(ip), "ip %s %s -batch f", options, r->force);
	snprintf(ours, sizeof(ours), PROGRAM " %s %s f", options, r->force);
	batch_side_start(&r->ip, &r->ip_text, ip);
	batch_side_start(&r->ours, &r->text, ours);
	r->ip_status = batch_side_wait(&r->ip);
	r->status = batch_side_wait(&r->ours);
	good = agrees(r);
	if (!good) {
		said = batch_side_output(&r->ours, "err");
		print_error("%s %s differs; netcfg_batch said:\n%s", r->name, r->force, said);
		free(said);
	}
	batch_side_end(&r->ours);
	batch_side_end(&r->ip);
	assert_true(good);
}

/* The file that ip is given, where that is not the same one. */
static struct batch_text instead(const char *name, bool force)
{
	char path[512], *mark;
	struct batch_text t;

	snprintf(path, sizeof(path), CORPUS "/%s.instead", name);
	t = batch_text_read(path);
	mark = strstr(t.bytes, "# plain stops here\n");
	if (mark && !force)
		t.len = (size_t)(mark - t.bytes);
	return t;
}

static void compare_with(struct run *r, const char *force)
{
	r->force = force;
	r->ip_text = r->difference ? instead(r->difference->name, *force) : r->text;
	compare(r);
	if (r->difference)
		free(r->ip_text.bytes);
}

static void file_as_ip(void **state)
{
	struct run r = { .name = *state, .difference = difference_of(*state) };
	char path[512];

	snprintf(path, sizeof(path), CORPUS "/%s", r.name);
	need_kinds(path);
	r.text = batch_text_read(path);
	compare_with(&r, "");
	compare_with(&r, "-force");
	free(r.text.bytes);
}

static char *names[FILES_MAX];
static size_t name_count;

static void corpus_is_whole(void **state)
{
	const bool *with_kinds = *state;
	size_t found = 0;

	assert_in_range(name_count, *with_kinds ? 8 : 40, FILES_MAX - 1);
	for (size_t i = 0; i < name_count; i++)
		found += difference_of(names[i]) != NULL;
	assert_int_equal(found, *with_kinds ? 0 : ARRAY_SIZE(differences));
}

static int compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* "6.1.0" is before "6.15". */
static bool is_before(const char *version, const char *other)
{
	int a[2] = { 0 }, b[2] = { 0 };

	sscanf(version, "%d.%d", &a[0], &a[1]);
	sscanf(other, "%d.%d", &b[0], &b[1]);
	return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
}

/* A form that a newer ip does otherwise is compared with an older one only. */
static bool is_for_this_ip(const char *path)
{
	char before[32], *version;
	bool result;

	directive_of(path, "ip before", before, sizeof(before));
	if (!*before)
		return true;
	version = sh_output("ip -V | sed 's/.*iproute2-//'");
	result = is_before(version, before);
	free(version);
	return result;
}

static bool belongs(const char *name, bool with_kinds)
{
	char path[512], kinds[200];

	snprintf(path, sizeof(path), CORPUS "/%s", name);
	directive_of(path, "needs", kinds, sizeof(kinds));
	return (*kinds != '\0') == with_kinds && is_for_this_ip(path);
}

static void find_files(bool with_kinds)
{
	DIR *dir = opendir(CORPUS);

	for (struct dirent *e = dir ? readdir(dir) : NULL; e; e = readdir(dir)) {
		const size_t len = strlen(e->d_name);

		if (len > strlen(SUFFIX) && name_count < FILES_MAX &&
		    strcmp(e->d_name + len - strlen(SUFFIX), SUFFIX) == 0 &&
		    belongs(e->d_name, with_kinds))
			names[name_count++] = strdup(e->d_name);
	}
	if (dir)
		closedir(dir);
	qsort(names, name_count, sizeof(*names), compare_names);
}

int batch_compare_main(bool with_kinds)
{
	static struct CMUnitTest tests[FILES_MAX + 1];
	int failed;

	sandbox_enter();
	find_files(with_kinds);
	tests[0] = (struct CMUnitTest){ .name = "corpus_is_whole",
					.test_func = corpus_is_whole,
					.initial_state = &with_kinds };
	for (size_t i = 0; i < name_count; i++)
		tests[i + 1] = (struct CMUnitTest){ .name = names[i],
						    .test_func = file_as_ip,
						    .initial_state = names[i] };
	failed = _cmocka_run_group_tests("netcfg_batch", tests, name_count + 1, NULL, NULL);
	for (size_t i = 0; i < name_count; i++)
		free(names[i]);
	return sandbox_result(failed, name_count + 1);
}
