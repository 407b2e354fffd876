/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Many changes in few sends. */
#ifndef NETCFG_BATCH_H
#define NETCFG_BATCH_H

#include <stdint.h>

#include <netcfg/export.h>

#ifdef __cplusplus
extern "C" {
#endif

struct netcfg;

/*
 * Between begin and commit every verb that changes links, bridge ports,
 * addresses, routes or neighbours checks its arguments, queues the change and
 * returns 0; it fails as it would without a batch if an argument is bad, and
 * then nothing was queued. Verbs that read,
 * and those about namespaces, give -EBUSY.
 *
 * A batch is no transaction: what was done stays done. Requests keep their
 * order. Any number may be queued: they are sent in as few sends as the
 * socket's buffers allow, with an ack for the last of each, and the result of
 * each is known.
 *
 * A link that is created, renamed, moved or deleted in a batch may be named
 * later in it, as link, parent or master. If it could not be made, what names
 * it fails with -ENODEV and is not sent, also if another link has the name. A
 * change that renames and fails later in the same request (a master that takes
 * no ports) has renamed, and the new name is good.
 * What a create puts into a namespace that its config names is taken to be
 * elsewhere, also if that is the handle's own: there a failed create keeps nobody
 * from the link that has the name.
 * Names are turned into indexes when their request is sent, each name once.
 *
 * Strings are copied. A descriptor that is given to a queued request (netns_fd)
 * must stay open until commit or abort, and so must the ret_errors of
 * netcfg_link_delete_many(). A namespace that is given by name is opened when
 * its request is sent and closed right after.
 *
 * Two or more consecutive deletes of links are done together, as
 * netcfg_link_delete_many() does them, unless the batch is to stop on errors.
 */

/** Flags of netcfg_batch_begin(). Unknown bits: -EINVAL. */
enum netcfg_batch_flag {
	/** Send one by one, and nothing more after the first failure. */
	NETCFG_BATCH_STOP_ON_ERROR = 1 << 0
};

/**
 * Begin a batch. The results of the last one are forgotten.
 *
 * @param nc     the handle
 * @param flags  enum netcfg_batch_flag; 0: every request is tried
 * @return 0; -EBUSY: one is open; -EINVAL; -ENOMEM; -ECHILD
 */
NETCFG_PUBLIC int netcfg_batch_begin(struct netcfg *nc, uint32_t flags);

/**
 * The number of requests queued so far, which is the position of the next.
 *
 * netcfg_link_delete_many() queues one for each name, every other verb one.
 *
 * @param nc  the handle
 * @return the number, also after commit; -EINVAL if @p nc is NULL; -ECHILD
 */
NETCFG_PUBLIC int netcfg_batch_count(const struct netcfg *nc);

/**
 * Send what is queued, and end the batch.
 *
 * The time limit of the handle holds for each send. When the kernel does not
 * answer in time, or cannot be reached, what is not known of a request is its
 * result (-ETIMEDOUT, -ENOBUFS...) and what was not sent has -ECANCELED.
 *
 * @param nc  the handle
 * @return 0: all done; above 0: how many failed, not counting those that were
 *         not sent; netcfg_error_message() has the line of the first; below 0:
 *         no batch was open (-EINVAL), or the transport failed
 */
NETCFG_PUBLIC int netcfg_batch_commit(struct netcfg *nc);

/**
 * End the batch without sending anything.
 *
 * @param nc  the handle
 */
NETCFG_PUBLIC void netcfg_batch_abort(struct netcfg *nc);

/**
 * The result of one request of the batch that was begun last.
 *
 * @param nc        the handle
 * @param position  0 for the request that was queued first
 * @return 0; its -errno; -ECANCELED: not sent; -EINVAL: no such position; -ECHILD
 */
NETCFG_PUBLIC int netcfg_batch_error(const struct netcfg *nc, int position);

/**
 * The line of text that goes with it, as netcfg_error_message() has them.
 *
 * @param nc        the handle
 * @param position  as above
 * @return a string that is valid until the next begin or close; "" for a
 *         request that did not fail, and in a child after fork()
 */
NETCFG_PUBLIC const char *netcfg_batch_error_message(const struct netcfg *nc, int position);

#ifdef __cplusplus
}
#endif

#endif /* NETCFG_BATCH_H */
