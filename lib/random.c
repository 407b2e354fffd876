/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "random.h"

#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#ifndef GRND_INSECURE
#define GRND_INSECURE 0x0004 /* Linux 5.6, getrandom(2) */
#endif

/* The last step of MurmurHash3: every bit of n counts for every bit of the result. */
static uint32_t mix(uint64_t n)
{
	n = (n ^ (n >> 33)) * 0xff51afd7ed558ccdu;
	n = (n ^ (n >> 33)) * 0xc4ceb9fe1a85ec53u;
	return (uint32_t)(n ^ (n >> 33));
}

/* Two processes differ by their id, two calls of one by the time. */
static uint32_t from_time(void)
{
	struct timespec now = { 0 };

	clock_gettime(CLOCK_MONOTONIC, &now);
	return mix((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec) ^
	       mix((uint64_t)getpid());
}

uint32_t random_u32(void)
{
	uint32_t n;

	/* Early in boot the kernel's good numbers are not ready: EAGAIN. */
	if (getrandom(&n, sizeof(n), GRND_NONBLOCK) == sizeof(n) ||
	    getrandom(&n, sizeof(n), GRND_INSECURE) == sizeof(n))
		return n;
	return from_time();
}
