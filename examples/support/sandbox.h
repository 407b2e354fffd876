/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Network and mount namespaces of one's own, so that a program touches nothing of the host. */
#ifndef EXAMPLES_SANDBOX_H
#define EXAMPLES_SANDBOX_H

/*
 * Put this process into a new network namespace and a new mount namespace in which /run is an
 * empty directory: what is made there is nobody else's, and goes with the process. Without the
 * right to do so, the process becomes root of a new user namespace first.
 *
 * Call it before there is a second thread. Returns 0 or -errno, and then has said why on stderr.
 */
int sandbox_enter(void);

#endif
