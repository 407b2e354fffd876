/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lxc_net/lines.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Cut the blanks off both ends. */
static char *trim(char *text)
{
	size_t length;

	while (is_blank(*text))
		text++;
	length = strlen(text);
	while (length && is_blank(text[length - 1]))
		text[--length] = '\0';
	return text;
}

/* One pair of quotes round the whole value, as LXC has it. */
static char *unquote(char *value)
{
	size_t length = strlen(value);

	if (length < 2 || (*value != '"' && *value != '\'') || value[length - 1] != *value)
		return value;
	value[length - 1] = '\0';
	return value + 1;
}

/* Cut the next line off. Returns false at the end of the text. */
static bool next_line(struct lines *lines, char **ret_line, bool *ret_has_nul)
{
	char *line = lines->text + lines->at, *end;
	size_t rest = lines->size - lines->at;

	if (!rest)
		return false;
	end = memchr(line, '\n', rest);
	if (!end)
		end = line + rest; /* there is room for a NUL: see lines_read_file() */
	*ret_has_nul = memchr(line, '\0', (size_t)(end - line)) != NULL;
	*end = '\0';
	lines->at += (size_t)(end - line) + (end < lines->text + lines->size);
	/* Some editors begin a file with this mark. */
	if (!lines->line++ && !strncmp(line, "\xef\xbb\xbf", 3))
		line += 3;
	*ret_line = line;
	return true;
}

static int no_equals(const struct lines *lines, const char *line)
{
	/* Proxmox keeps it so in /etc/pve/lxc and rewrites it for LXC. */
	if (strchr(line, ':'))
		return refuse(lines->say, lines->line,
			      "\"%.60s\" has a ':' as in Proxmox's files; LXC wants '='", line);
	return refuse(lines->say, lines->line, "\"%.60s\" has no '='", line);
}

int lines_next(struct lines *lines, struct setting *ret_setting)
{
	char *line, *equals;
	bool has_nul;

	while (next_line(lines, &line, &has_nul)) {
		if (has_nul)
			return refuse(lines->say, lines->line, "there is a NUL byte in this line");
		line = trim(line);
		if (!*line || *line == '#')
			continue;
		if (strncmp(line, "lxc.", 4)) {
			if (!lines->skipped++)
				lines->first_skipped = lines->line;
			continue;
		}
		equals = strchr(line, '=');
		if (!equals)
			return no_equals(lines, line);
		*equals = '\0';
		*ret_setting = (struct setting){
			.line = lines->line,
			.key = trim(line),
			.value = unquote(trim(equals + 1)),
		};
		return 1;
	}
	return 0;
}

static int read_stream(FILE *stream, const struct say *say, char **ret_text, size_t *ret_size)
{
	/* One byte more than is allowed, to see that there is more, and one for a NUL. */
	char *text = malloc(LINES_MAX_SIZE + 2);
	size_t size;

	if (!text) {
		refuse(say, 0, "out of memory");
		return -ENOMEM;
	}
	errno = 0;
	size = fread(text, 1, LINES_MAX_SIZE + 1, stream);
	if (ferror(stream)) {
		int err = errno ? -errno : -EIO;

		refuse(say, 0, "cannot be read: %s", strerror(-err));
		free(text);
		return err;
	}
	if (size > LINES_MAX_SIZE) {
		free(text);
		refuse(say, 0, "is larger than %d bytes", LINES_MAX_SIZE);
		return -EFBIG;
	}
	*ret_text = text;
	*ret_size = size;
	return 0;
}

int lines_read_file(const char *path, const struct say *say, char **ret_text, size_t *ret_size)
{
	FILE *stream = strcmp(path, "-") ? fopen(path, "re") : stdin;
	int err;

	if (!stream) {
		err = -errno;
		refuse(say, 0, "cannot be opened: %s", strerror(-err));
		return err;
	}
	err = read_stream(stream, say, ret_text, ret_size);
	if (stream != stdin)
		fclose(stream);
	return err;
}
