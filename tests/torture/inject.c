/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "torture/inject.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

/* Under a sanitizer its own functions must be called, which are found under these names. */
#if defined(__has_feature)
#define HAS_FEATURE(feature) __has_feature(feature)
#else
#define HAS_FEATURE(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||                               \
	HAS_FEATURE(address_sanitizer) || HAS_FEATURE(thread_sanitizer)
#define REAL(function) __interceptor_##function
#define SANITIZED      1
#else
#define REAL(function) __libc_##function
#define SANITIZED      0
#endif

void *REAL(malloc)(size_t size);
void *REAL(calloc)(size_t count, size_t size);
void *REAL(realloc)(void *memory, size_t size);
void REAL(free)(void *memory);

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t size);
void free(void *memory);

/* The library has threads of its own, which live no longer than a call. */
static atomic_int armed = -1;
static atomic_uint left;
static atomic_int error;
static atomic_int paused;
static atomic_bool fired;
static atomic_long live;

/* A sanitizer's own allocations for a new thread, made in it, must not fail. */
static _Thread_local bool armed_here;

void inject_arm(enum inject what, unsigned int nth, int err)
{
	fired = false;
	error = err;
	left = nth;
	armed_here = true;
	armed = (int)what;
}

bool inject_disarm(void)
{
	armed = -1;
	return fired;
}

int inject_count(enum inject what)
{
	if (armed != (int)what || paused > 0 || (SANITIZED && !armed_here))
		return 0;
	if (atomic_fetch_sub(&left, 1) != 1)
		return 0;
	armed = -1;
	fired = true;
	return error;
}

void inject_pause(void)
{
	paused++;
}

void inject_resume(void)
{
	paused--;
}

long inject_live(void)
{
	return SANITIZED ? 0 : live;
}

static void *counted(void *memory)
{
	live += memory != NULL;
	return memory;
}

static bool fails(void)
{
	const int err = inject_count(INJECT_ALLOCATION);

	if (err)
		errno = err;
	return err != 0;
}

void *malloc(size_t size)
{
	return fails() ? NULL : counted(REAL(malloc)(size));
}

void *calloc(size_t count, size_t size)
{
	return fails() ? NULL : counted(REAL(calloc)(count, size));
}

void *realloc(void *memory, size_t size)
{
	void *result;

	if (fails())
		return NULL;
	result = REAL(realloc)(memory, size);
	live += !memory && result;
	live -= memory && !result && size == 0;
	return result;
}

void free(void *memory)
{
	live -= memory != NULL;
	REAL(free)(memory);
}
