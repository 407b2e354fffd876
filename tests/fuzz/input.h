/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The fuzzer's input as what a socket receives: each datagram behind its length, in 16 bits. The
 * largest length stands alone: there something was lost.
 */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <stddef.h>
#include <stdint.h>

#define INPUT_LOST 0xffff

struct input {
	const uint8_t *data;
	size_t size;
};

extern struct input input;

#endif
