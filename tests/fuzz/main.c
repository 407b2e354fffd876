/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Without libFuzzer: one run for each file in the directory that is named. */
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

int main(int argc, char **argv)
{
	DIR *directory = argc == 2 ? opendir(argv[1]) : NULL;
	const struct dirent *entry;
	unsigned int count = 0;

	if (!directory) {
		fprintf(stderr, "usage: %s DIRECTORY\n", argv[0]);
		return 2;
	}
	while ((entry = readdir(directory)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		if (run_file(argv[1], entry->d_name) < 0) {
			perror(entry->d_name);
			return 1;
		}
		count++;
	}
	closedir(directory);
	printf("%u inputs\n", count);
	return count ? 0 : 1;
}
