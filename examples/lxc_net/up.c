/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "lxc_net/up.h"

#include <errno.h>
#include <stdlib.h>

#include "support/interrupt.h"

static int set_up(struct job *job)
{
	static int (*const steps[])(struct job * job) = {
		host_look,
		host_make_links,
		inside_configure,
		host_route,
	};
	int err = 0;

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]) && !err; i++) {
		err = steps[i](job);
		if (!err && interrupted()) {
			refuse(job->say, 0, "interrupted, taking back what was made");
			err = -EINTR;
		}
	}
	return err;
}

int container_up(struct job *job)
{
	const size_t count = job->config->count;
	int err;

	job->made = calloc(count + 1, sizeof(*job->made));
	if (!job->made) {
		refuse(job->say, 0, "out of memory");
		return -ENOMEM;
	}
	err = set_up(job);
	if (err)
		made_undo(job->made, count, job->host, job->inside, job->say);
	return err;
}
