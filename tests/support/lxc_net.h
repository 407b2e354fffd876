/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Running examples/lxc_net on the files in tests/forms. */
#ifndef TEST_SUPPORT_LXC_NET_H
#define TEST_SUPPORT_LXC_NET_H

/** A container that has no network yet: the namespace "c1", and what the file wants of the host. */
struct lxc {
	const char *file; /**< its path */
	int inside;       /**< the container's namespace; the host is the thread's */
	int host_links;   /**< links there were */
	char *said;       /**< by the last run: both outputs, and "status=N" as the last line */
};

/** Skip the test unless the program was built. */
void need_lxc_net(void);

/** Make the container, and what the line "# host: " of tests/forms/lxc/NAME says. */
void lxc_begin(struct lxc *lxc, const char *name);

/** The same without a file: lxc_write() has one. */
void lxc_begin_empty(struct lxc *lxc);

/** Make the file from text, in /run. */
void lxc_write(struct lxc *lxc, const char *text);

/** Run `lxc_net ARGUMENTS`; the output is in .said. Returns the exit status. */
__attribute__((format(printf, 2, 3))) int lxc_run(struct lxc *lxc, const char *fmt, ...);

/** `lxc_net up -v c1 FILE`, `lxc_net down c1`: must succeed. */
void lxc_up(struct lxc *lxc);
void lxc_down(struct lxc *lxc);

/** `lxc_net up c1 FILE` must fail, say a text, and leave nothing. */
void lxc_up_fails(struct lxc *lxc, const char *text);

/** The counts of the last lxc_up() must be these at most. */
void lxc_sent(const struct lxc *lxc, unsigned int host, unsigned int inside);

/** As many links as there were, and no note of what was made. */
void lxc_nothing_left(const struct lxc *lxc);

/** Forget it. */
void lxc_end(struct lxc *lxc);

/** The last run must have said a text. */
void lxc_said(const struct lxc *lxc, const char *text);

/** `COMMAND` in a namespace (-1: the thread's) must show a text, or must not. */
#define assert_shows(netns_fd, command, text)                                                      \
	check_shows((netns_fd), (command), (text), 1, __FILE__, __LINE__)
#define assert_shows_not(netns_fd, command, text)                                                  \
	check_shows((netns_fd), (command), (text), 0, __FILE__, __LINE__)

void check_shows(int netns_fd, const char *command, const char *text, int there, const char *file,
		 int line);

#endif /* TEST_SUPPORT_LXC_NET_H */
