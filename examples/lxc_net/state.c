/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The file that says what was made. One word for each thing: names have no blanks. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lxc_net/made.h"

#define HEAD "lxc_net 1"
#define END  "end"

static int fail(const char *path, const char *what, int err, const struct say *say)
{
	refuse(say, 0, "%s \"%s\": %s", what, path, strerror(-err));
	return err;
}

static int make_directory_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *directory;
	int err = 0;

	if (!slash || slash == path)
		return 0;
	directory = strndup(path, (size_t)(slash - path));
	if (!directory)
		return -ENOMEM;
	if (mkdir(directory, 0755) && errno != EEXIST)
		err = -errno;
	free(directory);
	return err;
}

int made_reserve(const char *path, const struct say *say)
{
	int fd, err = make_directory_of(path);

	if (err)
		return fail(path, "make the directory of", err, say);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0 && errno == EEXIST) {
		refuse(say, 0, "\"%s\" says that the container has its network: take it down first",
		       path);
		return -EEXIST;
	}
	if (fd < 0)
		return fail(path, "make", -errno, say);
	close(fd);
	return 0;
}

static void write_one(FILE *stream, const struct made *made)
{
	if (made->kind == MADE_VETH)
		fprintf(stream, "veth %d %s\n", made->index, made->name);
	else if (made->kind == MADE_INSIDE)
		fprintf(stream, "inside %d %s\n", made->index, made->name);
	else if (made->kind == MADE_PHYS)
		fprintf(stream, "phys %d %s %" PRIu32 " %s\n", made->index, made->name,
			made->old_mtu, *made->old_mac ? made->old_mac : "-");
}

int made_write(const char *path, const struct made *made, size_t count, const struct say *say)
{
	FILE *stream = fopen(path, "we");
	int err = 0;

	if (!stream)
		return fail(path, "open", -errno, say);
	fputs(HEAD "\n", stream);
	for (size_t i = 0; i < count; i++)
		write_one(stream, &made[i]);
	fputs(END "\n", stream);
	if (ferror(stream))
		err = -EIO;
	if (fclose(stream) && !err)
		err = -errno;
	return err ? fail(path, "write", err, say) : 0;
}

static int parse_one(const char *line, struct made *made)
{
	char kind[8], mac[NETCFG_LINK_MAC_SIZE] = "";
	uint32_t mtu = 0;
	int index, words;

	words = sscanf(line, "%7s %d %15s %" SCNu32 " %95s", kind, &index, made->name, &mtu, mac);
	if (words < 3 || index <= 0)
		return -EINVAL;
	if (!strcmp(kind, "veth") && words == 3)
		made->kind = MADE_VETH;
	else if (!strcmp(kind, "inside") && words == 3)
		made->kind = MADE_INSIDE;
	else if (!strcmp(kind, "phys") && words == 5)
		made->kind = MADE_PHYS;
	else
		return -EINVAL;
	made->index = index;
	made->old_mtu = mtu;
	if (strcmp(mac, "-"))
		memcpy(made->old_mac, mac, sizeof(mac));
	return 0;
}

/* Gives 0 once the end is there, -EBUSY if it is not. */
static int read_all(FILE *stream, struct made **made, size_t *count)
{
	char line[256];

	if (!fgets(line, sizeof(line), stream))
		return -EBUSY;
	if (strcmp(line, HEAD "\n"))
		return -EINVAL;
	while (fgets(line, sizeof(line), stream)) {
		struct made one = { 0 }, *more;

		if (!strcmp(line, END "\n"))
			return 0;
		if (parse_one(line, &one))
			return -EINVAL;
		more = realloc(*made, (*count + 1) * sizeof(**made));
		if (!more)
			return -ENOMEM;
		*made = more;
		more[(*count)++] = one;
	}
	return -EBUSY;
}

int made_read(const char *path, struct made **ret_made, size_t *ret_count, const struct say *say)
{
	FILE *stream = fopen(path, "re");
	struct made *made = NULL;
	size_t count = 0;
	int err;

	if (!stream)
		return fail(path, "what was made is not known: open", -errno, say);
	err = read_all(stream, &made, &count);
	fclose(stream);
	if (err) {
		free(made);
		return fail(path, "what was made is not known: read", err, say);
	}
	*ret_made = made;
	*ret_count = count;
	return 0;
}
