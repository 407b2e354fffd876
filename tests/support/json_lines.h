/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What `ip -j` printed, made comparable: one line for each thing, without what differs by chance. */
#ifndef TEST_SUPPORT_JSON_LINES_H
#define TEST_SUPPORT_JSON_LINES_H

/**
 * Bring `ip -j -d` output into sorted lines "SECTION NUMBER {...}".
 *
 * A line "@SECTION" in the text begins a section; each array in it has a number, each of its
 * elements becomes a line. Left out: indexes, timers, what the kernel counts and what it does in its
 * own time, neighbours of its multicast traffic. MACs and fe80:: addresses that are not in @p given
 * become "MAC" and "LINKLOCAL". Times that run are rounded.
 *
 * @param text   the output
 * @param given  what the user had written
 * @return free() it; the test fails on bad JSON
 */
char *json_lines(const char *text, const char *given);

#endif /* TEST_SUPPORT_JSON_LINES_H */
