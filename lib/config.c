/* SPDX-License-Identifier: LGPL-2.1-or-later */
#include "config.h"

#include <errno.h>
#include <string.h>

#include "error.h"
#include "handle.h"

/* No struct will ever be longer: a size beyond it is an uninitialised one. */
#define SIZE_LIMIT 4096

static size_t size_of(const void *config)
{
	size_t size;

	memcpy(&size, config, sizeof(size)); /* the first field of each */
	return size;
}

static int all_zero(const char *p, size_t len)
{
	while (len > 0 && *p == 0) {
		p++;
		len--;
	}
	return len == 0;
}

int config_copy_in(struct netcfg *nc, const char *what, void *dst, size_t dst_size,
		   size_t first_size, const void *src)
{
	size_t size;

	memset(dst, 0, dst_size);
	if (!src)
		return 0;
	size = size_of(src);
	if (size < first_size)
		return error_detail(&nc->error, -EINVAL, "%s.size %zu is below %zu", what, size,
				    first_size);
	if (size > SIZE_LIMIT)
		return error_detail(&nc->error, -E2BIG, "%s.size %zu is above %d", what, size,
				    SIZE_LIMIT);
	if (size > dst_size && !all_zero((const char *)src + dst_size, size - dst_size))
		return error_detail(&nc->error, -E2BIG,
				    "%s has fields that libnetcfg %s does not know", what,
				    netcfg_version());
	memcpy(dst, src, size < dst_size ? size : dst_size);
	return 0;
}

bool config_out_fits(const void *ret, size_t first_size)
{
	return ret && size_of(ret) >= first_size && size_of(ret) <= SIZE_LIMIT;
}

int config_check_out(struct netcfg *nc, const char *what, const void *ret, size_t first_size)
{
	if (!ret)
		return error_detail(&nc->error, -EINVAL, "%s is NULL", what);
	if (!config_out_fits(ret, first_size))
		return error_detail(&nc->error, -EINVAL, "%s->size %zu is not in %zu..%d", what,
				    size_of(ret), first_size, SIZE_LIMIT);
	return 0;
}

void config_copy_out(void *ret, const void *src, size_t src_size)
{
	const size_t size = size_of(ret);

	memset(ret, 0, size);
	memcpy(ret, src, size < src_size ? size : src_size);
	memcpy(ret, &size, sizeof(size));
}
