/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* A configuration for lxc_net: read, and made into a plan. */
#include <errno.h>
#include <string.h>

#include "fuzz.h"
#include "lxc_net/plan.h"

static int same_bytes(unsigned char *bytes, size_t length)
{
	memset(bytes, 0x5a, length);
	return 0;
}

static void count_line(void *userdata, const char *text)
{
	unsigned int *lines = userdata;

	must(text[0] && !strchr(text, '\n'));
	++*lines;
}

static void check_nic(const struct nic *nic)
{
	must(nic->type < NIC_TYPES);
	must(memchr(nic->link, '\0', sizeof(nic->link)));
	must(memchr(nic->name, '\0', sizeof(nic->name)));
	must(memchr(nic->pair, '\0', sizeof(nic->pair)));
	must(memchr(nic->mac, '\0', sizeof(nic->mac)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned int said = 0;
	const struct say say = { .file = "input", .put = count_line, .userdata = &said };
	struct config config = { 0 };
	char *text = malloc(size + 1);
	int err;

	must(text);
	memcpy(text, data, size);
	text[size] = '\0';
	err = config_parse(&config, text, size, &say);
	if (!err)
		err = plan_make(&config, same_bytes, &say);
	/* Nothing is refused without a word. */
	must(err == 0 || err == -ENOMEM || said > 0);
	for (size_t i = 0; i < config.count; i++)
		check_nic(&config.nics[i]);
	config_free(&config);
	free(text);
	return 0;
}
