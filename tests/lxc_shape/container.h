/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A container's network as docs/for-runtimes.md shows it. */
#ifndef LXC_SHAPE_CONTAINER_H
#define LXC_SHAPE_CONTAINER_H

struct place;

int container_attach(struct place *p);

#endif /* LXC_SHAPE_CONTAINER_H */
