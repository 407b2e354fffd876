/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A signal every millisecond, without SA_RESTART. */
#ifndef TEST_SUPPORT_SIGNALS_H
#define TEST_SUPPORT_SIGNALS_H

/** Begin; each is called in the handler, or NULL. */
void signals_start(void (*each)(void));

/** End; none comes afterwards. */
void signals_stop(void);

/** How many have come since signals_start(). */
int signals_count(void);

#endif /* TEST_SUPPORT_SIGNALS_H */
