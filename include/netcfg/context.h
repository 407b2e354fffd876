/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Handles: opening, closing, limits and counters. */
#ifndef NETCFG_CONTEXT_H
#define NETCFG_CONTEXT_H

#include <stddef.h>
#include <stdint.h>

#include <netcfg/export.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NETCFG_VERSION_MAJOR 1
#define NETCFG_VERSION_MINOR 0
#define NETCFG_VERSION_PATCH 0

/**
 * One rtnetlink socket, bound to one network namespace for life.
 *
 * Used by one thread at a time; different handles are independent of each
 * other. An open handle keeps its namespace alive, also after the namespace's
 * name was deleted (kernel-facts section 6: a socket pins its namespace).
 * After fork() the child gets -ECHILD from every call that may fail;
 * netcfg_close() is allowed.
 */
struct netcfg;

/**
 * Open a handle in the calling thread's network namespace.
 *
 * @param ret_nc  receives the handle; free it with netcfg_close()
 * @return 0; -EINVAL if @p ret_nc is NULL; -ENOMEM; -EMFILE, -ENFILE and
 *         whatever else socket(2) or bind(2) gives
 */
NETCFG_PUBLIC int netcfg_open(struct netcfg **ret_nc);

/**
 * Open a handle in a named network namespace, /run/netns/NAME.
 *
 * The calling thread never enters the namespace: the socket is made there by
 * a short-lived helper thread that is joined before the call returns (all its
 * signals are blocked). Needs CAP_SYS_ADMIN in the namespace's owning user
 * namespace and in the caller's own (setns(2)).
 *
 * @param ret_nc  receives the handle
 * @param netns   a name as `ip netns` has it; only ever a name, never a path
 * @return 0; -EINVAL for a bad name or a file that is no network namespace;
 *         -ENOENT if there is none of that name; -EPERM; -EAGAIN if no thread
 *         could be made; else as netcfg_open()
 */
NETCFG_PUBLIC int netcfg_open_netns(struct netcfg **ret_nc, const char *netns);

/**
 * Open a handle in the network namespace that @p netns_fd refers to.
 *
 * @param ret_nc    receives the handle
 * @param netns_fd  borrowed; may be closed as soon as the call is back
 * @return as netcfg_open_netns(); -EBADF for a closed descriptor; -EINVAL for
 *         one that is no network namespace
 */
NETCFG_PUBLIC int netcfg_open_netns_fd(struct netcfg **ret_nc, int netns_fd);

/**
 * Open a handle in the network namespace of a process.
 *
 * Goes through /proc/PID/ns/net, so proc must be mounted for the caller's pid
 * namespace.
 *
 * @param ret_nc  receives the handle
 * @param pid     a process id; 0 and negative numbers are -EINVAL
 * @return as netcfg_open_netns_fd(); -ESRCH if there is no such process;
 *         -EACCES if the caller may not look into it (proc(5))
 */
NETCFG_PUBLIC int netcfg_open_netns_pid(struct netcfg **ret_nc, int pid);

/**
 * Close a handle and free all it holds. NULL is fine.
 *
 * Allowed in a child after fork() too; the parent's handle stays usable.
 *
 * @param nc  the handle, or NULL
 */
NETCFG_PUBLIC void netcfg_close(struct netcfg *nc);

/**
 * Set how long one call may wait for the kernel, in total.
 *
 * When it runs out the call gives -ETIMEDOUT: whether the kernel did the work
 * is then unknown. The handle stays usable; a late reply is dropped. Most
 * requests are answered before the send returns (kernel-facts section 4), so
 * this bounds the exceptions, such as the lock that netcfg_netns_create()
 * takes on the directory.
 *
 * @param nc          the handle
 * @param timeout_ms  milliseconds, default 30000; 0: do not wait; -1: for ever
 * @return 0; -EINVAL for a number below -1; -ECHILD
 */
NETCFG_PUBLIC int netcfg_set_timeout(struct netcfg *nc, int timeout_ms);

