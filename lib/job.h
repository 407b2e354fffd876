/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * L3: one change that a caller asked for: a message, and what goes with it.
 *
 * A verb that changes something makes a job and submits it (submit.h): it is
 * run at once, or queued while a batch is open. Both go through the functions
 * here. Jobs and all they point to lie in the handle's arena.
 */
#ifndef JOB_H
#define JOB_H

#include <stdbool.h>
#include <stdint.h>

struct job;
struct message;
struct netcfg;
struct netns_ref;
struct socket;

/* Say more about a failure, once it is known: see error_detail(). */
typedef void (*job_explain_fn)(struct netcfg *nc, const struct job *job, int err);

/* A link that is being made. */
struct job_end {
	const char *what; /* its argument, for the error line; NULL: no such end */
	const char *name;
	uint32_t mtu;            /* that is asked for; or 0 */
	struct netns_ref *netns; /* NULL: the handle's */
	/*
	 * To be sent where the link is, right after; or NULL. Its name is the last attribute, which
	 * is cut off if the index is known by then.
	 */
	struct message *followup;
	struct message *up;   /* and after that, likewise; or NULL */
	struct socket *there; /* for that, if it is elsewhere */
};

struct job {
	/* In the words of call_begin(), for the error line. */
	const char *operation, *object, *relation, *other;

	struct message *message;
	job_explain_fn explain; /* or NULL */

	const char *uses;           /* a link that the message finds by name; or NULL: */
	int ifindex;                /* one that it finds by index; or 0 */
	const char *makes;          /* a new name in the handle's namespace; or NULL */
	const char *drops;          /* one there that its link loses; or NULL */
	uint32_t mtu;               /* that is asked for; or 0 */
	const char *lands_as;       /* the name that the link is to have; or NULL */
	struct netns_ref *lands_in; /* where it is moved to; or NULL */
	uint32_t group;             /* all links of which it deletes; or 0 */
	bool renames;               /* lands_as is not the name it has */
	bool unmakes;               /* indexes that are known may not hold afterwards */
	bool deletes;               /* deletes a link, so a run of such may be done in bulk */
	struct job_end *ends;       /* of a create: two; or NULL */

	/* Instead of a message: a change that is more than one. */
	int (*call)(struct netcfg *nc, const struct job *job);
	int family; /* for it */

	int vlan_id; /* for explain */

	int result;       /* of a queued one: 0 or -errno */
	const char *text; /* its error line, or NULL */
	int *ret_error;   /* the caller's place for the result, or NULL */
};

/*
 * Say that an MTU may be why: neither the kernel's errno nor, often, its words
 * tell (B22, B42).
 */
void job_explain_mtu(struct netcfg *nc, const char *what, uint32_t mtu, int err);

/* For those who have more than one to name. */
bool job_mtu_may_be_why(const struct netcfg *nc, int err);

/* Say that the master in a message may be why: the kernel has no words for what that does not take.
 */
void job_explain_master(struct netcfg *nc, const struct message *m, int err);

/* A new job with the words of the call under way; NULL when memory is out. */
struct job *job_new(struct netcfg *nc);

/* Run it alone. 0, a positive result, or -errno. */
int job_run(struct netcfg *nc, struct job *job);

/* The steps of a run, for the batch. */

/* Make the message ready to be sent: look up, open, make sockets. */
int job_prepare(struct netcfg *nc, struct job *job);

/* After the exchange: what is left to do, and to say. The result of the job. */
int job_conclude(struct netcfg *nc, struct job *job);

/* Have the kernel's words about a message that failed in the error line. */
void job_note_kernel_text(struct netcfg *nc, const struct message *m);

/* Make the fixes of a message. */
int job_fix_message(struct netcfg *nc, struct message *m);

/* Close what was opened for it. */
void job_release(struct job *job);

/* Does it have to be concluded before anything else is sent? */
bool job_is_last(const struct job *job);

#endif
