/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* L4: where the verbs hand in what they have made. */
#ifndef SUBMIT_H
#define SUBMIT_H

struct job;
struct message;
struct netcfg;
struct request;

/* Run a job, or queue it while a batch is open. 0, a positive result, or -errno. */
int submit(struct netcfg *nc, struct job *job);

/* End a request by making it the message of a job, and submit that. */
int submit_request(struct job *job, struct request *r);

#endif