/** Counters since the handle was opened. Set .size before the call. */
struct netcfg_stats {
	size_t size;         /**< sizeof(struct netcfg_stats) */
	uint64_t sends;      /**< sendmsg calls */
	uint64_t requests;   /**< rtnetlink messages sent, look-ups by RTM_GETLINK included */
	uint64_t replies;    /**< rtnetlink messages received in answer */
	uint64_t lookups;    /**< names turned into an index by the kernel, by ioctl or message */
	uint64_t cache_hits; /**< names turned into an index by the handle's own cache */
	uint64_t dumps;      /**< dump requests sent (each one is also counted in requests) */
};

/**
 * Read the counters of a handle.
 *
 * What a call does on a short-lived socket in another namespace counts on the
 * handle that the call was made with.
 *
 * @param nc         the handle
 * @param ret_stats  filled in up to its size; fields this library does not
 *                   know are zeroed. Nothing happens if it, or @p nc, is NULL
 *                   or its size is below that of the first release.
 */
NETCFG_PUBLIC void netcfg_get_stats(const struct netcfg *nc, struct netcfg_stats *ret_stats);

/**
 * The version of the library that is loaded, "MAJOR.MINOR.PATCH".
 *
 * @return a constant string
 */
NETCFG_PUBLIC const char *netcfg_version(void);

/**
 * Receives one line of text, without a newline.
 *
 * @param priority  as in syslog(3): 3 for a failed call (the text is that of
 *                  netcfg_error_message()), 7 for each request, with its result
 * @param line      valid during the call only
 * @param userdata  what was given to netcfg_set_log()
 */
typedef void (*netcfg_log_fn)(int priority, const char *line, void *userdata);

/**
 * Have a function called for each failure and each request.
 *
 * @param nc        the handle
 * @param fn        called on the thread that uses the handle; it must not use
 *                  the handle itself. NULL: silent, which is the default.
 * @param userdata  handed to @p fn
 */
NETCFG_PUBLIC void netcfg_set_log(struct netcfg *nc, netcfg_log_fn fn, void *userdata);

/**
 * Keep named namespaces in another directory than /run/netns, for this handle.
 *
 * For callers who may not write to /run/netns, such as rootless runtimes. The
 * directory is made by netcfg_netns_create() if only its last part is missing.
 *
 * @param nc   the handle
 * @param dir  an absolute path, copied; NULL: /run/netns again
 * @return 0; -EINVAL if it is not absolute or longer than 3839 bytes (so that
 *         a name still fits PATH_MAX behind it); -ENOMEM; -ECHILD; -EBUSY: a
 *         batch is open
 */
NETCFG_PUBLIC int netcfg_set_netns_dir(struct netcfg *nc, const char *dir);

/*
 * The cache
 *
 * Some requests need the index of a link: those about addresses, a parent, a
 * master, a rename. With the cache on the handle remembers the index of a name
 * once the kernel has told it (in answer to a look-up, or, from Linux 6.2, to a
 * create) and asks no more. That a link does not exist is never remembered.
 *
 * The handle's own changes keep the cache right: a rename, a move or a delete
 * empties it, because the other end of a pair, VLANs and alternative names may
 * go with the link. What others do to links is the caller's to invalidate.
 * Until then a name that is remembered wrongly gives the kernel's error (or, of
 * the links of a master or the neighbours on a link, an empty list), or, if the
 * kernel has used the index again, a change to another link. This is the price,
 * and why the cache is off unless asked for.
 */

/**
 * Switch the cache on. It stays as it is if it is on already.
 *
 * @param nc  the handle
 * @return 0; -ENOMEM; -ECHILD
 */
NETCFG_PUBLIC int netcfg_cache_enable(struct netcfg *nc);

/**
 * Switch the cache off and forget what is in it.
 *
 * @param nc  the handle
 */
NETCFG_PUBLIC void netcfg_cache_disable(struct netcfg *nc);

/**
 * Forget one name, or all.
 *
 * @param nc    the handle
 * @param name  a name as it was given to a verb; NULL: all
 */
NETCFG_PUBLIC void netcfg_cache_invalidate(struct netcfg *nc, const char *name);

#ifdef __cplusplus
}
#endif

#endif /* NETCFG_CONTEXT_H */
