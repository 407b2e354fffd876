/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "forkmark.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

void forkmark_set(struct forkmark *m)
{
	void *page =
		mmap(NULL, page_size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	m->owner = getpid();
	m->page = NULL;
	if (page == MAP_FAILED)
		return;
	if (madvise(page, page_size(), MADV_WIPEONFORK) < 0) {
		munmap(page, page_size());
		return;
	}
	m->page = page;
	*m->page = 1;
}

bool forkmark_is_child(const struct forkmark *m)
{
	return m->page ? *m->page == 0 : getpid() != m->owner;
}

void forkmark_clear(struct forkmark *m)
{
	if (m->page)
		munmap((void *)(uintptr_t)m->page, page_size());
	m->page = NULL;
}
