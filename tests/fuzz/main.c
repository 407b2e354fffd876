/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Without libFuzzer: one run for each file in the directories that are named. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "fuzz.h"

#define INPUT_MAX (1 << 20)

static int run_file(const char *directory, const char *name)
{
	static uint8_t input[INPUT_MAX];
	uint8_t *exact;
	char path[4096];
	size_t size;
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", directory, name);
	file = fopen(path, "rbe");
	if (!file)
		return -1;
	size = fread(input, 1, sizeof(input), file);
	fclose(file);
	/* So that a sanitizer sees what goes beyond. */
	exact = malloc(size ? size : 1);
	if (!exact)
		return -1;
	memcpy(exact, input, size);
	LLVMFuzzerTestOneInput(exact, size);
	free(exact);
	return 0;
}

/* How many files there were; -1 and has said why. */
static int run_directory(const char *path)
{
	DIR *directory = opendir(path);
	const struct dirent *entry;
	int count = 0;

	if (!directory) {
		perror(path);
		return -1;
	}
	while ((entry = readdir(directory)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		if (run_file(path, entry->d_name) < 0) {
			perror(entry->d_name);
			count = -1;
			break;
		}
		count++;
	}
	closedir(directory);
	return count;
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: %s DIRECTORY...\n", argv[0]);
		return 2;
	}
	for (int i = 1; i < argc; i++) {
		const int count = run_directory(argv[i]);

		if (count <= 0)
			return 1;
		printf("%d inputs in %s\n", count, argv[i]);
	}
	return 0;
}
