/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Named network namespaces, interoperable with `ip netns`, and their ids. */
#ifndef NETCFG_NETNS_H
#define NETCFG_NETNS_H

#include <stddef.h>
#include <stdint.h>

#include <netcfg/export.h>

#ifdef __cplusplus
extern "C" {
#endif

struct netcfg;

/*
 * A namespace's name is a file name in /run/netns: 1 to 255 bytes without '/',
 * not "." or "..", else -EINVAL. It is only ever a name: "12" is no process id.
 * The file is a mount point of the namespace, as ip-netns(8) has it.
 *
 * The calling thread's namespace is the same after every call, on every path:
 * work that needs another one is done by a short-lived thread, all signals
 * blocked, joined before the call returns.
 */

/**
 * Create a network namespace and give it a name.
 *
 * Makes /run/netns a shared mount point first if it is none yet, under a lock
 * on the directory that `ip netns` takes too, so that any number of first
 * creates may run at once. Existing namespaces are not looked at: the cost does
 * not depend on how many there are. Loopback is down in the new namespace.
 * Needs /proc, as does netcfg_netns_attach(). If the process is killed in the
 * middle an empty file may stay, which netcfg_netns_delete() removes.
 *
 * @param nc    the handle (its own namespace does not matter)
 * @param name  see above
 * @return 0; -EEXIST: there is a file of that name, a namespace or not; -EPERM:
 *         needs CAP_SYS_ADMIN; -EINVAL; -ETIMEDOUT: another process kept the
 *         lock; -ENOSPC: user.max_net_namespaces or fs.mount-max; -ENOENT: the
 *         name was deleted in between. No file is left after a failure
 */
NETCFG_PUBLIC int netcfg_netns_create(struct netcfg *nc, const char *name);

/**
 * Give a name to a network namespace that exists.
 *
 * @param nc        the handle
 * @param name      see above
 * @param netns_fd  borrowed
 * @return as netcfg_netns_create(); -EBADF; -EINVAL also if @p netns_fd is no
 *         network namespace
 */
NETCFG_PUBLIC int netcfg_netns_attach(struct netcfg *nc, const char *name, int netns_fd);

/**
 * Take a namespace's name away.
 *
 * The namespace itself, and every virtual link in it, goes when nothing else
 * keeps it: processes, descriptors, sockets, handles of this library. The
 * kernel does that in the background, so the other end of a veth may be there
 * a moment longer (cases B75, B76): netcfg_netns_delete_links() first, and it is
 * gone for sure. Hardware goes back to the initial namespace.
 *
 * Mounts stacked on the name are all undone. A plain file or symbolic link of
 * that name is removed, what the link points to is not touched.
 *
 * @param nc    the handle
 * @param name  see above
 * @return 0; -ENOENT; -EISDIR: a directory, which stays; -EPERM; -EINVAL
 */
NETCFG_PUBLIC int netcfg_netns_delete(struct netcfg *nc, const char *name);

/**
 * Delete the virtual links of a named namespace, in bulk; the namespace stays.
 *
 * When this is back they are gone, and with them the other ends of veth pairs
 * in other namespaces. Followed by netcfg_netns_delete() it is the way to take
 * a container down so that its names on the host are free at once.
 *
 * @param nc    the handle
 * @param name  the namespace
 * @return the number of links deleted; -ENOENT; -EINVAL; -EPERM; the errno of
 *         the first link that could not be deleted, the others being gone;
 *         -EBUSY: links kept changing there, so that no list of them was whole
 *         (kernel-facts section 4), and some may be left
 */
NETCFG_PUBLIC int netcfg_netns_delete_links(struct netcfg *nc, const char *name);

/**
 * Open a named network namespace.
 *
 * @param nc    the handle
 * @param name  see above; a symbolic link is followed
 * @return an O_CLOEXEC descriptor that is the caller's; -ENOENT; -EINVAL: not
 *         a network namespace, or a bad name
 */
NETCFG_PUBLIC int netcfg_netns_open(struct netcfg *nc, const char *name);

#define NETCFG_NETNS_NAME_SIZE 256 /**< a file name of 255 bytes and its NUL */

/** One name of a list. Set .size before the call. */
struct netcfg_netns_info {
	size_t size;                       /**< sizeof(struct netcfg_netns_info) */
	char name[NETCFG_NETNS_NAME_SIZE];
	uint32_t valid;                    /**< 1: a network namespace; 0: some other file */
	uint32_t reserved;                 /**< 0 */
};

/** A list of names, as they were when it was made. */
struct netcfg_netns_list;

/**
 * List the names in /run/netns, sorted by byte values.
 *
 * @param nc        the handle
 * @param ret_list  receives the list (empty if there is no such directory);
 *                  free it with netcfg_netns_list_free()
 * @return 0; -ENOMEM; -EACCES and what else opendir(3) gives
 */
NETCFG_PUBLIC int netcfg_netns_list(struct netcfg *nc, struct netcfg_netns_list **ret_list);

/**
 * Take the next name from a list.
 *
 * @param list      the list
 * @param ret_info  filled in up to its size
 * @return 1; 0 at the end; -EINVAL
 */
NETCFG_PUBLIC int netcfg_netns_list_next(struct netcfg_netns_list *list,
					 struct netcfg_netns_info *ret_info);

/**
 * Free a list. NULL is fine.
 *
 * @param list  the list, or NULL
 */
NETCFG_PUBLIC void netcfg_netns_list_free(struct netcfg_netns_list *list);

/*
 * Ids
 *
 * An id (nsid) is what one namespace calls another in netlink messages; it
 * means something only to the namespace that assigned it, here the handle's.
 * The kernel assigns some by itself, for example when a veth spans two
 * namespaces. They go when the namespace does.
 */

/** Lets the kernel choose the id. */
#define NETCFG_NETNS_ID_AUTO (-1)

/**
 * Give a named namespace an id.
 *
 * @param nc    the handle, in whose namespace the id is valid
 * @param name  the namespace
 * @param id    0 or more, or NETCFG_NETNS_ID_AUTO; else -EINVAL
 * @return 0; -EEXIST: the namespace has an id, or the id is another's; -ENOENT;
 *         -EINVAL; -EPERM
 */
NETCFG_PUBLIC int netcfg_netns_set_id(struct netcfg *nc, const char *name, int32_t id);

/**
 * Read a named namespace's id.
 *
 * @param nc      the handle
 * @param name    the namespace
 * @param ret_id  receives the id, or -1 if it has none, which is a success
 * @return 0; -ENOENT; -EINVAL
 */
NETCFG_PUBLIC int netcfg_netns_get_id(struct netcfg *nc, const char *name, int32_t *ret_id);

/** One id of a list. Set .size before the call. */
struct netcfg_netns_id_info {
	size_t size;                       /**< sizeof(struct netcfg_netns_id_info) */
	char name[NETCFG_NETNS_NAME_SIZE]; /**< the name in /run/netns, or "" */
	int32_t id;
	uint32_t reserved;                 /**< 0 */
};

/** A list of ids, as they were when it was made. */
struct netcfg_netns_id_list;

/**
 * List the ids of the handle's namespace in ascending order, with the names
 * that go with them. A namespace with several names has the first of them.
 *
 * The only verb that looks at every name in /run/netns: one request for each.
 *
 * @param nc        the handle
 * @param ret_list  receives the list; free it with netcfg_netns_id_list_free()
 * @return 0; 1 if ids kept changing while the kernel was listing: the list is
 *         there and may be inconsistent; -ENOMEM
 */
NETCFG_PUBLIC int netcfg_netns_list_ids(struct netcfg *nc, struct netcfg_netns_id_list **ret_list);

/**
 * Take the next id from a list.
 *
 * @param list      the list
 * @param ret_info  filled in up to its size
 * @return 1; 0 at the end; -EINVAL
 */
NETCFG_PUBLIC int netcfg_netns_id_list_next(struct netcfg_netns_id_list *list,
					    struct netcfg_netns_id_info *ret_info);

/**
 * Free a list. NULL is fine.
 *
 * @param list  the list, or NULL
 */
NETCFG_PUBLIC void netcfg_netns_id_list_free(struct netcfg_netns_id_list *list);

#ifdef __cplusplus
}
#endif

#endif /* NETCFG_NETNS_H */
